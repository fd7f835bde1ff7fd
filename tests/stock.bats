#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 the codeexec authors
#
# Programs that are started before their run, and wait for its script: the run is
# the one that it would have been, and each of them is used once.
#
# CODEEXEC_TEST_WARM=1 has other suites run by them (tests/check).

bats_require_minimum_version 1.8.0

load shared_folder
load warm

# The pids of the inits of the boxes that wait, and of their programs.
waiting() {
	pgrep -P "$batch"
}

programs() {
	local init
	for init in $(waiting); do
		pgrep -P "$init"
	done
}

# The programs that wait, two of them, are at their script.
wait_until_stocked() {
	local tries=100 program
	until [[ $(programs | wc -l) -eq 2 && $(for program in $(programs); do readlink "/proc/$program"/fd/*; done | grep -c /workdir/main) -eq 2 ]]; do
		[[ $((tries -= 1)) -gt 0 ]]
		sleep 0.1
	done
}

@test "stock: a batch boots its own twice at most, then takes what waits" {
	local model
	for model in node lua; do
		requires "$model"
		batch < <(
			for _ in 1 2 3 4; do
				lines 1 "$model" '--[[ ]]'
				sleep 0.7
			done
		)
		assert_eq "$(starts)" "cold cold warm warm"
	done
}

@test "stock: run has none unless it is told to, and then says so" {
	requires node
	run_code node 'console.log(1)' --warm auto
	assert_json '.codeexec.steps[0].start' '"cold"'
	run_code node 'console.log(1)' --warm always
	assert_json '.codeexec.steps[0].start' '"warm"'
	assert_content $'1\n'
	assert_eq "$stderr" ""
}

@test "stock: off is off" {
	requires lua
	batch --warm off < <(lines 2 lua 'print(1)'; sleep 0.5; lines 1 lua 'print(1)')
	assert_eq "$(starts)" "cold cold cold"
}

@test "stock: Node sees what it sees when it boots at once" {
	requires node
	assert_same node "$(<"$BATS_TEST_DIRNAME/warm/sees.js")"
}

@test "stock: what Node does with its script is done as in a cold run" {
	local code
	requires node
	for code in 'throw new Error("here")' 'this is no JavaScript' 'process.exit(7)' \
		'process.kill(process.pid, "SIGKILL")' 'import fs from "fs"; console.log(fs)' \
		'#!/usr/bin/env node
console.log("a", require("./main.js"))' \
		'"use strict"; undeclared = 1' \
		'import("fs").then(fs => console.log(typeof fs.readFileSync, this === module.exports))' \
		'const t = require("worker_threads"); if (t.isMainThread) new t.Worker(__filename); else console.log("worker")' \
		'if (process.argv[2]) console.log(process.argv[2]); else console.log(require("child_process").execFileSync(process.execPath, [__filename, "child"]).toString())' \
		'process.on("exit", () => console.log("exit")); setTimeout(() => console.log("later"), 20); console.error("now")' \
		'process.stdout.write("x".repeat(900000)); process.exit(3)' ''; do
		assert_same node "$code//"
	done
}

@test "stock: Lua sees and does what it does when it boots at once" {
	local code
	requires lua
	for code in 'for k, v in pairs(arg) do print(k, v) end print(..., debug.getinfo(1).source, os.getenv("HOME"), io.open(arg[0]):read("a"))
for line in io.open("/proc/self/limits"):lines() do print(line) end print(io.popen("ls -la /proc/self/fd | wc -l; ls -Al | cut -c 1-40"):read("a"))' \
		'error("here")' 'this is no Lua' 'os.exit(7)' 'io.stderr:write("err") print("out")' '#! first line
print(debug.getinfo(1).currentline)' ''; do
		assert_same lua "$code"
	done
}

@test "stock: stdin and the environment are those of the run" {
	requires node lua
	ask 0 node 'process.stdin.on("data", d => console.log(String(d), process.env.GREETING))' '.codeexec.stdin = "abc"' --warm always --set-env GREETING=hello
	assert_content $'abc hello\n'
	assert_json '.codeexec.steps[0].start' '"warm"'
	ask 0 lua 'print(#io.read("a"))' '.codeexec.stdin = "x" * 300000' --warm always
	assert_content $'300000\n'
	assert_json '.codeexec.steps[0].start' '"warm"'
}

@test "stock: no two runs draw the same random numbers" {
	requires node lua
	batch --warm always < <(
		lines 3 node 'console.log(Math.random(), require("crypto").randomUUID())'
		lines 3 lua 'print(math.random())'
	)
	assert_eq "$(starts)" "warm warm warm warm warm warm"
	assert_eq "$(each '.choices[0].message.content' | grep . | sort -u | wc -l)" 6
}

@test "stock: each is used once, and nothing of a run is there for the next" {
	requires node
	batch --warm always < <(lines 4 node 'const fs = require("fs")
console.log(fs.readdirSync("/workdir"), fs.readdirSync("/tmp"), fs.readdirSync("/dev/shm"), global.left, process.env.LEFT, process.pid)
for (const folder of ["/workdir", "/tmp", "/dev/shm"]) fs.writeFileSync(folder + "/left", "x")
global.left = process.env.LEFT = "x"
require("child_process").spawn("sleep", ["60"], {detached: true, stdio: "ignore"}).unref()
console.error(performance.timeOrigin)')
	assert_eq "$(starts)" "warm warm warm warm"
	assert_eq "$(each '.choices[0].message.content' | sort -u | grep .)" "[ 'main.js' ] [] [] undefined undefined 2"
	assert_eq "$(each '.codeexec.stderr' | grep . | sort -u | wc -l)" 4
}

@test "stock: a script of any length comes whole" {
	local model
	requires node lua
	for model in node lua; do
		# Around what a pipe holds, and what is written to it at a time.
		batch --warm always < <(
			for length in 8191 8192 8193 65535 65536 65537 1048577 3000000; do
				lines 1 "$model" "$([[ $model == node ]] && echo 'console.log(require("fs").statSync(__filename).size)//' || echo 'print(io.open(arg[0]):seek("end"))--')" \
					".messages[0].content |= . + \"#\" * ($length - length)"
			done
		)
		assert_eq "$(starts)" "warm warm warm warm warm warm warm warm"
		assert_eq "$(each '.choices[0].message.content' | xargs)" "8191 8192 8193 65535 65536 65537 1048577 3000000"
	done
}

@test "stock: what a box that was built before its run cannot have boots its own" {
	local change
	requires node
	for change in '.codeexec.args = ["a"]' '.codeexec.input = 1' '.codeexec.collect = ["*.txt"]' '.codeexec.merge_stderr = true' \
		'.codeexec.files = [{path: "a.txt", content: "a"}]' '.codeexec.limits.open_files = 100' '.codeexec.limits.memory = "256MiB"'; do
		ask 0 node 'console.log(process.argv.length, require("fs").readdirSync(".").length)' "$change" --warm always
		assert_json '[.codeexec.steps[0].start, .codeexec.status]' '["cold","exited"]'
		assert_eq "$stderr" ""
	done
}

@test "stock: who asks for limits that no program can boot by spoils nobody's" {
	requires node
	batch --warm always < <(lines 1 node 'console.log(1)'; lines 6 node 'console.log(1)' '.codeexec.limits.open_files = 16 | .codeexec.limits.memory = "4MiB"'; lines 2 node 'console.log(1)')
	assert_eq "$(starts)" "warm cold cold cold cold cold cold warm warm"
	assert_eq "$stderr" ""
}

@test "stock: of a run in blocks the first may wait for its script" {
	requires node lua
	codeexec 0 run --allow node,lua --warm always < <(make_request codeexec $'```node\nconsole.log(41)\n```\n```lua\nprint(io.read("n") + 1)\n```\n```node\nprocess.stdin.pipe(process.stdout)\n```')
	assert_json '[.codeexec.steps[].start]' '["warm","cold","cold"]'
	assert_content $'42\n'
}

@test "stock: limits hold, and count from the run on" {
	requires node
	batch --warm always --timeout 2s --cpu-time 1s < <(
		lines 1 node '1'
		sleep 2.5 # more than the time of a run, while the next one waits
		lines 1 node 'setTimeout(() => console.log("in time"), 900)'
		lines 1 node 'setTimeout(() => 1, 9000)'
		lines 1 node 'while (true);' '.codeexec.limits.timeout = "2s"'
	)
	assert_eq "$(starts)" "warm warm warm warm"
	assert_eq "$(each '.choices[0].message.content' | sed -n 2p)" "in time"
	[[ $(each '.codeexec.steps[0] | .duration_ms >= 900 and .duration_ms < 2000 and .cpu_ms < 500' | sed -n 2p) == true ]]
	[[ $(each '.codeexec.steps[0] | .duration_ms >= 1900 and .duration_ms < 4000' | sed -n 3p) == true ]]
	assert_eq "$(each '.codeexec.status' | sed -n 3p)" timed_out
	# With others busy, a second of it takes more than two.
	[[ $(each '.codeexec.status' | sed -n 4p) == @(cpu_limit|timed_out) ]]
	batch --warm always --memory 128MiB --workdir-size 1MiB < <(
		lines 1 node 'const a = []; for (;;) a.push(new Uint8Array(1 << 20).fill(1))'
		lines 1 node 'require("fs").writeFileSync("f", Buffer.alloc(9 << 20))'
	)
	assert_eq "$(starts)" "warm warm"
	# Where no cgroup counts, V8 is refused the memory, and aborts.
	[[ $(each '.codeexec.status' | sed -n 1p) == @(memory_limit|signaled) ]]
	assert_has "$(each .codeexec.stderr | tail -n 9)" "ENOSPC"
}

@test "stock: CPU time of the boot is not the run's" {
	requires node
	codeexec 0 run --allow node --warm off -m node -c ''
	local cold
	cold=$(jq .codeexec.cpu_ms <<<"$output")
	codeexec 0 run --allow node --warm always -m node -c ''
	assert_json '.codeexec.steps[0].start' '"warm"'
	[[ $(jq .codeexec.cpu_ms <<<"$output") -lt $((cold * 2 / 3)) ]]
}

@test "stock: a program that is gone before its run is not missed, and told of" {
	local model=node
	requires node
	begin_batch
	ask_until_warm 'console.log(1)'
	wait_until_stocked
	# shellcheck disable=SC2046
	kill -KILL $(programs)
	ask_batch 'console.log(1)'
	assert_has "$record" '"start":"cold"'
	ask_until_warm 'console.log(1)'
	end_batch
	assert_eq "$(each '.choices[0].message.content' | grep -c '^1$')" "$count"
	assert_has "$(<"$BATS_TEST_TMPDIR/err")" "node cannot be kept booted: it ended while it waited;"
}

@test "stock: a box that does not take its script holds up one run, which is not made twice" {
	local model=node code="require('fs').appendFileSync('$shared/runs', '1\\n')"
	requires node
	rm -f "$shared/runs"
	begin_batch --read-write "$shared"
	ask_until_warm "$code"
	wait_until_stocked
	# shellcheck disable=SC2046
	kill -STOP $(waiting)
	ask_batch "$code"
	assert_has "$record" '"start":"cold"'
	ask_until_warm "$code"
	end_batch
	assert_eq "$(wc -l <"$shared/runs")" "$count"
}

# Kill each program PARENT's box has as soon as its script is there.
kill_when_taken() { # BATCH
	python3 - "$1" <<-'END'
		import os, signal, stat, subprocess, sys, time

		def children(pid):
		    return subprocess.run(["pgrep", "-P", str(pid)], capture_output=True, text=True).stdout.split()

		until = time.monotonic() + 20
		at = [(f"/proc/{program}/cwd/main.js", int(program)) for init in children(sys.argv[1]) for program in children(init)]
		print(len(at), flush=True)
		while time.monotonic() < until:
		    for path, program in at:
		        try:
		            taken = stat.S_ISREG(os.lstat(path).st_mode)
		        except FileNotFoundError:
		            continue  # it is being put there
		        if taken:
		            os.kill(program, signal.SIGKILL)
		            sys.exit()
	END
}

@test "stock: one that is lost between its script and its start is built anew" {
	local model=codeexec tries=10 i killer
	local code=$'```node\nconsole.log(6)\n```\n```awk\n{print $1 * 7}\n```'
	local -a slow=()
	[[ $EUID -eq 0 ]] || skip "the folder of the program is closed to its own user"
	requires node
	# The second block takes a while to set itself up.
	for ((i = 0; i < 300; i++)); do
		mkdir -p "$shared/slow/$i"
		slow+=(--read-only "$shared/slow/$i")
	done
	begin_batch "${slow[@]}"
	ask_until_warm "$code"
	until [[ $record == *'"start":"cold"'*'"start":"cold"'* ]]; do
		[[ $((tries -= 1)) -gt 0 ]]
		wait_until_stocked
		kill_when_taken "$batch" >"$BATS_TEST_TMPDIR/killer" 3>&- 9>&- &
		killer=$!
		until [[ -s $BATS_TEST_TMPDIR/killer ]]; do kill -0 "$killer"; done
		ask_batch "$code"
		wait "$killer"
	done
	end_batch
	rm -rf "$shared/slow"
	assert_eq "$(jq -r '.response.body.choices[0].message.content' <<<"$record")" 42
	assert_has "$record" '"status":"exited"'
	assert_eq "$(<"$BATS_TEST_TMPDIR/err")" ""
}

@test "stock: a file of the host that another takes the place of is that one in the next run" {
	local model=lua code="io.write(io.open('$shared/file'):read('a'))"
	requires lua
	assert_follows "$code"
}

# FAULT at a call of the inits of boxes that wait, when one of them is handed a
# script: what is wrong about the outcome, if anything. The run is made, wholly; or,
# cut, may have been killed before its script was there.
handed_one() { # CALL N FAULT wholly|cut
	local run=handed.$1.$2.$3 answer supervisor inits init tracer end
	coproc answers { exec timeout 30 "$CODEEXEC" batch --quiet -j 1 --allow lua --warm always --read-write "$shared" --set-env "RUN=$run"; }
	cat "$shared/request" >&"${answers[1]}"
	read -r answer <&"${answers[0]}"
	# Each has told that its program waits, and waits itself.
	supervisor=$(pgrep -P "$answers_PID")
	until inits=$(pgrep -P "$supervisor" | xargs -I '{}' sh -c 'pgrep -P {} | xargs -I % sh -c "ls -l /proc/%/fd | grep -q /workdir/main && echo -p {}"') &&
		[[ $(wc -l <<<"$inits") -eq 2 ]]; do kill -0 "$answers_PID" || { echo "$run: ended"; return; }; done
	: >"$shared/$run"
	# shellcheck disable=SC2086
	strace -qq -o /dev/null -e "trace=$1" -e "inject=$1:$3:when=$2" ${inits//$'\n'/ } &
	tracer=$!
	for init in ${inits//-p/}; do
		until grep -q '^TracerPid:.*[1-9]' "/proc/$init/status"; do kill -0 "$tracer" || { echo "$run: not traced"; return; }; done
	done
	cat "$shared/request" >&"${answers[1]}"
	read -r answer <&"${answers[0]}"
	end=${answers[1]}
	exec {end}>&-
	kill "$tracer" 2>/dev/null
	wait
	[[ $(<"$shared/$run") == ran && $answer == *'"status":"exited"'*'"content":"done'* ||
		$(<"$shared/$run") == ran && $answer == *'"content":"done'*'"status":"exited"'* ||
		$4 == cut && ! -s $shared/$run && $answer == *'"status":"signaled"'* ]] || echo "$run: ${answer:0:900}"
	rm -f "$shared/$run"
}
export -f handed_one

@test "stock: whatever fails, and whoever is killed, when a script is handed over: it is run once, whole, or not" {
	local call n names name
	[[ $EUID -eq 0 ]] || skip "init lets no user trace it"
	requires lua strace
	export CODEEXEC
	jq -cn '{model: "lua", messages: [{role: "user", content: ("--" + "#" * 150000 +
		"\nif #io.open(arg[0]):read(\"a\") > 150000 then io.open(\"" + $ENV.shared +
		"/\" .. os.getenv(\"RUN\"), \"a\"):write(\"ran\") print(\"done\") end")}]}' >"$shared/request"
	while read -r call n names; do
		for name in $names signal=KILL; do
			echo "$call $n $name $([[ $call$n$name == write21signal=KILL || $call == write && $n -gt 21 || $call == pread64 && $n -gt 22 ]] && echo cut || echo wholly)"
		done
	done <<-'END' >"$BATS_TEST_TMPDIR/list"
		recvmsg 1 error=ENOMEM error=ECONNRESET
		recvmsg 2 error=ENOMEM
		openat 1 error=EMFILE error=ENOENT
		openat 2 error=ENOSPC error=EMFILE
		unlinkat 1 error=EBUSY error=ENOENT
		pread64 1 error=EIO
		pread64 2 error=EIO error=ENOMEM
		pread64 3 error=EIO
		pread64 23 error=EIO
		pread64 25 error=ENOMEM
		write 1 error=ENOSPC
		write 5 error=EDQUOT
		write 19 error=ENOSPC
		write 20 error=EPIPE
		write 21 error=EPIPE
		write 22 error=EIO
		write 24 error=EIO
		close 1 error=EIO
	END
	run xargs -P 2 -L 1 bash -c 'handed_one "$@" 2>/dev/null' handed <"$BATS_TEST_TMPDIR/list"
	assert_eq "$output" ""
}

# A registry whose program NAME is of a stock, whatever it is.
stocked() { # NAME
	jq ".$1.warm = \"stock\"" "$BATS_TEST_DIRNAME/../interpreters.json" >"$BATS_TEST_TMPDIR/i.json"
	stocked=(--interpreters "$BATS_TEST_TMPDIR/i.json" --warm always)
}

# Bash reads its script as it goes: this one runs while init still writes it.
@test "stock: a run that is there before its whole script leads init nowhere" {
	local code
	stocked bash
	# shellcheck disable=SC2016
	code='rm main.sh; ln -s /tmp/there main.sh; mkfifo /tmp/there; exec 9<>/tmp/there
mv main.sh other; mkdir main.sh; rm -rf /workdir 2>/dev/null
for sig in STOP KILL INT TERM PIPE CHLD; do kill -$sig 1; done
ls /proc/1/fd /proc/1/root /proc/1/cwd 2>/dev/null
read -t 0.1 -u 9 got; echo "got $got"
#'
	ask 0 bash "$code" '.messages[0].content += "#" * 400000 + "\nls -A /workdir; echo end"' "${stocked[@]}"
	assert_json '.codeexec.steps[0].start' '"warm"'
	assert_json '.codeexec.status' '"exited"'
	assert_content $'got \nend\n'
}

@test "stock: who does not read its script to the end holds up nobody" {
	local long='.messages[0].content += "\n#" + "#" * 400000'
	stocked bash
	ask 0 bash 'sleep 30' "$long" "${stocked[@]}" --timeout 500ms
	assert_json '[.codeexec.status, .codeexec.steps[0].start]' '["timed_out","warm"]'
	[[ $(jq .codeexec.duration_ms <<<"$output") -lt 2000 ]]
	ask 0 bash 'echo out; exit 4' "$long" "${stocked[@]}"
	assert_json '[.codeexec.exit_code, .choices[0].message.content]' '[4,"out\n"]'
	# shellcheck disable=SC2016
	ask 0 bash 'for fd in /proc/$$/fd/*; do fd=${fd##*/}; [[ $fd -lt 3 ]] || eval "exec $fd<&-"; done; exec sleep 0.2' "$long" "${stocked[@]}"
	assert_json '[.codeexec.exit_code, .codeexec.status]' '[0,"exited"]'
}

@test "stock: a program that does not come to its script is told of, and runs" {
	jq '.bash.warm = "stock" | .bash.argv = ["bash", "-c", "exec bash /workdir/main.sh", "{script}"] |
		.jq.warm = "stock" | .jq.argv = ["true", "{script}"] | .sh.warm = "stock" | .sh.argv = ["sh", "-c", "[ -f $0 ] || exit 5; exec sh $0", "{script}"]' \
		"$BATS_TEST_DIRNAME/../interpreters.json" >"$BATS_TEST_TMPDIR/i.json"
	run_code jq '.' --interpreters "$BATS_TEST_TMPDIR/i.json" --warm always
	assert_json '[.codeexec.steps[0].start, .codeexec.exit_code]' '["cold",0]'
	assert_has "$stderr" "true cannot be kept booted: it ended before it came to its script;"
	run_code sh 'echo 1' --interpreters "$BATS_TEST_TMPDIR/i.json" --warm always
	assert_json '[.codeexec.steps[0].start, .choices[0].message.content]' '["cold","1\n"]'
	run_code bash 'echo 1' --interpreters "$BATS_TEST_TMPDIR/i.json" --warm always
	assert_json '[.codeexec.steps[0].start, .choices[0].message.content]' '["warm","1\n"]'
}

@test "stock: no inotify, no stock" {
	requires lua
	without 0 inotify_init1 run --allow lua --warm always -m lua -c 'print(1)'
	assert_json '[.codeexec.steps[0].start, .choices[0].message.content]' '["cold","1\n"]'
	assert_has "$stderr" "lua cannot be kept booted: inotify;"
}

@test "stock: the sandbox off, nothing is started before its run" {
	requires lua
	run_code lua 'print(1)' --warm always --sandbox off
	assert_json '.codeexec.steps[0].start' '"cold"'
	assert_content $'1\n'
}

@test "stock: nothing is left when it ends, nor are fds or boxes while it runs" {
	local model=lua fds tries=100
	requires lua
	begin_batch
	ask_until_warm 'print(1)'
	wait_until_stocked
	fds=$(find "/proc/$batch/fd" | wc -l)
	lines 200 lua 'print(1)' >&9
	count=$((count + 200))
	until_answered
	until wait_until_stocked && [[ $(find "/proc/$batch/fd" | wc -l) -eq $fds ]]; do
		[[ $((tries -= 1)) -gt 0 ]]
		sleep 0.1
	done
	assert_eq "$(waiting | wc -l)" 2
	end_batch
	assert_eq "$(each '.choices[0].message.content' | grep -c '^1$')" "$count"
	assert_eq "$(pgrep -P "$batch" || :)" ""
	assert_eq "$(find /sys/fs/cgroup -type d -name "codeexec-*-$batch-*" 2>/dev/null)" ""
	assert_eq "$(<"$BATS_TEST_TMPDIR/err")" ""
}
