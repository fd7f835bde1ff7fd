#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 the codeexec authors
#
# However a run ends, nothing of it is left: no process, mount, cgroup, file,
# IPC object or network namespace.

bats_require_minimum_version 1.8.0

setup_file() {
	: >"$BATS_FILE_TMPDIR/start"
}

setup() {
	load helpers
	empty_policy
	# An argument that no other process has, for what must not be left.
	marker=987$RANDOM$RANDOM
	before=$(state)
}

# The processes of this test's runs, but codeexec itself.
marked() {
	pgrep -f "sleep $marker" || :
}

# What a run could leave on the host, a line each. Other tests' runs come and
# go beside us; only what has our name or marker counts of those.
state() {
	marked
	grep -cE ' /(workdir|tmp|dev/shm)? .* tmpfs none ' /proc/self/mountinfo
	find /tmp /var/tmp /dev/shm /dev/mqueue -maxdepth 1 -iname '*codeexec*' ! -name 'codeexec-test.*' 2>/dev/null || :
	find /tmp /var/tmp /dev/shm -maxdepth 1 -name "*$marker*" 2>/dev/null || :
	awk 'NR > 1 && $1 != 0 {print FILENAME, $1}' /proc/sysvipc/shm /proc/sysvipc/sem /proc/sysvipc/msg
}

# The cgroups of the process PID that ran codeexec, of this suite's and no other's
# that had the number before.
cgroups_of() { # PID
	find /sys/fs/cgroup -type d -name "codeexec-*-$1-*" -newer "$BATS_FILE_TMPDIR/start" \
		2>/dev/null || :
}

# Wait until COMMAND prints nothing; TENTHS of a second at most.
until_nothing() { # TENTHS COMMAND...
	local left=$1
	shift
	while [[ -n $("$@") && left -gt 0 ]]; do
		read -rt 0.1 <> <(:) || :
		left=$((left - 1))
	done
	assert_eq "$("$@")" ""
}

# Run codeexec with the shell script SCRIPT, to the end; $pid is its process.
leave() { # SCRIPT [OPTION...]
	local script=$1
	shift
	"$CODEEXEC" run --allow bash,python --timeout 2s -m bash -c "$script" "$@" \
		>"$BATS_TEST_TMPDIR/out" 2>"$BATS_TEST_TMPDIR/err" 3>&- &
	pid=$!
	wait "$pid" || :
}

# Nothing is left that was not there BEFORE.
assert_nothing_left() {
	assert_eq "$(marked)" ""
	assert_eq "$(cgroups_of "$pid")" ""
	assert_eq "$(state)" "$before"
}

# Start a run that says when its program is there, in the background.
start() { # SCRIPT
	rm -f "$BATS_TEST_TMPDIR/out" # else the one before would be taken for it
	env --default-signal=TERM,INT,HUP "$CODEEXEC" run --allow bash --timeout 30s -r -m bash -c "$1" \
		>"$BATS_TEST_TMPDIR/out" 2>"$BATS_TEST_TMPDIR/err" 3>&- &
	pid=$!
	until [[ -s $BATS_TEST_TMPDIR/out ]]; do
		kill -0 "$pid"
	done
}

@test "left: nothing by a run that ends well" {
	leave "sleep $marker & setsid sleep $marker & (setsid sleep $marker &) ; echo x >/tmp/file >/dev/shm/file; mkfifo /tmp/fifo; :"
	assert_nothing_left
}

@test "left: nothing by a run whose time is up" {
	leave "sleep $marker & sleep $marker" --timeout 200ms
	assert_has "$(<"$BATS_TEST_TMPDIR/out")" timed_out
	assert_nothing_left
}

@test "left: nothing by a memory bomb" {
	leave "sleep $marker & python3 -c 'b\"x\" * (200 << 20)'; x=\$(head -c 300000000 /dev/zero | tr '\\0' x)" --memory 64MiB
	assert_nothing_left
}

@test "left: nothing by a fork bomb" {
	leave "f() { sleep $marker & f | f & }; f; while :; do :; done" --timeout 700ms
	assert_nothing_left
}

@test "left: nothing by a flood" {
	leave "sleep $marker & yes" --stdout-size 1KiB
	assert_has "$(<"$BATS_TEST_TMPDIR/out")" output_limit
	assert_nothing_left
}

@test "left: nothing by a crash" {
	leave "sleep $marker & kill -SEGV \$\$"
	assert_nothing_left
}

@test "left: nothing by objects of IPC" {
	local code="import ctypes, socket
libc = ctypes.CDLL(None)
for key in range(1, 5): libc.shmget(key, 4096, 0o1600), libc.semget(key, 1, 0o1600), libc.msgget(key, 0o1600)
s = socket.socket(socket.AF_UNIX); s.bind('\\0$marker')"
	leave "python3 -c \"$code\"; sleep $marker & :"
	assert_nothing_left
	[[ $(</proc/net/unix) != *"$marker"* ]]
}

