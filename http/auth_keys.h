/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* Keys in memory, as auth.c fills and auth_check.c compares them. */
#ifndef HTTP_AUTH_KEYS_H
#define HTTP_AUTH_KEYS_H

#include <stdbool.h>
#include <stddef.h>

#include "http/auth.h"

struct auth_key {
	size_t len;
	char bytes[AUTH_KEY_MAX]; /* zero from LEN on */
};

struct auth_keys {
	size_t count;
	bool environment; /* key[0] came from there */
	struct auth_key key[AUTH_KEYS_MAX];
};

#endif
