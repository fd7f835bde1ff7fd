#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
#
# Every answer is what the published OpenAPI schemas say it must be.

setup() {
	load helpers
	requires data
	/usr/bin/python3 -c 'import jsonschema' || missing "python3-jsonschema is not installed"
}

# $output is valid under the schema NAME.
valid() { # NAME
	run --separate-stderr -0 "$BATS_TEST_DIRNAME/schema" "$DATA/openapi/chat-schemas.json" "$1" <<<"$output"
}

@test "schema: a completion, also of a program that failed or was cut" {
	run_code sh 'echo a; echo b >&2; exit 3'
	valid CreateChatCompletionResponse
	run_code sh 'yes'
	valid CreateChatCompletionResponse
	run_code python 'import os; os.write(1, b"\xff")'
	valid CreateChatCompletionResponse
}

@test "schema: a completion of several runs" {
	request 0 < <(make_request sh 'echo a' '.n = 3')
	valid CreateChatCompletionResponse
}

@test "schema: every chunk of a stream" {
	request 0 < <(make_request sh 'echo a; echo b' \
		'.stream = true | .stream_options = {include_usage: true}')
	output=$(sed -n 's/^data: {/{/p' <<<"$output")
	valid CreateChatCompletionStreamResponse
}

@test "schema: an error" {
	request 65 <<<'{}'
	valid ErrorResponse
}

@test "schema: the list of models" {
	codeexec 0 models --allow sh --json
	valid ListModelsResponse
}

@test "schema: the validator refuses what is wrong" {
	output=$(jq -n '{object: "chat.completion"}')
	run ! valid CreateChatCompletionResponse
}
