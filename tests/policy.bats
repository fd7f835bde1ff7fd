#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 the codeexec authors
#
# codeexec policy, and the command line that all subcommands share.

bats_require_minimum_version 1.8.0

setup() {
	load helpers
	for variable in "${!CODEEXEC_@}"; do
		[[ $variable == CODEEXEC_TEST_* ]] || unset "$variable"
	done
	policy=$BATS_TEST_TMPDIR/policy.yaml
}

# The line of KEY in the table that was printed, blanks squeezed.
row() {
	awk -v key="$1" '$1 == key {$1 = $1; print}' <<<"$output"
}

# write TEXT...: the lines of the policy file.
write() {
	printf '%s\n' "$@" >"$policy"
	chmod 600 "$policy"
}

@test "policy: every key is shown with its default" {
	write ''
	codeexec 0 policy --policy "$policy"
	assert_eq "$(row programs)" "programs none default"
	assert_eq "$(row limits.timeout)" "limits.timeout 10s default"
	assert_eq "$(row sandbox)" "sandbox native default"
	assert_eq "$(wc -l <<<"$output")" 37
}

@test "policy: the origin of a file's value is its line" {
	write 'limits:' '  timeout: 5s'
	codeexec 0 policy --policy "$policy"
	assert_eq "$(row limits.timeout)" "limits.timeout 5s $policy:2:12"
}

@test "policy: a variable counts more than the file, a flag more than both" {
	write 'limits: {timeout: 5s, memory: 1GiB}'
	export CODEEXEC_TIMEOUT=6s CODEEXEC_MEMORY=2GiB
	codeexec 0 policy --policy "$policy" --timeout 7s
	assert_eq "$(row limits.timeout)" "limits.timeout 7s flag --timeout"
	assert_eq "$(row limits.memory)" \
		"limits.memory 2GiB environment CODEEXEC_MEMORY"
}

@test "policy: CODEEXEC_POLICY names the file" {
	write 'sandbox: off'
	CODEEXEC_POLICY=$policy codeexec 0 policy
	assert_eq "$(row sandbox)" "sandbox off $policy:1:10"
}

@test "policy: --allow replaces the file's programs and may be repeated" {
	write 'programs: [python]'
	codeexec 0 policy --policy "$policy" --allow bash --allow perl,lua
	assert_eq "$(row programs)" "programs bash, perl, lua flag --allow"
}

@test "policy: an alias in the allowlist is the program it means" {
	write ''
	codeexec 0 policy --policy "$policy" --allow py
	assert_eq "$(row programs)" "programs python flag --allow"
}

@test "policy: an unknown program is refused with the nearest one" {
	codeexec 64 policy --allow pyhton
	assert_eq "$stderr" "codeexec: --allow: no program is called 'pyhton'; did you mean 'python'?"
	write 'programs: [pyhton]'
	codeexec 78 policy --policy "$policy"
	assert_eq "$stderr" "codeexec: $policy:1:11: no program is called 'pyhton'; did you mean 'python'?"
}

@test "policy: --json has every value as the file would hold it" {
	write 'environment: {set: {TZ: UTC}}' 'limits: {blocks: 2}'
	codeexec 0 policy --json --policy "$policy" --allow bash
	assert_eq "$(jq -c '.programs' <<<"$output")" \
		'{"value":["bash"],"origin":"flag --allow"}'
	assert_eq "$(jq -c '."environment.set".value' <<<"$output")" \
		'{"TZ":"UTC"}'
	assert_eq "$(jq -c '."limits.blocks".value' <<<"$output")" 2
	assert_eq "$(jq -c '."limits.timeout".value' <<<"$output")" '"10s"'
	assert_eq "$(jq -c '.interpreters.value' <<<"$output")" null
}

@test "policy: --file says that a valid file is ok" {
	write 'programs: [bash]'
	codeexec 0 policy --file "$policy"
	assert_eq "$output" "$policy: ok"
}

@test "policy: --file does not look at the environment" {
	write 'programs: [bash]'
	CODEEXEC_TIMEOUT=0 codeexec 0 policy --file "$policy"
	assert_eq "$output" "$policy: ok"
}

