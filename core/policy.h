/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * The operator's rules in force: built-in defaults, then the policy file,
 * then CODEEXEC_* environment, then flags. Every key is a row of core/keys.c;
 * the origin of each value is kept.
 */
#ifndef CORE_POLICY_H
#define CORE_POLICY_H

#include <stdbool.h>
#include <stddef.h>

#include "core/buf.h"
#include "core/limits.h"

struct error;
struct registry;

/* Read when neither --policy nor $CODEEXEC_POLICY names a file. */
#define POLICY_FILE "/etc/codeexec/policy.yaml"

enum policy_sandbox {
	POLICY_SANDBOX_NATIVE,
	POLICY_SANDBOX_OFF, /* no sandbox at all; said in every result */
};

enum policy_network {
	POLICY_NETWORK_NONE, /* a loopback of its own and nothing else */
	POLICY_NETWORK_HOST, /* the host's network; said in every result */
};

/* Who keeps interpreters booted, to fork runs from. */
enum policy_warm {
	POLICY_WARM_AUTO,   /* who has many runs */
	POLICY_WARM_ALWAYS, /* everyone, and waits for the first to boot */
	POLICY_WARM_OFF,
};

/* What holds for `codeexec serve` alone. */
struct policy_server {
	char *api_key_file;     /* NULL = none */
	int64_t max_concurrent; /* runs, over all processes of the service */
	int64_t queue;          /* requests that wait for a run to end */
	int64_t queue_wait_ms;
	char *lock_dir; /* NULL = the user's own */
	int64_t connections;
	int64_t header_timeout_ms;
	int64_t body_timeout_ms;
	int64_t idle_timeout_ms;
	struct strings cors; /* origins; "*" = any */
};

/* How many keys at most core/keys.c may hold (checked there). */
#define POLICY_KEYS_MAX 64

/* Zero-initialise; policy_load() fills it; policy_free() frees it. */
struct policy {
	struct strings programs; /* the allowlist; empty = nothing */
	char *interpreters;      /* registry file; NULL = built-in */
	enum policy_sandbox sandbox;
	struct limits limits; /* every field is set */
	enum policy_network network;
	struct strings environment_pass; /* names taken from our environment */
	struct strings environment_pass_prefix; /* beginnings of such names */
	struct strings environment_set;         /* "NAME=value" */
	struct strings read_only;  /* absolute paths, seen read-only */
	struct strings read_write; /* absolute paths, seen writable */
	struct strings prefix;     /* absolute folders of software, seen
				      read-only, whose bin is searched for
				      interpreters before the system's */
	char *chdir;               /* start here; NULL = the workdir */
	enum policy_warm warm_start;
	struct strings warm_preload; /* names of Python modules */
	struct policy_server server;
	char *origin[POLICY_KEYS_MAX]; /* owned; by row of core/keys.c:
					  "default", "FILE:LINE:COLUMN",
					  "environment CODEEXEC_X", "flag --x"
					*/
};

/* One key given on the command line: row of core/keys.c and its text. */
struct policy_flag {
	size_t key;
	const char *value; /* borrowed */
};

/*
 * Make the policy in force. FILE is the --policy argument or NULL (then
 * $CODEEXEC_POLICY, else /etc/codeexec/policy.yaml if it is there). FLAGS are
 * applied last, in order. 0, or -1 with *E: ERR_CONFIG for the file and the
 * environment ("FILE:LINE:COL: message"), ERR_USAGE for a flag. *OUT must be
 * freed in either case.
 */
int policy_load(const char *file, const struct policy_flag *flags,
	size_t flag_count, struct policy *out, struct error *e);

/* What FILE alone would make of the defaults: 0 when it is a valid policy, or
 * -1 with *E as policy_load() has it. *OUT must be freed in either case. */
int policy_load_file(const char *file, struct policy *out, struct error *e);

/*
 * Hold the allowlist against REGISTRY: an alias ("py") becomes the program's
 * name, a name that no program has is refused with the nearest one. 0, or -1
 * with *E (ERR_CONFIG with the list's origin, or ERR_USAGE for a flag).
 */
int policy_resolve(struct policy *policy, const struct registry *registry,
	struct error *e);

/* Free what POLICY holds and make it empty. */
void policy_free(struct policy *policy);

#endif
