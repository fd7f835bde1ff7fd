#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 the codeexec authors
#
# Which text of a message runs, and by which program. The names that begin
# with F and a number are trouble that others had, from public bug reports.

bats_require_minimum_version 1.8.0

setup() {
	load helpers
	empty_policy
}

# The error for TEXT, of which no block runs, names FOUND.
refused() { # TEXT FOUND
	ask 65 codeexec "$1"
	assert_error invalid_request_error no_code_block '"messages"'
	assert_has "$stderr" "$2"
}

# TEXT is one block, of python, that prints 1.
prints_1() { # TEXT
	ask 0 codeexec "$1"
	assert_content $'1\n'
	assert_json '.codeexec | [.blocks, .exit_code, .steps[0].program]' \
		'[1,0,"python"]'
}

# DESIGN has markdown among the labels of what is no program.
@test "F1: a fence in a longer one of markdown is not run" {
	refused $'````markdown\n```python\nprint(1)\n```\n````\n' \
		"found 'markdown' at line 1"
}

@test "F2: a shorter fence in a string does not end the code" {
	ask 0 codeexec $'````python\nprint(\'\'\'\n```\n\'\'\')\n````\n'
	assert_content $'\n```\n\n'
	assert_json '.codeexec.exit_code' 0
}

@test "F4: tildes do not end a fence of backticks" {
	ask 0 codeexec $'```python\nprint(1)\n~~~\nprint(2)\n```\n'
	assert_json '.codeexec | [.blocks, .exit_code]' '[1,1]'
	assert_has "$(member .codeexec.stderr)" SyntaxError
}

@test "F5: the info string of a tilde fence may hold tildes" {
	prints_1 $'~~~~ python a~b\nprint(1)\n~~~~\n'
}

@test "F7: a fence in a list loses the list's indentation" {
	prints_1 $'- a\n    ```python\n    print(1)\n    ```\n'
}

# DESIGN: what CommonMark calls a fenced code block, no more.
@test "F8: indented code is no fence" {
	refused $'Step:\n\n    ```python\n    print(1)\n    ```\n' \
		"no fenced code block"
}

@test "F10: attributes behind the label do not matter" {
	prints_1 $'```python title="a.py" {hl_lines=[1]}\nprint(1)\n```\n'
}

@test "F11: the first class in braces is the label" {
	prints_1 $'```{.python .numberLines}\nprint(1)\n```\n'
}

@test "F13: python has many names, in any case" {
	for label in Python3 py PY python3.11; do
		prints_1 $'```'"$label"$'\nprint(1)\n```'
	done
}

@test "F14: the first word is the label" {
	ask 0 codeexec $'```shell script\necho hi\n```'
	assert_content $'hi\n'
}

@test "F16: CR LF belongs to neither label nor closer" {
	prints_1 $'```python\r\nprint(1)\r\n```\r\n'
}

@test "F17: a lone CR ends a line" {
	prints_1 $'```python\rprint(1)\r```\r'
}

@test "F19: a fence that is not closed runs to the end" {
	prints_1 $'```python\nprint(1)\n'
}

# DESIGN: an unlabelled block is passed over, and none is left.
@test "F20: without label or model nothing is guessed" {
	refused $'```\nprint(1)\n```\n' "found no label at line 1"
}

@test "F20: the model is the program of a block without a label" {
	ask 0 python $'```\nprint(1)\n```\n'
	assert_content $'1\n'
}

# DESIGN: an unlabelled block is passed over when another one runs.
@test "F22: without a model, an unlabelled block is passed over" {
	ask 0 codeexec $'Thought:\n```\nnot code\n```\nCode:\n```python\nprint(\'ok\')\n```\n'
	assert_content $'ok\n'
	assert_json '.codeexec | [.blocks, .exit_code]' '[1,0]'
}

@test "F22: with a model, an unlabelled block runs too" {
	ask 0 python $'```\nnot code\n```\n```python\nprint(\'ok\')\n```\n'
	assert_content $'ok\n'
	assert_json '.codeexec | [.blocks, .exit_code]' '[2,1]'
}

# The second block, empty and without a label, is passed over.
@test "F23: a fence in a string ends the code all the same" {
	ask 0 codeexec $'```python\ns = """\n```\n"""\nprint(s)\n```\n'
	assert_content ""
	assert_json '.codeexec | [.blocks, .exit_code]' '[1,1]'
	assert_has "$(member .codeexec.stderr)" SyntaxError
}

@test "F25: a longer closer closes" {
	prints_1 $'```python\nprint(1)\n`````\nafter'
}

@test "F26: two blocks are a pipeline" {
	ask 0 codeexec $'a\n```bash\necho 3\n```\nb\n```python\nprint(int(input())+1)\n```\n'
	assert_content $'4\n'
	assert_json '.codeexec | [.blocks, [.steps[].program]]' \
		'[2,["bash","python"]]'
}

@test "F28: a code span is no fence" {
	refused '```python print(1)```' "no fenced code block"
}

@test "F29: a fence begins a line" {
	refused $'Run ```python\nprint(1)\n```\n' "found no label at line 3"
}

