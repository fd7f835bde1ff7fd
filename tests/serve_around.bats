#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
#
# codeexec serve: one conversation on stdin and stdout, whatever they are and
# whoever has opened them. What is configured is in examples/ and its README.md.

setup_file() {
	load helpers
	load serve
	serve_folder
	printf '%s\n' "$KEY" >"$folder/keys"
	printf 'programs: [bash]\nserver: {api_key_file: %s}\n' "$folder/keys" >"$CODEEXEC_POLICY"
	chmod 600 "$folder/keys"
	unset CODEEXEC_API_KEY
}

teardown_file() {
	rm -rf "$folder"
}

setup() {
	load helpers
	load serve
	PATH=$PATH:/usr/sbin:/usr/local/lib/codeexec-check/usr/sbin
	port=$("$HTTP/scenario" wire.free_port)
	address=127.0.0.1:$port
}

teardown() {
	[[ -z ${daemon:-} ]] || kill "$daemon" 2>/dev/null || true
	[[ -z ${daemon:-} ]] || wait "$daemon" 2>/dev/null || true
}

# Start COMMAND, which will listen on $address; its pid is in $daemon.
start() { # COMMAND...
	"$@" </dev/null >"$BATS_TEST_TMPDIR/daemon.log" 2>&1 3>&- &
	daemon=$!
	eventually "$HTTP/scenario" wire.reaches "$address"
}

# The example FILE for this program, this port and this user.
example() { # FILE
	sed -e "s|/usr/local/bin/codeexec|$(realpath "$CODEEXEC")|" -e "s/8080/$port/" \
		-e "s/\(user *= *\|nowait[.0-9]* \)codeexec/\1$(id -un)/" "$BATS_TEST_DIRNAME/../examples/$1" >"$BATS_TEST_TMPDIR/$1"
}

# The command that examples/README.md has for NAME, with this program and this port.
recipe() { # NAME
	local command
	command=$(sed -n "s/^| $1 | \`\([^\`]*\)\`.*/\1/p" "$BATS_TEST_DIRNAME/../examples/README.md")
	[[ -n $command ]]
	command=${command/codeexec serve/$CODEEXEC serve}
	echo "${command/8080/$port}"
}

# A conversation of two requests, the client ending its sending, as it must go.
assert_conversation() {
	talk < <(post 'echo one' && post 'sleep 0.2; echo two')
	assert_json 'map(.json.choices[0].message.content)' '["one\n","two\n"]'
}

# What is in FILE, as answers in $output.
answers_in() { # FILE
	run --separate-stderr -0 "$HTTP/talk" - <"$1"
}

@test "around: a file for stdin, a file for stdout" {
	(post 'echo one' && post 'echo two') >"$BATS_TEST_TMPDIR/request.http"
	(cd "$BATS_TEST_TMPDIR" && bash -c "$(recipe 'a file')" >"$BATS_TEST_TMPDIR/out")
	answers_in "$BATS_TEST_TMPDIR/out"
	assert_json 'map(.json.choices[0].message.content)' '["one\n","two\n"]'
}

@test "around: pipes, of which stdin ends before the answer" {
	post 'sleep 0.3; echo late' | "$CODEEXEC" serve | cat >"$BATS_TEST_TMPDIR/out"
	answers_in "$BATS_TEST_TMPDIR/out"
	assert_json 'map(.json.choices[0].message.content)' '["late\n"]'
}

@test "around: a stream over pipes" {
	post 'echo one' '.stream = true' | "$CODEEXEC" serve | cat >"$BATS_TEST_TMPDIR/out"
	answers_in "$BATS_TEST_TMPDIR/out"
	assert_has "$output" 'data: [DONE]'
}

@test "around: nothing on stdin is no error, half a request is answered" {
	codeexec 0 serve </dev/null
	assert_eq "$output" ''
	printf 'GET /health HTTP/1.1\r\n' | "$CODEEXEC" serve >"$BATS_TEST_TMPDIR/out"
	answers_in "$BATS_TEST_TMPDIR/out"
	assert_status 400
}

@test "around: a reader that goes ends the run of a conversation on pipes" {
	scenario around.reader_goes
	requires plain
	assert_json '. < 500' true
}

@test "around: stdin and stdout that are two sockets" {
	scenario around.two_sockets
	assert_json . 200
}

@test "around: an accepted socket, stderr elsewhere (systemd, Accept=yes)" {
	scenario around.accepted "$BATS_TEST_TMPDIR/journal"
	assert_json . '[200,200,0]'
	assert_eq "$(grep -c ' POST /v1/chat/completions 200 ' "$BATS_TEST_TMPDIR/journal")" 2
}

@test "around: when stderr is the conversation nothing but answers goes there (inetd)" {
	scenario around.accepted
	assert_json . '[200,200,0]'
}

# Connect COUNT times in a row, and say nothing: who starts us counts that.
knock() { # COUNT
	local i
	for ((i = 0; i < $1; i++)); do
		exec {knocking}<>"/dev/tcp/127.0.0.1/$port"
		exec {knocking}>&-
	done
}

