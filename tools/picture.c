/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * picture sandbox|request: an SVG for docs/. That of the sandbox is
 * sandbox/order.c's table: a row a layer, in the order in which they are
 * entered, with who enters it. That of a request is the table below.
 */

#include <sched.h>
#include <stdio.h>
#include <string.h>

#include "sandbox/layer.h"

#define WIDTH 860
#define ROW 30
#define TOP 64
#define INK "#1f2328"
#define FAINT "#59636e"
#define NOTE "font-size=\"12\" fill=\"" FAINT "\""

static void text(int x, int y, const char *style, const char *words)
{
	(void)printf("<text x=\"%d\" y=\"%d\" %s>", x, y, style);
	for (; *words; words++) {
		if (*words == '&')
			(void)fputs("&amp;", stdout);
		else if (*words == '<')
			(void)fputs("&lt;", stdout);
		else
			(void)putchar(*words);
	}
	(void)fputs("</text>\n", stdout);
}

/* Fill and line of a box. */
struct colours {
	const char *fill;
	const char *line;
};

static const struct colours paper = {"#ffffff", "#d1d9e0"},
			    grey = {"#eaeef2", "#8c959f"},
			    blue = {"#ddf4ff", "#54aeff"},
			    green = {"#dafbe1", "#4ac26b"},
			    yellow = {"#fff8c5", "#d4a72c"},
			    pale = {"#f6f8fa", "#d1d9e0"};

static void box(int x, int y, int width, int height, struct colours colours)
{
	(void)printf("<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" "
		     "rx=\"5\" fill=\"%s\" stroke=\"%s\"/>\n",
		x, y, width, height, colours.fill, colours.line);
}

static void begin(int height, const char *title)
{
	(void)printf("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" "
		     "height=\"%d\" viewBox=\"0 0 %d %d\" role=\"img\" "
		     "font-family=\"ui-sans-serif, system-ui, sans-serif\" "
		     "font-size=\"14\" fill=\"" INK "\">\n<title>%s</title>\n",
		WIDTH, height, WIDTH, height, title);
	(void)fputs("<defs><marker id=\"tip\" viewBox=\"0 0 8 8\" refX=\"7\" "
		    "refY=\"4\" markerWidth=\"8\" markerHeight=\"8\" "
		    "orient=\"auto\"><path d=\"M0 0 8 4 0 8z\" fill=\"" FAINT
		    "\"/></marker></defs>\n",
		stdout);
	box(1, 1, WIDTH - 2, height - 2, paper);
	text(24, 34, "font-size=\"17\" font-weight=\"600\"", title);
}

static void arrow(int x1, int y1, int x2, int y2)
{
	(void)printf("<path d=\"M%d %d L%d %d\" stroke=\"" FAINT "\" "
		     "stroke-width=\"1.5\" fill=\"none\" "
		     "marker-end=\"url(#tip)\"/>\n",
		x1, y1, x2, y2);
}

/* Who enters a row, by its stage. */
static const struct {
	const char *who;
	const struct colours *colours;
} stages[] = {
	[SB_STAGE_NONE] = {"codeexec", &grey},
	[SB_STAGE_INIT] = {"init", &blue},
	[SB_STAGE_INIT_BESIDE] = {"init", &blue},
	[SB_STAGE_PAYLOAD_BESIDE] = {"program", &green},
	[SB_STAGE_PAYLOAD] = {"program", &green},
};

static void layer(size_t index)
{
	const struct sb_row *row = &sb_order[index];
	enum sb_stage stage = row->layer->stage;
	int y = TOP + (int)index * ROW;

	box(24, y, WIDTH - 48, ROW - 4, *stages[stage].colours);
	text(36, y + 18, "fill=\"" FAINT "\" font-size=\"12\"",
		stages[stage].who);
	text(112, y + 18,
		"font-family=\"ui-monospace, monospace\" font-weight=\"600\"",
		row->layer->name);
	text(212, y + 18, "font-size=\"13\"", row->why);
	if (row->layer->clone_flags)
		text(WIDTH - 36, y + 18,
			"fill=\"" FAINT
			"\" font-size=\"12\" text-anchor=\"end\"",
			"clone3");
}

static void sandbox(void)
{
	int rows = (int)sb_order_count * ROW;

	begin(TOP + rows + 88,
		"The sandbox: each layer holds, or nothing runs");
	for (size_t i = 0; i < sb_order_count; i++)
		layer(i);
	box(24, TOP + rows, WIDTH - 48, ROW - 4, yellow);
	text(36, TOP + rows + 18, "font-weight=\"600\"",
		"READY, and once all blocks of the run are: execve of the "
		"program");
	text(24, TOP + rows + 50, NOTE,
		"From above to below, each with the reason for its place; "
		"entered by codeexec outside, init (pid 1 inside) or the "
		"program's own process.");
	text(24, TOP + rows + 68, NOTE,
		"clone3: made with the process, in one call. A row that "
		"cannot be entered is a refusal with its name, the call and "
		"what mends it.");
	(void)fputs("</svg>\n", stdout);
}

