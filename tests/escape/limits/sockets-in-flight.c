/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to have more files open than it may, on their way through a socket
 * layer: rlimits (open_files)
 * limits: open_files=32
 * inside: ETOOMANYREFS
 * without rlimits: ok
 */

#include <sys/socket.h>

#include "tests/escape/attempt.h"

static long pass(int socket, int fd)
{
	union {
		char bytes[CMSG_SPACE(sizeof(int))];
		struct cmsghdr align;
	} control = {{0}};
	char byte = 0;
	struct iovec data = {&byte, 1};
	struct msghdr message = {.msg_iov = &data,
		.msg_iovlen = 1,
		.msg_control = control.bytes,
		.msg_controllen = sizeof(control)};
	struct cmsghdr *header = &control.align;

	header->cmsg_level = SOL_SOCKET;
	header->cmsg_type = SCM_RIGHTS;
	header->cmsg_len = CMSG_LEN(sizeof(int));
	memcpy(CMSG_DATA(header), &fd, sizeof(int));
	return sendmsg(socket, &message, MSG_DONTWAIT);
}

int main(void)
{
	int ends[2];
	long result = 0;

	if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends))
		return answer(-1);
	for (int passed = 0; passed < 100 && result >= 0; passed++)
		result = pass(ends[0], ends[1]);
	return answer(result);
}
