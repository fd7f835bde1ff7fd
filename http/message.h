/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * Where a request on a connection begins and ends (RFC 9112), judged so
 * strictly that whoever reads the same bytes behind us must come to the same
 * answer. What two readers could take in two ways is refused.
 *
 * Both functions are given bytes as they come. Each byte is looked at once,
 * and the verdict depends on the bytes alone, not on how they were cut. No
 * memory is allocated. Once one has returned -1 nothing more on the connection
 * can be told apart: it has to be closed.
 */
#ifndef HTTP_MESSAGE_H
#define HTTP_MESSAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct error;

/* A head has at most so many bytes, an empty line before it counted. A buffer
 * of this size holds every head that is not refused. */
#define MESSAGE_HEAD_MAX 32768

/* How far a section of fields is judged, of a head or of trailers. */
struct message_fields {
	unsigned state;
	unsigned count;  /* of fields that have begun */
	char name[20];   /* in lower case */
	size_t name_len; /* of the last one; more than sizeof(name) = cut */
};

/* How far a head is judged. */
struct message_place {
	unsigned state;
	size_t at;          /* bytes judged */
	size_t from;        /* where the word or line that is read began */
	unsigned seen;      /* a bit for each field that has a rule */
	unsigned arguments; /* "&" in the target */
	bool options;       /* the method is OPTIONS */
	bool keep_alive;    /* Connection: keep-alive */
	struct message_fields fields;
};

/*
 * What the head of a request says of its framing, once message_head() has
 * returned 1. Zero-initialise once; it can then serve for one head of a
 * connection after the other.
 */
struct message_head {
	size_t len;      /* of the head in bytes: an empty line before it and
			    the one that ends it counted */
	int minor;       /* HTTP/1.minor: 0 or 1 */
	bool chunked;    /* the body is chunked: see message_chunks() */
	uint64_t length; /* of the body in bytes when it is not chunked: the
			    Content-Length, at most 2^63-1, or 0 */
	bool close;      /* the connection ends after this request: Connection:
			    close, or HTTP/1.0 without keep-alive */
	bool expect;     /* the client waits for 100 Continue */
	struct message_place place; /* message_head()'s own */
};

/*
 * Judge the head of a request at the start of the LEN bytes at DATA. While it
 * returns 0, call again with the same HEAD and the same bytes followed by
 * more; they may have moved.
 * 0: not whole yet. 1: whole, and *HEAD filled; what stands behind HEAD->len
 * bytes was not looked at. -1 with *E: ERR_BAD_REQUEST, or
 * ERR_HEADERS_TOO_LARGE when the head, its target (8 KiB) or the number of its
 * fields, of arguments in its target or of its cookies (100 each) is.
 */
int message_head(const char *data, size_t len, struct message_head *head,
	struct error *e);

/* Where a chunked body stands. Zero-initialise for each body. */
struct message_chunks {
	uint64_t total; /* bytes of content so far; the caller bounds it */

	/* message_chunks()'s own */
	unsigned state;
	unsigned digits;   /* of the chunk size */
	uint64_t left;     /* of the chunk, in bytes */
	size_t line;       /* bytes of the line with the chunk size */
	size_t extensions; /* bytes of chunk extensions, in all lines */
	size_t trailers;   /* bytes of trailers */
	struct message_fields fields;
};

/*
 * Judge the next LEN bytes of a chunked body, at DATA. Chunk extensions and
 * trailers are allowed, though bounded; trailers that would change how the
 * request is understood are not.
 * 0: all are part of it and more is to come. 1: it ends after the first *USED
 * of them. -1 with *E: ERR_BAD_REQUEST, or ERR_HEADERS_TOO_LARGE for trailers
 * of more than 4 KiB. *USED is LEN with 0 and says nothing with -1.
 */
int message_chunks(struct message_chunks *chunks, const char *data, size_t len,
	size_t *used, struct error *e);

#endif
