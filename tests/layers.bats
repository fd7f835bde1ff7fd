#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 the codeexec authors
#
# Each row of the sandbox's order by itself: an act that succeeds without the
# row fails with it, and with the errno that this row gives. What else there is
# to be tried, under all rows together, is in tests/escape.

bats_require_minimum_version 1.8.0

BASE=userns,pid,mounts,caps

load shared_folder

# The ACT under ROWS says WANTED.
under() { # ROWS WANTED ACT...
	local rows=$1 want=$2
	shift 2
	# shellcheck disable=SC2086 # none, or several
	run timeout 20 "$TOOLS/one" "$rows" ${keys:-} -- "$shared/try" "$@"
	assert_eq "$rows $*: $output" "$rows $*: $want"
}

# Under the rows that files and calls are tested with: the ACT says CONTROL
# without ROW and WANTED with it.
pair() { # ROW CONTROL WANTED ACT...
	local row=$1 control=$2 want=$3 keys=read_only=$shared
	shift 3
	under "$BASE" "$control" "$@"
	under "$BASE,$row" "$want" "$@"
}

# Start a process that has the id which programs have outside, in $target.
start_target() {
	if [[ $EUID -eq 0 ]]; then
		setpriv --reuid 65534 --regid 65534 --clear-groups sleep 60 3>&- &
	else
		sleep 60 3>&- &
	fi
	target=$!
	until [[ $(ps -o comm= "$target") == sleep ]]; do :; done
}

# Listen on ADDRESS (a Python expression) until the test ends; $port.
listen() { # FAMILY ADDRESS
	mkfifo "$BATS_TEST_TMPDIR/port"
	python3 -c "import socket as s, time
l = s.socket(s.$1); l.bind($2); l.listen()
open('$BATS_TEST_TMPDIR/port', 'w').write(str(l.getsockname()[-1])); time.sleep(60)" 3>&- &
	target=$!
	port=$(<"$BATS_TEST_TMPDIR/port")
}

teardown() {
	if [[ -n ${target:-} ]]; then
		kill "$target" 2>/dev/null
		wait "$target" || :
	fi
}

@test "cgroup: memory beyond the limit kills" {
	requires cgroup1
	local keys=memory=33554432
	under userns ok private-anon 67108864
	one 137 cgroup,userns memory=33554432 usage="$BATS_TEST_TMPDIR/usage" -- \
		"$shared/try" private-anon 67108864
	assert_has "$(<"$BATS_TEST_TMPDIR/usage")" end=memory
}

@test "userns: no id but the one is there" {
	under none ok setuid "$EUID"
	under userns EINVAL setuid "$EUID"
}

@test "userns: what is only root's is closed to root's runs" {
	requires root
	install -m 600 /dev/null "$shared/root-only"
	under none ok open-read "$shared/root-only"
	under userns EACCES open-read "$shared/root-only"
}

@test "pid: what runs outside cannot be signalled" {
	start_target
	under userns ok kill "$target" 0
	under userns,pid ESRCH kill "$target" 0
}

@test "ipc: a SysV object of outside is not there" {
	local key=$((0x10000000 + $$))
	try shmget "$key"
	under userns ok shm-exists "$key"
	under userns,ipc ENOENT shm-exists "$key"
	ipcrm -M "$key"
}

@test "uts: the host's name does not show" {
	one 0 userns -- /usr/bin/uname -n
	assert_eq "$output" "$(uname -n)"
	one 0 userns,uts -- /usr/bin/uname -n
	assert_eq "$output" codeexec
}

@test "cgroupns: the namespace is another one" {
	one 0 userns -- /usr/bin/readlink /proc/self/ns/cgroup
	assert_eq "$output" "$(readlink /proc/self/ns/cgroup)"
	one 0 userns,cgroupns -- /usr/bin/readlink /proc/self/ns/cgroup
	[[ $output != "$(readlink /proc/self/ns/cgroup)" ]]
}

@test "net: a port of the host's loopback cannot be reached" {
	listen AF_INET "('127.0.0.1', 0)"
	under userns ok connect-tcp "$port"
	under userns,net ECONNREFUSED connect-tcp "$port"
}

