/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* The library of warm programs (warm/), built, as a part of codeexec: see
 * sandbox/warm.h. */

	.section .rodata
	.global warm_library
	.global warm_library_len
	.balign 16
warm_library:
	.incbin WARM_LIBRARY_FILE
1:
	.balign 8
warm_library_len:
	.quad 1b - warm_library
	.section .note.GNU-stack, "", %progbits
