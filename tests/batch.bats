#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
#
# codeexec batch: lines in, records out.

setup() {
	load helpers
	cd "$BATS_TEST_TMPDIR" || return 1
}

# A line of OpenAI's Batch input that runs CODE by sh.
line() { # ID CODE [JQ]
	jq -cn --arg id "$1" --arg code "$2" '{custom_id: $id, method: "POST",
		url: "/v1/chat/completions", body: {model: "sh",
		messages: [{role: "user", content: $code}]}} | '"${3:-.}"
}

batch() { # N [OPTION...]; the input is stdin
	local want=$1
	shift
	codeexec "$want" batch --allow sh "$@"
}

# The custom_ids of the records, in their order.
ids() {
	jq -r .custom_id <<<"$output" | paste -sd' '
}

# The record of ID.
record() { # ID JQ
	jq -c --arg id "$1" "select(.custom_id == \$id) | $2" <<<"$output"
}

# The number GOT is below LIMIT.
assert_less() { # GOT LIMIT
	if (($1 >= $2)); then
		echo "$1 is not less than $2" >&2
		return 1
	fi
}

# COMMAND succeeds within SECONDS.
within() { # SECONDS COMMAND...
	local end=$((SECONDS + $1))
	shift
	until "$@"; do
		((SECONDS < end)) || return 1
		sleep 0.05
	done
}

@test "batch: each request gets a record as OpenAI's Batch has it" {
	{ line a 'echo one'; line b 'exit 3'; } >in
	batch 0 in
	assert_eq "$(wc -l <<<"$output")" 2
	assert_eq "$(record a 'keys')" '["custom_id","error","id","response"]'
	assert_eq "$(record a '.response | keys')" '["body","request_id","status_code"]'
	assert_eq "$(record a '[.response.status_code, .response.body.object, .response.body.choices[0].message.content, .error]')" \
		'[200,"chat.completion","one\n",null]'
	assert_eq "$(record b '[.response.status_code, .response.body.codeexec.exit_code, .error]')" '[200,3,null]'
	assert_eq "$(jq -r .id <<<"$output" | grep -cxE 'batch_req_[0-9a-f]{32}')" 2
	assert_eq "$(jq -r .id <<<"$output" | sort -u | wc -l)" 2
}

@test "batch: a chat request by itself is named by its line" {
	{ echo; line - 'echo x' .body; line - 'echo y' '.body + {custom_id: "mine"}'; } >in
	batch 0 --ordered <in
	assert_eq "$(ids)" "line-2 mine"
	assert_eq "$(record mine .response.body.codeexec.ignored)" '["custom_id"]'
}

@test "batch: a line that is wrong gets its number, the rest goes on" {
	{
		line a 'echo a'
		echo '{broken'
		echo '[]'
		line b : 'del(.body)'
		line c : '.method = "GET"'
		line d : '.url = "/v1/embeddings"'
		line e : '.body = 5'
		line f : '.custom_id = 7'
		line g 'echo g'
	} >in
	batch 65 --ordered in
	assert_eq "$(ids)" "a null null b c d e null g"
	assert_eq "$(jq -c 'select(.error) | [.error.code, .response]' <<<"$output" | sort | uniq -c | tr -s ' ')" \
		' 1 ["invalid_json",null]
 3 ["invalid_type",null]
 2 ["invalid_value",null]
 1 ["missing_required_parameter",null]'
	assert_eq "$(jq -r 'select(.error) | .error.message | split(":")[0]' <<<"$output" | paste -sd' ')" \
		"line 2 line 3 line 4 line 5 line 6 line 7 line 8"
	assert_eq "$(record c .error.message)" '"line 5: '"'method' must be 'POST'"'"'
	assert_has "$stderr" "2 requests: 2 passed"
	assert_has "$stderr" "7 lines invalid"
}

@test "batch: where no line is a request, it says how one is made" {
	local hint="no line is a request: each must be a JSON object as a whole; 'jq -c . FILE' makes it so"
	make_request sh 'echo a' | jq . >indented
	batch 65 indented
	assert_has "$stderr" "$hint"
	jq -c . indented >in
	batch 0 in
	[[ $stderr != *"$hint"* ]]
	cat indented >>in
	batch 65 in
	[[ $stderr != *"$hint"* ]]
	echo '{broken' >one
	batch 65 one
	assert_has "$stderr" ", 1 line invalid"
	batch 65 one --quiet
	assert_eq "$stderr" ""
}

