/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * bomb KIND LIMIT [FOLDER]
 *
 * Takes memory of one KIND until it has four times LIMIT (MiB), then stays: it
 * is for somebody else to end it (or ends, where FOLDER is on a disk and all
 * that was taken is cache). Says the time (CLOCK_MONOTONIC, ms) at which it had
 * more than LIMIT; and the name of the errno when it can get no more, which
 * ends it.
 */

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define MIB ((size_t)1 << 20)
#define TIMES 4
#define CHILDREN 8
/* Below what --file-size is by default. */
#define FILE_MIB 32
#define THREAD_MIB 6

static int limit;          /* MiB */
static const char *folder; /* of files; "" = none */

static long now_ms(void)
{
	struct timespec now;

	(void)clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void *touched(void *at)
{
	if (at != MAP_FAILED)
		memset(at, 1, MIB);
	return at;
}

static void *map(int flags, int fd, int mib)
{
	return touched(mmap(NULL, MIB, PROT_READ | PROT_WRITE, flags, fd,
		(off_t)((size_t)mib * MIB)));
}

/* The kinds: one MiB more, the one that comes after MIB others. 0, or -1 with
 * errno. */
static int take_private(int mib)
{
	(void)mib;
	return map(MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED;
}

static int take_shared(int mib)
{
	(void)mib;
	return map(MAP_SHARED | MAP_ANONYMOUS, -1, 0) == MAP_FAILED;
}

static int take_mapped(int fd, int mib)
{
	return fd < 0 || ftruncate(fd, (off_t)(((size_t)mib + 1) * MIB)) ||
	       map(MAP_SHARED, fd, mib) == MAP_FAILED;
}

static int take_memfd(int mib)
{
	static int fd = -1;

	if (fd < 0)
		fd = (int)memfd_create("bomb", 0);
	return take_mapped(fd, mib);
}

static int take_posix(int mib)
{
	char name[32];
	int fd;

	(void)snprintf(name, sizeof(name), "/bomb%d", mib);
	fd = shm_open(name, O_RDWR | O_CREAT, 0600);
	if (take_mapped(fd, 0))
		return -1;
	return close(fd);
}

static int take_sysv(int mib)
{
	int id = shmget(IPC_PRIVATE, MIB, 0600);
	void *at = id < 0 ? MAP_FAILED : shmat(id, NULL, 0);

	(void)mib;
	return touched(at) == MAP_FAILED;
}

static int take_file(int mib)
{
	static char block[1 << 20];
	char path[256];
	int fd;
	ssize_t wrote;

	(void)snprintf(path, sizeof(path), "%s/bomb%d", folder, mib / FILE_MIB);
	fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
	if (fd < 0)
		return -1;
	wrote = write(fd, block, MIB);
	if (close(fd) || wrote != (ssize_t)MIB)
		return -1;
	return 0;
}

static void *thread(void *there)
{
	volatile char stack[THREAD_MIB * (1 << 20)];

	for (size_t at = 0; at < sizeof(stack); at += 4096)
		stack[at] = 1;
	(void)sem_post(there);
	for (;;)
		(void)pause();
	return NULL;
}

static int take_thread(int mib)
{
	static sem_t there;
	pthread_t id;

	if (mib % THREAD_MIB)
		return 0;
	errno = pthread_create(&id, NULL, thread, &there);
	return errno ? -1 : sem_wait(&there);
}

/* Fill FD; how much went in. */
static size_t fill(int fd)
{
	static char block[1 << 16];
	size_t size = 0;
	ssize_t wrote;

	while ((wrote = write(fd, block, sizeof(block))) > 0)
		size += (size_t)wrote;
	return size;
}

static int take_pipes(int mib)
{
	int ends[2];

	(void)mib;
	for (size_t size = 0; size < MIB; size += fill(ends[1]))
		if (pipe2(ends, O_NONBLOCK))
			return -1;
	return 0;
}

static int take_sockets(int mib)
{
	int ends[2];

	(void)mib;
	for (size_t size = 0; size < MIB; size += fill(ends[0]))
		if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends))
			return -1;
	return 0;
}

static const struct {
	const char *name;
	int (*take)(int mib);
	int children; /* who share the work; 0 = it is done alone */
} kinds[] = {
	{"private", take_private, 0},
	{"children", take_private, CHILDREN},
	{"shared", take_shared, 0},
	{"memfd", take_memfd, 0},
	{"posix", take_posix, 0},
	{"sysv", take_sysv, 0},
	{"file", take_file, 0},
	{"cache", take_file, 0},
	{"threads", take_thread, 0},
	{"pipes", take_pipes, CHILDREN},
	{"sockets", take_sockets, CHILDREN},
};
#define KINDS (sizeof(kinds) / sizeof(*kinds))

static void say(const char *text)
{
	(void)puts(text);
	(void)fflush(stdout);
}

/* Say whatever is to be said of MIB that are taken. */
static void count(int mib)
{
	char text[32];

	if (mib != limit + 1)
		return;
	(void)snprintf(text, sizeof(text), "over %ld", now_ms());
	say(text);
}

static int take_alone(int (*take)(int mib), bool stay)
{
	for (int mib = 0; mib < TIMES * limit; mib++) {
		if (take(mib)) {
			say(strerrorname_np(errno));
			return 0;
		}
		count(mib + 1);
	}
	say("all");
	if (!stay)
		return 0;
	for (;;)
		(void)pause();
}

/* Each child takes its part, below the limit, and says so by a byte a MiB. */
static int take_together(int (*take)(int mib), int children)
{
	int ends[2];
	char byte;

	if (pipe(ends))
		return 1;
	for (int child = 0; child < children; child++) {
		if (fork() != 0)
			continue;
		for (int mib = 0; mib < TIMES * limit / children; mib++) {
			if (take(mib))
				break;
			(void)!write(ends[1], "x", 1);
		}
		for (;;)
			(void)pause();
	}
	for (int mib = 1; read(ends[0], &byte, 1) == 1; mib++)
		count(mib);
	return 1;
}

int main(int argc, char **argv)
{
	if (argc < 3)
		return 2;
	limit = (int)strtol(argv[2], NULL, 10);
	folder = argc > 3 ? argv[3] : "";
	for (size_t i = 0; i < KINDS; i++) {
		if (strcmp(kinds[i].name, argv[1]) != 0)
			continue;
		if (kinds[i].children)
			return take_together(kinds[i].take, kinds[i].children);
		return take_alone(kinds[i].take, strcmp(argv[1], "cache") != 0);
	}
	(void)fprintf(stderr, "bomb: no kind '%s'\n", argv[1]);
	return 2;
}
