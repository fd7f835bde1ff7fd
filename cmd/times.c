/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* A line for each part: block, program, part, microseconds. */

#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

#include "cmd/terminal.h"
#include "cmd/times.h"
#include "core/colour.h"
#include "core/result.h"
#include "sandbox/describe.h"

/* Which block a line is about. */
struct times_of {
	size_t block; /* from 1, over all runs */
	const char *program;
};

static void print_part(const struct times_of *of, const char *indent,
	const char *part, int64_t us)
{
	(void)fprintf(stderr, "%5zu  %-8s  %s%-*s %10" PRId64 "\n", of->block,
		of->program, indent, *indent ? 10 : 12, part, us);
}

static void print_step(
	const struct times_of *of, const struct step_timing *timing)
{
	int64_t rest = timing->setup_us;

	print_part(of, "", "set-up", timing->setup_us);
	for (size_t i = 0; i < sb_layer_count(); i++)
		if (timing->layer_us[i]) {
			print_part(of, "  ", sb_layer_name(i),
				timing->layer_us[i]);
			rest -= timing->layer_us[i];
		}
	/* What is done beside each other is counted twice. */
	print_part(of, "  ", "rest", rest > 0 ? rest : 0);
	print_part(of, "", "exec", timing->exec_us);
	print_part(of, "", "run", timing->run_us);
	print_part(of, "", "teardown", timing->teardown_us);
}

static void print_head(void)
{
	bool colour = terminal_colours(STDERR_FILENO);

	(void)fprintf(stderr, "%sBLOCK  %-8s  %-12s %10s%s\n",
		colour_text(colour, COLOUR_BOLD), "PROGRAM", "PART", "US",
		colour_text(colour, COLOUR_PLAIN));
}

void times_print(const struct result *result)
{
	struct times_of of = {0};

	for (size_t i = 0; i < result->count; i++) {
		const struct run_result *run = &result->run[i];

		if (run->timed && !of.block)
			print_head();
		for (size_t j = 0; run->timed && j < run->step_count; j++) {
			of.block++;
			of.program = run->step[j].program;
			print_step(&of, &run->step[j].timing);
		}
	}
}