@test "policy: an unknown key is refused at its place with the nearest" {
	write 'limits:' '  tiemout: 5s'
	codeexec 78 policy --file "$policy"
	assert_eq "$output" ""
	assert_eq "$stderr" "codeexec: $policy:2:3: unknown key 'limits.tiemout'; did you mean 'limits.timeout'?"
}

@test "policy: a value without its unit is refused with what was wanted" {
	write 'limits: {timeout: 10}'
	codeexec 78 policy --file "$policy"
	assert_eq "$stderr" "codeexec: $policy:1:19: limits.timeout: '10' is not a duration such as 500ms, 10s or 2m"
}

@test "policy: nothing means unlimited" {
	for value in 0 0s -1s nan inf unlimited ''; do
		codeexec 64 policy --timeout "$value"
		codeexec 64 policy --memory "$value"
		codeexec 64 policy --processes "$value"
	done
}

@test "policy: an alias bomb is refused before it is looked into" {
	write 'programs: &a [x, x]' 'interpreters: [*a, *a]'
	codeexec 78 policy --file "$policy"
	assert_eq "$stderr" "codeexec: $policy:1:11: anchors and aliases are not taken: write the value out"
}

@test "policy: a list for network is said to be planned" {
	write 'network: [example.org:443]'
	codeexec 78 policy --file "$policy"
	assert_eq "$stderr" "codeexec: $policy:1:10: network: not there yet: a list of host:port is planned; use none or host"
	write ''
	codeexec 64 policy --policy "$policy" --network example.com:443
	assert_eq "$stderr" "codeexec: --network: not there yet: a list of host:port is planned; use none or host"
	CODEEXEC_NETWORK=a.org,b.org codeexec 78 policy --policy "$policy"
	assert_eq "$stderr" "codeexec: environment CODEEXEC_NETWORK: not there yet: a list of host:port is planned; use none or host"
}

@test "policy: what an unknown key might be is listed when none is near" {
	write 'environment:' '  xyzzy: 1'
	codeexec 78 policy --file "$policy"
	assert_eq "$stderr" "codeexec: $policy:2:3: unknown key 'environment.xyzzy'; known are pass, pass_prefix, set"
}

@test "policy: a file that others may write is refused" {
	write 'programs: [bash]'
	chmod g+w "$policy"
	codeexec 78 policy --policy "$policy"
	assert_eq "$stderr" "codeexec: policy: '$policy' may be written by others: chmod go-w it"
}

@test "policy: a fifo is refused without waiting for a writer" {
	mkfifo -m 600 "$BATS_TEST_TMPDIR/fifo"
	codeexec 78 policy --policy "$BATS_TEST_TMPDIR/fifo"
	assert_eq "$stderr" "codeexec: policy: '$BATS_TEST_TMPDIR/fifo' is not a regular file"
}

@test "policy: a file that was asked for must exist" {
	codeexec 78 policy --policy /no/such
	CODEEXEC_POLICY=/no/such codeexec 78 policy
	assert_eq "$stderr" "codeexec: policy: cannot open '/no/such': No such file or directory"
}

@test "policy: a wrong variable is named" {
	write ''
	CODEEXEC_NETWORK=all codeexec 78 policy --policy "$policy"
	assert_eq "$stderr" "codeexec: environment CODEEXEC_NETWORK: 'all' is not none or host"
}

@test "policy: a mistyped variable is refused, not passed over" {
	write ''
	CODEEXEC_TIMEOT=5s codeexec 78 policy --policy "$policy"
	assert_eq "$stderr" "codeexec: environment CODEEXEC_TIMEOT: no such variable; did you mean CODEEXEC_TIMEOUT?"
	CODEEXEC_TIMEOT=5s codeexec 78 run --allow sh -m sh -c :
	assert_json .error.code '"invalid_configuration"'
}

@test "policy: a flag's path may be relative and is resolved" {
	write ''
	ln -s "$BATS_TEST_TMPDIR" "$BATS_TEST_TMPDIR/link"
	cli=$(realpath "$CODEEXEC")
	cd "$BATS_TEST_TMPDIR/link"
	output=$("$cli" policy --policy "$policy" --read-only .)
	assert_eq "$(row filesystem.read_only)" \
		"filesystem.read_only $(realpath .) flag --read-only"
}

