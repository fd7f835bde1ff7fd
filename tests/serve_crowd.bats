#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
#
# codeexec serve: many clients, slow ones, and those who wait for a slot.

setup_file() {
	load helpers
	load serve
	serve_folder
	serve "127.0.0.1:0" --allow bash --header-timeout 1s --body-timeout 1s --idle-timeout 3s
	hasty=$address hasty_pid=$server
	serve "127.0.0.1:0,unix:$folder/serve.sock" --allow bash --queue 64
	patient=$server tcp=$address
	export hasty hasty_pid patient tcp
}

teardown_file() {
	load helpers
	load serve
	end_server "$hasty_pid"
	end_server "$patient"
	rm -rf "$folder"
}

setup() {
	load helpers
	load serve
	no_servers
}

teardown() {
	end_servers
}

# Others were answered within MS at the slowest.
assert_served() { # MS
	echo "$output" >&2
	[[ $CODEEXEC != */asan/* ]] || return 0
	assert_json ".max < $1" true
}

@test "crowd: P18: a head that trickles in is 408 after header_timeout, not to be sent again" {
	scenario crowd.slow_head "$hasty"
	assert_json '.[0:3]' '[408,"false","close"]'
	assert_json '.[3] >= 1000 and .[3] < 3000' true
}

@test "crowd: who never says a word is closed after header_timeout" {
	scenario crowd.mute "$hasty"
	assert_json '.[0]' null
	assert_json '.[1] >= 1000 and .[1] < 2500' true
}

@test "crowd: P18: so is a body after body_timeout, and it holds no slot" {
	scenario crowd.slow_body "$hasty"
	assert_json . '[408,"false","close",0]'
}

@test "crowd: a body that never ends is refused at its limit" {
	scenario crowd.endless "$hasty"
	assert_json . 413
}

@test "crowd: 200 heads that do not end keep nobody waiting" {
	scenario crowd.slowloris "$tcp" "$patient" 200
	assert_served 500
}

@test "crowd: 200 bodies of nobody keep nobody waiting" {
	scenario crowd.slow_bodies "$tcp" "$patient" 200
	assert_served 500
}

@test "crowd: 1,000 idle connections cost little and keep nobody waiting" {
	scenario crowd.idle "$tcp" "$patient" 1000
	assert_served 500
	assert_json '.closed' 0
	requires plain
	assert_json '.rss_kib < 8192' true
}

@test "crowd: more clients than server.connections, idle or slow: others are served" {
	serve "127.0.0.1:0" --allow bash --connections 50
	scenario crowd.silent "$address" "$server" 120
	assert_served 500
	assert_json '.closed >= 70' true
	scenario crowd.idle "$address" "$server" 120
	assert_served 500
	scenario crowd.slowloris "$address" "$server" 120
	assert_served 500
	scenario crowd.slow_bodies "$address" "$server" 120
	assert_served 500
	end_server
}

@test "crowd: a full house costs no processor time" {
	serve "127.0.0.1:0" --allow bash --connections 1
	scenario crowd.full_house "$address" "$server"
	end_server
	echo "$output" >&2
	assert_json '. < 20' true
}

@test "crowd: answers that nobody reads are dropped after idle_timeout" {
	scenario crowd.unread "$hasty" "$hasty_pid" whole
	assert_served 500
	requires plain
	assert_json '.rss_kib < 131072' true
}

@test "crowd: streams that nobody reads are dropped, too" {
	scenario crowd.unread "$hasty" "$hasty_pid" stream
	assert_served 500
	requires plain
	assert_json '.rss_kib < 65536' true
}

@test "crowd: whole answers that wait for readers take 256 MiB in all" {
	requires root plain
	serve "unix:$folder/hoard.sock" --allow bash --queue 64 --queue-wait 60s
	scenario crowd.hoard "$address" "$server"
	end_server
	assert_served 1000
	assert_json '.rss_kib < 400000' true
	assert_json '.connections < 50 and .connections > 30' true
}

@test "crowd: two servers share max_concurrent" {
	local one
	serve "127.0.0.1:0" --allow bash --max-concurrent 2 --lock-dir "$folder/shared"
	one=$server first=$address
	serve "127.0.0.1:0" --allow bash --max-concurrent 2 --lock-dir "$folder/shared"
	scenario crowd.overlap "$first" "$address"
	end_server "$one"
	end_server
	assert_json . '[[200,200,200,200,200,200,200,200],2]'
}

@test "crowd: processes of one conversation each share it as well" {
	CODEEXEC_LOCK_DIR=$folder/each CODEEXEC=$CODEEXEC scenario crowd.overlap_processes
	assert_json . '[[200,200,200,200],1]'
}

@test "crowd: a slot is free again when its holder is killed in the midst of a run" {
	CODEEXEC_LOCK_DIR=$folder/killed CODEEXEC=$CODEEXEC scenario crowd.killed
	assert_json '.[0]' 200
	requires plain
	assert_json '.[1] < 500' true
}

@test "crowd: beyond the queue it is 429 at once, in it after queue_wait" {
	serve "127.0.0.1:0" --allow bash --max-concurrent 1 --queue 1 --queue-wait 500ms --lock-dir "$folder/one"
	scenario crowd.saturated "$address"
	end_server
	assert_json '.third | [.status, .fields."retry-after", .fields."retry-after-ms", .json.error.code, .json.error.type]' \
		'[429,"1","1000","rate_limit_exceeded","rate_limit_error"]'
	assert_has "$output" 'try again in 1s'
	assert_json '[.at_once, .second, .first]' '[true,429,200]'
	assert_json '.waited >= 0.5 and .waited < 1.4' true
}
