#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 the codeexec authors
#
# What a program sees of the machine, in full: whatever is not listed here is
# not there. The same for root and for an ordinary user, but where it says so.

bats_require_minimum_version 1.8.0

load shared_folder

# What the shell script SCRIPT prints inside, in $output.
inside() { # SCRIPT [OPTION...]
	codeexec 0 run --allow sh,bash,python -r -e -m sh -c "$@"
}

# The system's folders that the host has besides /usr, in the order of ls.
system_links() {
	local name
	for name in bin lib lib32 lib64 libx32 sbin; do
		[[ ! -L /$name && ! -d /$name ]] || echo "$name"
	done
}

@test "the tree: what there is in /" {
	inside 'ls -A /'
	assert_eq "$output" "$( (system_links && printf '%s\n' dev etc mnt proc tmp usr workdir) | LC_ALL=C sort)"
}

@test "the tree: what there is in /etc" {
	local want=$'group\nhostname\nhosts\nnsswitch.conf\npasswd\nprotocols\nservices'
	[[ ! -e /etc/alternatives ]] || want+=$'\nalternatives'
	[[ ! -e /etc/ld.so.cache ]] || want+=$'\nld.so.cache'
	inside 'ls -A /etc'
	assert_eq "$output" "$(LC_ALL=C sort <<<"$want")"
	inside 'cat /etc/group /etc/hostname /etc/hosts /etc/nsswitch.conf /etc/passwd'
	assert_eq "$output" "$(printf '%s\n' root:x:0: codeexec:x:65534: codeexec \
		'127.0.0.1 localhost codeexec' '::1 localhost codeexec' 'passwd: files' 'group: files' \
		'hosts: files dns' 'services: files' 'protocols: files' \
		root:x:0:0::/:/bin/sh codeexec:x:65534:65534::/workdir:/bin/sh)"
}

@test "the tree: what there is in /dev" {
	local zero=1:5
	run_code sh :
	# Where nothing counts shared memory /dev/full stands in for /dev/zero.
	[[ $output != *'"watchdog"'* ]] || zero=1:7
	inside 'cd /dev; stat -c "%n %F %t:%T %a %N" fd full null random shm stderr stdin stdout urandom zero | cut -d " " -f 1-6; ls -A . | wc -l'
	assert_eq "$output" "fd symbolic link 0:0 777 'fd'
full character special file 1:7 666
null character special file 1:3 666
random character special file 1:8 666
shm directory 0:0 1777 'shm'
stderr symbolic link 0:0 777 'stderr'
stdin symbolic link 0:0 777 'stdin'
stdout symbolic link 0:0 777 'stdout'
urandom character special file 1:9 666
zero character special file $zero 666
10"
	inside 'readlink /dev/fd /dev/stdin /dev/stdout /dev/stderr'
	assert_eq "$output" $'/proc/self/fd\n/proc/self/fd/0\n/proc/self/fd/1\n/proc/self/fd/2'
}

@test "the tree: folders to write to are empty but for the script" {
	inside 'ls -A /workdir /tmp /dev/shm /mnt; stat -c "%n %a %u:%g" /workdir /tmp /dev/shm /workdir/main.sh'
	assert_eq "$output" "/dev/shm:

/mnt:

/tmp:

/workdir:
main.sh
/workdir 755 65534:65534
/tmp 1777 65534:65534
/dev/shm 1777 65534:65534
/workdir/main.sh 644 65534:65534"
}

@test "the tree: nothing else can be written to" {
	local code='import os
for top, folders, files in os.walk("/"):
	if top.startswith(("/proc", "/usr/")): folders[:] = []
	try:
		fd = os.open(top + "/probe", os.O_CREAT | os.O_WRONLY)
		print(top)
	except OSError as e:
		if e.errno not in (13, 30, 1, 2): print(top, e)'
	codeexec 0 run --allow python -r -m python -c "$code"
	assert_eq "$(sort <<<"$output")" $'/dev/shm\n/tmp\n/workdir'
}

