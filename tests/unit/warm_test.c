/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* What a supervisor and a warm program say to each other: fds arrive all or not
 * at all, and a description is read as it was written, or not at all. */

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "sandbox/file.h"
#include "sandbox/pass.h"
#include "sandbox/warm.h"
#include "tests/unit/tap.h"

static int count_fds(void)
{
	DIR *dir = opendir("/proc/self/fd");
	int count = 0;

	while (dir && readdir(dir))
		count++;
	if (dir)
		(void)closedir(dir);
	return count;
}

/* Send LEN bytes with two fds, for a receiver of eight bytes. What it gets,
 * into FDS, with errno. */
static int passed(size_t len, int fds[PASS_MAX])
{
	static const char bytes[16];
	const int sent[] = {STDIN_FILENO, STDOUT_FILENO};
	char data[8];
	int ends[2];
	int got;
	int err;

	if (socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends) ||
		(len && pass_send(ends[0], bytes, len, sent, 2)))
		abort();
	(void)close(ends[0]);
	got = pass_receive(ends[1], data, sizeof(data), fds);
	err = errno;
	(void)close(ends[1]);
	errno = err;
	return got;
}

static void pass_test(void)
{
	int fds[PASS_MAX];
	int before = count_fds();
	int first;
	struct rlimit had;
	struct rlimit few;

	tap_ok(passed(8, fds) == 2 && fcntl(fds[0], F_GETFD) == FD_CLOEXEC &&
			fcntl(fds[1], F_GETFD) == FD_CLOEXEC,
		"two fds arrive, and end at execve");
	pass_close(fds, 2);
	tap_ok(passed(0, fds) == -1 && errno == ECONNRESET, "the end is told");
	tap_ok(passed(7, fds) == -1 && errno == EPROTO, "too short");
	tap_ok(passed(9, fds) == -1 && errno == EPROTO, "too long");
	tap_ok(count_fds() == before, "fds of what is refused are closed");

	/* Room for both sockets, and for one of the two once one is closed. */
	first = dup(STDIN_FILENO);
	(void)close(first);
	if (first < 0 || getrlimit(RLIMIT_NOFILE, &had))
		abort();
	few = (struct rlimit){(rlim_t)first + 2, had.rlim_max};
	if (setrlimit(RLIMIT_NOFILE, &few))
		abort();
	tap_ok(passed(8, fds) == -1 && errno == EPROTO,
		"one fd of two is none");
	if (setrlimit(RLIMIT_NOFILE, &had))
		abort();
	tap_ok(count_fds() == before, "and it is closed");
}

static char *const words[] = {"one", "", NULL};
static const struct sb_file files[] = {{"a", "b\0c", 3}, {"empty", "", 0}};
static const struct sb_bind binds[] = {{"/usr", SB_BIND_READ_ONLY, true}};
static const char *const globs[] = {"*.txt"};
static const struct sb_spec spec = {
	.exe = "/bin/true",
	.argv = words,
	.envp = words,
	.file = files,
	.file_count = 2,
	.bind = binds,
	.bind_count = 1,
	.limits = {.processes = 7},
	.collect = globs,
	.collect_count = 1,
	.collect_bytes = 9,
};

static void same_test(void)
{
	struct warm_description about;
	const struct sb_spec *got = &about.spec;
	int fd = warm_describe(&spec, 5, SB_MEMORY_CGROUP1);

	tap_ok(!warm_read(fd, &about), "a description is read");
	(void)close(fd);
	tap_ok(about.rows == 5 && about.memory == SB_MEMORY_CGROUP1 &&
			got->limits.processes == 7 && got->collect_bytes == 9,
		"its numbers");
	tap_ok(!strcmp(got->exe, "/bin/true") && !got->chdir &&
			!strcmp(got->argv[0], "one") && !*got->argv[1] &&
			!got->argv[2] && !strcmp(got->envp[0], "one"),
		"its texts");
	tap_ok(got->file_count == 2 && got->file[0].len == 3 &&
			!memcmp(got->file[0].data, "b\0c", 3) &&
			!strcmp(got->file[1].path, "empty") &&
			!got->file[1].len && !got->root_file_count,
		"its files");
	tap_ok(got->bind_count == 1 && got->bind[0].optional &&
			got->collect_count == 1 &&
			!strcmp(got->collect[0], "*.txt"),
		"its lists");
	warm_forget(&about);
	tap_ok(!about.arena && !about.spec.exe, "and is forgotten");
}

/* TEXT, of LEN bytes, as a description. */
static int read_text(const char *text, size_t len)
{
	struct warm_description about;
	int fd = memfd_create("test", MFD_CLOEXEC);
	int result;

	if (fd < 0 || file_write(fd, text, len))
		abort();
	result = warm_read(fd, &about);
	(void)close(fd);
	warm_forget(&about);
	return result;
}

static void broken_test(void)
{
	size_t len = 0;
	size_t refused = 0;
	char *text = warm_text(&spec, 5, SB_MEMORY_CGROUP1, &len);

	for (size_t part = 0; text && part < len; part++)
		refused += read_text(text, part) == -1;
	tap_ok(refused == len, "what ends early is refused");
	for (size_t at = 0; text && at + 8 <= len; at++) {
		char kept[8];

		memcpy(kept, text + at, 8);
		memset(text + at, 0x7f, 8);
		(void)read_text(text, len);
		memcpy(text + at, kept, 8);
	}
	tap_ok(text && !read_text(text, len),
		"numbers that are too large lead nowhere");
	free(text);
}

int main(void)
{
	pass_test();
	same_test();
	broken_test();
	return tap_done();
}
