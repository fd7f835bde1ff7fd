/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* What has been given is dropped before more is read. */

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "core/batch_input.h"

#define READ_BYTES 65536

static bool is_blank(const char *data, size_t len)
{
	for (size_t i = 0; i < len; i++)
		if (!strchr(" \t\r", data[i]) || !data[i])
			return false;
	return true;
}

/* The line that begins at input->at and is LEN bytes long, END with its end. */
static enum batch_input_line give(
	struct batch_input *input, size_t len, size_t end)
{
	bool skipped = input->skipping;

	input->at += end;
	input->seen = 0;
	input->bytes += (int64_t)end;
	input->skipping = false;
	input->number++;
	return skipped || len > input->max ? BATCH_INPUT_TOO_LONG
					   : BATCH_INPUT_LINE;
}

enum batch_input_line batch_input_next(
	struct batch_input *input, const char **data, size_t *len)
{
	enum batch_input_line given;
	const char *end;

	do {
		size_t left = input->text.len - input->at;
		bool whole;

		*data = input->text.data ? input->text.data + input->at : "";
		end = memchr(*data + input->seen, '\n', left - input->seen);
		input->seen = left;
		*len = end ? (size_t)(end - *data) : left;
		whole = end || (input->ended && (left || input->skipping));
		if (!whole)
			return input->ended ? BATCH_INPUT_END
					    : BATCH_INPUT_NONE;
		given = give(input, *len, end ? *len + 1 : left);
	} while (given == BATCH_INPUT_LINE && is_blank(*data, *len));
	return given;
}

int batch_input_fill(struct batch_input *input)
{
	char block[READ_BYTES];
	ssize_t got;

	input->text.len -= input->at;
	if (input->at)
		memmove(input->text.data, input->text.data + input->at,
			input->text.len);
	input->at = 0;
	if (input->text.len > input->max) {
		input->bytes += (int64_t)input->text.len;
		input->text.len = input->seen = 0;
		input->skipping = true;
	}
	got = read(input->fd, block, sizeof(block));
	if (got < 0)
		return errno == EINTR || errno == EAGAIN ? 0 : -1;
	if (got == 0)
		input->ended = true;
	if (buf_append(&input->text, block, (size_t)got)) {
		errno = ENOMEM;
		return -1;
	}
	return 0;
}

void batch_input_free(struct batch_input *input)
{
	buf_free(&input->text);
}
