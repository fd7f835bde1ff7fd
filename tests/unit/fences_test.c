/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/*
 * Fences: CommonMark's own examples and real answers of models against what
 * the reference implementation finds, the cases of public bug reports, label
 * rules, and texts made to be slow.
 */

#include <json.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/error.h"
#include "core/fences.h"
#include "tests/unit/tap.h"

static const char *data_folder(void)
{
	const char *folder = getenv("CODEEXEC_TEST_DATA");

	return folder ? folder : "../shared/data";
}

static struct json_object *member(struct json_object *object, const char *name)
{
	return json_object_object_get(object, name);
}

static const char *text_of(struct json_object *object, const char *name)
{
	return json_object_get_string(member(object, name));
}

/* Call TAKE with each JSON line of FILE below the data folder; how many. */
static int each_line(const char *file, void (*take)(struct json_object *line))
{
	char path[512];
	char *line = NULL;
	size_t cap = 0;
	int count = 0;
	FILE *in;

	(void)snprintf(path, sizeof(path), "%s/%s", data_folder(), file);
	if (!(in = fopen(path, "r"))) {
		printf("# no %s: its checks are left out\n", path);
		return 0;
	}
	while (getline(&line, &cap, in) > 0) {
		struct json_object *object = json_tokener_parse(line);

		take(object);
		json_object_put(object);
		count++;
	}
	free(line);
	(void)fclose(in); /* was only read */
	return count;
}

/* The next fenced block of BLOCKS from *AT on; NULL at the end. */
static struct json_object *next_fenced(struct json_object *blocks, size_t *at)
{
	while (*at < json_object_array_length(blocks)) {
		struct json_object *block =
			json_object_array_get_idx(blocks, (*at)++);

		if (member(block, "char"))
			return block;
	}
	return NULL;
}

static bool same_block(const struct fence *fence, struct json_object *block)
{
	struct json_object *position = member(block, "sourcepos");
	char *label = fence_label(text_of(block, "info"));
	bool same = !strcmp(fence->label, label) &&
		    !strcmp(fence->code.data, text_of(block, "literal"));

	if (position)
		same = same &&
		       fence->line ==
			       1 + json_object_get_int(
					   json_object_array_get_idx(
						   json_object_array_get_idx(
							   position, 0),
						   0));
	free(label);
	return same;
}

static bool same_blocks(const char *text, struct json_object *blocks)
{
	struct error e = {0};
	struct fences fences;
	struct json_object *block;
	size_t at = 0;
	size_t i = 0;
	bool same;

	if (fences_find(text, strlen(text), &fences, &e))
		return false;
	for (same = true; (block = next_fenced(blocks, &at)); i++)
		same = same && i < fences.count &&
		       same_block(&fences.item[i], block);
	same = same && i == fences.count;
	fences_free(&fences);
	return same;
}

static void check_example(struct json_object *line)
{
	tap_ok(same_blocks(text_of(line, "markdown"), member(line, "blocks")),
		"%s: blocks, labels and bodies", text_of(line, "id"));
}

/* What is found for all texts of llm-outputs/fenced.jsonl, by id. */
static struct json_object *gold;

static void remember_gold(struct json_object *line)
{
	json_object_object_add(gold, text_of(line, "id"),
		json_object_get(member(line, "blocks")));
}

static void check_answer(struct json_object *line)
{
	const char *id = text_of(line, "id");

	tap_ok(same_blocks(text_of(line, "content"), member(gold, id)),
		"%s: blocks, labels, bodies, lines", id);
}

struct fence_case {
	const char *name;
	const char *text;
	const char *found; /* "label:line:code" of each, "|" after each */
};

