#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 the codeexec authors
#
# Programs that are kept booted: a run that is forked from one is the run that
# it would have been, and nothing of it comes back.
#
# CODEEXEC_TEST_WARM=1 has other suites run by them (tests/check).

bats_require_minimum_version 1.8.0

load shared_folder
load warm

# Have Python find the module NAME that stdin is.
module() { # NAME
	cat >"$shared/$1.py"
	modules=(--read-only "$shared" --set-env "PYTHONPATH=$shared")
}

@test "warm: a batch boots its own twice at most, then forks" {
	local model
	for model in python perl ruby php bash; do
		requires "${model/python/python3}"
		batch < <(lines 2 "$model" 'print("x");'; sleep 1; lines 2 "$model" 'print("x");')
		[[ $(starts) == "cold "*" warm warm" ]]
	done
}

@test "warm: run keeps none unless it is told to, and then says so" {
	run_code python 'print(1)' --warm auto
	assert_json '.codeexec.steps[0].start' '"cold"'
	run_code python 'print(1)' --warm always
	assert_json '.codeexec.steps[0].start' '"warm"'
	assert_content $'1\n'
}

@test "warm: off is off" {
	batch --warm off < <(lines 2 python 'print(1)'; sleep 0.5; lines 1 python 'print(1)')
	assert_eq "$(starts)" "cold cold cold"
}

@test "warm: Python sees what it sees when it boots" {
	assert_same python 'import os, signal, sys
print(sys.argv, __name__, __file__, os.environ, os.getcwd(), sys.path, sys.flags)
print(os.getpid(), os.getppid(), os.getsid(0), os.getpgid(0), os.getresuid(), os.getgroups())
print(sorted(os.listdir("/proc/self/fd")), sorted(sys.modules))
print([(s, signal.getsignal(s)) for s in signal.valid_signals() if not callable(signal.getsignal(s))])
print(signal.pthread_sigmask(signal.SIG_BLOCK, []), os.umask(0), os.getpriority(0, 0))
for folder in "/", "/etc", "/dev", "/workdir", "/tmp", "/proc": print(sorted(os.listdir(folder)))
for file in "limits", "cgroup", "comm", "cmdline", "environ", "oom_score_adj", "timers":
    print(open("/proc/self/" + file).read())
# Outside of a forked one is the box of its program, and no id of a user.
print(open("/proc/self/uid_map").read().split()[::2])
vary = "Vm", "Rss", "Hugetlb", "volun", "nonvol", "Cpus", "Mems"
print(*(line for line in open("/proc/self/status") if not line.startswith(vary)))
# The last mount at each place is the one that is seen. Groups, sizes apart.
mounts = {}
for line in open("/proc/self/mountinfo"):
    fields = line.split()
    mounts[fields[4]] = fields[3], fields[5], fields[-3], fields[-1]
print(sorted(mounts.items()))'
}

@test "warm: the others see what they see when they boot" {
	requires perl ruby php
	# shellcheck disable=SC2016
	assert_same bash 'echo "$0 $# $$ $PPID $BASHPID $SECONDS $- $BASH_SOURCE $LINENO $PWD $(umask)"
shopt; set; ulimit -a; trap; ls /proc/self/fd'
	# shellcheck disable=SC2016
	assert_same perl 'print "$0 @ARGV $$ ", getppid, " ", time - $^T, " $< $> $| @INC ", join(" ", map {"$_=$ENV{$_}"} sort keys %ENV), "\n";
print join(" ", sort keys %INC), " ", join(" ", sort keys %SIG), "\n"; warn "here"; die {} if 0; exit 3'
	# shellcheck disable=SC2016
	assert_same ruby 'p $0, ARGV, $$, Process.ppid, __FILE__, Dir.pwd, $LOADED_FEATURES, ENV.to_h, $stdout.sync, Signal.trap("INT", "DEFAULT"), Thread.list.size
p Dir.children("/proc/self/fd").sort
raise "here"'
	# shellcheck disable=SC2016
	assert_same php '<?php var_dump($argv, getmypid(), __FILE__, getcwd(), get_included_files(), PHP_SAPI, ini_get_all(null, false));
echo $undefined; throw new Exception("here");'
}

