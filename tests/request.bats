#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 the codeexec authors
#
# The JSON of a request. The names that begin with J and a number are trouble
# that others had, from public bug reports.

bats_require_minimum_version 1.8.0

setup() {
	load helpers
	empty_policy
}

HELLO='{"role":"user","content":"```python\nprint(1)\n```"}'

# The body is refused with CODE for the member PARAM (JSON), saying TEXT.
refused() { # BODY CODE PARAM TEXT
	request 65 < <(printf '%s' "$1")
	assert_error invalid_request_error "$2" "$3"
	assert_has "$stderr" "$4"
}

# The body, a printf format, runs and prints 1.
prints_1() { # BODY
	# shellcheck disable=SC2059 # its escapes are wanted
	request 0 < <(printf "$1")
	assert_content $'1\n'
}

# A body with MEMBERS before its messages.
body() { # MEMBERS
	printf '{%s"messages":[%s]}' "$1" "$HELLO"
}

# The member of `codeexec` in JSON is refused with CODE for PARAM.
extension_refused() { # JSON CODE PARAM TEXT
	refused "$(body "\"codeexec\":$1,")" "$2" "\"codeexec$3\"" "$4"
}

@test "J1: a lone high surrogate is no JSON" {
	refused '{"messages":[{"role":"user","content":"emoji \ud83d"}]}' \
		invalid_json null "at byte 45"
}

@test "J2: a lone low surrogate is no JSON, nor a high one before a letter" {
	refused '{"messages":[{"role":"user","content":"\ude00 x"}]}' \
		invalid_json null "at byte"
	refused '{"messages":[{"role":"user","content":"\ud83d\u0041"}]}' \
		invalid_json null "at byte"
}

@test "J4: a surrogate in UTF-8 is no JSON" {
	refused $'{"model":"\xed\xa0\x80","messages":[]}' \
		invalid_json null "at byte 10"
}

@test "J5: arrays may not nest without end" {
	deep=$(head -c 10000 /dev/zero | tr '\0' '[')
	refused "$(body "\"x\":$deep${deep//[/]},")" \
		invalid_json null "at byte 68"
}

@test "J5: 64 levels are deep enough for anybody" {
	deep=$(head -c 63 /dev/zero | tr '\0' '[')
	request 0 < <(body "\"x\":$deep${deep//[/]},")
	refused "$(body "\"x\":[$deep${deep//[/]}],")" invalid_json null "at byte"
}

@test "J7: code with a NUL is refused, not cut" {
	refused '{"model":"python","messages":[{"role":"user","content":"print(1)\u0000import os"}]}' \
		invalid_value '"messages[0].content"' "U+0000"
}

@test "J8: numbers of any form are JSON" {
	request 0 < <(body '"max_tokens":1e400,"seed":123456789012345678901234567890,"temperature":-0,"top_p":1E5,')
	assert_json '.codeexec.ignored' \
		'["max_tokens","seed","temperature","top_p"]'
}

@test "J10: a byte-order mark in front is skipped" {
	request 0 < <(printf '\xef\xbb\xbf%s' "$(body '')")
	assert_content $'1\n'
}

@test "J11: a body may have many lines" {
	request 0 < <(make_request python 'print(1)' | jq .)
	assert_content $'1\n'
}

@test "J13: text parts are the code, other parts are named" {
	ask 0 codeexec '' '.messages[0].content = [
		{type: "text", text: "```python\nprint(1)\n```"},
		{type: "image_url", image_url: {url: "data:,"}}]'
	assert_content $'1\n'
	assert_json '.codeexec.ignored' '["image_url"]'
}

@test "J14: text parts are joined by a newline" {
	ask 0 codeexec '' '.messages[0].content = [
		{type: "text", text: "```python\nprint(1)"},
		{type: "text", text: "print(2)\n```"}]'
	assert_content $'1\n2\n'
}

@test "J16: messages must be an array with at least one" {
	refused '{"messages":{}}' invalid_type '"messages"' "not an object"
	refused '{"messages":"x"}' invalid_type '"messages"' "not a string"
	refused '{"messages":[]}' invalid_value '"messages"' "at least 1"
	refused '{"messages":null}' missing_required_parameter '"messages"' \
		"'messages' is missing"
}

@test "J17: code may be longer than an argument" {
	long=$(head -c 200000 /dev/zero | tr '\0' x)
	request 0 < <(printf '{"model":"python","messages":[{"role":"user","content":"#%s\\nprint(1)"}]}' "$long")
	assert_content $'1\n'
}

