#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
#
# codeexec serve: streams, and what becomes of a run whose client goes away.

setup_file() {
	load helpers
	load serve
	serve_folder
	serve "127.0.0.1:0,unix:$folder/serve.sock" --allow bash,python --timeout 30s
	tcp=$address
	address=unix:$folder/serve.sock
	export tcp
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

@test "stream: role, content, finish with the outcome, usage, [DONE], all framed" {
	scenario stream.shape "$tcp"
	assert_json .kinds '["role","content","finish","usage","done"]'
	assert_json '[.content, .exit_code, .stderr, .usage]' '["a\n",3,"b\n",[true,true,true,false]]'
	assert_json .framing '["chunked",null,"text/event-stream; charset=utf-8","no-cache","no"]'
	assert_json .id true
}

@test "stream: P30: HTTP/1.0 is not chunked, its end is the connection's" {
	scenario stream.shape "$address" 1.0
	assert_json '[.kinds[-1], .content, .framing[0], .framing[1]]' '["done","a\n",null,"close"]'
}

# An nginx of our own before the server, with nothing said of streams; its
# address is in $nginx.
nginx_before() { # ADDRESS
	local dir=$BATS_TEST_TMPDIR/nginx
	mkdir "$dir"
	nginx=127.0.0.1:$("$HTTP/scenario" wire.free_port)
	cat >"$dir/conf" <<-END
		daemon off; master_process off; pid $dir/pid; error_log $dir/error;
		events {}
		http {
			access_log off; client_body_temp_path $dir/b; proxy_temp_path $dir/p; fastcgi_temp_path $dir/f;
			uwsgi_temp_path $dir/u; scgi_temp_path $dir/s;
			server { listen $nginx; location / { proxy_pass http://$1; $2 } }
		}
	END
	PATH=$PATH:/usr/sbin nginx -e "$dir/error" -c "$dir/conf" 3>&- &
	nginx_pid=$!
	eventually "$HTTP/scenario" wire.reaches "$nginx"
}

@test "stream: P30: nginx hands it on unbuffered, by HTTP/1.0 and by 1.1" {
	PATH=$PATH:/usr/sbin requires nginx plain
	local version
	for version in 1.0 1.1; do
		nginx_before "$tcp" "proxy_http_version $version;"
		scenario stream.shape "$nginx"
		assert_json '[.kinds, .content]' '[["role","content","finish","usage","done"],"a\n"]'
		scenario stream.delay "$nginx"
		assert_json '. < 0.05' true
		kill "$nginx_pid"
		wait "$nginx_pid" || true
		rm -r "$BATS_TEST_TMPDIR/nginx"
	done
}

@test "stream: HTTP/1.0 with keep-alive is closed behind the stream all the same" {
	talk < <(
		post 'echo a' '.stream = true' 'Connection: keep-alive' | sed '1s/1\.1/1.0/'
		printf 'no request\r\n\r\n'
	)
	assert_json '.[0].body | endswith("data: [DONE]\n\n")' true
	assert_json length 1
}

@test "stream: content comes within 50 ms of when it is written" {
	requires plain
	scenario stream.delay "$tcp"
	assert_json '. < 0.05' true
}

@test "stream: no piece cuts a character" {
	scenario stream.characters "$address"
	assert_json . '["😀é�",3]'
}

@test "stream: an error before the program begins is no stream" {
	scenario stream.refused "$address"
	assert_json . '[404,"application/json","model_not_found"]'
}

@test "stream: a client that resets ends its run within 100 ms" {
	scenario stream.gone "$tcp" reset stream
	requires plain
	assert_json '. < 100' true
}

@test "stream: one that resets ends a run that is not streamed, too" {
	scenario stream.gone "$tcp" reset whole
	requires plain
	assert_json '. < 100' true
}

@test "stream: a close on a unix socket ends its run, streamed or not" {
	scenario stream.gone "$address" close stream
	scenario stream.gone "$address" close whole
	requires plain
	assert_json '. < 100' true
}

# As SDKs abort: with nothing left to read, close(2) is but a FIN.
@test "stream: a close over TCP ends its run, streamed or not" {
	scenario stream.gone "$tcp" close stream
	requires plain
	assert_json '. < 100' true
	scenario stream.gone "$tcp" close whole
	assert_json '. < 100' true
}

@test "stream: who only ends sending reads to the end, over TCP and unix" {
	scenario stream.half "$tcp"
	assert_json . '"a\nb\n"'
	scenario stream.half "$address"
	assert_json . '"a\nb\n"'
}

@test "stream: P31: a flood that nobody reads takes no memory and keeps nobody out" {
	scenario stream.unread "$tcp" "$server"
	assert_json .other 200
	requires plain
	assert_json '.after - .before < 16384' true
}

@test "stream: a run that ended with its client is told as such" {
	local before
	before=$(metric 'codeexec_runs_total{program="bash",outcome="cancelled"}')
	scenario stream.gone "$address" close whole
	run -0 grep POST "$log"
	[[ ${lines[-1]} == *' 499 model=bash '*'ms 0B aborted' ]]
	assert_eq "$(metric 'codeexec_runs_total{program="bash",outcome="cancelled"}')" $((before + 1))
}
