#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 the codeexec authors
#
# Runs beside each other: what one takes is not taken from another. Alone
# (tests/check), for a fork bomb holds up whatever is beside it.

bats_require_minimum_version 1.8.0

load shared_folder

@test "processes: three runs of one user do not starve each other" {
	local i
	for i in 1 2 3; do
		"$CODEEXEC" run --allow sh -r --processes 20 --read-only "$shared" -m sh \
			-c "'$shared/try' fork-n 100; sleep 0.5" >"$BATS_TEST_TMPDIR/$i" 3>&- &
	done
	wait
	assert_eq "$(cat "$BATS_TEST_TMPDIR"/[123])" $'17 EAGAIN\n17 EAGAIN\n17 EAGAIN'
}

@test "processes: a fork bomb ends with the program, and hello beside it is not held up" {
	"$CODEEXEC" run --allow bash -m bash -c ':() { : | : & }; :; while :; do :; done' --timeout 2s \
		>"$BATS_TEST_TMPDIR/bomb" 3>&- &
	run_code python 'print("hello")' --timeout 8s
	assert_content $'hello\n'
	wait "$!"
	assert_eq "$(jq -r .codeexec.status <"$BATS_TEST_TMPDIR/bomb" | grep -cE '^(timed_out|cpu_limit)$')" 1
}

@test "memory: a bomb beside it does not end another run" {
	"$CODEEXEC" run --allow python -m python -c 'b"x" * (200 << 20)' --memory 64MiB >"$BATS_TEST_TMPDIR/bomb" 3>&- &
	run_code python 'import time
kept = b"x" * (30 << 20)
time.sleep(0.5)
print("fine")' --memory 64MiB
	assert_content $'fine\n'
	wait "$!"
}
