#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 the codeexec authors
#
# What fuzzing has kept, judged again without a fuzzer: `make fuzz` looks for more.

bats_require_minimum_version 1.8.0

setup() {
	load helpers
}

@test "fuzz: each input that was kept still is as its target holds it to be" {
	local folder name
	for folder in tests/fuzz/corpus/*/; do
		name=$(basename "$folder")
		"$CODEEXEC_TEST_BUILD/tests/replay/$name" "$folder"* >"$BATS_TEST_TMPDIR/$name" 2>&1 3>&- ||
			assert_eq "$name: $(tail -n 5 "$BATS_TEST_TMPDIR/$name")" ""
		assert_eq "$(grep -c "^$folder" "$BATS_TEST_TMPDIR/$name")" "$(find "$folder" -type f | wc -l)"
	done
}