@test "warm: tracebacks, exit codes, signals and stdin are those of a cold run" {
	assert_same python 'def f(): return 1 / 0
f()'
	assert_same python 'import sys; sys.exit(7)'
	assert_same python 'import os; os.kill(os.getpid(), 9)'
	assert_same python 'this is no Python'
	assert_same bash 'echo out; echo err >&2; exit 9'
	# shellcheck disable=SC2016
	assert_same bash 'kill -TERM $$'
	ask 0 python 'import sys; print(sys.stdin.read()[::-1])' '.codeexec.stdin = "abc"' --warm always
	assert_content $'cba\n'
	assert_json '.codeexec.steps[0].start' '"warm"'
}

@test "warm: what is left to the end of Python is done as in a cold run" {
	local file
	for file in "$BATS_TEST_DIRNAME"/warm/ends/*.py; do
		assert_same python "$(<"$file")"
	done
}

# By the one thing that tells: codeexec-policy(5).
@test "warm: a Python whose end nobody could see does not act it out" {
	local code='import os
type(os.environ).__del__ = lambda _, write=os.write: write(1, b".")' # two of them
	run_code python "$code" --warm off
	assert_content ".."
	run_code python "$code" --warm always
	assert_content ""
	run_code python "$code"$'\nkept = open("main.py")' --warm always
	assert_content ".."
}

@test "warm: what Python is told to do beside the script, or of its warnings, it does" {
	local option code='print("one line")
import _socket; kept = _socket.socket()'
	for option in -x -Ix -i; do
		jq --arg option "$option" '.python.argv = ["python3", $option, "{script}"]' \
			"$BATS_TEST_DIRNAME/../interpreters.json" >"$BATS_TEST_TMPDIR/$option.json"
		assert_same python "$code" --interpreters "$BATS_TEST_TMPDIR/$option.json"
	done
	assert_same python "$code" --set-env PYTHONWARNINGS=default
	assert_has "$output" "unclosed <socket object"
}

@test "warm: a Python that an interrupt went through ends by it, caught or not" {
	# Later ones keep to themselves whether one did.
	python3 -c 'import sys; sys.exit(sys.version_info >= (3, 12))' || skip "it is another Python"
	assert_same python 'try: exec("raise KeyboardInterrupt")
except KeyboardInterrupt: print("caught", flush=True)'
	assert_same python 'import sys
sys.excepthook = lambda *_: exec("print(1)")
raise KeyboardInterrupt'
}

@test "warm: threads, processes and timers work" {
	requires ruby
	assert_same python 'import multiprocessing, subprocess, threading, signal, time
thread = threading.Thread(target=print, args=["thread"]); thread.start(); thread.join()
print(subprocess.run(["/bin/echo", "child"], capture_output=True).stdout)
with multiprocessing.Pool(2) as pool: print(pool.map(abs, [-1, -2]))
signal.signal(signal.SIGALRM, lambda *_: print("alarm")); signal.setitimer(signal.ITIMER_REAL, 0.05); time.sleep(0.2)'
	# Ruby switches threads by a timer of its own, and wakes them by eventfds.
	assert_same ruby 'n = 0; t = Thread.new { 3.times { sleep 0.02; print "tick " } }
n += 1 while t.alive?
trap("USR1") { puts "signal" }; Process.kill("USR1", $$); sleep 0.05
puts n > 0, IO.popen("echo child").read, Process.wait2(fork { exit 4 })[1].exitstatus'
}

@test "warm: a run in blocks may be forked in each" {
	codeexec 0 run --allow python,bash --warm always -r < <(make_request python $'```bash\nprintf "b\\na\\n"\n```\n```python\nimport sys\nprint(sorted(sys.stdin))\n```')
	assert_eq "$output" "['a\n', 'b\n']"
	codeexec 0 run --allow python,bash --warm always < <(make_request python $'```bash\necho b\n```\n```python\nprint(input())\n```')
	assert_json '[.codeexec.steps[].start]' '["warm","warm"]'
}

@test "warm: no two runs draw the same random numbers" {
	local program
	# shellcheck disable=SC2016
	for program in 'python import random; print(random.random())' 'perl print rand' \
		'ruby p rand' 'php echo mt_rand()' 'bash echo $RANDOM $RANDOM'; do
		requires "$(model=${program%% *} && echo "${model/python/python3}")"
		batch --warm always --warm-preload random,tempfile,nosuchmodule \
			< <(lines 4 "${program%% *}" "${program#* };")
		assert_eq "$(starts)" "warm warm warm warm"
		assert_eq "$(each '.choices[0].message.content' | sort -u | grep -c .)" 4
	done
}

@test "warm: time begins with the run" {
	# shellcheck disable=SC2016
	batch --warm always < <(lines 1 bash 'echo $SECONDS'; sleep 2; lines 1 bash 'echo $SECONDS'; lines 1 perl 'print time - $^T, "\n"'; sleep 2; lines 1 perl 'print time - $^T, "\n"')
	assert_eq "$(each '.choices[0].message.content' | xargs)" "0 0 0 0"
}

@test "warm: modules are loaded beforehand where they are present" {
	batch --warm always --warm-preload typing,nosuchmodule,os.path \
		< <(lines 2 python 'import sys; print("typing" in sys.modules, "nosuchmodule" in sys.modules, "fractions" in sys.modules)')
	assert_eq "$(each '.choices[0].message.content' | sort -u | xargs)" "True False False"
	assert_eq "$(starts)" "warm warm"
}

@test "warm: a module that leaves what runs would share makes each boot its own" {
	local name
	module threads <<<'import threading, time; threading.Thread(target=time.sleep, args=[99], daemon=True).start()'
	module files <<<'import tempfile; file = tempfile.TemporaryFile()'
	module memory <<<'import mmap; memory = mmap.mmap(-1, 4096)'
	module written <<<'import mmap; memory = mmap.mmap(-1, 4096, prot=mmap.PROT_READ)'
	for name in threads files memory written; do
		run_code python 'print(1)' --warm always "${modules[@]}" --warm-preload "$name"
		assert_content $'1\n'
		assert_json '.codeexec.steps[0].start' '"cold"'
		assert_has "$stderr" "python3 cannot be kept booted: the program has "
	done
}

@test "warm: signal handlers of a module are there in each run" {
	module handles <<<'import signal; signal.signal(signal.SIGUSR1, lambda *_: print("handled"))'
	run_code python 'import os, signal; os.kill(os.getpid(), signal.SIGUSR1)' \
		--warm always "${modules[@]}" --warm-preload handles
	assert_content $'handled\n'
}

@test "warm: what is imported when Python boots draws anew as well" {
	module sitecustomize <<<'import random'
	batch --warm always "${modules[@]}" < <(lines 3 python 'import random; print(random.random())')
	assert_eq "$(starts)" "warm warm warm"
	assert_eq "$(each '.choices[0].message.content' | sort -u | grep -c .)" 3
	rm "$shared/sitecustomize.py"
}

@test "warm: a generator that knows of forks by its pid draws anew in each run" {
	module draws <<<'import ssl; ssl.RAND_bytes(8)'
	batch --warm always "${modules[@]}" --warm-preload draws \
		< <(lines 3 python 'import os, ssl, sys; print(os.getpid(), "draws" in sys.modules, ssl.RAND_bytes(8).hex())')
	assert_eq "$(starts)" "warm warm warm"
	assert_eq "$(each '.choices[0].message.content' | grep -c "^2 True ")" 3
	assert_eq "$(each '.choices[0].message.content' | sort -u | grep -c .)" 3
}

@test "warm: nothing of a run is there for the next" {
	batch --warm always < <(lines 3 python 'import builtins, os, signal, subprocess, sys, tempfile
print(os.listdir("/workdir"), os.listdir("/tmp"), os.listdir("/dev/shm"), hasattr(builtins, "left"), os.environ.get("LEFT"), os.getpid())
for folder in "/workdir", "/tmp", "/dev/shm": open(folder + "/left", "w").write("x")
builtins.left = sys.path.append("/left"); os.environ["LEFT"] = "x"; os.umask(0)
signal.signal(signal.SIGTERM, signal.SIG_IGN); os.nice(5)
subprocess.Popen(["sleep", "60"], start_new_session=True)
if os.fork() == 0: os.kill(-1, 9)')
	assert_eq "$(each '.choices[0].message.content' | sort -u | grep .)" "['main.py'] [] [] False None 2"
	assert_eq "$(starts)" "warm warm warm"
}

@test "warm: no byte of a run is in the memory of the next" {
	local size
	batch --warm always < <(
		for size in 1 100 3000 200000; do
			lines 1 python "print('marker100')" ".codeexec.files = [{path: \"a\", content: (\"marker200\" * $size)}] | .codeexec.collect = [\"marker300\"]"
		done
		lines 1 python 'import re
memory = open("/proc/self/mem", "rb", 0)
for line in open("/proc/self/maps"):
    begin, end = (int(at, 16) for at in line.split()[0].split("-"))
    if "[v" not in line and line.split()[1][0] == "r":
        memory.seek(begin)
        print(*set(re.findall(b"marker[0-9]{3}", memory.read(end - begin))), end="")'
	)
	assert_eq "$(starts)" "warm warm warm warm warm"
	assert_eq "$(each .codeexec.stderr | tail -n 1)" ""
	assert_eq "$(each '.choices[0].message.content' | tail -n 1)" ""
}

@test "warm: what a run does to every process it can see does not end the program that is kept" {
	batch --warm always < <(
		lines 1 bash 'kill -KILL -1; kill -STOP 1; exec 700>&-; for fd in /proc/self/fd/*; do eval "exec ${fd##*/}>&-"; done 2>/dev/null; :(){ :|:& }; :'
		lines 1 bash 'head -c 1G /dev/zero | tail' '.codeexec.limits.memory = "32MiB"'
		lines 2 bash 'echo fine'
	)
	assert_eq "$(starts)" "warm warm warm warm"
	assert_eq "$(each '.choices[0].message.content' | grep -c '^fine$')" 2
}

