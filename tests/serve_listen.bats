#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
#
# codeexec serve: where it listens, what signals do, keys, log and metrics.

load serve_suite

# What GET /v1/models is answered to KEY.
model_status() { # KEY
	curl -s -o /dev/null -w '%{http_code}' -H "api-key: $1" "http://${address}/v1/models"
}

@test "listen: 127.0.0.1:0 says which port it got" {
	serve 127.0.0.1:0 --allow bash
	[[ $address =~ ^127\.0\.0\.1:[1-9][0-9]*$ ]]
	assert_eq "$(model_status "$KEY")" 200
	end_server
}

@test "listen: [::1]:0 and a port alone, which is the loopback's" {
	local port
	serve '[::1]:0' --allow bash
	[[ $address =~ ^\[::1\]:[1-9][0-9]*$ ]]
	assert_eq "$(model_status "$KEY")" 200
	end_server
	port=$("$HTTP/scenario" wire.free_port)
	serve "$port" --allow bash
	assert_eq "$address" "127.0.0.1:$port"
	end_server
}

@test "listen: a unix socket is there for its owner and group, and gone afterwards" {
	serve "unix:$folder/a.sock" --allow bash
	assert_eq "$(stat -c %a "$folder/a.sock")" 660
	talk < <(post 'echo a')
	assert_status 200
	end_server
	[[ ! -e $folder/a.sock ]]
}

@test "listen: a socket that nobody serves is replaced, one that is served is not" {
	serve "unix:$folder/b.sock" --allow bash
	codeexec 74 serve --listen "unix:$folder/b.sock" --allow bash
	kill -KILL "$server"
	wait "$server" || true
	[[ -e $folder/b.sock ]]
	serve "unix:$folder/b.sock" --allow bash
	end_server
}

@test "listen: several addresses at once" {
	serve "127.0.0.1:0,unix:$folder/c.sock" --allow bash
	assert_eq "$(model_status "$KEY")" 200
	address=unix:$folder/c.sock
	talk < <(post 'echo a')
	assert_status 200
	end_server
}

@test "listen: what is no address is refused" {
	codeexec 64 serve --listen example.org:80 --allow bash
	codeexec 64 serve --listen '' --allow bash
	codeexec 64 serve --listen 127.0.0.1:70000 --allow bash
	codeexec 64 serve --listen unix: --allow bash
}

@test "listen: sockets that are passed as systemd passes them" {
	scenario manage.inherited "$folder/d.sock"
	assert_json . '[200,200,0]'
}

@test "signals: SIGTERM finishes what runs, takes no more and ends with 0" {
	serve "unix:$folder/e.sock" --allow bash
	scenario manage.term "$address" "$server"
	assert_json . '{"closed":true,"status":200,"connection":"close","content":"done\n"}'
	wait "$server"
}

@test "signals: SIGTERM leaves nobody without an answer who was let in by the kernel" {
	local address
	for address in 127.0.0.1:0 "unix:$folder/late.sock"; do
		serve "$address" --allow bash
		scenario manage.term_late "$address" "$server"
		assert_json . '[200,200,true]'
		eventually has_ended "$server"
	done
}

@test "signals: a second SIGTERM ends at once and leaves nothing behind" {
	serve 127.0.0.1:0 --allow bash --timeout 60s
	scenario manage.term_twice "$address" "$server"
	eventually has_ended "$server"
	requires plain
	assert_json '. < 500' true
}

@test "signals: SIGHUP reads the policy again; what is in flight keeps its own" {
	local policy=$BATS_TEST_TMPDIR/policy.yaml
	echo 'programs: [bash]' >"$policy"
	chmod 600 "$policy"
	serve "unix:$folder/f.sock" --policy "$policy"
	scenario manage.reload "$address" "$server" "$log" "$policy"
	end_server
	assert_json . '[200,403,200,403,200]'
	run -0 grep -c 'reload: .*policy.yaml:2:1: .*; what was in force stays so$' "$log"
	assert_eq "$output" 1
}

