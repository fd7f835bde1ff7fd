#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 the codeexec authors
#
# codeexec models: the programs that a request may ask for.

bats_require_minimum_version 1.8.0

setup() {
	load helpers
	empty_policy
}

@test "models: nothing is listed when nothing is allowed, and that is said" {
	codeexec 0 models
	assert_eq "$output" "NAME  ALIASES  VERSION  PATH"
	assert_eq "$stderr" "codeexec: no program is allowed; the operator allows one with --allow or 'programs' in the policy (--all lists what there is)"
}

@test "models: --names lists what is allowed, in the registry's order" {
	codeexec 0 models --names --allow sh,bash
	assert_eq "$output" "bash
sh"
}

@test "models: --all lists also what is not allowed, and asks it nothing" {
	codeexec 0 models --all --allow bash
	assert_eq "$(head -n 1 <<<"$output" | tr -s ' ')" "NAME ALIASES ALLOWED VERSION PATH"
	assert_eq "$(awk '$1 == "sh"' <<<"$output" | tr -s ' ')" "sh - no - /usr/bin/sh"
	assert_has "$(awk '$1 == "bash"' <<<"$output" | tr -s ' ')" " yes GNU bash, version "
}

@test "models: --json is OpenAI's list of models" {
	codeexec 0 models --json --allow bash
	assert_eq "$(jq -c '[.object, (.data | length)]' <<<"$output")" '["list",1]'
	assert_eq "$(jq -c '.data[0] | [.id, .object, .created, .owned_by]' <<<"$output")" \
		'["bash","model",0,"codeexec"]'
	assert_eq "$(jq -c '.data[0].codeexec | [.path, .installed, .allowed]' <<<"$output")" \
		'["/usr/bin/bash",true,true]'
}

@test "models: an allowed program that is missing is shown as not installed" {
	cat >"$BATS_TEST_TMPDIR/interpreters.json" <<-END
		$(jq '.' interpreters.json | sed 's|"bash"|"no-such-bash"|g')
	END
	chmod 600 "$BATS_TEST_TMPDIR/interpreters.json"
	codeexec 0 models --allow no-such-bash \
		--interpreters "$BATS_TEST_TMPDIR/interpreters.json"
	assert_eq "$(awk '$1 == "no-such-bash"' <<<"$output" | tr -s ' ')" \
		"no-such-bash shell,shellscript - not installed"
}

@test "models: no answer comes with the policy's refusal" {
	codeexec 64 models --allow nope
	assert_eq "$output" ""
}
