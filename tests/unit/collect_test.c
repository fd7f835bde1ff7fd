/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* Bringing files out: what init sends of a folder, and what the supervisor
 * makes of it, and of an init that lies. */

#include <fcntl.h>
#include <ftw.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

#include "sandbox/layer.h"
#include "tests/unit/tap.h"

static char folder[] = "/tmp/collect_test.XXXXXX";

/* A box whose workdir is the folder DIR, with COUNT globs. */
static struct sb_spec spec_make(
	const char *dir, const char *const *glob, size_t count)
{
	return (struct sb_spec){.off = true,
		.off_workdir = dir,
		.collect = glob,
		.collect_count = count,
		.collect_bytes = 1 << 20};
}

static void box_free(struct sb *box)
{
	free(box->inbox);
	free(box->collected);
}

/* A box of SPEC that has had all which init sends. */
static struct sb collected(const struct sb_spec *spec)
{
	struct sb box = {.spec = spec};
	struct sb_end_record end = {0};
	FILE *file = tmpfile();
	struct stat st;
	int fd = file ? fileno(file) : -1;

	if (fd < 0 || write(fd, &end, sizeof(end)) != sizeof(end))
		abort();
	sb_collect_send(&box, fd);
	if (fstat(fd, &st) || !(box.inbox = malloc((size_t)st.st_size)) ||
		pread(fd, box.inbox, (size_t)st.st_size, 0) != st.st_size)
		abort();
	box.inbox_len = (size_t)st.st_size;
	(void)fclose(file);
	sb_collect_take(&box);
	return box;
}

static const struct sb_collected *find(const struct sb *box, const char *path)
{
	for (size_t i = 0; i < box->collected_count; i++)
		if (!strcmp(box->collected[i].path, path))
			return &box->collected[i];
	return NULL;
}

static bool refused(
	const struct sb *box, const char *path, enum sb_refusal refusal)
{
	const struct sb_collected *item = find(box, path);

	return item && item->refusal == refusal && !item->data && !item->len;
}

static bool came(const struct sb *box, const char *path, const char *text)
{
	const struct sb_collected *item = find(box, path);

	return item && !item->refusal && item->len == strlen(text) &&
	       !memcmp(item->data, text, item->len);
}

static void put(const char *path, const char *text)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_EXCL, 0600);

	if (fd < 0 || write(fd, text, strlen(text)) != (ssize_t)strlen(text))
		abort();
	(void)close(fd);
}

static void must(int result)
{
	if (result)
		abort();
}

static void fill(void)
{
	struct sockaddr_un address = {.sun_family = AF_UNIX, .sun_path = "s"};
	int fd = socket(AF_UNIX, SOCK_STREAM, 0);

	must(!mkdtemp(folder) || chdir(folder));
	put("a", "text");
	put("empty", "");
	put("h1", "twice");
	must(link("h1", "h2"));
	must(symlink("/etc/passwd", "l"));
	must(symlink("/etc", "d"));
	must(mkfifo("f", 0600));
	must(bind(fd, (struct sockaddr *)&address, sizeof(address)));
	(void)close(fd);
	must(mkdir("sub", 0700));
	put("sub/b", "below");
	put("sub/a\nb\xff", "odd");
}

static void kinds_test(void)
{
	static const char *const globs[] = {"*", "sub/*", "d/passwd"};
	const struct sb_spec spec = spec_make(folder, globs, 3);
	struct sb box = collected(&spec);

	tap_ok(came(&box, "a", "text") && came(&box, "empty", "") &&
			came(&box, "sub/b", "below") &&
			came(&box, "sub/a\nb\xff", "odd"),
		"plain files come, by any name");
	tap_ok(refused(&box, "l", SB_REFUSAL_SYMBOLIC_LINK) &&
			refused(&box, "d", SB_REFUSAL_SYMBOLIC_LINK),
		"a symbolic link is named, and its target never opened");
	tap_ok(refused(&box, "h1", SB_REFUSAL_HARD_LINK) &&
			refused(&box, "h2", SB_REFUSAL_HARD_LINK),
		"so are both names of one file");
	tap_ok(refused(&box, "f", SB_REFUSAL_FIFO), "and a fifo");
	tap_ok(refused(&box, "s", SB_REFUSAL_SOCKET), "and a socket");
	tap_ok(!find(&box, "sub"), "a folder is not");
	tap_ok(box.collected_count == 10 && !box.collect_truncated,
		"that is all, and no bound was met");
	box_free(&box);
}

static void world_test(void)
{
	static const char *const below[] = {"proc/version"};
	static const char *const devices[] = {"null"};
	struct sb_spec spec = spec_make("/", below, 1);
	struct sb box = collected(&spec);

	tap_ok(refused(&box, "proc", SB_REFUSAL_MOUNT) &&
			box.collected_count == 1,
		"a mount is not entered");
	box_free(&box);
	spec = spec_make("/dev", devices, 1);
	box = collected(&spec);
	tap_ok(refused(&box, "null", SB_REFUSAL_DEVICE) &&
			box.collected_count == 1,
		"a device is not opened");
	box_free(&box);
	spec = spec_make("/no/such", devices, 1);
	box = collected(&spec);
	tap_ok(refused(&box, ".", SB_REFUSAL_UNREADABLE),
		"a workdir that cannot be read is named");
	box_free(&box);
}