@test "policy: a path that is not there is refused when the policy is read" {
	local command
	write 'filesystem:' '  read_only: [/usr, /no/such]'
	for command in "policy --file" "policy --policy" "check --policy" "models --policy" \
		"run --allow sh -m sh -c : --raw --policy"; do
		# shellcheck disable=SC2086 # some words
		codeexec 78 $command "$policy"
		assert_eq "$stderr" "codeexec: $policy:2:21: filesystem.read_only: '/no/such': No such file or directory"
	done
	write ''
	CODEEXEC_PREFIX=/no/such codeexec 78 policy --policy "$policy"
	assert_eq "$stderr" "codeexec: environment CODEEXEC_PREFIX: '/no/such': No such file or directory"
	codeexec 64 policy --policy "$policy" --interpreters no/such
	assert_eq "$stderr" "codeexec: --interpreters: 'no/such': No such file or directory"
}

@test "policy: a link to what would undo the sandbox cannot be shown inside either" {
	ln -s /proc "$BATS_TEST_TMPDIR/link"
	write "filesystem: {read_only: [$BATS_TEST_TMPDIR/link]}"
	codeexec 78 policy --file "$policy"
	assert_eq "$stderr" "codeexec: $policy:1:26: filesystem.read_only: '$BATS_TEST_TMPDIR/link': '/proc' cannot be shown inside: it tells of other processes; the sandbox has its own"
}

@test "policy: the workdir and what a request makes in it is there to start in" {
	write 'programs: [sh]' 'filesystem: {chdir: /workdir/made}'
	codeexec 0 run --policy "$policy" --raw < <(make_request sh pwd '.codeexec.files = [{path: "made/file", content: ""}]')
	assert_eq "$output" /workdir/made
	codeexec 0 run --policy "$policy" --raw -m sh -c pwd --chdir /workdir
	assert_eq "$output" /workdir
}

@test "policy: what would undo the sandbox cannot be shown inside" {
	for path in / /proc /proc/self /sys /dev /dev/shm /etc; do
		codeexec 64 policy --read-only "$path"
		codeexec 64 policy --read-write "$path"
		codeexec 64 policy --prefix "$path"
	done
}

@test "policy: where the sandbox itself writes nothing of the host can be, and that is said" {
	local path place
	for path in /workdir /workdir/data /etc/codeexec /etc/codeexec/sync.rb /etc/ld.so.preload; do
		write "filesystem: {read_write: [$path]}"
		codeexec 78 policy --file "$policy"
		assert_has "$stderr" "codeexec: $policy:1:27: filesystem.read_write: '$path' cannot be shown inside: "
		assert_has "$stderr" "; $([[ $path == *preload ]] && echo set LD_PRELOAD || echo show it at another path)"
	done
	for place in /workdirs /etc/codeexecs; do
		write "filesystem: {read_only: [$place]}"
		codeexec 78 policy --file "$policy"
		assert_has "$stderr" "'$place': No such file or directory"
	done
}

@test "policy: control characters of a file do not reach the terminal" {
	write 'environment: {set: {A: "\e[31m"}}'
	codeexec 0 policy --policy "$policy"
	assert_eq "$(row environment.set)" "environment.set A=?[31m $policy:1:20"
	write '"\e[31m": x'
	codeexec 78 policy --policy "$policy"
	assert_has "$stderr" "codeexec: $policy:1:1: unknown key '?[31m'; known are "
}

@test "options: a mistyped one is refused with the nearest" {
	codeexec 64 policy --timeuot 5s
	assert_eq "$stderr" "codeexec: unknown option '--timeuot'; did you mean '--timeout'? (try 'codeexec policy --help')"
}

@test "options: none may be abbreviated" {
	codeexec 64 policy --read-on /opt
	codeexec 64 policy --sandb=off
	codeexec 64 policy --js
}

@test "options: a missing value, a value too many, a letter nobody knows" {
	codeexec 64 policy --timeout
	assert_eq "$stderr" "codeexec: no value for option '--timeout'; try 'codeexec policy --help'"
	codeexec 64 policy --json=yes
	assert_eq "$stderr" "codeexec: no value is wanted in '--json=yes'; try 'codeexec policy --help'"
	codeexec 64 policy -x
	assert_eq "$stderr" "codeexec: unknown option '-x'; try 'codeexec policy --help'"
	codeexec 64 models extra
	assert_eq "$stderr" "codeexec: unwanted argument 'extra'; try 'codeexec models --help'"
}

