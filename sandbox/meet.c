/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * Theory of operation: a socket pair that only the two have. The payload sends
 * its network namespace, where the row is in force, and init says that the
 * mounts stand. Who gives up has told the supervisor why, and the other sees
 * the end of the pair.
 *
 * Must: have init in no other network than the program's, when that begins.
 */

#include <errno.h>
#include <sched.h>
#include <sys/socket.h>
#include <unistd.h>

#include "sandbox/meet.h"
#include "sandbox/net.h"
#include "sandbox/pass.h"

int meet_make(int ends[2], struct sb_fail *why)
{
	return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends)
		       ? sb_fails(why, "socketpair of init and payload")
		       : 0;
}

static int send_word(int end)
{
	const char word = SB_GO;

	return send(end, &word, 1, MSG_NOSIGNAL) == 1 ? 0 : -1;
}

int meet_init(const struct sb *box, const int ends[2], struct sb_fail *why)
{
	const int end = ends[MEET_INIT];
	char word;
	int fds[PASS_MAX];
	int count;

	(void)close(ends[MEET_PAYLOAD]);
	/* Where it has given up, its end says so. */
	if (send_word(end) && errno != EPIPE)
		return sb_fails(why, "meet the payload");
	count = pass_receive(end, &word, 1, fds);
	if (count < 0 && errno == ECONNRESET)
		_exit(SB_EXIT_SETUP);
	if (count != sb_has(box, ROW_NET))
		return sb_fails(why, "meet the payload");
	if (count && setns(fds[0], CLONE_NEWNET)) {
		why->layer = ROW_NET;
		return sb_fails(why, "setns to the payload's network");
	}
	pass_close(fds, (size_t)count);
	(void)close(end);
	return 0;
}

/* A word, and the network namespace with it. */
static int send_network(int end, struct sb_fail *why)
{
	const char word = SB_GO;
	int network = net_namespace(why);
	int result;

	if (network < 0)
		return -1;
	result = pass_send(end, &word, 1, &network, 1);
	if (result && errno != EPIPE)
		return sb_fails(why, "meet init");
	(void)close(network); /* init has its own */
	return 0;
}

int meet_payload(const struct sb *box, const int ends[2], struct sb_fail *why)
{
	const int end = ends[MEET_PAYLOAD];
	char word;
	ssize_t got;

	(void)close(ends[MEET_INIT]);
	if (sb_has(box, ROW_NET)) {
		if (send_network(end, why))
			return -1;
	} else if (send_word(end) && errno != EPIPE) {
		return sb_fails(why, "meet init");
	}
	do
		got = read(end, &word, 1);
	while (got < 0 && errno == EINTR);
	if (got == 0)
		_exit(SB_EXIT_SETUP);
	if (got < 0)
		return sb_fails(why, "meet init");
	(void)close(end);
	return 0;
}