@test "batch: a line that is wrong names its member as it is written" {
	line a : '.url = "/v1/embeddings"' >in
	batch 65 in
	assert_eq "$(jq -r .error.message <<<"$output")" "line 1: 'url' must be '/v1/chat/completions'"
}

@test "batch: what is refused is answered with its status, and shows in the exit code" {
	{ line a 'echo a'; line b : '.body.model = "perl"'; line c : '.body.messages = []'; } >in
	batch 77 --ordered in
	assert_eq "$(record b '[.response.status_code, .response.body.error.code, .error]')" \
		'[403,"program_not_allowed",null]'
	assert_eq "$(record c '.response.status_code')" 400
	assert_eq "$(record a '.response.status_code')" 200
}

@test "batch: records come as runs end, with --ordered as the input has them" {
	{ line slow 'sleep 1'; line fast :; line fast2 :; } >in
	batch 0 -j 2 in
	assert_eq "$(ids)" "fast fast2 slow"
	batch 0 -j 2 --ordered in
	assert_eq "$(ids)" "slow fast fast2"
}

@test "batch: a record does not wait for the next line" {
	mkfifo fifo
	timeout 60 "$CODEEXEC" batch --allow sh fifo >out 2>/dev/null &
	exec 9>fifo
	line a 'echo a' >&9
	within 10 test -s out
	exec 9>&-
	wait $!
}

@test "batch: -j runs so many at once" {
	for i in 1 2 3 4; do line "$i" 'sleep 1'; done >in
	local start=$EPOCHREALTIME
	batch 0 -j 4 in
	assert_less "$(bc <<<"($EPOCHREALTIME - $start) * 1000 / 1")" 2900
	for bad in 0 -1 x 1025 '' 1x; do
		batch 64 -j "$bad" in
		assert_eq "$stderr" "codeexec: --jobs: '$bad' is not a number from 1 to 1024"
	done
}

@test "batch: many at once need more open files than a shell gives" {
	for i in $(seq 60); do line "$i" 'sleep 0.5'; done >in
	ulimit -Sn 128
	batch 0 -j 60 in
	assert_has "$stderr" "60 requests: 60 passed"
}

@test "batch: --expect gives a verdict" {
	{
		line right 'echo 42' '.body.codeexec.expected_stdout = "42\n"'
		line wrong 'echo 41' '.body.codeexec.expected_stdout = "42\n"'
		line fails 'echo 42; exit 1' '.body.codeexec.expected_stdout = "42\n"'
		line short 'printf 42' '.body.codeexec.expected_stdout = "42\n"'
		line none 'echo 42'
		line runs 'echo 42' '.body.codeexec.expected_stdout = "42\n" | .body.n = 2'
		line cut 'echo 42; echo more' '.body.codeexec = {expected_stdout: "42\n", limits: {stdout: 3}}'
	} >in
	batch 0 --expect --ordered in
	assert_eq "$(jq -c '[.custom_id, .verdict]' <<<"$output" | paste -sd' ')" \
		'["right","passed"] ["wrong","failed"] ["fails","passed"] ["short","failed"] ["none",null] ["runs","passed"] ["cut","failed"]'
	assert_has "$stderr" "7 requests: 4 passed, 2 failed, 0 timed out, 1 over a limit"
	batch 0 in
	assert_eq "$(jq -c 'has("verdict")' <<<"$output" | sort -u)" false
}

@test "batch: --resume skips what is there, and mends a torn line" {
	for i in 1 2 3 4; do line "r$i" "echo $i"; done >in
	head -n 2 in >half
	batch 0 --ordered half
	echo "$output" >out
	printf '{"id":"batch_req_1","custom_id":"r3","resp' >>out
	batch 0 --ordered --resume out in
	assert_eq "$output" ""
	assert_has "$stderr" "2 requests: 2 passed"
	assert_has "$stderr" "2 skipped"
	assert_eq "$(jq -r .custom_id out | paste -sd' ')" "r1 r2 r3 r4"
	batch 0 --resume out in
	assert_has "$stderr" "0 requests"
	assert_eq "$(wc -l <out)" 4
}

@test "batch: --resume begins a file that is not there, and spares one of another kind" {
	line a : >in
	batch 0 --resume new in
	assert_eq "$(jq -r .custom_id new)" a
	printf 'my diary\nand more\n' >diary
	batch 66 --resume diary in
	assert_eq "$stderr" "codeexec: 'diary' is not the output of a batch: line 1: is no record"
	assert_eq "$(cat diary)" $'my diary\nand more'
}

