/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to learn the name of the host
 * layer: uts
 * inside: codeexec
 * off: another
 * without uts: another
 */

#include <sys/utsname.h>

#include "tests/escape/attempt.h"

int main(void)
{
	struct utsname name;

	(void)uname(&name);
	(void)puts(strcmp(name.nodename, "codeexec") ? "another" : "codeexec");
	return 0;
}
