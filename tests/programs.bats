#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 the codeexec authors
#
# Whole programs: a sample of what tests/programs goes through in full.

bats_require_minimum_version 1.8.0

setup() {
	load helpers
	empty_policy
	requires data node php ruby lua perl bc
}

# bats test_tags=slow
@test "programs: a sample ends inside as it does outside" {
	cd "$BATS_TEST_DIRNAME/.."
	export CODEEXEC
	run -0 tests/programs --every 40 --outside "$DATA"/programs/*.jsonl
	assert_has "$output" "mbxp-php.jsonl                        24 "
}