@test "J19: what follows the value is refused, blanks are not" {
	refused "$(body '') {\"x\":1}" invalid_json null "at byte 68"
	refused "$(body '')x" invalid_json null "at byte 67"
	request 0 < <(printf '%s \t\r\n\n' "$(body '')")
}

@test "J20: a body that is no object is refused" {
	refused '' invalid_json null "at byte 0"
	refused ' ' invalid_json null "at byte 1"
	for value in null '[]' '"x"' 1; do
		refused "$value" invalid_type null "must be a JSON object"
	done
}

@test "J22: names of members may be escaped" {
	prints_1 '{"\\u006dessages":[{"role":"user","content":"```python\\nprint(1)\\n```"}]}'
}

@test "J23: an optional member that is null is absent" {
	request 0 < <(body '"model":null,"stream":null,"stop":null,"tools":null,"n":null,"stream_options":null,"codeexec":null,')
	assert_content $'1\n'
	assert_json '[.object, (.choices | length)]' '["chat.completion",1]'
}

@test "J25: messages are required" {
	refused '{}' missing_required_parameter '"messages"' "'messages' is missing"
}

@test "J26: a developer may speak before the user" {
	ask 0 python 'print(input())' \
		'.messages = [{role: "developer", content: "a"}] + .messages'
	assert_content $'a\n'
}

# Answer, with exit code N, each file of KIND at the @ of BODY; the messages of
# the errors are in $messages.
suite() { # N KIND BODY [OPTION...]
	local file want=$1 kind=$2 before=${3%@*} after=${3#*@}
	shift 3
	for file in "$DATA"/jsontestsuite/test_parsing/"$kind"_*.json; do
		{
			printf '%s' "$before"
			cat "$file"
			printf '%s' "$after"
		} >"$BATS_TEST_TMPDIR/${file##*/}"
	done
	request "$want" "$@" "$BATS_TEST_TMPDIR/$kind"_*.json
	assert_eq "$(jq -s length <<<"$output")" \
		"$(find "$BATS_TEST_TMPDIR" -name "${kind}_*" | wc -l)"
	messages=$(jq -r '.error.message // ""' <<<"$output")
}

@test "JSONTestSuite: what is no JSON is refused at its byte" {
	requires data
	suite 65 n @
	# What begins like no JSON is told first how code is run.
	assert_eq "$(grep -vcE "^('.*' is no request, .*: )?invalid JSON at byte [0-9]+: " <<<"$messages")" 0
}

@test "JSONTestSuite: what is JSON but no request is refused for its shape" {
	requires data
	suite 65 y @
	assert_eq "$(grep -c -e 'at byte' -e '^$' <<<"$messages")" 0
}

@test "JSONTestSuite: what may be JSON or not is refused as well" {
	requires data
	suite 65 i @
	assert_eq "$(grep -c '^$' <<<"$messages")" 0
}

@test "JSONTestSuite: a member that is ignored may be any JSON" {
	requires data
	suite 0 y "{\"messages\":[$HELLO],\"x\":@}" -n
}

@test "JSONTestSuite: a member that is ignored must be JSON" {
	requires data
	suite 65 n "{\"messages\":[$HELLO],\"x\":@}" -n
	assert_eq "$(grep -vc '^invalid JSON at byte [0-9]*: ' <<<"$messages")" 0
}

@test "request: 5,000 levels of objects are refused, not recursed into" {
	deep=$(printf '{"a":%.0s' {1..5000})
	refused "$deep" invalid_json null "at byte"
}

@test "request: a body above the limit is refused, and not read whole" {
	request 65 --timeout 5s < <(yes | head -c 100000000)
	assert_error invalid_request_error request_too_large null
	assert_has "$stderr" "larger than the 4194304 bytes that limits.request allows"
}

@test "request: of two equal members the last counts" {
	prints_1 '{"messages":7,"messages":[{"role":"user","content":"a"},{"role":"user","content":"```sh\\necho 2\\n```","content":"```python\\nprint(1)\\n```"}]}'
}

@test "request: the last user message is the code" {
	ask 0 python 'print(2)' \
		'.messages = [{role: "user", content: "print(1)"},
		{role: "assistant", content: null}] + .messages +
		[{role: "assistant", content: "```sh\nexit 1\n```"}]'
	assert_content $'2\n'
}

