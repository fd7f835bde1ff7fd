/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* What the files of an exchange share among themselves. */
#ifndef HTTP_EXCHANGE_PARTS_H
#define HTTP_EXCHANGE_PARTS_H

#include <stdbool.h>

#include "http/mhd.h"

struct exchange;

/* A path, what may be done there, and how it is answered. */
struct route {
	const char *method; /* GET goes with HEAD as well */
	const char *path;   /* without /v1; with '/' at its end: and below */
	bool open;          /* needs no key */
	/* Queue a response, or suspend X; called again when resumed. */
	enum MHD_Result (*answer)(struct exchange *x);
};

/* Needs PATH no key? */
bool routes_open(const char *path);

/* Find the route of X's method and path. 0, or -1 with its refusal:
 * ERR_UNKNOWN_URL, ERR_METHOD_NOT_ALLOWED (and x->allow). */
int routes_find(struct exchange *x);

/* Put X among those that run or wait, and take it out. */
void exchange_list(struct exchange *x);
void exchange_unlist(struct exchange *x);

/* The answers: http/chat.c, http/status.c. */
enum MHD_Result chat_answer(struct exchange *x);
enum MHD_Result models_answer(struct exchange *x);
enum MHD_Result health_answer(struct exchange *x);
enum MHD_Result metrics_answer(struct exchange *x);

#endif
