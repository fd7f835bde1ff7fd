#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 the codeexec authors
#
# What a program writes and how it ends. The names that begin with O and a
# number are trouble that others had, from public bug reports.

bats_require_minimum_version 1.8.0

setup() {
	load helpers
	empty_policy
}

# The data of the events in $output but for [DONE], one a line.
chunks() {
	sed -n 's/^data: {/{/p' <<<"$output"
}

# Status, exit code, signal and finish_reason of the answer.
assert_end() { # STATUS CODE SIGNAL REASON
	assert_json '[(.codeexec | .status, .exit_code, .signal), .choices[0].finish_reason]' \
		"[\"$1\",$2,$3,\"$4\"]"
}

# stderr of the program.
program_stderr() {
	jq -r .codeexec.stderr <<<"$output"
}

# DESIGN has the bytes in stdout_base64, where the case has a flag.
@test "O1: a byte that is no UTF-8 is U+FFFD, and exact in base64" {
	run_code python 'import sys; sys.stdout.buffer.write(b"a\xffb")'
	assert_content "a"$'\ufffd'"b"
	assert_end exited 0 null stop
	assert_json .codeexec.stdout_base64 '"Yf9i"'
}

@test "O2: a character that is cut by a pause is whole in the stream" {
	run_code python 'import sys, time
sys.stdout.buffer.write(b"\xf0\x9f")
sys.stdout.flush()
time.sleep(.3)
sys.stdout.buffer.write(b"\x98\x80")' --stream
	assert_eq "$(chunks | jq -sj '[.[].choices[0].delta.content // ""] | add')" 😀
}

@test "O4: all bytes and NUL are valid JSON" {
	run_code python 'import sys; sys.stdout.buffer.write(bytes(range(256)))'
	assert_json '.choices[0].message.content[0:128] | explode == [range(128)]' \
		true
	assert_eq "$(jq -r .codeexec.stdout_base64 <<<"$output" | base64 -d | sha256sum)" \
		"$(python3 -c 'import sys; sys.stdout.buffer.write(bytes(range(256)))' | sha256sum)"
}

@test "O4: NUL alone needs no base64" {
	run_code sh "printf 'a\\0b'"
	assert_json '[.choices[0].message.content, .codeexec.stdout_base64]' \
		'["a\u0000b",null]'
}

@test "O5: of long text only the bad byte is replaced" {
	run_code python 'import sys
sys.stdout.buffer.write(b"x" * 50000 + b"\xc0" + b"y" * 50000)'
	assert_json '.choices[0].message.content | [length, (split("\ufffd") | map(length))]' \
		'[100001,[50000,50000]]'
}

@test "O7: escape sequences are kept, though nobody asks for colours" {
	run_code python 'import os, sys
print("\x1b[31mred\x1b[0m", sys.stdout.isatty(), os.environ["NO_COLOR"])'
	assert_content $'\e[31mred\e[0m False 1\n'
}

@test "O8: what came before the time was up is kept" {
	run_code python 'import time
print("A")
time.sleep(99)' --timeout 1s
	assert_content $'A\n'
	assert_end timed_out 137 '"SIGKILL"' stop
	assert_json .codeexec.timed_out true
}

@test "O8: no interpreter keeps a line to itself when the time is up" {
	run_timed() {
		run_code "$1" "$2" --timeout 1s
		assert_content $'A\n'
		assert_json .codeexec.status '"timed_out"'
	}
	run_timed bash 'echo A; while :; do :; done'
	run_timed perl 'print "A\n"; sleep 99'
	run_timed ruby 'puts "A"; sleep 99'
	run_timed lua 'print("A") while true do end'
	run_timed php 'echo "A\n"; sleep(99);'
	run_timed node 'console.log("A"); for (;;);'
}

@test "O10: a flood ends at the cap" {
	run_code bash yes
	assert_json '.choices[0].message.content | length' 1048576
	assert_end output_limit 137 '"SIGKILL"' length
	assert_json .codeexec.stdout_truncated true
}

@test "O11: a flood that ends by itself is never our failure" {
	make_request sh 'head -c 9000 /dev/zero' '.n = 8' \
		>"$BATS_TEST_TMPDIR/request"
	# shellcheck disable=SC2046 # a word each
	request 0 --stdout-size 4KiB $(yes "$BATS_TEST_TMPDIR/request" | head -n 25)
	assert_eq "$(jq -c '.codeexec.runs[].status' <<<"$output" | uniq -c | xargs)" \
		'200 output_limit'
}

