/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * The messages of a request: the last user message is the code, system and
 * developer messages are stdin, the rest is a conversation that codeexec has
 * no memory of and does not look at.
 */

#include <stdio.h>
#include <string.h>

#include "core/error.h"
#include "core/request.h"
#include "core/request_parts.h"
#include "core/request_value.h"

#define BOM "\xef\xbb\xbf"

enum role {
	ROLE_USER,
	ROLE_STDIN,
	ROLE_OTHER,
};

static const struct {
	const char *name;
	enum role role;
} roles[] = {
	{"user", ROLE_USER},
	{"system", ROLE_STDIN},
	{"developer", ROLE_STDIN},
	{"assistant", ROLE_OTHER},
	{"tool", ROLE_OTHER},
	{"function", ROLE_OTHER},
};

/* One message. */
struct message {
	const char *role_name; /* static */
	enum role role;
	struct member content;
};

static int role_read(
	const struct member *m, struct message *message, struct error *e)
{
	autofree char *name = NULL;
	char shown[NAME_SHOWN];

	if (!m->value.data)
		return value_missing(m, e);
	name = value_string(m, e);
	if (!name)
		return -1;
	for (size_t i = 0; i < sizeof(roles) / sizeof(*roles); i++) {
		if (!strcmp(roles[i].name, name)) {
			message->role_name = roles[i].name;
			message->role = roles[i].role;
			return 0;
		}
	}
	return fail_at(e, ERR_INVALID_VALUE, m->path,
		"'%s' must be user, system, developer, assistant, tool or "
		"function, not '%s'",
		m->path, name_shown(name, shown));
}

static int message_read(
	const struct member *m, struct message *message, struct error *e)
{
	static const char *const names[] = {"role", "content", NULL};
	struct member value[2];
	char other[NAME_SHOWN];

	if (json_span_kind(&m->value) != JSON_OBJECT)
		return value_refuse(m, "an object", e);
	if (members_find(m, names, value, other, e))
		return -1;
	message->content = value[1];
	return role_read(&value[0], message, e);
}

/* The text of the part M into *TEXT, absent when it is no text. */
static int part_read(struct reading *r, const struct member *m,
	struct member *text, struct error *e)
{
	static const char *const names[] = {"type", "text", NULL};
	struct member value[2];
	char other[NAME_SHOWN];
	autofree char *type = NULL;

	*text = (struct member){0};
	if (json_span_kind(&m->value) != JSON_OBJECT)
		return value_refuse(m, "an object", e);
	if (members_find(m, names, value, other, e))
		return -1;
	if (!value[0].value.data)
		return value_missing(&value[0], e);
	type = value_string(&value[0], e);
	if (!type)
		return -1;
	if (strcmp(type, "text") != 0 && strcmp(type, "input_text") != 0)
		return request_ignore(r, type, e);
	if (!value[1].value.data)
		return value_missing(&value[1], e);
	*text = value[1];
	return 0;
}

/* Append the content M of a message to OUT. */
static int content_read(struct reading *r, const struct member *m,
	struct buf *out, struct error *e)
{
	struct json_span rest = m->value;
	struct member part;
	struct member text;
	bool separate = false;

	if (json_span_kind(&m->value) == JSON_STRING)
		return value_text(m, out, e);
	if (json_span_kind(&m->value) != JSON_ARRAY)
		return value_refuse(m, "a string or an array of parts", e);
	for (size_t i = 0; json_span_item(&rest, &part.value); i++) {
		(void)snprintf(part.path, PATH_SHOWN, "%.64s[%zu]", m->path, i);
		if (part_read(r, &part, &text, e))
			return -1;
		if (!text.value.data)
			continue;
		if (separate && buf_append(out, "\n", 1))
			return fail_memory(e);
		separate = true;
		if (value_text(&text, out, e))
			return -1;
	}
	return 0;
}

/* Where in the request the first NUL of SPAN is written, as an escape. */
static size_t nul_offset(const struct reading *r, const struct json_span *span)
{
	const char *at = span->data;
	const char *end = span->data + span->len;

	while (at < end && (at = memchr(at, '\\', (size_t)(end - at))) &&
		strncmp(at, "\\u0000", strlen("\\u0000")) != 0)
		at += 2;
	return (size_t)((at ? at : span->data) - r->json);
}

/* The content M is the code. */
static int user_read(struct reading *r, const struct member *m, struct error *e)
{
	struct buf *text = &r->out->text;

	if (content_read(r, m, text, e))
		return -1;
	/* No interpreter takes it, and some would run only what is before. */
	if (text->len && memchr(text->data, 0, text->len))
		return fail_at(e, ERR_INVALID_VALUE, m->path,
			"'%s' must not hold U+0000: there is one at byte %zu",
			m->path, nul_offset(r, &m->value));
	if (text->len >= strlen(BOM) && !memcmp(text->data, BOM, strlen(BOM))) {
		text->len -= strlen(BOM);
		memmove(text->data, text->data + strlen(BOM), text->len + 1);
	}
	return 0;
}

/* MESSAGE is a part of stdin. */
static int system_read(
	struct reading *r, const struct message *message, struct error *e)
{
	if (r->system_role.count && buf_append(&r->system, "\n", 1))
		return fail_memory(e);
	if (!strings_has(&r->system_role, message->role_name) &&
		strings_add(&r->system_role, message->role_name))
		return fail_memory(e);
	return content_read(r, &message->content, &r->system, e);
}

int request_messages(struct reading *r, const struct member *m, struct error *e)
{
	struct json_span rest = m->value;
	struct member item;
	struct member user = {0};
	size_t count;

	if (json_span_kind(&m->value) != JSON_ARRAY)
		return value_refuse(m, "an array of messages", e);
	r->has_messages = true;
	for (count = 0; json_span_item(&rest, &item.value); count++) {
		struct message message = {0};

		(void)snprintf(item.path, PATH_SHOWN, "messages[%zu]", count);
		if (message_read(&item, &message, e))
			return -1;
		if (message.role == ROLE_USER)
			user = message.content;
		if (message.role == ROLE_STDIN && system_read(r, &message, e))
			return -1;
	}
	if (!count)
		return fail_at(e, ERR_INVALID_VALUE, m->path,
			"'messages' must hold at least 1 message");
	if (!user.path[0])
		return fail_at(e, ERR_INVALID_VALUE, m->path,
			"'messages' must hold a user message: it is the code");
	return user_read(r, &user, e);
}
