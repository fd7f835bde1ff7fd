/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to set the name of the machine, and its domain
 * layer: seccomp; under it caps, and uts: it would be the sandbox's
 * inside: sethostname EPERM; setdomainname EPERM
 * without seccomp: sethostname EPERM; setdomainname EPERM
 * capable: sethostname ok; setdomainname ok
 */

#include "tests/escape/attempt.h"

int main(void)
{
	answer_to("sethostname", sethostname("attempt", 7));
	answer_to("setdomainname", setdomainname("attempt", 7));
	return 0;
}
