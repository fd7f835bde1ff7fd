/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * The whole way of a request: parse, plan, execute, render. The subcommands
 * differ only in where bytes come from and go to.
 */
#ifndef CORE_ANSWER_H
#define CORE_ANSWER_H

#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

#include "core/buf.h"
#include "core/execute.h"
#include "core/fingerprint.h"
#include "core/json_span.h"
#include "core/plan.h"
#include "core/render.h"
#include "core/request.h"
#include "core/result.h"

struct error;
struct policy;
struct registry;
struct warm;

/* What holds for every request. All borrowed. */
struct service {
	const struct policy *policy;
	const struct registry *registry;
	size_t runs;       /* how many there may be at once; 0 = one */
	struct warm *warm; /* programs that are kept for it; NULL = none */
};

enum answer_form {
	ANSWER_AS_ASKED, /* chunks when the request says stream */
	ANSWER_WHOLE,    /* a completion in any case */
	ANSWER_STREAM,   /* chunks in any case */
	ANSWER_RAW,      /* stdout as it comes, and nothing else */
	ANSWER_PLAN,     /* the plan; nothing is run */
};

/* How an answer leaves. */
struct outlet {
	enum answer_form form;
	bool pretty;        /* JSON on several lines */
	size_t piece_bytes; /* of stdout that are rendered at once, at most */
	/* What write() writes to in the end, and when it takes a piece without
	 * waiting; NULL: when poll(2) says so of fd. */
	int fd;
	bool (*ready)(void *to);
	/* Takes bytes as they are ready. 0, or -1 with errno when nobody reads
	 * them any more: the run is then ended. */
	int (*write)(void *to, const char *data, size_t len);
	/* With ANSWER_RAW: the same for stderr. NULL = not wanted. */
	int errors_fd;
	int (*write_errors)(void *to, const char *data, size_t len);
	void *to;
};

/* An answer in the making, and what is known of the request afterwards.
 * Zero-initialise; answer_free(). It must not move once it has begun. */
struct answer {
	const struct buf *stdin_text; /* borrowed, set before: replaces the
					 stdin that the request has; NULL */
	struct request request;
	struct plan plan;
	struct result result; /* run is NULL when nothing ran */
	bool streamed;        /* bytes have left before the end */

	/* For core/answer.c alone. */
	const struct outlet *outlet; /* borrowed */
	enum answer_form form;
	char fingerprint[FINGERPRINT_BYTES];
	struct render_context context;
	struct render_stream stream;
	struct execute_sink sink;
	struct execution *execution; /* owned; NULL = none has begun */
	int write_errno;             /* of the write that failed; 0 = none */
};

/*
 * The first half: parse the request JSON and plan it, without a single call to
 * the kernel that a caller could wait for. 0, or -1 with *E. answer_plan() is
 * the same for a request that was put together by hand in OUT->request.
 */
int answer_parse(const struct service *service, const struct json_span *json,
	const struct outlet *outlet, struct answer *out, struct error *e);
int answer_plan(const struct service *service, const struct outlet *outlet,
	struct answer *out, struct error *e);

/*
 * The second half: carry out the plan and render what comes of it, through the
 * outlet, in steps as core/execute.h has them. answer_begin() and
 * answer_step(): 1 when there is more to come, 0 when a completion, a stream or
 * a plan has been written, -1 with *E: an error; its JSON is then for the
 * caller to write (answer_error), for only that knows whether it may.
 */
int answer_begin(struct answer *answer, struct error *e);
int answer_step(
	struct answer *answer, const struct pollfd *fds, struct error *e);

/* Write a chunk without content between two others of a stream that goes on.
 * 0, or -1 when it could not be written. */
int answer_idle(struct answer *answer);

/* All the second half at once, for who has nothing else to do. CANCEL turns
 * non-zero when what runs is to be ended. 0 or -1 as above. */
int answer_finish(struct answer *answer, const volatile sig_atomic_t *cancel,
	struct error *e);

/* Write E as the error object, as an event when ANSWER (NULL = none) has
 * streamed. 0, or -1 when it could not be written. */
int answer_error(const struct outlet *outlet, const struct answer *answer,
	const struct error *e);

/* End what runs and free what ANSWER holds, and make it empty. */
void answer_free(struct answer *answer);

#endif
