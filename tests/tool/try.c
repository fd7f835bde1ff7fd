/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * try NAME [ARGUMENT...]
 *
 * Attempts one act and prints `ok` or the name of the errno that it got; acts
 * that count print the count before it. Whatever kills the process is seen by
 * whoever started it. Acts that are one system call are rows of `calls`, the
 * others are functions; `try` alone lists them all.
 */

#include <errno.h>
#include <fcntl.h>
#include <linux/sched.h>
#include <netinet/in.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

/* What an argument of a row stands for: the N-th word behind the name, as it
 * is or as a number; anything else is itself. */
#define TEXT(n) (0x74000000L + (n))
#define NUMBER(n) (0x6e000000L + (n))
#define STRING(text) ((long)(intptr_t)(text))
#define HERE ((long)AT_FDCWD)

struct call {
	const char *name;
	long number;
	long arg[6];
};

static struct clone_args clone_user = {
	.flags = CLONE_NEWUSER, .exit_signal = SIGCHLD};
static char zeros[256];

static const struct call calls[] = {
	{"open-read", SYS_openat, {HERE, TEXT(1), O_RDONLY}},
	{"open-write", SYS_openat, {HERE, TEXT(1), O_WRONLY}},
	{"create", SYS_openat, {HERE, TEXT(1), O_WRONLY | O_CREAT, 0644}},
	{"mknod", SYS_mknodat, {HERE, TEXT(1), S_IFCHR | 0600, 0x103}},
	{"fifo", SYS_mknodat, {HERE, TEXT(1), S_IFIFO | 0600, 0}},
	{"unshare", SYS_unshare, {NUMBER(1)}},
	{"memfd", SYS_memfd_create, {STRING("codeexec"), 0}},
	{"shmget", SYS_shmget, {NUMBER(1), 4096, 0600 | 01000}},
	{"shm-exists", SYS_shmget, {NUMBER(1), 4096, 0}},
	{"kill", SYS_kill, {NUMBER(1), NUMBER(2)}},
	{"socket", SYS_socket, {NUMBER(1), SOCK_DGRAM, 0}},
	{"socketpair", SYS_socketpair,
		{NUMBER(1), SOCK_STREAM, 0, STRING(zeros)}},
	{"ioctl-tiocsti", SYS_ioctl, {0, TIOCSTI, STRING("x")}},
	{"prctl", SYS_prctl, {NUMBER(1), NUMBER(2), NUMBER(3), 0, 0}},
	{"setuid", SYS_setuid, {NUMBER(1)}},
};
#define CALLS (sizeof(calls) / sizeof(*calls))

/* The words behind `try`; word[0] is the name of the act. */
static char **word;
static long words;

static long number(long n)
{
	return n < words ? (long)strtoul(word[n], NULL, 0) : 0;
}

static long value(long arg)
{
	if (arg >= TEXT(0) && arg <= TEXT(9))
		return arg - TEXT(0) < words ? STRING(word[arg - TEXT(0)]) : 0;
	if (arg >= NUMBER(0) && arg <= NUMBER(9))
		return number(arg - NUMBER(0));
	return arg;
}

static long make_call(const struct call *call)
{
	long a[6] = {0};

	for (int i = 0; i < 6; i++)
		a[i] = value(call->arg[i]);
	return syscall(call->number, a[0], a[1], a[2], a[3], a[4], a[5]);
}

/* A child that ends at once. */
static long reaped(long pid)
{
	if (pid == 0)
		_exit(0);
	return pid < 0 ? -1 : waitpid((pid_t)pid, NULL, __WALL);
}

static long act_clone(void)
{
	return reaped(syscall(SYS_clone, number(1) | SIGCHLD, 0, 0, 0, 0));
}

static long act_clone3(void)
{
	return reaped(syscall(SYS_clone3, &clone_user, sizeof(clone_user)));
}

static long act_ptrace_parent(void)
{
	return ptrace(PTRACE_SEIZE, getppid(), NULL, NULL);
}

/* Connect to a unix socket; a leading '@' makes its name abstract. */
static long act_connect_unix(void)
{
	struct sockaddr_un name = {.sun_family = AF_UNIX};
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	size_t len = strlen(word[1]);

	if (fd < 0 || len >= sizeof(name.sun_path))
		return -1;
	memcpy(name.sun_path, word[1], len);
	if (*word[1] == '@')
		name.sun_path[0] = '\0';
	return connect(fd, (const struct sockaddr *)&name,
		(socklen_t)(offsetof(struct sockaddr_un, sun_path) + len));
}