@test "warm: limits are those of the request" {
	batch --warm always < <(
		lines 1 python 'import resource; print(resource.getrlimit(resource.RLIMIT_NOFILE))' '.codeexec.limits.open_files = 33'
		lines 1 python 'x = bytearray(400 << 20)' '.codeexec.limits.memory = "64MiB"'
		lines 1 python 'while True: pass' '.codeexec.limits.timeout = "300ms"'
		lines 1 python 'open("f", "wb").write(bytes(9 << 20))' '.codeexec.limits.workdir = "1MiB"'
	)
	assert_eq "$(starts)" "warm warm warm warm"
	assert_eq "$(each '.choices[0].message.content' | head -n 1)" "(33, 33)"
	assert_eq "$(each '.codeexec.status' | xargs | cut -d ' ' -f 3)" "timed_out"
	assert_has "$(each .codeexec.stderr | tail -n 5)" "No space left on device"
	[[ $(each '.codeexec.status' | sed -n 2p) == memory_limit || $(each .codeexec.stderr) == *MemoryError* ]]
}

@test "warm: runs of one program do not share what the kernel counts by user" {
	local start
	for start in off always; do
		codeexec 0 run --allow python -r --warm "$start" < <(make_request python '```python
import ctypes, os
from signal import *
pthread_sigmask(SIG_BLOCK, [SIGRTMIN])
while ctypes.CDLL(None).sigqueue(os.getpid(), SIGRTMIN, 0) == 0: pass
print("full", flush=True)
pause()
```
```python
import ctypes, os
from signal import *
print(input())
pthread_sigmask(SIG_BLOCK, [SIGRTMIN])
print(ctypes.CDLL(None).sigqueue(os.getpid(), SIGRTMIN, 0))
```')
		assert_eq "$output" $'full\n0'
	done
}

@test "warm: files of the request and collected ones come and go" {
	batch --warm always < <(lines 2 python 'open("out.txt", "w").write(open("in/a.txt").read() * 2)' \
		'.codeexec = {files: [{path: "in/a.txt", content: "ab"}], collect: ["*.txt"]}')
	assert_eq "$(each '.codeexec.files[0].content' | xargs)" "abab abab"
	assert_eq "$(starts)" "warm warm"
}

@test "warm: arguments make a run boot its own" {
	ask 0 python 'import sys; print(sys.argv)' '.codeexec.args = ["a"]' --warm always
	assert_content "['/workdir/main.py', 'a']"$'\n'
	assert_json '.codeexec.steps[0].start' '"cold"'
}

# The pids of: the init of the box of the program that is kept, that program, and
# the init of the box that it has in stock.
keeper() {
	pgrep -P "$batch"
}

kept() {
	pgrep -P "$(keeper)"
}

in_stock() {
	pgrep --newest --runstates S -P "$(kept)"
}

@test "warm: a box waits for the next run, and is not missed when it is gone" {
	local first
	begin_batch
	ask_until_warm 'print(1)'
	first=$(in_stock)
	kill -KILL "$first"
	wait_until_gone "$first"
	ask_batch 'print(1)'
	assert_has "$record" '"start":"warm"'
	[[ $(in_stock) != "$first" ]]
	kill -KILL "$(pgrep -P "$(in_stock)")" # its program, which waits
	sleep 0.2
	ask_batch 'print(1)'
	assert_has "$record" '"start":"warm"'
	end_batch
	assert_eq "$(each '.choices[0].message.content' | grep -c '^1$')" "$count"
}

@test "warm: a box in stock is had by one run" {
	local code='import os; print(sorted(os.listdir("/workdir") + os.listdir("/tmp")), len(os.listdir("/proc")))
open("/tmp/x", "w"); open("y", "w")
if not os.fork(): os.setsid(); os.execlp("sleep", "sleep", "9")'
	batch --warm always < <(lines 4 python "$code")
	assert_eq "$(each '.choices[0].message.content' | grep . | uniq -c | tr -s ' ')" " 4 ['main.py'] 3"
}

@test "warm: who has no memory to spare has a box in stock as well" {
	# Bash has more than this when it has booted.
	batch --warm always < <(lines 4 bash 'echo fine' '.codeexec.limits.address_space = "4MiB"')
	assert_eq "$(starts)" "warm warm warm warm"
	assert_eq "$(each '.choices[0].message.content' | grep -c '^fine$')" 4
}

@test "warm: a long script goes to a box in stock whole, and takes no memory there" {
	batch --warm always < <(lines 4 bash 'wc -c <main.sh; tail -n 1 main.sh' \
		'.messages[0].content += "\n" + "#" * 3000000 + "\n#end" | .codeexec.limits.address_space = "16MiB"')
	assert_eq "$(starts)" "warm warm warm warm"
	assert_eq "$(each '.choices[0].message.content' | sort | uniq -c | xargs)" "4 #end 4 3000039"
}

@test "warm: a program that was killed is started again, and runs go on meanwhile" {
	local stocked
	begin_batch
	ask_until_warm 'print(1)'
	stocked=$(in_stock)
	kill -KILL "$(keeper)"
	wait_until_gone "$stocked"
	ask_batch 'print(1)'
	assert_has "$record" '"start":"cold"'
	ask_until_warm 'print(1)'
	end_batch
	assert_eq "$(each '.choices[0].message.content' | grep -c '^1$')" "$count"
	assert_has "$(<"$BATS_TEST_TMPDIR/err")" "python3 cannot be kept booted: ask the warm program;"
}

@test "warm: one that was there for a while is back as soon as the first time" {
	local start
	[[ $EUID -eq 0 ]] || skip "the same for any user, and slow"
	begin_batch
	for _ in 1 2 3; do
		ask_until_warm 'print(1)'
		sleep 1.1 # longer than the pause before it was started
		kill -KILL "$(keeper)"
		sleep 0.3
		ask_batch 'print(1)' # finds out
		start=${EPOCHREALTIME/./}
	done
	ask_until_warm 'print(1)'
	[[ $(((${EPOCHREALTIME/./} - start) / 1000)) -lt 3000 ]] # else 4000 by now
	end_batch
}

@test "warm: a program that hangs holds up one run, which is not made twice" {
	local code="print(1, file=open('$shared/runs', 'a'))" program
	rm -f "$shared/runs"
	begin_batch --read-write "$shared"
	ask_until_warm "$code"
	program=$(kept)
	kill -STOP "$program"
	ask_batch "$code" # by the box in stock
	ask_batch "$code"
	assert_has "$record" '"start":"cold"'
	kill -CONT "$program" || : # it may have been ended
	ask_until_warm "$code"
	end_batch
	assert_eq "$(wc -l <"$shared/runs")" "$count"
	assert_has "$(<"$BATS_TEST_TMPDIR/err")" "python3 cannot be kept booted: wait for the warm program;"
	assert_eq "$(find /sys/fs/cgroup -type d -name "codeexec-*-$batch-*" 2>/dev/null)" ""
}

@test "warm: a file of the host that another takes the place of is that one in the next run" {
	local code="print(open('$shared/file').read())"
	assert_follows "$code"
}

@test "warm: an answer that comes late is not taken for that of another box" {
	local program again
	begin_batch --warm always
	ask_batch 'print(1)'
	# Two runs that the stock is not for, nor one like them: it is empty.
	for _ in 1 2; do
		ask_batch 'print(1)' '.codeexec.collect = ["x"]'
	done
	program=$(kept)
	[[ -z $(in_stock) ]]
	kill -STOP "$program"
	# Within the time of a second question, were there one.
	(sleep 0.7 && kill -CONT "$program") 3>&- 9>&- &
	again=$!
	ask_batch 'import time; time.sleep(0.5); print(1)'
	wait "$again"
	assert_has "$record" '"start":"cold"'
	assert_has "$record" '"status":"exited"'
	end_batch
	assert_eq "$(each '.choices[0].message.content' | grep -c '^1$')" "$count"
}

@test "warm: a program that never comes to its script holds up one run" {
	module sitecustomize <<<'import os, time
if os.path.exists("/etc/ld.so.preload"): time.sleep(99)'
	batch --warm always "${modules[@]}" < <(lines 2 python 'print(1)')
	rm "$shared/sitecustomize.py"
	assert_eq "$(starts)" "cold cold"
	assert_has "$stderr" "python3 cannot be kept booted: it did not come to its script in time;"
}

@test "warm: who cannot be kept is told of, and runs" {
	jq '.node.warm = true | .sqlite3.warm = true' "$BATS_TEST_DIRNAME/../interpreters.json" >"$BATS_TEST_TMPDIR/i.json"
	codeexec 0 run --interpreters "$BATS_TEST_TMPDIR/i.json" --allow node --warm always -m node -c 'console.log(1)'
	assert_content $'1\n'
	assert_json '.codeexec.steps[0].start' '"cold"'
	assert_has "$stderr" "node cannot be kept booted: the program has"
}

@test "warm: the sandbox off, nothing is kept" {
	run_code python 'print(1)' --warm always --sandbox off
	assert_json '.codeexec.steps[0].start' '"cold"'
	assert_content $'1\n'
}

@test "warm: nothing is left when it ends, nor are fds while it runs" {
	local fifo=$BATS_TEST_TMPDIR/in fds mark=9$RANDOM$RANDOM
	mkfifo "$fifo"
	"$CODEEXEC" batch --quiet --allow python -j 2 <"$fifo" >"$BATS_TEST_TMPDIR/out" 2>&1 3>&- &
	exec 9>"$fifo"
	records() { until [[ $(wc -l <"$BATS_TEST_TMPDIR/out") -eq $1 ]]; do kill -0 "$!"; done; }
	lines 20 python "x = $mark" >&9
	records 20
	fds=$(find "/proc/$!/fd" | wc -l)
	lines 100 python "x = $mark" >&9
	records 120
	assert_eq "$(find "/proc/$!/fd" | wc -l)" "$fds"
	assert_eq "$(pgrep -cP "$!")" 1
	exec 9>&-
	wait "$!"
	assert_eq "$(pgrep -P "$!" || :)" ""
	assert_eq "$(find /sys/fs/cgroup -type d -name "codeexec-*-$!-*" 2>/dev/null)" ""
}

@test "warm: modules have names" {
	codeexec 64 policy --warm-preload 'os; import x'
	assert_has "$stderr" "--warm-preload: 'os; import x' is not the name of a module"
	codeexec 64 policy --warm sometimes
	assert_has "$stderr" "'sometimes' is not auto or always or off"
}
