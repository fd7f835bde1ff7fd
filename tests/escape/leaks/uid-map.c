/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * tries: to learn who started it, by its id map
 * layer: none: the kernel shows it, but for warm programs their own
 * inside as root: 65534 65534 1
 * inside as user cold: 65534 caller 1
 * inside as user warm: 65534 65534 1
 * setuid: none
 * outside: none
 * wanted: none; the map is a file of the process itself, and says the
 *   caller's id where no other can be mapped
 */

#include "tests/escape/attempt.h"

int main(void)
{
	unsigned long inside = 0;
	unsigned long outside = 0;
	unsigned long count = 0;
	FILE *file = fopen("/proc/self/uid_map", "re");

	if (!file ||
		fscanf(file, "%lu %lu %lu", &inside, &outside, &count) != 3)
		return answer(-1);
	if (count > 1)
		(void)puts("none");
	else if (outside == 65534)
		(void)printf("%lu %lu %lu\n", inside, outside, count);
	else
		(void)printf("%lu caller %lu\n", inside, count);
	return fclose(file);
}
