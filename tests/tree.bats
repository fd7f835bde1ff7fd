#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 the codeexec authors
#
# What the tree says of itself, for who carries on: names of files and of make
# targets, templates, and how files are to be written.

bats_require_minimum_version 1.8.0

setup() {
	load helpers
	cd "$BATS_TEST_DIRNAME/.." || return 1
}

# Every file of the tree, built ones and others' apart.
files() {
	find . \( -name .git -o -name node_modules -o -path ./build -o -name __pycache__ \) -prune -o -type f -print | sed 's|^\./||' | sort
}

# The names of files in the `code` of FILE: what has a slash or an ending.
names() { # FILE
	grep -oE '`[^`]+`' "$1" | tr -d '`' | grep -E '^[A-Za-z0-9_.*-][A-Za-z0-9_.*/-]*$' |
		grep -E '/|\.(c|h|md|bats|bash|json|in|tsv|S|yaml|yml)$' | sort -u
}

# Is NAME, which may be a glob, there: in the tree, or a folder or suite of the
# tests by its short name? Words in capitals stand for any.
is_there() { # NAME
	local name=${1%/}
	name=$(sed -E 's/[A-Z]{4,}/*/g' <<<"$name")
	[[ $1 == *[A-Z].md || $1 == LICENSE ]] && name=$1
	compgen -G "$name" >/dev/null || compgen -G "tests/$name" >/dev/null ||
		compgen -G "tests/*/$name" >/dev/null
}

@test "tree: every file that CONTRIBUTING names is there" {
	local name count=0
	while read -r name; do
		case $name in
		./codeexec | ../shared/data) continue ;; # built; beside the tree
		esac
		is_there "$name" || assert_eq "$name" "a file"
		count=$((count + 1))
	done < <(names CONTRIBUTING.md)
	[[ $count -gt 60 ]]
	run ! is_there core/nonsense.c
	run ! is_there nonsense/
}

@test "tree: every file of the steps in the headers, and of codeexec.c's map, is there" {
	local name count=0
	while read -r name; do
		is_there "$name" || assert_eq "$name" "a file"
		count=$((count + 1))
	done < <(sed -n '2,/\*\//p' codeexec.c | grep -oE '[a-z]+/[a-z_]+\.[ch]'
		grep -hE '^ \*' cmd/*.h core/*.[ch] http/*.[ch] sandbox/*.[ch] |
			grep -oE '\b(cmd|core|http|sandbox|warm|tools|tests)/[A-Za-z_/]+\.(c|h|bats)\b' | sort -u)
	[[ $count -gt 40 ]]
}

@test "tree: make help has every target, and every target that it has is one" {
	local target
	mapfile -t phony < <(sed -e ':join' -e '/\\$/N; s/\\\n//; tjoin' Makefile tools/*.mk | sed -n 's/^\.PHONY://p' | tr -s ' \t' '\n' | grep '[a-z]')
	[[ ${#phony[@]} -gt 20 ]]
	make -s help >"$BATS_TEST_TMPDIR/help"
	assert_eq "$(sed -nE 's/^make ([a-z-]+) .*/\1/p' "$BATS_TEST_TMPDIR/help" | sort)" \
		"$(printf '%s\n' "${phony[@]}" | sort)"
	for target in "${phony[@]}"; do
		grep -qE "^$target:" Makefile tools/*.mk || assert_eq "$target" "a target"
	done
}

@test "tree: every make target that is spoken of is there" {
	local target count=0 help
	help=$(make -s help)
	while read -r target; do
		[[ $'\n'$help == *$'\n'"make $target "* ]] || assert_eq "make $target" "a target"
		count=$((count + 1))
	done < <(grep -ohE '`make( [A-Z]+=[^ `]+)*( [a-z-]+)+`' ./*.md tests/*/README.md |
		tr -d '`' | sed -E 's/^make//; s/[A-Z]+=[^ ]+//g' | tr -s ' ' '\n' | grep . | sort -u)
	[[ $count -gt 10 ]]
}

@test "tree: templates ask the same on every forge, and what a report needs" {
	local kind
	for kind in bug wish; do
		assert_eq "$(sed -nE 's/^      label: //p' ".github/ISSUE_TEMPLATE/$kind.yml")" \
			"$(sed -nE 's/^## //p' ".gitlab/issue_templates/${kind^}.md")"
		/usr/bin/python3 -c 'import sys, yaml
form = yaml.safe_load(open(sys.argv[1]))
ids = [part.get("id") for part in form["body"] if part["type"] != "markdown"]
assert form["name"] and form["description"] and len(set(ids)) == len(ids) > 2' \
			".github/ISSUE_TEMPLATE/$kind.yml" || missing "python3-yaml"
	done
	diff .github/PULL_REQUEST_TEMPLATE.md .gitlab/merge_request_templates/Default.md
	grep -qx /confidential .gitlab/issue_templates/Security.md
	codeexec 0 --version --verbose
	codeexec 0 check
}

@test "tree: files end with a newline, lines without blanks, as .editorconfig has it" {
	local list=$BATS_TEST_TMPDIR/list
	files | grep -vE '\.tsv$|^tests/fuzz/corpus/|\.png$|^codeexec$' >"$list"
	[[ $(wc -l <"$list") -gt 300 ]]
	run -0 /usr/bin/python3 -c 'import re, sys
for name in sys.stdin.read().split("\n")[:-1]:
    text = open(name, "rb").read()
    if text and not text.endswith(b"\n"):
        print(name, "does not end with a newline")
    if re.search(rb"[ \t]$", text, re.M):
        print(name, "has blanks at the end of a line")' <"$list"
	assert_eq "$output" ""
}
