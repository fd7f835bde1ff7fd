#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
#
# What takes its time asleep: tests/check has it go beside all others.

load serve_suite

# bats test_tags=slow
@test "stream: a silence is bridged after fifteen seconds" {
	codeexec 0 run --allow sh --timeout 30s --stream -m sh -c 'sleep 15.5; echo a'
	assert_eq "$(grep -c '"delta":{},"logprobs":null,"finish_reason":null' <<<"$output")" 1
}

# bats test_tags=slow
@test "stream: 15 s of silence are bridged by an empty delta" {
	requires root plain
	serve "unix:$folder/serve.sock" --allow bash,python --timeout 30s
	scenario stream.silence "$address"
	assert_json . '[[15,{}],[16,{"content":"end\n"}]]'
}
