/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* An open hash table; 128 bits of hash stand for an id. */

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/batch_done.h"
#include "core/batch_input.h"
#include "core/batch_line.h"
#include "core/error.h"
#include "core/json_check.h"
#include "core/request_parts.h"
#include "core/request_value.h"

/* Longer than any record: nothing of a record is bounded but by limits. */
#define RECORD_BYTES_MAX ((size_t)1 << 31)

/* FNV-1a over TEXT from SEED, its bits mixed in the end. */
static uint64_t hash_text(const char *text, uint64_t seed)
{
	uint64_t hash = UINT64_C(0xcbf29ce484222325) ^ seed;

	for (; *text; text++)
		hash = (hash ^ (unsigned char)*text) * UINT64_C(0x100000001b3);
	hash ^= hash >> 32;
	hash *= UINT64_C(0xd6e8feb86659fd93);
	return hash ^ (hash >> 32);
}

static void hash_id(const char *custom_id, uint64_t out[2])
{
	out[0] = hash_text(custom_id, 0);
	/* Never {0, 0}, which is a free place. */
	out[1] = hash_text(custom_id, UINT64_C(0x9e3779b97f4a7c15)) | 1;
}

/* The place of KEY, or the free one where it would be. */
static struct batch_done_item *find(
	const struct batch_done *done, const uint64_t key[2])
{
	size_t at = key[0] & (done->cap - 1);

	while (done->item[at].key[1] &&
		memcmp(done->item[at].key, key, 16) != 0)
		at = (at + 1) & (done->cap - 1);
	return &done->item[at];
}

static int grow(struct batch_done *done)
{
	struct batch_done larger = {
		.cap = done->cap ? done->cap * 2 : 1024, .count = done->count};

	larger.item = calloc(larger.cap, sizeof(*larger.item));
	if (!larger.item)
		return -1;
	for (size_t i = 0; i < done->cap; i++)
		if (done->item[i].key[1])
			*find(&larger, done->item[i].key) = done->item[i];
	free(done->item);
	*done = larger;
	return 0;
}

static int add(struct batch_done *done, const char *custom_id)
{
	uint64_t key[2];
	struct batch_done_item *place;

	if (done->count * 2 >= done->cap && grow(done))
		return -1;
	hash_id(custom_id, key);
	place = find(done, key);
	if (!place->key[1]) {
		memcpy(place->key, key, 16);
		done->count++;
	}
	place->times++;
	return 0;
}

bool batch_done_take(struct batch_done *done, const char *custom_id)
{
	uint64_t key[2];
	struct batch_done_item *place;

	if (!done->count)
		return false;
	hash_id(custom_id, key);
	place = find(done, key);
	if (!place->times)
		return false;
	place->times--;
	return true;
}

/* Has the request whose record has RESPONSE got what there is to get for it? */
static bool is_final(const struct member *response)
{
	static const char *const names[] = {"status_code", NULL};
	struct member status = {0};
	char other[NAME_SHOWN];
	struct error e = {0};

	return json_span_kind(&response->value) == JSON_OBJECT &&
	       !members_find(response, names, &status, other, &e) &&
	       !(json_span_kind(&status.value) == JSON_INTEGER &&
		       json_span_integer(&status.value) >= 500);
}

/* The custom_id of a record, or NULL when it is none or has none, or is to be
 * made anew. */
static char *record_id(const char *data, size_t len, bool *record)
{
	static const char *const names[] = {
		"custom_id", "response", "error", NULL};
	struct member object = {0};
	struct member value[3] = {0};
	char other[NAME_SHOWN];
	struct error e = {0};

	*record = !json_check(data, len, &object.value, &e) &&
		  *object.value.data == '{' &&
		  !members_find(&object, names, value, other, &e) &&
		  (value[1].value.data || value[2].value.data);
	return *record && value[0].value.data && is_final(&value[1])
		       ? value_string(&value[0], &e)
		       : NULL;
}

/* Take the record DATA; ERR_NO_INPUT when it is none. */
static int take(
	const char *data, size_t len, struct batch_done *done, struct error *e)
{
	bool record;
	char *id = record_id(data, len, &record);
	int status = 0;

	if (!record)
		status = fail(e, ERR_NO_INPUT, "is no record");
	else if (id && add(done, id))
		status = fail_memory(e);
	free(id);
	return status;
}

/* Cut FD off behind its first LEN bytes. */
static int cut(int fd, const char *name, int64_t len, struct error *e)
{
	if (!ftruncate(fd, len) && lseek(fd, 0, SEEK_END) == len)
		return 0;
	return fail(e, ERR_IO, "cannot repair '%s': %s", name, strerror(errno));
}

int batch_done_read(
	int fd, const char *name, struct batch_done *done, struct error *e)
{
	struct batch_input input = {.fd = fd, .max = RECORD_BYTES_MAX};
	int64_t whole = 0;
	int status = 0;

	while (!status && !input.ended) {
		const char *data;
		size_t len;

		if (batch_input_fill(&input)) {
			status = fail(e, ERR_IO, "cannot read '%s': %s", name,
				strerror(errno));
			break;
		}
		if (input.ended)
			break; /* what is left has no end: a torn line */
		while (!status && batch_input_next(&input, &data, &len) ==
					  BATCH_INPUT_LINE)
			status = take(data, len, done, e);
		whole = input.bytes;
	}
	batch_input_free(&input);
	if (status && e->kind == ERR_NO_INPUT)
		return wrap(e,
			"'%s' is not the output of a batch: line %" PRId64,
			name, input.number);
	return status ? -1 : cut(fd, name, whole, e);
}

void batch_done_free(struct batch_done *done)
{
	free(done->item);
	*done = (struct batch_done){0};
}