@test "O13: a flood on stderr neither blocks nor ends the program" {
	run_code sh 'head -c 100000000 /dev/zero >&2; echo ok'
	assert_content $'ok\n'
	assert_end exited 0 null stop
	assert_json '.codeexec | [.stderr_truncated, (.stderr | length)]' \
		'[true,1048576]'
}

@test "O14: node loses nothing of a megabyte that it writes at its exit" {
	run_code node 'process.stdout.write("x".repeat(1e6)); process.exit(0)'
	assert_json '.choices[0].message.content | length' 1000000
}

# DESIGN: a run ends when the last block ends.
@test "O16: a run ends with its program, not with what it left behind" {
	run_code bash '(for i in 1 2 3 4 5; do sleep 3; echo $i; done) & echo start'
	assert_content $'start\n'
	assert_end exited 0 null stop
	assert_json '.codeexec.duration_ms < 2900' true
}

@test "O16: what was written before the end is read to its end" {
	run_code python 'import os
os.write(1, b"x" * 900000)
os._exit(0)'
	assert_json '.choices[0].message.content | length' 900000
}

@test "O17: nothing lives longer than the answer" {
	mark=86399.$$$RANDOM
	run_code bash "setsid sleep $mark & (sleep $mark &) & nohup sleep $mark & echo ok"
	assert_content $'ok\n'
	run -1 pgrep -f "sleep $mark"
}

@test "O20: input() without stdin is the end of file at once" {
	run_code python 'input()'
	assert_end exited 1 null stop
	assert_has "$(program_stderr)" EOFError
}

@test "O22: a program that closes its stdout is waited for" {
	run_code python 'import os, sys, time
os.close(1)
time.sleep(.2)
sys.exit(3)'
	assert_end exited 3 null stop
}

@test "O23: a program that closes its stdout and stays has its time" {
	run_code bash 'exec >&- 2>&-; sleep 99' --timeout 300ms
	assert_end timed_out 137 '"SIGKILL"' stop
}

@test "O25: exit codes are what a shell makes of them" {
	for pair in 256:0 -1:255 3:3; do
		run_code python "import sys; sys.exit(${pair%:*})"
		assert_end exited "${pair#*:}" null stop
	done
	run_code bash 'exit 3.7'
	assert_json .codeexec.exit_code 2
}

@test "O28: a lone surrogate is the program's failure" {
	run_code python 'print("\ud800")'
	assert_end exited 1 null stop
	assert_has "$(program_stderr)" UnicodeEncodeError
}

@test "O29: HOME and TMPDIR can be written, and are ours alone" {
	run_code python 'import os, tempfile
open(os.path.expanduser("~/.x"), "w").write("a")
tempfile.NamedTemporaryFile().write(b"b")
print(os.environ["HOME"], os.environ["TMPDIR"])'
	assert_content $'/workdir /tmp\n'
	assert_eq "$(program_stderr)" ""
}

@test "O31: node runs with 256 MiB of memory" {
	run_code node 'console.log(1)' --memory 256MiB
	assert_content $'1\n'
	assert_end exited 0 null stop
}

@test "O32: a program may ask for more memory than there is" {
	run_code python 'x = "a" * (10**10)'
	assert_end exited 1 null stop
	assert_has "$(program_stderr)" MemoryError
}

# Where a cgroup holds the memory, the kernel ends the program; else an
# allocation fails, and python ends itself.
@test "O32: a program that takes more memory than it may is ended" {
	run_code python 'print("a")
x = []
while True: x.append(bytearray(b"x" * (1 << 20)))' --memory 64MiB
	assert_content $'a\n'
	case $(member .codeexec.limits_by.memory) in
	cgroup*) assert_end memory_limit 137 '"SIGKILL"' stop ;;
	*) assert_json '.codeexec.exit_code != 0' true ;;
	esac
}

@test "O34: a byte-order mark before the code is dropped" {
	ask 0 codeexec $'```bash\n\ufeffecho hi\n```'
	assert_content $'hi\n'
	ask 0 codeexec $'```php\n\ufeffecho 1;\n```'
	assert_content 1
}

@test "O35: PHP runs with and without its tag" {
	ask 0 codeexec $'```php\necho 1;\n```'
	assert_content 1
	ask 0 codeexec $'```php\n<?php echo 1;\n```'
	assert_content 1
}

@test "O37: a script of node's has an ending that node takes" {
	run_code node 'console.log(__filename, require("path").sep)'
	assert_content $'/workdir/main.js /\n'
}

@test "O38: stdout and stderr keep their order each" {
	run_code python 'import sys
for i in range(500):
    print(i, file=sys.stdout if i % 2 else sys.stderr)'
	assert_content "$(seq 1 2 499)"$'\n'
	assert_eq "$(program_stderr)" "$(seq 0 2 498)"
}

