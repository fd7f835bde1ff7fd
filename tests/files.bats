#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 the codeexec authors
#
# Files, input and arguments on their way in, files on their way out.

bats_require_minimum_version 1.8.0

setup() {
	load helpers
	empty_policy
}

# Run CODE by python and collect GLOBS, a JSON array; [path, content] of each
# file is in $files, the reason for each path that was refused in $refused.
collect() { # GLOBS CODE [OPTION...]
	ask 0 python "$2" ".codeexec = {collect: $1}" "${@:3}"
	assert_json .codeexec.exit_code 0
	files=$(jq -c '[.codeexec.files[] | [.path, .content]]' <<<"$output")
	refused=$(jq -c '[.codeexec.files_refused[] | {(.path): .reason}] | add' <<<"$output")
}

# The file in JSON is refused with CODE for MEMBER of it.
file_refused() { # JSON CODE MEMBER
	ask 65 sh : ".codeexec = {files: [$1]}"
	assert_error invalid_request_error "$2" "\"codeexec.files[0]$3\""
}

@test "args: they follow the script, whatever they look like" {
	ask 0 python 'import sys; print(sys.argv[1:])' \
		'.codeexec = {args: ["-c", "a b", "", "--help", "$HOME", "ü\n"]}'
	assert_content $'[\'-c\', \'a b\', \'\', \'--help\', \'$HOME\', \'ü\\n\']\n'
}

@test "args: every program gets them" {
	while read -r program code; do
		ask 0 "$program" "$code" '.codeexec = {args: ["-x", "y"]}'
		assert_content $'-x y\n'
	done <<-'END'
		bash echo "$@"
		sh echo "$@"
		node console.log(process.argv.slice(2).join(" "))
		ruby puts ARGV.join(" ")
		php echo implode(" ", array_slice($argv, 1)), "\n";
		perl print "@ARGV\n"
		lua print(arg[1] .. " " .. arg[2])
		awk BEGIN {print ARGV[1], ARGV[2]}
	END
}

@test "args: a program that takes none refuses them" {
	ask 65 sqlite3 'select 1;' '.codeexec = {args: ["x"]}'
	assert_error invalid_request_error invalid_value '"codeexec.args"'
	assert_has "$stderr" "program 'sqlite3' takes no arguments"
}

@test "args: a NUL in one is refused" {
	ask 65 sh : '.codeexec = {args: ["a\u0000b"]}'
	assert_error invalid_request_error invalid_value '"codeexec.args[0]"'
}

@test "args: one that execve would not take is refused" {
	request 65 < <(
		printf '{"model":"sh","messages":[{"role":"user","content":":"}],"codeexec":{"args":["'
		head -c 131072 /dev/zero | tr '\0' x
		printf '"]}}'
	)
	assert_error invalid_request_error invalid_value '"codeexec.args[0]"'
}

@test "input: it is in the file that CODEEXEC_INPUT names" {
	ask 0 python 'import json, os
print(os.environ["CODEEXEC_INPUT"])
print(json.load(open(os.environ["CODEEXEC_INPUT"])))' \
		'.codeexec = {input: {a: [1, "ü", null]}}'
	assert_content $'/workdir/input.json\n{\'a\': [1, \'ü\', None]}\n'
}

@test "input: it arrives byte by byte as it was sent" {
	request 0 < <(printf '{"model":"sh","messages":[{"role":"user","content":"cat $CODEEXEC_INPUT"}],"codeexec":{"input": { "b":1.00, "a" : 12345678901234567890123 }}}')
	assert_content '{ "b":1.00, "a" : 12345678901234567890123 }'
}

@test "input: without it there is no variable" {
	run_code sh 'echo "${CODEEXEC_INPUT-unset}"'
	assert_content $'unset\n'
}

@test "files: they are in the workdir, folders are made" {
	ask 0 sh 'cat a b/c/d; pwd' '.codeexec = {files: [
		{path: "a", content: "1\n"}, {path: "b/c/d", content: "ü\n"}]}'
	assert_content $'1\nü\n/workdir\n'
}

