/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* completions/codeexec.bash */

#include <stdio.h>

#include "cmd/cmd.h"
#include "tools/docs.h"

static const char head[] =
	"# bash completion for codeexec. Made by tools/docs: do not edit.\n"
	"\n"
	"_codeexec() {\n"
	"\tlocal cur=${COMP_WORDS[COMP_CWORD]}\n"
	"\tlocal prev=${COMP_WORDS[COMP_CWORD - 1]}\n"
	"\tlocal command=${COMP_WORDS[1]} list='' words=''\n"
	"\n"
	"\t# readline splits --name=value at the equals sign.\n"
	"\tif [[ $cur == = ]]; then\n"
	"\t\tcur=''\n"
	"\telif [[ $prev == = ]]; then\n"
	"\t\tprev=${COMP_WORDS[COMP_CWORD - 2]}\n"
	"\tfi\n"
	"\tif ((COMP_CWORD == 1)); then\n"
	"\t\tcommand='' prev=''\n"
	"\tfi\n"
	"\tcase \"$command $prev\" in\n";

static const char tail[] =
	"\tesac\n"
	"\tif [[ $cur == *,* ]]; then\n"
	"\t\tlist=${cur%,*},\n"
	"\tfi\n"
	"\tmapfile -t COMPREPLY < <(compgen -P \"$list\" -W \"$words\" -- "
	"\"${cur##*,}\")\n"
	"}\n"
	"\n"
	"complete -F _codeexec codeexec\n";

static const char files[] =
	")\n"
	"\t\tcompopt -o filenames\n"
	"\t\tmapfile -t COMPREPLY < <(compgen -f -- \"$cur\")\n"
	"\t\treturn\n"
	"\t\t;;\n";

/* The pattern of OPTION after any command of SCOPE, a pattern too. */
static void pattern(const struct docs_option *option, const char *scope)
{
	(void)fputs("\t", stdout);
	if (option->letter)
		(void)printf("%s\" -%c\"%s", scope, option->letter,
			option->name ? " | " : "");
	if (option->name)
		(void)printf("%s\" --%s\"", scope, option->name);
}

/* What follows OPTION, when it has a value. */
static void value(const struct docs_option *option, const char *scope)
{
	if (option->kind == DOCS_NO_VALUE)
		return;
	pattern(option, scope);
	switch (option->kind) {
	case DOCS_FILE:
		(void)fputs(files, stdout);
		return;
	case DOCS_MODEL:
		(void)fputs(")\n\t\twords=$(\"$1\" models --names "
			    "2>/dev/null)\n\t\t;;\n",
			stdout);
		return;
	case DOCS_PROGRAMS:
		(void)fputs(")\n\t\twords=$(\"$1\" models --names --all "
			    "2>/dev/null)\n\t\t;;\n",
			stdout);
		return;
	case DOCS_WORDS:
		(void)fputs(")\n\t\twords='", stdout);
		docs_words(option->value);
		(void)fputs("'\n\t\t;;\n", stdout);
		return;
	case DOCS_ANYTHING:
	case DOCS_NO_VALUE:
		break;
	}
	(void)fputs(")\n\t\treturn\n\t\t;;\n", stdout);
}

static void name(const struct docs_option *option, const char *scope)
{
	(void)scope; /* every option stands in its command's list */
	if (option->letter)
		(void)printf(" -%c", option->letter);
	if (option->name)
		(void)printf(" --%s", option->name);
}

/* What is no option. */
static void operands(enum docs_operand operand)
{
	if (operand == DOCS_NO_OPERAND)
		return;
	(void)fputs("\t\tif [[ $cur != -* ]]; then\n", stdout);
	if (operand == DOCS_FILES) {
		(void)fputs("\t\t\tcompopt -o filenames\n"
			    "\t\t\tmapfile -t COMPREPLY < "
			    "<(compgen -f -- \"$cur\")\n"
			    "\t\t\treturn\n",
			stdout);
	} else {
		(void)fputs("\t\t\twords='", stdout);
		if (operand == DOCS_COMMANDS)
			docs_command_names();
		else
			docs_key_names();
		(void)fputs("'\n", stdout);
	}
	(void)fputs("\t\tfi\n", stdout);
}

static void options(const struct command *command)
{
	(void)printf("\t%s\" \"*)\n", command->name);
	(void)fputs("\t\twords='", stdout);
	docs_each(command, name);
	(void)fputs("'\n", stdout);
	operands(docs_operand(command));
	(void)fputs("\t\t;;\n", stdout);
}

int docs_bash(void)
{
	(void)fputs(head, stdout);
	(void)fputs("\t' ')\n\t\twords='", stdout);
	docs_command_names();
	(void)fputs("'\n"
		    "\t\tif [[ $cur == -* ]]; then\n"
		    "\t\t\twords='-h --help --version'\n"
		    "\t\tfi\n"
		    "\t\t;;\n"
		    "\t'-h '* | '--help '*)\n"
		    "\t\twords='--json'\n"
		    "\t\t;;\n"
		    "\t'--version '*)\n"
		    "\t\twords='-v --verbose --json'\n"
		    "\t\t;;\n",
		stdout);
	for (size_t i = 0; i < commands_count; i++)
		docs_each_own(commands[i], value);
	docs_each_working("*", value);
	docs_each_policy(NULL, "*", value);
	for (size_t i = 0; i < commands_count; i++)
		docs_each_policy(commands[i]->name, "*", value);
	for (size_t i = 0; i < commands_count; i++)
		options(commands[i]);
	(void)fputs(tail, stdout);
	return 0;
}