@test "O43: a traceback names the line and the script, and no frame of ours" {
	run_code python $'import sys\nassert sys.path[0] == "/workdir" and __file__ == "/workdir/main.py"\n1 / 0'
	assert_eq "$(program_stderr)" "$(printf '%s\n' \
		'Traceback (most recent call last):' \
		'  File "/workdir/main.py", line 3, in <module>' \
		'    1 / 0' '    ~~^~~' \
		'ZeroDivisionError: division by zero')"
}

@test "merge_stderr: stderr goes into stdout, in the order it was written" {
	ask 0 sh 'echo 1; echo 2 >&2; echo 3' '.codeexec = {merge_stderr: true}'
	assert_content $'1\n2\n3\n'
	assert_json .codeexec.stderr '""'
}

@test "merge_stderr: false is the default" {
	ask 0 sh 'echo 1; echo 2 >&2' '.codeexec = {merge_stderr: false}'
	assert_content $'1\n'
	assert_json .codeexec.stderr '"2\n"'
}

@test "output: a signal has its name and 128 and its number" {
	run_code sh 'echo a; kill -SEGV $$'
	assert_content $'a\n'
	assert_end signaled 139 '"SIGSEGV"' stop
	run_code sh 'kill -PIPE $$'
	assert_end signaled 141 '"SIGPIPE"' stop
}

@test "output: a program can kill itself, and that is no time-out" {
	run_code sh 'kill -KILL $$'
	assert_end signaled 137 '"SIGKILL"' stop
	assert_json .codeexec.timed_out false
}

@test "output: processor time has a limit of its own" {
	run_code sh 'echo a; while :; do :; done' --cpu-time 1s
	assert_content $'a\n'
	assert_json '.codeexec | [.status, .timed_out]' '["cpu_limit",false]'
	assert_json '.codeexec.cpu_ms > 500 and .codeexec.cpu_ms < 3000' true
}

@test "output: sleeping costs no processor time" {
	run_code sh 'sleep 1.2; echo a' --cpu-time 1s
	assert_content $'a\n'
	assert_end exited 0 null stop
}

@test "output: a cap that is met exactly cuts nothing" {
	run_code sh 'printf abcd' --stdout-size 4
	assert_content abcd
	assert_end exited 0 null stop
	run_code sh 'printf abcde' --stdout-size 4
	assert_content abcd
	assert_json '[.choices[0].finish_reason, .codeexec.stdout_truncated]' \
		'["length",true]'
}

@test "output: a request may lower the cap" {
	ask 0 sh 'printf abcde' '.codeexec = {limits: {stdout: 2, stderr: 1}}'
	assert_content ab
}

@test "output: a cap within a character leaves no half of it" {
	run_code python 'print("aé")' --stdout-size 2
	assert_content a$'\ufffd'
	assert_json .codeexec.stdout_base64 '"YcM="'
}

@test "output: a stream ends at the cap, with length" {
	run_code sh 'printf abcde' --stdout-size 4 --stream
	assert_eq "$(chunks | jq -sc '[([.[].choices[0].delta.content // ""] | add), .[-1].choices[0].finish_reason]')" \
		'["abcd","length"]'
}

@test "output: stderr that is no UTF-8 is repaired" {
	run_code sh "printf 'a\\377' >&2"
	assert_json '.codeexec.stderr == "a\ufffd"' true
}

@test "output: figures are there, and plausible" {
	run_code python 'x = b"x" * (50 << 20); sum(range(3000000))'
	assert_json '.codeexec.max_rss_bytes | . > 50000000 and . < 100000000' \
		true
	assert_json '.codeexec.cpu_ms | . > 20 and . < 5000' true
	assert_json '.codeexec | .duration_ms > 20 and .duration_ms < 10000' \
		true
}

@test "output: files larger than the limit end in SIGXFSZ or an error" {
	run_code python 'import signal
signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
open("f", "wb").write(b"x" * 2000000)' --file-size 1MiB
	assert_end signaled 153 '"SIGXFSZ"' stop
}

@test "output: a full workdir is the program's error" {
	run_code python 'open("f", "wb").write(b"x" * 2000000)' \
		--workdir-size 1MiB
	assert_end exited 1 null stop
	assert_has "$(program_stderr)" "No space left on device"
}

@test "output: /dev/stdin, /dev/stdout and /dev/stderr can be opened" {
	requires node
	run_code node 'const fs = require("fs");
		fs.writeFileSync("/dev/stdout", fs.readFileSync("/dev/stdin"));
		fs.writeFileSync("/dev/stderr", "b")' --stdin <(printf a)
	assert_content a
	assert_json .codeexec.stderr '"b"'
}
