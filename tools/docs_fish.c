/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* completions/codeexec.fish */

#include <stdio.h>

#include "cmd/cmd.h"
#include "tools/docs.h"

/* What OPTION offers for its value. */
static void value(enum docs_kind kind, const char *words)
{
	switch (kind) {
	case DOCS_NO_VALUE:
		return;
	case DOCS_FILE:
		(void)fputs(" -r -F", stdout);
		return;
	case DOCS_MODEL:
		(void)fputs(" -x -a '(codeexec models --names 2>/dev/null)'",
			stdout);
		return;
	case DOCS_PROGRAMS:
		(void)fputs(" -x -a '(__fish_append , "
			    "(codeexec models --names --all 2>/dev/null))'",
			stdout);
		return;
	case DOCS_WORDS:
		(void)fputs(" -x -a '", stdout);
		docs_words(words);
		(void)putchar('\'');
		return;
	case DOCS_ANYTHING:
		(void)fputs(" -x", stdout);
	}
}

static void help(const char *text)
{
	(void)fputs(" -d '", stdout);
	docs_quote(text, "\\");
	(void)fputs("'\n", stdout);
}

static void option(const struct docs_option *one, const char *scope)
{
	(void)printf("complete -c codeexec -n \"__codeexec_is %s\"", scope);
	if (one->letter)
		(void)printf(" -s %c", one->letter);
	if (one->name)
		(void)printf(" -l %s", one->name);
	value(one->kind, one->value);
	help(one->help);
}

static const char *const operands[] = {
	[DOCS_NO_OPERAND] = "",
	[DOCS_FILES] = "-F",
	[DOCS_COMMANDS] = "-a \"$commands\"",
	[DOCS_KEYS] = "-a \"$keys\"",
};

static const char head[] =
	"# fish completion for codeexec. Made by tools/docs: do not edit.\n"
	"\n"
	"# The word behind codeexec is yet to come; is one of these.\n"
	"function __codeexec_first\n"
	"    test (count (commandline -opc)) -eq 1\n"
	"end\n"
	"\n"
	"function __codeexec_is\n"
	"    set -l words (commandline -opc)\n"
	"    test (count $words) -gt 1; and contains -- $words[2] $argv\n"
	"end\n"
	"\n"
	"set -l commands ";

int docs_fish(void)
{
	(void)fputs(head, stdout);
	docs_command_names();
	(void)fputs("\nset -l working ", stdout);
	docs_working_names();
	(void)fputs("\nset -l keys ", stdout);
	docs_key_names();
	(void)fputs("\n\ncomplete -c codeexec -f\n"
		    "complete -c codeexec -n __codeexec_first -s h -l "
		    "help -d 'print the commands'\n"
		    "complete -c codeexec -n __codeexec_first -l version "
		    "-d 'print the versions of codeexec and its libraries'\n"
		    "complete -c codeexec -n '__codeexec_is --version' -s v -l "
		    "verbose -d 'say what the kernel has'\n"
		    "complete -c codeexec -n '__codeexec_is --version -h "
		    "--help' -l json -d 'print a JSON object'\n",
		stdout);
	for (size_t i = 0; i < commands_count; i++) {
		const struct command *command = commands[i];

		(void)printf("\ncomplete -c codeexec -n __codeexec_first "
			     "-a %s",
			command->name);
		help(command->summary);
		if (docs_operand(command) != DOCS_NO_OPERAND)
			(void)printf("complete -c codeexec -n "
				     "'__codeexec_is %s' %s\n",
				command->name, operands[docs_operand(command)]);
		docs_each_own(command, option);
		docs_each_policy(command->name, command->name, option);
	}
	(void)putchar('\n');
	docs_each_working("$working", option);
	docs_each_policy(NULL, "$working", option);
	docs_each_common("$commands", option);
	return 0;
}
