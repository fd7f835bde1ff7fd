/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "sandbox/pass.h"

union control {
	char bytes[CMSG_SPACE(PASS_MAX * sizeof(int))];
	struct cmsghdr align;
};

int pass_send(
	int socket, const void *data, size_t len, const int *fds, size_t count)
{
	union control control = {{0}};
	struct iovec bytes = {(void *)data, len};
	struct msghdr message = {.msg_iov = &bytes, .msg_iovlen = 1};
	struct cmsghdr *header = &control.align;
	ssize_t sent;

	if (count) {
		message.msg_control = control.bytes;
		message.msg_controllen = CMSG_SPACE(count * sizeof(int));
		header->cmsg_level = SOL_SOCKET;
		header->cmsg_type = SCM_RIGHTS;
		header->cmsg_len = CMSG_LEN(count * sizeof(int));
		memcpy(CMSG_DATA(header), fds, count * sizeof(int));
	}
	do
		sent = sendmsg(socket, &message, MSG_NOSIGNAL);
	while (sent < 0 && errno == EINTR);
	return sent == (ssize_t)len ? 0 : -1;
}

void pass_close(const int *fds, size_t count)
{
	for (size_t i = 0; i < count; i++)
		(void)close(fds[i]); /* nothing was written */
}

int pass_receive(int socket, void *data, size_t len, int fds[PASS_MAX])
{
	union control control = {{0}};
	struct iovec bytes = {data, len};
	struct msghdr message = {.msg_iov = &bytes,
		.msg_iovlen = 1,
		.msg_control = control.bytes,
		.msg_controllen = sizeof(control)};
	const struct cmsghdr *header;
	size_t count = 0;
	ssize_t got;

	memset(data, 0, len);
	do
		got = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
	while (got < 0 && errno == EINTR);
	if (got < 0)
		return -1;
	header = CMSG_FIRSTHDR(&message);
	if (header && header->cmsg_type == SCM_RIGHTS) {
		count = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
		memcpy(fds, CMSG_DATA(header), count * sizeof(int));
	}
	if (got == (ssize_t)len &&
		!(message.msg_flags & (MSG_TRUNC | MSG_CTRUNC)))
		return (int)count;
	pass_close(fds, count); /* nobody is told of them */
	errno = got ? EPROTO : ECONNRESET;
	return -1;
}
