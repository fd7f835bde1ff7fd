/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* Keys: which are taken and from where, and that they are shown nowhere. */

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

#include "core/buf.h"
#include "core/error.h"
#include "http/auth.h"
#include "tests/unit/auth_fixture.h"
#include "tests/unit/child.h"
#include "tests/unit/tap.h"

struct sources {
	const char *title;
	const char *variable;
	const char *text;
	bool one, two, three; /* which are then keys */
};

static const struct sources taken[] = {
	{"the variable", ONE, NULL, true, false, false},
	{"the variable with white space behind it", ONE " \t\r\n", NULL, true,
		false, false},
	{"a file", NULL, ONE "\n", true, false, false},
	{"a file with several", NULL, ONE "\n" TWO "\n" THREE "\n", true, true,
		true},
	{"both", ONE, TWO "\n", true, true, false},
	{"a file whose last line has no end", NULL, ONE "\n" TWO, true, true,
		false},
	{"a file with CR LF, blank lines and remarks", NULL,
		"# " THREE "\r\n\r\n \t\r\n" ONE " \t\r\n#\r\n" TWO "\r\n",
		true, true, false},
	{"an empty variable and a file", "", ONE, true, false, false},
	{"the variable and a file without keys", ONE, "# none\n", true, false,
		false},
	{"the same key twice", ONE, ONE "\n" ONE "\n", true, false, false},
};

static void check_taken(void)
{
	for (size_t i = 0; i < sizeof(taken) / sizeof(*taken); i++) {
		const struct sources *from = &taken[i];
		struct auth auth = {0};
		int result = load(from->variable, from->text, &auth);

		if (!tap_ok(!result && accepts(&auth, ONE) == from->one &&
				    accepts(&auth, TWO) == from->two &&
				    accepts(&auth, THREE) == from->three,
			    "keys from %s", from->title))
			printf("# %d: %s\n", result, e.message);
		tap_ok(!getenv(AUTH_VARIABLE), "no variable is left");
		auth_free(&auth);
	}
}

struct refusal {
	const char *variable;
	const char *text;
	const char *message; /* has this; with %, behind the file's name */
};

#define SET "a key has letters, digits and -._~+/ only, and = only at its end"
#define SHORT "a key has at least 16 characters; make one with: openssl rand"

static const struct refusal refused[] = {
	{NULL, NULL,
		"serve needs an API key: in the environment variable "
		"CODEEXEC_API_KEY, or in a file, one a line, that the policy's "
		"server.api_key_file names; make one with: openssl rand -hex "
		"32"},
	{"", NULL, "serve needs an API key: in the environment"},
	{" \n", NULL, "serve needs an API key: in the environment"},
	{NULL, "",
		"' holds none, and the environment variable "
		"CODEEXEC_API_KEY is not set; make one with: openssl"},
	{NULL, "# " ONE "\n", "' holds none, and the environment"},
	{"fifteen-letters", NULL, "CODEEXEC_API_KEY: " SHORT},
	{"sixteen letters!", NULL, "CODEEXEC_API_KEY: " SET},
	{NULL, "fifteen-letters", "%:1: " SHORT},
	{NULL, ONE "\n\n#\nshort\n", "%:4: " SHORT},
	{NULL, ONE "\r\n\r\nshort\r\n", "%:3: " SHORT},
	{NULL, L512 "x\n", "%:1: a key has at most 512 characters"},
	{NULL, " " ONE, "%:1: " SET},
	{NULL, ONE " # mine", "%:1: " SET},
	{NULL, "abc=0123456789abcdef", "%:1: " SET},
	{NULL, "================", "%:1: " SET},
	{NULL, ONE "\x7f", "%:1: " SET},
	{NULL, ONE "\xc3\xa9", "%:1: " SET},
	{NULL, "\xef\xbb\xbf" ONE, "%:1: " SET},
	{NULL, "\"0123456789abcdef\"", "%:1: " SET},
	{ONE, TWO "\nshort\n", "%:2: " SHORT},
};

