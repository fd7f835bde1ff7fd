/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* Fuzzes the JSON of requests: `make fuzz`. */

#include <stdint.h>

#include "core/error.h"
#include "core/request.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct request request = {0};
	struct error e = {0};

	(void)request_parse((const char *)data, size, &request, &e);
	request_free(&request);
	return 0;
}
