/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* codeexec policy: what is in force and where it comes from. */

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cmd/cmd.h"
#include "cmd/options.h"
#include "cmd/terminal.h"
#include "core/buf.h"
#include "core/error.h"
#include "core/keys.h"
#include "core/policy.h"
#include "core/policy_render.h"
#include "core/registry.h"
#include "core/render_json.h"

struct policy_options {
	bool json;
	const char *file;
	struct policy_shown shown;
};

static const struct option_row rows[] = {
	{"json", 0, NULL, "print a JSON object",
		offsetof(struct policy_options, json)},
	{"file", 0, "FILE", "only say whether FILE is a valid policy",
		offsetof(struct policy_options, file)},
	{0},
};

static int tell_valid(const char *file, bool json, struct error *e)
{
	autobuf struct buf text = {0};
	struct json_build b = {0};
	struct json_object *o;

	if (!json) {
		(void)printf("%s: ok\n", file);
		return 0;
	}
	o = put_object(&b, NULL, NULL);
	put_string(&b, o, "file", file);
	put_boolean(&b, o, "ok", true);
	return cmd_print(&text, true,
		build_finish(&b, isatty(STDOUT_FILENO) == 1, &text), e);
}

static int validate(const struct policy_options *own, bool quiet)
{
	struct policy policy = {0};
	struct registry registry = {0};
	struct error e = {0};
	int result = policy_load_file(own->file, &policy, &e);

	if (!result)
		result = cmd_registry(&policy, &registry, &e);
	registry_free(&registry);
	policy_free(&policy);
	if (!result && !quiet)
		result = tell_valid(own->file, own->json, &e);
	return result ? cmd_refuse(own->json, &e) : 0;
}

static int show(const struct policy *policy, const struct registry *registry,
	const void *options, struct error *e)
{
	const struct policy_options *own = options;
	autobuf struct buf text = {0};
	int result = own->json
			     ? policy_render_json(policy, &own->shown,
				       isatty(STDOUT_FILENO) == 1, &text)
			     : policy_render_table(policy, &own->shown,
				       terminal_colours(STDOUT_FILENO), &text);

	(void)registry; /* the allowlist was held against it */
	return cmd_print(&text, own->json, result, e);
}

/* Have NAME shown, a key or a section. */
static int choose(const char *name, struct policy_shown *shown, struct error *e)
{
	autobuf struct buf hint = {0};
	size_t len = strlen(name);
	bool found = false;

	for (size_t i = 0; i < keys_count; i++) {
		if (strncmp(keys[i].name, name, len) != 0 ||
			(keys[i].name[len] && keys[i].name[len] != '.'))
			continue;
		shown->key[i] = true;
		found = true;
	}
	if (found)
		return 0;
	if (!access(name, F_OK))
		return fail(e, ERR_USAGE,
			"no key is called '%s', but a file: 'codeexec policy "
			"--file FILE' validates one, '--policy FILE' shows "
			"what it sets",
			name);
	if (key_hint(name, &hint))
		return fail_memory(e);
	return fail(e, ERR_USAGE, "no key is called '%s'%s", name, hint.data);
}

static int choose_all(const struct options *options, struct policy_shown *shown,
	struct error *e)
{
	for (size_t i = 0; i < keys_count; i++)
		shown->key[i] = !options->operand_count;
	for (size_t i = 0; i < options->operand_count; i++)
		if (choose(options->operand[i], shown, e))
			return -1;
	return 0;
}

static int cmd_policy(int argc, char **argv)
{
	const struct command_line line = {&command_policy, argc, argv};
	autooptions struct options options = {0};
	struct policy_options own = {0};
	struct error e = {0};
	int code;

	if (!cmd_begin(&line, &own, &options, &code))
		return code;
	if (choose_all(&options, &own.shown, &e))
		return cmd_refuse(own.json, &e);
	if (own.file && options.operand_count) {
		(void)fail(&e, ERR_USAGE,
			"--file and KEY exclude each other: use --policy %s",
			own.file);
		return cmd_refuse(own.json, &e);
	}
	if (own.file)
		return validate(&own, options.quiet);
	return cmd_under_policy(&options, own.json, show, &own);
}

const struct command command_policy = {
	.name = "policy",
	.summary = "show the policy in force, or validate a policy file",
	.operands = "[KEY]...",
	.about = "Prints every key of the policy, or each KEY or section of "
		 "keys that is named, with its value and where that comes "
		 "from: a default, FILE:LINE:COLUMN, the environment or a "
		 "flag. The options of the policy are taken as by the other "
		 "commands.",
	.options = rows,
	.run = cmd_policy,
};
