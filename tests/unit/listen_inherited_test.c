/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* Sockets that are passed as systemd passes them. */

#include <fcntl.h>
#include <string.h>
#include <sys/socket.h>

#include "tests/unit/child.h"
#include "tests/unit/listen_fixture.h"

/* What follows runs in a child each, whose fds from 3 on are SOCKETS. */
static int passed[3];
static size_t passed_count;
static const char *listen_pid; /* NULL = its own */
static const char *listen_fds;

static struct listener *got;
static size_t got_count;

static int inherit(void)
{
	char own[24];

	/* Out of the way of fd 3 and on first; and blocking, as systemd has
	 * them. */
	for (size_t i = 0; i < passed_count; i++)
		passed[i] = fcntl(passed[i], F_DUPFD, 100);
	for (size_t i = 0; i < passed_count; i++)
		if (dup2(passed[i], 3 + (int)i) < 0 ||
			fcntl(passed[i], F_SETFL, 0))
			_exit(3);
	(void)snprintf(own, sizeof(own), "%ld", (long)getpid());
	if (setenv("LISTEN_PID", listen_pid ? listen_pid : own, 1) ||
		setenv("LISTEN_FDS", listen_fds, 1) ||
		setenv("LISTEN_FDNAMES", "a.socket:b.socket", 1))
		_exit(3);
	return listen_inherited(&got, &got_count, &e);
}

static bool variables_are_gone(void)
{
	return !getenv("LISTEN_PID") && !getenv("LISTEN_FDS") &&
	       !getenv("LISTEN_FDNAMES");
}

static bool takes_both(void)
{
	bool good = !inherit() && got_count == 2 && variables_are_gone() &&
		    got[0].fd == 3 && got[1].fd == 4 &&
		    !strncmp(got[0].name, "http://127.0.0.1:", 17) &&
		    !strcmp(got[1].name, unix_in("passed"));

	for (size_t i = 0; good && i < got_count; i++)
		good = is_set_up(got[i].fd) && arrives(got[i].name, got[i].fd);
	for (size_t i = 0; good && i < got_count; i++)
		listener_close(&got[i]);
	free(got);
	return good && !access(in_folder("passed"), F_OK);
}

static bool takes_none(void)
{
	return !inherit() && !got && !got_count && variables_are_gone() &&
	       !(fcntl(3, F_GETFD) & FD_CLOEXEC);
}

static const char *wanted_message;

static bool is_refused(void)
{
	bool good = inherit() && e.kind == ERR_CONFIG && !got &&
		    variables_are_gone() && strstr(e.message, wanted_message);

	if (!good)
		printf("# %s\n", e.message);
	(void)fflush(stdout);
	return good;
}

static void check_not_taken(int fd, const char *count, const char *message)
{
	passed[0] = fd;
	passed_count = 1;
	listen_fds = count;
	wanted_message = message;
	tap_ok(child_says(is_refused, 0), "refused: %s", message);
	(void)close(fd);
}

static void check_wrong(void)
{
	int pair[2];
	struct address any = {.v4 = {.sin_family = AF_INET}};
	int bound = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) ||
		bind(bound, &any.any, sizeof(any.v4)))
		exit(1);
	check_not_taken(pair[0], "1",
		"fd 3 ('a.socket') from systemd does not listen: the socket "
		"unit wants Accept=no; with Accept=yes the service wants "
		"StandardInput=socket and no --listen");
	check_not_taken(bound, "1", "fd 3 ('a.socket') from systemd does not");
	check_not_taken(pair[1], "65", "LISTEN_FDS is '65': a number of");
	check_not_taken(socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0), "1",
		"fd 3 ('a.socket') from systemd is no stream socket");
	check_not_taken(socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, 0), "1",
		"fd 3 ('a.socket') from systemd is neither a TCP nor");
	check_not_taken(open("/dev/null", O_RDONLY | O_CLOEXEC), "1",
		"fd 3 ('a.socket') from systemd is no socket");
	check_not_taken(open("/dev/null", O_RDONLY | O_CLOEXEC), "-1",
		"LISTEN_FDS is '-1': a number of sockets from 0 to 64");
	check_not_taken(open("/dev/null", O_RDONLY | O_CLOEXEC), "1 ",
		"LISTEN_FDS is '1 ': a number of sockets");
}

static void check_inherited(void)
{
	static const char *const others[] = {"1", "", "x"};
	struct listener tcp = check_opens("0", "http://");
	struct listener local = check_opens(unix_in("passed"), "unix:");

	passed[0] = tcp.fd;
	passed[1] = local.fd;
	passed_count = 2;
	listen_fds = "2";
	tap_ok(child_says(takes_both, 0), "two sockets that were passed");
	for (size_t i = 0; i < 3; i++) {
		listen_pid = others[i];
		tap_ok(child_says(takes_none, 0),
			"none of those that are for process '%s'", others[i]);
	}
	listen_pid = NULL;
	listen_fds = "0";
	tap_ok(child_says(takes_none, 0), "none of none");
	listen_fds = "3";
	passed[2] = -1;
	wanted_message = "fd 5 ('') from systemd is not open";
	tap_ok(child_says(is_refused, 0), "refused: %s", wanted_message);
	listener_close(&tcp);
	listener_close(&local);
	check_wrong();
}

int main(void)
{
	folder_make();
	check_inherited();
	tap_ok(folder_remove(), "cleaned up");
	return tap_done();
}
