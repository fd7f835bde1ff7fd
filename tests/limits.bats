#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 the codeexec authors
#
# Each limit, reached: what the program gets, and what the answer says of it.

bats_require_minimum_version 1.8.0

load shared_folder

# The run ended with STATUS; what else is wanted is a jq expression.
assert_status() { # STATUS [JQ]
	assert_json .codeexec.status "\"$1\""
	[[ -z ${2:-} ]] || assert_json "$2" true
}

# Memory was the limit: the run was ended for it, or where only processes are
# limited the program may have been told, and given up.
assert_memory() {
	if [[ $(member .codeexec.limits_by.memory) == watchdog &&
		$(member .codeexec.status) == exited ]]; then
		assert_has "$(member .codeexec.stderr)" MemoryError
	else
		assert_status memory_limit
	fi
}

# Act by the tool inside: try_inside TEXT ACT... says TEXT.
try_inside() { # WANTED OPTION... -- ACT...
	local want=$1 options=()
	shift
	while [[ $1 != -- ]]; do
		options+=("$1")
		shift
	done
	shift
	codeexec 0 run --allow sh -r -m sh -c "exec '$shared/try' $*" --read-only "$shared" "${options[@]}"
	assert_eq "$output" "$want"
}

@test "timeout: the output so far is kept" {
	run_code sh 'echo before; exec sleep 60' --timeout 300ms
	assert_content $'before\n'
	assert_status timed_out '.codeexec.timed_out and .codeexec.exit_code == 137'
	assert_json '.codeexec.duration_ms | . >= 300 and . < 1300' true
	assert_json '.codeexec.cpu_ms < 200' true
}

@test "timeout: a program that stops itself and all that it can reach" {
	run_code sh 'trap "" TERM INT HUP; kill -STOP 1 0 $$' --timeout 300ms
	assert_status timed_out
}

@test "timeout: what the program left behind does not hold up its end" {
	run_code sh 'setsid sleep 60 & echo main' --timeout 20s
	assert_content $'main\n'
	assert_status exited '.codeexec.duration_ms < 3000'
}

@test "timeout: nor does one who was given its stdout" {
	local got=$BATS_TEST_TMPDIR/got start
	mkfifo "$got"
	python3 -c "import os, socket as s, time
l = s.socket(s.AF_UNIX); l.bind('$shared/socket'); os.chmod('$shared/socket', 0o777); l.listen()
open('$got', 'w').close()
kept = s.recv_fds(l.accept()[0], 1, 3); time.sleep(8)" 3>&- &
	: <"$got"
	start=$(date +%s)
	run_code python "import socket as s
c = s.socket(s.AF_UNIX); c.connect('$shared/socket'); s.send_fds(c, [b'x'], [1]); print('gave')" \
		--read-write "$shared" --timeout 2s
	kill "$!" 2>/dev/null || :
	assert_content $'gave\n'
	[[ $(($(date +%s) - start)) -lt 5 ]]
}

@test "cpu_time: one process" {
	run_code python 'while True: pass' --cpu-time 300ms
	assert_status cpu_limit '.codeexec.cpu_ms >= 300 and .codeexec.cpu_ms < 2500'
}

@test "cpu_time: processes together" {
	run_code python 'import os
for _ in range(2): os.fork()
while True: pass' --cpu-time 700ms --timeout 20s
	assert_status cpu_limit '.codeexec.duration_ms < 5000'
}

@test "cpu_time: processes together, where a cgroup counts memory alone" {
	requires root cgroup1
	run --separate-stderr -0 timeout 60 unshare -m bash -ec 'mount --bind "$0" "$0"
		mount -o remount,bind,ro "$0"
		exec "$@"' /sys/fs/cgroup/cpuacct "$CODEEXEC" run --allow sh -m sh --cpu-time 700ms \
		--timeout 20s -c 'while :; do awk "BEGIN { while (i < 1000000) i++ }"; done'
	assert_json .codeexec.limits_by.memory '"cgroup1"'
	assert_status cpu_limit '.codeexec.duration_ms < 10000'
}

@test "cpu_time: threads together" {
	run_code python 'import hashlib, threading
def burn():
	while True: hashlib.pbkdf2_hmac("sha256", b"x", b"x", 100000)
for _ in range(4): threading.Thread(target=burn).start()' --cpu-time 700ms --timeout 20s
	assert_status cpu_limit '.codeexec.duration_ms < 5000'
}

@test "memory: one process" {
	run_code python 'b"x" * (200 << 20)' --memory 64MiB
	assert_memory
}

@test "memory: many processes, each below the limit" {
	run_code python 'import os, time
for _ in range(12):
	if not os.fork():
		kept = b"x" * (16 << 20)
		time.sleep(60)
time.sleep(60)' --memory 96MiB
	assert_status memory_limit '.codeexec.duration_ms < 5000'
}

@test "memory: files in /tmp count" {
	run_code python 'import time
with open("/tmp/file", "wb") as f:
	for _ in range(120): f.write(b"x" * (1 << 20))
kept = b"x" * (40 << 20)
time.sleep(60)' --memory 96MiB --workdir-size 200MiB --file-size 200MiB
	assert_memory
}

@test "memory: /dev/shm counts" {
	run_code python 'import time
with open("/dev/shm/file", "wb") as f:
	for _ in range(120): f.write(b"x" * (1 << 20))
kept = b"x" * (40 << 20)
time.sleep(60)' --memory 96MiB --workdir-size 200MiB --file-size 200MiB
	assert_memory
}

