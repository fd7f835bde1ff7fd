/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* Sockets that listen, real ones: on the loopback and in a folder of the
 * test's own. */

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

#include "tests/unit/child.h"
#include "tests/unit/listen_fixture.h"

/* Listen on TEXT, which must fail with CALL, errno ERR and REMEDY. */
static void check_refused(
	const char *text, const char *call, int err, const char *remedy)
{
	struct listener listener;
	char wanted[400];
	int result = listen_open(text, &listener, &e);

	(void)snprintf(wanted, sizeof(wanted),
		"cannot listen on '%s': %s: %s: %s", text, call, strerror(err),
		remedy);
	if (!tap_ok(result && listener.fd == -1 && e.kind == ERR_IO &&
			    !strcmp(e.message, wanted),
		    "refused: %s: %s", text, remedy))
		printf("# %d: %s\n", result, e.message);
}

static void check_tcp(void)
{
	struct listener one = check_opens("0", "http://127.0.0.1:");
	struct listener two = check_opens("localhost:0", "http://127.0.0.1:");
	struct listener all = check_opens("0.0.0.0:0", "http://0.0.0.0:");
	struct listener bad;
	char used[sizeof(struct listener)];

	tap_ok(!strstr(one.name, ":0") && strcmp(one.name, two.name) != 0,
		"a name has the real port: %s", one.name);
	(void)snprintf(used, sizeof(used), "%s", one.name + strlen("http://"));
	check_refused(used, "bind", EADDRINUSE,
		"another process listens there: end it or take another port");
	listener_close(&one);
	listener_close(&one);
	tap_ok(one.fd == -1, "closed, and closed again");
	one = check_opens(used, "http://127.0.0.1:");
	check_refused("192.0.2.1:0", "bind", EADDRNOTAVAIL,
		"no interface of this host has that address: 127.0.0.1 is this "
		"host alone, 0.0.0.0 every interface");
	tap_ok(listen_open("example.org:80", &bad, &e) && e.kind == ERR_USAGE &&
			bad.fd == -1,
		"what is no address is a wrong usage");
	listener_close(&one);
	listener_close(&two);
	listener_close(&all);
}

static void check_v6(void)
{
	struct listener all;
	struct listener one;

	if (listen_open("[::1]:0", &one, &e)) {
		tap_ok(strstr(e.message, "127.0.0.1") != NULL,
			"'[::1]:0' listens # skip no IPv6 here");
		return;
	}
	listener_close(&one);
	one = check_opens("[::1]:0", "http://[::1]:");
	all = check_opens("[::]:0", "http://[::]:");
	if (all.fd >= 0) {
		const char *port = strrchr(all.name, ':');
		char v4[ADDRESS_NAME_BYTES + 16];

		(void)snprintf(v4, sizeof(v4), "127.0.0.1%s", port);
		tap_ok(!arrives(v4, all.fd), "[::] is not 0.0.0.0 as well");
	}
	listener_close(&one);
	listener_close(&all);
}

static bool low_is_refused(void)
{
	struct listener listener;

	return listen_open("127.0.0.1:1", &listener, &e) && e.kind == ERR_IO &&
	       !strcmp(e.message,
		       "cannot listen on '127.0.0.1:1': bind: Permission "
		       "denied: ports below 1024 are root's: take a higher "
		       "one, "
		       "or let systemd open it in a socket unit");
}

/* The lowest port that is not root's alone. */
static long lowest_port(void)
{
	FILE *from =
		fopen("/proc/sys/net/ipv4/ip_unprivileged_port_start", "re");
	char text[16] = "";

	if (from) {
		(void)!fgets(text, sizeof(text), from);
		(void)fclose(from); /* only read */
	}
	return strtol(text, NULL, 10);
}

static void check_low(void)
{
	if (lowest_port() <= 1) {
		tap_ok(true, "refused: a low port # skip all are free here");
		return;
	}
	tap_ok(child_says(low_is_refused, geteuid() ? 0 : CHILD_USER),
		"refused: a low port");
}

