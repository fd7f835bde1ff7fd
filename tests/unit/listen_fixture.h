/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* What the tests of listeners share. */
#ifndef TESTS_UNIT_LISTEN_FIXTURE_H
#define TESTS_UNIT_LISTEN_FIXTURE_H

#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

#include "core/buf.h"
#include "core/error.h"
#include "http/listen.h"
#include "tests/unit/folder.h"
#include "tests/unit/tap.h"

static struct error e;

/* "unix:TEST_FOLDER/NAME"; good until the fourth call after. */
static const char *unix_in(const char *name)
{
	static char texts[4][160];
	static unsigned at;
	char *text = texts[at++ % 4];

	(void)snprintf(text, sizeof(texts[0]), "unix:%s", in_folder(name));
	return text;
}

/* Does a connection to TEXT, a listener's name, arrive at FD? */
static bool arrives(const char *text, int fd)
{
	const char *plain = strncmp(text, "http://", 7) ? text : text + 7;
	struct pollfd wait = {fd, POLLIN, 0};
	struct address address;
	autofd int client = -1;
	autofd int accepted = -1;

	if (address_parse(plain, &address, &e))
		return false;
	client = socket(address.any.sa_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (connect(client, &address.any, address.len) ||
		poll(&wait, 1, 1000) != 1)
		return false;
	accepted = accept(fd, NULL, NULL);
	return accepted >= 0;
}

static bool is_set_up(int fd)
{
	return (fcntl(fd, F_GETFD) & FD_CLOEXEC) &&
	       (fcntl(fd, F_GETFL) & O_NONBLOCK);
}

/* Listen on TEXT, which must work; its name begins with NAME. */
static struct listener check_opens(const char *text, const char *name)
{
	struct listener listener;
	int result = listen_open(text, &listener, &e);

	if (!tap_ok(!result && !strncmp(listener.name, name, strlen(name)) &&
			    is_set_up(listener.fd) &&
			    arrives(listener.name, listener.fd),
		    "'%s' listens", text))
		printf("# %d: '%s' %s\n", result, listener.name, e.message);
	return listener;
}

#endif
