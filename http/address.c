/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* inet_pton(3) and nothing more lenient: to others "0:80" and "127.1:80" are
 * addresses too, and what listens on all interfaces must be spelled out. */

#include <arpa/inet.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/error.h"
#include "http/address.h"

#define UNIX "unix:"

static int refuse(const char *text, struct error *e, const char *why)
{
	return fail(e, ERR_USAGE, "cannot listen on '%.200s': %s", text, why);
}

static int parse_unix(const char *text, struct address *out, struct error *e)
{
	const char *path = text + strlen(UNIX);
	size_t len = strlen(path);

	if (*path == '@')
		return refuse(text, e,
			"an abstract socket has no permissions, so everyone on "
			"this host may connect: write unix:/path/to/socket");
	if (*path != '/')
		return refuse(text, e,
			"an absolute path is wanted: unix:/path/to/socket");
	if (len >= sizeof(out->local.sun_path))
		return refuse(
			text, e, "the path of a socket has at most 107 bytes");
	out->local.sun_family = AF_UNIX;
	memcpy(out->local.sun_path, path, len + 1);
	out->len =
		(socklen_t)(offsetof(struct sockaddr_un, sun_path) + len + 1);
	return 0;
}

/* Of TEXT's HOST: what would be right. */
static const char *host_problem(const char *host)
{
	if (strchr(host, ':'))
		return "an IPv6 address stands in brackets: [::1]:8080";
	if (!strcmp(host, "*"))
		return "all interfaces are 0.0.0.0:PORT or [::]:PORT";
	return "names are not looked up: write a numeric address, such as "
	       "127.0.0.1:8080, or unix:/path/to/socket";
}

static int parse_v4(const char *text, const char *host, struct address *out,
	struct error *e)
{
	if (!*host || !strcasecmp(host, "localhost"))
		host = "127.0.0.1";
	if (inet_pton(AF_INET, host, &out->v4.sin_addr) != 1)
		return refuse(text, e, host_problem(host));
	out->v4.sin_family = AF_INET;
	out->len = sizeof(out->v4);
	return 0;
}

/* HOST with its brackets. */
static int parse_v6(
	const char *text, char *host, struct address *out, struct error *e)
{
	host[strlen(host) - 1] = '\0';
	if (inet_pton(AF_INET6, host + 1, &out->v6.sin6_addr) != 1)
		return refuse(text, e,
			"in the brackets an IPv6 address is wanted: "
			"[::1]:8080");
	out->v6.sin6_family = AF_INET6;
	out->len = sizeof(out->v6);
	return 0;
}

/* The port TEXT, in network order. */
static int parse_port(const char *text, in_port_t *port)
{
	size_t digits = strspn(text, "0123456789");
	unsigned long value;

	if (digits == 0 || digits > 5 || text[digits])
		return -1;
	value = strtoul(text, NULL, 10);
	*port = htons((uint16_t)value);
	return value > 65535 ? -1 : 0;
}

/* Where the port of TEXT begins; NULL when it has none. */
static const char *find_port(const char *text)
{
	const char *end = strrchr(text, ']');
	const char *colon = strrchr(end ? end : text, ':');

	if (colon)
		return colon + 1;
	return text[strspn(text, "0123456789")] ? NULL : text;
}

static int parse_tcp(const char *text, struct address *out, struct error *e)
{
	const char *port_text = find_port(text);
	char host[64];
	size_t len;
	in_port_t port;

	if (!port_text || !*port_text)
		return refuse(text, e,
			"the port is missing: ADDRESS:PORT, PORT or "
			"unix:/path/to/socket are right");
	if (parse_port(port_text, &port))
		return refuse(text, e, "a port is a number from 0 to 65535");
	len = port_text > text ? (size_t)(port_text - text) - 1 : 0;
	if (len >= sizeof(host))
		return refuse(text, e, host_problem(""));
	memcpy(host, text, len);
	host[len] = '\0';
	if (len && host[0] == '[' && host[len - 1] == ']') {
		out->v6.sin6_port = port;
		return parse_v6(text, host, out, e);
	}
	out->v4.sin_port = port;
	return parse_v4(text, host, out, e);
}

int address_parse(const char *text, struct address *out, struct error *e)
{
	*out = (struct address){0};
	if (!strncmp(text, UNIX, strlen(UNIX)))
		return parse_unix(text, out, e);
	if (strstr(text, "://"))
		return refuse(text, e,
			"it is no URL: write ADDRESS:PORT or "
			"unix:/path/to/socket");
	return parse_tcp(text, out, e);
}

void address_name(const struct address *address, char name[ADDRESS_NAME_BYTES])
{
	size_t head = offsetof(struct sockaddr_un, sun_path);
	const char *path = address->local.sun_path;
	char host[INET6_ADDRSTRLEN] = "";

	if (address->any.sa_family == AF_INET) {
		(void)inet_ntop(
			AF_INET, &address->v4.sin_addr, host, sizeof(host));
		(void)snprintf(name, ADDRESS_NAME_BYTES, "http://%s:%u", host,
			ntohs(address->v4.sin_port));
	} else if (address->any.sa_family == AF_INET6) {
		(void)inet_ntop(
			AF_INET6, &address->v6.sin6_addr, host, sizeof(host));
		(void)snprintf(name, ADDRESS_NAME_BYTES, "http://[%s]:%u", host,
			ntohs(address->v6.sin6_port));
	} else if (address->len > head && !*path) {
		(void)snprintf(name, ADDRESS_NAME_BYTES, UNIX "@%.*s",
			(int)(address->len - head - 1), path + 1);
	} else {
		(void)snprintf(name, ADDRESS_NAME_BYTES, UNIX "%.*s",
			(int)(address->len - head), path);
	}
}
