/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* --help, made from the tables of commands, options and policy keys. */
#ifndef CMD_HELP_H
#define CMD_HELP_H

#include <stdbool.h>
#include <stdio.h>

struct command;
struct options;

/* Print the help of codeexec itself to TO: the subcommands, and IN_FULL where
 * to begin and to read on. */
void help_main(FILE *to, bool in_full);

/* Print the help of COMMAND to stdout: all of it when OPTIONS has --help,
 * without the policy's flags with -h alone. The exit code, 0. */
int help_command(const struct command *command, const struct options *options);

#endif