static const struct fence_case cases[] = {
	{"F1", "````markdown\n```python\nprint(1)\n```\n````\n",
		"markdown:2:```python\nprint(1)\n```\n|"},
	{"F2", "````python\nprint('''\n```\n''')\n````\n",
		"python:2:print('''\n```\n''')\n|"},
	{"F4", "```python\nprint(1)\n~~~\nprint(2)\n```\n",
		"python:2:print(1)\n~~~\nprint(2)\n|"},
	{"F5", "~~~~ python a~b\nprint(1)\n~~~~\n", "python:2:print(1)\n|"},
	{"F7", "- a\n    ```python\n    print(1)\n    ```\n",
		"python:3:print(1)\n|"},
	{"F8", "Step:\n\n    ```python\n    print(1)\n    ```\n", ""},
	{"F10", "```python title=\"a.py\" {hl_lines=[1]}\nprint(1)\n```\n",
		"python:2:print(1)\n|"},
	{"F11", "```{.python .numberLines}\nprint(1)\n```\n",
		"python:2:print(1)\n|"},
	{"F13", "```Python3\n```\n```PY\n```\n```python3.11\n```\n",
		"python3:2:|py:4:|python3.11:6:|"},
	{"F14", "```shell script\necho hi\n```", "shell:2:echo hi\n|"},
	{"F16", "```python\r\nprint(1)\r\n```\r\n", "python:2:print(1)\n|"},
	{"F17", "```python\rprint(1)\r```\r", "python:2:print(1)\n|"},
	{"F19", "```python\nprint(1)\n", "python:2:print(1)\n|"},
	{"F20", "```\nprint(1)\n```\n", ":2:print(1)\n|"},
	{"F22", "T:\n```\nnot code\n```\nC:\n```python\nprint('ok')\n```\n",
		":3:not code\n|python:7:print('ok')\n|"},
	{"F23", "```python\ns = \"\"\"\n```\n\"\"\"\nprint(s)\n```\n",
		"python:2:s = \"\"\"\n|:7:|"},
	{"F25", "```python\nprint(1)\n`````\nafter", "python:2:print(1)\n|"},
	{"F26", "a\n```bash\necho 3\n```\nb\n```python\nprint(2)\n```\n",
		"bash:3:echo 3\n|python:7:print(2)\n|"},
	{"F28", "```python print(1)```", ""},
	{"F29", "Run ```python\nprint(1)\n```\n", ":4:|"},
	{"F31", "```python\n```\n", "python:2:|"},
	{"F32", "> ```python\n> print(1)\n> ```\n", "python:2:print(1)\n|"},
	{"F34", "<!--\n```bash\necho no\n```\n-->\n```bash\necho yes\n```\n",
		"bash:7:echo yes\n|"},
	{"F35", "```python\ns='''\n    ```\n'''\nprint(1)\n```\n",
		"python:2:s='''\n    ```\n'''\nprint(1)\n|"},
	{"F37", "```bash\n#!/usr/bin/env python3\nprint(1)\n```\n",
		"bash:2:#!/usr/bin/env python3\nprint(1)\n|"},
	{"F40", "```python\xC2\xA0\nprint(1)\n```", "python:2:print(1)\n|"},
	{"F41", "```python\n\n\nprint(undefined_name)\n```\n",
		"python:2:\n\nprint(undefined_name)\n|"},
	{"BOM", "\xEF\xBB\xBF```sh\nx\n```", "sh:2:x\n|"},
	{"no text", "", ""},
	{"a fence in an item, at column 5", "-   ```\n    x\n    ```\n",
		":2:x\n|"},
	{"indented code in an item", "- a\n\n      ```\n      x\n", ""},
	{"indented code after a tab", "\t```\n\t```\n\n\n", ""},
	{"a fence and its like indented, in a quote",
		">     ```\n>     ```\n\n> ```\n> ```x\n> ```\n", ":5:```x\n|"},
	{"both in one item, tabs", "1.\t```\n\tx\n\t```\n\n\t    ~~~\n",
		":2:x\n|"},
	{"blanks behind the fence, in an item", "* ~~~ \t\n  y\n  ~~~\n",
		":2:y\n|"},
	{"nested", "> - 1. ```py\n>      z\n>      ```\n>   ~~~\n>   q\n",
		"py:2:z\n|:5:q\n|"},
};

static char *find_all(const char *text)
{
	struct buf found = {0};
	struct fences fences;
	struct error e = {0};

	if (fences_find(text, strlen(text), &fences, &e))
		return strdup(e.message);
	(void)buf_append(&found, "", 0);
	for (size_t i = 0; i < fences.count; i++)
		(void)buf_printf(&found, "%s:%d:%s|", fences.item[i].label,
			fences.item[i].line, fences.item[i].code.data);
	fences_free(&fences);
	return found.data;
}

static void check_cases(void)
{
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		char *found = find_all(cases[i].text);

		if (!found)
			abort();
		if (!tap_ok(!strcmp(found, cases[i].found), "%s",
			    cases[i].name))
			printf("# found %s\n", found);
		free(found);
	}
}

