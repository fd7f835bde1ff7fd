#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 the codeexec authors
#
# codeexec run: its options, where requests come from, where answers go.

bats_require_minimum_version 1.8.0

setup() {
	load helpers
	empty_policy
	CODEEXEC=$(realpath "$CODEEXEC")
	cd "$BATS_TEST_TMPDIR" || return
}

# The data of the events in $output, one a line.
events() {
	sed -n 's/^data: //p' <<<"$output"
}

# The completions in $output: their contents, one JSON a line.
contents() {
	jq -c '.choices[0].message.content // .error.code' <<<"$output"
}

# Run codeexec with the given ways of its stdin, stdout and stderr.
redirected() { # N REDIRECTION ARGUMENT...
	local want=$1 way=$2
	shift 2
	run --separate-stderr "-$want" timeout 60 \
		bash -c "\"\$0\" \"\$@\" $way" "$CODEEXEC" run --allow "$ALL" "$@"
}

@test "run: a request on stdin becomes a completion on one line" {
	ask 0 python 'print(1)'
	assert_eq "$(wc -l <<<"$output")" 1
	assert_eq "$stderr" ""
	assert_json '[keys_unsorted, .object, .model, .usage.total_tokens]' \
		'[["id","object","created","model","choices","usage","system_fingerprint","codeexec"],"chat.completion","python",0]'
	assert_json '.choices' \
		'[{"index":0,"message":{"role":"assistant","content":"1\n","refusal":null},"logprobs":null,"finish_reason":"stop"}]'
	assert_json '.id | test("^codeexec-[0-9a-f]{32}$")' true
	assert_json '(now - .created) | . >= 0 and . < 60' true
}

@test "run: the extension has these members, and no others" {
	ask 0 python 'print(1)'
	assert_json '.codeexec | keys_unsorted' \
		'["status","exit_code","signal","timed_out","stderr","duration_ms","blocks","sandbox","network","user","stdout_truncated","stderr_truncated","stdout_base64","cpu_ms","max_rss_bytes","lower_bounds","limits_by","ignored","steps","files","files_refused","files_truncated"]'
	assert_json '.codeexec.steps[0] | keys_unsorted' \
		'["program","start","status","exit_code","signal","stderr","duration_ms","cpu_ms","max_rss_bytes","lower_bounds"]'
	assert_json '.codeexec | [.sandbox, .network]' '["native","none"]'
}

