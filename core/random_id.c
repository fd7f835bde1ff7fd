/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* getrandom(2), and what it gives as text. */

#include <stdio.h>
#include <string.h>
#include <sys/random.h>

#include "core/random_id.h"

int random_id(const char *front, char *out, size_t size)
{
	unsigned char bytes[RANDOM_ID_DIGITS / 2] = {0};
	int status =
		getrandom(bytes, sizeof(bytes), 0) == sizeof(bytes) ? 0 : -1;
	size_t len = strlen(front);

	(void)snprintf(out, size, "%s", front);
	for (size_t i = 0; i < sizeof(bytes) && len + 3 <= size; i++, len += 2)
		(void)snprintf(out + len, size - len, "%02x", bytes[i]);
	return status;
}
