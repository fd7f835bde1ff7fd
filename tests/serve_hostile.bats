#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
#
# codeexec serve: bytes that are no request, or not all of one. One process
# takes them all.

setup_file() {
	load helpers
	load serve
	serve_folder
	serve "unix:$folder/serve.sock,127.0.0.1:0" --allow bash --log none
	tcp=$(sed -n 's|.*http://||p' "$log")
	export tcp
}

teardown_file() {
	load helpers
	load serve
	end_server
	rm -rf "$folder"
}

setup() {
	load helpers
	load serve
}

@test "hostile: the raw requests of other servers' tests: one refusal each, and no run" {
	requires data
	scenario hostile.corpus "$address" "$server" "$DATA/http/wire.jsonl"
	assert_json . '{"count":399,"wrong":[]}'
}

@test "hostile: the same over TCP" {
	requires data
	scenario hostile.corpus "$tcp" "$server" "$DATA/http/wire.jsonl"
	assert_json .wrong '[]'
}

@test "hostile: framing, line ends, sizes and other protocols: one refusal each" {
	scenario hostile.table "$address" "$server"
	assert_json .wrong '[]'
	assert_json '.count > 50' true
}

@test "hostile: a request within a body that could be read in two ways is never answered" {
	scenario hostile.smuggled "$address" "$server"
}

@test "hostile: every prefix of a request, cut off or reset: no run" {
	scenario hostile.prefixes "$address" "$server" length
	scenario hostile.prefixes "$tcp" "$server" chunked
}

@test "hostile: every way to send a request in two pieces gets the same answer" {
	scenario hostile.splits "$address" length
	scenario hostile.splits "$tcp" chunked
}

@test "hostile: a request byte by byte is answered" {
	scenario hostile.bytewise "$address" length
	assert_json . '"a\n"'
	scenario hostile.bytewise "$tcp" chunked
	assert_json . '"a\n"'
}

@test "hostile: after all of that the server is well" {
	talk < <(post 'echo well')
	assert_json '.[0].json.choices[0].message.content' '"well\n"'
}