@test "request: earlier turns are not looked at" {
	ask 0 python 'print(2)' \
		'.messages = [{role: "user", content: 7},
		{role: "tool", tool_call_id: "x", content: [{}]}] + .messages'
	assert_content $'2\n'
}

@test "request: a message must have a role that is known" {
	refused '{"messages":[{"content":"x"}]}' missing_required_parameter \
		'"messages[0].role"' "'messages[0].role' is missing"
	refused '{"messages":[{"role":"wizard","content":"x"}]}' \
		invalid_value '"messages[0].role"' "not 'wizard'"
}

@test "request: one message must be the user's" {
	refused '{"messages":[{"role":"system","content":"x"}]}' \
		invalid_value '"messages"' "user message"
}

@test "request: the content of a user message is text or parts" {
	refused '{"messages":[{"role":"user","content":7}]}' invalid_type \
		'"messages[0].content"' "a string or an array of parts"
	refused '{"messages":[{"role":"user","content":[{"type":"text","text":7}]}]}' \
		invalid_type '"messages[0].content[0].text"' "a string"
}

@test "request: members of the wrong type are named" {
	refused "$(body '"model":7,')" invalid_type '"model"' "a string"
	refused "$(body '"stream":"yes",')" invalid_type '"stream"' "true or false"
	refused "$(body '"n":"1",')" invalid_type '"n"' "an integer"
	refused "$(body '"n":1.5,')" invalid_type '"n"' "an integer"
	refused "$(body '"stream_options":1,')" invalid_type \
		'"stream_options"' "an object"
}

@test "request: n is 1 to 8" {
	for n in 0 9 -1 99999999999999999999; do
		refused "$(body "\"n\":$n,")" invalid_value '"n"' "1 to 8"
	done
}

@test "request: n and stream do not go together" {
	refused "$(body '"n":2,"stream":true,')" unsupported_parameter '"n"' \
		"cannot be streamed"
	request 65 --stream < <(body '"n":2,')
	assert_error invalid_request_error unsupported_parameter '"n"'
}

@test "request: what has no effect is named, each once" {
	request 0 < <(body '"temperature":0,"tools":[],"foo":1,"temperature":1,"user":"","stream_options":{"x":1},')
	assert_json '.codeexec.ignored | sort' \
		'["foo","stream_options.x","temperature","tools","user"]'
}

@test "request: an unknown model is refused with the nearest" {
	refused "$(body '"model":"pythn",')" model_not_found '"model"' \
		"the model 'pythn' does not exist; did you mean 'python'?"
}

@test "request: control characters of the caller's do not reach the terminal" {
	refused '{"model":"\u001b[31mx","messages":[{"role":"user","content":"x"}]}' \
		model_not_found '"model"' "?[31mx"
	[[ $stderr != *$'\e'* ]]
}

@test "codeexec: an unknown member is refused with those there are" {
	extension_refused '{"stdn":""}' invalid_value .stdn "are stdin, input,"
}

@test "codeexec: members of the wrong type are named" {
	extension_refused 7 invalid_type "" "an object"
	extension_refused '{"stdin":7}' invalid_type .stdin "a string"
	extension_refused '{"args":"a"}' invalid_type .args "an array"
	extension_refused '{"args":["a",7]}' invalid_type '.args[1]' "a string"
	extension_refused '{"files":{}}' invalid_type .files "an array"
	extension_refused '{"collect":"*"}' invalid_type .collect "an array"
	extension_refused '{"limits":[]}' invalid_type .limits "an object"
	extension_refused '{"merge_stderr":1}' invalid_type .merge_stderr \
		"true or false"
}

@test "codeexec: members that are null are absent, but for input" {
	request 0 < <(body '"codeexec":{"stdin":null,"args":null,"files":null,"limits":{"timeout":null},"collect":null,"merge_stderr":null},')
	assert_content $'1\n'
	ask 0 python 'import os; print(open(os.environ["CODEEXEC_INPUT"]).read())' \
		'.codeexec = {input: null}'
	assert_content $'null\n'
}

@test "codeexec: stdin is what the first block reads" {
	ask 0 python 'import sys; print(repr(sys.stdin.read()))' \
		'.codeexec = {stdin: "a\nbü\u0000"}'
	assert_content $'\'a\\nbü\\x00\'\n'
}

