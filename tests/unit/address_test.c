/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* Addresses: what is taken means one thing, and what is not says what would be
 * right. */

#include <string.h>

#include "core/error.h"
#include "http/address.h"
#include "tests/unit/tap.h"

#define TEN "0123456789"
/* 107 bytes, the most there can be. */
#define LONG "/" TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN "123456"

struct row {
	const char *text;
	const char *wanted; /* its name, or what the message has */
};

static const struct row taken[] = {
	{"127.0.0.1:8080", "http://127.0.0.1:8080"},
	{"127.0.0.1:0", "http://127.0.0.1:0"},
	{"8080", "http://127.0.0.1:8080"},
	{":8080", "http://127.0.0.1:8080"},
	{"0", "http://127.0.0.1:0"},
	{"00080", "http://127.0.0.1:80"},
	{"localhost:65535", "http://127.0.0.1:65535"},
	{"LocalHost:1", "http://127.0.0.1:1"},
	{"0.0.0.0:80", "http://0.0.0.0:80"},
	{"[::1]:0", "http://[::1]:0"},
	{"[::]:80", "http://[::]:80"},
	{"[2001:DB8:0:0::1]:80", "http://[2001:db8::1]:80"},
	{"unix:/run/x.sock", "unix:/run/x.sock"},
	{"unix:/a:80", "unix:/a:80"},
	{"unix:///x", "unix:///x"},
	{"unix:" LONG, "unix:" LONG},
};

#define NAMES "names are not looked up: write a numeric address"
#define PORT "a port is a number from 0 to 65535"
#define MISSING "the port is missing: ADDRESS:PORT, PORT or unix:/path"
#define BRACKETS "in the brackets an IPv6 address is wanted: [::1]:8080"

static const struct row refused[] = {
	{"", "the port is missing"},
	{":", MISSING},
	{"localhost", MISSING},
	{"127.0.0.1", MISSING},
	{"127.0.0.1:", MISSING},
	{"[::1]", MISSING},
	{"[::1]:", MISSING},
	{"65536", PORT},
	{":99999", PORT},
	{"000080", PORT},
	{":-1", PORT},
	{":+1", PORT},
	{": 1", PORT},
	{"127.0.0.1:80 ", PORT},
	{"127.0.0.1:http", PORT},
	{"127.0.0.1:0x50", PORT},
	{"example.org:80", NAMES},
	{"0:80", NAMES},
	{"127.1:80", NAMES},
	{"0x7f000001:80", NAMES},
	{"2130706433:80", NAMES},
	{"127.0.0.01:80", NAMES},
	{" 127.0.0.1:80", NAMES},
	{"localhost.:80", NAMES},
	{TEN TEN TEN TEN TEN TEN TEN ":80", NAMES},
	{"*:80", "all interfaces are 0.0.0.0:PORT or [::]:PORT"},
	{"::1", "an IPv6 address stands in brackets: [::1]:8080"},
	{"::1:80", "an IPv6 address stands in brackets: [::1]:8080"},
	{"[]:80", BRACKETS},
	{"[127.0.0.1]:80", BRACKETS},
	{"[::1%lo]:80", BRACKETS},
	{"[::1]x:80", "an IPv6 address stands in brackets"},
	{"[::1]80", MISSING},
	{"http://127.0.0.1:80", "it is no URL: write ADDRESS:PORT"},
	{"unix:", "an absolute path is wanted: unix:/path/to/socket"},
	{"unix:x.sock", "an absolute path is wanted"},
	{"unix:@x", "an abstract socket has no permissions"},
	{"unix:" LONG "7", "the path of a socket has at most 107 bytes"},
	{"UNIX:/x", PORT},
};

static void check_taken(const struct row *row)
{
	struct error e = {0};
	struct address address;
	char name[ADDRESS_NAME_BYTES] = "";
	int result = address_parse(row->text, &address, &e);

	if (!result)
		address_name(&address, name);
	if (!tap_ok(!strcmp(name, row->wanted), "'%s' is taken", row->text))
		printf("# %d: '%s' %s\n", result, name, e.message);
}

static void check_refused(const struct row *row)
{
	struct error e = {0};
	struct address address;
	int result = address_parse(row->text, &address, &e);

	if (!tap_ok(result && e.kind == ERR_USAGE &&
			    strstr(e.message, row->wanted) &&
			    !strncmp(e.message, "cannot listen on '", 18),
		    "'%s' is refused: %s", row->text, row->wanted))
		printf("# %d: %s\n", result, e.message);
}

int main(void)
{
	for (size_t i = 0; i < sizeof(taken) / sizeof(*taken); i++)
		check_taken(&taken[i]);
	for (size_t i = 0; i < sizeof(refused) / sizeof(*refused); i++)
		check_refused(&refused[i]);
	return tap_done();
}
