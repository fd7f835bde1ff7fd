/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* What the files of message.h share among themselves. */
#ifndef HTTP_MESSAGE_PARTS_H
#define HTTP_MESSAGE_PARTS_H

#include <stdbool.h>
#include <stddef.h>

struct error;
struct message_fields;
struct message_head;

/* May C stand in a token (RFC 9110 5.6.2)? */
bool message_is_token(unsigned char c);

/* May C stand in a field value or a quoted string: no control character but a
 * tab? */
bool message_is_text(unsigned char c);

/* Fill *E for a line that C, a CR or an LF, does not end as a line must end.
 * Returns -1. */
int message_line_refuse(unsigned char c, struct error *e);

/* What one more byte of a field section was. */
enum {
	FIELDS_MORE, /* part of a field */
	FIELDS_LINE, /* the end of a field; its name is in *FIELDS */
	FIELDS_END,  /* the end of the section */
};

/* Judge the next byte C of a field section. One of the above, or -1 with *E
 * (ERR_BAD_REQUEST). */
int message_fields(
	struct message_fields *fields, unsigned char c, struct error *e);

/* Judge the field of HEAD whose name is in its place and whose value is the
 * LEN bytes at VALUE, white space around it included. 0, or -1 with *E. */
int message_rules_field(struct message_head *head, const char *value,
	size_t len, struct error *e);

/* Judge HEAD as a whole when its last field was read, and fill in what only
 * then is known. 0, or -1 with *E. */
int message_rules_head(struct message_head *head, struct error *e);

/* Judge the trailer whose name is in *FIELDS. 0, or -1 with *E. */
int message_rules_trailer(const struct message_fields *fields, struct error *e);

#endif
