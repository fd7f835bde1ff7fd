#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 the codeexec authors
#
# The man pages: made from the tables, sound, complete, and what they show is
# so.

bats_require_minimum_version 1.8.0

setup() {
	load helpers
	cd "$BATS_TEST_DIRNAME/.." || return 1
	docs=$(realpath "${CODEEXEC_TEST_BUILD:-build/release}/docs")
	mapfile -t pages < <(printf '%s\n' man/*.in | sed 's/\.in$//')
	mapfile -t subcommands < <("$CODEEXEC" --help | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p')
}

# What tests/manual says of PAGE... must be nothing.
manual() { # WHAT PAGE...
	CODEEXEC=$CODEEXEC run timeout 300 "$BATS_TEST_DIRNAME/manual" "$@"
	assert_eq "$output" ""
	assert_eq "$status" 0
}

@test "man: each page is what its template and the tables say" {
	local page
	for page in "${pages[@]}"; do
		diff "$page" <("$docs" man "${page#man/}")
		run ! grep -n '^@' "$page"
	done
	assert_eq "$(printf '%s\n' man/*.[1-9])" "$(printf '%s\n' "${pages[@]}")"
}

@test "man: a mark that there is not stops it" {
	mkdir "$BATS_TEST_TMPDIR/man"
	cp CHANGELOG.md "$BATS_TEST_TMPDIR"
	cd "$BATS_TEST_TMPDIR"
	echo '@NOTHING@' >man/codeexec.1.in
	run --separate-stderr -1 "$docs" man codeexec.1
	assert_eq "$stderr" "man/codeexec.1.in: no mark: @NOTHING@"
	echo '@EX@' >man/codeexec.1.in
	run --separate-stderr -1 "$docs" man codeexec.1
}

@test "man: the date is that of the release, whenever it is made" {
	local version
	version=$(awk '$2 == ":=" && $1 == "VERSION" {print $3}' Makefile)
	mkdir "$BATS_TEST_TMPDIR/man"
	cp man/codeexec.1.in "$BATS_TEST_TMPDIR/man"
	cd "$BATS_TEST_TMPDIR"
	printf '## %s\n' '9.0, 2031-01-01' "$version, 2029-07-05" '0.0.1, 2001-01-01' >CHANGELOG.md
	assert_has "$("$docs" man codeexec.1)" ".TH CODEEXEC 1 \"2029-07-05\" \"codeexec $version\""
}

@test "man: mandoc has nothing to say" {
	requires mandoc
	local page
	for page in "${pages[@]}"; do
		run -0 mandoc -T lint -W all "$page"
		assert_eq "$output" ""
	done
}

@test "man: no line is wider than a terminal of eighty columns" {
	local page
	for page in "${pages[@]}"; do
		run -0 bash -c 'mandoc -T utf8 -O width=80,indent=7 "$1" | col -b -x' columns "$page"
		[[ $(wc -l <<<"$output") -gt 20 ]]
		run ! grep -E '^.{81}' <<<"$output"
	done
}

@test "man: each command has a page, and codeexec(1) leads to all" {
	local name page references
	references=$("$BATS_TEST_DIRNAME/manual" references man/codeexec.1)
	[[ ${#subcommands[@]} -ge 7 ]]
	for name in "${subcommands[@]}"; do
		[[ -e man/codeexec-$name.1 ]] || assert_eq "$name" "a page"
	done
	for page in "${pages[@]}"; do
		page=${page#man/}
		[[ $page == codeexec.1 || $'\n'$references$'\n' == *$'\n'$page$'\n'* ]] || assert_eq "$page" "in codeexec(1)"
	done
}

@test "man: every page that is referred to is there, whoever does" {
	local name count=0
	for name in $(CODEEXEC=$CODEEXEC "$BATS_TEST_DIRNAME/manual" references man/*.[1-9] ./*.md cmd/*.c core/*.c http/*.c sandbox/*.c examples/*.* completions/*); do
		[[ -e man/$name ]] || assert_eq "$name" "a page"
		count=$((count + 1))
	done
	[[ $count -ge 11 ]]
}

# The options of the --help of COMMAND, one a line.
help_options() { # COMMAND
	"$CODEEXEC" "$1" --help | sed -nE '/^ {2,6}-/p' | grep -oE '^ +(-[a-z])?(, )?(--[a-z-]+)?' | grep -oE -- '--?[a-z][a-z-]*' | sort
}

@test "man: the options of a page are those of --help" {
	local name
	for name in "${subcommands[@]}"; do
		[[ $(help_options "$name" | wc -l) -ge 2 ]]
		diff <(help_options "$name") <("$BATS_TEST_DIRNAME/manual" options "man/codeexec-$name.1" | sort)
	done
}

@test "man: every key, variable and error is described" {
	local word
	for word in $("$CODEEXEC" policy --json | jq -r keys[]); do
		grep -qF "fB$word" man/codeexec-policy.5 || assert_eq "$word" "described"
	done
	while read -r word; do
		grep -qF "$word" man/codeexec-policy.5 || assert_eq "$word" "described"
	done < <(grep -oE 'CODEEXEC_[A-Z_]+' core/keys.c)
	for word in $(awk '/#define ERROR_TABLE/,/^$/' core/error.h | grep -oE '"[a-z_]+"' | tr -d '"'); do
		grep -qF "$word" man/codeexec-api.7 || assert_eq "$word" "described"
	done
}

@test "man: members of answers are those that there are, with their types" {
	manual fields man/codeexec-api.7.in man/codeexec-help.1.in
}

@test "man: members of requests are refused when they are not what they shall be" {
	manual types man/codeexec-api.7
}

@test "man: what is on the pages can be typed: codeexec(1) and of commands" {
	local page
	for page in man/*.1.in; do
		manual examples "$page"
	done
}

@test "man: what is on the pages can be typed: files and the wire" {
	manual examples man/codeexec-policy.5.in
	manual examples man/codeexec-interpreters.5.in
	manual examples man/codeexec-api.7.in
}

@test "man: each page is installed where man(1) looks, and taken away" {
	local page
	for page in "${pages[@]}"; do
		page=${page#man/}
		make -n uninstall DESTDIR=/d PREFIX=/p | grep -qF "/d/p/share/man/man${page##*.}/$page" || assert_eq "$page" "taken away"
	done
	make -s --eval 'pages:; @echo $(MAN)' pages >"$BATS_TEST_TMPDIR/pages"
	assert_eq "$(xargs -n 1 <"$BATS_TEST_TMPDIR/pages")" "$(printf '%s\n' "${pages[@]}")"
}
