/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* Each library is asked itself, but for the one that only building needs. */

#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "cmd/cmd.h"
#include "cmd/version.h"
#include "core/buf.h"
#include "core/error.h"
#include "core/libraries.h"
#include "core/render_json.h"
#include "http/mhd.h"
#include "sandbox/describe.h"

#define NAME_MOST 32

/* What is wanted. */
struct version_options {
	bool verbose;
	bool json;
};

/* Where lines go: printed as they are, or members of an object. */
struct version_out {
	struct json_build *b; /* NULL = printed */
	struct json_object *into;
};

static void put(
	const struct version_out *out, const char *name, const char *text)
{
	if (out->b)
		put_string(out->b, out->into, name, text);
	else
		(void)printf("%s %s\n", name, text ? text : "not installed");
}

/* `serve` loads it, and nobody else needs it. */
static const char *microhttpd(void)
{
	struct error e = {0};
	struct mhd mhd;

	return mhd_load(&mhd, &e) ? NULL : mhd.MHD_get_version();
}

static void put_libraries(const struct version_out *out)
{
	for (size_t i = 0; i < libraries_count; i++)
		put(out, libraries[i].name, libraries[i].version());
	put(out, "libmicrohttpd", microhttpd());
}

static void put_kernel(const struct version_out *out)
{
	struct utsname host;
	struct sb_state state;
	char name[NAME_MOST];

	if (!uname(&host))
		put(out, out->b ? "release" : "Linux", host.release);
	for (size_t i = 0; i < sb_layer_count(); i++) {
		sb_probe(i, &state);
		(void)snprintf(name, sizeof(name), "%s%s", state.layer,
			out->b ? "" : ":");
		put(out, name, state.detail);
	}
}

static int print_json(bool verbose, struct error *e)
{
	autobuf struct buf text = {0};
	struct json_build b = {0};
	struct json_object *o = put_object(&b, NULL, NULL);
	struct version_out out = {.b = &b};

	put_string(&b, o, "codeexec", CODEEXEC_VERSION);
	out.into = put_object(&b, o, "libraries");
	put_libraries(&out);
	if (verbose) {
		out.into = put_object(&b, o, "kernel");
		put_kernel(&out);
	}
	return cmd_print(&text, true,
		build_finish(&b, isatty(STDOUT_FILENO) == 1, &text), e);
}

static int read_options(
	int argc, char **argv, struct version_options *out, struct error *e)
{
	for (int i = 2; i < argc; i++) {
		if (!strcmp(argv[i], "-v") || !strcmp(argv[i], "--verbose"))
			out->verbose = true;
		else if (!strcmp(argv[i], "--json"))
			out->json = true;
		else
			return fail(e, ERR_USAGE,
				"unwanted '%s' behind --version; there are "
				"--verbose and --json",
				argv[i]);
	}
	return 0;
}

int version_print(int argc, char **argv)
{
	const struct version_out out = {0};
	struct version_options options = {0};
	struct error e = {0};

	if (read_options(argc, argv, &options, &e))
		return cmd_refuse(cmd_json_asked(argc, argv), &e);
	if (options.json)
		return print_json(options.verbose, &e) ? cmd_fail(&e) : 0;
	put(&out, "codeexec", CODEEXEC_VERSION);
	put_libraries(&out);
	if (options.verbose)
		put_kernel(&out);
	return 0;
}
