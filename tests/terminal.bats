#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 the codeexec authors
#
# The habits of a terminal: colours and progress where they belong, quiet and
# JSON when asked, and errors that say what to do next.

bats_require_minimum_version 1.8.0

setup() {
	load helpers
	empty_policy
	unset NO_COLOR
	export TERM=xterm
}

ESC=$'\e['

# Run codeexec with a terminal for stdin, stdout and stderr; all it prints is in
# $output. VARIABLE=VALUE may stand in front.
on_terminal() { # [VARIABLE=VALUE...] ARGUMENT...
	local variables=() word
	while [[ $1 == *=* ]]; do
		variables+=("$1")
		shift
	done
	word=$(printf ' %q' "$CODEEXEC" "$@")
	run env "${variables[@]}" timeout 60 script -qec "$word" /dev/null
}

@test "terminal: what is printed is coloured there and nowhere else" {
	local command
	for command in check models policy help 'run -h' nonsense; do
		# shellcheck disable=SC2086
		on_terminal $command
		if [[ $command != help ]]; then
			assert_has "$output" "$ESC"
		fi
		# shellcheck disable=SC2086
		run timeout 60 "$CODEEXEC" $command
		[[ $output != *$'\e'* ]] || assert_eq "$command" "plain"
	done
}

@test "terminal: NO_COLOR, a dumb terminal and one of no kind have no colours" {
	local variable command
	for variable in NO_COLOR=1 NO_COLOR=0 TERM=dumb TERM=; do
		for command in check policy nonsense; do
			on_terminal "$variable" "$command"
			[[ $output != *$'\e'* ]] || assert_eq "$variable $command" "plain"
		done
	done
	run env -u TERM timeout 60 script -qec "$CODEEXEC check" /dev/null
	[[ $output != *$'\e'* ]]
	on_terminal NO_COLOR= check
	assert_has "$output" "$ESC"
}

@test "terminal: what fails is red, what works green" {
	requires plain
	on_terminal check
	assert_has "$output" "${ESC}32mok "
	run script -qec "'$TOOLS/without' landlock_create_ruleset -- '$CODEEXEC' check" /dev/null
	assert_has "$output" "${ESC}31mFAILS"
	on_terminal nonsense
	assert_has "$output" "${ESC}31mcodeexec:${ESC}0m unknown command"
}

@test "terminal: without colours a table is the same text" {
	on_terminal policy
	local coloured
	coloured=$(sed 's/\x1b\[[0-9;]*m//g; s/\r//' <<<"$output")
	assert_eq "$coloured" "$("$CODEEXEC" policy)"
	on_terminal models --all
	coloured=$(sed 's/\x1b\[[0-9;]*m//g; s/\r//' <<<"$output")
	assert_eq "$(sed -n 1p <<<"$coloured")" "$("$CODEEXEC" models --all | sed -n 1p)"
}

# A batch of three, its records in a file, on a terminal.
batch_on_terminal() { # [VARIABLE=VALUE...] -- [OPTION...]
	local variables=()
	for _ in 1 2 3; do make_request sh :; done >"$BATS_TEST_TMPDIR/in"
	while [[ $1 != -- ]]; do
		variables+=("$1")
		shift
	done
	shift
	run env "${variables[@]}" timeout 60 script -qec "'$CODEEXEC' batch --allow sh $* '$BATS_TEST_TMPDIR/in' >'$BATS_TEST_TMPDIR/out'" /dev/null
}

@test "terminal: progress is shown on one whose cursor moves, and wiped at the end" {
	batch_on_terminal --
	assert_has "$output" $'\r['
	assert_has "$output" $'\r\e[Kcodeexec: 3 requests: 3 passed'
	batch_on_terminal NO_COLOR=1 --
	assert_has "$output" $'\r['
	batch_on_terminal TERM=dumb --
	[[ $output != *$'\e'* && $output != *$'\r['* ]]
	assert_has "$output" "codeexec: 3 requests: 3 passed"
	batch_on_terminal -- -q
	assert_eq "$output" ""
}

