/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to make a BPF map
 * layer: seccomp; under it caps
 * inside: EPERM
 * without seccomp: EPERM | ok
 * host root: ok
 * no control as user: it takes a right over the host
 */

#include <linux/bpf.h>
#include <sys/syscall.h>

#include "tests/escape/attempt.h"

int main(void)
{
	union bpf_attr attr = {.map_type = BPF_MAP_TYPE_ARRAY,
		.key_size = 4,
		.value_size = 8,
		.max_entries = 1};

	return answer(syscall(SYS_bpf, BPF_MAP_CREATE, &attr, sizeof(attr)));
}
