/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * The whole way of a request: parse, plan, execute, render. The subcommands
 * differ only in where bytes come from and go to.
 */
#ifndef CORE_ANSWER_H
#define CORE_ANSWER_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

#include "core/buf.h"
#include "core/request.h"
#include "core/result.h"

struct error;
struct policy;
struct registry;

/* What holds for every request. All borrowed. */
struct service {
	const struct policy *policy;
	const struct registry *registry;
	const volatile sig_atomic_t *cancel; /* non-zero: end what runs; NULL */
};

enum answer_form {
	ANSWER_AS_ASKED, /* chunks when the request says stream */
	ANSWER_STREAM,   /* chunks in any case */
	ANSWER_RAW,      /* stdout as it comes, and nothing else */
	ANSWER_PLAN,     /* the plan; nothing is run */
};

/* How an answer leaves. */
struct outlet {
	enum answer_form form;
	bool pretty; /* JSON on several lines */
	int fd;      /* what `write` writes to; borrowed, for poll(2) */
	/* Takes bytes as they are ready. 0, or -1 when nobody reads them any
	 * more: the run is then ended. */
	int (*write)(void *to, const char *data, size_t len);
	void *to;
};

/* What is known of a request afterwards. Zero-initialise; answer_free(). */
struct answer {
	const struct buf *stdin_text; /* borrowed, set before: replaces the
					 stdin that the request has; NULL */
	struct request request;
	struct result result; /* run is NULL when nothing ran */
	bool streamed;        /* bytes have left before the end */
};

/*
 * Answer the request JSON through OUTLET. 0: a completion, a
 * stream or a plan was written. -1 with *E: an error; its JSON is then for the
 * caller to write (answer_error), for only that knows whether it may.
 */
int answer(const struct service *service, const struct buf *json,
	const struct outlet *outlet, struct answer *out, struct error *e);

/* The same for a request that was put together by hand in OUT->request. */
int answer_request(const struct service *service, const struct outlet *outlet,
	struct answer *out, struct error *e);

/* Write E as the error object, as an event when OUT has streamed. 0, or -1
 * when it could not be written. */
int answer_error(const struct outlet *outlet, const struct answer *out,
	const struct error *e);

/* Free what ANSWER holds and make it empty. */
void answer_free(struct answer *answer);

#endif
