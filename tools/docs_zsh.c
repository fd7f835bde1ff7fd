/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* completions/_codeexec, which zsh finds by this name. */

#include <stdio.h>
#include <string.h>

#include "cmd/cmd.h"
#include "tools/docs.h"

static const char head[] =
	"#compdef codeexec\n"
	"# zsh completion for codeexec. Made by tools/docs: do not edit.\n"
	"\n"
	"_codeexec_allowed() {\n"
	"\tcompadd \"$@\" - "
	"${(f)\"$(_call_program models $program models --names "
	"2>/dev/null)\"}\n"
	"}\n"
	"\n"
	"_codeexec_known() {\n"
	"\tcompadd \"$@\" - "
	"${(f)\"$(_call_program models $program models --names --all "
	"2>/dev/null)\"}\n"
	"}\n"
	"\n"
	"_codeexec_commands() {\n"
	"\t_describe command commands\n"
	"}\n"
	"\n"
	"_codeexec() {\n"
	"\tlocal curcontext=$curcontext program=$words[1] state\n"
	"\tlocal -a commands working common keys\n"
	"\n";

static const char middle[] =
	"\tif [[ $words[2] == --version ]] && ((CURRENT > 2)); then\n"
	"\t\tshift words\n"
	"\t\t((CURRENT--))\n"
	"\t\t_arguments '(-v --verbose)'{-v,--verbose}'[say what the kernel "
	"has]' \\\n"
	"\t\t\t'--json[print a JSON object]'\n"
	"\t\treturn\n"
	"\tfi\n"
	"\tif [[ $words[2] == (-h|--help) ]] && ((CURRENT > 2)); then\n"
	"\t\tshift words\n"
	"\t\t((CURRENT--))\n"
	"\t\t_arguments '--json[print a JSON object]'\n"
	"\t\treturn\n"
	"\tfi\n"
	"\t_arguments -C \\\n"
	"\t\t'(- *)'{-h,--help}'[print the commands]' \\\n"
	"\t\t'(- *)--version[print the versions of codeexec and its "
	"libraries]' \\\n"
	"\t\t'1:command:->command' \\\n"
	"\t\t'*::argument:->argument'\n"
	"\tif [[ $state == command ]]; then\n"
	"\t\t_codeexec_commands\n"
	"\t\treturn\n"
	"\tfi\n"
	"\tcase $words[1] in\n";

static const char tail[] = "\tesac\n"
			   "}\n"
			   "\n"
			   "if [[ $funcstack[1] == _codeexec ]]; then\n"
			   "\t_codeexec \"$@\"\n"
			   "else\n"
			   "\tcompdef _codeexec codeexec\n"
			   "fi\n";

/* The part of a specification behind its brackets. */
static void value(const struct docs_option *option)
{
	if (option->kind == DOCS_NO_VALUE)
		return;
	(void)putchar(':');
	docs_quote(option->value, ":");
	switch (option->kind) {
	case DOCS_FILE:
		(void)fputs(":_files", stdout);
		return;
	case DOCS_MODEL:
		(void)fputs(":_codeexec_allowed", stdout);
		return;
	case DOCS_PROGRAMS:
		(void)fputs(":_sequence _codeexec_known", stdout);
		return;
	case DOCS_WORDS:
		(void)fputs(":(", stdout);
		docs_words(option->value);
		(void)putchar(')');
		return;
	case DOCS_ANYTHING:
	case DOCS_NO_VALUE:
		break;
	}
	(void)fputs(": ", stdout);
}

static void one_form(const struct docs_option *option, const char *form)
{
	bool is_list = option->value && strstr(option->value, "=") != NULL;

	/* '*': it may be given again. */
	(void)printf("\t\t'%s%s[", is_list ? "*" : "", form);
	docs_quote(option->help, "[]:\\");
	(void)putchar(']');
	value(option);
	(void)fputs("'", stdout);
}

static void specification(const struct docs_option *option, const char *end)
{
	char form[64];

	if (option->letter) {
		(void)snprintf(form, sizeof(form), "-%c%s", option->letter,
			option->value ? "+" : "");
		one_form(option, form);
		(void)fputs(end, stdout);
	}
	if (option->name) {
		(void)snprintf(form, sizeof(form), "--%s%s", option->name,
			option->value ? "=" : "");
		one_form(option, form);
		(void)fputs(end, stdout);
	}
}

static void shared(const struct docs_option *option, const char *scope)
{
	(void)scope; /* all of them go into one array */
	specification(option, "\n");
}

static void own(const struct docs_option *option, const char *scope)
{
	(void)scope; /* the case that they stand in */
	specification(option, " \\\n");
}

static const char *operands(const struct command *command)
{
	switch (docs_operand(command)) {
	case DOCS_COMMANDS:
		return " '1:command:_codeexec_commands'";
	case DOCS_KEYS:
		return " \"*:key:($keys)\"";
	case DOCS_FILES:
		return " '*:FILE:_files'";
	case DOCS_NO_OPERAND:
		break;
	}
	return "";
}

int docs_zsh(void)
{
	(void)fputs(head, stdout);
	(void)fputs("\tworking=(\n", stdout);
	docs_each_working("", shared);
	docs_each_policy(NULL, "", shared);
	(void)fputs("\t)\n\tcommon=(\n", stdout);
	docs_each_common("", shared);
	(void)fputs("\t)\n\tkeys=(", stdout);
	docs_key_names();
	(void)fputs(")\n\tcommands=(\n", stdout);
	for (size_t i = 0; i < commands_count; i++) {
		(void)printf("\t\t'%s:", commands[i]->name);
		docs_quote(commands[i]->summary, ":\\");
		(void)fputs("'\n", stdout);
	}
	(void)printf("\t)\n%s", middle);
	for (size_t i = 0; i < commands_count; i++) {
		(void)printf(
			"\t%s)\n\t\t_arguments -s \\\n", commands[i]->name);
		docs_each_own(commands[i], own);
		docs_each_policy(commands[i]->name, "", own);
		(void)printf("\t\t%s$common%s\n\t\t;;\n",
			commands[i]->plain ? "" : "$working ",
			operands(commands[i]));
	}
	(void)fputs(tail, stdout);
	return 0;
}