@test "batch: a long line costs no more than its length" {
	requires plain
	head -c 200M /dev/zero | tr '\0' x >in
	run --separate-stderr -65 timeout 15 "$CODEEXEC" batch -q --request-size 300MiB in
	assert_eq "$(jq -r .error.code <<<"$output")" invalid_json
	rm in
}

@test "batch: who ends it need not wait for who does not read" {
	for i in {1..40}; do line "$i" 'yes | head -c 60000'; done >in
	mkfifo full
	exec 8<>full
	# As a terminal's pipes may be, and then waiting for them is work.
	python3 -c 'import fcntl, os; fcntl.fcntl(8, fcntl.F_SETFL, os.O_NONBLOCK | fcntl.fcntl(8, fcntl.F_GETFL))'
	(ulimit -t 5 && exec "$CODEEXEC" batch -q --allow sh in) >&8 2>err 3>&- &
	local pid=$! code=0
	sleep 2
	kill -TERM "$pid"
	wait "$pid" || code=$?
	assert_eq "$code" 143
	assert_has "$(cat err)" "codeexec: cannot write the output: nobody reads it"
}

@test "batch: --resume goes by records, not by names alone" {
	line twice 'echo one' >in
	batch 0 in
	echo "$output" >out
	# A line that was mended since, one that was not to blame, one that was.
	printf '%s\n' '{"custom_id":"mended","response":null,"error":{"code":"invalid_json"}}' \
		'{"custom_id":"broken","response":{"status_code":500,"body":{}},"error":null}' \
		'{"custom_id":"wrong","response":{"status_code":400,"body":{}},"error":null}' >>out
	{ line twice 'echo one'; line mended 'echo m'; line broken 'echo b'; line wrong :; line twice 'echo two'; } >in
	batch 0 --ordered --resume out in
	assert_has "$stderr" "3 requests: 3 passed"
	assert_has "$stderr" "2 skipped"
	assert_eq "$(tail -n 3 out | jq -r '.custom_id + " " + .response.body.choices[0].message.content' | paste -s)" \
		$'mended m\t\tbroken b\t\ttwice two\t'
	batch 0 --resume out in
	assert_has "$stderr" "0 requests"
}

@test "batch: --resume is for files, which neither wait nor go on for ever" {
	line a : >in
	mkfifo fifo
	for file in fifo /dev/zero /dev/null; do
		batch 74 --resume "$file" in
		assert_eq "$stderr" "codeexec: cannot resume '$file', which is no regular file: leave --resume out, and redirect stdout"
	done
}

@test "batch: --resume leaves a file alone that another goes on with" {
	mkfifo fifo
	line a : >in
	exec 8<>fifo
	timeout 60 "$CODEEXEC" batch -q --allow sh --resume out fifo 3>&- 8>&- &
	line b 'echo b' >&8
	within 10 test -s out
	batch 74 --resume out in
	assert_eq "$stderr" "codeexec: cannot resume 'out': another process writes into it"
	exec 8>&-
	wait $!
	batch 0 --resume out in
	assert_eq "$(jq -r .custom_id out | paste -sd' ')" "b a"
}

@test "batch: the output does not become its own input" {
	line a : >in
	cp in both
	# shellcheck disable=SC2016 # for the inner shell
	run -64 bash -c 'timeout 20 "$1" batch --allow sh both >>both' - "$CODEEXEC"
	assert_eq "$output" "codeexec: the output would go to the file that is read: give it one of its own"
	cmp in both
	# shellcheck disable=SC2016 # for the inner shell
	run -64 bash -c 'timeout 20 "$1" batch --allow sh <both >>both' - "$CODEEXEC"
	cmp in both
	: >both
	batch 64 --resume both both
}

@test "batch: --fail-fast stops at the first that does not pass" {
	{ line a :; line b 'exit 1'; for i in $(seq 50); do line "n$i" 'sleep 0.05'; done; } >in
	batch 1 -j 1 --fail-fast --ordered in
	assert_eq "$(ids)" "a b"
	assert_has "$stderr" "stopped at the first failure"
	{ line a :; line b : '.body.model = "perl"'; line c :; } >in
	batch 77 -j 1 --fail-fast --ordered in
	assert_eq "$(ids)" "a b"
}

@test "batch: a request that wants a stream gets a completion" {
	line a 'echo a' '.body.stream = true' >in
	batch 0 in
	assert_eq "$(record a .response.body.object)" '"chat.completion"'
}