@test "/usr/local: empty unless the operator names something in it" {
	[[ -d /usr/local ]] || skip "the host has none"
	inside 'ls -A /usr/local; echo end'
	assert_eq "$output" end
	inside 'ls -A /usr/local; echo end' --prefix /usr/local
	assert_eq "$output" "$(ls -A /usr/local && echo end)"
}

@test "mounts: every one, with its flags" {
	local want=$'/ ro,nosuid,nodev\n/dev/shm rw,nosuid,nodev\n' path
	for path in full null random urandom zero; do
		want+="/dev/$path ro,nosuid,noexec"$'\n'
	done
	for path in /etc/alternatives /etc/ld.so.cache; do
		[[ ! -e $path ]] || want+="$path ro,nosuid,nodev"$'\n'
	done
	want+=$'/proc ro,nosuid,nodev,noexec\n/tmp rw,nosuid,nodev\n'
	want+=$'/usr ro,nosuid,nodev\n'
	[[ ! -d /usr/local ]] || want+=$'/usr/local ro,nosuid,nodev\n'
	want+='/workdir rw,nosuid,nodev'
	inside 'cut -d " " -f 5,6 /proc/self/mountinfo'
	assert_eq "$(sed -E 's/,(rel|no|nodir|lazy|strict)a?time//g' <<<"$output" | LC_ALL=C sort)" "$(LC_ALL=C sort <<<"$want")"
}

@test "mounts: none is shared with the host, and no path of its says where we are" {
	inside 'grep -cE "(shared|master|propagate_from):" /proc/self/mountinfo; cat /proc/self/mountinfo; :'
	assert_eq "$(head -n 1 <<<"$output")" 0
	[[ $output != *"$PWD"* ]]
	[[ $output != *codeexec* ]]
}

@test "environment: five variables and nothing of the caller's" {
	CANARY=1 HOME=/canary LD_LIBRARY_PATH=/canary BASH_ENV=/canary PYTHONPATH=/canary \
		inside 'tr "\0" "\n" <"/proc/$$/environ"'
	assert_eq "$output" $'PATH=/usr/bin:/bin\nHOME=/workdir\nTMPDIR=/tmp\nLANG=C.UTF-8\nNO_COLOR=1'
}

@test "environment: what the registry adds for python" {
	codeexec 0 run --allow python -r -m python -c 'print(open("/proc/self/environ").read().replace("\0", "\n"), end="")'
	assert_eq "$(LC_ALL=C sort <<<"$output")" "HOME=/workdir
LANG=C.UTF-8
MKL_NUM_THREADS=1
NO_COLOR=1
NUMEXPR_NUM_THREADS=1
OMP_NUM_THREADS=1
OPENBLAS_NUM_THREADS=1
PATH=/usr/bin:/bin
PYTHONDONTWRITEBYTECODE=1
PYTHONHASHSEED=0
PYTHONUNBUFFERED=1
TMPDIR=/tmp"
}

@test "fds: 0, 1 and 2, which are pipes, whatever codeexec has open" {
	exec 8</etc/passwd 30<"$shared" 40>"$shared/open"
	inside "exec '$shared/try' fds" --read-only "$shared"
	exec 8<&- 30<&- 40>&-
	assert_eq "$output" $'0 fifo\n1 fifo\n2 fifo\nok'
}

@test "fds: closed ones of the caller stay no hole" {
	run timeout 60 bash -c '"$@" <&- 2>&-' bash "$CODEEXEC" run --allow sh -r -m sh \
		-c "exec '$shared/try' fds" --read-only "$shared"
	assert_eq "$output" $'0 fifo\n1 fifo\n2 fifo\nok'
}

