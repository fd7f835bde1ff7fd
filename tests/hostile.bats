#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
#
# Attacks that once went through and take more than one program, each with what
# ends it now; tests/escape has those of one.

setup() {
	load helpers
}

@test "hostile: a reader who does not read does not stop the clock" {
	local pid
	mkfifo "$BATS_TEST_TMPDIR/pipe"
	"$CODEEXEC" run --allow python --timeout 1s -r -m python -c 'import os
for i in range(100): os.write(1, b"x" * 4096)
while True: os.sched_yield()' >"$BATS_TEST_TMPDIR/pipe" 3>&- &
	pid=$!
	exec {reader}<"$BATS_TEST_TMPDIR/pipe"
	# Its init is gone once the time is up, though nothing has been read.
	timeout 10 bash -c 'until [[ -n $(pgrep -P '"$pid"') ]]; do sleep 0.05; done
		while [[ -n $(pgrep -P '"$pid"') ]]; do sleep 0.1; done'
	assert_eq "$(wc -c <&"$reader")" 409600
	wait "$pid" || :
}

@test "hostile: another block has not begun when one cannot be executed" {
	local dir
	dir=$(mktemp -d /tmp/codeexec-test.XXXXXX)
	chmod 777 "$dir"
	mkdir -m 755 "$dir/bin"
	printf '#!/nowhere\n' >"$dir/bin/jq"
	chmod 755 "$dir/bin/jq"
	request 69 --prefix "$dir" --read-write "$dir" < <(make_request codeexec \
		"$(printf '```jq\n.\n```\n```sh\ntouch %s/ran\n```' "$dir")")
	assert_json .error.code '"program_unavailable"'
	[[ ! -e $dir/ran ]]
	rm -rf "$dir"
}

@test "hostile: host root under another name is seen" {
	requires root
	run --separate-stderr -69 timeout 60 unshare --user --map-user=1000 --map-group=1000 \
		"$CODEEXEC" run --allow sh -m sh -c :
	assert_has "$stderr" "no id but root's can be mapped"
}