@test "memory: shared memory that is nobody's counts, or cannot be had" {
	run_code python 'import mmap
kept = [mmap.mmap(-1, 16 << 20) for _ in range(12)]
for m in kept: m.write(b"x" * (16 << 20))' --memory 96MiB
	case $(member .codeexec.limits_by.memory) in
	watchdog) assert_has "$(member .codeexec.stderr)" PermissionError ;;
	*) assert_status memory_limit ;;
	esac
}

@test "memory: page cache of files that are read is no memory of the run" {
	run_code sh 'cat /usr/bin/* /usr/lib/*/lib*.so* >/dev/null 2>&1; echo done' --memory 32MiB --timeout 30s
	assert_content $'done\n'
}

@test "memory: below the limit nothing happens" {
	run_code python 'print(len(b"x" * (40 << 20)))' --memory 96MiB
	assert_content $'41943040\n'
}

@test "processes: as many as the limit says, init and the program among them" {
	try_inside "18 EAGAIN" --processes 20 -- fork-n 100
	try_inside "18 EAGAIN" --processes 20 -- threads-n 100
}

@test "open_files: as many as the limit says" {
	try_inside "47 EMFILE" --open-files 50 -- open-n 100
}

@test "file_size: a larger file is SIGXFSZ" {
	run_code sh 'exec head -c 2000000 /dev/zero >/tmp/file' --file-size 1MiB
	assert_status signaled '.codeexec.signal == "SIGXFSZ" and .codeexec.exit_code == 153'
}

@test "workdir: bytes" {
	run_code sh 'head -c 3000000 /dev/zero >/workdir/file; stat -c %s /workdir/file' --workdir-size 2MiB
	assert_has "$(member .codeexec.stderr)" "No space left on device"
	assert_json '.choices[0].message.content | tonumber | . >= 2000000 and . <= 2400000' true
}

@test "workdir: bytes of /tmp and /dev/shm are the same ones" {
	run_code sh 'for d in /workdir /tmp /dev/shm; do head -c 1000000 /dev/zero >$d/file; done' --workdir-size 2MiB
	assert_has "$(member .codeexec.stderr)" "No space left on device"
}

@test "workdir: inodes" {
	run_code python 'import os
n = 0
try:
	while True: os.mkdir("/tmp/%d" % n); n += 1
except OSError as e: print(n, e.strerror)' --workdir-size 2MiB
	assert_json '.choices[0].message.content | test("^[0-9]{3} No space left on device\n$")' true
}

@test "stdout: the run ends at the cap, with what fitted" {
	run_code sh 'exec yes' --stdout-size 10KiB
	assert_json '.choices[0] | .finish_reason, (.message.content | length)' $'"length"\n10240'
	assert_status output_limit '.codeexec.stdout_truncated and .codeexec.duration_ms < 3000'
}

@test "stderr: what is beyond the cap is dropped and the run goes on" {
	run_code sh 'head -c 100000 /dev/zero | tr "\0" e >&2; echo done' --stderr-size 10KiB
	assert_content $'done\n'
	assert_status exited '.codeexec.stderr_truncated and (.codeexec.stderr | length) == 10240'
}

@test "stderr: a flood without end ends at the timeout" {
	run_code sh 'yes >&2' --stderr-size 10KiB --timeout 500ms
	assert_status timed_out
}

@test "collect: a request may lower it, and not raise it" {
	ask 0 sh 'echo 12345 >a; echo 1234 >b' \
		'.codeexec = {collect: ["?"], limits: {collect: 6}}'
	assert_json '.codeexec | [(.files[] | .path), (.files_refused[] | .path, .reason)]' \
		'["b","a","too_large"]'
	ask 65 sh : '.codeexec = {collect: ["?"], limits: {collect: "5MiB"}}'
	assert_error invalid_request_error invalid_value '"codeexec.limits.collect"'
	ask 0 sh 'head -c 5000000 /dev/zero >a' \
		'.codeexec = {collect: ["?"], limits: {collect: "5MiB"}}' --collect-size 5MiB
	assert_json '.codeexec.files[0].size' 5000000
}

@test "stack: recursion without end is SIGSEGV, and no core is left" {
	run_code bash 'f() { f; }; f' --read-write "$shared" --chdir "$shared" --timeout 50s --cpu-time 50s
	assert_status signaled '.codeexec.signal == "SIGSEGV" and .codeexec.exit_code == 139'
	assert_eq "$(find "$shared" -name '*core*')" ""
}

@test "limits: a program can lower them and not raise them" {
	run_code bash 'ulimit -n 10; ulimit -n 20 || ulimit -n; ulimit -v unlimited; ulimit -c 0'
	assert_content $'10\n'
	assert_eq "$(jq -r .codeexec.stderr <<<"$output" | grep -c 'Operation not permitted')" 3
}

@test "memory: what many share is counted once, also when they all end at once" {
	local code='import os, signal
shared = bytearray(40 << 20)
for _ in range(5):
	children = []
	for _ in range(40):
		children.append(os.fork())
		if not children[-1]: sum(shared[::4096]), signal.pause()
	for child in children: os.kill(child, signal.SIGKILL)
	for child in children: os.waitpid(child, 0)
print("end")'
	codeexec 0 run --allow python --memory 128MiB --timeout 50s --cpu-time 50s -m python -c "$code"
	assert_json '[.choices[0].message.content, .codeexec.status]' '["end\n","exited"]'
}

@test "forged: an exit code of 137 is an exit, and a SIGKILL of oneself a signal" {
	run_code sh 'exit 137'
	assert_status exited '.codeexec.exit_code == 137 and .codeexec.signal == null'
	run_code sh 'kill -KILL $$'
	assert_status signaled '.codeexec.signal == "SIGKILL"'
}