static void make_file(const char *path)
{
	int fd = creat(path, 0600);

	if (fd < 0 || close(fd))
		exit(1);
}

static void check_unix(void)
{
	struct listener one = {.fd = -1};
	struct stat status;
	mode_t masks[] = {0, 022, 077, 0177};

	for (size_t i = 0; i < sizeof(masks) / sizeof(*masks); i++) {
		mode_t mask = umask(masks[i]);

		one = check_opens(unix_in("one"), unix_in("one"));
		tap_ok(umask(mask) == masks[i] &&
				!lstat(in_folder("one"), &status) &&
				S_ISSOCK(status.st_mode) &&
				(status.st_mode & 07777) == 0660,
			"mode 0660, the umask %03o untouched", masks[i]);
		if (i < 3)
			listener_close(&one);
	}
	check_refused(unix_in("one"), "bind", EADDRINUSE,
		"another process listens there: end it or take another path");
	tap_ok(arrives(unix_in("one"), one.fd), "which goes on to do so");
	listener_close(&one);
	listener_close(&one);
	tap_ok(lstat(in_folder("one"), &status) && errno == ENOENT,
		"the socket is removed when it is closed");
	check_refused(
		unix_in("none/one"), "bind", ENOENT, "make the folder first");
}

static bool opens_and_dies(void)
{
	struct listener listener;

	return !listen_open(unix_in("two"), &listener, &e);
}

static void check_stale(void)
{
	struct listener live;
	struct listener other;

	tap_ok(child_says(opens_and_dies, 0) && !access(in_folder("two"), F_OK),
		"one that dies leaves its socket");
	other = check_opens(unix_in("two"), unix_in("two"));
	if (unlink(in_folder("two")))
		exit(1);
	live = check_opens(unix_in("two"), unix_in("two"));
	listener_close(&other);
	tap_ok(arrives(unix_in("two"), live.fd),
		"another's socket is not removed");
	if (unlink(in_folder("two")))
		exit(1);
	make_file(in_folder("two"));
	listener_close(&live);
	tap_ok(!access(in_folder("two"), F_OK), "nor what is no socket");
	check_refused(unix_in("two"), "bind", EEXIST,
		"what is there is no socket: remove it or take another path");
	if (symlink(in_folder("three"), in_folder("link")))
		exit(1);
	check_refused(unix_in("link"), "bind", EEXIST,
		"what is there is no socket: remove it or take another path");
	tap_ok(access(in_folder("three"), F_OK) &&
			!access(in_folder("two"), F_OK),
		"and it stays as it was");
}

/* A server whose queue is full has not died. */
static void check_full(void)
{
	struct address address;
	int clients[2];
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

	if (address_parse(unix_in("full"), &address, &e) ||
		bind(fd, &address.any, address.len) || listen(fd, 0))
		exit(1);
	for (int i = 0; i < 2; i++) {
		clients[i] = socket(
			AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
		(void)connect(clients[i], &address.any, address.len);
	}
	check_refused(unix_in("full"), "bind", EADDRINUSE,
		"another process listens there: end it or take another path");
	(void)close(clients[0]);
	(void)close(clients[1]);
	(void)close(fd);
}

static bool folder_is_closed(void)
{
	struct listener listener;

	return listen_open(unix_in("closed/x"), &listener, &e) &&
	       e.kind == ERR_IO &&
	       strstr(e.message,
		       "/closed/x': bind: Permission denied: the folder must "
		       "be ours to write");
}

static void check_closed(void)
{
	uid_t user = geteuid() ? 0 : CHILD_USER;

	if (mkdir(in_folder("closed"), 0555))
		exit(1);
	tap_ok(child_says(folder_is_closed, user),
		"refused: a folder that we may not write");
}

int main(void)
{
	folder_make();
	check_tcp();
	check_v6();
	check_low();
	check_unix();
	check_stale();
	check_full();
	check_closed();
	tap_ok(folder_remove(), "cleaned up");
	return tap_done();
}