@test "batch: a line that is too long is told of and skipped" {
	{ line a :; printf '{"x":"%*s"}\n' 200000 ''; line b :; } >in
	batch 65 --ordered --request-size 1KiB in
	assert_eq "$(ids)" "a null b"
	assert_eq "$(jq -r 'select(.error) | .error.code + " " + .error.message' <<<"$output")" \
		"request_too_large line 2: the request is larger than the 1024 bytes that limits.request allows"
}

@test "batch: blank lines, CR LF, a mark in front, a last line without end" {
	{ printf '\xef\xbb\xbf'; line a :; echo; printf ' \t\n'; line b : | sed 's/$/\r/'; line c : | tr -d '\n'; } >in
	batch 0 --ordered in
	assert_eq "$(ids)" "a b c"
	batch 0 </dev/null
	assert_eq "$output" ""
}

@test "batch: SIGINT leaves what has ended in the output" {
	{ line a 'echo a'; line b 'sleep 60'; line c :; } >in
	local pid code=0
	# What a shell starts in the background has SIGINT ignored.
	env --default-signal=INT timeout 60 "$CODEEXEC" batch --allow sh -j 1 in >out 2>err 3>&- &
	pid=$!
	within 10 test -s out
	kill -INT "$(pgrep -P "$pid")"
	wait "$pid" || code=$?
	assert_eq "$code" 130
	assert_eq "$(jq -r .custom_id out)" a
	assert_has "$(cat err)" "interrupted"
}

@test "batch: what cannot be written ends it, and says so" {
	for i in $(seq 20); do line "$i" :; done >in
	# shellcheck disable=SC2016 # for the inner shell
	run -74 bash -c 'timeout 60 "$1" batch -q --allow sh in >/dev/full' - "$CODEEXEC"
	assert_eq "$output" "codeexec: cannot write the output: No space left on device"
	# shellcheck disable=SC2016 # for the inner shell
	run -74 bash -c 'mkfifo gone; exec 8<>gone; exec 9>gone 8>&-; timeout 60 "$1" batch -q --allow sh in >&9' - "$CODEEXEC"
	assert_eq "$output" "codeexec: cannot write the output: Broken pipe"
}

@test "batch: no input, no batch" {
	batch 66 .
	assert_eq "$stderr" "codeexec: '.' is a directory"
	batch 66 missing
	assert_eq "$stderr" "codeexec: cannot open 'missing': No such file or directory"
	batch 64 a b
}

@test "batch: a hundred thousand lines take the memory of a few" {
	requires plain
	local used
	line a : '.body.model = "perl"' | awk '{for (i = 0; i < 100000; i++) print}' >in
	used=$( { command time -f %M timeout 120 "$CODEEXEC" batch -q --allow sh in >out; } 2>&1 | tail -n 1)
	assert_eq "$(wc -l <out)" 100000
	assert_less "$used" 30000
}

@test "batch: progress and summary are for a terminal and for stderr" {
	for i in $(seq 5); do line "$i" 'sleep 0.2'; done >in
	batch 0 -j 1 in
	assert_eq "$(wc -l <<<"$stderr")" 1
	[[ $stderr != *$'\r'* ]]
	batch 0 --quiet in
	assert_eq "$stderr" ""
	CODEEXEC=$CODEEXEC TERM=xterm run -0 timeout 60 python3 - <<-'END'
		import os, pty, sys
		def read(fd):
		    data = os.read(fd, 1024)
		    return data
		command = '"$CODEEXEC" batch --allow sh -j 1 in >out'
		status = pty.spawn(["sh", "-c", command], read)
		sys.exit(os.waitstatus_to_exitcode(status))
	END
	assert_has "$output" "done, "
	assert_has "$output" "left"
	assert_has "$output" "5 requests: 5 passed"
	assert_eq "$(wc -l <out)" 5
}

@test "batch: boxes that the kernel is slow to take down hold no files that the next need" {
	requires plain strace
	for i in {1..40}; do line "$i" :; done >lines
	# wait4: none of them has ended yet, so many times.
	run --separate-stderr -0 bash -c 'ulimit -n 40; exec "$@"' bash \
		strace -qq -o /dev/null -e trace=wait4 -e signal=none -e inject=wait4:retval=0:when=1..300 \
		"$CODEEXEC" batch --allow sh -j 1 lines
	assert_has "$stderr" '40 requests: 40 passed'
}
