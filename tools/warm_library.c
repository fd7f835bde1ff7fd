/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* The library of warm programs (warm/), built, as a part of codeexec. */

#include "sandbox/warm.h"

__asm__(".section .rodata\n"
	".global warm_library\n"
	".global warm_library_len\n"
	".balign 16\n"
	"warm_library: .incbin \"" WARM_LIBRARY_FILE "\"\n"
	"1: .balign 8\n"
	"warm_library_len: .quad 1b - warm_library\n"
	".previous\n");
