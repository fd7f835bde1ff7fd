/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to queue a signal with a forged sender to init
 * layer: landlock
 * inside scoped: EPERM
 * inside unscoped: ok
 * without landlock: ok
 * no control unscoped: init, which reads its signals, is but woken
 */

#include <signal.h>
#include <sys/syscall.h>

#include "tests/escape/attempt.h"

int main(void)
{
	siginfo_t info = {.si_code = SI_QUEUE, .si_pid = 1, .si_uid = 0};

	return answer(syscall(SYS_rt_sigqueueinfo, 1, SIGUSR1, &info));
}
