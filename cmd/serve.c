/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* codeexec serve: requests over HTTP. */

#include <string.h>

#include "cmd/cmd.h"
#include "cmd/help.h"
#include "cmd/help_json.h"
#include "cmd/options.h"
#include "core/error.h"
#include "core/policy.h"
#include "core/registry.h"
#include "http/server.h"

#define ADDRESSES_MAX 16

struct serve_options {
	const char *listen;
	const char *log;
	bool json;
};

static const struct option_row rows[] = {
	{"listen", 'l', "ADDRESS[,...]",
		"serve in a loop on 127.0.0.1:8080, [::1]:8080, 8080 (on the "
		"loopback) or unix:/run/x.sock; else one conversation on stdin "
		"and stdout, or on sockets of systemd",
		offsetof(struct serve_options, listen)},
	{"log", 0, "text|json|none",
		"how each request is told of on stderr (default: text)",
		offsetof(struct serve_options, log)},
	{"json", 0, NULL, "the same as --log json",
		offsetof(struct serve_options, json)},
	{0},
};

static int load(const void *from, struct policy *policy,
	struct registry *registry, struct error *e)
{
	return cmd_load(from, policy, registry, e);
}

static int find_log(const char *word, enum log_format *format, struct error *e)
{
	static const char *const words[] = {
		[LOG_TEXT] = "text", [LOG_JSON] = "json", [LOG_NONE] = "none"};

	*format = LOG_TEXT;
	for (unsigned i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		if (word && !strcmp(words[i], word)) {
			*format = (enum log_format)i;
			return 0;
		}
	}
	return word ? fail(e, ERR_USAGE,
			      "--log: '%s' is not text, json or none", word)
		    : 0;
}

/* Split TEXT at its commas, in place. */
static int split(char *text, const char *address[ADDRESSES_MAX], size_t *count,
	struct error *e)
{
	char *rest = text;
	char *word;

	while ((word = strsep(&rest, ","))) {
		if (*count == ADDRESSES_MAX)
			return fail(e, ERR_USAGE,
				"--listen: more than %d addresses",
				ADDRESSES_MAX);
		address[(*count)++] = word;
	}
	return 0;
}

static int serve(const struct options *options, const struct serve_options *own,
	struct error *e)
{
	const char *address[ADDRESSES_MAX];
	autofree char *list = own->listen ? strdup(own->listen) : NULL;
	struct server_options server = {.listen = address,
		.quiet = options->quiet,
		.source = {load, options}};

	if (own->listen && !list)
		return fail_memory(e);
	if (find_log(own->json ? "json" : own->log, &server.log, e) ||
		split(list, address, &server.listen_count, e))
		return -1; /* NOLINT(clang-analyzer-unix.Malloc): autofree */
	return server_run(&server, e);
}

/* Do these words, of which others may be wrong, ask for a log in JSON? */
static bool json_asked(int argc, char **argv)
{
	for (int i = 1; i < argc; i++)
		if (!strcmp(argv[i], "--log=json") ||
			(!strcmp(argv[i], "--log") && i + 1 < argc &&
				!strcmp(argv[i + 1], "json")))
			return true;
	return cmd_json_asked(argc, argv);
}

static int cmd_serve(int argc, char **argv)
{
	const struct command_line line = {&command_serve, argc, argv};
	autooptions struct options options = {0};
	struct serve_options own = {0};
	struct error e = {0};

	if (options_parse(&line, &own, &options, &e))
		return cmd_refuse_aside(json_asked(argc, argv), &e);
	if (options.help || options.short_help)
		return own.json ? help_json(&command_serve)
				: help_command(&command_serve, &options);
	return serve(&options, &own, &e)
		       ? cmd_refuse_aside(json_asked(argc, argv), &e)
		       : 0;
}

const struct command command_serve = {
	.name = "serve",
	.summary = "answer chat-completion requests over HTTP",
	.about = "Serves POST /v1/chat/completions, GET /v1/models, /health "
		 "and /metrics as HTTP/1.1: one conversation on stdin and "
		 "stdout, as inetd, socat or ssh have it, or in a loop on the "
		 "addresses of --listen or the sockets of systemd. Clients "
		 "must show an API key: CODEEXEC_API_KEY or one of "
		 "--api-key-file. SIGTERM finishes what runs, SIGHUP reads "
		 "policy and keys again.",
	.options = rows,
	.run = cmd_serve,
};