@test "terminal: JSON is indented there, and one line elsewhere" {
	local command
	for command in 'check --json' 'models --json --allow sh' 'policy --json' \
		'--version --json' 'run --allow sh -m sh -c :'; do
		# shellcheck disable=SC2086
		on_terminal $command
		[[ $(wc -l <<<"$output") -gt 5 ]] || assert_eq "$command" "indented"
		jq -e . <<<"${output//$'\r'/}" >/dev/null
		# shellcheck disable=SC2086
		assert_eq "$("$CODEEXEC" $command | wc -l)" 1
	done
}

@test "terminal: who reads from it says so, unless it is to be quiet" {
	local command keyboard
	mkfifo "$BATS_TEST_TMPDIR/keyboard"
	# It has no end: of one, script(1) thinks for two seconds.
	exec {keyboard}<>"$BATS_TEST_TMPDIR/keyboard"
	for command in 'run --allow sh' 'batch --allow sh'; do
		printf '\x04' >&"$keyboard"
		run timeout 60 script -qec "'$CODEEXEC' $command </dev/tty" /dev/null <&"$keyboard"
		assert_has "$output" "reading from the terminal, up to ^D"
		printf '\x04' >&"$keyboard"
		run timeout 60 script -qec "'$CODEEXEC' $command -q </dev/tty" /dev/null <&"$keyboard"
		[[ $output != *"reading from"* ]]
	done
}

@test "terminal: serve on one says that it is one conversation, and how it is many" {
	local keyboard option
	mkfifo "$BATS_TEST_TMPDIR/keyboard"
	exec {keyboard}<>"$BATS_TEST_TMPDIR/keyboard"
	for option in '' -q; do
		printf '\x04' >&"$keyboard"
		run env CODEEXEC_API_KEY=0123456789abcdef timeout 60 \
			script -qec "'$CODEEXEC' serve --allow sh $option </dev/tty" /dev/null <&"$keyboard"
		if [[ -z $option ]]; then
			assert_has "$output" "reading one conversation from the terminal, up to ^D; --listen 8080 serves in a loop"
		else
			[[ $output != *conversation* ]]
		fi
	done
}

@test "quiet: notes are not printed, errors are" {
	codeexec 0 run --allow sh -m sh -c 'sleep 9' --timeout 200ms --raw
	assert_eq "$stderr" "codeexec: ended by limits.timeout (--timeout)"
	codeexec 0 run --allow sh -m sh -c 'sleep 9' --timeout 200ms --raw -q
	assert_eq "$stderr" ""
	codeexec 0 run --allow sh -m sh -c 'kill -SEGV $$' --raw
	assert_eq "$stderr" "codeexec: ended by signal 11, Segmentation fault"
	codeexec 0 run --allow sh -m sh -c 'kill -SEGV $$' --raw -q
	assert_eq "$stderr" ""
	codeexec 0 models
	assert_has "$stderr" "no program is allowed"
	codeexec 0 models --quiet
	assert_eq "$stderr" ""
	codeexec 0 check -q
	assert_eq "$output$stderr" ""
	codeexec 0 policy --file "$CODEEXEC_POLICY" -q
	assert_eq "$output$stderr" ""
	codeexec 77 run -q -m sh -c : --raw
	assert_has "$stderr" "no program is"
}

@test "quiet: a check that fails says why" {
	requires plain
	without 69 landlock_create_ruleset check -q
	assert_eq "$output" ""
	assert_eq "$stderr" "codeexec: the sandbox cannot be had on this host: nothing would be run"
}

@test "quiet: a server logs requests, and not that it listens" {
	local port
	port=$("$BATS_TEST_DIRNAME/http/scenario" wire.free_port)
	export CODEEXEC_API_KEY=0123456789abcdef
	timeout 20 "$CODEEXEC" serve -q --allow sh --listen "127.0.0.1:$port" 2>"$BATS_TEST_TMPDIR/log" &
	run -0 timeout 10 bash -c 'until curl -fs "http://127.0.0.1:$0/health"; do sleep 0.05; done' "$port"
	kill $!
	wait $! || true
	assert_has "$(cat "$BATS_TEST_TMPDIR/log")" "GET /health"
	[[ $(cat "$BATS_TEST_TMPDIR/log") != *listening* ]]
}

