#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
#
# Attacks that once went through, each with what ends it now.

setup() {
	load helpers
}

@test "hostile: memory of processes whose leading thread has ended is seen" {
	run_code python 'import ctypes, os, threading, time
def eat():
    x = bytearray(60 << 20)
    time.sleep(3)
for i in range(4):
    if os.fork() == 0:
        threading.Thread(target=eat).start()
        time.sleep(0.05)
        ctypes.CDLL(None).syscall(60, 0)
time.sleep(2)' --memory 100MiB
	assert_json .codeexec.status '"memory_limit"'
}

@test "hostile: /dev/zero is no memory that nobody counts" {
	run_code python 'import mmap, os
f = os.open("/dev/zero", os.O_RDWR)
kept = []
for i in range(100):
    m = mmap.mmap(f, 4 << 20)
    for at in range(0, 4 << 20, 4096): m[at] = 1
    m.madvise(mmap.MADV_DONTNEED)
    kept.append(m)
print("kept", len(kept))' --memory 100MiB
	assert_json '.choices[0].message.content' '""'
	assert_json '.codeexec.exit_code != 0' true
}

@test "hostile: a signal that a program sends to itself is no CPU limit" {
	run_code python 'import os; os.kill(os.getpid(), 24)'
	assert_json '[.codeexec.status, .codeexec.signal]' '["signaled","SIGXCPU"]'
}

@test "hostile: AIO contexts, of which the whole system has a number, are none" {
	run_code python 'import ctypes
c = ctypes.CDLL(None, use_errno=True)
print(c.syscall(206, 1, ctypes.byref(ctypes.c_long())), ctypes.get_errno())'
	assert_content $'-1 38\n'
}

@test "hostile: pending signals are few" {
	run_code bash 'ulimit -i'
	[[ $(jq -r '.choices[0].message.content' <<<"$output") -le 1024 ]]
}

@test "hostile: pipes cannot be made larger at the cost of others" {
	run_code python 'import fcntl, os
r, w = os.pipe()
try: fcntl.fcntl(w, 1031, 1 << 20)
except PermissionError as e: print("EPERM")'
	assert_content $'EPERM\n'
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

# bats test_tags=slow
@test "stream: a silence is bridged after fifteen seconds" {
	codeexec 0 run --allow sh --timeout 30s --stream -m sh -c 'sleep 15.5; echo a'
	assert_eq "$(grep -c '"delta":{},"logprobs":null,"finish_reason":null' <<<"$output")" 1
}