@test "files: any bytes come as base64" {
	ask 0 python 'print(open("a", "rb").read())' \
		'.codeexec = {files: [{path: "a", content_base64: "AP9h"}]}'
	assert_content $'b\'\\x00\\xffa\'\n'
}

@test "files: names may be odd" {
	ask 0 python 'import os; print(sorted(os.listdir("."))[:-1])' \
		'.codeexec = {files: ["-rf", " ", "a\nb", "*", "é", ".x", "..."] |
		map({path: ., content: ""}) } | .codeexec.files |= .'
	assert_content $'[\' \', \'*\', \'-rf\', \'...\', \'.x\', \'a\\nb\', \'main.py\']\n'
}

@test "files: they belong to the program, and can be written" {
	ask 0 sh 'echo 2 >>a/b; cat a/b; rm a/b; rmdir a; ls' \
		'.codeexec = {files: [{path: "a/b", content: "1\n"}]}'
	assert_content $'1\n2\nmain.sh\n'
}

@test "files: a path leads nowhere else" {
	for path in ../a a/../b a/.. . ./a a/./b /etc/passwd a//b a/ '' /; do
		file_refused "{path: \"$path\", content: \"\"}" \
			invalid_value .path
	done
	file_refused '{path: "a\u0000b", content: ""}' invalid_value .path
}

@test "files: a name that no file system takes is refused" {
	file_refused "{path: \"$(printf 'x%.0s' {1..256})\", content: \"\"}" \
		invalid_value .path
	file_refused "{path: \"$(printf 'x/%.0s' {1..2001})x\", content: \"\"}" \
		invalid_value .path
}

@test "files: path and content are required, and nothing else is taken" {
	file_refused '{content: ""}' missing_required_parameter .path
	file_refused '{path: "a"}' missing_required_parameter .content
	file_refused '{path: "a", content: "", content_base64: ""}' \
		invalid_value .content_base64
	file_refused '{path: "a", content: "", mode: 7}' invalid_value .mode
	file_refused '{path: "a", content: 7}' invalid_type .content
	file_refused '7' invalid_type ''
}

@test "files: what is no base64 is refused" {
	for text in '*' AP9 'AP9h ' 'AP9h\n' 'AP9=h' 'AP9i====' AP-_; do
		file_refused "{path: \"a\", content_base64: \"$text\"}" \
			invalid_value .content_base64
	done
}

@test "files: two in each other's way are refused" {
	for pair in 'a a' 'a a/b' 'a/b a'; do
		ask 65 sh : ".codeexec = {files: (\"$pair\" | split(\" \") | map({path: ., content: \"\"}))}"
		assert_error invalid_request_error invalid_value \
			'"codeexec.files[1].path"'
	done
}

@test "files: the place of the script and of the input is taken" {
	ask 65 sh : '.codeexec = {files: [{path: "main.sh", content: ""}]}'
	assert_error invalid_request_error invalid_value \
		'"codeexec.files[0].path"'
	ask 65 sh : '.codeexec = {input: 1, files: [{path: "input.json/x", content: ""}]}'
	assert_error invalid_request_error invalid_value \
		'"codeexec.files[0].path"'
	ask 0 sh 'cat input.json' \
		'.codeexec = {files: [{path: "input.json", content: "mine"}]}'
	assert_content mine
}

@test "files: more than the workdir holds are refused, and nothing runs" {
	ask 65 sh 'echo ran' '.codeexec = {limits: {workdir: "1MiB"},
		files: [{path: "a", content: ("x" * 3000000)}]}'
	assert_error invalid_request_error invalid_value '"codeexec.files"'
}

