#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 the codeexec authors
#
# Several blocks, each reading what the one before wrote.

bats_require_minimum_version 1.8.0

setup() {
	load helpers
	empty_policy
}

# blocks N PROGRAM CODE [PROGRAM CODE]...: run the blocks one into the other.
blocks() {
	local want=$1 text=
	shift
	while (($#)); do
		text+=$'```'"$1"$'\n'"$2"$'\n```\n'
		shift 2
	done
	ask "$want" codeexec "$text"
}

@test "pipeline: each block reads what the one before wrote" {
	blocks 0 sh 'printf "b\na\n"' sh sort python 'print(input() + input())'
	assert_content $'ab\n'
	assert_json '.codeexec.blocks' 3
}

@test "pipeline: the blocks run at the same time" {
	blocks 0 sh 'echo a; read -r x </dev/null; yes' sh 'read -r x; echo "$x"'
	assert_content $'a\n'
}

@test "pipeline: stdin goes to the first block only" {
	ask 0 codeexec $'```sh\n:\n```\n```sh\ncat; echo end\n```' \
		'.codeexec = {stdin: "x"}'
	assert_content $'end\n'
}

@test "pipeline: each step has its own status, stderr and figures" {
	blocks 0 sh 'echo 1 >&2; exit 3' sh 'cat; echo 2 >&2; kill -SEGV $$' \
		sh 'cat; echo 3 >&2'
	assert_json '[.codeexec.steps[] | [.program, .status, .exit_code, .signal, .stderr]]' \
		'[["sh","exited",3,null,"1\n"],["sh","signaled",139,"SIGSEGV","2\n"],["sh","exited",0,null,"3\n"]]'
	assert_json '[.codeexec.steps[] | .duration_ms, .cpu_ms, .max_rss_bytes | type] | unique' \
		'["number"]'
}

@test "pipeline: stderr of all blocks is joined in their order" {
	blocks 0 sh 'echo 1 >&2' sh 'cat; echo 2 >&2'
	assert_json .codeexec.stderr '"1\n2\n"'
}

@test "pipeline: its exit code is that of the last block that failed" {
	blocks 0 sh 'exit 3' sh 'cat; exit 4' sh cat
	assert_json '.codeexec | [.status, .exit_code]' '["exited",4]'
	blocks 0 sh 'exit 3' sh cat
	assert_json '.codeexec | [.status, .exit_code]' '["exited",3]'
	blocks 0 sh 'cat' sh 'cat; exit 5'
	assert_json .codeexec.exit_code 5
}

@test "pipeline: a signal in it is 128 and its number" {
	blocks 0 sh 'kill -ABRT $$' sh cat
	assert_json '.codeexec | [.status, .exit_code, .signal]' \
		'["signaled",134,"SIGABRT"]'
}

@test "O19: a block that dies of SIGPIPE as the next had enough has not failed" {
	blocks 0 bash 'yes | head -c 1000000' python 'print("x")'
	assert_content $'x\n'
	assert_json '.codeexec | [.status, .exit_code]' '["exited",0]'
}

@test "pipeline: a block that is still busy when the last ends is ended" {
	blocks 0 sh 'trap "" PIPE; while :; do sleep 1; done' sh 'echo x'
	assert_content $'x\n'
	assert_json '.codeexec | [.status, .exit_code, .timed_out]' \
		'["exited",0,false]'
	assert_json '.codeexec.duration_ms < 5000' true
}

@test "pipeline: SIGPIPE of the last block is a failure" {
	blocks 0 sh : sh 'kill -PIPE $$'
	assert_json '.codeexec | [.status, .exit_code, .signal]' \
		'["signaled",141,"SIGPIPE"]'
}

@test "pipeline: no block sees the files of another" {
	blocks 0 sh 'echo a >/tmp/f; echo a >f; echo done' \
		sh 'read -r x; ls /tmp/f f 2>&1 | grep -c "No such file"'
	assert_content $'2\n'
}

@test "pipeline: no block sees the processes of another" {
	blocks 0 sh 'echo $$; sleep 5' python 'import os
pid = int(input())
print(pid < 10, [p for p in os.listdir("/proc") if p.isdigit() and int(p) > 10])'
	assert_content $'True []\n'
}

@test "pipeline: a cap on output holds for what leaves it, not between blocks" {
	blocks 0 python 'print("x" * 3000000)' python 'print(len(input()))'
	assert_content $'3000000\n'
	assert_json .codeexec.stdout_truncated false
}

@test "pipeline: the time is for all blocks together" {
	ask 0 codeexec $'```sh\necho a; sleep 60\n```\n```sh\ncat\n```' \
		'.codeexec = {limits: {timeout: "1s"}}'
	assert_content $'a\n'
	assert_json '.codeexec | [.status, .timed_out]' '["timed_out",true]'
	assert_json '[.codeexec.steps[].status]' '["timed_out","timed_out"]'
}

@test "pipeline: a limit that ends one block explains the end of the next" {
	ask 0 codeexec $'```python\nx = []\nwhile True: x.append(bytearray(1 << 20))\n```\n```sh\ncat; exit 7\n```' \
		'.codeexec = {limits: {memory: "64MiB"}}'
	assert_json '.codeexec.exit_code' 7
	assert_json '.codeexec.steps[1] | [.status, .exit_code]' '["exited",7]'
}

@test "pipeline: one block that is not allowed keeps all from running" {
	codeexec 77 run --allow sh < <(
		make_request codeexec $'```sh\n:\n```\n```bash\n:\n```'
	)
	assert_error permission_error program_not_allowed '"messages"'
	assert_has "$stderr" "program 'bash' is not allowed: only these are: sh"
}

@test "pipeline: arguments and files are there for each block" {
	ask 0 codeexec $'```sh\ncat f - "$1"; echo "$1"\n```\n```bash\ncat - f; echo "$1"\n```' \
		'.codeexec = {args: ["f"], files: [{path: "f", content: "x\n"}]}'
	assert_content $'x\nx\nf\nx\nf\n'
}

@test "pipeline: sixteen blocks are a pipeline, too" {
	text=$(printf '```sh\necho 0\n```\n'
		for _ in {1..15}; do printf '```sh\nread -r x; echo $((x + 1))\n```\n'; done)
	ask 0 codeexec "$text"
	assert_content $'15\n'
	assert_json .codeexec.blocks 16
}