@test "help: --help lists the policy's flags, -h does not" {
	codeexec 0 policy --help
	assert_eq "$(grep -c -e '--timeout DURATION' <<<"$output")" 1
	codeexec 0 policy -h
	assert_eq "$(grep -c -e '--timeout DURATION' <<<"$output")" 0
	assert_eq "$(grep -c -e '--json' <<<"$output")" 1
}

@test "help: the command does as --help does" {
	local command
	codeexec 0 --help
	assert_eq "$output" "$("$CODEEXEC" help)"
	for command in run models check policy help; do
		codeexec 0 "$command" --help
		assert_eq "$output" "$("$CODEEXEC" help "$command")"
	done
}

@test "help: of a command that there is not is a wrong command line" {
	codeexec 64 help polciy
	assert_eq "$stderr" "codeexec: unknown command 'polciy'; did you mean 'policy'?"
	codeexec 64 help nonsense
	assert_eq "$stderr" "codeexec: unknown command 'nonsense'; try 'codeexec --help'"
	codeexec 64 help run policy
	assert_eq "$stderr" "codeexec: unwanted argument 'policy'; try 'codeexec help --help'"
}

@test "help: no line is wider than a terminal" {
	for command in run models check policy help; do
		codeexec 0 "$command" --help
		assert_eq "$(awk 'length > 80' <<<"$output")" ""
	done
	codeexec 0 --help
	assert_eq "$(awk 'length > 80' <<<"$output")" ""
}

@test "codeexec: a mistyped command is refused with the nearest" {
	codeexec 64 polciy
	assert_eq "$stderr" "codeexec: unknown command 'polciy'; did you mean 'policy'?"
	codeexec 64 ''
	codeexec 64 --policy FILE run
}

@test "codeexec: without a command the help goes to stderr" {
	codeexec 64
	assert_eq "$output" ""
	assert_eq "$(head -n 1 <<<"$stderr")" "Usage: codeexec COMMAND [OPTION]..."
}

@test "codeexec: --version names the libraries too" {
	codeexec 0 --version
	assert_eq "$(grep -c -E '^(codeexec|json-c|libcmark|libyaml) [0-9.]+$' <<<"$output")" 4
}

@test "codeexec: an answer that cannot be written is an error" {
	write ''
	run --separate-stderr -74 \
		bash -c '"$1" policy --policy "$2" >/dev/full' - "$CODEEXEC" "$policy"
	assert_eq "$stderr" "codeexec: cannot write to stdout: No space left on device"
}

@test "YAML: whatever a file holds, it is a policy or refused at its place" {
	requires data python3
	local file message
	mkdir "$BATS_TEST_TMPDIR/yaml" && cd "$BATS_TEST_TMPDIR/yaml"
	python3 -c 'import json, sys
for i, line in enumerate(sys.stdin):
    open(f"{i}.yaml", "w").write(json.loads(line)["yaml"])' <"$DATA/yaml/cases.jsonl"
	chmod 600 ./*.yaml
	assert_eq "$(printf '%s\n' *.yaml | wc -l)" 406
	for file in *.yaml; do
		message=$(timeout 10 "$CODEEXEC" policy --file "$file" 2>&1) || true
		[[ $message == "$file: ok" || $message =~ ^codeexec:\ "$file":[0-9]+:[0-9]+:\  ]]
	done
}

@test "policy: origins for CORS are scheme, host and port, or *" {
	write 'server: {cors: [https://example.com, "http://localhost:3000"]}'
	codeexec 0 policy --policy "$policy"
	assert_eq "$(row server.cors)" \
		"server.cors https://example.com, http://localhost:3000 $policy:1:16"
	codeexec 0 policy --cors '*'
	for bad in example.com https://example.com/ https:// 'https://a b'; do
		codeexec 64 policy --cors "$bad"
		[[ $stderr == *"is no origin such as https://example.com" ]]
	done
}