@test "collect: what the globs match comes back, by name" {
	collect '["*.txt", "d/*"]' 'import os
os.mkdir("d")
for name in "b.txt", "a.txt", "c", "d/e", "d/f.txt":
    open(name, "w").write(name + "!")'
	assert_eq "$files" \
		'[["a.txt","a.txt!"],["b.txt","b.txt!"],["d/e","d/e!"],["d/f.txt","d/f.txt!"]]'
	assert_json '.codeexec | [.files[0], .files_truncated]' \
		'[{"path":"a.txt","content":"a.txt!","size":6},false]'
}

@test "collect: without globs nothing comes back" {
	run_code sh 'echo a >a'
	assert_json '.codeexec | [.files, .files_truncated]' '[[],false]'
}

@test "collect: a star does not match a slash" {
	collect '["*.txt"]' 'import os
os.mkdir("d")
open("d/a.txt", "w")'
	assert_eq "$files" '[]'
}

@test "collect: bytes that are no text come as base64" {
	collect '["[ab]"]' 'open("a", "wb").write(b"\xff")
open("b", "wb").write(b"x\0y")'
	assert_json .codeexec.files \
		'[{"path":"a","content_base64":"/w==","size":1},{"path":"b","content_base64":"eAB5","size":3}]'
}

@test "collect: an empty file is one" {
	collect '["a"]' 'open("a", "w")'
	assert_json .codeexec.files '[{"path":"a","content":"","size":0}]'
}

@test "collect: no symbolic link is followed, not even within" {
	collect '["*", "*/*"]' 'import os
os.remove("main.py")
os.mkdir("d")
open("d/a", "w").write("x")
os.symlink("/etc/passwd", "l1")
os.symlink("d/a", "l2")
os.symlink("d", "l3")
os.symlink("/etc", "l4")
os.symlink("..", "l5")'
	assert_eq "$files" '[["d/a","x"]]'
	assert_eq "$(jq -c 'keys, (map(.) | unique)' <<<"$refused")" \
		$'["l1","l2","l3","l4","l5"]\n["symbolic_link"]'
	assert_json .codeexec.files_truncated false
}

@test "collect: no link of /proc is followed, as a file or as a folder" {
	collect '["*", "*/*", "*/*/*"]' 'import os
os.remove("main.py")
for i, to in enumerate(["self/root", "1/root", "1/cwd", "self/fd/1", "1/exe", "self", "thread-self/fd"]):
    os.symlink("/proc/" + to, f"l{i}")'
	assert_eq "$files" '[]'
	assert_eq "$(jq -c 'keys, (map(.) | unique)' <<<"$refused")" \
		$'["l0","l1","l2","l3","l4","l5","l6"]\n["symbolic_link"]'
}

@test "collect: a link that a glob leads through is named, others are not" {
	collect '["out/*.txt"]' 'import os
os.symlink("/etc", "out")
os.symlink("/etc", "other")'
	assert_eq "$files $refused" '[] {"out":"symbolic_link"}'
}

@test "collect: no device can be made, no fifo or socket is opened" {
	collect '["*"]' 'import os, socket, stat
os.remove("main.py")
os.mkfifo("f")
socket.socket(socket.AF_UNIX).bind("s")
for kind in stat.S_IFCHR, stat.S_IFBLK:
    try:
        os.mknod("n", kind | 0o666, os.makedev(1, 3))
    except PermissionError:
        print("no")'
	assert_eq "$files $refused" '[] {"f":"fifo","s":"socket"}'
	assert_content $'no\nno\n'
}

@test "collect: a file with a second link is left" {
	collect '["*"]' 'import os
os.remove("main.py")
open("a", "w").write("x")
os.link("a", "b")'
	assert_eq "$files $refused" '[] {"a":"hard_link","b":"hard_link"}'
}

@test "collect: no file of the host can be linked into the workdir" {
	collect '["a", "b"]' 'import os
for name, to in ("/usr/bin/env", "a"), ("/etc/passwd", "b"):
    try:
        os.link(name, to)
    except OSError as e:
        print(e.strerror)'
	assert_eq "$files $refused" '[] null'
	assert_content $'Invalid cross-device link\nInvalid cross-device link\n'
}

