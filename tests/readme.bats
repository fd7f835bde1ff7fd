#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
#
# Every command of the README runs as it stands; the two that install are what
# a new machine is set up with (.ci/run). Those of examples/README.md that are
# not here are in machines.bats.

setup() {
	load helpers
	cd "$BATS_TEST_TMPDIR" || return 1
	ln -s "$(realpath "$CODEEXEC")" codeexec
	cp "$BATS_TEST_DIRNAME/../README.md" .
}

# The commands of the block of README.md that holds PART.
block() { # PART
	awk -v part="$1" '
		/^(```|````)sh$/ {fence = substr($0, 1, length($0) - 2); text = ""; next}
		fence && $0 == fence {if (index(text, part)) printf "%s", text; fence = ""; next}
		fence {text = text $0 "\n"}' README.md
}

# Run the block that holds PART, from a shell, with exit code N.
try_block() { # N PART
	local commands
	commands=$(block "$2")
	[[ -n $commands ]]
	TMPDIR=$BATS_TEST_TMPDIR run --separate-stderr "-$1" timeout 60 bash -c "$commands"
}

@test "readme: two blocks pipe into one completion" {
	try_block 0 '"codeexec", "messages"'
	assert_content $'15\n'
}

@test "readme: raw output and the exit code, as a shell has them" {
	try_block 0 '-m python --raw'
	assert_eq "$output" 15
}

@test "readme: a CI step sees the checkout" {
	chmod 755 "$BATS_RUN_TMPDIR" "$BATS_RUN_TMPDIR"/test "$BATS_TEST_TMPDIR"
	try_block 0 '--read-only .'
	assert_eq "$output" README.md
}

@test "readme: check passes here" {
	try_block 0 'codeexec check'
	assert_has "$output" "seccomp"
}

@test "readme: its policy is valid" {
	awk '/^```yaml$/ {on = 1; next} /^```$/ {on = 0} on' README.md >policy.yaml
	chmod 600 policy.yaml
	codeexec 0 policy --file policy.yaml
}

# The block that holds PART, with a port of its own for 8080, and COMMANDS
# behind it. What it leaves running is ended.
try_server() { # PART [COMMANDS]
	local commands port
	port=$("$BATS_TEST_DIRNAME/http/scenario" wire.free_port)
	commands=$(block "$1")
	[[ -n $commands ]]
	commands=${commands//8080/$port}
	run --separate-stderr -0 timeout 60 bash -c "$commands${2//8080/$port}"
	output=$(tail -n 1 <<<"$output")
}

@test "readme: a server and curl" {
	try_server 'serve --listen'
	assert_content $'42\n'
}

@test "readme: socat for a server, of the examples" {
	cp "$BATS_TEST_DIRNAME/../examples/README.md" .
	PATH=$PWD:$PATH
	try_server 'socat TCP-LISTEN' $'\nsleep 1\ncurl -s http://127.0.0.1:8080/v1/models -H "api-key: $CODEEXEC_API_KEY"; kill $!'
	assert_json '[.data[].id]' '["python","bash"]'
}

@test "readme: an evaluation loop, by a batch" {
	try_block 0 'codeexec batch --allow python --ordered'
	assert_eq "$output" $'1 1\n\n2 4\n\n3 9'
}

@test "readme: an interpreter that is kept" {
	try_block 0 '.steps[0].start'
	assert_eq "$(cut -d , -f 2 <<<"$output" | sort -u | xargs)" 'cold] warm]'
}

@test "readme: every shell block is tried by a test" {
	# Seven above, and the two that install.
	assert_eq "$(grep -cE '^`{3,4}sh$' README.md)" 9
	cd "$BATS_TEST_DIRNAME/.."
	# One above, six in machines.bats.
	assert_eq "$(grep -cE '^`{3,4}sh$' examples/README.md)" 7
	run ! grep -E '^`{3,4}sh$' docs/*.md
}

@test "readme: the first screen is what it is, the two commands, a request and its answer" {
	local first
	first=$(sed '/^!\[/,$d' README.md)
	[[ $(wc -l <<<"$first") -le 50 && $(wc -l <README.md) -lt 200 ]]
	assert_eq "$(grep -oE '^`{3,4}(sh|json)$' <<<"$first" | tr -d '`' | xargs)" "sh sh sh json"
	assert_eq "$(sed -n 's/^### //p' README.md)" "In a pipe
Over HTTP
As a step of CI
In an evaluation loop"
}

# The links of Markdown FILE that lead into the tree, as "TEXT<TAB>PATH".
links() { # FILE
	grep -oE '\[[^]]+\]\([^)]+\)' "$1" | sed -E 's/^\[(.*)\]\(([^)#]*)(#.*)?\)$/\1\t\2/' | grep -v '://'
}

@test "readme: every link leads to a file, and one to a suite by a name to a test of that name" {
	local file text path count=0
	cd "$BATS_TEST_DIRNAME/.."
	for file in ./*.md docs/*.md examples/README.md examples/*/README.md; do
		while IFS=$'\t' read -r text path; do
			path=${file%/*}/$path
			[[ -e $path ]] || assert_eq "$file: $path" "a file"
			count=$((count + 1))
			[[ $path == *.bats && $text == *' '* ]] || continue
			grep -qxF "@test \"$text\" {" "$path" || assert_eq "$path: $text" "a test"
		done < <(links "$file")
	done
	[[ $count -gt 50 ]]
}
