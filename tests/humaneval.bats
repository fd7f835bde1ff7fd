#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 the codeexec authors
#
# HumanEval: 164 problems with their reference solutions and tests.

bats_require_minimum_version 1.8.0

setup() {
	load helpers
	empty_policy
	requires data
}

# How many of the 164 answers are each JQ of the answer, when the solution is
# SOLUTION, a jq expression of the problem.
tally() { # SOLUTION JQ
	gunzip -c "$DATA/humaneval/HumanEval.jsonl.gz" | jq -c '
		(.prompt + '"$1"' + "\n" + .test + "\ncheck(" + .entry_point +
			")\n") as $code |
		{model: "python", messages: [{role: "user",
			content: "````python\n\($code)````\n"}]}' |
		split -l 1 -a 3 - "$BATS_TEST_TMPDIR/request."
	"$CODEEXEC" run --allow python "$BATS_TEST_TMPDIR"/request.* |
		jq -c "$2" | sort | uniq -c | awk '{$1 = $1; print}'
}

# bats test_tags=slow
@test "HumanEval: the reference solutions pass, all 164" {
	assert_eq "$(tally .canonical_solution \
		'.codeexec | [.status, .exit_code]')" '164 ["exited",0]'
}

# bats test_tags=slow
@test "HumanEval: solutions that return nothing are seen to fail, all 164" {
	assert_eq "$(tally '"    return None\n"' \
		'.codeexec | [.status, .exit_code, (.stderr | contains("Traceback"))]')" \
		'164 ["exited",1,true]'
}

# bats test_tags=slow
@test "HumanEval: solutions that raise are seen to fail, all 164" {
	assert_eq "$(tally '"    raise MemoryError(\"broken\")\n"' \
		'.codeexec | [.status, .exit_code, (.stderr | test("MemoryError|AssertionError"))]')" \
		'164 ["exited",1,true]'
}