static void check_refused(void)
{
	for (size_t i = 0; i < sizeof(refused) / sizeof(*refused); i++) {
		const struct refusal *row = &refused[i];
		struct auth auth = {0};
		int result = load(row->variable, row->text, &auth);
		char wanted[400];

		if (*row->message == '%')
			(void)snprintf(wanted, sizeof(wanted), "%s%s", path,
				row->message + 1);
		else
			(void)snprintf(
				wanted, sizeof(wanted), "%s", row->message);
		if (!tap_ok(result && e.kind == ERR_CONFIG && !auth.keys &&
				    strstr(e.message, wanted),
			    "refused: %s", row->message))
			printf("# %d: %s\n", result, e.message);
		if (strstr(e.message, "0123456789") ||
			strstr(e.message, "etters-") ||
			strstr(e.message, "sixteen"))
			tap_ok(false, "a key in a message: %s", e.message);
		if (getenv(AUTH_VARIABLE))
			tap_ok(false, "a refused key is left in the variable");
		auth_free(&auth);
	}
}

static void check_sizes(void)
{
	struct auth auth = {0};
	struct buf text = {0};

	tap_ok(!load(NULL, L512, &auth) && accepts(&auth, L512),
		"a key of 512 characters");
	auth_free(&auth);
	write_file("0123456789abcde\0f\n", 18);
	tap_ok(auth_load(path, &auth, &e) && strstr(e.message, ":1: " SET),
		"refused: a NUL");
	for (int i = 0; i < AUTH_KEYS_MAX; i++)
		(void)buf_printf(&text, "0123456789-%05d\n", i);
	tap_ok(!load(NULL, text.data, &auth) &&
			accepts(&auth, "0123456789-00000") &&
			accepts(&auth, "0123456789-01023"),
		"1024 keys, the first and the last");
	auth_free(&auth);
	(void)buf_printf(&text, "0123456789-01024\n");
	tap_ok(load(NULL, text.data, &auth) &&
			strstr(e.message, ":1025: more than 1024 keys"),
		"refused: one more");
	while (text.len < (size_t)1024 * 1024)
		(void)buf_printf(&text, "\n");
	tap_ok(load(NULL, text.data, &auth) &&
			strstr(e.message, "' is larger than 1 MiB"),
		"refused: a larger file");
	buf_free(&text);
}

/* Loading the file with MODE has MESSAGE; NULL = is taken. */
static bool mode_has(mode_t mode, const char *message)
{
	struct auth auth = {0};
	int result;

	if (chmod(path, mode))
		exit(1);
	result = auth_load(path, &auth, &e);
	auth_free(&auth);
	if (!message)
		return !result;
	return result && e.kind == ERR_CONFIG && strstr(e.message, path) &&
	       strstr(e.message, message);
}

static bool modes_of_own(void)
{
	static const mode_t others[] = {
		0640, 0620, 0610, 0604, 0602, 0601, 0660, 0644, 0666, 0777};
	bool all = mode_has(0600, NULL) && mode_has(0400, NULL);

	for (size_t i = 0; i < sizeof(others) / sizeof(*others); i++)
		all = all && mode_has(others[i], ": chmod 600 it");
	(void)chmod(path, 0600);
	return all;
}

static bool modes_of_roots(void)
{
	static const mode_t others[] = {
		0620, 0610, 0604, 0602, 0601, 0660, 0644, 0645, 0666, 0777};
	bool all = mode_has(0600, NULL) && mode_has(0640, NULL) &&
		   mode_has(0440, NULL);

	for (size_t i = 0; i < sizeof(others) / sizeof(*others); i++)
		all = all && mode_has(others[i], ": chmod 640 it");
	(void)chmod(path, 0600);
	return all;
}

/* Of root's file, whose group we are in. */
static bool reads_roots(void)
{
	struct auth auth = {0};

	return !auth_load(path, &auth, &e) && accepts(&auth, ONE);
}

static void check_modes(void)
{
	uid_t user = geteuid() ? 0 : CHILD_USER;

	write_file(ONE, strlen(ONE));
	if (user && chown(path, user, user))
		exit(1);
	tap_ok(child_says(modes_of_own, user), "which modes of our own file");
	if (!user) {
		tap_ok(true, "of root's # skip needs root");
		return;
	}
	tap_ok(mode_has(0600, "belongs to user 424242: it must be root's or"),
		"another's file is refused");
	if (chown(path, 0, user))
		exit(1);
	tap_ok(modes_of_roots(), "which modes of root's file");
	tap_ok(!chmod(path, 0640) && child_says(reads_roots, user),
		"root's file, which our group may read");
	(void)chmod(path, 0600);
}