static void check_labels(void)
{
	static const char *const label[][2] = {
		{"python", "python"},
		{" \tPython ", "python"},
		{"\xC2\xA0python\xC2\xA0x", "python"},
		{"{python}", "python"},
		{"{.python .x}", "python"},
		{"{ .Python }", "python"},
		{"{#id .python}", "python"},
		{"{key=1 .python}", "python"},
		{"{python, echo=FALSE}", "python"},
		{"{", ""},
		{"{}", ""},
		{"{.}", ""},
		{"{,,}", ""},
		{"{#id}", ""},
		{"python title=\"x\"", "python"},
		{"c++", "c++"},
		{"\xC3\x89t\xC3\xA9", "\xC3\x89t\xC3\xA9"},
		{"", ""},
	};

	for (size_t i = 0; i < sizeof(label) / sizeof(*label); i++) {
		char *got = fence_label(label[i][0]);

		tap_ok(!strcmp(got, label[i][1]), "label of '%s' is '%s'",
			label[i][0], got);
		free(got);
	}
}

static void repeat(struct buf *text, const char *piece, size_t count)
{
	for (size_t i = 0; i < count; i++)
		(void)buf_append(text, piece, strlen(piece));
}

/* Find fences in TEXT and free it; their number, -1 when refused. */
static int find_timed(struct buf *text, const char *name)
{
	struct timespec start;
	struct timespec end;
	struct fences fences;
	struct error e = {0};
	int count = -1;
	double ms;

	(void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &start);
	if (!fences_find(text->data, text->len, &fences, &e)) {
		count = (int)fences.count;
		fences_free(&fences);
	}
	(void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
	ms = (double)(end.tv_sec - start.tv_sec) * 1e3 +
	     (double)(end.tv_nsec - start.tv_nsec) / 1e6;
	tap_ok(ms < 5000, "%s: %zu bytes in %.0f ms", name, text->len, ms);
	buf_free(text);
	return count;
}

static void check_slow_texts(void)
{
	static const struct {
		const char *name, *piece;
		size_t count;
		const char *then;
		size_t then_count;
		int found;
	} slow[] = {
		{"backticks", "`", 4000000, "", 0, 1},
		{"quotes", "> ", 2000000, "", 0, -2},
		{"fences", "```\nx\n```\n", 100000, "", 0, 100000},
		{"fences in items", "- ```\n  x\n", 100000, "", 0, 100000},
		{"lists and blank lines", "- ", 50000, "\n", 100000, -1},
		{"emphasis deep in quotes", ">", 100000, "*a* ", 50000, -1},
		{"images", "![[]()", 600000, "\n\n```\n![\n```\n", 1, 1},
		{"ordinary quotes", "> > a *b* _c_\n", 200000, "", 0, 0},
		{"rules", "- - - - - - -\n", 200000, "", 0, 0},
	};

	for (size_t i = 0; i < sizeof(slow) / sizeof(*slow); i++) {
		struct buf text = {0};
		int found;

		repeat(&text, slow[i].piece, slow[i].count);
		repeat(&text, slow[i].then, slow[i].then_count);
		found = find_timed(&text, slow[i].name);
		tap_ok(slow[i].found == -2 || found == slow[i].found,
			"%s: %d found", slow[i].name, found);
	}
}

/* Each byte that is hidden in a text of many images comes back. */
static void check_images(void)
{
	struct buf text = {0};
	struct error e = {0};
	struct fences fences;

	(void)buf_printf(&text, "```js ![\n![]\n");
	repeat(&text, "![", 1500);
	(void)buf_printf(&text, "\n\001[ \002![<![CDATA[\n```\n");
	tap_ok(!fences_find(text.data, text.len, &fences, &e) &&
			fences.count == 1 &&
			fences.item[0].code.len == text.len - 13 &&
			!memcmp(fences.item[0].code.data, text.data + 9,
				fences.item[0].code.len),
		"a program with many images is found as it is");
	fences_free(&fences);
	buf_free(&text);
}

int main(void)
{
	tap_ok(each_line("commonmark/fences-gold.jsonl", check_example) >= 0,
		"CommonMark's examples read");
	gold = json_object_new_object();
	(void)each_line("llm-outputs/fenced-gold.jsonl", remember_gold);
	tap_ok(each_line("llm-outputs/fenced.jsonl", check_answer) >= 0,
		"answers of models read");
	json_object_put(gold);
	check_cases();
	check_labels();
	check_images();
	check_slow_texts();
	return tap_done();
}
