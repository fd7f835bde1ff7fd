#!/usr/bin/node
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the codeexec authors
//
// tries: to hold memory in page tables where the address space has no limit,
//   as in
//   the children of node
// layer: cgroup, or the watchdog (memory)
// limits: memory=100MiB
// inside: memory_limit
// with memory=512MiB: ok
// needs: node

const code = `
import mmap
size = 100 << 30
at = mmap.mmap(-1, size, mmap.MAP_PRIVATE | 0x4000, mmap.PROT_READ)
for i in range(0, size, 2 << 20): at[i]
print("ok")`;
process.stdout.write(require("child_process").execFileSync("/usr/bin/python3", ["-c", code]));