@test "signals: SIGHUP reads the keys again; a broken file keeps the old ones" {
	local keys=$BATS_TEST_TMPDIR/keys
	printf '%s\n' first-key-0123456789 second-key-0123456789 >"$keys"
	chmod 600 "$keys"
	serve "unix:$folder/g.sock" --allow bash --api-key-file "$keys"
	scenario manage.rotate "$address" "$server" "$log" "$keys"
	end_server
	assert_json . '[[200,200,401,200],[200,200,401,200],[401,200,200,200],[401,200,200,200]]'
	run ! grep -E 'first-key|short$' "$log"
}

@test "serve: an empty allowlist is said when it begins, and when it is read again" {
	serve "unix:$folder/empty.sock"
	assert_eq "$(grep -c "^codeexec: no program is allowed, .* --allow or 'programs' in the policy$" "$log")" 1
	kill -HUP "$server"
	eventually grep -q 'reload: done' "$log"
	said_twice() { (($(grep -c 'no program is allowed' "$log") == 2)); }
	eventually said_twice
	talk < <(post 'echo a')
	assert_json '.[0] | [.status, .json.error.code, .json.error.param]' '[403,"program_not_allowed","model"]'
	end_server
	serve "unix:$folder/empty.sock" --allow bash
	run ! grep 'no program is allowed' "$log"
	end_server
}

# A server whose bash takes two seconds to tell its version.
serve_slow_version() { # SOCKET
	jq --arg sleep "sleep 2.0$BASHPID" '.bash.version = ["-c", $sleep + "; echo slow"]' \
		"$BATS_TEST_DIRNAME/../interpreters.json" >"$BATS_TEST_TMPDIR/slow.json"
	chmod 600 "$BATS_TEST_TMPDIR/slow.json"
	serve "unix:$1" --allow bash,sh --interpreters "$BATS_TEST_TMPDIR/slow.json"
}

# The version that takes so long is being asked for.
is_asked() {
	pgrep -f "^sleep 2.0$BASHPID\$"
}

ask_models() { # SOCKET [CURL-OPTION...]
	curl -s --unix-socket "$1" http://test/v1/models -H "api-key: $KEY" "${@:2}"
}

# Ask in the background, and come back when the request has been sent; the
# answer goes to a file NAME.
start_asking() { # SOCKET NAME
	local folder=$BATS_TEST_TMPDIR
	ask_models "$1" -v >"$folder/$2" 2>"$folder/$2.log" 3>&- &
	asking+=("$!")
	eventually grep -q '^> GET' "$folder/$2.log"
}

@test "models: while versions are asked for others are served, and it is done once" {
	local start asking=()
	serve_slow_version "$folder/slow.sock"
	start_asking "$folder/slow.sock" first
	eventually is_asked
	start_asking "$folder/slow.sock" second
	talk < <(post 'echo meanwhile')
	assert_json '.[0].json.choices[0].message.content' '"meanwhile\n"'
	[[ ! -s $BATS_TEST_TMPDIR/first && ! -s $BATS_TEST_TMPDIR/second ]]
	wait "${asking[@]}"
	assert_eq "$(jq -c '[.data[].codeexec.version]' "$BATS_TEST_TMPDIR/first" "$BATS_TEST_TMPDIR/second")" \
		$'["slow",null]\n["slow",null]'
	start=${EPOCHREALTIME/./}
	ask_models "$folder/slow.sock" | grep -q slow
	[[ $((${EPOCHREALTIME/./} - start)) -lt 1800000 ]]
	end_server
}

@test "models: who goes while versions are asked for leaves them for others" {
	serve_slow_version "$folder/left.sock"
	run -28 ask_models "$folder/left.sock" -m 0.3
	run -0 ask_models "$folder/left.sock"
	assert_json '[.data[].codeexec.version]' '["slow",null]'
	end_server
}

