#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 the codeexec authors
#
# Hosts that are odd, poor or hostile, and containers: codeexec works there as
# confined as elsewhere, or refuses with the layer, the call, the error and what
# mends it. What else of a host may be missing is in closed.bats.

bats_require_minimum_version 1.8.0

load shared_folder

setup() {
	load helpers
	empty_policy
	CODEEXEC=$(realpath "$CODEEXEC")
	CODEEXEC_POLICY=$shared/policy.yaml
	install -m 644 /dev/null "$CODEEXEC_POLICY"
	# Many a host here has only an empty /proc to give: acts tell as much.
	cat >"$shared/look.sh" <<-END
		echo x >'$shared/ran'
		for act in 'setuid 0' 'prctl 8 1' 'prctl 24 0' 'kill 1 0' 'mknod /tmp/device' 'unshare 0' \
			'socket 16' 'connect-tcp 22' 'connect-tcp 80 0x08080808' 'open-write /usr/new' \
			'create /new' 'create /workdir/new' 'private-anon 1048576' fds; do
			echo "\$act: \$('$shared/try' \$act)"
		done
		id
		ls -A /dev
		umask
		ulimit -c
	END
	program=("$CODEEXEC" run --allow sh --timeout 50s --read-write "$shared" -m sh -f "$shared/look.sh")
	cd "$BATS_TEST_TMPDIR" || return
}

# Run the bash SCRIPT, to which "$@" is a run of the program, with exit code N.
host() { # N SCRIPT
	run --separate-stderr "-$1" timeout -k 1 60 bash -c "$2" bash "${program[@]}"
}

# There the program runs, and sees of itself what it always does.
works() { # SCRIPT
	local always
	host 0 '"$@"'
	always=$(member '.choices[0].message.content')
	assert_has "$always" 'unshare 0: EPERM'
	rm "$shared/ran"
	host 0 "$1"
	diff <(echo "$always") <(jq -j ".choices[0].message.content" <<<"$output")
	assert_json '.codeexec | [.status, .exit_code, .sandbox, .network]' '["exited",0,"native","none"]'
	[[ -e $shared/ran ]]
}

# There nothing runs, and LAYER and STEP with the errno are named, and what
# begins as REMEDY does.
refuses() { # SCRIPT LAYER STEP ERRNO REMEDY
	local text=""
	[[ -z $4 ]] || text=": $(errno_text "$4")"
	rm -f "$shared/ran"
	host 69 "$1"
	assert_json .error.code '"sandbox_unavailable"'
	assert_has "$(member .error.message)" "nothing was run: $2: $3$text; remedy: $5"
	[[ ! -e $shared/ran ]]
}

# Python that changes its process by CODE, then executes its arguments.
as_process() { # CODE
	printf 'exec python3 -c %q "$@"' "import ctypes, os, signal, sys
libc = ctypes.CDLL(None, use_errno=True)
$1
os.execv(sys.argv[1], sys.argv[1:])"
}

# A mount namespace in which SCRIPT may mount; a user is himself there.
mounted() { # SCRIPT
	local enter="unshare -m"
	[[ $EUID -eq 0 ]] || enter="unshare -Urm"
	printf 'exec %s bash -ec %q bash "$@"' "$enter" "$1"'
exec "$@"'
}

# A container of bubblewrap that has the host's files, with OPTIONs.
bubblewrap() { # OPTION...
	printf 'exec bwrap --ro-bind / / --dev /dev --proc /proc --bind %q %q %s -- "$@"' "$shared" "$shared" "$*"
}

@test "hosts: ten thousand open files are inherited" {
	ulimit -n 12000 2>/dev/null || skip "the limit on open files is lower"
	works "$(as_process 'for i in range(10000): os.set_inheritable(os.dup(0), True)')"
}

@test "hosts: each of stdin, stdout and stderr is closed, in every combination" {
	works 'exec "$@" <&-'
	works 'exec "$@" 2>&-'
	works 'exec "$@" <&- 2>&-'
	for closed in '>&-' '<&- >&-' '>&- 2>&-' '<&- >&- 2>&-'; do
		rm -f "$shared/ran"
		host 74 "exec \"\$@\" $closed"
		assert_eq "$output" ""
	done
}

@test "hosts: every signal is ignored and blocked, and a time-out still ends it" {
	local code='for s in set(range(1, 65)) - {9, 19, 32, 33}: signal.signal(s, signal.SIG_IGN)
signal.pthread_sigmask(signal.SIG_BLOCK, range(1, 65))'
	works "$(as_process "$code")"
	program=("$CODEEXEC" run --allow sh --timeout 300ms -m sh -c 'sleep 50')
	host 0 "$(as_process "$code")"
	assert_json .codeexec.status '"timed_out"'
}