@test "net: an abstract socket of the host cannot be reached" {
	listen AF_UNIX "'\\0codeexec-$$'"
	under userns ok connect-unix "@codeexec-$$"
	under userns,net ECONNREFUSED connect-unix "@codeexec-$$"
}

@test "net: there is no way to other hosts, and lo is up" {
	under userns,net ENETUNREACH connect-tcp 53 0x08080808
	under userns,net ENETUNREACH connect-tcp 80 0xa9fea9fe
	under userns,net ok bind-tcp 8080
}

# Under a terminal: ACT says WANTED.
under_terminal() { # ROWS WANTED ACT...
	local rows=$1 want=$2
	shift 2
	assert_eq "$(script -qec "'$TOOLS/one' $rows -- '$shared/try' $*" /dev/null | tr -d '\r')" "$want"
}

@test "session: the terminal is gone, for init and so for all" {
	under_terminal userns ok open-read /dev/tty
	under_terminal userns,session ENXIO open-read /dev/tty
}

@test "session: init cannot be traced" {
	requires user
	under userns,caps ok ptrace-parent
	under userns,caps,session EPERM ptrace-parent
}

@test "mounts: a file of the host that nobody named is not there" {
	echo canary >"$shared/canary"
	under userns ok open-read "$shared/canary"
	under userns ok open-read /etc/hostname
	one 0 userns,pid,mounts -- /bin/sh -c "ls '$shared' 2>&1; ls /root /home /sys /var 2>&1; :"
	assert_eq "$(grep -c 'No such file or directory' <<<"$output")" 5
}

@test "mounts: what is shown for reading cannot be written" {
	install -m 666 /dev/null "$shared/file"
	local keys=read_only=$shared
	under userns ok open-write "$shared/file"
	under userns ok create "$shared/new"
	rm "$shared/new"
	under userns,pid,mounts EROFS open-write "$shared/file"
	under userns,pid,mounts EROFS create "$shared/new"
	under userns,pid,mounts EROFS create /new
	under userns,pid,mounts EROFS create /etc/new
	under userns,pid,mounts EROFS create /dev/new
}

@test "mounts: a setuid bit means nothing inside" {
	one 1 userns,pid,mounts read_write="$shared" -- \
		/bin/grep -v nosuid /proc/self/mountinfo
	assert_eq "$output" ""
}

@test "fds: 0, 1 and 2, whatever codeexec was started with" {
	exec 7</etc/passwd 20<"$shared"
	run timeout 20 "$TOOLS/one" fds -- "$shared/try" fds
	assert_eq "$(grep -c . <<<"$output")" 4
	run timeout 20 "$TOOLS/one" all read_only="$shared" -- "$shared/try" fds
	exec 7<&- 20<&-
	assert_eq "$(awk '{print $1}' <<<"$output" | tr '\n' ' ')" "0 1 2 ok "
}

@test "process: the mask of files is not the caller's" {
	umask 077
	one 0 none -- /bin/grep Umask /proc/self/status
	assert_eq "$output" $'Umask:\t0077'
	one 0 process -- /bin/grep Umask /proc/self/status
	assert_eq "$output" $'Umask:\t0022'
}

@test "process: signals that were blocked are not" {
	one 0 none -- /bin/cat /proc/self/status
	assert_eq "$(grep SigBlk <<<"$output")" $'SigBlk:\tfffffffe7ffbfeff'
	one 0 process -- /bin/cat /proc/self/status
	assert_eq "$(grep SigBlk <<<"$output")" $'SigBlk:\t0000000000000000'
}

@test "process: the terminal is gone without init's doing" {
	under_terminal none ok open-read /dev/tty
	under_terminal process ENXIO open-read /dev/tty
}

@test "rlimits: files that may be open" {
	local keys=open_files=32
	under none "100 ok" open-n 100
	under rlimits "29 EMFILE" open-n 100
}

@test "rlimits: processes count in the namespace alone" {
	local keys=processes=10
	under userns "20 ok" fork-n 20
	under userns,rlimits "8 EAGAIN" fork-n 20
	under userns,rlimits "8 EAGAIN" threads-n 20
}

