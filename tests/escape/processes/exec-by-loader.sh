#!/bin/sh
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 the codeexec authors
#
# tries: to execute a file without a bit for it, by handing it to ld.so
# layer: none forbids it; what confines stays
# inside: NoNewPrivs: 1; Seccomp: 2
# outside: NoNewPrivs: 0; Seccomp: 0
# needs: grep

cp /bin/grep ./copy && chmod 644 copy
/lib64/ld-linux-x86-64.so.2 ./copy -E '^(NoNewPrivs|Seccomp):' /proc/self/status |
	tr -s '\t' ' '