@test "hosts: a timer of the caller's goes off all the time" {
	works "$(as_process 'signal.signal(signal.SIGALRM, signal.SIG_IGN)
signal.setitimer(signal.ITIMER_REAL, 0.001, 0.001)')"
}

@test "hosts: a stack of 64 KiB" {
	works 'ulimit -s 64; exec "$@"'
}

@test "hosts: open files: 32 are enough, with fewer the limit is named" {
	works 'ulimit -n 32; exec "$@"'
	for limit in 8 10 12 14 16; do
		rm -f "$shared/ran"
		host 69 "ulimit -n $limit; exec \"\$@\""
		assert_json .error.code '"sandbox_unavailable"'
		assert_has "$output" "Too many open files; remedy: raise the limit on open files (ulimit -n"
		[[ ! -e $shared/ran ]]
	done
}

@test "hosts: one process more is allowed to nobody" {
	if [[ $EUID -eq 0 ]]; then
		refuses 'ulimit -u 1; exec "$@"' setup fork EAGAIN "raise the limit on processes (ulimit -u"
	else
		refuses 'ulimit -u 1; exec "$@"' userns clone3 EAGAIN "raise the limit on processes (ulimit -u"
	fi
}

@test "hosts: no file may have a byte" {
	refuses 'ulimit -f 0; exec "$@"' mounts "write in /etc" EFBIG "raise the limit on the size of files (ulimit -f)"
}

@test "hosts: little address space, data, locked memory and time, no queued signals" {
	requires plain
	works 'ulimit -v 20000; exec "$@"'
	works 'ulimit -d 2000; exec "$@"'
	works 'ulimit -l 0; ulimit -i 0; ulimit -q 0; ulimit -t 2; exec "$@"'
}

@test "hosts: a mask of 777" {
	works 'umask 777; exec "$@"'
}

@test "hosts: the current folder is gone, or closed" {
	works 'mkdir gone; cd gone; rmdir ../gone; exec "$@"'
	works 'mkdir closed; cd closed; chmod 0 .; exec "$@"'
}

@test "hosts: no environment, and one of 100 KB and thousands of names" {
	works 'exec env -i "$@"'
	works 'export PATH= HOME=; exec "$@"'
	works 'export X=$(printf "%0100000d" 0); for i in {1..3000}; do export "V$i=$i"; done; exec "$@"'
}

@test "hosts: what the loader and the C library are told by the caller does not show inside" {
	works 'export LD_PRELOAD=/nowhere.so GLIBC_TUNABLES=glibc.malloc.check=3 MALLOC_PERTURB_=7 2>/dev/null; exec "$@"'
}

@test "hosts: no argument at all is a question for help" {
	host 64 "$(as_process 'libc.execv(sys.argv[1].encode(), (ctypes.c_char_p * 1)(None))')"
	assert_has "$stderr" "Usage: codeexec COMMAND"
}

@test "hosts: the lowest priority" {
	works 'exec nice -n 19 chrt -i 0 "$@"'
}

@test "hosts: no_new_privs, a subreaper, a program that must not be read" {
	works 'exec setpriv --no-new-privs "$@"'
	works "$(as_process 'libc.prctl(36, 1, 0, 0, 0)')"
	works 'cp "$1" bin; chmod 111 bin; shift; exec ./bin "$@"'
}

@test "hosts: a tracer" {
	requires strace plain
	works 'exec strace -o /dev/null "$@"'
	works 'exec strace -f --seccomp-bpf -e trace=execve,clone3,seccomp -o /dev/null "$@"'
}

@test "hosts: pid 1 of a pid namespace, and a time namespace" {
	local user=-Ur
	[[ $EUID -ne 0 ]] || user=
	works "exec unshare $user -p -f --mount-proc \"\$@\""
	works "exec unshare $user -T --boottime 1000000 --monotonic 1000000 \"\$@\""
}

@test "hosts: /tmp is read-only, or another file system without execution" {
	works "$(mounted 'mount --rbind /tmp /tmp; mount -o remount,bind,ro /tmp')"
	works "$(mounted 'mount -t tmpfs -o ro,noexec,nosuid,nodev none /var/lib; mount --bind /var/lib /var/spool')"
}

