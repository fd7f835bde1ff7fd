#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 the codeexec authors
#
# Attempts to break out: those of tests/escape (see its README.md), and here
# those that take more than one program. Afterwards nothing of them is left.

bats_require_minimum_version 1.8.0
# bats file_tags=escape

setup_file() {
	load helpers
	share_folder
	export ESCAPE_MARKER=escape$RANDOM$RANDOM ESCAPE_PIDS=$BATS_FILE_TMPDIR/pids
	: >"$ESCAPE_PIDS"
	state >"$BATS_FILE_TMPDIR/before"
	cgroups >"$BATS_FILE_TMPDIR/cgroups"
}

teardown_file() {
	load helpers
	unshare_folder
}

setup() {
	load helpers
	empty_policy
	requires python3 unshare
}

# What attempts could leave on the host, a line each.
state() {
	cut -d ' ' -f 4- /proc/self/mountinfo
	find /tmp /var/tmp /dev/shm /dev/mqueue -maxdepth 1 -name "*$ESCAPE_MARKER*" \
		-o -maxdepth 1 -name 'codeexec-??????' 2>/dev/null || :
	awk 'FNR > 1 {print FILENAME, $1, $2}' /proc/sysvipc/shm /proc/sysvipc/sem /proc/sysvipc/msg
	lsns -n -t net -o NS,PID | grep -vw "$(readlink /proc/self/ns/net | tr -dc '[:digit:]')" || :
	grep ":$(stat -L -c %i /usr/bin/env) " /proc/locks || :
	grep -h attempt /proc/keys || :
	grep -a "$ESCAPE_MARKER" /proc/net/unix || :
}

# The cgroups of runs, whoever made them.
cgroups() {
	find /sys/fs/cgroup -type d -name 'codeexec-*' 2>/dev/null || :
}

# What is there of it now that was not before; others' runs come and go.
left() {
	state | sort | comm -13 <(sort "$BATS_FILE_TMPDIR/before") -
}

# Wait, five seconds at most, until all is gone of what COMMAND prints now.
until_gone() { # COMMAND...
	local first rest tries=50
	first=$("$@" | sort -u)
	rest=$first
	while [[ -n $rest && tries -gt 0 ]]; do
		read -rt 0.1 <> <(:) || :
		rest=$(comm -12 <(echo "$first") <("$@" | sort -u))
		tries=$((tries - 1))
	done
	assert_eq "$rest" ""
}

# Every attempt of CLASS is answered as its head says. By warm programs it is made
# inside alone: its controls have nothing to do with those.
attempts() { # CLASS
	local options=()
	[[ ${CODEEXEC_TEST_WARM:-} != 1 ]] || options=(-i)
	run "$BATS_TEST_DIRNAME/escape/run" "${options[@]}" "$1"
	grep -v '^ok' <<<"$output" >&2 || :
	[[ $status -eq 0 ]]
}

@test "attempts: namespaces" { attempts namespaces; }
@test "attempts: privileges" { attempts privileges; }
@test "attempts: processes" { attempts processes; }
@test "attempts: limits" { attempts limits; }
@test "attempts: memory" { attempts memory; }
@test "attempts: files" { attempts files; }
@test "attempts: leaks" { attempts leaks; }
@test "attempts: kernel" { attempts kernel; }
@test "attempts: network" { attempts network; }
@test "attempts: ipc" { attempts ipc; }
@test "attempts: channels" { attempts channels; }
@test "attempts: terminal" { attempts terminal; }

@test "attempts: each class is one of these" {
	assert_eq "$(sed -n 's/^@test "attempts: .* { attempts \(.*\); }$/\1/p' "$BATS_TEST_FILENAME" | sort)" \
		"$(cd "$BATS_TEST_DIRNAME/escape" && find . -mindepth 2 -type f -printf '%h\n' | sed 's/^..//' | sort -u)"
}

@test "attempts: the index lists them as their heads do" {
	"$BATS_TEST_DIRNAME/escape/index" --check
}

