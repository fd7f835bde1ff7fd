#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
#
# Clients that people use, each on a codeexec serve of its own: what they get,
# what they raise and what they send again (tests/clients/*.test.mjs). Every
# answer on the way is what the published OpenAPI schemas say it must be.

CLIENTS=$BATS_TEST_DIRNAME/clients

setup_file() {
	load helpers
	share_folder
}

teardown_file() {
	load helpers
	unshare_folder
}

setup() {
	load helpers
	requires node data
	/usr/bin/python3 -c 'import jsonschema' || missing "python3-jsonschema is not installed"
	[[ -d $CLIENTS/node_modules ]] || missing "make clients-deps has not been run"
	empty_policy
	mkdir "$BATS_TEST_TMPDIR/answers" "$BATS_TEST_TMPDIR/tmp"
}

# One client is enough to see whether the other kind of user, or a sanitizer,
# makes a difference.
once() {
	[[ $EUID -eq 0 && $CODEEXEC != */asan/* ]] || skip "runs once, as root, without sanitizers"
}

# The tests of FILE pass, and what was answered on the way is valid.
client() { # FILE
	local schema
	run env TMPDIR="$BATS_TEST_TMPDIR/tmp" CODEEXEC="$CODEEXEC" CODEEXEC_TEST_SHARED="$shared" \
		CODEEXEC_TEST_RECORD="$BATS_TEST_TMPDIR/answers" timeout 60 node --test --test-reporter spec "$CLIENTS/$1.test.mjs"
	if ((status)); then
		echo "exit code $status: $output" >&2
		return 1
	fi
	for schema in "$BATS_TEST_TMPDIR"/answers/*; do
		"$BATS_TEST_DIRNAME/schema" "$DATA/openapi/chat-schemas.json" "${schema##*/}" <"$schema"
	done
}

@test "clients: openai 6" {
	SDK=openai client openai
}

@test "clients: openai 6: errors, retries, aborts" {
	SDK=openai client openai-trouble
}

@test "clients: openai 5" {
	once
	SDK=openai5 client openai
}

@test "clients: openai 5: errors, retries, aborts" {
	once
	SDK=openai5 client openai-trouble
}

@test "clients: openai 4" {
	once
	SDK=openai4 client openai
}

@test "clients: openai 4: errors, retries, aborts" {
	once
	SDK=openai4 client openai-trouble
}

@test "clients: the AI SDK" {
	once
	client ai-sdk
}

@test "clients: LangChain" {
	once
	client langchain
}

@test "clients: groq-sdk" {
	once
	client groq
}

@test "clients: a page in Chromium" {
	once
	requires chromium
	client browser
}

# Run examples/NAME.mjs with a server; $output is what it prints.
example() { # NAME
	load serve
	serve_folder
	serve 127.0.0.1:0 --allow python,bash
	cp "$BATS_TEST_DIRNAME/../examples/$1.mjs" "$BATS_TEST_TMPDIR/"
	ln -s "$CLIENTS/node_modules" "$BATS_TEST_TMPDIR/node_modules"
	run --separate-stderr env OPENAI_BASE_URL="http://$address/v1" OPENAI_API_KEY="$KEY" \
		CODEEXEC_URL="http://$address/v1" timeout 60 node "$BATS_TEST_TMPDIR/$1.mjs"
	end_server
	rm -rf "$folder"
	assert_eq "$status: $stderr" "0: "
}

@test "clients: the example for the official SDK" {
	example openai-sdk
	assert_eq "${lines[*]:0:3}" "1 4 9"
	[[ ${lines[3]} =~ ^exited\ 3\ req_ ]]
	assert_eq "${lines[*]:4}" "1 4 9 exited 3 404 model_not_found"
}

@test "clients: the example for the AI SDK" {
	once
	example ai-sdk
	assert_eq "${lines[*]}" "['a', 'b']  3 1 2 3 exited"
}

@test "clients: the example for LangChain" {
	once
	example langchain
	assert_eq "${lines[*]}" "42  0 6 7"
}
