/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* system_fingerprint: the same one, the same world. */
#ifndef CORE_FINGERPRINT_H
#define CORE_FINGERPRINT_H

struct plan;

#define FINGERPRINT_BYTES 20

/*
 * A hash of codeexec's version, the policy's values and the interpreters of
 * PLAN (path, size, time of change), as "fp_" and 16 hex digits. It names, it
 * does not authenticate.
 */
void fingerprint(const struct plan *plan, char out[FINGERPRINT_BYTES]);

#endif
