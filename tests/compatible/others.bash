# SPDX-License-Identifier: MIT
# Copyright (c) 2026 the codeexec authors
#
# What `others` hands to codeexec: runs the files $TESTS of $SOURCE, which is
# Perl's or Ruby's ($KIND), two at once, and prints a line for each test that
# fails, and "FILE: N made" for each file.
# shellcheck shell=bash

perl_file() { # FILE
	PERL_SKIP_TTY_TEST=1 timeout 120 perl "$1" 2>/dev/null </dev/null | tr -d '\000' | awk -v file="$1" '
		/^ok/ {made++}
		/^not ok/ && !/# TODO/ {made++; print "perl/" file " " $3}
		END {print file ": " made + 0 " made"}'
}

ruby_file() { # FILE
	timeout 300 ruby -W0 "-I$SOURCE/tool/lib" "-I$SOURCE/test/lib" "$SOURCE/test/runner.rb" --tty=no \
		"$SOURCE/$1" 2>/dev/null </dev/null | tr -d '\000' | awk -v file="$1" '
		/^ *[0-9]+\) (Failure|Error):/ {getline; sub(/:$/, "", $1); print "ruby/" $1}
		/^[0-9]+ tests,/ {made = $1}
		END {print file ": " made + 0 " made"}'
}

export -f perl_file ruby_file
mkdir home
export HOME=$PWD/home
if [[ $KIND == perl ]]; then
	cp -r "$SOURCE/t" t
	ln -s "$SOURCE/lib" lib
	cd t || exit
fi
# shellcheck disable=SC2086 # patterns, of names without spaces
printf '%s\n' $TESTS | xargs -P 2 -n 1 bash -c "${KIND}_file \"\$0\"" | sort