@test "F31: an empty program is one" {
	ask 0 codeexec $'```python\n```\n'
	assert_content ""
	assert_json '.codeexec | [.blocks, .exit_code]' '[1,0]'
}

@test "F32: a fence in a quote loses the quote's marks" {
	prints_1 $'> ```python\n> print(1)\n> ```\n'
}

@test "F34: what is in a comment is hidden, and does not run" {
	ask 0 codeexec $'<!--\n```bash\necho no\n```\n-->\n```bash\necho yes\n```\n'
	assert_content $'yes\n'
}

@test "F35: a closer indented by four blanks does not close" {
	prints_1 $'```python\ns=\'\'\'\n    ```\n\'\'\'\nprint(1)\n```\n'
}

@test "F37: the label wins over a shebang" {
	ask 0 codeexec $'```bash\n#!/usr/bin/env python3\nprint(1)\n```\n'
	assert_json '.codeexec | [.exit_code, .steps[0].program]' '[2,"bash"]'
}

# DESIGN knows no shebangs: F20.
@test "F38: a shebang is no label" {
	refused $'```\n#!/usr/bin/env python3\nprint(1)\n```\n' \
		"found no label at line 1"
}

@test "F40: a no-break space behind the label is a blank" {
	prints_1 $'```python\u00a0\nprint(1)\n```'
}

@test "F41: blank lines stay, and so do the numbers of lines" {
	ask 0 codeexec $'```python\n\n\nprint(undefined_name)\n```\n'
	assert_has "$(member .codeexec.stderr)" "main.py\", line 3,"
}

@test "fences: a message without any is code of the model's" {
	ask 0 python $'x = 1\nprint(x)'
	assert_content $'1\n'
}

@test "fences: a message without any is no code of model codeexec" {
	refused "print(1)" "no fenced code block"
}

@test "fences: the label wins over the model" {
	ask 0 python $'```bash\necho $((1 + 1))\n```'
	assert_content $'2\n'
}

@test "fences: the model may be absent" {
	request 0 < <(make_request - $'```bash\necho 1\n```' 'del(.model)')
	assert_content $'1\n'
	assert_json '.model' '"codeexec"'
}

@test "fences: a provider before the model is stripped, and answered as asked" {
	ask 0 openai/python 'print(1)'
	assert_content $'1\n'
	assert_json '.model' '"openai/python"'
}

@test "fences: blocks of data are passed over" {
	for label in text txt output console json yaml toml xml html css diff \
		markdown csv log JSON; do
		ask 0 codeexec $'```'"$label"$'\nx\n```\n```bash\necho 1\n```' . -n
		assert_json '[.blocks[].program]' '["bash"]'
	done
}

@test "fences: a message of data alone says what was found" {
	refused $'```json\n{}\n```\n\n```\nx\n```' \
		"found 'json' at line 1, no label at line 5"
}

@test "fences: a label that nobody knows is refused with the nearest" {
	ask 65 codeexec $'```bash\necho 1\n```\n\n```pyhton\n1\n```'
	assert_error invalid_request_error unknown_language '"messages"'
	assert_has "$stderr" "'pyhton' of the code block at line 5; did you mean 'python'?"
}

@test "fences: braces may hold the bare label" {
	for info in '{python}' '{python, echo=FALSE}' '{#id .python}' '  python  '; do
		prints_1 $'```'"$info"$'\nprint(1)\n```'
	done
}

@test "fences: a byte-order mark before the message is dropped" {
	prints_1 $'\ufeff```python\nprint(1)\n```'
}

@test "fences: CR before LF is dropped in a shell's code" {
	ask 0 codeexec $'```bash\r\nif true; then\r\n  echo a\r\nfi\r\n```'
	assert_content $'a\n'
	ask 0 bash $'echo a\r\necho b\r\n'
	assert_content $'a\nb\n'
}

@test "fences: CR before LF stays in the code of others" {
	ask 0 python $'print(repr("""\r\n"""), end="")'
	assert_content "'\\n'"
	ask 0 python $'print(1)\r\n' . -n
	assert_json '.blocks[0].code' '"print(1)\r\n"'
}

@test "fences: PHP without a tag gets one, on the same line" {
	ask 0 codeexec $'```php\necho 1;\necho __LINE__;\n```'
	assert_content 12
}

@test "fences: PHP with a tag is left alone" {
	ask 0 codeexec $'```php\na<?php echo 1 ?>b\n```'
	assert_content $'a1b\n'
}

@test "fences: more blocks than the limit are refused" {
	text=$(for _ in {1..17}; do printf '```sh\ncat\n```\n'; done)
	ask 65 codeexec "$text"
	assert_error invalid_request_error invalid_value '"messages"'
	assert_has "$stderr" "17 code blocks: at most 16 may run"
}

@test "fences: lists that nest without end are refused at once" {
	ask 65 codeexec "$(printf '%.0s* ' {1..20000}; echo a; yes '' | head -n 20000)b"
	assert_error invalid_request_error invalid_value '"messages"'
}