static void check_files(void)
{
	struct auth auth = {0};

	tap_ok(auth_load("/tmp", &auth, &e) &&
			strstr(e.message, "'/tmp' is not a regular file"),
		"refused: a folder");
	tap_ok(auth_load("/none", &auth, &e) &&
			strstr(e.message, "cannot open '/none': No such file"),
		"refused: a file that is not there");
	if (unlink(path) || mkfifo(path, 0600))
		exit(1);
	tap_ok(auth_load(path, &auth, &e) &&
			strstr(e.message, "is not a regular file"),
		"refused, without a wait: a fifo");
	if (unlink(path))
		exit(1);
	write_file("", 0);
	(void)chmod(path, 0600);
}

static void check_reload(void)
{
	struct auth auth = {0};

	if (load(ONE, TWO, &auth))
		exit(1);
	write_file(THREE, strlen(THREE));
	tap_ok(!auth_load(path, &auth, &e) && accepts(&auth, ONE) &&
			!accepts(&auth, TWO) && accepts(&auth, THREE),
		"read again: the file's new keys, the variable's old one");
	tap_ok(!auth_load(path, &auth, &e) && accepts(&auth, ONE), "and again");
	write_file("short", 5);
	tap_ok(auth_load(path, &auth, &e) && accepts(&auth, ONE) &&
			accepts(&auth, THREE),
		"a file that is refused leaves the keys as they are");
	write_file("", 0);
	tap_ok(!auth_load(path, &auth, &e) && accepts(&auth, ONE) &&
			!accepts(&auth, THREE),
		"an empty one leaves the variable's");
	auth_free(&auth);
	if (load(NULL, TWO, &auth))
		exit(1);
	write_file("", 0);
	tap_ok(auth_load(path, &auth, &e) && accepts(&auth, TWO),
		"without any new key the old ones stay");
	auth_free(&auth);
}

/* This program again, with two variables of the name in its first environment:
 * is either still in /proc/self/environ? */
static int show_environment(void)
{
	struct auth auth = {0};
	struct buf text = {0};
	int fd;
	bool before;
	bool after;

	fd = open("/proc/self/environ", O_RDONLY | O_CLOEXEC);
	if (fd < 0 || buf_read(&text, fd, 65536) || close(fd))
		return 2;
	before = memmem(text.data, text.len, ONE, strlen(ONE)) &&
		 memmem(text.data, text.len, TWO, strlen(TWO));
	buf_free(&text);
	if (auth_load(NULL, &auth, &e) || !accepts(&auth, ONE))
		return 3;
	fd = open("/proc/self/environ", O_RDONLY | O_CLOEXEC);
	if (fd < 0 || buf_read(&text, fd, 65536) || close(fd))
		return 2;
	after = memmem(text.data, text.len, ONE, strlen(ONE)) ||
		memmem(text.data, text.len, TWO, strlen(TWO)) ||
		!memmem(text.data, text.len, "LAST=1", 6);
	buf_free(&text);
	auth_free(&auth);
	return before && !after && getenv("LAST") ? 0 : 4;
}

static bool environment_is_wiped(void)
{
	static char name[] = "auth_test";
	static char word[] = "environment";
	static char first[] = AUTH_VARIABLE "=" ONE;
	static char second[] = AUTH_VARIABLE "=" TWO;
	static char last[] = "LAST=1";
	char *const argv[] = {name, word, NULL};
	char *const envp[] = {first, second, last, NULL};

	(void)execve("/proc/self/exe", argv, envp);
	return false;
}

int main(int argc, char **argv)
{
	(void)argv;
	if (argc > 1)
		return show_environment();
	make_path();
	check_taken();
	check_refused();
	check_sizes();
	check_modes();
	check_files();
	check_reload();
	tap_ok(child_says(environment_is_wiped, 0),
		"/proc/self/environ has none of them, and all the rest");
	(void)unlink(path);
	return tap_done();
}
