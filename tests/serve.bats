#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
#
# codeexec serve: what is answered to what a client sends, byte for byte. The
# tests named P<number> are public bug reports about HTTP servers.

setup_file() {
	load helpers
	load serve
	serve_folder
	serve "unix:$folder/serve.sock" --allow "$ALL" --cors https://page.example
}

teardown_file() {
	load helpers
	load serve
	end_server
	rm -rf "$folder"
}

setup() {
	load helpers
	load serve
}

@test "serve: a request is answered with a completion" {
	talk < <(post 'echo hello')
	assert_status 200
	assert_json '.[0].json.choices[0].message.content' '"hello\n"'
	assert_json '.[0].fields | [."content-type", ."cache-control", ."x-codeexec-status", ."x-codeexec-exit-code"]' \
		'["application/json","no-store","exited","0"]'
	assert_json '.[0].fields."x-request-id" | test("^req_[0-9a-f]{32}$")' true
}

@test "serve: a program that fails is a completion, status 200" {
	talk < <(post 'exit 3')
	assert_json '.[0] | [.status, .fields."x-codeexec-status", .fields."x-codeexec-exit-code"]' '[200,"exited","3"]'
}

@test "serve: an error has its status, four members and a request id" {
	talk < <(http POST /v1/chat/completions '{}')
	assert_status 400
	assert_json '.[0].json.error | keys' '["code","message","param","type"]'
	assert_json '.[0].json.error.code' '"missing_required_parameter"'
	assert_json '.[0].fields | has("x-request-id")' true
}

@test "serve: a model that nobody knows is 404" {
	talk < <(http POST /v1/chat/completions "$(make_request cobol 'x')")
	assert_json '.[0] | [.status, .json.error.code]' '[404,"model_not_found"]'
}

@test "serve: paths go without /v1 as well" {
	talk < <(http POST /chat/completions "$(make_request sh 'echo a')" 'Connection: close')
	assert_status 200
	talk < <(http POST /openai/v1/chat/completions "$(make_request sh 'echo a')")
	assert_status 200
}

@test "serve: a path nobody knows is 404, and a doubled one is explained" {
	talk < <(http POST /v1/responses '{}')
	assert_json '.[0] | [.status, .json.error.code]' '[404,"unknown_url"]'
	talk < <(http POST /v1/chat/completions/chat/completions '{}')
	assert_status 404
	assert_has "$output" 'the base URL ends with /v1'
}

@test "serve: an error quotes a path that is no UTF-8 as UTF-8" {
	talk < <(http GET /v1/%ff%0a%c3%a9 '')
	assert_status 404
	assert_json '.[0].json.error.message | contains("/v1/\ufffd\né")' true
}

@test "serve: models, all and one" {
	talk -m GET < <(http GET /v1/models '' && http GET /v1/models/py '' && http GET /v1/models/a%2Fb '')
	assert_status 200 200 404
	assert_json '.[0].json | [.object, (.data | length > 5), (.data[0] | [.object, .owned_by])]' \
		'["list",true,["model","codeexec"]]'
	assert_json '.[1].json.id' '"python"'
	assert_json '.[2].json.error.code' '"model_not_found"'
}

@test "serve: models have their versions, and are what the schema says" {
	requires data
	talk -m GET,GET,HEAD < <(http GET /v1/models '' && http GET /v1/models/bash '' && http HEAD /v1/models '')
	assert_status 200 200 200
	assert_json '.[0].json.data | map(.codeexec | select(.installed)) | map(.version) | unique | length > 5' true
	assert_json '.[1].json.codeexec.version | test("^GNU bash, version 5")' true
	jq -c '.[0].json' <<<"$output" | "$BATS_TEST_DIRNAME/schema" "$DATA/openapi/chat-schemas.json" ListModelsResponse
	jq -c '.[1].json' <<<"$output" | "$BATS_TEST_DIRNAME/schema" "$DATA/openapi/chat-schemas.json" Model
}

@test "serve: health needs no key, everything else does" {
	talk -m GET < <(printf 'GET /health HTTP/1.1\r\nHost: a\r\n\r\nGET /v1/models HTTP/1.1\r\nHost: a\r\n\r\nGET /metrics HTTP/1.1\r\nHost: a\r\n\r\nGET /x HTTP/1.1\r\nHost: a\r\n\r\n')
	assert_status 200 401 401 401
	assert_json '.[0].json' '{"status":"ok"}'
}

@test "serve: P1: 100 Continue comes before the body is sent" {
	scenario client.expects_continue "$address"
	assert_json . '[[100],200]'
}