/* What an answer goes through, and the file that has it. */
static const struct {
	const char *name;
	const char *file;
	const char *what;
} steps[] = {
	{"request", "core/request.h", "JSON, strictly"},
	{"fences", "core/fences.h", "code blocks"},
	{"plan", "core/plan.h", "what would run"},
	{"execute", "core/execute.h", "sandboxes, pipes"},
	{"render", "core/render.h", "a completion"},
};

#define STEPS ((int)(sizeof(steps) / sizeof(steps[0])))
#define STEP_WIDTH 128
#define STEP_GAP 36
#define STEP_X(i) (38 + (i) * (STEP_WIDTH + STEP_GAP))
#define STEP_Y 150

static void faces(void)
{
	static const char *const names[] = {"codeexec run: stdin, a file",
		"codeexec batch: a request a line", "codeexec serve: HTTP"};

	for (int i = 0; i < 3; i++) {
		int x = 38 + i * 264;

		box(x, 58, 256, 36, grey);
		text(x + 128, 81, "text-anchor=\"middle\" font-size=\"13\"",
			names[i]);
	}
	arrow(STEP_X(0) + STEP_WIDTH / 2, 96, STEP_X(0) + STEP_WIDTH / 2,
		STEP_Y - 4);
	text(STEP_X(0) + STEP_WIDTH / 2 + 10, 124, NOTE, "a chat request");
	arrow(STEP_X(STEPS - 1) + STEP_WIDTH / 2, STEP_Y - 4,
		STEP_X(STEPS - 1) + STEP_WIDTH / 2, 98);
	text(STEP_X(STEPS - 1) + STEP_WIDTH / 2 - 10, 124,
		"font-size=\"12\" text-anchor=\"end\" fill=\"" FAINT "\"",
		"a chat completion");
}

static void pipeline(void)
{
	for (int i = 0; i < STEPS; i++) {
		int middle = STEP_X(i) + STEP_WIDTH / 2;

		box(STEP_X(i), STEP_Y, STEP_WIDTH, 66, blue);
		text(middle, STEP_Y + 20,
			"text-anchor=\"middle\" font-weight=\"600\"",
			steps[i].name);
		text(middle, STEP_Y + 39,
			"text-anchor=\"middle\" font-size=\"12\"",
			steps[i].what);
		text(middle, STEP_Y + 56,
			"text-anchor=\"middle\" font-size=\"11\" fill=\"" FAINT
			"\" font-family=\"ui-monospace, monospace\"",
			steps[i].file);
		if (i + 1 < STEPS)
			arrow(STEP_X(i) + STEP_WIDTH + 2, STEP_Y + 33,
				STEP_X(i + 1) - 2, STEP_Y + 33);
	}
}

/* Below execute: one sandbox a block, each reading what the one before wrote.
 */
static void blocks(void)
{
	static const char *const names[] = {"block 1", "block 2", "block n"};
	int y = STEP_Y + 110;

	arrow(STEP_X(3) + STEP_WIDTH / 2 - 20, STEP_Y + 68,
		STEP_X(3) + STEP_WIDTH / 2 - 20, y - 4);
	arrow(STEP_X(3) + STEP_WIDTH / 2 + 20, y - 4,
		STEP_X(3) + STEP_WIDTH / 2 + 20, STEP_Y + 70);
	box(38, y, WIDTH - 76, 92, pale);
	for (int i = 0; i < 3; i++) {
		int x = 60 + i * 260;

		box(x, y + 16, 200, 40, green);
		text(x + 100, y + 41, "text-anchor=\"middle\"", names[i]);
		if (i < 2) {
			arrow(x + 202, y + 36, x + 258, y + 36);
			text(x + 230, y + 28,
				"text-anchor=\"middle\" font-size=\"12\" "
				"fill=\"" FAINT "\"",
				"stdout");
		}
	}
	text(60, y + 79, NOTE,
		"A sandbox each. No program starts before all of them stand; "
		"the last one's stdout is the answer.");
}

static void request(void)
{
	begin(STEP_Y + 226, "The way of a request");
	faces();
	pipeline();
	blocks();
	(void)fputs("</svg>\n", stdout);
}

int main(int argc, char **argv)
{
	if (argc == 2 && !strcmp(argv[1], "sandbox"))
		sandbox();
	else if (argc == 2 && !strcmp(argv[1], "request"))
		request();
	else
		return 64;
	return fflush(stdout) ? 1 : 0;
}
