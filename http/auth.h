/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * The keys that callers must show: where they come from, and whether one that
 * is shown is among them.
 *
 * Keys are in no message, in no core dump, after auth_load() not in
 * /proc/PID/environ, and in no child that is forked: init of a sandbox is a
 * copy of the server.
 */
#ifndef HTTP_AUTH_H
#define HTTP_AUTH_H

struct auth_keys;
struct error;

#define AUTH_VARIABLE "CODEEXEC_API_KEY"

/* In characters. */
#define AUTH_KEY_MIN 16
#define AUTH_KEY_MAX 512
/* How many there may be. */
#define AUTH_KEYS_MAX 1024

/* Zero-initialise. */
struct auth {
	struct auth_keys *keys; /* owned; NULL = none, all are refused */
};

enum auth_verdict {
	AUTH_ABSENT, /* nothing was shown */
	AUTH_REFUSED,
	AUTH_ACCEPTED,
};

/*
 * Read the keys: one from the environment variable AUTH_VARIABLE, which is
 * wiped and taken out of the environment, and those of FILE, NULL = none: one
 * a line, but for blank lines and those that begin with #; white space at a
 * line's end does not count. FILE must be a regular file of at most 1 MiB that
 * belongs to root or to us and gives others nothing, and the group no more
 * than reading, that only when it is root's.
 *
 * 0, with *OUT for auth_free(). Called again with the same *OUT it reads FILE
 * anew and remembers the key of the environment. -1 with *E: ERR_CONFIG,
 * naming the place and what mends it, also when there is no key at all;
 * ERR_INTERNAL; the keys of *OUT then stay in force.
 */
int auth_load(const char *file, struct auth *out, struct error *e);

/*
 * Judge the values of the header fields Authorization ("Bearer KEY", the scheme
 * in any case, one space) and api-key ("KEY"), without the white space around
 * them; NULL = the request has none. Where both are shown both must be right.
 * How long it takes depends on how long they are and on how many keys there
 * are, on nothing else. In a forked child all are refused.
 */
enum auth_verdict auth_check(const struct auth *auth, const char *authorization,
	const char *api_key);

/* Wipe and free what AUTH holds. Legal on zero. */
void auth_free(struct auth *auth);

#endif