static void globs_test(void)
{
	static const char *const link_only[] = {"d"};
	static const char *const behind_link[] = {"d/*"};
	static const char *const elsewhere[] = {"sub/*", "e*", "x/*"};
	static const char *const escaped[] = {"s[tu]b\\/b"};
	struct sb_spec spec = spec_make(folder, link_only, 1);
	struct sb box = collected(&spec);

	tap_ok(refused(&box, "d", SB_REFUSAL_SYMBOLIC_LINK) &&
			box.collected_count == 1,
		"a link that a glob names is named");
	box_free(&box);
	spec = spec_make(folder, behind_link, 1);
	box = collected(&spec);
	tap_ok(refused(&box, "d", SB_REFUSAL_SYMBOLIC_LINK) &&
			box.collected_count == 1,
		"a link that a glob leads through is named");
	box_free(&box);
	spec = spec_make(folder, elsewhere, 3);
	box = collected(&spec);
	tap_ok(box.collected_count == 3 && came(&box, "empty", ""),
		"what no glob names is not");
	box_free(&box);
	spec = spec_make(folder, escaped, 1);
	box = collected(&spec);
	tap_ok(box.collected_count == 1 && came(&box, "sub/b", "below"),
		"an escaped slash is one");
	box_free(&box);
}

static void bytes_test(void)
{
	static const char *const globs[] = {"sub/b"};
	struct sb_spec spec = spec_make(folder, globs, 1);
	struct sb box;

	spec.collect_bytes = (int64_t)strlen("sub/b"
					     "below");
	box = collected(&spec);
	tap_ok(came(&box, "sub/b", "below") && !box.collect_truncated,
		"a file may fill the bound");
	box_free(&box);
	spec.collect_bytes--;
	box = collected(&spec);
	tap_ok(refused(&box, "sub/b", SB_REFUSAL_TOO_LARGE) &&
			box.collect_truncated,
		"one byte less and it does not come");
	box_free(&box);
}

/* What is made of the one record (PATH, of PATH_LEN bytes with its NUL) that
 * claims REFUSAL and SIZE, and of the end behind it: how many came. */
static size_t taken(const char *path, uint32_t path_len, uint16_t refusal,
	uint64_t size, bool *truncated)
{
	const struct sb_spec spec = {.collect_count = 1};
	const struct sb_file_record record = {
		.path_len = path_len, .refusal = refusal, .size = size};
	const struct sb_file_record end = {0};
	char inbox[256] = {0};
	size_t at = sizeof(struct sb_end_record);
	struct sb box = {.spec = &spec, .inbox = inbox};

	memcpy(inbox + at, &record, sizeof(record));
	at += sizeof(record);
	memcpy(inbox + at, path, 4);
	at += 4;
	memcpy(inbox + at, &end, sizeof(end));
	box.inbox_len = at + sizeof(end);
	sb_collect_take(&box);
	*truncated = box.collect_truncated;
	free(box.collected);
	return box.collected_count;
}

static void lies_test(void)
{
	static const struct {
		const char *what;
		const char *path;
		uint32_t path_len;
		uint16_t refusal;
		uint64_t size;
	} lies[] = {
		{"a size that is not there", "abc", 4, 0, 17},
		{"a size that wraps", "abc", 4, 0, UINT64_MAX - 3},
		{"a path that is not there", "abc", 21, 0, 0},
		{"a path longer than all", "abc", UINT32_MAX, 0, 0},
		{"a path without an end", "abcd", 4, 0, 0},
		{"a reason that is none", "abc", 4, SB_REFUSAL_COUNT, 0},
		{"a refusal with content", "abc", 4, SB_REFUSAL_FIFO, 1},
	};
	bool truncated;

	tap_ok(taken("abc", 4, 0, 0, &truncated) == 1 && !truncated,
		"a record is taken");
	tap_ok(taken("abc", 4, SB_REFUSAL_FIFO, 0, &truncated) == 1 &&
			!truncated,
		"a refusal is taken");
	tap_ok(taken("abc", 4, 0, 16, &truncated) == 1 && truncated,
		"without the end some is missing");
	for (size_t i = 0; i < sizeof(lies) / sizeof(*lies); i++)
		tap_ok(taken(lies[i].path, lies[i].path_len, lies[i].refusal,
			       lies[i].size, &truncated) == 0 &&
				truncated,
			"%s is not taken", lies[i].what);
}

static void flood_test(void)
{
	const struct sb_spec spec = {.collect_bytes = 1 << 20};
	static const char block[65536];
	struct sb box = {.spec = &spec, .cpu_ms = -1};
	int ends[2];

	for (size_t i = 0; i < CG_COUNT; i++)
		box.cgroup[i].dir_fd = box.cgroup[i].tasks_fd = -1;
	must(socketpair(AF_UNIX, SOCK_STREAM, 0, ends));
	box.init = fork();
	must(box.init < 0);
	while (box.init == 0)
		if (write(ends[1], block, sizeof(block)) < 0)
			_exit(1);
	box.channel_fd = ends[0];
	box.pidfd = (int)syscall(SYS_pidfd_open, box.init, 0);
	(void)close(ends[1]);
	while (sb_pump(&box) && box.inbox_len < 64 << 20)
		;
	tap_ok(!box.init && box.inbox_len < 3 << 20,
		"an init that sends without end is ended");
	if (box.init)
		(void)kill(box.init, SIGKILL);
	(void)close(box.pidfd);
	box_free(&box);
}

static int remove_entry(
	const char *path, const struct stat *st, int type, struct FTW *where)
{
	(void)st;
	(void)type;
	(void)where;
	return remove(path);
}

int main(void)
{
	(void)signal(SIGPIPE, SIG_IGN);
	fill();
	kinds_test();
	world_test();
	globs_test();
	bytes_test();
	lies_test();
	flood_test();
	(void)nftw(folder, remove_entry, 8, FTW_DEPTH | FTW_PHYS);
	return tap_done();
}