@test "around: a full disk is exit code 74" {
	post 'echo one' >"$BATS_TEST_TMPDIR/request.http"
	run -74 bash -c '"$0" serve <"$1" >/dev/full' "$CODEEXEC" "$BATS_TEST_TMPDIR/request.http"
}

@test "around: a socket that listens is not taken for a conversation" {
	scenario around.listening
	assert_json '.[0]' 78
	assert_has "$output" 'nowait'
}

@test "around: inetd" {
	requires inetd
	example inetd.conf
	start inetd -i "$BATS_TEST_TMPDIR/inetd.conf"
	knock 260
	assert_conversation
}

@test "around: xinetd" {
	requires xinetd
	example xinetd.conf
	start xinetd -dontfork -f "$BATS_TEST_TMPDIR/xinetd.conf" -pidfile "$BATS_TEST_TMPDIR/pid" -filelog "$BATS_TEST_TMPDIR/log"
	knock 100
	assert_conversation
}

@test "around: socat, with a socket pair and with pipes" {
	requires socat
	start socat "TCP-LISTEN:$port,bind=127.0.0.1,fork,reuseaddr" "EXEC:$CODEEXEC serve"
	assert_conversation
	kill "$daemon"
	port=$("$HTTP/scenario" wire.free_port)
	address=127.0.0.1:$port
	start bash -c "exec $(recipe 'socat, by pipes')"
	assert_conversation
}

@test "around: tcpserver" {
	requires tcpserver
	start bash -c "exec $(recipe tcpserver)"
	assert_conversation
}

@test "around: systemd-socket-activate, a process a conversation" {
	requires systemd-socket-activate
	start systemd-socket-activate -l "$address" --accept --inetd -E CODEEXEC_POLICY -E CODEEXEC_LOCK_DIR "$CODEEXEC" serve
	assert_conversation
}

@test "around: systemd-socket-activate, one process for all" {
	requires systemd-socket-activate
	start systemd-socket-activate -l "$address" -E CODEEXEC_POLICY -E CODEEXEC_LOCK_DIR "$CODEEXEC" serve
	assert_conversation
	assert_conversation
}

@test "around: ssh with a forced command" {
	requires sshd ssh ssh-keygen
	ssh_daemon
	post 'sleep 0.2; echo over ssh' | timeout 30 ssh "${ssh[@]}" >"$BATS_TEST_TMPDIR/out"
	answers_in "$BATS_TEST_TMPDIR/out"
	assert_json 'map(.json.choices[0].message.content)' '["over ssh\n"]'
}

# An sshd of our own on $address; how to reach it is in $ssh.
ssh_daemon() {
	local etc=$BATS_TEST_TMPDIR/ssh
	mkdir -p "$etc"
	[[ $EUID -ne 0 ]] || mkdir -p /run/sshd
	ssh-keygen -q -t ed25519 -N '' -f "$etc/host"
	ssh-keygen -q -t ed25519 -N '' -f "$etc/user"
	recipe ssh | sed -e "s|codeexec serve|& --policy $CODEEXEC_POLICY --lock-dir $CODEEXEC_LOCK_DIR|" \
		-e "s|ssh-ed25519 …|$(cat "$etc/user.pub")|" >"$etc/keys"
	start "$(command -v sshd)" -D -e -f /dev/null -p "$port" -h "$etc/host" -o ListenAddress=127.0.0.1 \
		-o AuthorizedKeysFile="$etc/keys" -o StrictModes=no -o UsePAM=no -o PidFile=none
	ssh=(-p "$port" -i "$etc/user" -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null
		-o BatchMode=yes -o LogLevel=ERROR -F /dev/null "$(id -un)@127.0.0.1")
	if ! timeout 30 ssh "${ssh[@]}" </dev/null; then
		grep -qE 'account is locked|shell .* does not exist' "$BATS_TEST_TMPDIR/daemon.log" || return 1
		skip "sshd lets $(id -un) in under no circumstances here"
	fi
}

@test "around: the policy of the examples, with a key made as they say" {
	local examples=$BATS_TEST_DIRNAME/../examples etc=$BATS_TEST_TMPDIR/etc command
	mkdir "$etc"
	while read -r command; do
		command=${command//\/etc\/codeexec/$etc}
		(cd "$examples" && bash -ec "${command/-g codeexec/-g $(id -gn)}")
	done < <(sed -n '/^useradd /,/^```$/p' "$examples/README.md" | sed '1d;$d')
	assert_eq "$(stat -c %a "$etc/keys")" 640
	[[ $EUID -eq 0 ]] || chmod 600 "$etc/keys"
	sed -i "s|/etc/codeexec|$etc|" "$etc/policy.yaml"
	CODEEXEC_POLICY=$etc/policy.yaml codeexec 0 policy server limits.blocks
	assert_has "$output" "$etc/keys"
	KEY=$(cat "$etc/keys")
	post 'echo one' >"$BATS_TEST_TMPDIR/request.http"
	CODEEXEC_POLICY=$etc/policy.yaml run -0 timeout 60 "$CODEEXEC" serve <"$BATS_TEST_TMPDIR/request.http"
	assert_has "$output" 'HTTP/1.1 200 OK'
}