@test "status: ids, capabilities, no_new_privs, seccomp" {
	inside "exec grep -E '^(Uid|Gid|Cap...|NoNewPrivs|Seccomp|PPid|Pid|NSpid|NSsid|NSpgid|TracerPid|Umask|Threads):' /proc/self/status"
	assert_eq "$(tr '\t' ' ' <<<"$output")" "Umask: 0022
Pid: 2
PPid: 1
TracerPid: 0
Uid: 65534 65534 65534 65534
Gid: 65534 65534 65534 65534
NSpid: 2
NSpgid: 2
NSsid: 2
Threads: 1
CapInh: 0000000000000000
CapPrm: 0000000000000000
CapEff: 0000000000000000
CapBnd: 0000000000000000
CapAmb: 0000000000000000
NoNewPrivs: 1
Seccomp: 2"
}

@test "groups: those of root are dropped" {
	requires root
	run --separate-stderr -0 setpriv --groups 4,27 "$CODEEXEC" run --allow sh -r -m sh -c 'grep ^Groups /proc/self/status'
	assert_eq "$(tr -d '[:space:]' <<<"$output")" Groups:
}

@test "groups: those of a user are no name inside" {
	inside 'id -G; id -un; id -gn'
	assert_eq "$(tr ' ' '\n' <<<"$output" | sort -u)" $'65534\ncodeexec'
}

@test "signals: all as in a new process, however codeexec was started" {
	local code='import ctypes, os, signal, sys
for s in (1, 2, 3, 13, 15, 17, 20): signal.signal(s, signal.SIG_IGN)
signal.pthread_sigmask(signal.SIG_BLOCK, range(1, 65))
os.execv(sys.argv[1], sys.argv[1:])'
	run --separate-stderr -0 timeout -s KILL 60 python3 -c "$code" "$CODEEXEC" run --allow sh -r -m sh \
		-c "exec grep -E '^(Sig|Shd)(Pnd|Blk|Ign)' /proc/self/status"
	assert_eq "$(tr '\t' ' ' <<<"$output")" "SigPnd: 0000000000000000
ShdPnd: 0000000000000000
SigBlk: 0000000000000000
SigIgn: 0000000000000000"
	inside 'exec cat /proc/self/status'
	assert_eq "$(grep SigCgt <<<"$output")" $'SigCgt:\t0000000000000000'
}

@test "limits: every one" {
	local data=unlimited
	[[ -w /sys/fs/cgroup/memory/cgroup.procs ]] || data=536870912
	inside 'exec cat /proc/self/limits'
	assert_eq "$(awk 'NR > 1 && !/resident|locks|pending|timeout/ {print $2, $3, $(NF - 2), $(NF - 1)}' <<<"$output" |
		sed -E 's/^(nice|realtime) priority .*/\1 0 0/')" "cpu time 11 12
file size 67108864 67108864
data size $data $data
stack size 8388608 8388608
core file 1 1
processes 64 64 64
open files 256 256
locked memory 65536 65536
address space 4294967296 4294967296
msgqueue size 0 0
nice 0 0
realtime 0 0"
}

@test "limits: what a host has lower stays" {
	run --separate-stderr -0 bash -c 'ulimit -n 100; ulimit -f 10; exec "$@"' bash "$CODEEXEC" run \
		--allow sh -r -m sh -c 'ulimit -n; ulimit -f'
	assert_eq "$output" $'100\n20'
}

@test "/proc: its own processes, self and thread-self" {
	inside 'set -- /proc/*; echo "$@"; echo "$PPID"; ls -d /proc/1 /proc/sys /proc/cpuinfo 2>&1 | grep -c "No such"'
	assert_eq "$output" $'/proc/2 /proc/self /proc/thread-self\n1\n3'
}

@test "/proc: nothing in it can be written" {
	inside 'for f in oom_score_adj coredump_filter comm clear_refs uid_map; do { echo 0 >"/proc/self/$f"; } 2>&1; done | grep -c Read-only'
	assert_eq "$output" 5
}