@test "models: SIGTERM and SIGHUP in their midst lose no answer" {
	local asking=()
	serve_slow_version "$folder/midst.sock"
	start_asking "$folder/midst.sock" first
	eventually is_asked
	kill -HUP "$server"
	eventually grep -q 'reload: done' "$log"
	start_asking "$folder/midst.sock" second
	kill "$server"
	wait "${asking[@]}"
	eventually has_ended "$server"
	assert_eq "$(jq -c '[.data[].codeexec.version]' "$BATS_TEST_TMPDIR/first" "$BATS_TEST_TMPDIR/second")" \
		$'["slow",null]\n["slow",null]'
}

@test "keys: without one it does not begin, and says how to make one" {
	unset CODEEXEC_API_KEY
	codeexec 78 serve --allow bash
	assert_has "$stderr" 'openssl rand -hex 32'
	assert_eq "$output" ''
}

@test "keys: a short one, a file of none and one that others may read are refused" {
	local keys=$BATS_TEST_TMPDIR/keys
	CODEEXEC_API_KEY=short codeexec 78 serve --allow bash
	assert_has "$stderr" 'openssl rand -hex 32'
	unset CODEEXEC_API_KEY
	echo '# none' >"$keys"
	chmod 600 "$keys"
	codeexec 78 serve --allow bash --api-key-file "$keys"
	codeexec 78 serve --allow bash --api-key-file "$keys.none"
	assert_has "$stderr" "server.api_key_file: cannot open '$keys.none'"
	echo 0123456789abcdef >"$keys"
	chmod 644 "$keys"
	codeexec 78 serve --allow bash --api-key-file "$keys"
	assert_has "$stderr" "$keys"
	chmod 600 "$keys"
	codeexec 0 serve --allow bash --api-key-file "$keys" </dev/null
}

@test "keys: they are not in the server's environment, nor inside" {
	serve "unix:$folder/h.sock" --allow bash --pass-env-prefix CODEEXEC_
	run ! grep -qa "$KEY" "/proc/$server/environ"
	talk < <(post 'env; cat /proc/*/environ')
	end_server
	assert_status 200
	assert_json '.[0].json.choices[0].message.content | [contains("CODEEXEC_LOCK_DIR"), contains("'"$KEY"'")]' '[true,false]'
}

@test "log: a line a request, without code, output or key, as text and as JSON" {
	local format
	for format in text json; do
		serve "unix:$folder/i-$format.sock" --allow bash --log "$format"
		talk < <(post 'echo mar''ker-out; echo marker-code >&2' . 'X-Client-Request-Id: c"1')
		talk < <(http POST /v1/chat/completions '{"marker-body": 1')
		talk -m GET < <(printf 'GET /v1/models HTTP/1.1\r\nHost: a\r\napi-key: marker-key-0123456789\r\n\r\n')
		talk -m GET < <(http GET '/marker%0a%ff?marker-query=1' '')
		end_server
		run ! grep -E "marker-|$KEY" "$log"
		assert_eq "$(grep -c req_ "$log")" 4
		cp "$log" "$folder/log.$format"
	done
	run ! grep -P '[^\x20-\x7e]' "$folder"/log.text
	grep req_ "$log" | jq -se '.[0] | .status == 200 and .model == "bash" and .outcome == "exited" and
		.exit_code == 0 and .client_request_id == "c\"1" and .path == "/v1/chat/completions"'
	# What the service says of itself is in the log's format, too.
	jq -se 'map(select(.message)) | (.[0] | .level == "info" and (.message | startswith("listening on "))) and length == 2' "$log"
}

# SDKs and curl close as soon as they have all of it.
@test "log: who closes behind the answer is not told as gone" {
	serve "unix:$folder/close.sock" --allow bash
	for _ in {1..20}; do
		curl -sSf -o /dev/null --unix-socket "$folder/close.sock" http://test/v1/chat/completions \
			-H "api-key: $KEY" -d "$(make_request bash :)"
	done
	end_server
	assert_eq "$(grep -c ' POST .* 200 ' "$log")" 20
	run ! grep aborted "$log"
}

