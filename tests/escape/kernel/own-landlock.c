/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to get out of Landlock by a ruleset of its own that allows devices
 * layer: landlock
 * inside counted: ruleset ok; device EACCES
 * inside uncounted: ruleset ENOSYS; device EACCES
 * without landlock counted: ruleset ok; device EPERM
 * without landlock uncounted: ruleset ENOSYS; device EPERM
 */

#include <fcntl.h>
#include <linux/landlock.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#include "tests/escape/attempt.h"

int main(void)
{
	struct landlock_ruleset_attr attr = {
		.handled_access_fs = LANDLOCK_ACCESS_FS_MAKE_CHAR};
	struct landlock_path_beneath_attr rule = {
		.allowed_access = LANDLOCK_ACCESS_FS_MAKE_CHAR,
		.parent_fd = open("/", O_PATH | O_CLOEXEC)};
	long ruleset =
		syscall(SYS_landlock_create_ruleset, &attr, sizeof(attr), 0);

	if (ruleset >= 0 &&
		(syscall(SYS_landlock_add_rule, ruleset,
			 LANDLOCK_RULE_PATH_BENEATH, &rule, 0) ||
			syscall(SYS_landlock_restrict_self, ruleset, 0)))
		ruleset = -1;
	answer_to("ruleset", ruleset);
	answer_to("device", mknod("device", S_IFCHR | 0600, 0x103));
	return 0;
}