/* Connect or bind a stream socket to 127.0.0.1 or ADDRESS (a number), and a
 * port. */
static long inet_socket(int (*do_it)(int, const struct sockaddr *, socklen_t))
{
	struct sockaddr_in name = {.sin_family = AF_INET,
		.sin_port = htons((uint16_t)number(1)),
		.sin_addr.s_addr = htonl(
			words > 2 ? (uint32_t)number(2) : INADDR_LOOPBACK)};
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

	return fd < 0 ? -1
		      : do_it(fd, (const struct sockaddr *)&name, sizeof(name));
}

static long act_connect_tcp(void)
{
	return inet_socket(connect);
}

static long act_bind_tcp(void)
{
	return inet_socket(bind);
}

/* Fill NUMBER(1) bytes of new memory. */
static long fill(int sharing)
{
	size_t size = (size_t)number(1);
	char *at = mmap(NULL, size, PROT_READ | PROT_WRITE,
		sharing | MAP_ANONYMOUS, -1, 0);

	if (at == MAP_FAILED)
		return -1;
	memset(at, 1, size);
	/* cppcheck-suppress memleak ; it is to be there until the end */
	return 0;
}

static long act_shared_anon(void)
{
	return fill(MAP_SHARED);
}

static long act_private_anon(void)
{
	return fill(MAP_PRIVATE);
}

/* Until it fails or NUMBER(1) is reached: how often it could be done. */
static long count(long (*once)(void))
{
	long most = number(1);
	long done = 0;
	int err;

	while (done < most && once() >= 0)
		done++;
	err = errno;
	printf("%ld ", done);
	errno = err;
	return done == most ? 0 : -1;
}

static long once_fork(void)
{
	pid_t pid = fork();

	if (pid == 0)
		for (;;)
			(void)pause(); /* until killed */
	return pid;
}

static void *sleep_forever(void *unused)
{
	for (;;)
		pause();
	return unused;
}

static long once_thread(void)
{
	pthread_t thread;

	errno = pthread_create(&thread, NULL, sleep_forever, NULL);
	return errno ? -1 : 0;
}

static long once_open(void)
{
	return open("/dev/null", O_RDONLY | O_CLOEXEC);
}

static long act_fork_n(void)
{
	return count(once_fork);
}

static long act_threads_n(void)
{
	return count(once_thread);
}

static long act_open_n(void)
{
	return count(once_open);
}

/* Every open fd with its kind. */
static long act_fds(void)
{
	static const char *const kinds[] = {[1] = "fifo",
		[2] = "device",
		[4] = "folder",
		[8] = "file",
		[12] = "socket"};
	struct stat st;

	for (int fd = 0; fd < 65536; fd++)
		if (!fstat(fd, &st))
			printf("%d %s\n", fd, kinds[(st.st_mode >> 12) & 15]);
	return 0;
}

static const struct {
	const char *name;
	long (*act)(void);
} acts[] = {{"clone", act_clone}, {"clone3", act_clone3},
	{"ptrace-parent", act_ptrace_parent},
	{"connect-unix", act_connect_unix}, {"connect-tcp", act_connect_tcp},
	{"bind-tcp", act_bind_tcp}, {"shared-anon", act_shared_anon},
	{"private-anon", act_private_anon}, {"fork-n", act_fork_n},
	{"threads-n", act_threads_n}, {"open-n", act_open_n}, {"fds", act_fds}};
#define ACTS (sizeof(acts) / sizeof(*acts))

static long attempt(const char *name)
{
	for (size_t i = 0; i < CALLS; i++)
		if (!strcmp(calls[i].name, name))
			return make_call(&calls[i]);
	for (size_t i = 0; i < ACTS; i++)
		if (!strcmp(acts[i].name, name))
			return acts[i].act();
	(void)fprintf(stderr, "try: no act '%s'\n", name);
	exit(64);
}

static void list(void)
{
	for (size_t i = 0; i < CALLS; i++)
		puts(calls[i].name);
	for (size_t i = 0; i < ACTS; i++)
		puts(acts[i].name);
}

int main(int argc, char **argv)
{
	long result;

	if (argc < 2) {
		list();
		return 0;
	}
	word = argv + 1;
	words = argc - 1;
	result = attempt(word[0]);
	puts(result < 0 ? strerrorname_np(errno) : "ok");
	return 0;
}