@test "codeexec: system and developer texts joined are stdin" {
	ask 0 python 'import sys; print(repr(sys.stdin.read()))' \
		'.messages = [{role: "system", content: "a"},
		{role: "developer", content: [{type: "text", text: "b"}]}] +
		.messages + [{role: "system", content: "c"}]'
	assert_content $'\'a\\nb\\nc\'\n'
}

@test "codeexec: its stdin wins over a system message, which is then named" {
	ask 0 python 'print(input())' '.codeexec = {stdin: "x"} |
		.messages = [{role: "system", content: "a"}] + .messages'
	assert_content $'x\n'
	assert_json .codeexec.ignored '["system"]'
}

@test "codeexec: megabytes of stdin arrive whole" {
	request 0 < <(
		printf '{"model":"python","messages":[{"role":"user","content":"import sys; print(len(sys.stdin.read()))"}],"codeexec":{"stdin":"'
		head -c 3000000 /dev/zero | tr '\0' x
		printf '"}}'
	)
	assert_content $'3000000\n'
}

@test "codeexec: stdin that nobody reads is no failure" {
	request 0 < <(
		printf '{"model":"sh","messages":[{"role":"user","content":"exec <&-; echo a"}],"codeexec":{"stdin":"'
		head -c 3000000 /dev/zero | tr '\0' x
		printf '"}}'
	)
	assert_content $'a\n'
	assert_json .codeexec.exit_code 0
}

@test "limits: a request may lower them" {
	ask 0 sh 'ulimit -n; ulimit -f' \
		'.codeexec = {limits: {open_files: 32, file_size: "1MiB"}}'
	assert_content $'32\n2048\n'
}

@test "limits: a request may not raise them, and is told the most" {
	ask 65 sh ':' '.codeexec = {limits: {memory: "1GiB"}}'
	assert_error invalid_request_error invalid_value \
		'"codeexec.limits.memory"'
	assert_has "$stderr" "'codeexec.limits.memory' is 1GiB: at most 512MiB is allowed"
	ask 65 sh ':' '.codeexec = {limits: {timeout: "5s"}}' --timeout 4s
	assert_has "$stderr" "'codeexec.limits.timeout' is 5s: at most 4s is allowed"
}

@test "limits: a request may not go below what a policy may, for then no sandbox stands" {
	local limit memory=1MiB
	# The sanitizer's own is counted with.
	[[ $CODEEXEC != */asan/* ]] || memory=64MiB
	for limit in 'memory: 4096' 'open_files: 3' 'file_size: 1023' 'workdir: "63KiB"' 'address_space: 1'; do
		ask 65 sh ':' ".codeexec = {limits: {$limit}}"
		assert_error invalid_request_error invalid_value "\"codeexec.limits.${limit%%:*}\""
	done
	ask 65 sh ':' '.codeexec = {limits: {memory: 4096}}'
	assert_has "$stderr" "'codeexec.limits.memory' is 4KiB: at least 1MiB is needed"
	ask 0 sh ':' '.codeexec = {limits: {memory: "'"$memory"'", open_files: 16, file_size: "1KiB", workdir: "64KiB"}}'
}

@test "limits: a duration needs its unit, and 0 is none" {
	ask 65 sh ':' '.codeexec = {limits: {timeout: 5}}'
	assert_error invalid_request_error invalid_type \
		'"codeexec.limits.timeout"'
	for value in '"5"' '"0s"' '"-1s"' '"x"'; do
		ask 65 sh ':' ".codeexec = {limits: {timeout: $value}}"
		assert_error invalid_request_error invalid_value \
			'"codeexec.limits.timeout"'
	done
}

@test "limits: an unknown one is refused with those there are" {
	ask 65 sh ':' '.codeexec = {limits: {tiemout: "5s"}}'
	assert_error invalid_request_error invalid_value \
		'"codeexec.limits.tiemout"'
	assert_has "$stderr" "limits are timeout, cpu_time, memory,"
}

@test "limits: the size of a request is the operator's" {
	ask 65 sh ':' '.codeexec = {limits: {request: 1024}}'
	assert_error invalid_request_error invalid_value \
		'"codeexec.limits.request"'
}

@test "limits: the number of blocks may be lowered" {
	ask 65 codeexec $'```sh\n:\n```\n```sh\n:\n```' \
		'.codeexec = {limits: {blocks: 1}}'
	assert_error invalid_request_error invalid_value '"messages"'
}