@test "run: a terminal gets the completion indented" {
	requires script
	run -0 timeout 60 script -qec \
		"$CODEEXEC run --allow sh -m sh -c :" /dev/null
	assert_eq "${lines[0]}" $'{\r'
	assert_eq "$(jq -c .object <<<"${output//$'\r'/}")" '"chat.completion"'
}

@test "run: several files are answered one after the other" {
	make_request sh 'echo 1' >a
	make_request sh 'echo 2' >b
	request 0 a b
	assert_eq "$(contents)" $'"1\\n"\n"2\\n"'
}

@test "run: a bad file among several does not keep the others" {
	make_request sh 'echo 1' >a
	echo '{}' >b
	make_request sh 'echo 3' >c
	request 65 a b c
	assert_eq "$(contents)" \
		$'"1\\n"\n"missing_required_parameter"\n"3\\n"'
	assert_eq "$(wc -l <<<"$stderr")" 1
}

@test "run: of several failures the first says the exit code" {
	make_request nope x >a
	request 66 /no/such a
	assert_eq "$(contents)" $'"no_input"\n"model_not_found"'
}

@test "run: - is stdin among files" {
	make_request sh 'echo 1' >a
	request 0 a - < <(make_request sh 'echo 2')
	assert_eq "$(contents)" $'"1\\n"\n"2\\n"'
}

@test "run: -c is the code itself, whatever fences it holds" {
	run_code python $'s = """\n```sh\necho no\n```\n"""\nprint(len(s))'
	assert_content $'19\n'
}

@test "run: -f is a script, and its ending says the program" {
	echo 'print(__file__)' >a.py
	codeexec 0 run --allow python -f a.py
	assert_content $'/workdir/main.py\n'
	echo 'echo b' >b
	codeexec 0 run --allow bash -m bash -f b
	assert_content $'b\n'
}

@test "run: a script of which the ending says nothing needs -m" {
	echo 'echo b' >b.xyz
	codeexec 64 run --allow bash -f b.xyz
	assert_has "$stderr" "the ending of 'b.xyz' says no program"
}

@test "run: options that exclude each other are refused" {
	codeexec 64 run -m sh -c : -f a
	codeexec 64 run -c :
	codeexec 64 run -m sh
	codeexec 64 run -m sh -c : a.json
	codeexec 64 run --raw --stream -m sh -c :
	assert_eq "$output" ""
	codeexec 64 run --stdin -
	assert_error invalid_request_error usage null
	assert_eq "$stderr" \
		"codeexec: --stdin - leaves no request to read: name its FILE"
}

@test "run: a mistyped option is told, and the error printed" {
	codeexec 64 run --timeuot 5s
	assert_error invalid_request_error usage null
	codeexec 64 run --raw --timeuot 5s
	assert_eq "$output" ""
}

@test "run: a script that is given as a request is told how to run it" {
	echo 'print(1)' >a.py
	codeexec 65 run --allow python a.py
	assert_error invalid_request_error invalid_json null
	assert_has "$stderr" "'a.py' is no request, which begins with '{' (code goes with -f FILE or -c CODE): invalid JSON at byte 0"
}

@test "run: --stdin is what the first block reads" {
	printf 'a\xffb' >in
	run_code python 'import sys; print(sys.stdin.buffer.read())' --stdin in
	assert_content $'b\'a\\xffb\'\n'
}

@test "run: --stdin - is our own stdin" {
	run_code sh 'cat' --stdin - <<<hello
	assert_content $'hello\n'
}

@test "run: --stdin wins over the request's" {
	echo outer >in
	make_request sh cat '.codeexec = {stdin: "inner"}' >a
	request 0 --stdin in a
	assert_content $'outer\n'
}

@test "run: without --stdin a program's stdin is empty" {
	run_code sh 'cat; echo end' <<<hello
	assert_content $'end\n'
}

@test "run: --raw prints stdout and stderr as they are" {
	redirected 0 '' --raw -m sh -c "printf 'a\\377'; echo b >&2; exit 3"
	assert_eq "$output" $'a\xff'
	assert_eq "$stderr" b
}

@test "run: --raw prints stderr as it comes, not when all is over" {
	local fifo=$BATS_TEST_TMPDIR/errors line
	mkfifo "$fifo"
	timeout 60 "$CODEEXEC" run --allow sh --raw -m sh --timeout 50s \
		-c 'echo early >&2; exec sleep 40' 2>"$fifo" &
	read -r -t 20 line <"$fifo"
	kill $!
	assert_eq "$line" early
}

@test "run: --raw prints the stderr of all blocks, in their order" {
	make_request codeexec $'```sh\necho 1 >&2\n```\n```sh\ncat; echo 2 >&2\n```' >a
	request 0 --raw a
	assert_eq "$output" ""
	assert_eq "$stderr" $'1\n2'
}

@test "run: --raw prints no error object" {
	run_code sh : --raw
	assert_eq "$output" ""
	codeexec 77 run --raw -m sh -c :
	assert_eq "$output" ""
	assert_eq "$(wc -l <<<"$stderr")" 1
}

@test "run: -e exits as the program did, the completion is printed" {
	codeexec 3 run --allow sh -e -m sh -c 'echo a; exit 3'
	assert_content $'a\n'
	codeexec 143 run --allow sh -e -m sh -c 'kill -TERM $$'
	codeexec 0 run --allow sh -e -m sh -c :
	codeexec 3 run --allow sh -re -m sh -c 'exit 3'
}

@test "run: without -e a program's failure is none of ours" {
	run_code sh 'exit 3'
	assert_json '.codeexec | [.status, .exit_code]' '["exited",3]'
}

@test "run: -e does not hide our own failures" {
	codeexec 77 run -e -m sh -c :
}

@test "run: --stream prints chunks, then [DONE]" {
	run_code sh 'echo a' --stream
	assert_eq "$(grep -vc '^data: \|^$' <<<"$output")" 0
	assert_eq "$(events | tail -n 1)" "[DONE]"
	assert_eq "$(events | grep -v DONE | jq -c '[.object, .choices[0].index]' | uniq)" \
		'["chat.completion.chunk",0]'
	assert_eq "$(events | grep -v DONE | jq -c '.choices[0] | [.delta, .finish_reason]')" \
		$'[{"role":"assistant","content":"","refusal":null},null]\n[{"content":"a\\n"},null]\n[{},"stop"]'
	assert_eq "$(events | grep -v DONE | jq -r '.id' | uniq | wc -l)" 1
}

@test "run: the chunk with finish_reason has the extension, no other does" {
	run_code sh 'echo a; exit 3' --stream
	assert_eq "$(events | grep -v DONE | jq -c '[.choices[0].finish_reason, .codeexec.exit_code]')" \
		$'[null,null]\n[null,null]\n["stop",3]'
}

@test "run: \"stream\": true is --stream" {
	ask 0 sh 'echo a' '.stream = true'
	assert_eq "$(events | tail -n 1)" "[DONE]"
}

@test "run: a stream comes as the program writes" {
	mkfifo out
	"$CODEEXEC" run --allow sh --stream -m sh -c 'echo a; sleep 60' >out &
	exec 4<out
	while read -r line; do
		[[ $line != *'"a\n"'* ]] || break
	done <&4
	kill $!
	status=0
	wait $! || status=$?
	assert_eq "$status" 143 # it had not ended by itself
}

@test "run: chunks concatenated are the content" {
	code='import sys
for i in range(3000):
    sys.stdout.write("aé😀")
    if i % 100 == 0:
        sys.stdout.flush()'
	run_code python "$code"
	whole=$(jq '.choices[0].message.content' <<<"$output")
	run_code python "$code" --stream
	assert_eq "$(events | grep -v DONE | jq -sc '[.[].choices[0].delta.content // ""] | add')" \
		"$whole"
}

@test "run: a character that is cut between writes is one in the stream" {
	run_code python 'import os, time
for byte in "😀é".encode():
    os.write(1, bytes([byte]))
    time.sleep(0.02)' --stream
	assert_eq "$(events | grep -v DONE | jq -sc '[.[].choices[0].delta.content // ""] | add')" \
		'"😀é"'
}

@test "run: a usage chunk comes when it is asked for" {
	ask 0 sh 'echo a' '.stream = true | .stream_options = {include_usage: true}'
	assert_eq "$(events | tail -n 2 | head -n 1 | jq -c '[.choices, .usage.total_tokens]')" \
		'[[],0]'
	assert_eq "$(events | grep -v DONE | jq -c 'has("usage")' | uniq)" true
	ask 0 sh 'echo a' '.stream = true'
	assert_eq "$(events | grep -v DONE | jq -c 'has("usage")' | uniq)" false
}

@test "run: an error before a stream is an error object, as without" {
	ask 65 codeexec 'x' '.stream = true'
	assert_error invalid_request_error no_code_block '"messages"'
}

@test "run: n runs are independent, one choice each" {
	ask 0 sh 'echo a >>f; cat f; echo $$ >&2; exit 3' '.n = 3'
	assert_json '[.choices[] | [.index, .message.content, .finish_reason]]' \
		'[[0,"a\n","stop"],[1,"a\n","stop"],[2,"a\n","stop"]]'
	assert_json '[.codeexec.runs[].exit_code]' '[3,3,3]'
	assert_json '.codeexec | [.exit_code, .blocks]' '[3,1]'
}

@test "run: one run has no list of runs" {
	ask 0 sh : '.n = 1'
	assert_json '.codeexec | has("runs")' false
}

@test "run: the same request gets the same answer" {
	code='print(list({"a", "b", "c", "d", "e", "f"}), hash("x"))'
	run_code python "$code"
	first=$(jq '[.choices, .system_fingerprint]' <<<"$output")
	run_code python "$code"
	assert_eq "$(jq '[.choices, .system_fingerprint]' <<<"$output")" \
		"$first"
}

@test "run: hashes of perl come in the same order each time" {
	code='my %h = map {$_ => 1} "a" .. "z"; print keys %h;'
	run_code perl "$code"
	first=$(jq '.choices' <<<"$output")
	run_code perl "$code"
	assert_eq "$(jq '.choices' <<<"$output")" "$first"
}

@test "run: the fingerprint tells one policy from another" {
	run_code sh :
	first=$(jq .system_fingerprint <<<"$output")
	run_code sh : --timeout 9s
	[[ $(jq .system_fingerprint <<<"$output") != "$first" ]]
}

@test "run: --dry-run prints the plan as it is kept" {
	for name in one pipeline; do
		request 0 --dry-run "$BATS_TEST_DIRNAME/golden/$name.request.json"
		diff <(jq . <<<"$output") \
			"$BATS_TEST_DIRNAME/golden/$name.plan.json"
	done
}

@test "run: --dry-run ends each plan with a newline" {
	make_request sh : >a
	request 0 -n a a
	assert_eq "$(wc -l <<<"$output")" 2
}

@test "run: --dry-run runs nothing" {
	codeexec 0 run --allow sh -n --read-write "$PWD" \
		-m sh -c "touch $PWD/ran"
	[[ ! -e ran ]]
}

@test "run: --dry-run refuses what run refuses" {
	codeexec 77 run -n -m sh -c :
	assert_error permission_error program_not_allowed '"model"'
	ask 65 codeexec x . -n
	assert_error invalid_request_error no_code_block '"messages"'
}

@test "run: a file that is missing is told, and the error printed" {
	request 66 /no/such
	assert_error invalid_request_error no_input null
	assert_eq "$stderr" \
		"codeexec: cannot open '/no/such': No such file or directory"
	codeexec 66 run --allow sh -m sh -f /no/such
	assert_error invalid_request_error no_input null
}

@test "run: a --stdin that is missing is told, and the error printed" {
	codeexec 66 run --allow sh -m sh -c : --stdin /no/such
	assert_error invalid_request_error no_input null
}

@test "run: a request that cannot be read is told, and the error printed" {
	request 74 /proc/self/mem
	assert_error server_error io_error null
	assert_eq "$stderr" "codeexec: cannot read '/proc/self/mem': Input/output error"
}

@test "run: a full disk is one line on stderr" {
	for option in --dry-run --stream --raw -e; do
		redirected 74 '>/dev/full' -m sh -c 'echo a' "$option"
		assert_eq "$stderr" \
			"codeexec: cannot write the answer: No space left on device"
	done
}

@test "run: an answer is whole on a terminal that others have told not to wait" {
	mkfifo "$BATS_TEST_TMPDIR/fifo"
	exec 8<>"$BATS_TEST_TMPDIR/fifo"
	exec 9>"$BATS_TEST_TMPDIR/fifo"
	python3 -c 'import fcntl, os; fcntl.fcntl(9, fcntl.F_SETFL, os.O_NONBLOCK | fcntl.fcntl(9, fcntl.F_GETFL))'
	timeout 20 "$CODEEXEC" run --allow sh -m sh -c 'yes | head -c 300000' >&9 2>"$BATS_TEST_TMPDIR/err" 3>&- 8>&- &
	exec 9>&-
	sleep 0.5
	run -0 jq '.choices[0].message.content | length' < <(timeout 20 head -n 1 <&8)
	assert_eq "$output" 300000
	wait $!
}

@test "run: closed stdin is empty" {
	redirected 0 '<&-' -m sh -c 'cat; echo a'
	assert_content $'a\n'
	redirected 65 '<&-'
	assert_error invalid_request_error invalid_json null
}

@test "run: an answer that nobody can get is an error" {
	redirected 74 '>&-' -m sh -c 'echo a'
}

@test "run: closed stderr does no harm" {
	redirected 0 '2>&-' -m sh -c 'echo a >&2; ls /proc/self/fd'
	assert_content $'0\n1\n2\n3\n'
	assert_json .codeexec.stderr '"a\n"'
}

@test "run: a reader that goes away ends the run" {
	run -0 timeout 60 bash -c '
		"$0" run --allow sh --stream -m sh \
			-c "echo a; while :; do echo b; done" | head -n 1' \
		"$CODEEXEC"
	assert_has "$output" '"role":"assistant"'
}

# ended_by SIGNAL: start a run that waits for ever, end codeexec by SIGNAL once
# it runs; $status is how codeexec ended, no process is left, $cgroups are
# those that are.
ended_by() {
	local mark=86399.$$$RANDOM line pid left
	mkfifo out
	env --default-signal "$CODEEXEC" run --allow bash --timeout 1m -r \
		-m bash -c "(setsid sleep $mark &); echo up; sleep $mark" >out &
	pid=$!
	read -r line <out
	kill "-$1" "$pid"
	status=0
	wait "$pid" || status=$?
	for left in $(pgrep -f "sleep $mark"); do
		timeout 10 tail --pid="$left" -f /dev/null
	done
	cgroups=$(find /sys/fs/cgroup -name "codeexec-*-$pid-*" 2>/dev/null || :)
}

@test "run: the answer does not wait until the kernel has taken the box down" {
	requires root cgroup1 plain strace # or init is nothing to wait for
	local trace=$BATS_TEST_TMPDIR/trace
	strace -qq -o "$trace" -e trace=write,wait4 -e signal=none \
		"$CODEEXEC" run --allow bash -m bash -c 'head -c 60M /dev/zero >much; echo answer'
	run -0 grep -oE '^(write\(1, "\{|wait4\([0-9]+, .* = [1-9])' "$trace"
	assert_eq "$(cut -d'(' -f 1 <<<"$output" | tr '\n' ' ')" 'write wait4 '
}

@test "run: eight runs of many blocks find the open files that one finds" {
	local most text
	printf -v text '```sh\ncat; :\n```\n%.0s' {1..8}
	make_request codeexec "$text" >"$BATS_TEST_TMPDIR/1.json"
	make_request codeexec "$text" '.n = 8' >"$BATS_TEST_TMPDIR/8.json"
	for ((most = 40; ; most += 4)); do
		(ulimit -n "$most" && "$CODEEXEC" run --allow sh "$BATS_TEST_TMPDIR/1.json" >/dev/null 2>&1) && break
	done
	ulimit -n "$most"
	for _ in {1..5}; do
		codeexec 0 run --allow sh "$BATS_TEST_TMPDIR/8.json"
	done
}

@test "run: SIGTERM ends it by that signal, and nothing is left" {
	ended_by TERM
	assert_eq "$status" 143
	assert_eq "$cgroups" ""
}

@test "run: SIGINT ends it by that signal, and nothing is left" {
	ended_by INT
	assert_eq "$status" 130
	assert_eq "$cgroups" ""
}

@test "run: its end by SIGKILL ends the programs too" {
	ended_by KILL
	assert_eq "$status" 137
}

@test "run: who waits does not spin" {
	requires plain strace
	run -0 timeout 60 strace -qq -e trace=poll -o "$BATS_TEST_TMPDIR/calls" \
		"$CODEEXEC" run --allow sh -r -m sh -c :
	# Some for the set-up, one a tick of 10 ms.
	(($(wc -l <"$BATS_TEST_TMPDIR/calls") < 60))
}
