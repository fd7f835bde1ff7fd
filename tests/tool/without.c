/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * without CALL[:ARG=VALUE][=ERRNO][,...] -- PROGRAM [ARGUMENT...]
 *
 * Runs PROGRAM with these system calls answered by ERRNO (ENOSYS when it is
 * not said), by a seccomp filter made by hand. With :ARG=VALUE only calls
 * whose argument number ARG is VALUE (its low 32 bits): prctl:0=PR_SET_DUMPABLE
 * as a number. KILL in the place of ERRNO kills the process. What PROGRAM
 * starts inherits the filter, so only calls that libc can do without are of
 * use.
 */

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#define STEPS_MAX 128

static const struct {
	const char *name;
	unsigned number;
} calls[] = {
#define CALL(name)                                                             \
	{                                                                      \
#name, SYS_##name                                              \
	}
	CALL(capget),
	CALL(capset),
	CALL(chdir),
	CALL(clone3),
	CALL(close_range),
	CALL(fchdir),
	CALL(fsconfig),
	CALL(fsmount),
	CALL(fsopen),
	CALL(inotify_init1),
	CALL(ioctl),
	CALL(kill),
	CALL(landlock_add_rule),
	CALL(landlock_create_ruleset),
	CALL(landlock_restrict_self),
	CALL(mkdir),
	CALL(mkdirat),
	CALL(mount),
	CALL(mount_setattr),
	CALL(move_mount),
	CALL(open_tree),
	CALL(pidfd_send_signal),
	CALL(pipe2),
	CALL(pivot_root),
	CALL(prctl),
	CALL(prlimit64),
	CALL(recvmsg),
	CALL(rmdir),
	CALL(seccomp),
	CALL(sendmsg),
	CALL(sendto),
	CALL(setdomainname),
	CALL(setgroups),
	CALL(sethostname),
	CALL(setresgid),
	CALL(setresuid),
	CALL(setsid),
	CALL(signalfd4),
	CALL(socket),
	CALL(socketpair),
	CALL(symlinkat),
	CALL(umount2),
	CALL(unshare),
	CALL(statfs),
	CALL(fstatfs),
	CALL(dup2),
	CALL(getresuid),
	CALL(getresgid),
	CALL(fchmodat),
	CALL(waitid),
	CALL(wait4),
	CALL(rt_sigprocmask),
	CALL(rt_sigaction),
};

static struct sock_filter step[STEPS_MAX];
static unsigned short steps;

static void die(const char *what, const char *word)
{
	(void)fprintf(stderr, "without: %s '%s'\n", what, word);
	exit(64);
}

static void add(uint16_t code, uint8_t if_true, uint8_t if_false, uint32_t k)
{
	if (steps == STEPS_MAX)
		die("too many calls", "");
	step[steps++] = (struct sock_filter){code, if_true, if_false, k};
}

static uint32_t number_of(const char *name)
{
	for (size_t i = 0; i < sizeof(calls) / sizeof(*calls); i++)
		if (!strcmp(calls[i].name, name))
			return calls[i].number;
	die("no call known as", name);
	return 0;
}

static uint32_t action_of(const char *name)
{
	if (!strcmp(name, "KILL"))
		return SECCOMP_RET_KILL_PROCESS;
	for (int err = 1; err < 4096; err++) {
		const char *known = strerrorname_np(err);

		if (known && !strcmp(known, name))
			return SECCOMP_RET_ERRNO | (uint32_t)err;
	}
	die("no error known as", name);
	return 0;
}

static void load(size_t offset)
{
	add(BPF_LD | BPF_W | BPF_ABS, 0, 0, (uint32_t)offset);
}

/* One CALL[:ARG=VALUE][=ERRNO]: the filter's steps for it. */
static void add_call(char *text)
{
	char *argument = strchr(text, ':');
	char *error;
	unsigned long arg = 0;
	unsigned long value = 0;

	if (argument) {
		*argument++ = '\0';
		arg = strtoul(argument, &argument, 0);
		if (*argument++ != '=' || arg > 5)
			die("no ARG=VALUE behind", text);
		value = strtoul(argument, &argument, 0);
		error = *argument == '=' ? argument : NULL;
	} else {
		error = strchr(text, '=');
	}
	if (error)
		*error++ = '\0';
	load(offsetof(struct seccomp_data, nr));
	add(BPF_JMP | BPF_JEQ | BPF_K, 0, argument ? 3 : 1, number_of(text));
	if (argument) {
		load(offsetof(struct seccomp_data, args) + 8 * arg);
		add(BPF_JMP | BPF_JEQ | BPF_K, 0, 1, (uint32_t)value);
	}
	add(BPF_RET | BPF_K, 0, 0, action_of(error ? error : "ENOSYS"));
}

int main(int argc, char **argv)
{
	struct sock_fprog filter = {.filter = step};
	char *rest = NULL;

	if (argc < 4 || strcmp(argv[2], "--") != 0)
		die("usage: without CALL[,CALL...] -- PROGRAM", "");
	for (char *word = strtok_r(argv[1], ",", &rest); word;
		word = strtok_r(NULL, ",", &rest))
		add_call(word);
	add(BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ALLOW);
	filter.len = steps;
	/* An ordinary user may not filter without; root need not change. */
	if (geteuid() != 0 && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
		die("cannot set", "no_new_privs");
	if (syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &filter))
		die("cannot load", "the filter");
	(void)execvp(argv[3], argv + 3);
	die(strerror(errno), argv[3]);
}