@test "log: none tells of no request" {
	serve "unix:$folder/j.sock" --allow bash --log none
	talk < <(post 'echo a')
	end_server
	run ! grep req_ "$log"
}

@test "metrics: every line is Prometheus's, and counts what was" {
	serve "unix:$folder/k.sock" --allow bash
	talk < <(post 'echo a' && post 'exit 3' && post 'kill -9 $$' && http POST /v1/chat/completions '{')
	scenario manage.metrics "$address"
	end_server
	assert_json '.values | [.["codeexec_requests_total{status=\"200\"}"], .["codeexec_requests_total{status=\"400\"}"],
		.["codeexec_runs_total{program=\"bash\",outcome=\"exited\"}"], .["codeexec_runs_total{program=\"bash\",outcome=\"signaled\"}"],
		.codeexec_in_flight, .codeexec_waiting, .codeexec_connections]' '[3,1,2,1,0,0,1]'
	assert_json '.families.codeexec_request_duration_seconds' '"histogram"'
	# The manual has all of them, each with its type, and no other.
	assert_eq "$(sed -nE 's/^\.B (codeexec_[a-z_]+) \\fR\(([a-z]+).*/\1 \2/p' "$BATS_TEST_DIRNAME/../man/codeexec-api.7.in" | sort)" \
		"$(jq -r '.families | to_entries[] | "\(.key) \(.value)"' <<<"$output" | sort)"
}

# It has all its libraries in it (STATIC in the Makefile).
is_static() {
	! readelf -d "$CODEEXEC" | grep -q NEEDED
}

@test "serve: only serve loads libmicrohttpd" {
	requires strace plain
	strace -f -o "$BATS_TEST_TMPDIR/run" -e trace=openat,open "$CODEEXEC" run --allow bash -m bash -c 'echo a'
	run ! grep libmicrohttpd "$BATS_TEST_TMPDIR/run"
	strace -f -o "$BATS_TEST_TMPDIR/serve" -e trace=openat,open "$CODEEXEC" serve --allow bash </dev/null
	if is_static; then
		run ! grep '\.so' "$BATS_TEST_TMPDIR/serve"
	else
		grep -q libmicrohttpd "$BATS_TEST_TMPDIR/serve"
	fi
}

@test "serve: without libmicrohttpd it says what to install, or needs none" {
	requires unshare
	local expected=74
	is_static && expected=0
	unshare --user --map-root-user --mount true 2>/dev/null || skip "no mount namespace to be had"
	run --separate-stderr "-$expected" unshare --user --map-root-user --mount bash -c '
		for file in $(/sbin/ldconfig -p | awk "/libmicrohttpd\.so/ {print \$NF}"); do mount --bind /dev/null "$(realpath "$file")"; done
		exec "$0" serve --allow bash </dev/null' "$CODEEXEC"
	is_static || assert_has "$stderr" 'apt-get install libmicrohttpd12'
}

@test "serve: Node is started before its run, which the metrics count, and ended with the server" {
	requires node
	wait_two() { [[ $(pgrep -P "$server" | wc -l) -eq 2 ]]; }
	none_left() { [[ -z $(pgrep -P "$server") ]]; }
	serve "unix:$folder/stock.sock" --allow node
	for _ in 1 2 3; do
		talk < <(http POST /v1/chat/completions "$(make_request node 'console.log(1)')")
		assert_json '.[0].json.choices[0].message.content' '"1\n"'
		sleep 0.5 # it boots
	done
	assert_eq "$(metric 'codeexec_starts_total{program="node",start="warm"}')" 1
	assert_eq "$(metric 'codeexec_starts_total{program="node",start="cold"}')" 2
	assert_eq "$(metric codeexec_in_flight)" 0
	eventually wait_two
	kill -HUP "$server"
	eventually grep -q 'reload: done' "$log"
	eventually none_left
	end_server
}
