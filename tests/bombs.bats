#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 the codeexec authors
#
# Memory of every kind, taken without end: how soon it ends, what the host feels
# of it (tests/bombs/run), and what is left of many (tests/bombs/row).

bats_require_minimum_version 1.8.0

load shared_folder

# What COMMAND says of its bombs is "ok", all of it.
bombs() { # COMMAND...
	CODEEXEC=$CODEEXEC TOOLS=$TOOLS run timeout 120 "$@"
	grep '^not ok' <<<"$output" >&2 || :
	assert_eq "$status" 0
}

@test "bombs: each kind ends in time, and the host's memory is not touched" {
	bombs "$BATS_TEST_DIRNAME/bombs/run"
}

@test "bombs: nor where the watchdog counts for root" {
	requires root
	bombs unshare -m bash -ec 'for place in /sys/fs/cgroup/memory /sys/fs/cgroup; do
			if mountpoint -q "$place"; then
				mount --bind "$place" "$place"
				mount -o remount,bind,ro "$place"
			fi
		done
		"$0" run --allow sh -m sh -c : | grep -q "\"memory\":\"watchdog\""
		exec "$@"' "$CODEEXEC" "$BATS_TEST_DIRNAME/bombs/run"
}

@test "bombs: what can be written inside is these three, and nothing else" {
	run_code sh 'find / -xdev -writable ! -type l ! -path "/workdir/*" 2>/dev/null
		while read -r _ _ _ _ at how _; do
			case $how in rw*) [ -w "$at" ] && echo "$at" ;; esac
		done </proc/self/mountinfo'
	assert_eq "$(jq -r '.choices[0].message.content' <<<"$output" | grep -vE '^(/dev/[fnruz].*)?$' | sort -u)" \
		$'/dev/shm\n/tmp\n/workdir'
}

@test "bombs: a row of them leaves the machine as it was" {
	bombs "$BATS_TEST_DIRNAME/bombs/row" 64
}
