#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 the codeexec authors
#
# Honest programs run inside as they do outside. `make compatible` is more of it.

bats_require_minimum_version 1.8.0

load shared_folder

# Run the script FILE of tests/compatible/programs with the OPTIONs of its
# heading; exit code and stdout are in $status and $output.
program() { # FILE [OPTION...]
	local file=$BATS_TEST_DIRNAME/compatible/programs/$1
	shift
	run --separate-stderr "${as[@]}" timeout 100 "$shared/codeexec" run --allow "$ALL" \
		--timeout 90s --cpu-time 90s -r -e -f "$file" "$@"
}

# The program FILE ends well, and has printed inside what it prints outside as
# the same user, of whom all processes count there.
same() { # FILE [OPTION...]
	local inside as=()
	program "$@"
	inside="$status $output"
	echo "$stderr"
	[[ $EUID -ne 0 ]] || as=(setpriv --reuid 65534 --regid 65534 --clear-groups)
	program "$@" --sandbox off --processes 4096
	echo "$stderr"
	diff <(echo "$status $output") <(echo "$inside")
	assert_eq "$status ${lines[-1]//\"/}" "0 end"
}

setup() {
	load helpers
	empty_policy
	CODEEXEC_POLICY=$shared/policy.yaml
	[[ -e $shared/codeexec ]] || cp "$CODEEXEC" "$shared"
	install -m 644 /dev/null "$CODEEXEC_POLICY"
}

@test "python: child processes" {
	same processes.py
}

@test "python: signals and timers" {
	same signals.py
}

@test "python: threads" {
	same threads.py
}

@test "python: multiprocessing by fork, spawn and forkserver" {
	same multi.py
}

@test "python: asyncio" {
	same asynchronous.py
}

@test "python: sockets, HTTP and TLS on loopback" {
	same network.py
}

@test "python: files, locks, mappings and SQLite" {
	same storage.py
}

@test "python: calls of the kernel that new libraries make" {
	same system.py
}

@test "node: processes, workers, timers, WebAssembly, memory, crypto, network" {
	requires node
	same node.js
}

@test "ruby: processes, threads, ractors, sockets, files" {
	requires ruby
	same ruby.rb
}

@test "perl: processes, threads, signals, sockets, files" {
	requires perl
	same perl.pl
}

@test "php: processes, sockets, files, memory" {
	requires php
	same php.php
}

@test "bash: substitutions, coprocesses, jobs, here documents, /dev/tcp" {
	same bash.sh
}

@test "lua, awk, jq, sqlite3: processes and files, as far as they have them" {
	requires lua5.4 jq sqlite3
	same lua.lua
	same awk.awk
	echo null >"$shared/null"
	same jq.jq --stdin "$shared/null"
	same sqlite3.sql
}

@test "python: some of CPython's own tests" {
	/usr/bin/python3 -c 'import test.test_json' || missing "the test suite of Python is not installed"
	export CODEEXEC
	run -0 timeout 300 "$BATS_TEST_DIRNAME/compatible/cpython" --quick
	assert_has "$output" " 0 of them not explained"
	[[ $output =~ $'\n'([0-9]+)' passed' && ${BASH_REMATCH[1]} -gt 300 ]]
}