@test "json: check, models, policy, a file, versions and a batch's summary" {
	codeexec 0 check --json
	assert_json '[.ok, (.layers | map(keys) | unique)]' '[true,[["detail","layer","ok","remedy"]]]'
	codeexec 0 models --json --allow sh
	assert_json '.data[0].id' '"sh"'
	codeexec 0 policy --json network
	assert_json . '{"network":{"value":"none","origin":"default"}}'
	codeexec 0 policy --json --file "$CODEEXEC_POLICY"
	assert_json . "{\"file\":\"$CODEEXEC_POLICY\",\"ok\":true}"
	codeexec 0 --version --json
	assert_json '.libraries | keys' '["json-c","libcmark","libmicrohttpd","libseccomp","libyaml"]'
	codeexec 0 batch --allow sh --json < <(make_request sh :)
	output=$stderr assert_json '[.requests, .passed, .failed, .stopped]' '[1,1,0,false]'
}

@test "json: who asked for it gets errors as JSON too" {
	echo 'limits: 7' >"$CODEEXEC_POLICY"
	local command
	for command in check models policy "policy --file $CODEEXEC_POLICY"; do
		# shellcheck disable=SC2086
		codeexec 78 $command --json
		assert_error server_error invalid_configuration null
		# shellcheck disable=SC2086
		codeexec 78 $command
		assert_eq "$output" ""
	done
}

@test "json: a command line that is wrong is told of in JSON too, where that is asked for" {
	local command
	for command in "run --nonsense" nonsense chekc "check --nonsense" "check nonsense" "models --nonsense" \
		"policy --nonsense" "policy nonsense" "policy --file x network" "help nonsense" "help run run" \
		"--version nonsense" ""; do
		# shellcheck disable=SC2086
		codeexec 64 $command --json
		assert_error invalid_request_error usage null
	done
	codeexec 64 policy -- nonsense --json
	assert_eq "$output" ""
	codeexec 64 run --raw --json
	assert_eq "$output$stderr" "codeexec: --raw and --json exclude each other"
}

@test "json: of a batch and a server it is on stderr, in place of the line" {
	local command
	for command in "batch --nonsense --json" "batch -j 0 --json" "batch a b --json" "serve --nonsense --log json" \
		"serve --log=json --listen x" "serve --json nonsense"; do
		# shellcheck disable=SC2086
		CODEEXEC_API_KEY=0123456789abcdef codeexec 64 $command
		assert_eq "$output" ""
		output=$stderr assert_json '.error | [.type, .code]' '["invalid_request_error","usage"]'
	done
	codeexec 66 batch --json /no/such
	output=$stderr assert_json .error.code '"no_input"'
}

@test "json: help has every command, option and key of --help" {
	local name count=0
	codeexec 0 --help --json
	assert_eq "$(jq -r '.commands[].name' <<<"$output")" \
		"$("$CODEEXEC" --help | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p')"
	assert_eq "$(jq -r '.keys[].key' <<<"$output" | sort)" "$("$CODEEXEC" policy --json | jq -r keys[] | sort)"
	assert_json '.keys[] | select(.key == "limits.timeout") | [.option, .variable, .value, .default]' \
		'["--timeout","CODEEXEC_TIMEOUT","DURATION","10s"]'
	for name in $(jq -r '.commands[].name' <<<"$output"); do
		codeexec 0 "$name" --help --json
		assert_eq "$(jq -r '.commands[].options[], .keys[] | .option // .letter' <<<"$output" | sort)" \
			"$("$CODEEXEC" "$name" --help | sed -nE 's/^ {2,6}(-[a-z], )?(--?[a-z-]+).*/\2/p' | sort)"
		count=$((count + $(jq '.commands[].options | length' <<<"$output")))
	done
	[[ $count -gt 50 ]]
	codeexec 0 help batch --json
	assert_json '[.commands[].name]' '["batch"]'
}

@test "version: libraries; with --verbose also the kernel and each layer" {
	codeexec 0 --version
	assert_eq "$(cut -d ' ' -f 1 <<<"$output" | xargs)" \
		"codeexec json-c libcmark libyaml libseccomp libmicrohttpd"
	codeexec 0 --version --verbose
	assert_has "$output" "Linux $(uname -r)"
	assert_has "$output" "landlock: ABI "
	local layers
	layers=$("$CODEEXEC" check --json | jq -c '[.layers[].layer] - ["run"]')
	codeexec 0 --version -v --json
	assert_eq "$(jq -c '.kernel | keys_unsorted - ["release"]' <<<"$output")" "$layers"
	codeexec 64 --version nonsense
	assert_eq "$stderr" "codeexec: unwanted 'nonsense' behind --version; there are --verbose and --json"
}

