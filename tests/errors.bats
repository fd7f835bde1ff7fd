#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 the codeexec authors
#
# Every way a request can fail: the exit code, the error object with all four
# members, one line on stderr.

bats_require_minimum_version 1.8.0

setup() {
	load helpers
	empty_policy
}

# The built-in registry with PROGRAM changed by JQ, in $registry.
change_registry() { # JQ
	registry=$BATS_TEST_TMPDIR/interpreters.json
	jq "$1" "$BATS_TEST_DIRNAME/../interpreters.json" >"$registry"
	chmod 600 "$registry"
}

@test "errors: no JSON is 65" {
	request 65 < <(echo '{')
	assert_error invalid_request_error invalid_json null
}

@test "errors: a wrong type is 65" {
	ask 65 sh : '.model = 7'
	assert_error invalid_request_error invalid_type '"model"'
}

@test "errors: a bad value is 65" {
	ask 65 sh : '.n = 9'
	assert_error invalid_request_error invalid_value '"n"'
}

@test "errors: a missing member is 65" {
	ask 65 sh : 'del(.messages)'
	assert_error invalid_request_error missing_required_parameter \
		'"messages"'
}

@test "errors: a combination that cannot be had is 65" {
	ask 65 sh : '.n = 2 | .stream = true'
	assert_error invalid_request_error unsupported_parameter '"n"'
}

@test "errors: no block that runs is 65" {
	ask 65 codeexec :
	assert_error invalid_request_error no_code_block '"messages"'
}

@test "errors: a label that nobody knows is 65" {
	ask 65 codeexec $'```cobol\n```'
	assert_error invalid_request_error unknown_language '"messages"'
}

@test "errors: a limit above the policy's is 65" {
	ask 65 sh : '.codeexec = {limits: {processes: 65}}'
	assert_error invalid_request_error invalid_value \
		'"codeexec.limits.processes"'
}

@test "errors: a request that is too large is 65" {
	ask 65 sh "$(printf '%2000s' '')" . --request-size 1KiB
	assert_error invalid_request_error request_too_large null
}

@test "errors: an unknown model is 65" {
	ask 65 gpt-4o :
	assert_error invalid_request_error model_not_found '"model"'
}

@test "errors: no input is 66" {
	request 66 /no/such
	assert_error invalid_request_error no_input null
}

@test "errors: a folder is no input: 66" {
	request 66 /usr
	assert_error invalid_request_error no_input null
	assert_eq "$stderr" "codeexec: '/usr' is a directory"
	request 66 -m sh -f /usr
	request 66 -m sh -c : --stdin /usr
	request 66 </usr
}

@test "errors: a program that is not allowed is 77, and says who allows it" {
	codeexec 77 run --allow sh,python < <(make_request bash :)
	assert_error permission_error program_not_allowed '"model"'
	assert_eq "$stderr" "codeexec: program 'bash' is not allowed: only these are: sh, python; the operator allows it with --allow bash or 'programs: [bash]' in the policy"
}

@test "errors: without an allowlist nothing runs: 77" {
	codeexec 77 run < <(make_request sh :)
	assert_error permission_error program_not_allowed '"model"'
	assert_has "$stderr" "no program is"
}

@test "O26: a program that is allowed but missing is 69, and is named" {
	change_registry '.ruby.argv[0] = "no-such-ruby"'
	ask 69 ruby : . --interpreters "$registry"
	assert_error server_error program_unavailable null
	assert_has "$stderr" "program 'ruby' is allowed but not installed: no no-such-ruby in /usr/bin, /bin"
}

@test "errors: a program outside of what the sandbox shows is 69" {
	change_registry '.sh.argv[0] = "'"$BATS_TEST_TMPDIR"'/sh"'
	cp /bin/sh "$BATS_TEST_TMPDIR/sh"
	ask 69 sh : . --interpreters "$registry"
	assert_error server_error program_unavailable null
	assert_has "$stderr" "name its folder under filesystem.prefix"
}

@test "errors: a program that cannot be executed is 69" {
	mkdir -p "$BATS_TEST_TMPDIR/opt/bin"
	printf 'no program' >"$BATS_TEST_TMPDIR/opt/bin/sh"
	chmod 755 "$BATS_TEST_TMPDIR" "$BATS_TEST_TMPDIR"/opt{,/bin{,/sh}}
	ask 69 sh : . --prefix "$BATS_TEST_TMPDIR/opt"
	assert_error server_error program_unavailable null
	assert_has "$stderr" "cannot execute '"
}

@test "errors: a sandbox that cannot be had is 69, and nothing runs" {
	requires plain
	without 69 landlock_restrict_self run --allow sh -m sh -c :
	assert_error server_error sandbox_unavailable null
	assert_has "$stderr" "nothing was run: landlock: "
}

@test "errors: a sandbox without user namespaces is 69" {
	requires user unshare
	run --separate-stderr -69 timeout 60 unshare -r bash -c '
		echo 0 >/proc/sys/user/max_user_namespaces
		exec "$0" run --allow sh -m sh -c :' "$CODEEXEC"
	assert_error server_error sandbox_unavailable null
}

@test "errors: a wrong policy is 78" {
	echo 'programs: 7' >"$CODEEXEC_POLICY"
	codeexec 78 run -m sh -c :
	assert_error server_error invalid_configuration null
	assert_has "$stderr" "policy.yaml:1:11: "
}

@test "errors: a wrong registry is 78" {
	registry=$BATS_TEST_TMPDIR/interpreters.json
	echo '{"sh": 7}' >"$registry"
	chmod 600 "$registry"
	codeexec 78 run --allow sh --interpreters "$registry" -m sh -c :
	assert_error server_error invalid_configuration null
}

@test "errors: a wrong command line is 64" {
	codeexec 64 run --no-such-option
	assert_eq "$(wc -l <<<"$stderr")" 1
	codeexec 64 run --timeout 5
	assert_has "$stderr" "--timeout: '5' is not a duration"
}

@test "errors: an answer that cannot be written is 74" {
	run -74 timeout 60 bash -c \
		'"$0" run --allow sh -m sh -c : >/dev/full 2>&1' "$CODEEXEC"
}

@test "errors: with --stream they are no events" {
	ask 65 nope x . --stream
	assert_error invalid_request_error model_not_found '"model"'
}

@test "errors: a message is one line, whatever the caller sent" {
	ask 65 $'a\nb\e[31m\u202e' x
	assert_eq "$(wc -l <<<"$stderr")" 1
	[[ $stderr != *$'\e'* ]]
}
