/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 the codeexec authors */

/* Which blocks of a message run, by which program, with which code; and what is
 * said when none does. Most are cases of public bug reports. */

#include <stdlib.h>
#include <string.h>

#include "tests/unit/plan_fixture.h"
#include "tests/unit/tap.h"

/* The last plan in short, or why there is none; the caller frees it. */
static char *summary(int result)
{
	struct buf text = {0};

	(void)buf_append(&text, "", 0);
	if (result)
		(void)buf_printf(&text, "%s %s: %s", error_code(e.kind),
			e.param, e.message);
	for (size_t i = 0; !result && i < plan.count; i++)
		(void)buf_printf(&text, "%s:%d:%.*s|",
			plan.step[i].program->name, plan.step[i].line,
			(int)plan.step[i].code.len, plan.step[i].code.data);
	return text.data;
}

struct plan_case {
	const char *name;
	const char *model;
	const char *text;
	const char *want; /* a summary, or the beginning of a refusal */
};

static const struct plan_case cases[] = {
	{"F1", NULL, "````markdown\n```python\nprint(1)\n```\n````\n",
		"no_code_block messages: no code block that can run: found "
		"'markdown' at line 1; "},
	{"F2", NULL, "````python\nprint('''\n```\n''')\n````\n",
		"python:2:print('''\n```\n''')\n|"},
	{"F4", "codeexec", "```python\nprint(1)\n~~~\nprint(2)\n```\n",
		"python:2:print(1)\n~~~\nprint(2)\n|"},
	{"F5", NULL, "~~~~ python a~b\nprint(1)\n~~~~\n",
		"python:2:print(1)\n|"},
	{"F7", NULL, "- a\n    ```python\n    print(1)\n    ```\n",
		"python:3:print(1)\n|"},
	{"F8: indented code is no fence", NULL,
		"Step:\n\n    ```python\n    print(1)\n    ```\n",
		"no_code_block messages: no fenced code block"},
	{"F10", NULL, "```python title=\"a.py\" {hl_lines=[1]}\np\n```\n",
		"python:2:p\n|"},
	{"F11", NULL, "```{.python .numberLines}\np\n```\n", "python:2:p\n|"},
	{"F13", NULL, "```Python3\na\n```\n```py\n```\n```PY\n```\n",
		"python:2:a\n|python:5:|python:7:|"},
	{"F13: a version", NULL, "```python3.11\na\n```\n", "python:2:a\n|"},
	{"F14", NULL, "```shell script\necho hi\n```", "bash:2:echo hi\n|"},
	{"F16", NULL, "```python\r\nprint(1)\r\n```\r\n",
		"python:2:print(1)\n|"},
	{"F17", NULL, "```python\rprint(1)\r```\r", "python:2:print(1)\n|"},
	{"F19", NULL, "```python\nprint(1)\n", "python:2:print(1)\n|"},
	{"F20: the model names it", "python", "```\nprint(1)\n```\n",
		"python:2:print(1)\n|"},
	{"F20: nothing names it", "codeexec", "```\nprint(1)\n```\n",
		"no_code_block messages: no code block that can run: found no "
		"label at line 1; "},
	{"F22: passed over", "codeexec",
		"T:\n```\nnot code\n```\nC:\n```python\nprint('ok')\n```\n",
		"python:7:print('ok')\n|"},
	{"F22: with a model both run", "python",
		"T:\n```\na\n```\nC:\n```python\nb\n```\n",
		"python:3:a\n|python:7:b\n|"},
	{"F23", NULL, "```python\ns = \"\"\"\n```\n\"\"\"\nprint(s)\n```\n",
		"python:2:s = \"\"\"\n|"},
	{"F25", NULL, "```python\nprint(1)\n`````\nafter",
		"python:2:print(1)\n|"},
	{"F26", NULL, "a\n```bash\necho 3\n```\nb\n```python\np\n```\n",
		"bash:3:echo 3\n|python:7:p\n|"},
	{"F28", NULL, "```python print(1)```",
		"no_code_block messages: no fenced code block"},
	{"F29", NULL, "Run ```python\nprint(1)\n```\n",
		"no_code_block messages: no code block that can run: found no "
		"label at line 3"},
	{"F31", NULL, "```python\n```\n", "python:2:|"},
	{"F32", NULL, "> ```python\n> print(1)\n> ```\n",
		"python:2:print(1)\n|"},
	{"F34", NULL,
		"<!--\n```bash\necho no\n```\n-->\n```bash\necho yes\n```\n",
		"bash:7:echo yes\n|"},
	{"F35", NULL, "```python\ns='''\n    ```\n'''\nprint(1)\n```\n",
		"python:2:s='''\n    ```\n'''\nprint(1)\n|"},
	{"F37", NULL, "```bash\n#!/usr/bin/env python3\n```\n",
		"bash:2:#!/usr/bin/env python3\n|"},
	{"F38: a shebang names nothing", NULL,
		"```\n#!/usr/bin/env python3\nprint(1)\n```\n",
		"no_code_block messages: "},
	{"F40", NULL, "```python\xC2\xA0\np\n```", "python:2:p\n|"},
	{"F41", NULL, "```python\n\n\nprint(u)\n```\n",
		"python:2:\n\nprint(u)\n|"},
	{"O34", NULL,
		"```bash\n\xEF\xBB\xBF"
		"echo hi\n```",
		"bash:2:echo hi\n|"},
	{"O34: without a fence", "bash",
		"\xEF\xBB\xBF"
		"echo hi",
		"bash:1:echo hi|"},
	{"O35", NULL, "```php\necho 1;\n```", "php:2:<?php echo 1;\n|"},
	{"O35: has a tag", NULL, "```php\n<b>\n<?PHP echo 1;\n```",
		"php:2:<b>\n<?PHP echo 1;\n|"},
	{"O35: has a short one", NULL, "```php\n<?= 1;\n```",
		"php:2:<?= 1;\n|"},
	{"the whole text is the code", "python", "print(1)\r\n",
		"python:1:print(1)\r\n|"},
	{"in shells without CR", "bash", "a \r\nb\rc\r\n\r\n\r",
		"bash:1:a \nb\rc\n\n\r|"},
	{"an empty text is no code", "python", "",
		"no_code_block messages: there is no code"},
	{"a provider is stripped", "openai/python", "p", "python:1:p|"},
	{"one only", "a/b/python", "p",
		"model_not_found model: the model 'a/b/python' does not exist"},
	{"codeexec behind a provider", "x/codeexec", "```py\np\n```",
		"python:2:p\n|"},
	{"an alias as model", "JavaScript", "p", "node:1:p|"},
	{"an unknown model", "pyhton", "```py\n```",
		"model_not_found model: the model 'pyhton' does not exist; did "
		"you mean 'python'?"},
	{"a model near nothing", "gpt-4o-mini", "```py\n```",
		"model_not_found model: the model 'gpt-4o-mini' does not "
		"exist; known are python, node, bash, sh, "},
	{"an empty model", "", "```py\n```",
		"model_not_found model: the model '' does not exist"},
	{"an unknown label", NULL, "```py\n```\n\n```pyhton\n```\n",
		"unknown_language messages: no program for the label 'pyhton' "
		"of the code block at line 4; did you mean 'python'?"},
	{"an unknown label, model or not", "python", "```rust\n```\n",
		"unknown_language messages: no program for the label 'rust' "
		"of the code block at line 1; known are python, "},
	{"a label for a terminal", NULL, "```a&#27;[31mb\n```\n",
		"unknown_language messages: no program for the label 'a?[31mb'"
		" "},
	{"data is passed over", "python",
		"```json\n{}\n```\n```py\np\n```\n```output\n1\n```\n",
		"python:5:p\n|"},
	{"data alone, whatever the model", "python", "```json\n{}\n```\n",
		"no_code_block messages: no code block that can run: found "
		"'json' at line 1; "},
	{"much data", NULL,
		"```json\n```\n```\n```\n```md\n```\n```txt\n```\n```log\n```\n"
		"```csv\n```\n",
		"no_code_block messages: no code block that can run: found "
		"'json' at line 1, no label at line 3, 'md' at line 5, 'txt' "
		"at line 7, 'log' at line 9 and more; "},
	{"O26: not allowed", NULL, "```py\n```\n```ruby\n```\n",
		"program_not_allowed messages: program 'ruby' is not allowed: "
		"only "
		"these are: python, node, "},
	{"O26: not installed", NULL, "```lua\n```\n",
		"program_unavailable : program 'lua' is allowed but not "
		"installed: no lua or lua5.4 or lua5.3 in "},
	{"too many blocks", NULL,
		"```py\n```\n```py\n```\n```py\n```\n```py\n```\n```py\n```\n"
		"```py\n```\n```py\n```\n```py\n```\n```py\n```\n```py\n```\n"
		"```py\n```\n```py\n```\n```py\n```\n```py\n```\n```py\n```\n"
		"```py\n```\n```py\n```\n",
		"invalid_value messages: 17 code blocks: at most 16 may run"},
};

static void check_cases(void)
{
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		const struct plan_case *c = &cases[i];
		int result;
		char *got;

		/* The host may have one. */
		if (strstr(c->want, "'lua'") && !access("/usr/bin/lua", X_OK))
			continue;
		result = make(c->model, c->text);
		got = summary(result);
		if (!tap_ok(result ? !strncmp(got, c->want, strlen(c->want))
				   : !strcmp(got, c->want),
			    "%s", c->name))
			printf("# got: %s\n", got);
		free(got);
	}
}

int main(void)
{
	set_up();
	check_cases();
	clean_up();
	return tap_done();
}
