#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 the codeexec authors
#
# Every layer is in force or nothing runs: each call of the set-up fails once,
# and no byte of the program may have run. The program would leave a file.

bats_require_minimum_version 1.8.0
# bats file_tags=closed

setup_file() {
	load helpers
	share_folder
	cat >"$shared/look.sh" <<-'END'
		{
			grep -E '^(Uid|Gid|Cap|NoNewPrivs|Seccomp|Sig(Blk|Ign)|Umask|NSsid)' /proc/self/status |
				sed 's/^/proc: /'
			cut -d ' ' -f 5,6 /proc/self/mountinfo | sed 's/^/proc: /'
			ls -A / /dev /etc
			# Without a cgroup it is the limit on data that holds memory.
			ulimit -a | grep -v ^data
			uname -n
			for word in 'setuid 0' 'prctl 8 1' 'kill 1 0' 'mknod /tmp/device' 'socket 16' \
				'connect-tcp 22' 'connect-tcp 80 0x08080808' fds; do
				"$1/try" $word
			done
		} >"$1/report.$2" 2>/dev/null
		echo complete >>"$1/report.$2"
	END
	sed -i "1i set -- '$shared' \"\$RUN\"" "$shared/look.sh"
}

teardown_file() {
	load helpers
	unshare_folder
}

setup() {
	load helpers
	requires plain
	rm -f "$shared"/report.*
	empty_policy
	program=(--allow sh --read-write "$shared" --set-env RUN=x -m sh -f "$shared/look.sh")
}