@test "collect: a glob leads nowhere else" {
	for glob in '../*' 'a/../*' '/etc/*' '..' ''; do
		ask 65 sh : ".codeexec = {collect: [\"$glob\"]}"
		assert_error invalid_request_error invalid_value \
			'"codeexec.collect[0]"'
	done
}

@test "collect: files beside the workdir stay where they are" {
	collect '["*", "*/*", "tmp/*"]' 'import os
os.remove("main.py")
open("/tmp/a", "w").write("x")'
	assert_eq "$files" '[]'
}

@test "collect: names may be odd" {
	collect '["*"]' 'import os
os.remove("main.py")
for name in b" ", b"-rf", b"a\nb", b"\x1b[31m\x01\x7f", b"\"\\", "é".encode(), b"..x":
    open(name, "w")'
	assert_json '[.codeexec.files[].path] | sort == ([" ", "\"\\", "-rf", "..x", "a\nb", "é", "\u001b[31m\u0001\u007f"] | sort)' \
		true
	assert_json '.codeexec.files | map(has("path_base64")) | any' false
}

@test "collect: names that are no UTF-8 come in base64 too" {
	collect '["*.x"]' 'import os
open(b"\xff.x", "w")
os.symlink("a", b"\n\xfe.x")'
	assert_json '.codeexec.files' \
		'[{"path":"�.x","path_base64":"/y54","content":"","size":0}]'
	assert_json '.codeexec.files_refused' \
		'[{"path":"\n�.x","path_base64":"Cv4ueA==","reason":"symbolic_link"}]'
}

@test "collect: a path of 4000 bytes, and one longer than any call takes" {
	collect "[\"$(printf '*/%.0s' {1..19})*\", \"$(printf '*/%.0s' {1..32})*\"]" 'import os
for i in range(32):
    if i == 19:
        open("x" * 180, "w").write("4000")
    os.mkdir("d" * 200)
    os.chdir("d" * 200)
open("x" * 255, "w").write("6687")'
	assert_json '[.codeexec.files[] | [(.path | length), .content]]' \
		'[[6687,"6687"],[3999,"4000"]]'
	assert_eq "$refused" null
}

@test "collect: a fifo of the glob's name holds up nothing" {
	collect '["a", "*"]' 'import os
os.remove("main.py")
for name in "a", "*":
    os.mkfifo(name)'
	assert_eq "$files $refused" '[] {"*":"fifo","a":"fifo"}'
}

@test "collect: a sparse file larger than the limit is left, and named" {
	collect '["*.x"]' 'open("a.x", "w").write("x")
open("b.x", "wb").truncate(200 << 20)' --file-size 1GiB
	assert_eq "$files $refused" '[["a.x","x"]] {"b.x":"too_large"}'
	assert_json .codeexec.files_truncated true
}

@test "collect: many large files come up to the limit, the rest is named" {
	collect '["*.x"]' 'for i in range(4):
    open(f"{i}.x", "wb").truncate(400000)' --collect-size 1MiB
	assert_json '[.codeexec.files[].size]' '[400000,400000]'
	assert_json '[.codeexec.files_refused[].reason]' '["too_large","too_large"]'
	assert_json .codeexec.files_truncated true
}

@test "collect: by default 4 MiB come, whatever the workdir holds" {
	collect '["a", "b"]' 'open("a", "wb").truncate((4 << 20) - 1)'
	assert_json '[.codeexec.files[].size]' '[4194303]'
	collect '["a", "b"]' 'with open("a", "wb") as f:
    for i in range(60): f.write(b"\1" * 1000000)'
	assert_eq "$files $refused" '[] {"a":"too_large"}'
}

