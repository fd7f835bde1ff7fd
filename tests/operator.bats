#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
#
# What the operator opens, and what is said of it in every result.

setup() {
	load helpers
	# Below /tmp, so that a path of the workdir's file system is tried too.
	dir=$(mktemp -d /tmp/codeexec-test.XXXXXX)
	chmod 755 "$dir"
}

teardown() {
	rm -rf "$dir"
}

@test "operator: a read-only folder is seen at its place and cannot be written" {
	echo hello >"$dir/file"
	run_code sh "cat $dir/file; touch $dir/new" --read-only "$dir"
	assert_content $'hello\n'
	assert_has "$(member .codeexec.stderr)" "Read-only file system"
	[[ ! -e $dir/new ]]
}

@test "operator: a file of the host's /etc takes the place of the sandbox's own" {
	run_code sh 'cat /etc/hosts /etc/passwd' --read-only /etc/hosts,/etc/passwd
	assert_content "$(cat /etc/hosts /etc/passwd)"$'\n'
}

# Run codeexec on a host whose /etc/codeexec all may write to: $dir/etc/codeexec.
with_own_etc() { # N ARGUMENT...
	local want=$1 enter=(unshare -m)
	shift
	[[ $EUID -eq 0 ]] || enter=(unshare -Urm)
	mkdir -p "$dir/etc/codeexec"
	chmod 777 "$dir/etc/codeexec"
	run --separate-stderr "-$want" timeout 60 "${enter[@]}" bash -ec '
		mount -t overlay -o "lowerdir=$1/etc:/etc" overlay /etc 2>/dev/null || mount --bind "$1/etc" /etc
		mount --bind "$1/etc/codeexec" /etc/codeexec
		exec "${@:2}"' bash "$dir" "$CODEEXEC" "$@"
}

@test "operator: no file of the sandbox's comes to be in a folder of the host" {
	requires ruby
	with_own_etc 0 run --allow ruby -r -m ruby -c 'puts Dir.children("/etc/codeexec")'
	assert_eq "$output" sync.rb
	with_own_etc 64 run --allow ruby --read-write /etc/codeexec -m ruby -c 'puts 1'
	assert_has "$stderr" "--read-write: '/etc/codeexec' cannot be shown inside: "
	assert_eq "$(ls -A "$dir/etc/codeexec")" ""
}

@test "operator: a read-write folder can be written" {
	chmod 777 "$dir"
	run_code sh "echo hello >$dir/new" --read-write "$dir"
	assert_json .codeexec.exit_code 0
	assert_eq "$(cat "$dir/new")" hello
}

@test "operator: root shows a folder below one that is closed to others" {
	requires root
	mkdir -m 700 "$dir/closed"
	mkdir -m 755 "$dir/closed/open"
	echo hello >"$dir/closed/open/file"
	run_code sh "cat $dir/closed/open/file" --read-only "$dir/closed/open"
	assert_content $'hello\n'
}

@test "operator: a program starts where --chdir says" {
	run_code sh pwd --read-only "$dir" --chdir "$dir"
	assert_content "$dir"$'\n'
}

@test "operator: a --chdir that is not seen inside is refused, with the remedy" {
	codeexec 69 run --allow sh -m sh -c pwd --chdir "$dir"
	assert_has "$stderr" "process: chdir: No such file or directory; remedy: --chdir"
}

@test "operator: an interpreter elsewhere works once its folder is named" {
	mkdir "$dir/bin"
	printf '#!/bin/sh\necho elsewhere\n' >"$dir/bin/python3"
	chmod 755 "$dir/bin/python3"
	run_code python 'print(1)' --prefix "$dir"
	assert_content $'elsewhere\n'
	run_code sh 'command -v python3' --prefix "$dir"
	assert_content "$dir/bin/python3"$'\n'
}

@test "operator: a caller's PATH does not find an interpreter" {
	mkdir "$dir/bin"
	printf '#!/bin/sh\necho mine\n' >"$dir/bin/python3"
	chmod 755 "$dir/bin/python3"
	PATH=$dir/bin:$PATH run_code python 'print(1)'
	assert_content $'1\n'
}

@test "operator: /usr/local is empty unless it is named" {
	[[ -d /usr/local/share ]] || skip "/usr/local is empty here"
	run_code sh 'ls /usr/local | wc -l'
	assert_content $'0\n'
	run_code sh 'ls -d /usr/local/share' --prefix /usr/local
	assert_content $'/usr/local/share\n'
}

@test "operator: the host's network is said in the result" {
	run_code python 'import os; print(os.readlink("/proc/self/ns/net"))' --network host
	assert_content "$(readlink /proc/self/ns/net)"$'\n'
	assert_json .codeexec.network '"host"'
}

@test "operator: without a sandbox every result says so" {
	run_code python 'print(__file__.startswith("/tmp/codeexec-"))' --sandbox off
	assert_content $'True\n'
	assert_json '.codeexec | [.sandbox, .network, .user, .limits_by.memory]' \
		'["off","host","host","none"]'
}

@test "operator: without a sandbox HOME is the folder, which is gone afterwards" {
	run_code sh 'pwd; echo $HOME; echo x >left' --sandbox off
	local folders
	folders=$(member '.choices[0].message.content')
	assert_eq "$(sed -n 1p <<<"$folders")" "$(sed -n 2p <<<"$folders")"
	[[ ! -e $(sed -n 1p <<<"$folders") ]]
}

@test "operator: without a sandbox a program has the files that the registry gives it" {
	requires ruby
	run_code ruby 'puts 1; puts ENV["RUBYOPT"]' --sandbox off
	local file
	file=$(jq -r '.choices[0].message.content' <<<"$output" | sed -n 's/^-r//p')
	assert_has "$file" /etc/codeexec/sync.rb
	[[ ! -e $file && ! -e ${file%/etc/*} ]]
}

@test "operator: without a sandbox background processes end as well" {
	run_code sh 'setsid sleep 4321 & sleep 4321 & echo a' --sandbox off
	assert_content $'a\n'
	run -1 pgrep -f 'sleep 4321'
}

@test "operator: without a sandbox a time-out ends it" {
	run_code sh 'setsid sleep 4322 & sleep 4322' --sandbox off --timeout 300ms
	assert_json .codeexec.status '"timed_out"'
	run -1 pgrep -f 'sleep 4322'
}

@test "operator: without a sandbox files come and go as with one" {
	request 0 --sandbox off < <(make_request sh 'cat in; echo b >out' \
		'.codeexec = {files: [{path: "in", content: "a"}], collect: ["out"]}')
	assert_content a
	assert_json '.codeexec.files' '[{"path":"out","content":"b\n","size":2}]'
}