@test "left: nothing by a run that was refused" {
	"$TOOLS/without" landlock_restrict_self -- "$CODEEXEC" run --allow bash -m bash \
		-c "sleep $marker" >"$BATS_TEST_TMPDIR/out" 2>/dev/null 3>&- &
	pid=$!
	wait "$pid" || assert_eq "$?" 69
	assert_nothing_left
}

@test "left: nothing by a pipeline of which one block is refused" {
	local fence='```'
	printf -v text '%sbash\nsleep %s &\nyes\n%s\n%sbash\nexit 3\n%s\n' "$fence" "$marker" "$fence" "$fence" "$fence"
	make_request codeexec "$text" >"$BATS_TEST_TMPDIR/request"
	"$CODEEXEC" run --allow bash "$BATS_TEST_TMPDIR/request" >"$BATS_TEST_TMPDIR/out" 2>/dev/null 3>&- &
	pid=$!
	wait "$pid" || :
	assert_nothing_left
}

@test "left: nothing when codeexec is told to end" {
	for signal in TERM INT HUP; do
		start "echo there; sleep $marker & sleep $marker"
		kill -"$signal" "$pid"
		wait "$pid" || :
		assert_nothing_left
	done
}

@test "left: nothing when a check is told to end, of which nothing is printed" {
	requires cgroup1
	local tracer
	strace -f -qq -b execve -o /dev/null -e trace=landlock_restrict_self \
		-e inject=landlock_restrict_self:delay_exit=300000 \
		"$CODEEXEC" check >"$BATS_TEST_TMPDIR/out" 2>"$BATS_TEST_TMPDIR/err" 3>&- &
	tracer=$!
	until pid=$(pgrep -P "$tracer" -x codeexec) && [[ -n $(cgroups_of "$pid") ]]; do
		kill -0 "$tracer"
	done
	kill -TERM "$pid"
	wait "$tracer" || assert_eq "$?" 143
	assert_eq "$(cat "$BATS_TEST_TMPDIR"/{out,err})$(cgroups_of "$pid")" ""
}

@test "left: no process a second after codeexec was killed, and its cgroups by the next run" {
	local killed
	start "echo there; trap '' TERM INT HUP; setsid sleep $marker & (setsid sleep $marker &); sleep $marker"
	killed=$pid
	kill -KILL "$killed"
	wait "$killed" || :
	until_nothing 10 marked
	leave "sleep $marker &" # sets pid to the second
	assert_nothing_left
	assert_eq "$(cgroups_of "$killed")" ""
}

@test "left: no cgroup of one that was killed, after the next run" {
	requires cgroup1
	local killed
	start "echo there; sleep $marker"
	killed=$pid
	[[ -n $(cgroups_of "$killed") ]]
	kill -KILL "$killed"
	wait "$killed" || :
	until_nothing 10 marked
	leave :
	assert_eq "$(cgroups_of "$killed")" ""
}

@test "left: nothing when codeexec is killed while it sets a run up" {
	local call
	for call in clone3 landlock_restrict_self pivot_root; do
		strace -f -qq -b execve -o /dev/null -e "trace=$call" -e "inject=$call:delay_exit=300000" \
			"$CODEEXEC" run --allow bash -r -m bash -c "sleep $marker" >/dev/null 2>&1 3>&- &
		# By its name: strace has children of its own for a moment.
		until pid=$(pgrep -P "$!" -x codeexec); do
			kill -0 "$!"
		done
		kill -KILL "${pid%%$'\n'*}"
		wait "$!" || :
		until_nothing 10 pgrep -f "codeexec run .*sleep $marker"
		until_nothing 10 marked
	done
}

@test "left: no network namespace" {
	requires root
	lsns -n -t net -o NS | sort >"$BATS_TEST_TMPDIR/before"
	leave "sleep $marker & ls"
	until_nothing 20 bash -c 'lsns -n -t net -o NS,COMMAND | grep -v codeexec | grep -E "bash|sleep '"$marker"'"'
}

@test "left: a cgroup of one that was killed goes, whichever /proc that one saw" {
	requires root cgroup1 unshare
	local folder=/sys/fs/cgroup
	unshare -m bash -c 'mount -t proc proc /proc && exec "$@"' bash \
		"$CODEEXEC" run --allow bash -r -m bash -c "sleep $marker" >/dev/null 2>&1 3>&- &
	pid=$!
	until pgrep -f "^sleep $marker\$" >/dev/null; do kill -0 "$pid"; done
	kill -KILL "$pid"
	wait "$pid" || :
	while pgrep -f "^sleep $marker\$" >/dev/null; do sleep 0.02; done
	[[ $(find "$folder" -name "codeexec-*-$pid-*") ]]
	"$CODEEXEC" run --allow bash -r -m bash -c :
	assert_eq "$(find "$folder" -name "codeexec-*-$pid-*" 2>/dev/null)" ''
}
