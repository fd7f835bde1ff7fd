/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* What meet.c needs of the net row. */
#ifndef SANDBOX_NET_H
#define SANDBOX_NET_H

#include "sandbox/sandbox.h"

/* In the payload, the row entered: an fd of its network namespace, the caller's
 * to close; -1 with *WHY. */
int net_namespace(struct sb_fail *why);

#endif