@test "rlimits: address space" {
	local keys=address_space=134217728
	under none ok private-anon 268435456
	under rlimits ENOMEM private-anon 268435456
}

@test "caps: none can be raised again" {
	under userns ok prctl 8 1
	under userns,caps EPERM prctl 8 1
}

@test "caps: the bounding set is empty and no_new_privs is set" {
	one 0 userns -- /bin/cat /proc/self/status
	assert_has "$output" $'NoNewPrivs:\t0'
	[[ $output != *$'CapBnd:\t0000000000000000'* ]]
	one 0 userns,caps -- /bin/cat /proc/self/status
	assert_has "$output" $'NoNewPrivs:\t1'
	for set in Inh Prm Eff Bnd Amb; do
		assert_has "$output" "Cap$set:"$'\t0000000000000000'
	done
}

@test "landlock: a signal to init is refused" {
	pair landlock ok EPERM kill 1 0
}

@test "landlock: a device cannot be made" {
	pair landlock EPERM EACCES mknod /workdir/device
	pair landlock EPERM EACCES mknod /tmp/device
	pair landlock EPERM EACCES mknod /dev/shm/device
}

@test "landlock: stdin that is a file of the host cannot be opened to write" {
	install -m 666 /dev/null "$shared/stdin"
	pair landlock ok EACCES open-write /proc/self/fd/0 <"$shared/stdin"
}

@test "landlock: an abstract socket of another run cannot be reached" {
	listen AF_UNIX "'\\0codeexec-$$'"
	pair landlock ok EPERM connect-unix "@codeexec-$$"
}

@test "landlock: what is to be written can be" {
	pair landlock ok ok create /workdir/file
	pair landlock ok ok create /tmp/file
	pair landlock ok ok create /dev/shm/file
	pair landlock ok ok fifo /workdir/fifo
	pair landlock ok ok open-write /dev/null
}

@test "seccomp: namespaces" {
	pair seccomp ok EPERM unshare 0x10000000
	pair seccomp ok EPERM unshare 0
	pair seccomp ok EPERM clone 0x10000000
	pair seccomp ok EPERM clone 0x00800000
	pair seccomp ok ENOSYS clone3
	for flag in 0x00020000 0x02000000 0x04000000 0x08000000 0x20000000 0x40000000; do
		pair seccomp EPERM EPERM clone "$flag"
	done
	pair seccomp ok ok clone 0
}

@test "seccomp: memory that no cgroup counts" {
	local rows=userns,pid,ipc,mounts,caps keys=read_only=$shared
	under "$rows" ok memfd
	under "$rows" ok shmget 7
	under "$rows" ok shared-anon 4096
	under "$rows,seccomp" ENOSYS memfd
	under "$rows,seccomp" ENOSYS shmget 7
	under "$rows,seccomp" EPERM shared-anon 4096
}

@test "seccomp: memory that a cgroup counts is allowed" {
	requires cgroup1
	local keys=read_only=$shared
	under all ok memfd
	under all ok shmget 7
	under all ok shared-anon 4096
}

@test "seccomp: what is allowed is what traces have, or has its reason" {
	[[ -x ${CODEEXEC_TEST_BUILD:-} ]] || CODEEXEC_TEST_BUILD=$BATS_TEST_DIRNAME/../build/release
	FILTERS=$CODEEXEC_TEST_BUILD/filters run "$BATS_TEST_DIRNAME/../tools/syscalls" --check
	assert_eq "$output" "the rules are as the traces"
}

@test "seccomp: AF_UNIX, AF_INET and AF_INET6 are the only families" {
	local keys=read_only=$shared
	pair seccomp ok EAFNOSUPPORT socket 16
	pair seccomp EPERM EAFNOSUPPORT socket 17
	for family in 1 2 10; do
		under "$BASE,seccomp" ok socket "$family"
	done
	for family in 0 {3..9} {11..46} 4294967297 -1; do
		under "$BASE,seccomp" EAFNOSUPPORT socket "$family"
	done
	pair seccomp ok ok socketpair 1
	pair seccomp EOPNOTSUPP EAFNOSUPPORT socketpair 2
}