@test "attempts: an answer that is not as expected is a failure, and so is a missing control" {
	local copy=$BATS_TEST_TMPDIR/escape
	cp -r "$BATS_TEST_DIRNAME/escape" "$copy"
	sed -i 's/^ \* inside: EPERM/ * inside: ok/' "$copy/kernel/bpf.c"
	sed -i '/^ \* without/d' "$copy/kernel/userfaultfd.c"
	CODEEXEC=$CODEEXEC TOOLS=$TOOLS run -1 "$copy/run" kernel/bpf kernel/userfaultfd kernel/perf
	assert_eq "$(grep -E '^(not )?ok' <<<"$output")" $'not ok 1 kernel/bpf\nok 2 kernel/perf\nnot ok 3 kernel/userfaultfd'
	assert_has "$output" "# inside: EPERM"
	assert_has "$output" "# it has no control"
}

# Run COMMAND with a terminal as stdin, stdout and stderr; print what it shows,
# and it echoes what is typed.
shown() { # COMMAND...
	timeout 20 python3 -c '
import os, pty, sys
pid, terminal = pty.fork()
if pid == 0:
    os.execv(sys.argv[1], sys.argv[1:])
try:
    while True: os.write(1, os.read(terminal, 4096))
except OSError: pass
os.waitpid(pid, 0)' "$@"
}

@test "terminal: nothing is typed into the caller's (CVE-2017-5226)" {
	local code='import fcntl, os, termios
for fd in range(3):
	try: fcntl.ioctl(fd, termios.TIOCSTI, b"x")
	except OSError: pass
for path in ("/dev/tty", "/proc/self/fd/0", "/proc/self/fd/1"):
	try: fcntl.ioctl(os.open(path, os.O_RDWR), termios.TIOCSTI, b"x")
	except OSError: pass' outside=
	# Since Linux 6.2 a host may have this switched off for all.
	[[ $(cat /proc/sys/dev/tty/legacy_tiocsti 2>/dev/null) == 0 ]] || outside=xxxxxx
	assert_eq "$(shown /usr/bin/python3 -c "$code")" "$outside"
	assert_eq "$(shown "$CODEEXEC" run --allow python -r -m python -c "$code")" ""
}

@test "set-user-ID: codeexec that root has made so refuses, for it would be root's sandbox for all" {
	requires root
	install -m 4755 "$CODEEXEC" "$shared/codeexec"
	run --separate-stderr -78 setpriv --reuid 65534 --regid 65534 --clear-groups env -i PATH="$PATH" \
		"$shared/codeexec" run --allow python -r --sandbox off -m python -c 'import os; print(os.geteuid())'
	assert_eq "$output" ""
	assert_has "$stderr" "chmod u-s"
}

@test "groups: a file of the caller's groups in a folder that is shown is readable, as it is to him" {
	requires root
	mkdir -m 755 "$shared/shown"
	install -m 640 -g 4242 /dev/null "$shared/shown/file"
	run --separate-stderr -0 setpriv --reuid 65533 --regid 65533 --groups 4242 env -i PATH="$PATH" HOME=/ \
		"$CODEEXEC" run --allow sh -r --read-only "$shared/shown" -m sh -c "cat $shared/shown/file && echo read"
	assert_eq "$output" read
	run --separate-stderr -0 setpriv --groups 4242 "$CODEEXEC" run --allow sh -r --read-only "$shared/shown" \
		-m sh -c "cat $shared/shown/file || echo refused"
	assert_eq "$output" refused
}

@test "chroot: codeexec in one is refused, since it can have no namespaces" {
	requires root
	mkdir -p "$BATS_TEST_TMPDIR/root"
	run --separate-stderr -69 unshare -m bash -c 'mount --rbind / "$1" && exec chroot "$@"' \
		bash "$BATS_TEST_TMPDIR/root" "$CODEEXEC" run --allow sh -m sh -c 'echo ran'
	assert_json .error.code '"sandbox_unavailable"'
	assert_has "$(member .error.message)" "not inside a chroot"
}

