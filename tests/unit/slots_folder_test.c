/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* Where slots are kept: in no folder that is not ours alone. */

#include <fcntl.h>
#include <sched.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>

#include "core/error.h"
#include "http/slots.h"
#include "tests/unit/child.h"
#include "tests/unit/folder.h"
#include "tests/unit/tap.h"

static struct error e;

static struct slots open_slots(const char *folder, size_t runs, size_t queue)
{
	struct slots slots = {0};

	if (slots_open(folder, runs, queue, &slots, &e)) {
		printf("# %s\n", e.message);
		exit(1);
	}
	return slots;
}

static void check_refused(const char *path, const char *message)
{
	struct slots slots = {0};
	int result = slots_open(path, 1, 1, &slots, &e);

	if (!tap_ok(result && e.kind == ERR_CONFIG && strstr(e.message, path) &&
			    strstr(e.message, message),
		    "refused: %s", message))
		printf("# %d: %s\n", result, e.message);
	slots_close(&slots);
}

static void check_refused_slash(void)
{
	struct slots slots = {0};

	tap_ok(slots_open(in_folder("link/"), 1, 1, &slots, &e) &&
			strstr(e.message, "/link' is a symbolic link"),
		"refused: a symbolic link with a slash behind it");
}

static void check_folders(void)
{
	struct slots slots;
	int fd;

	if (mkdir(in_folder("real"), 0700) ||
		symlink(in_folder("real"), in_folder("link")) ||
		mkdir(in_folder("open"), 0700) ||
		chmod(in_folder("open"), 0770) ||
		(fd = creat(in_folder("file"), 0600)) < 0 || close(fd))
		exit(1);
	check_refused(
		in_folder("link"), "is a symbolic link: remove it or name");
	check_refused_slash();
	check_refused(in_folder("file"), "is not a folder: remove it or name");
	check_refused(in_folder("open"), "by others: chmod go-w it");
	check_refused(
		in_folder("none/none"), "No such file or directory: make");
	check_refused("slots", "is not an absolute path");

	slots = open_slots(in_folder("real///"), 1, 0);
	tap_ok(!strcmp(slots.folder, in_folder("real")), "slashes behind it");
	if (symlink(in_folder("target"), in_folder("real/slot.0")))
		exit(1);
	tap_ok(slots_take(&slots, &e) < 0 && e.kind == ERR_IO &&
			strstr(e.message, "/real/slot.0") &&
			access(in_folder("target"), F_OK),
		"a symbolic link for a slot is not followed");
	slots_close(&slots);
}

/* What becomes of an open service when its folder goes. */
static void check_gone(void)
{
	struct slots slots = open_slots(in_folder("gone"), 1, 0);
	int fd;

	if (rmdir(in_folder("gone")))
		exit(1);
	fd = slots_take(&slots, &e);
	tap_ok(fd >= 0, "a folder that was removed is made again");
	slots_release(&fd);
	if (unlink(in_folder("gone/slot.0")) || rmdir(in_folder("gone")) ||
		symlink("/tmp", in_folder("gone")))
		exit(1);
	tap_ok(slots_take(&slots, &e) < 0 && e.kind == ERR_CONFIG,
		"one that was replaced by a link is refused");
	slots_close(&slots);
}

static void check_foreign(void)
{
	if (geteuid() != 0) {
		tap_ok(true, "another's folder # skip needs root");
		check_refused("/usr", "belongs to user 0, not to us");
		return;
	}
	if (mkdir(in_folder("foreign"), 0700) ||
		chown(in_folder("foreign"), CHILD_USER, CHILD_USER))
		exit(1);
	check_refused(
		in_folder("foreign"), "belongs to user 424242, not to us");
}

static bool cannot_write(void)
{
	struct slots slots = {0};

	return slots_open(in_folder("closed"), 1, 0, &slots, &e) &&
	       e.kind == ERR_CONFIG &&
	       strstr(e.message, "cannot be written: Permission denied: chmod");
}

static void check_read_only(void)
{
	uid_t user = geteuid() ? 0 : CHILD_USER;

	if (mkdir(in_folder("closed"), 0700) ||
		(user && chown(in_folder("closed"), user, user)) ||
		chmod(in_folder("closed"), 0500))
		exit(1);
	tap_ok(child_says(cannot_write, user), "a folder that is read-only");
}

/* With NULL, the service is in WANTED. */
static bool default_is(const char *wanted)
{
	struct slots slots = {0};
	bool is = !slots_open(NULL, 1, 0, &slots, &e) &&
		  !strcmp(slots.folder, wanted);

	if (!is)
		printf("# %s, not %s: %s\n", slots.folder, wanted, e.message);
	slots_close(&slots);
	return is;
}

static bool default_is_runtime(void)
{
	return !setenv("XDG_RUNTIME_DIR", in_folder("runtime"), 1) &&
	       default_is(in_folder("runtime/codeexec"));
}

/* Whose XDG_RUNTIME_DIR is not there, relative, or another's. */
static bool default_is_tmp(void)
{
	static const char *const values[] = {NULL, "", ".", "/usr", "/none"};
	char wanted[64];
	bool is = !chdir(in_folder("runtime"));

	(void)snprintf(wanted, sizeof(wanted), "/tmp/codeexec-%lu",
		(unsigned long)geteuid());
	for (size_t i = 0; i < sizeof(values) / sizeof(*values); i++) {
		if (!values[i])
			(void)unsetenv("XDG_RUNTIME_DIR");
		else if (setenv("XDG_RUNTIME_DIR", values[i], 1))
			return false;
		is = is && default_is(wanted);
	}
	(void)rmdir(wanted);
	return is;
}

static bool default_is_run(void)
{
	/* Not the host's /run. */
	if (unshare(CLONE_NEWNS) ||
		mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) ||
		mount("none", "/run", "tmpfs", 0, NULL))
		return false;
	return !setenv("XDG_RUNTIME_DIR", test_folder, 1) &&
	       default_is("/run/codeexec");
}

static void check_default(void)
{
	uid_t user = geteuid() ? 0 : CHILD_USER;

	if (mkdir(in_folder("runtime"), 0700) ||
		(user && chown(in_folder("runtime"), user, user)))
		exit(1);
	tap_ok(child_says(default_is_runtime, user),
		"a user's own runtime folder is the default");
	tap_ok(child_says(default_is_tmp, user),
		"without it, one in /tmp that has the user's id");
	if (user)
		tap_ok(child_says(default_is_run, 0), "root's is in /run");
	else
		tap_ok(true, "root's is in /run # skip needs root");
}

int main(void)
{
	folder_make();
	check_folders();
	check_gone();
	check_foreign();
	check_read_only();
	check_default();
	tap_ok(folder_remove(), "cleaned up");
	return tap_done();
}
