/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * Comparing keys without telling by the time it takes how much of one was
 * right: every byte that is shown is compared with every key, whatever came of
 * those before. The sums are volatile, or a compiler could see that nothing
 * more can change them and leave early. `make layers` keeps memcmp and its kin
 * out of this file.
 */

#include <string.h>
#include <strings.h>

#include "http/auth.h"
#include "http/auth_keys.h"

static bool is_key(const struct auth_key *key, const char *shown, size_t len)
{
	volatile size_t differences = key->len ^ len;

	for (size_t i = 0; i < len; i++)
		differences |= (unsigned char)(key->bytes[i] ^ shown[i]);
	return differences == 0;
}

static bool is_known(const struct auth *auth, const char *shown)
{
	size_t len = strlen(shown);
	volatile unsigned found = 0;

	/* The length is the caller's own, and no secret. */
	if (!auth->keys || len < AUTH_KEY_MIN || len > AUTH_KEY_MAX)
		return false;
	for (size_t i = 0; i < auth->keys->count; i++)
		found |= is_key(&auth->keys->key[i], shown, len);
	return found != 0;
}

/* What stands behind the scheme; "" when it is another. */
static const char *bearer(const char *authorization)
{
	static const char scheme[] = "Bearer ";

	if (strncasecmp(authorization, scheme, sizeof(scheme) - 1) != 0)
		return "";
	return authorization + sizeof(scheme) - 1;
}

enum auth_verdict auth_check(
	const struct auth *auth, const char *authorization, const char *api_key)
{
	bool right = true;

	if (!authorization && !api_key)
		return AUTH_ABSENT;
	if (authorization)
		right = is_known(auth, bearer(authorization));
	if (api_key)
		right = is_known(auth, api_key) && right;
	return right ? AUTH_ACCEPTED : AUTH_REFUSED;
}