@test "collect: a hundred thousand files" {
	collect '["*.x"]' 'for i in range(100000): open(f"{i}.x", "w").close()' \
		--workdir-size 1GiB
	assert_json '.codeexec | [(.files | length), (.files_refused | length), .files_truncated]' \
		'[4096,64,true]'
	assert_json '[.codeexec.files_refused[].reason] | unique' '["too_many"]'
}

@test "collect: of many refusals 64 are named, and that is said" {
	collect '["*.x"]' 'import os
for i in range(64): os.symlink("a", f"{i}.x")'
	assert_json '.codeexec | [(.files_refused | length), .files_truncated]' '[64,false]'
	collect '["*.x"]' 'import os
for i in range(65): os.symlink("a", f"{i}.x")'
	assert_json '.codeexec | [(.files_refused | length), .files_truncated]' '[64,true]'
}

@test "collect: folders deeper than 32 are named where a glob leads there" {
	collect '["a", "d/*"]' 'import os
open("a", "w")
os.makedirs("d/" * 40)'
	assert_eq "$files $refused" '[["a",""]] null'
	assert_json .codeexec.files_truncated false
	collect "[\"$(printf '*/%.0s' {1..33})*\"]" 'import os
os.makedirs("d/" * 33)
open("d/" * 33 + "a", "w")'
	assert_eq "$files" '[]'
	assert_json '[.codeexec.files_refused[] | (.path | length), .reason]' '[65,"too_deep"]'
	assert_json .codeexec.files_truncated true
}

@test "collect: what cannot be read is named" {
	collect '["a", "d/*"]' 'import os
os.mkdir("d")
open("d/b", "w").write("x")
open("a", "w").write("y")
os.chmod("d", 0)
os.chmod("a", 0)'
	assert_eq "$files $refused" '[] {"a":"unreadable","d":"unreadable"}'
	collect '["*"]' 'import os
os.chmod("/workdir", 0)'
	assert_eq "$files $refused" '[] {".":"unreadable"}'
}

@test "collect: without a sandbox no link takes the workdir's place" {
	collect '["*"]' 'import os
d = os.getcwd()
os.remove("main.py")
os.rmdir(d)
os.symlink("/etc", d)' --sandbox off
	assert_eq "$files $refused" '[] {".":"unreadable"}'
}

@test "collect: text of short lines and of quotes stays text" {
	collect '["a", "b"]' 'open("a", "w").write("1\n2\n3\n")
open("b", "w").write("\"" * 99)'
	assert_json '[.codeexec.files[].content]' \
		"$(jq -nc '["1\n2\n3\n", "\"" * 99]')"
}

@test "collect: what control characters would swell comes as base64" {
	collect '["a", "b"]' 'open("a", "w").write("\x1b[31mred\x1b[0m\n")
open("b", "w").write("\x01" * 99)'
	assert_json '.codeexec.files[0].content' '"\u001b[31mred\u001b[0m\n"'
	assert_json '.codeexec.files[1] | [.content_base64, .content]' \
		"[\"$(printf 'AQEB%.0s' {1..33})\",null]"
}

@test "collect: files of a run that was cut short come back" {
	ask 0 python 'open("a", "w").write("x")
import time
time.sleep(99)' '.codeexec = {collect: ["a"], limits: {timeout: "1s"}}'
	assert_json '[.codeexec.status, .codeexec.files[0].content]' \
		'["timed_out","x"]'
}

@test "collect: of a pipeline the last block's files come back" {
	ask 0 codeexec $'```sh\necho 1 >a\n```\n```sh\ncat; echo 2 >a\n```' \
		'.codeexec = {collect: ["a"]}'
	assert_json '[.codeexec.files[].content]' '["2\n"]'
}

@test "collect: nothing moves while it is collected" {
	collect '["a"]' 'import os, sys
open("a", "w").write("x")
if os.fork() == 0:
    while True:
        os.rename("a", "b"); os.symlink("/etc/passwd", "a")
        os.remove("a"); os.rename("b", "a")'
	[[ $files == '[["a","x"]]' || $files == '[]' ]]
}