@test "hosts: /tmp cannot be written, and execution is off there" {
	requires root # who may mount over what the user's own program lies in
	cd /
	works "$(mounted 'cp "$1" /var/tmp/codeexec.$$; shift; set -- /var/tmp/codeexec.$$ "$@"
		mount -t tmpfs -o noexec,mode=000 none /tmp
		trap "rm -f $1" EXIT; "$@"; exit')"
}

@test "hosts: /etc is empty, and /sys" {
	works "$(mounted 'mount -t tmpfs none /etc')"
	works "$(mounted 'mount -t tmpfs none /sys')"
}

@test "hosts: users and groups have no names" {
	works "$(mounted 'for file in passwd group nsswitch.conf; do mount --bind /dev/null "/etc/$file"; done')"
}

@test "hosts: /usr has every flag that a mount can have but noexec" {
	# How times are kept is the host's to say, for who is in a namespace.
	local atime=,noatime
	[[ $EUID -eq 0 ]] || atime=
	works "$(mounted "mount --rbind /usr /usr; mount -o remount,bind,ro,nosuid,nodev$atime /usr")"
}

@test "hosts: /proc hides others' processes, or cannot be written" {
	requires root
	works "$(mounted 'mount -t proc -o hidepid=2 proc /proc')"
	refuses "$(mounted 'mount --bind /proc /proc; mount -o remount,bind,ro /proc')" userns \
		"write gid_map" EROFS "a /proc that can be written"
}

@test "hosts: a device is missing, or is none" {
	local make='mkdir -p dev; mount -t tmpfs none dev; for n in null zero full random urandom; do
		touch dev/$n; mount --bind /dev/$n dev/$n; done'
	works "$(mounted "$make; mount --rbind dev /dev")"
	refuses "$(mounted "$make; umount dev/full; rm dev/full; mount --rbind dev /dev")" mounts \
		"bind /dev/full" ENOENT "a /dev that has null"
	refuses "$(mounted "$make; umount dev/random; mount --rbind dev /dev")" mounts \
		"bind /dev/random" ENODEV "a /dev that has null"
}

@test "hosts: Ubuntu's AppArmor takes an ordinary user's capabilities away" {
	requires user
	export TOOLS
	# A namespace can be had, and what needs a capability in it fails.
	refuses 'exec unshare -cm --keep-caps bash -ec '"'"'mount -t tmpfs none /proc/sys/kernel
		echo 1 >/proc/sys/kernel/apparmor_restrict_unprivileged_userns
		exec "$TOOLS/without" mount=EPERM -- "$@"'"'"' bash "$@"' mounts "mount MS_PRIVATE" EPERM \
		'an AppArmor profile for codeexec that has `userns,` (see codeexec-check(1), HOSTS), or for all programs sysctl'
	refuses "exec '$TOOLS/without' mount=EACCES -- \"\$@\"" mounts "mount MS_PRIVATE" EACCES \
		"in a container: an AppArmor profile that allows mount"
}

@test "container: bubblewrap with the host's namespaces, or all but the user's" {
	requires bwrap
	works "$(bubblewrap)"
	works "$(bubblewrap --unshare-pid --unshare-net --unshare-ipc --unshare-uts)"
	works "$(bubblewrap --tmpfs /run --tmpfs /var/lib)"
}

@test "container: bubblewrap with all namespaces, as an ordinary user" {
	requires bwrap user
	works "$(bubblewrap --unshare-all)"
	works "$(bubblewrap --unshare-all --uid 1000 --gid 1000)"
	works "$(bubblewrap --unshare-all --uid 0 --gid 0 --cap-add ALL)"
	works "$(bubblewrap --unshare-all --cap-drop ALL)"
	refuses "$(bubblewrap --unshare-all --uid 0 --gid 0)" userns "write uid_map" EPERM \
		"give root CAP_SETUID, CAP_SETGID and CAP_SETFCAP"
	refuses "$(bubblewrap --unshare-all --unshare-user --disable-userns)" userns clone3 ENOSPC \
		"sysctl user.max_user_namespaces"
}

@test "container: bubblewrap whose one id is root's, or has no capability" {
	requires bwrap root
	refuses "$(bubblewrap --unshare-all)" userns "no id but root's can be mapped" "" "map id 65534"
	refuses "$(bubblewrap --cap-drop ALL)" fds "fchown of a pipe" EPERM "give root CAP_CHOWN"
	refuses "$(bubblewrap --cap-drop ALL --cap-add CAP_CHOWN)" userns "write gid_map" EPERM \
		"give root CAP_SETUID, CAP_SETGID and CAP_SETFCAP"
	works "$(bubblewrap --cap-drop ALL --cap-add CAP_CHOWN --cap-add CAP_SETUID --cap-add CAP_SETGID)"
}

