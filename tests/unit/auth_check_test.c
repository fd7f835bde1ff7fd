/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* Which callers are let in. */

#include <string.h>

#include "http/auth.h"
#include "tests/unit/auth_fixture.h"
#include "tests/unit/child.h"
#include "tests/unit/tap.h"

struct shown {
	const char *authorization;
	const char *api_key;
	enum auth_verdict verdict;
};

static const struct shown requests[] = {
	{NULL, NULL, AUTH_ABSENT},
	{"Bearer " ONE, NULL, AUTH_ACCEPTED},
	{"bearer " ONE, NULL, AUTH_ACCEPTED},
	{"BEARER " TWO, NULL, AUTH_ACCEPTED},
	{NULL, ONE, AUTH_ACCEPTED},
	{"Bearer " ONE, TWO, AUTH_ACCEPTED},
	{"", NULL, AUTH_REFUSED},
	{"Bearer", NULL, AUTH_REFUSED},
	{"Bearer ", NULL, AUTH_REFUSED},
	{"Bearer  " ONE, NULL, AUTH_REFUSED},
	{"Bearer\t" ONE, NULL, AUTH_REFUSED},
	{" Bearer " ONE, NULL, AUTH_REFUSED},
	{"Bearer" ONE, NULL, AUTH_REFUSED},
	{"Bearer " ONE " ", NULL, AUTH_REFUSED},
	{"Bearer " ONE "x", NULL, AUTH_REFUSED},
	{"Bearer x" ONE, NULL, AUTH_REFUSED},
	{"Bearer 0123456789abcde", NULL, AUTH_REFUSED},
	{"Bearer sk-codeexec.two~_/+=", NULL, AUTH_REFUSED},
	{"Bearer 0123456789abcdeF", NULL, AUTH_REFUSED},
	{"Bearer 1123456789abcdef", NULL, AUTH_REFUSED},
	{"Bearer " ONE "," TWO, NULL, AUTH_REFUSED},
	{"Bearer " L512, NULL, AUTH_REFUSED},
	{"Bearer " L512 "x", NULL, AUTH_REFUSED},
	{"Basic " ONE, NULL, AUTH_REFUSED},
	{"Basic MDEyMzQ1Njc4OWFiY2RlZjo=", NULL, AUTH_REFUSED},
	{ONE, NULL, AUTH_REFUSED},
	{NULL, "", AUTH_REFUSED},
	{NULL, "Bearer " ONE, AUTH_REFUSED},
	{NULL, ONE " ", AUTH_REFUSED},
	{"Bearer " ONE, "wrong", AUTH_REFUSED},
	{"Bearer wrong", ONE, AUTH_REFUSED},
	{"Basic " ONE, ONE, AUTH_REFUSED},
};

static void check_requests(void)
{
	static const struct auth none = {0};
	struct auth auth = {0};

	if (load(ONE, TWO, &auth))
		exit(1);
	for (size_t i = 0; i < sizeof(requests) / sizeof(*requests); i++) {
		const struct shown *row = &requests[i];

		tap_ok(auth_check(&auth, row->authorization, row->api_key) ==
				row->verdict,
			"P28: Authorization '%.40s', api-key '%s': %d",
			row->authorization ? row->authorization : "(none)",
			row->api_key ? row->api_key : "(none)", row->verdict);
		tap_ok(auth_check(&none, row->authorization, row->api_key) !=
				AUTH_ACCEPTED,
			"and without keys nothing is let in");
	}
	auth_free(&auth);
}

static struct auth inherited;

static bool is_without_keys(void)
{
	return !accepts(&inherited, ONE) && !accepts(&inherited, TWO) &&
	       !accepts(&inherited, "");
}

static void check_child(void)
{
	if (load(ONE, TWO, &inherited))
		exit(1);
	tap_ok(child_says(is_without_keys, 0), "a forked child has no keys");
	tap_ok(accepts(&inherited, ONE), "its parent still has them");
	auth_free(&inherited);
	auth_free(&inherited);
	tap_ok(!accepts(&inherited, ONE), "freed, and freed again");
}

int main(void)
{
	make_path();
	check_requests();
	check_child();
	(void)unlink(path);
	return tap_done();
}