@test "help: -h is short, --help has all, for codeexec and each command" {
	local name
	for name in run serve batch models check policy; do
		codeexec 0 "$name" -h
		[[ $(wc -l <<<"$output") -lt 40 && $output != *--timeout* ]]
		local short=$output
		codeexec 0 "$name" --help
		assert_has "$output" "$short"
		assert_has "$output" "--timeout"
	done
	codeexec 0 -h
	[[ $output != *Examples* ]]
	codeexec 0 --help
	assert_has "$output" "Examples"
	assert_has "$output" "codeexec-policy(5)"
}

# codeexec ARGUMENT... is refused with exit code N and, last on stderr, TEXT.
refuses() { # N TEXT ARGUMENT...
	local text=$2
	codeexec "$1" "${@:3}"
	assert_has "$stderr" "$text"
}

@test "next: what was mistyped is guessed: commands and options" {
	refuses 64 "did you mean 'check'?" chekc
	refuses 64 "did you mean 'batch'?" bacth
	refuses 64 "did you mean '--version'?" version
	refuses 64 "did you mean '--version'?" --verison
	refuses 64 "did you mean '--version'?" -V
	refuses 64 "did you mean '--help'?" --hlep
	refuses 64 "did you mean '--timeout'?" run --timeuot 3s
	refuses 64 "did you mean '--stream'?" run --steam
	refuses 64 "did you mean '--quiet'?" models --queit
	refuses 64 "did you mean 'models'?" help model
}

@test "next: an option of another command, a program or a file for a command" {
	refuses 64 "'--jobs' is an option of 'codeexec batch', not of 'codeexec run'" run --jobs 3
	refuses 64 "'--raw' is an option of 'codeexec run', not of 'codeexec serve'" serve --raw
	refuses 64 "'codeexec run -m python -c CODE' runs code by it" python
	refuses 66 "'python' is a program, whose code goes with -m python and -f FILE" run python
	refuses 65 "'stdin' is no request, which begins with '{'" run </dev/null
	refuses 64 "'codeexec run -f FILE' runs a script" "$BATS_TEST_DIRNAME/helpers.bash"
	refuses 64 "its options come after its name" --allow sh run
}

@test "next: keys, variables, programs and models" {
	refuses 64 "did you mean 'limits.memory'?" policy limits.memroy
	refuses 64 "did you mean 'limits'?" policy limit
	refuses 64 "did you mean 'server.queue'?" policy queue
	refuses 64 "known are programs, interpreters" policy nonsense
	refuses 64 "'--policy FILE' shows what it sets" policy "$BATS_TEST_DIRNAME/helpers.bash"
	refuses 64 "did you mean 'python'?" run --allow pyhton
	refuses 65 "did you mean 'python'?" run --allow python -m pyhton -c :
	CODEEXEC_TIMOUT=3s refuses 78 "did you mean CODEEXEC_TIMEOUT?" check
	printf 'limits:\n  memroy: 1GiB\n' >"$CODEEXEC_POLICY"
	refuses 78 "did you mean 'limits.memory'?" check
}

@test "next: an error names the option, the file or the command that helps" {
	refuses 64 "needs -m MODEL" run -c :
	refuses 64 "needs -c CODE or -f FILE" run -m sh
	refuses 64 "name it with -m MODEL" run --allow sh -f x.nonsense
	refuses 64 "a duration such as 500ms, 10s or 2m" run --timeout 5
	refuses 64 "native or off" run --sandbox docker
	refuses 64 "text, json or none" serve --log yaml
	refuses 64 "jq -r '.data[].id' has the names" models --names --json
	refuses 64 "from 1 to 1024" batch -j 0
	refuses 64 "'cat FILE... | codeexec batch'" batch a b
	refuses 77 "--allow sh or 'programs: [sh]' in the policy" run --allow bash -m sh -c :
	refuses 78 "openssl rand -hex 32" serve --allow sh --listen 0
	refuses 78 "policy: cannot open '/no/such'" run --policy /no/such -m sh -c :
	refuses 64 "use --policy x" policy --file x network
}

