/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * replay FILE...: what a fuzzer (the target that this is linked to) has kept,
 * once more and without one. Ends at the first that is not held; its name is
 * the last that was printed.
 */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* More than any target takes. */
#define INPUT_BYTES (1 << 20)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void replay(const char *path)
{
	FILE *file = fopen(path, "re");
	uint8_t *data = malloc(INPUT_BYTES);
	size_t len = 0;

	if (file && data)
		len = fread(data, 1, INPUT_BYTES, file);
	if (!file || !data || ferror(file)) {
		perror(path);
		exit(1);
	}
	(void)fclose(file); /* only read */
	(void)LLVMFuzzerTestOneInput(data, len);
	free(data);
}

int main(int argc, char **argv)
{
	for (int i = 1; i < argc; i++) {
		(void)puts(argv[i]);
		(void)fflush(stdout);
		replay(argv[i]);
	}
	return argc < 2;
}