# What codeexec said is a refusal that names LAYER and STEP, and nothing ran.
assert_refused() { # LAYER STEP
	assert_eq "$(member .error.code)" sandbox_unavailable
	assert_has "$(member .error.message)" "nothing was run: $1: $2"
	[[ $output =~ '; remedy: '[^\"]{12} ]]
	[[ ! -e $shared/report.x ]]
}

# Without these calls codeexec refuses.
closed() { # CALLS LAYER STEP
	without 69 "$1" run "${program[@]}"
	assert_refused "$2" "$3"
}

# Run codeexec under strace, with exit code N and the fault SPEC of CALL.
fault() { # N CALL SPEC
	run --separate-stderr "-$1" timeout 60 strace -f -qq -b execve -o /dev/null \
		-e "trace=$2" -e "inject=$2:$3" "$CODEEXEC" run "${program[@]}"
}

# The Nth CALL of whichever process fails with ERRNO: codeexec refuses.
broken() { # CALL ERRNO N LAYER STEP
	fault 69 "$1" "error=$2:when=$3"
	assert_refused "$4" "$5"
}

@test "nothing: the program runs when no call fails" {
	codeexec 0 run "${program[@]}"
	assert_eq "$(tail -n 1 "$shared/report.x")" complete
}

@test "cgroup: the folder cannot be made" {
	requires cgroup1
	for error in EROFS EACCES ENOSPC; do
		closed "mkdir=$error" cgroup "mkdir of a cgroup: $(errno_text $error)"
	done
}

@test "cgroup: a limit cannot be written" {
	requires cgroup1
	broken write EPERM 1 cgroup memory.limit_in_bytes
	broken write EBUSY 2 cgroup memory.memsw.limit_in_bytes
}

@test "cgroup: the way into it cannot be opened" {
	requires cgroup1
	local n named=0
	# Which openat it is depends on the host: it must be one of these.
	for n in {10..24}; do
		fault 69 openat "error=EMFILE:when=$n" || continue
		[[ $stderr != *"cgroup: open of tasks: "* ]] || named=$((named + 1))
	done
	[[ $named -gt 0 ]]
}

@test "namespaces: clone3 fails" {
	for error in EPERM ENOSYS ENOSPC EINVAL ENOMEM EAGAIN; do
		closed "clone3=$error" userns "clone3: "
	done
}

@test "userns: each call of its" {
	for error in EPERM EINVAL; do
		closed "prctl:0=8=$error" userns "prctl PR_SET_KEEPCAPS: "
		closed "setresgid=$error" userns "setresgid: "
		closed "setresuid=$error" userns "setresuid: "
		closed "capget=$error" userns "capget: "
		closed "capset=$error" userns "capset: "
	done
	[[ $EUID -ne 0 ]] || closed setgroups=EPERM userns "setgroups: "
}

@test "userns: an id map cannot be written" {
	requires root
	broken write EPERM 4 userns "write gid_map"
	broken write EPERM 5 userns "write uid_map"
}

@test "userns: an id map cannot be written by a user" {
	requires user
	broken write EPERM 1 userns "write setgroups"
	broken write EPERM 2 userns "write gid_map"
	broken write EPERM 3 userns "write uid_map"
}

@test "uts: the name cannot be set" {
	closed sethostname=EPERM uts "sethostname: "
	closed setdomainname=EPERM uts "setdomainname: "
}

@test "net: lo cannot be raised" {
	for error in EPERM EACCES EAFNOSUPPORT; do
		closed "ioctl:1=0x8914=$error" net "ioctl SIOCSIFFLAGS lo: "
		closed "socket=$error" net "socket for lo: "
	done
}

@test "session: each call of its" {
	closed setsid=EPERM session "setsid: "
	closed prctl:0=1=EINVAL session "prctl PR_SET_PDEATHSIG: "
	closed prctl:0=4=EINVAL setup "prctl PR_SET_DUMPABLE: "
	broken prctl EINVAL 3 session "prctl PR_SET_DUMPABLE: "
}

@test "mounts: each call of its" {
	for error in EPERM EACCES ENOSYS EINVAL; do
		closed "mount=$error" mounts "mount MS_PRIVATE: "
		closed "fsopen=$error" mounts "fsopen tmpfs: "
		closed "fsconfig=$error" mounts "fsconfig tmpfs: "
		closed "fsmount=$error" mounts "fsmount tmpfs: "
		closed "move_mount=$error" mounts "move_mount tmpfs: "
		closed "mkdirat=$error" mounts ""
		closed "open_tree=$error" mounts ""
		closed "mount_setattr=$error" mounts ""
		closed "symlinkat=$error" mounts ""
		closed "fchdir=$error" mounts "fchdir to the new root: "
		closed "pivot_root=$error" mounts "pivot_root: "
		closed "umount2=$error" mounts "umount2 of the old root: "
	done
}

@test "mounts: a new /proc fails, and not for what is masked" {
	broken fsopen ENODEV 2 mounts "fsopen proc: "
	broken fsmount ENOMEM 2 mounts "fsmount proc: "
}

@test "fds: each call of its" {
	closed dup2=EBUSY fds "dup2: "
}

@test "fds: init cannot close what is not its own" {
	closed close_range=ENOSYS fds "close_range: "
}

@test "process: each call of its" {
	broken chdir EACCES 1 mounts "chdir to the new root: "
	closed rt_sigprocmask=EINVAL process "sigprocmask: "
}

@test "rlimits: each limit" {
	local number name
	while read -r number name; do
		closed "prlimit64:1=$number=EPERM" rlimits "setrlimit RLIMIT_$name: "
	done <<-END
		4 CORE
		0 CPU
		1 FSIZE
		7 NOFILE
		6 NPROC
		8 MEMLOCK
		9 AS
	END
}

@test "caps: each call of its" {
	closed prctl:0=47=EINVAL caps "prctl PR_CAP_AMBIENT: "
	closed prctl:0=28=EPERM caps "prctl PR_SET_SECUREBITS: "
	closed prctl:0=38=EINVAL caps "prctl PR_SET_NO_NEW_PRIVS: "
	closed prctl:0=39=EINVAL caps "read back: no_new_privs is not set"
	closed getresuid=ENOSYS caps "read back: getresuid"
	closed getresgid=ENOSYS caps "read back: getresuid"
}

@test "caps: what init cannot drop either is still caps' failure" {
	closed prctl:0=24=EPERM caps "prctl PR_CAPBSET_DROP: "
}

@test "caps: a call that lies is seen through" {
	fault 69 capset retval=0
	assert_refused caps "read back: capabilities are left"
	fault 69 prctl retval=0
	assert_refused caps "read back: "
}

@test "landlock: each call of its, and a kernel that has none" {
	for error in ENOSYS EOPNOTSUPP EPERM; do
		closed "landlock_create_ruleset=$error" landlock "landlock_create_ruleset: "
		closed "landlock_add_rule=$error" landlock "landlock_add_rule: "
		closed "landlock_restrict_self=$error" landlock "landlock_restrict_self: "
	done
	broken landlock_create_ruleset E2BIG 1 landlock "landlock_create_ruleset: "
	broken landlock_add_rule ENOMEM 5 landlock "landlock_add_rule: "
}

@test "landlock: the remedy is named" {
	without 69 landlock_create_ruleset=EOPNOTSUPP run "${program[@]}"
	assert_has "$output" "remedy: boot the kernel with landlock in its lsm= list"
}

@test "seccomp: the filter" {
	for error in ENOSYS EINVAL EACCES EPERM ENOMEM; do
		closed "seccomp=$error" seccomp "seccomp: "
	done
}

@test "setup: what holds the processes together" {
	closed socketpair=EMFILE setup "pipe: "
	closed signalfd4=EMFILE setup "signalfd: "
	broken clone EAGAIN 1 setup "fork: "
	broken sendto EPIPE 1 setup "start of the set-up: "
}

@test "setup: the watchdog gets nothing to look at" {
	requires user
	# Else the program, which hands its network to init, may be the first.
	program=(--network host "${program[@]}")
	broken sendmsg EPERM 1 setup "hand fds to the watchdog: "
	# Without -f: the supervisor's alone.
	run --separate-stderr -69 timeout 60 strace -qq -o /dev/null -e trace=recvmsg -e inject=recvmsg:error=EPERM \
		"$CODEEXEC" run "${program[@]}"
	assert_refused setup "take the watchdog's fds: "
}

@test "setup: init and the program do not meet" {
	requires root cgroup1 # a watchdog has fds handed over, too
	broken sendmsg ENOMEM 1 setup "meet init: "
	broken recvmsg ENOMEM 1 setup "meet the payload: "
	for call in sendmsg recvmsg; do
		fault 69 $call signal=KILL:when=1
		assert_refused setup "the child was lost in its set-up"
	done
}

@test "setup: a child that is killed on the way is no run" {
	for call in setsid pivot_root setresuid mount sethostname umount2; do
		fault 69 "$call" signal=KILL:when=1
		assert_refused setup "the child was lost in its set-up"
	done
}

@test "setup: a payload that is killed on the way is no run" {
	for call in landlock_restrict_self seccomp dup2 getresuid; do
		fault 69 "$call" signal=KILL:when=1
		assert_refused setup "the child was lost in its set-up"
	done
}

# Run SCRIPT where the host is another one: as a user in a user namespace in
# which he is himself, as root in a mount namespace.
on_host() { # N SCRIPT
	local enter=(unshare -m)
	[[ $EUID -eq 0 ]] || enter=(unshare -Urm)
	run --separate-stderr "-$1" timeout 60 "${enter[@]}" bash -ec "$2" bash "$CODEEXEC" "${program[@]}"
}

# Run SCRIPT as root of a user namespace that has all ids up to 65534 and may
# make no other.
on_host_without_userns() { # N SCRIPT
	local want=$1 script=$2 pid fifo=$BATS_TEST_TMPDIR/map
	mkfifo "$fifo" "$fifo.done"
	unshare -U bash -c 'echo $$ >"$0"; read -r <"$0.done"; exec bash -c "$@"' "$fifo" \
		'echo 0 >/proc/sys/user/max_user_namespaces; exec bash -c "$@"' bash "$script" bash "$CODEEXEC" \
		"${program[@]}" >"$fifo.out" 2>"$fifo.err" 3>&- &
	read -r pid <"$fifo"
	echo "0 0 65535" >"/proc/$pid/gid_map"
	echo "0 0 65535" >"/proc/$pid/uid_map"
	echo >"$fifo.done"
	wait "$!" && status=0 || status=$?
	output=$(<"$fifo.out")
	stderr=$(<"$fifo.err")
	assert_eq "$status $stderr" "$want "
}

# The states of the layers in $output, of `check`: those that fail.
failing() {
	awk '$2 == "FAILS" {print $1}' <<<"$output" | tr '\n' ' '
}

# What the report of RUN says, one line of it.
reported() { # RUN REGEX
	grep -E "$2" "$shared/report.$1"
}

@test "host: /proc that is masked leaves an empty one, never the host's" {
	for mask in 'mount -t tmpfs none /proc/fs' \
		'mount --bind /proc/sys /proc/sys; mount -o remount,bind,ro /proc/sys'; do
		on_host 0 "$mask; \"\$1\" run --allow sh -m sh -r -c 'ls -A /proc; echo end'"
		assert_eq "$output" end
	done
}

@test "host: the /proc of another pid namespace is refused, with what mends it" {
	requires bwrap
	run --separate-stderr -69 bwrap --dev-bind / / --unshare-pid -- "$CODEEXEC" run "${program[@]}"
	assert_refused userns "/proc shows another pid namespace; remedy: mount a /proc of the pid namespace that codeexec is in (bwrap --proc /proc"
	run --separate-stderr -69 bwrap --dev-bind / / --unshare-pid -- "$CODEEXEC" check
	assert_eq "$(failing)" "userns pid ipc uts cgroupns session net mounts caps landlock seccomp run "
	run --separate-stderr -0 bwrap --dev-bind / / --unshare-pid --proc /proc -- "$CODEEXEC" run "${program[@]}"
	assert_eq "$(tail -n 1 "$shared/report.x")" complete
}

@test "host: check says that /proc is an empty one" {
	on_host 0 "mount -t tmpfs none /proc/fs; \"\$1\" check"
	assert_has "$(grep ^mounts <<<"$output")" "empty /proc"
}

@test "host: cgroups that cannot be written leave the watchdog, and that is said" {
	requires root cgroup1
	on_host 0 "mount --bind -o ro /sys/fs/cgroup/memory /sys/fs/cgroup/memory
		mount -o remount,bind,ro /sys/fs/cgroup/memory; \"\$1\" run \"\${@:2}\""
	assert_json .codeexec.limits_by.memory '"watchdog"'
	assert_eq "$(tail -n 1 "$shared/report.x")" complete
}

@test "host: without network namespaces it is refused, with the sysctl" {
	requires user
	run --separate-stderr -69 timeout 60 unshare -c --keep-caps bash -c 'echo 0 >/proc/sys/user/max_net_namespaces
		exec setpriv --inh-caps=-all --ambient-caps=-all "$@"' bash "$CODEEXEC" run "${program[@]}"
	assert_refused net "unshare CLONE_NEWNET: No space left on device; remedy: sysctl user.max_net_namespaces"
}

@test "host: a user without user namespaces is refused, with the sysctl" {
	requires user
	local script='echo 0 >/proc/sys/user/max_user_namespaces
		exec setpriv --inh-caps=-all --ambient-caps=-all "$@"'
	run --separate-stderr -69 timeout 60 unshare -c --keep-caps bash -c "$script" bash "$CODEEXEC" run "${program[@]}"
	assert_refused userns "clone3: No space left on device; remedy: sysctl user.max_user_namespaces"
	run --separate-stderr -69 timeout 60 unshare -c --keep-caps bash -c "$script" bash "$CODEEXEC" check
	assert_has "$(failing)" "userns pid ipc"
	assert_has "$output" "remedy: sysctl user.max_user_namespaces"
}

@test "host: root without user namespaces has every other layer" {
	requires root
	codeexec 0 run "${program[@]}"
	mv "$shared/report.x" "$shared/report.with"
	on_host_without_userns 0 '"$1" run "${@:2}"'
	assert_json .codeexec.user '"setuid"'
	# An id that is not mapped, and one that is but not allowed; and processes are
	# counted by a cgroup (escape/channels/processes).
	diff <(sed -e 's/^EINVAL$/EPERM/' -e '/^process /d' "$shared/report.with") <(sed '/^process /d' "$shared/report.x")
}

@test "host: check says that root's ids are dropped without a namespace" {
	requires root
	on_host_without_userns 0 '"$1" check'
	assert_has "$(grep ^userns <<<"$output")" "switched off on this host"
}

@test "host: root of a namespace that has no id but root's is told so" {
	requires root
	run --separate-stderr -69 unshare -Ur "$CODEEXEC" run "${program[@]}"
	assert_refused userns "no id but root's can be mapped; remedy: map id 65534"
	run --separate-stderr -69 unshare -Ur bash -c 'echo 0 >/proc/sys/user/max_user_namespaces
		exec "$@"' bash "$CODEEXEC" run "${program[@]}"
	assert_refused userns ""
	assert_has "$output" "remedy: sysctl user.max_user_namespaces"
}

@test "check: names the layer that fails and what mends it" {
	without 69 landlock_create_ruleset=EOPNOTSUPP check
	assert_eq "$(failing)" "landlock run "
	assert_has "$output" "remedy: boot the kernel with landlock in its lsm= list"
	without 69 mount_setattr check
	assert_has "$output" "remedy: a kernel of 5.12 or later (mount_setattr)"
	without 69 clone3=EPERM check
	assert_has "$(failing)" "userns "
	assert_has "$output" "remedy: "
	without 69 seccomp=EINVAL check
	assert_eq "$(failing)" "seccomp run "
}

@test "check: each row says what was seen, and what fails what mends it" {
	codeexec 0 check --json
	assert_json '[.layers[] | select(.detail == "" or .remedy != null) | .layer]' '[]'
	assert_json '.layers[] | select(.layer == "pid") | .detail' '"init is pid 1, the program pid 2"'
	for call in unshare setsid sethostname pivot_root dup2 capset close_range; do
		without 69 "$call=EPERM" check --json
		assert_json '[.layers[] | select(.ok == (.remedy != null))]' '[]'
	done
}

@test "check: a call that says it succeeded and did nothing is seen through" {
	local row call
	while read -r row call; do
		run --separate-stderr -69 timeout 60 strace -f -qq -b execve -o /dev/null \
			-e "inject=$call:retval=0" "$CODEEXEC" check
		assert_has "$(failing)" "$row "
		assert_has "$(grep "^$row " <<<"$output")" "$row: read back: "
		assert_has "$output" "remedy: something that answers in the kernel's place lies"
	done <<-END
		cgroupns unshare
		uts sethostname
		session setsid
		process setsid
		fds close_range
		rlimits prlimit64
		landlock landlock_restrict_self
		seccomp seccomp
	END
}

@test "check: what codeexec was started with is not what a program has" {
	run --separate-stderr -0 bash -c 'umask 077; trap "" USR1; exec 7</etc/passwd; exec "$@"' bash "$CODEEXEC" check
	assert_has "$(grep ^process <<<"$output")" "0 signals blocked or ignored, umask 022"
	assert_has "$(grep ^fds <<<"$output")" "0, 1 and 2 stay open; 2 of the set-up"
}

@test "check: a policy that leaves layers out says so" {
	codeexec 0 check --sandbox off
	assert_has "$(grep ^run <<<"$output")" "none of it: the policy has 'sandbox: off'"
	codeexec 0 check --network host
	assert_has "$(grep ^run <<<"$output")" "all of it but net: the policy has 'network: host'"
}

@test "check: a kernel without close_range is told apart" {
	without 69 close_range check
	assert_has "$output" "remedy: a kernel of 5.9 or later (close_range)"
}

@test "check: as JSON" {
	without 69 landlock_create_ruleset=ENOSYS check --json
	assert_json .ok false
	assert_json '[.layers[] | select(.ok | not) | .layer]' '["landlock","run"]'
	assert_json '[.layers[] | select(.ok | not) | .remedy[:6]]' '["a kern","a kern"]'
	assert_json '.layers[-1].detail | test("remedy")' false
}

# Does the report of RUN show the confinement that it should? Where no /proc
# may be mounted there is none to read it from.
report_is_whole() { # RUN
	local report=$shared/report.$1
	[[ $(tail -n 1 "$report") == complete ]] || return 0
	if grep -q '^proc: ' "$report"; then
		diff -q "$shared/report.base" "$report" >/dev/null
	else
		diff -q <(grep -v '^proc: ' "$shared/report.base") "$report" >/dev/null
	fi
}

# The Nth CALL of every process fails with ERRNO. What is wrong about the
# outcome, if anything: the program ran less confined than it should, or it did
# not run and yet codeexec succeeded.
sweep_one() { # CALL N ERRNO
	local run=$1.$2.$3 status=0 answer
	answer=$(timeout -k 1 20 strace -f -qq -b execve -o /dev/null -e "trace=$1" \
		-e "inject=$1:error=$3:when=$2" "$CODEEXEC" run --allow sh \
		--read-write "$shared" --set-env "RUN=$run" -m sh -f "$shared/look.sh" 2>/dev/null) || status=$?
	if [[ -e $shared/report.$run ]]; then
		report_is_whole "$run" || echo "$run: ran less confined"
	elif [[ $status -eq 0 || $status -eq 124 || $status -eq 137 ]]; then
		echo "$run: did not run, yet the end is $status: $answer"
	fi
	rm -f "$shared/report.$run"
}
export -f report_is_whole
export -f sweep_one

# The Nth CALL of a process fails with ERRNO, which as text is TEXT. What is
# wrong about the outcome, if anything: it is a refusal that names LAYER, call
# (or what it was for) and errno, and a remedy, and nothing ran.
errno_one() { # CALL N LAYER ERRNO TEXT
	local run=$1.$2.$4 status=0 answer wanted
	answer=$(timeout -k 1 20 strace -f -qq -b execve -o /dev/null -e "trace=$1" \
		-e "inject=$1:error=$4:when=$2" "$CODEEXEC" run --allow sh \
		--read-write "$shared" --set-env "RUN=$run" -m sh -f "$shared/look.sh" 2>/dev/null) || status=$?
	wanted="nothing was run: $3: .+: $5; remedy: [^\"]{12}.*\"code\":\"sandbox_unavailable\""
	[[ $status -eq 69 && ! -e $shared/report.$run && $answer =~ $wanted ]] ||
		echo "$run: $status, $answer"
	rm -f "$shared/report.$run"
}
export -f errno_one

# The calls of the set-up, which of a process' own it is (that none of an earlier
# stage is refused for), the layer to blame, and each errno that its manual has.
setup_calls() {
	cat <<-'END'
		socketpair 1 setup EMFILE ENFILE EAFNOSUPPORT EPROTONOSUPPORT ENOBUFS ENOMEM
		pipe2 4 setup EMFILE ENFILE
		clone3 1 setup EACCES EAGAIN EBUSY EINVAL ENOMEM ENOSPC EOPNOTSUPP EPERM EUSERS ENOSYS
		sendto 1 setup EPIPE ECONNRESET ENOBUFS ENOMEM
		setresgid 1 userns EPERM EAGAIN EINVAL
		setresuid 1 userns EPERM EAGAIN EINVAL
		capget 1 userns EPERM EINVAL EFAULT
		capset 1 userns EPERM EINVAL EFAULT
		sethostname 1 uts EPERM EINVAL EFAULT
		setdomainname 1 uts EPERM EINVAL EFAULT
		unshare 1 cgroupns EPERM EINVAL ENOMEM ENOSPC EUSERS
		setns 1 net EPERM EINVAL ENOMEM
		sendmsg 1 setup ENOBUFS ENOMEM ETOOMANYREFS
		socket 1 net EACCES EAFNOSUPPORT EMFILE ENFILE ENOBUFS ENOMEM
		ioctl 1 net EPERM EACCES ENODEV EINVAL
		setsid 1 session EPERM
		mount 1 mounts EACCES EINVAL ENOMEM EPERM ENOENT
		fsopen 1 mounts EPERM ENODEV EMFILE ENFILE ENOMEM ENOSYS
		fsconfig 1 mounts EPERM EINVAL ENOMEM EBUSY EACCES
		fsmount 1 mounts EPERM EINVAL ENOMEM EBUSY EMFILE
		move_mount 1 mounts EPERM EINVAL ENOENT ENOTDIR EBUSY ELOOP EACCES
		mkdirat 1 mounts EACCES ENOSPC EROFS EDQUOT ENOMEM EMLINK EPERM
		mknodat 1 mounts ENOSPC EDQUOT ENOMEM EPERM
		symlinkat 1 mounts EACCES ENOSPC EROFS EDQUOT ENOMEM EIO
		open_tree 1 mounts EMFILE ENFILE ENOMEM ELOOP EPERM
		mount_setattr 1 mounts EPERM EINVAL ENOSPC EBUSY ENOENT ENOSYS
		fchdir 1 mounts EACCES EIO ENOTDIR
		pivot_root 1 mounts EPERM EBUSY EINVAL ENOTDIR ENOSYS
		umount2 1 mounts EPERM EBUSY EINVAL EAGAIN
		chdir 1 (mounts|process) EACCES ENOENT ELOOP ENOMEM EIO
		signalfd4 1 setup EMFILE ENFILE ENODEV ENOMEM
		clone 1 setup EAGAIN ENOMEM ENOSYS EPERM
		close_range 1 fds EMFILE ENOMEM EINVAL ENOSYS
		dup2 1 fds EBUSY EMFILE EBADF
		rt_sigprocmask 1 process EFAULT EINVAL
		prlimit64 2 rlimits EPERM EINVAL EFAULT
		getresuid 1 caps EFAULT
		getresgid 1 caps EFAULT
		landlock_create_ruleset 1 landlock EOPNOTSUPP EINVAL E2BIG EFAULT ENOMSG ENOSYS
		landlock_add_rule 1 landlock EOPNOTSUPP EINVAL ENOMSG EBADF EBADFD EPERM EFAULT
		landlock_restrict_self 1 landlock EOPNOTSUPP EINVAL EBADF EBADFD EPERM E2BIG
		seccomp 1 seccomp EACCES EFAULT EINVAL ENOMEM ESRCH
	END
	[[ $EUID -ne 0 ]] || echo "setgroups 1 userns EPERM EINVAL ENOMEM"
}

@test "errno: each that a call of the set-up may give is a refusal that says so" {
	export CODEEXEC
	setup_calls | python3 -c 'import errno, os, sys
for line in sys.stdin:
	call, n, layer, *names = line.split()
	for name in names:
		print(call, n, layer, name, os.strerror(getattr(errno, name)), sep="\n")' >"$BATS_TEST_TMPDIR/list"
	[[ $(wc -l <"$BATS_TEST_TMPDIR/list") -gt 800 ]]
	run xargs -d '\n' -P 2 -n 5 bash -c 'errno_one "$@"' errno <"$BATS_TEST_TMPDIR/list"
	assert_eq "$output" ""
}

# Whoever PID has started, at DEPTH generations.
descendant() { # PID DEPTH
	local pid=$1 depth
	for ((depth = 0; depth < $2; depth++)); do
		pid=$(pgrep -oP "$pid") || return
	done
	echo "$pid"
}
export -f descendant

# Keep bash booted; then at its own Nth CALL, or at that of each process that is
# forked from it, comes FAULT (error=ERRNO, signal=KILL), and so does one run more.
# What is answered to it is in $answer.
fork_with_fault() { # kept|forked CALL N FAULT RUN
	local kept tracer end follow=()
	[[ $1 == kept ]] || follow=(-f)
	coproc batch { exec timeout 30 "$CODEEXEC" batch --quiet -j 1 --allow bash --warm always \
		--read-write "$shared" --set-env "RUN=$5"; }
	echo "$request" >&"${batch[1]}"
	read -r answer <&"${batch[0]}"
	rm "$shared/report.$5"
	kept=$(descendant "$batch_PID" 3)
	strace "${follow[@]}" -qq -o /dev/null -e "trace=$2" -e "inject=$2:$4:when=$3" -p "$kept" &
	tracer=$!
	until grep -q '^TracerPid:.*[1-9]' "/proc/$kept/status"; do kill -0 "$tracer" || return; done
	echo "$request" >&"${batch[1]}"
	read -r answer <&"${batch[0]}"
	end=${batch[1]}
	exec {end}>&-
	kill "$tracer" 2>/dev/null
	wait
}
export -f fork_with_fault

# Did RUN, which is answered by $answer, boot its own, and was it confined as any?
booted_its_own() { # RUN
	[[ $answer == *'"start":"cold"'* ]] && cmp -s "$shared/report.cold" "$shared/report.$1"
}
export -f booted_its_own

# FAULT at a call of the program that is kept: what is wrong about the outcome, if
# anything.
warm_one() { # CALL N FAULT
	local run=warm.$1.$2.$3 answer
	fork_with_fault kept "$1" "$2" "$3" "$run" 2>/dev/null
	booted_its_own "$run" || echo "$run: $answer"
	rm -f "$shared/report.$run"
}
export -f warm_one

# FAULT at a call of a box that is forked: it is refused as one that is not, by
# WHAT; or, when the program that is kept finds init gone, the run boots its own.
forked_one() { # CALL N FAULT WHAT
	local run=forked.$1.$2.$3 answer wanted
	fork_with_fault forked "$1" "$2" "$3" "$run" 2>/dev/null
	wanted="nothing was run: $4; remedy: [^\"]{12}.*\"code\":\"sandbox_unavailable\""
	[[ $answer =~ $wanted && ! -e $shared/report.$run ]] || booted_its_own "$run" || echo "$run: $answer"
	rm -f "$shared/report.$run"
}
export -f forked_one

# Ready for these: the request, and what it reports booted by itself and forked.
expect_warm() {
	local start
	tracing
	export CODEEXEC request
	# One that collects has its box built for it, none that waits in stock.
	request=$(jq -cn --rawfile code "$shared/look.sh" \
		'{model: "bash", messages: [{role: "user", content: $code}], codeexec: {collect: ["none"]}}')
	for start in off always; do
		codeexec 0 run --allow bash --warm "$start" --read-write "$shared" --set-env RUN=x <<<"$request"
		mv "$shared/report.x" "$shared/report.$([[ $start == off ]] && echo cold || echo warm)"
	done
	assert_json '.codeexec.steps[0].start' '"warm"'
	assert_eq "$(tail -n 1 "$shared/report.warm")" complete
}

# Skip where nobody may look into a program that is kept.
tracing() {
	[[ $EUID -eq 0 || $(cat /proc/sys/kernel/yama/ptrace_scope 2>/dev/null) != [1-3] ]] ||
		skip "this host lets no user trace"
}

@test "warm: each call that forks a box may fail, and the run boots its own" {
	local call n names name
	expect_warm
	while read -r call n names; do
		for name in $names; do
			echo "$call $n error=$name"
		done
	done <<-'END' >"$BATS_TEST_TMPDIR/list"
		recvmsg 1 ENOMEM ENOBUFS ECONNRESET EFAULT EIO
		lseek 1 ESPIPE EINVAL
		mmap 1 ENOMEM EAGAIN EPERM
		pread64 1 EIO ENOMEM EINVAL
		prctl 1 EINVAL EPERM
		clone3 1 EACCES EAGAIN EBUSY EINVAL ENOMEM ENOSPC EOPNOTSUPP EPERM EUSERS ENOSYS
		openat 1 EMFILE ENFILE ENOMEM EACCES ENOENT ELOOP
		openat 2 EMFILE ENFILE ENOMEM EACCES EROFS
		openat 3 EMFILE EROFS
		openat 4 EMFILE EROFS
		write 1 EPERM EINVAL EIO ENOMEM
		write 2 EPERM EINVAL EIO ENOMEM
		write 3 EPERM EINVAL EIO ENOMEM
		sendmsg 1 ENOBUFS ENOMEM ETOOMANYREFS EPIPE
	END
	run xargs -P 2 -L 1 bash -c 'warm_one "$@"' warm <"$BATS_TEST_TMPDIR/list"
	assert_eq "$output" ""
}

# FAULT at a call of the program that is kept, while it makes a box for its stock:
# the run that has just been given one is as any, and so is the next.
stock_one() { # CALL N FAULT
	local run=stock.$1.$2.$3 answer
	fork_with_fault kept "$1" "$2" "$3" "$run" 2>/dev/null
	[[ $answer == *'"start":"warm"'* ]] && cmp -s "$shared/report.warm" "$shared/report.$run" || echo "$run: $answer"
	rm -f "$shared/report.$run"
}
export -f stock_one

@test "warm: each call that makes a box for the stock may fail, and no run is the worse" {
	expect_warm
	request=$(jq -c 'del(.codeexec)' <<<"$request")
	printf '%s\n' 'recvmsg 1 error=ENOMEM' 'recvmsg 1 error=EIO' 'mmap 1 error=ENOMEM' 'clone3 1 error=EAGAIN' \
		'clone3 1 error=ENOSPC' 'write 1 error=EPERM' 'sendmsg 1 error=ENOBUFS' >"$BATS_TEST_TMPDIR/list"
	run xargs -P 2 -L 1 bash -c 'stock_one "$@"' stock <"$BATS_TEST_TMPDIR/list"
	assert_eq "$output" ""
}

@test "warm: each call of a forked box may fail, and it is refused as any" {
	expect_warm
	# What the supervisor or the program that is kept calls is apart; init and
	# the program read neither maps nor limits but their own.
	setup_calls | grep -vE '^(socketpair|pipe2|clone3|sendto|clone|setgroups|unshare|getres.id) ' | python3 -c 'import errno, os, sys
for line in sys.stdin:
	call, n, layer, *names = line.split()
	for name in names[:3]:
		print(call, n, "error=" + name, layer + ": .+: " + os.strerror(getattr(errno, name)), sep="\n")' >"$BATS_TEST_TMPDIR/list"
	run xargs -d '\n' -P 2 -n 4 bash -c 'forked_one "$@"' errno <"$BATS_TEST_TMPDIR/list"
	assert_eq "$output" ""
}

@test "warm: whoever is killed while a box is forked, nothing runs that is less confined" {
	local call
	expect_warm
	printf '%s 1 signal=KILL\n' recvmsg mmap clone3 openat write sendmsg >"$BATS_TEST_TMPDIR/list"
	run xargs -P 2 -L 1 bash -c 'warm_one "$@"' warm <"$BATS_TEST_TMPDIR/list"
	assert_eq "$output" ""
	for call in setsid pivot_root setresuid mount sethostname umount2 landlock_restrict_self seccomp dup2 getresuid; do
		printf '%s\n' "$call" 1 signal=KILL "setup: the child was lost in its set-up"
	done >"$BATS_TEST_TMPDIR/list"
	run xargs -d '\n' -P 2 -n 4 bash -c 'forked_one "$@"' forked <"$BATS_TEST_TMPDIR/list"
	assert_eq "$output" ""
}

# Run codeexec, traced with OPTION... by strace; execve fails with ERRNO for EXE,
# which is a refusal.
fault_execve() { # EXE ERRNO OPTION... -- ARGUMENT...
	local exe=$1 error=$2 options=()
	shift 2
	while [[ $1 != -- ]]; do
		options+=("$1")
		shift
	done
	run --separate-stderr -69 timeout 60 strace -f -qq -o /dev/null -e trace=execve "${options[@]}" "$CODEEXEC" run "${@:2}"
	assert_eq "$(member .error.code)" program_unavailable
	assert_has "$(member .error.message)" "cannot execute '$exe' inside: $(errno_text "$error"); "
	[[ ! -e $shared/report.x ]]
}

@test "execve: what fails once all is set up is a refusal, with what mends it" {
	local error remedy
	while read -r error remedy; do
		fault_execve "$(command -v sh)" "$error" -e "inject=execve:error=$error:when=1" -- "${program[@]}"
		assert_has "$output" "; $remedy"
	done <<-END
		ENOEXEC it is no program of this machine
		EACCES it must be executable for the id that programs have
		EPERM it must be executable
		ENOMEM raise limits.memory
		EAGAIN raise limits.processes
		E2BIG pass less
		ETXTBSY it is being written
		ENOENT name its folder
		ENOTDIR name its folder
		EIO see whether it can be executed outside
		ELIBBAD see whether it can be executed outside
	END
}

@test "execve: a program that goes away while its box is set up is a refusal" {
	mkdir -p "$shared/prefix/bin"
	cp /bin/sh "$shared/prefix/bin/sh"
	# Init has the folder; the program is not looked at before.
	strace -f -qq -b execve -o /dev/null -e trace=pivot_root -e inject=pivot_root:delay_enter=1000000 \
		"$CODEEXEC" run --prefix "$shared/prefix" "${program[@]}" >"$BATS_TEST_TMPDIR/out" 2>/dev/null 3>&- &
	until descendant "$!" 2 >/dev/null; do kill -0 "$!"; done
	rm "$shared/prefix/bin/sh"
	wait "$!" && status=0 || status=$?
	assert_eq "$status $(jq -r .error.code "$BATS_TEST_TMPDIR/out")" "69 program_unavailable"
	[[ ! -e $shared/report.x ]]
}

@test "execve: where the last block's fails, the first has not begun" {
	requires root # a user may not see which path it is
	local bash
	bash=$(command -v bash)
	fault_execve "$bash" ENOMEM -P "$bash" -e inject=execve:error=ENOMEM:delay_enter=500000 -- --allow sh,bash --read-write "$shared" \
		<(jq -cn --arg code $'```sh\n'"echo x >$shared/report.x"$'\n```\n```bash\n:\n```' \
			'{model: "codeexec", messages: [{role: "user", content: $code}]}')
}

# Whoever makes the Nth CALL is killed at it. What is wrong about the outcome, if
# anything: it is a refusal, or codeexec itself was killed; or where the program
# was at the gate, it is told as killed.
kill_one() { # CALL N
	local run=$1.$2.kill status=0 answer
	answer=$(timeout -k 1 20 strace -f -qq -b execve -o /dev/null -e "trace=$1" \
		-e "inject=$1:signal=KILL:when=$2" "$CODEEXEC" run --allow sh \
		--read-write "$shared" --set-env "RUN=$run" -m sh -f "$shared/look.sh" 2>/dev/null) || status=$?
	if [[ -e $shared/report.$run ]]; then
		report_is_whole "$run" || echo "$run: ran less confined"
	elif [[ $status -eq 124 ]] || [[ $status -eq 0 && $answer != *'"status":"signaled"'* ]]; then
		echo "$run: did not run, yet the end is $status: $answer"
	fi
	rm -f "$shared/report.$run"
}
export -f kill_one

# Each call that codeexec makes and how often at most a process makes it.
calls_of_a_run() {
	strace -ff -qq -b execve -o "$BATS_TEST_TMPDIR/trace" "$CODEEXEC" run "${program[@]}" >/dev/null
	mv "$shared/report.x" "$shared/report.base"
	awk 'match($0, /^[a-z_0-9]+\(/) {n[FILENAME " " substr($0, 1, RLENGTH - 1)]++}
		END {for (i in n) {split(i, key, " "); if (n[i] > most[key[2]]) most[key[2]] = n[i]}
			for (i in most) print i, most[i]}' "$BATS_TEST_TMPDIR"/trace.*
}

# bats test_tags=closed,slow
@test "sweep: any call of a run may fail, and confinement stays whole" {
	local call most n
	export CODEEXEC
	while read -r call most; do
		# umask cannot fail; a close that fails has closed, but for strace's.
		[[ $call != @(execve|close|umask) ]] || continue
		for ((n = 1; n <= most; n++)); do
			echo "$call $n EPERM"
		done
	done < <(calls_of_a_run) >"$BATS_TEST_TMPDIR/list"
	[[ $(wc -l <"$BATS_TEST_TMPDIR/list") -gt 300 ]]
	run xargs -P 2 -L 1 bash -c 'sweep_one "$@"' sweep <"$BATS_TEST_TMPDIR/list"
	assert_eq "$output" ""
}

# bats test_tags=closed,slow
@test "sweep: whoever is killed at any call of a run, confinement stays whole" {
	local call most n
	export CODEEXEC
	while read -r call most; do
		[[ $call != execve ]] || continue
		# A loop's calls are alike: its first three and its last.
		for ((n = 1; n <= most; n++)); do
			[[ $n -gt 3 && $n -lt $most ]] || echo "$call $n"
		done
	done < <(calls_of_a_run) >"$BATS_TEST_TMPDIR/list"
	[[ $(wc -l <"$BATS_TEST_TMPDIR/list") -gt 120 ]]
	run xargs -P 2 -L 1 bash -c 'kill_one "$@"' sweep <"$BATS_TEST_TMPDIR/list"
	assert_eq "$output" ""
}

# Run under LIMIT... (of prlimit) as one after the other of VALUES: each time
# nothing runs and codeexec says so, or the program runs, and whole. It must come
# to both.
scarce() { # VALUES LIMIT...
	local value status values=$1 refused=0 ran=0
	shift
	for value in $values; do
		rm -f "$shared/report.x"
		status=0
		timeout 20 prlimit "${@/%/=$value}" -- "$CODEEXEC" run "${program[@]}" >"$BATS_TEST_TMPDIR/out" 2>&1 || status=$?
		if [[ -e $shared/report.x ]]; then
			ran=$((ran + 1))
		else
			[[ $status -ne 0 && $status -ne 124 ]]
			refused=$((refused + 1))
		fi
	done
	echo "$refused refused, $ran ran" >&2
	[[ $refused -gt 0 && $ran -gt 0 ]]
}

@test "scarce: open files" {
	scarce "$(seq -s ' ' 3 40)" --nofile
}

@test "scarce: address space" {
	scarce "$(seq -s ' ' 1000000 250000 8000000)" --as
}

@test "scarce: processes of a user" {
	requires user
	local there
	there=$(ps -L --no-headers -u "$EUID" | wc -l)
	scarce "$(seq -s ' ' $((there > 3 ? there - 3 : 1)) $((there + 20)))" --nproc
}

@test "scarce: processes and memory of the cgroup that codeexec is in" {
	requires cgroup1
	local kind file value status at n ran
	while read -r kind file; do
		at=/sys/fs/cgroup/$kind/codeexec-test.$BASHPID
		mkdir "$at"
		ran=0
		for n in 1 2 3 4 6 8 12 16 24 64; do
			rm -f "$shared/report.x"
			value=$n
			[[ $kind != memory ]] || value=$((n * 262144))
			echo "$value" >"$at/$file"
			status=0
			timeout 20 bash -c 'echo 0 >"$0/cgroup.procs" && exec "$@"' "$at" "$CODEEXEC" run "${program[@]}" \
				>/dev/null 2>&1 || status=$?
			[[ -e $shared/report.x ]] && ran=$((ran + 1)) || [[ $status -ne 0 && $status -ne 124 ]]
		done
		rmdir "$at"
		[[ $ran -gt 0 && $ran -lt 10 ]]
	done <<-END
		pids pids.max
		memory memory.limit_in_bytes
	END
}
