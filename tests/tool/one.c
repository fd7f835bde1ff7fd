/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * one ROW[,ROW...]|all[,-ROW...]|none [KEY=VALUE...] -- PROGRAM [ARGUMENT...]
 *
 * Runs PROGRAM with exactly these rows of the sandbox's order and exits as it
 * did; 125 with a line "LAYER: STEP: ERROR" when the box could not be had.
 * Keys: memory, address_space, processes, open_files, file_size, workdir (bytes
 * or counts), cpu (ms), stop (ms until sb_stop), read_only, read_write (paths,
 * repeatable), usage (a file that gets the account).
 */

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sandbox/describe.h"
#include "sandbox/layer.h"

#define BINDS_MAX 32
#define EXIT_REFUSED 125

struct setup {
	struct sb_spec spec;
	struct sb_bind bind[BINDS_MAX];
	uint32_t rows;
	long stop_ms;
	const char *usage;
};

static const struct sb_limits limits = {
	.cpu_time_ms = 60000,
	.memory_bytes = INT64_C(512) << 20,
	.processes = 64,
	.open_files = 256,
	.file_size_bytes = INT64_C(64) << 20,
	.workdir_bytes = INT64_C(64) << 20,
};

static void die(const char *what, const char *word)
{
	(void)fprintf(stderr, "one: %s '%s'\n", what, word);
	exit(64);
}

static uint32_t bits_of(const char *word)
{
	if (!strcmp(word, "all"))
		return ROWS_ALL;
	if (!strcmp(word, "none"))
		return 0;
	for (size_t row = 0; row < sb_order_count; row++)
		if (!strcmp(sb_order[row].layer->name, word))
			return ROW_BIT(row);
	die("no layer", word);
	return 0;
}

static uint32_t rows_of(char *text)
{
	uint32_t rows = 0;
	char *rest = NULL;

	for (char *word = strtok_r(text, ",", &rest); word;
		word = strtok_r(NULL, ",", &rest)) {
		if (*word == '-')
			rows &= ~bits_of(word + 1);
		else
			rows |= bits_of(word);
	}
	return rows;
}

static void add_bind(struct setup *setup, const char *path,
	enum sb_bind_kind kind, bool optional)
{
	if (setup->spec.bind_count == BINDS_MAX)
		die("too many binds at", path);
	setup->bind[setup->spec.bind_count++] =
		(struct sb_bind){path, kind, optional};
}

static void set(struct setup *setup, char *text)
{
	struct sb_limits *l = &setup->spec.limits;
	const struct {
		const char *key;
		int64_t *value;
	} numbers[] = {{"memory", &l->memory_bytes},
		{"address_space", &l->address_space_bytes},
		{"processes", &l->processes}, {"open_files", &l->open_files},
		{"file_size", &l->file_size_bytes},
		{"workdir", &l->workdir_bytes}, {"cpu", &l->cpu_time_ms}};
	char *value = strchr(text, '=');

	if (!value)
		die("no KEY=VALUE", text);
	*value++ = '\0';
	for (size_t i = 0; i < sizeof(numbers) / sizeof(*numbers); i++)
		if (!strcmp(text, numbers[i].key)) {
			*numbers[i].value = strtoll(value, NULL, 10);
			return;
		}
	if (!strcmp(text, "read_only"))
		add_bind(setup, value, SB_BIND_READ_ONLY, false);
	else if (!strcmp(text, "read_write"))
		add_bind(setup, value, SB_BIND_READ_WRITE, false);
	else if (!strcmp(text, "usage"))
		setup->usage = value;
	else if (!strcmp(text, "stop"))
		setup->stop_ms = strtol(value, NULL, 10);
	else
		die("no key", text);
}

static int refused(const struct sb_fail *why)
{
	(void)fprintf(stderr, "%s: %s: %s\n", sb_fail_layer(why), why->step,
		why->err ? strerrorname_np(why->err) : "0");
	return EXIT_REFUSED;
}

static void write_usage(const char *file, const struct sb_usage *usage)
{
	static const char *const ends[] = {
		"exited", "stopped", "memory", "cpu"};
	FILE *out = file ? fopen(file, "we") : NULL;

	if (!out)
		return;
	(void)fprintf(out, "end=%s cpu_ms=%lld duration_ms=%lld max_rss=%lld\n",
		ends[usage->end], (long long)usage->cpu_ms,
		(long long)usage->duration_ms, (long long)usage->max_rss_bytes);
	(void)fclose(out); /* a short one fails the test */
}

static int run(const struct setup *setup)
{
	struct sb_usage usage;
	struct sb_fail why;
	struct sb *box;
	int64_t start = sb_now_us();

	if (sb_open_only(&setup->spec, setup->rows, &box, &why))
		return refused(&why);
	if (sb_go(box, &why)) {
		sb_close(box);
		return refused(&why);
	}
	while (sb_pump(box)) {
		struct pollfd wait = {sb_fd(box), POLLIN, 0};

		(void)poll(&wait, 1, SB_TICK_MS);
		if (setup->stop_ms &&
			sb_now_us() - start > setup->stop_ms * 1000)
			sb_stop(box);
	}
	sb_usage(box, &usage);
	write_usage(setup->usage, &usage);
	sb_close(box);
	(void)sb_tidy(true);
	return WIFEXITED(usage.wait_status) ? WEXITSTATUS(usage.wait_status)
					    : 128 + WTERMSIG(usage.wait_status);
}

int main(int argc, char **argv)
{
	static char *environment[] = {
		"PATH=/usr/bin:/bin", "LANG=C.UTF-8", NULL};
	struct setup setup = {.spec = {.envp = environment,
				      .limits = limits,
				      .stdin_fd = 0,
				      .stdout_fd = 1,
				      .stderr_fd = 2}};
	int at = 2;

	if (argc < 4)
		die("usage: one ROWS [KEY=VALUE...] -- PROGRAM", "");
	setup.rows = rows_of(argv[1]);
	setup.spec.bind = setup.bind;
	add_bind(&setup, "/usr", SB_BIND_READ_ONLY, true);
	add_bind(&setup, "/bin", SB_BIND_READ_ONLY, true);
	add_bind(&setup, "/lib", SB_BIND_READ_ONLY, true);
	add_bind(&setup, "/lib64", SB_BIND_READ_ONLY, true);
	add_bind(&setup, "/etc/alternatives", SB_BIND_READ_ONLY, true);
	for (; at < argc && strcmp(argv[at], "--") != 0; at++)
		set(&setup, argv[at]);
	if (at + 1 >= argc)
		die("no program behind", "--");
	setup.spec.argv = argv + at + 1;
	setup.spec.exe = argv[at + 1];
	return run(&setup);
}
