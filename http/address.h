/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* Addresses to listen on, as text and as the kernel has them. */
#ifndef HTTP_ADDRESS_H
#define HTTP_ADDRESS_H

#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/un.h>

struct error;

struct address {
	union {
		struct sockaddr any; /* sa_family tells which */
		struct sockaddr_in v4;
		struct sockaddr_in6 v6;
		struct sockaddr_un local;
	};
	socklen_t len;
};

/* The longest name: "unix:", a path and a NUL. */
#define ADDRESS_NAME_BYTES (5 + sizeof(((struct sockaddr_un *)0)->sun_path) + 1)

/*
 * Read TEXT: 127.0.0.1:8080, [::1]:8080, localhost:8080, :8080 or 8080 (these
 * three are 127.0.0.1), 0.0.0.0:8080, unix:/run/x.sock; port 0 = any free one.
 * 0, or -1 with *E (ERR_USAGE, which says what would be right). Looks up no
 * names.
 */
int address_parse(const char *text, struct address *out, struct error *e);

/* Write "http://127.0.0.1:8080", "http://[::1]:8080", "unix:/run/x.sock" or
 * "unix:@abstract" for ADDRESS, which is of one of these families. */
void address_name(const struct address *address, char name[ADDRESS_NAME_BYTES]);

#endif