@test "script: a link in its place leads nobody anywhere (CVE-2024-28185)" {
	local fence='```'
	echo canary >"$shared/canary"
	chmod 666 "$shared/canary"
	request 0 < <(make_request codeexec "$(printf '%s\n' "${fence}sh" \
		"rm -f main.sh; ln -s '$shared/canary' main.sh; ln -s /etc/shadow input.json" "$fence" \
		"${fence}sh" 'echo second' "$fence")" '.n = 2 | .codeexec.collect = ["*"]')
	assert_json '[.choices[].message.content]' '["second\n","second\n"]'
	assert_eq "$(<"$shared/canary")" canary
	[[ $output != *root:* ]]
}

@test "deadline: a program that ends at that very moment has ended one way or the other" {
	local i
	for i in {1..30}; do
		run_code sh 'exec sleep 0.05' --timeout $((45 + i % 15))ms
		assert_json '.codeexec.status | . == "exited" or . == "timed_out"' true
	done
}

@test "deadline: tearing down millions of mappings delays the end (open: it should be within a second)" {
	run_code python 'import mmap, os, time
at = mmap.mmap(-1, 20000 << 12, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
import ctypes
start = ctypes.addressof(ctypes.c_char.from_buffer(at))
for i in range(0, 20000, 2): ctypes.CDLL(None).mprotect(ctypes.c_void_p(start + (i << 12)), 4096, 1)
for _ in range(40):
	if os.fork() == 0: time.sleep(60)
time.sleep(60)' --timeout 1s --memory 2GiB
	assert_json .codeexec.status '"timed_out"'
}

@test "files: a million that codeexec may open cost no time" {
	ulimit -n "$(ulimit -Hn)"
	run_code sh 'echo hello' --timeout 2s
	assert_content $'hello\n'
}

@test "crowd: six attackers at once, and an honest run beside them is not held up" {
	local i pids=()
	local attacks=('f() { f | f & }; f' 'x=x; while :; do x=$x$x; done' 'yes' 'yes >&2'
		'while :; do mkdir $RANDOM$RANDOM; done 2>/dev/null' 'trap "" TERM; kill -STOP 0 $$; while :; do :; done')
	for i in "${!attacks[@]}"; do
		"$CODEEXEC" run --allow bash --timeout 2s --memory 64MiB -m bash -c "${attacks[i]}" \
			>"$BATS_TEST_TMPDIR/$i" 2>/dev/null 3>&- &
		pids+=($!)
	done
	for i in 1 2 3; do
		run_code python 'print("hello")' --timeout 10s
		assert_content $'hello\n'
	done
	wait "${pids[@]}"
	assert_eq "$(cat "$BATS_TEST_TMPDIR"/[0-5] | jq -r '.object' | sort | uniq -c | xargs)" "6 chat.completion"
}

@test "death: who clears the signal for it ends with codeexec all the same" {
	local pid out code='import ctypes, os, time
os.fork()
ctypes.CDLL(None).prctl(1, 0, 0, 0, 0)
if os.fork() == 0: os.setsid()
print("there", flush=True)
time.sleep(60)'
	mkfifo "$BATS_TEST_TMPDIR/out"
	make_request python "$code" '.codeexec.args = [env.ESCAPE_MARKER]' >"$BATS_TEST_TMPDIR/request"
	"$CODEEXEC" run --allow python -r "$BATS_TEST_TMPDIR/request" >"$BATS_TEST_TMPDIR/out" 3>&- &
	pid=$!
	exec {out}<"$BATS_TEST_TMPDIR/out"
	read -r _ <&"$out"
	[[ $(pgrep -fc "$ESCAPE_MARKER") -gt 1 ]]
	kill -KILL "$pid"
	wait "$pid" || :
	until_gone pgrep -f "$ESCAPE_MARKER"
}

@test "left: no process, mount, file, IPC object, network namespace, lock or key of all this" {
	until_gone pgrep -f "$ESCAPE_MARKER"
	until_gone left
}

@test "left: no cgroup of all this" {
	local pid
	[[ -s $ESCAPE_PIDS ]]
	while read -r pid; do
		echo "codeexec-[0-9]*-$pid-"
	done <"$ESCAPE_PIDS" >"$BATS_TEST_TMPDIR/names"
	assert_eq "$(cgroups | grep -vxFf "$BATS_FILE_TMPDIR/cgroups" | grep -f "$BATS_TEST_TMPDIR/names")" ""
}
