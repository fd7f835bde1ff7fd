#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
#
# codeexec serve on a host that lets it down: errors that are not the caller's.

load serve_suite

# A server whose kernel has no Landlock.
serve_weak() { # ADDRESS OPTION...
	requires plain
	printf '#!/bin/sh\nexec "%s" landlock_create_ruleset -- "%s" "$@"\n' "$TOOLS/without" "$CODEEXEC" >"$BATS_TEST_TMPDIR/weak"
	chmod 755 "$BATS_TEST_TMPDIR/weak"
	CODEEXEC=$BATS_TEST_TMPDIR/weak serve "$@"
}

@test "trouble: without a layer a request is 500, not to be sent again, and counted by the layer" {
	serve_weak "unix:$folder/weak.sock" --allow bash
	talk < <(post "touch $folder/ran; echo ran" && post 'echo ran' '.stream = true')
	assert_json 'map([.status, .fields."content-type", .fields."x-should-retry", .json.error.type, .json.error.code])' \
		'[[500,"application/json","false","server_error","sandbox_unavailable"],[500,"application/json","false","server_error","sandbox_unavailable"]]'
	assert_has "$output" 'landlock'
	[[ ! -e $folder/ran ]]
	assert_eq "$(metric 'codeexec_refusals_total{layer="landlock"}')" 2
	assert_eq "$(metric codeexec_runs_total)" 0
}

@test "trouble: then /health says so, with GET and HEAD" {
	serve_weak "unix:$folder/health.sock" --allow bash
	talk -m GET,HEAD < <(printf 'GET /health HTTP/1.1\r\nHost: a\r\n\r\nHEAD /health HTTP/1.1\r\nHost: a\r\n\r\n')
	assert_json 'map([.status, .fields."x-should-retry"])' '[[500,"false"],[500,"false"]]'
	assert_json '.[0].json.error.code' '"sandbox_unavailable"'
}

@test "trouble: then models are listed without versions" {
	serve_weak "unix:$folder/models.sock" --allow bash
	talk -m GET < <(http GET /v1/models '')
	assert_json '.[0] | [.status, .json.data[0].id, .json.data[0].codeexec.version]' '[200,"bash",null]'
}

@test "trouble: an allowed program that is not installed is 500, not to be sent again" {
	jq '.bash.argv[0] = "no-such-bash"' "$BATS_TEST_DIRNAME/../interpreters.json" >"$BATS_TEST_TMPDIR/interpreters.json"
	chmod 600 "$BATS_TEST_TMPDIR/interpreters.json"
	serve "unix:$folder/missing.sock" --allow bash --interpreters "$BATS_TEST_TMPDIR/interpreters.json"
	talk < <(post 'echo a')
	assert_json '.[0] | [.status, .fields."x-should-retry", .json.error.code]' '[500,"false","program_unavailable"]'
}

@test "trouble: a lock folder that is taken away is made again, one that others own is told" {
	serve "unix:$folder/locks.sock" --allow bash --lock-dir "$folder/own"
	rm -rf "$folder/own"
	talk < <(post 'echo a')
	assert_status 200
	rm -rf "$folder/own"
	ln -s /tmp "$folder/own"
	talk < <(post 'echo a')
	assert_json '.[0] | [.status, .json.error.code]' '[500,"internal_error"]'
	grep -q "lock folder '$folder/own' is a symbolic link" "$log"
}
