/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* Fuzzes the YAML of policies: `make fuzz`. */

#include <stdint.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/error.h"
#include "core/policy.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct policy policy = {0};
	struct error e = {0};
	char path[64];
	int fd = memfd_create("policy", 0);

	if (fd < 0 || fchmod(fd, 0600) ||
		write(fd, data, size) != (ssize_t)size)
		return 0;
	(void)snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	(void)policy_load_file(path, &policy, &e);
	policy_free(&policy);
	(void)close(fd);
	return 0;
}