@test "policy: keys and sections that are named are shown, in the order of the table" {
	codeexec 0 policy limits.timeout network
	assert_eq "$(cut -d ' ' -f 1 <<<"$output" | xargs)" "KEY network limits.timeout"
	codeexec 0 policy warm --json
	assert_json keys '["warm.preload","warm.start"]'
	codeexec 0 policy
	assert_eq "$(wc -l <<<"$output")" "$(($("$CODEEXEC" policy --json | jq length) + 1))"
}

# The microseconds of PART in the table on stderr.
part_us() { # PART
	awk -v part="$1" '$3 == part {print $4}' <<<"$stderr"
}

@test "verbose: a run tells how long its layers, its start, itself and its end took" {
	codeexec 0 run --allow sh -m sh -c 'sleep 0.2; echo a >&2' --verbose
	assert_eq "$(head -n 1 <<<"$stderr" | xargs)" "BLOCK PROGRAM PART US"
	[[ $(($(part_us exec) + $(part_us run))) -ge 200000 && $(part_us run) -lt 20000000 ]]
	[[ $(part_us exec) -gt 0 && $(part_us teardown) -gt 0 ]]
	local sum
	# Of the two that are made beside each other, the longer one.
	sum=$(awk '/set-up/ {whole = $4} $3 ~ /^(net|mounts)$/ {if ($4 > longer) longer = $4}
		$3 ~ /^(cgroup|uts|session|fds|process|rlimits|caps|landlock|seccomp)$/ {sum += $4} END {print sum + longer <= whole}' <<<"$stderr")
	assert_eq "$sum" 1
	[[ $(part_us mounts) -gt 0 && $(part_us seccomp) -gt 0 ]]
	assert_json '.codeexec.steps[0].timing | keys_unsorted' '["setup_us","layers_us","exec_us","run_us","teardown_us"]'
	assert_json '.codeexec.steps[0].timing.run_us' "$(part_us run)"
	assert_json '.codeexec.stderr' '"a\n"'
}

@test "verbose: of several blocks and runs each is told" {
	request 0 -v < <(make_request codeexec $'```sh\necho a\n```\n```sed\ns/a/b/\n```' '.n = 2')
	assert_eq "$(awk '$3 == "exec" {print $1, $2}' <<<"$stderr")" $'1 sh\n2 sed\n3 sh\n4 sed'
	assert_json '[.codeexec.runs[].steps[].timing.exec_us > 0] | unique' '[true]'
}

@test "verbose: a warm start has no layers of its own to tell of" {
	requires plain python3
	codeexec 0 run --allow python -m python -c 'print(1)' --warm always -v
	assert_json '.codeexec.steps[0] | [.start, .timing.layers_us, .timing.setup_us > 0]' '["warm",{},true]'
}

@test "verbose: a request can ask for it, and nothing is measured unasked" {
	request 0 < <(make_request sh : '.codeexec.timing = true')
	assert_json '.codeexec.steps[0].timing.setup_us > 0' true
	assert_eq "$stderr" ""
	request 0 < <(make_request sh :)
	assert_json '.codeexec.steps[0] | has("timing")' false
	codeexec 0 run --allow sh -m sh -c : -v --dry-run
	assert_eq "$stderr" ""
}

@test "verbose: unasked there is no memory that is shared with a run" {
	requires strace plain
	shared() {
		strace -f -qq -e trace=mmap -o /dev/stdout "$CODEEXEC" run --allow sh -m sh -c : --raw "$@" 2>/dev/null | grep -c 'MAP_SHARED|MAP_ANONYMOUS'
	}
	assert_eq "$(shared -v)" 1
	assert_eq "$(shared)" 0
}

@test "verbose: a run that is refused has its error, and tells of no times" {
	codeexec 77 run --allow bash -m sh -c : -v
	[[ $stderr != *BLOCK* ]]
	requires plain
	without 69 landlock_create_ruleset run --allow sh -m sh -c : -v
	[[ $stderr != *BLOCK* ]]
}
