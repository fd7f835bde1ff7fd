#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
#
# codeexec serve as people call it by hand and from scripts: with curl(1).

setup_file() {
	load helpers
	load serve
	share_folder
	serve_folder
	serve "127.0.0.1:0,unix:$folder/serve.sock" --allow bash,python --timeout 30s --read-write "$shared"
	tcp=$address
	address=unix:$folder/serve.sock
	export tcp
}

teardown_file() {
	load helpers
	load serve
	end_server
	unshare_folder
	rm -rf "$folder"
}

setup() {
	load helpers
	load serve
	requires curl
	body=$BATS_TEST_TMPDIR/body
}

# curl with the key, at the PATH; $output is what it prints, $stderr what it
# says of its way.
fetch() { # EXIT-CODE PATH [OPTION...]
	run --separate-stderr "-$1" timeout 60 curl -sS -H "Authorization: Bearer $KEY" "${@:3}" "http://$tcp$2"
}

# The same for a request that runs CODE by bash.
ask_curl() { # EXIT-CODE CODE JQ [OPTION...]
	make_request bash "$2" "$3" >"$body"
	fetch "$1" /v1/chat/completions --data-binary "@$body" "${@:4}"
}

# The value of the field NAME of the head in $output.
field() { # NAME
	sed -n "s/^$1: \(.*\)\r\$/\1/p" <<<"$output"
}

@test "curl: a completion, with the fields of its head" {
	ask_curl 0 'echo 42' . -i
	assert_eq "${lines[0]}" $'HTTP/1.1 200 OK\r'
	assert_eq "$(field Content-Type) $(field Cache-Control)" "application/json no-store"
	assert_eq "$(field x-codeexec-status) $(field x-codeexec-exit-code)" "exited 0"
	[[ $(field x-request-id) =~ ^req_[0-9a-f]{32}$ ]]
	output=$(sed '1,/^\r$/d' <<<"$output")
	assert_content $'42\n'
}

@test "curl: a program that fails is 200, an error is for --fail" {
	ask_curl 0 'exit 3' . --fail
	assert_json .codeexec.exit_code 3
	ask_curl 22 'exit 3' '.model = "cobol"' --fail
	assert_has "$stderr" 404
}

@test "curl: --http1.0" {
	ask_curl 0 'echo 42' . --http1.0 -i
	assert_eq "$(field Transfer-Encoding)" ""
	assert_has "$output" '"content":"42\n"'
	ask_curl 0 'echo 42' '.stream = true' --http1.0 -N -i
	assert_eq "$(field Transfer-Encoding)" ""
	assert_has "$output" 'data: [DONE]'
}

@test "curl: HEAD" {
	fetch 0 /health --head
	assert_eq "${lines[0]} $(field Content-Length)" $'HTTP/1.1 200 OK\r 16'
	fetch 0 /v1/models --head
	assert_eq "${lines[0]} $(field Content-Type)" $'HTTP/1.1 200 OK\r application/json'
}

@test "curl: 2 MB wait for 100 Continue and get it" {
	ask_curl 0 'wc -c' '.codeexec.stdin = "x" * 2000000' -v
	assert_content $'2000000\n'
	assert_has "$stderr" 'Expect: 100-continue'
	assert_has "$stderr" 'HTTP/1.1 100 Continue'
	[[ $stderr != *'Done waiting for 100-continue'* ]]
}

@test "curl: with a wrong key they are not even sent" {
	KEY=another-key-of-the-tests
	ask_curl 0 'wc -c' '.codeexec.stdin = "x" * 2000000' \
		-w '\n%{http_code} %{size_upload}'
	assert_eq "${lines[-1]}" "401 0"
}

@test "curl: a body in chunks, from a pipe" {
	make_request bash 'echo 42' >"$body"
	run -0 timeout 60 curl -sS -H "Authorization: Bearer $KEY" -X POST -T - \
		"http://$tcp/v1/chat/completions" < <(cat "$body")
	assert_content $'42\n'
}

@test "curl: nothing is compressed, whatever it can take" {
	ask_curl 0 'echo 42' . --compressed -i
	assert_eq "$(field Content-Encoding)" ""
}

@test "curl: three requests go over one connection" {
	make_request bash 'echo 42' >"$body"
	local url="http://$tcp/v1/chat/completions"
	run -0 timeout 60 curl -sS -H "Authorization: Bearer $KEY" --data-binary "@$body" \
		-o "$BATS_TEST_TMPDIR/answer" -w '%{num_connects}' "$url" -o /dev/null "$url" -o /dev/null "$url"
	assert_eq "$output" 100
}

@test "curl: -N has the chunks while the program runs" {
	local gate=$shared/gate line
	make_request bash "echo 1; until [[ -e $gate ]]; do sleep 0.01; done; echo 2" '.stream = true' >"$body"
	while IFS= read -r line; do
		[[ $line != *'"content":"1'* ]] || : >"$gate"
		output+=${line#data: }$'\n'
	done < <(timeout 60 curl -sSN -H "Authorization: Bearer $KEY" --data-binary "@$body" \
		"http://$tcp/v1/chat/completions")
	assert_has "$output" '[DONE]'
	output=$(grep '^{' <<<"$output" | jq -s .)
	assert_json 'map(.choices[0].delta.content // "") | add' '"1\n2\n"'
	assert_json '.[-1].codeexec.status' '"exited"'
}

@test "curl: --max-time ends the run" {
	ask_curl 28 'sleep 29' . --max-time 0.5
	eventually no_run
	ask_curl 28 'sleep 29' '.stream = true' --max-time 0.5
	eventually no_run
}

no_run() {
	[[ $(metric codeexec_in_flight) == 0 ]]
}
