/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to keep another run of the same id from passing fds, by fds of its
 *   own that
 *   are on their way
 * parties: two
 * layer: none: the kernel counts what is on its way for the id as a whole
 * limits: open_files=64
 * inside: ETOOMANYREFS
 * no control: it goes through
 * wanted: ok; the kernel counts by id, whatever the namespace: only an id
 *   of its own for each run would end it, and an ordinary user has one to
 *   map
 */

#include <sys/socket.h>

#include "tests/escape/attempt.h"

/* Send FD many times over SOCKET. The first failure, or 0. */
static long pass(int socket, int fd)
{
	enum { COUNT = 100 };
	union {
		char bytes[CMSG_SPACE(COUNT * sizeof(int))];
		struct cmsghdr align;
	} control = {{0}};
	char byte = 0;
	struct iovec data = {&byte, 1};
	struct msghdr message = {.msg_iov = &data,
		.msg_iovlen = 1,
		.msg_control = control.bytes,
		.msg_controllen = sizeof(control)};
	struct cmsghdr *header = &control.align;
	int fds[COUNT];

	for (int i = 0; i < COUNT; i++)
		fds[i] = fd;
	header->cmsg_level = SOL_SOCKET;
	header->cmsg_type = SCM_RIGHTS;
	header->cmsg_len = CMSG_LEN(sizeof(fds));
	memcpy(CMSG_DATA(header), fds, sizeof(fds));
	return sendmsg(socket, &message, MSG_DONTWAIT);
}

int main(int argc, char **argv)
{
	int ends[2];

	(void)argc;
	if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends))
		return answer(-1);
	if (!strcmp(argv[ROLE], "first")) {
		/* What an earlier attempt had on its way may still be. */
		while (pass(ends[0], ends[1]) < 0)
			(void)usleep(1000);
		while (pass(ends[0], ends[1]) >= 0)
			;
		stay();
	}
	return answer(pass(ends[0], ends[1]));
}
