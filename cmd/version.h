/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* codeexec --version: what of it is in use here. */
#ifndef CMD_VERSION_H
#define CMD_VERSION_H

/*
 * Print the versions of codeexec and its libraries; as ARGV[1] and further say
 * also what each layer of the sandbox finds in the kernel (-v, --verbose), or
 * all as JSON (--json). The exit code; a failure was told on stderr.
 */
int version_print(int argc, char **argv);

#endif