@test "container: no /proc at all" {
	requires bwrap
	refuses 'exec bwrap --ro-bind / / --dev /dev --tmpfs /proc -- "$@"' cgroup \
		"read of /proc/self/cgroup" ENOENT "mount a /proc"
}

# Capabilities that Docker leaves to root.
DOCKER_CAPS='["CAP_CHOWN", "CAP_DAC_OVERRIDE", "CAP_FSETID", "CAP_FOWNER", "CAP_MKNOD", "CAP_NET_RAW", "CAP_SETGID",
	"CAP_SETUID", "CAP_SETFCAP", "CAP_SETPCAP", "CAP_NET_BIND_SERVICE", "CAP_SYS_CHROOT", "CAP_KILL", "CAP_AUDIT_WRITE"]'
# What its filter refuses to who lacks CAP_SYS_ADMIN, as far as it matters here.
DOCKER_SECCOMP='{defaultAction: "SCMP_ACT_ALLOW", syscalls: [
	{names: ["clone3"], action: "SCMP_ACT_ERRNO", errnoRet: 38},
	{names: ["clone"], action: "SCMP_ACT_ERRNO", errnoRet: 1,
		args: [{index: 0, value: 268435456, valueTwo: 268435456, op: "SCMP_CMP_MASKED_EQ"}]},
	{names: ["unshare", "setns", "mount", "umount2", "pivot_root", "fsopen", "fsmount", "fsconfig", "open_tree",
		"move_mount", "mount_setattr", "sethostname", "setdomainname", "bpf", "keyctl", "ptrace"],
		action: "SCMP_ACT_ERRNO", errnoRet: 1}]}'

# A container of crun, which masks /proc and has a read-only root, in which the
# id is UID, changed by JQ. The host's cgroups are hidden: crun knows no mix of
# v1 and v2.
crun_container() { # UID JQ
	mkdir -p bundle/rootfs/tmp
	ln -sf usr/bin usr/lib usr/lib64 bundle/rootfs
	(cd bundle && rm -f config.json && crun spec)
	jq -n '$ARGS.positional' --args -- "${program[@]}" >bundle/args.json
	jq --slurpfile args bundle/args.json --argjson uid "$1" --arg shared "$shared" --arg bin "$CODEEXEC" \
		'.process.args = ["/codeexec"] + $args[0][1:] | .process.terminal = false
		| .process.user = {uid: $uid, gid: $uid} | .mounts |= map(select(.type != "cgroup"))
		| .mounts += ([["/usr", "/usr", "ro"], ["/codeexec", $bin, "ro"], [$shared, $shared, "rw"]]
			| map({destination: .[0], type: "bind", source: .[1], options: ["rbind", .[2]]})) | '"$2" \
		bundle/config.json >bundle/new.json
	mv bundle/new.json bundle/config.json
	printf 'exec unshare -m bash -c %q' 'umount -R /sys/fs/cgroup; mount -t cgroup2 none /sys/fs/cgroup
		exec crun --root "$PWD/run" --cgroup-manager=disabled run --bundle bundle codeexec-test-$$'
}

@test "container: crun with what Docker leaves to root, and to an ordinary user" {
	requires crun root
	local caps=".process.capabilities |= map_values($DOCKER_CAPS)"
	works "$(crun_container 0 "$caps")"
	works "$(crun_container 1000 "$caps")"
	works "$(crun_container 1000 .)"
}

@test "container: crun without capabilities" {
	requires crun root
	refuses "$(crun_container 0 .)" fds "fchown of a pipe" EPERM "give root CAP_CHOWN"
}

@test "container: crun with Docker's filter" {
	requires crun root
	local caps=".process.capabilities |= map_values($DOCKER_CAPS)" id
	for id in 0 1000; do
		refuses "$(crun_container "$id" "$caps | .linux.seccomp = $DOCKER_SECCOMP")" userns clone3 ENOSYS \
			"in a container: profiles that allow this call (docker run --security-opt seccomp=examples/container/seccomp.json --security-opt apparmor=unconfined)"
		refuses "$(crun_container "$id" "$caps | .linux.seccomp = ($DOCKER_SECCOMP | .syscalls[0].errnoRet = 1)")" \
			userns clone3 EPERM "in a container: profiles that allow this call"
	done
}
