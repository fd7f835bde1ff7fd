/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* Fuzzes the Markdown of messages: `make fuzz`. */

#include <stdint.h>
#include <string.h>

#include "core/error.h"
#include "core/fences.h"
#include "core/utf8.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct fences fences = {0};
	struct error e = {0};
	const char *text = (const char *)data;

	/* What a request can bring: valid UTF-8 without a NUL. */
	size = utf8_valid(text, size);
	if (memchr(text, '\0', size))
		return 0;
	(void)fences_find(text, size, &fences, &e);
	fences_free(&fences);
	return 0;
}
