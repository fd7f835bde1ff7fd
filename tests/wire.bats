#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 the codeexec authors
#
# Where requests begin and end, in bytes that others wrote for their parsers.

bats_require_minimum_version 1.8.0

setup() {
	load helpers
}

# The verdict of tests/tool/judge.c on the bytes that FORMAT prints, whole and
# byte by byte.
assert_verdict() { # FORMAT VERDICT
	local piece
	for piece in 1000000 1; do
		# shellcheck disable=SC2059
		assert_eq "$(printf "$1" | "$TOOLS/judge" "$piece")" "$2"
	done
}

@test "wire: gunicorn's, llhttp's and libhtp's requests have the verdicts listed" {
	requires data python3
	run -0 "$BATS_TEST_DIRNAME/http/wire" "$TOOLS/judge" "$DATA/http/wire.jsonl"
	assert_has "$output" "399 cases, 0 not"
}

@test "wire: a list that is not theirs is told" {
	requires data python3
	cp "$BATS_TEST_DIRNAME/http/wire" "$BATS_TEST_TMPDIR/wire"
	sed 's/45+0 whole/45+0 cut/' "$BATS_TEST_DIRNAME/http/verdicts.tsv" >"$BATS_TEST_TMPDIR/verdicts.tsv"
	run -1 "$BATS_TEST_TMPDIR/wire" "$TOOLS/judge" "$DATA/http/wire.jsonl"
}

@test "wire: P15: requests in one segment are told apart" {
	assert_verdict 'GET / HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\nab\r\nPOST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n0\r\n\r\nGET / HTTP/1.0\r\n\r\nG' \
		'46+2 58+12=2 18+0 close, 1 left'
}

@test "wire: the head of a request is told from its body" {
	assert_verdict 'POST / HTTP/1.0\r\nContent-Length: 9\r\n\r\n\r\n\r\nGET /' '38+9 whole'
	assert_verdict 'POST / HTTP/1.0\r\nContent-Length: 9\r\n\r\n\r\n\r\nGET ' cut
}