@test "cgroup: where the run is counted on the host does not show" {
	inside 'cut -d : -f 3 /proc/self/cgroup | sort -u'
	assert_eq "$output" /
}

@test "names: the host's does not show" {
	inside 'uname -n; cat /proc/sys/kernel/hostname 2>/dev/null; hostname; domainname 2>/dev/null || :'
	assert_eq "$(grep -v '^(none)$' <<<"$output" | sort -u | grep .)" codeexec
	[[ $(uname -n) == codeexec || $output != *"$(uname -n)"* ]]
}

@test "names: the run's own leads to itself" {
	inside 'getent hosts "$(hostname)" | grep -oE "^(127\.0\.0\.1|::1) .*codeexec" | head -n 1 | sed "s/.* //"'
	assert_eq "$output" codeexec
}

@test "network: lo is the one interface, up, and there is no way out" {
	local code='import socket as s, time, errno, fcntl
for line in list(open("/proc/self/net/dev"))[2:]:
	name = line.split(":")[0].strip()
	flags = fcntl.ioctl(s.socket(), 0x8913, name.encode().ljust(40, b"\0"))
	print(name, "up" if flags[16] & 1 else "down")
l = s.socket(); l.bind(("127.0.0.1", 0)); l.listen()
s.create_connection(l.getsockname()); print("talks to itself")
for family, address in ((s.AF_INET, ("127.0.0.1", 22)), (s.AF_INET, ("8.8.8.8", 53)),
		(s.AF_INET, ("169.254.169.254", 80)), (s.AF_INET6, ("fd00:ec2::254", 80))):
	start = time.monotonic()
	try: s.socket(family).connect(address)
	except OSError as e: print(errno.errorcode[e.errno], time.monotonic() - start < 0.1)
try: s.getaddrinfo("example.org", 80)
except s.gaierror as e: print("gaierror")'
	codeexec 0 run --allow python -r -m python -c "$code"
	assert_eq "$output" "lo up
talks to itself
ECONNREFUSED True
ENETUNREACH True
ENETUNREACH True
ENETUNREACH True
gaierror"
}

@test "the terminal: there is none, even under one" {
	run timeout 60 script -qec "'$CODEEXEC' run --allow sh -r -m sh --read-only '$shared' -c \"'$shared/try' open-read /dev/tty; '$shared/try' ioctl-tiocsti\"" /dev/null
	assert_eq "$(tr -d '\r' <<<"$output")" $'ENOENT\nEPERM'
}

@test "the folder: the workdir, or where --chdir says" {
	inside 'pwd'
	assert_eq "$output" /workdir
	inside 'pwd' --read-only "$shared" --chdir "$shared"
	assert_eq "$output" "$shared"
}

@test "files: what the operator names is at its place, and what lies around it is not" {
	mkdir -p "$shared/a/b" "$shared/a/c"
	echo in >"$shared/a/b/file"
	inside "cat '$shared/a/b/file'; ls -A '$shared' '$shared/a'" --read-only "$shared/a/b"
	assert_eq "$output" "in
$shared:
a

$shared/a:
b"
}

@test "files: a folder in /tmp can be named as well" {
	local folder
	folder=$(mktemp -d /tmp/codeexec-test.XXXXXX)
	chmod 755 "$folder"
	echo in >"$folder/file"
	inside "cat '$folder/file'; echo x >/tmp/new && echo written" --read-only "$folder"
	rm -r "$folder"
	assert_eq "$output" $'in\nwritten'
}

@test "files: what lies in a folder that is open to the program's id alone can be named" {
	requires root
	mkdir -p "$shared/own/in"
	echo in >"$shared/own/in/file"
	chown -R 65534:65534 "$shared/own"
	chmod 700 "$shared/own"
	inside "cat '$shared/own/in/file'; echo x >'$shared/own/in/new' || grep -c ' $shared/own/in ro,' /proc/self/mountinfo" \
		--read-only "$shared/own/in"
	assert_eq "$output" $'in\n1'
}