@test "serve: P1: a body of 2 MB from curl is answered" {
	make_request bash 'wc -c' ".codeexec.stdin = (\"x\" * 2000000)" >"$BATS_TEST_TMPDIR/body"
	run -0 curl -sS --unix-socket "${address#unix:}" http://test/v1/chat/completions \
		-H "Authorization: Bearer $KEY" -H 'Expect: 100-continue' -d "@$BATS_TEST_TMPDIR/body"
	assert_content $'2000000\n'
}

@test "serve: P1: without a key it is 401, without 100" {
	scenario client.expects_refusal "$address"
	assert_json . '[[],401]'
}

@test "serve: P3: a chunked body, with extensions, trailers and upper-case digits" {
	local body
	body=$(make_request bash 'echo chunked')
	talk < <(
		http POST /v1/chat/completions '' 'Transfer-Encoding: chunked'
		printf 'A;a="b;c";d\r\n%s\r\n' "${body:0:10}"
		printf '%X\r\n%s\r\n0\r\nX-Trailer: a\r\n\r\n' $((${#body} - 10)) "${body:10}"
	)
	assert_json '.[0].json.choices[0].message.content' '"chunked\n"'
}

@test "serve: P4: a chunk without size, without its end or of a huge size is refused" {
	local chunk
	for chunk in 'x\r\nabc\r\n' '3\r\nabcd\r\n' '3\r\nabc' 'FFFFFFFFFFFFFFFF\r\nabc' \
		'10000000000000000\r\n' '3\nabc\r\n' '-3\r\nabc\r\n' '3 \r\nabc\r\n'; do
		talk < <(
			http POST /v1/chat/completions '' 'Transfer-Encoding: chunked'
			printf %b "$chunk"
		)
		assert_json 'map([.status, .fields.connection])' '[[400,"close"]]'
	done
}

@test "serve: P6: a Content-Length that is none, or two, is refused" {
	local length
	for length in '5, 5' '+5' '0x5' '-1' '5 5' '' '11111111111111111111' '5\r\nContent-Length: 6'; do
		talk < <(printf 'POST /v1/chat/completions HTTP/1.1\r\nHost: a\r\nContent-Length: %b\r\n\r\nhello' "$length")
		assert_json 'map([.status, .fields.connection])' '[[400,"close"]]'
	done
}

@test "serve: P7: a Transfer-Encoding other than chunked, once, is refused" {
	local coding
	for coding in xchunked 'chunked, identity' 'identity, chunked' gzip 'chunked, chunked' \
		'chunked\r\nTransfer-Encoding: chunked' 'chunked\r\nContent-Length: 5' '\x0bchunked'; do
		talk < <(printf 'POST /v1/chat/completions HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: %b\r\n\r\n0\r\n\r\n' "$coding")
		assert_json 'map([.status, .fields.connection])' '[[400,"close"]]'
	done
	talk < <(printf 'POST /v1/chat/completions HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n')
	assert_json 'map([.status, .fields.connection])' '[[400,"close"]]'
}

@test "serve: P9: names of fields and the scheme go in any case" {
	local body
	body=$(make_request sh 'echo a')
	talk < <(printf 'POST /v1/chat/completions HTTP/1.1\r\nhOST: a\r\nAUTHORIZATION: bEARER %s\r\ncontent-length: %d\r\n\r\n%s' \
		"$KEY" ${#body} "$body")
	assert_status 200
}

@test "serve: P10: POST without a length has no body, and is answered at once" {
	talk -k 1 < <(http POST /v1/chat/completions '')
	assert_json '.[0] | [.status, .json.error.code]' '[400,"invalid_json"]'
}

@test "serve: P12: HTTP/0.9, HTTP/2 and TLS are told and closed" {
	talk < <(printf 'GET /health\r\n\r\n')
	assert_json 'map([.status, .fields.connection])' '[[400,"close"]]'
	talk < <(printf 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')
	assert_json 'map([.status, .fields.connection])' '[[400,"close"]]'
	talk < <(printf '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03')
	assert_json 'map([.status, .fields.connection])' '[[400,"close"]]'
}

@test "serve: P13: HEAD has the head of GET and no body" {
	local path
	for path in /health /v1/models /metrics; do
		talk -m GET,HEAD < <(http GET "$path" '' && http HEAD "$path" '')
		assert_status 200 200
		assert_json '[.[0].fields."content-type", .[1].body]' "[$(jq '.[1].fields."content-type"' <<<"$output"),\"\"]"
	done
	talk -m HEAD < <(printf 'HEAD /health HTTP/1.1\r\n\r\n')
	assert_status 400
}

@test "serve: P15: two requests in one piece are answered in order" {
	talk < <(post 'echo first' && post 'echo second')
	assert_json 'map(.json.choices[0].message.content)' '["first\n","second\n"]'
}

@test "serve: P15: a hundred requests in one piece are answered in order" {
	talk -m GET < <(for i in $(seq 100); do http GET "/v1/models/no-$i" ''; done)
	assert_json '[length, (map(.json.error.message | capture("no-(?<n>[0-9]+)").n | tonumber) == [range(1; 101)])]' \
		'[100,true]'
}

@test "serve: P16: three requests on one connection, and one that is refused between" {
	talk < <(
		post 'echo 1'
		printf 'POST /v1/chat/completions HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello'
		http POST /v1/chat/completions 'no json'
		post 'echo 4'
	)
	assert_status 200 401 400 200
}

@test "serve: P16: a large body behind a refusal is not taken for a request" {
	talk < <(
		printf 'POST /v1/chat/completions HTTP/1.1\r\nHost: a\r\nContent-Length: 150000\r\n\r\n'
		for i in $(seq 2000); do http GET /v1/models ''; done
	)
	assert_json 'map([.status, .fields.connection])' '[[401,"close"]]'
}

@test "serve: P19: a client that ends its sending gets its answer" {
	run -0 timeout 20 nc -N -U "${address#unix:}" < <(post 'sleep 0.3; echo late')
	output=$(tail -n 1 <<<"$output")
	assert_content $'late\n'
}

@test "serve: P19: over socat as well" {
	run -0 timeout 20 socat -t 10 - "UNIX-CONNECT:${address#unix:}" < <(post 'sleep 0.3; echo late')
	output=$(tail -n 1 <<<"$output")
	assert_content $'late\n'
}

@test "serve: P21: a head, a target and a number of fields beyond bounds are 431" {
	talk < <(http GET /health '' "X: $(head -c 100000 /dev/zero | tr '\0' x)")
	assert_json 'map([.status, .fields.connection])' '[[431,"close"]]'
	talk < <(http GET "/$(head -c 100000 /dev/zero | tr '\0' x)" '')
	assert_json 'map([.status, .fields.connection])' '[[431,"close"]]'
	talk < <(printf 'GET /health HTTP/1.1\r\nHost: a\r\n' && for i in $(seq 10000); do printf 'x%d: y\r\n' "$i"; done && printf '\r\n')
	assert_json 'map([.status, .fields.connection])' '[[431,"close"]]'
}

@test "serve: P21: so are arguments and cookies beyond bounds" {
	local many fields
	many=$(printf '&a=b%.0s' {1..1600})
	for target in "/health?$many" "/v1/models?${many//a=b}"; do
		talk -m GET < <(http GET "$target" '')
		assert_json 'map([.status, .fields.connection, .json.error.code])' '[[431,"close","headers_too_large"]]'
	done
	talk -m GET < <(http GET /health '' "Cookie: ${many//&/;}")
	assert_json 'map([.status, .fields.connection, .json.error.code])' '[[431,"close","headers_too_large"]]'
	many=$(printf '&a=b%.0s' {1..99})
	mapfile -t fields < <(printf 'x%s:y\n' {1..90})
	talk -m GET < <(http GET "/health?a=b$many" '' "Cookie: $(head -c 25000 /dev/zero | tr '\0' x)${many//&/;}" "${fields[@]}")
	assert_status 200
}

@test "serve: P22: no Host, or two, is refused; HTTP/1.0 needs none" {
	talk < <(printf 'GET /health HTTP/1.1\r\n\r\n')
	assert_status 400
	talk < <(printf 'GET /health HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n')
	assert_status 400
	talk < <(printf 'GET /health HTTP/1.0\r\n\r\n')
	assert_status 200
}

@test "serve: P24: GET where POST is wanted is 405 with Allow" {
	talk -m GET < <(http GET /v1/chat/completions '')
	assert_json '.[0] | [.status, .fields.allow, .json.error.code]' '[405,"POST, OPTIONS","method_not_allowed"]'
}

@test "serve: P25: other methods are 405, CONNECT is 400" {
	local method
	for method in PUT TRACE DELETE post PATCH; do
		talk -m "$method" < <(http "$method" /v1/chat/completions '')
		assert_json 'map([.status, .fields.allow])' '[[405,"POST, OPTIONS"]]'
	done
	talk < <(http CONNECT test:80 '')
	assert_status 400
}

@test "serve: P27: a body that is coded is refused by name" {
	talk < <(post 'echo a' . 'Content-Encoding: gzip')
	assert_status 400
	assert_has "$output" "gzip"
	talk < <(post 'echo a' . 'Content-Encoding: identity')
	assert_status 200
}

@test "serve: P28: what is no key is 401 with WWW-Authenticate" {
	local shown
	for shown in Bearer "Bearer  $KEY" "Bearer $KEY " "Basic $KEY" "$KEY" "Bearer ${KEY}x" "Bearer ${KEY:1}" "Bearer $KEY, Bearer $KEY"; do
		talk -m GET < <(printf 'GET /v1/models HTTP/1.1\r\nHost: a\r\nAuthorization: %s\r\n\r\n' "$shown")
		assert_json '.[0] | [.status, .fields."www-authenticate", .json.error.code]' '[401,"Bearer","invalid_api_key"]'
	done
	talk -m GET < <(http GET /v1/models '' "Authorization: Bearer $KEY")
	assert_status 400
}

@test "serve: P28: absent and wrong are told in the same words" {
	talk -m GET < <(printf 'GET /v1/models HTTP/1.1\r\nHost: a\r\n\r\nGET /v1/models HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer wrong\r\n\r\n')
	assert_json '.[0].body == .[1].body' true
}

@test "serve: api-key is as good as Authorization" {
	talk -m GET < <(printf 'GET /v1/models HTTP/1.1\r\nHost: a\r\napi-key: %s\r\n\r\n' "$KEY")
	assert_status 200
}

@test "serve: HTTP/1.0 is closed behind the answer, or kept when asked" {
	talk -m GET < <(printf 'GET /health HTTP/1.0\r\n\r\nGET /health HTTP/1.0\r\n\r\n')
	assert_status 200
	talk -m GET < <(printf 'GET /health HTTP/1.0\r\nConnection: keep-alive\r\n\r\nGET /health HTTP/1.0\r\n\r\n')
	assert_status 200 200
}

@test "serve: Connection: close closes, and what follows is not answered" {
	talk < <(post 'echo 1' . 'Connection: close' && post 'echo 2')
	assert_json 'map([.status, .fields.connection])' '[[200,"close"]]'
}

@test "serve: OPTIONS lets in the origins that the policy names" {
	talk -m OPTIONS < <(printf 'OPTIONS /v1/chat/completions HTTP/1.1\r\nHost: a\r\nOrigin: https://page.example\r\nAccess-Control-Request-Headers: x-stainless-os\r\n\r\n')
	assert_json '.[0] | [.status, .fields."access-control-allow-origin", .fields."access-control-allow-headers", .body]' \
		'[204,"https://page.example","x-stainless-os",""]'
	talk -m OPTIONS < <(printf 'OPTIONS /v1/chat/completions HTTP/1.1\r\nHost: a\r\nOrigin: https://other.example\r\n\r\n')
	assert_json '.[0] | [.status, .fields."access-control-allow-origin"]' '[204,null]'
}

@test "serve: an answer lets the origin read it" {
	talk < <(post 'echo 1' . 'Origin: https://page.example')
	assert_json '.[0].fields | [."access-control-allow-origin", .vary]' '["https://page.example","Origin"]'
}

@test "serve: a body that is too large is 413" {
	talk < <(http POST /v1/chat/completions '' 'Content-Length: 4194305')
	assert_json '.[0] | [.status, .fields.connection, .json.error.code]' '[413,"close","request_too_large"]'
	talk < <(
		http POST /v1/chat/completions '' 'Transfer-Encoding: chunked'
		printf '400001\r\n'
		head -c 4194305 /dev/zero
	)
	assert_json '.[0] | [.status, .fields.connection, .json.error.code]' '[413,"close","request_too_large"]'
}

@test "serve: a request that ends early is 400, and nothing runs" {
	local before request
	before=$(metric codeexec_runs_total)
	request=$(post 'echo 1' && echo .)
	talk < <(printf %s "${request:0:-5}")
	assert_json 'map([.status, .fields.connection])' '[[400,"close"]]'
	assert_eq "$(metric codeexec_runs_total)" "$before"
}

@test "serve: n choices come in one answer" {
	talk < <(post 'echo a' '.n = 3')
	assert_json '.[0].json.choices | map(.message.content)' '["a\n","a\n","a\n"]'
}
