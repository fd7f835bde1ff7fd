/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * {"codeexec": VERSION,
 *  "commands": [{name, summary, operands, about, takes_policy, options:
 * [...]}], "keys": [{key, option, variable, value, default, help}]}
 */

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cmd/cmd.h"
#include "cmd/help_json.h"
#include "cmd/options.h"
#include "core/buf.h"
#include "core/error.h"
#include "core/keys.h"
#include "core/render_json.h"

static void put_options(struct json_build *b, struct json_object *into,
	const struct option_row *rows)
{
	for (const struct option_row *row = rows; row->name || row->letter;
		row++) {
		const char letter[] = {'-', row->letter, '\0'};
		struct json_object *o = put_object(b, into, NULL);
		char name[64];

		(void)snprintf(
			name, sizeof(name), "--%s", row->name ? row->name : "");
		put_string(b, o, "option", row->name ? name : NULL);
		put_string(b, o, "letter", row->letter ? letter : NULL);
		put_string(b, o, "value", row->value);
		put_string(b, o, "help", row->help);
	}
}

static void put_command(struct json_build *b, struct json_object *into,
	const struct command *command)
{
	struct json_object *o = put_object(b, into, NULL);
	struct json_object *options;

	put_string(b, o, "name", command->name);
	put_string(b, o, "summary", command->summary);
	put_string(b, o, "operands", command->operands);
	put_string(b, o, "about", command->about);
	put_boolean(b, o, "takes_policy", !command->plain);
	options = put_array(b, o, "options");
	put_options(b, options, command->options);
	if (!command->plain)
		put_options(b, options, options_working);
	put_options(b, options, options_common);
}

static void put_key(
	struct json_build *b, struct json_object *into, const struct key *key)
{
	struct json_object *o = put_object(b, into, NULL);
	char option[64];

	(void)snprintf(option, sizeof(option), "--%s", key->flag);
	put_string(b, o, "key", key->name);
	put_string(b, o, "option", option);
	put_string(b, o, "variable", key->variable);
	put_string(b, o, "value", key->value);
	put_string(b, o, "default", key->preset);
	put_string(b, o, "help", key->help);
}

/* Does the --help of COMMAND have the keys of SECTION? */
static bool is_shown(
	const struct command *command, const struct key_section *section)
{
	return !command || (!command->plain && (!section->command ||
						       !strcmp(section->command,
							       command->name)));
}

int help_json(const struct command *command)
{
	autobuf struct buf text = {0};
	struct error e = {0};
	struct json_build b = {0};
	struct json_object *o = put_object(&b, NULL, NULL);
	struct json_object *list;

	put_string(&b, o, "codeexec", CODEEXEC_VERSION);
	list = put_array(&b, o, "commands");
	for (size_t i = 0; i < commands_count; i++)
		if (!command || command == commands[i])
			put_command(&b, list, commands[i]);
	list = put_array(&b, o, "keys");
	for (size_t s = 0; s < key_sections_count; s++)
		for (size_t i = 0; i < keys_count; i++)
			if (is_shown(command, &key_sections[s]) &&
				key_in_section(&keys[i], &key_sections[s]))
				put_key(&b, list, &keys[i]);
	return cmd_print(&text, true,
		       build_finish(&b, isatty(STDOUT_FILENO) == 1, &text), &e)
		       ? cmd_fail(&e)
		       : 0;
}
