#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
#
# What `make install` puts where, and what the tree says of itself to who
# packages it. Packages are made and tried by `make check-deb`, and compared by
# `make check-reproducible`.

setup() {
	load helpers
	top=$(realpath "$BATS_TEST_DIRNAME/..")
	to=$BATS_TEST_TMPDIR/to
	cd "$top" || return
	unset MAKEFLAGS MFLAGS MAKEOVERRIDES MAKELEVEL VARIANT PREFIX DESTDIR
}

# A tree of what is installed, built already, with a page and a completion more.
make_tree() {
	tree=$BATS_TEST_TMPDIR/tree
	mkdir -p "$tree/build/release" "$tree/tools"
	cp -r Makefile CHANGELOG.md man completions "$tree"
	cp tools/*.mk "$tree/tools"
	cp "$CODEEXEC" "$tree/build/release/codeexec"
	echo page >"$tree/man/codeexec-more.7"
	echo '#compdef more' >"$tree/completions/_more"
}

# make TARGET for the tree, of which all is made.
of_tree() { # TARGET [ARGUMENT...]
	run -0 make -s -C "$tree" -o all "$1" DESTDIR="$to" "${@:2}"
}

files() {
	(cd "$to" && find . ! -type d -printf '%m %P\n' | sort -k 2)
}

@test "install: the program, every man page and every completion, where they are looked for" {
	make_tree
	umask 077
	of_tree install PREFIX=/usr
	assert_eq "$(files | grep -v codeexec-more)" "755 usr/bin/codeexec
644 usr/share/bash-completion/completions/codeexec
644 usr/share/fish/vendor_completions.d/codeexec.fish
$(cd man && printf '%s\n' *.[1-9] | sed -E 's|.*\.(.)$|644 usr/share/man/man\1/&|' | sort)
644 usr/share/zsh/site-functions/_codeexec
644 usr/share/zsh/site-functions/_more"
	assert_has "$(files)" '644 usr/share/man/man7/codeexec-more.7'
	assert_eq "$(find "$to/usr" -type d ! -perm 755)" ''
	cmp "$CODEEXEC" "$to/usr/bin/codeexec"
}

@test "install: below /usr/local unless told otherwise" {
	make_tree
	of_tree install
	assert_has "$(files)" '755 usr/local/bin/codeexec'
}

@test "install: what is uninstalled is what was installed, and nothing else" {
	local before
	make_tree
	mkdir -p "$to"/opt/x/{bin,share/man/man1,share/zsh/site-functions}
	touch "$to"/opt/x/bin/codeexecs "$to"/opt/x/share/man/man1/other.1 "$to"/opt/x/share/zsh/site-functions/_other
	before=$(files)
	of_tree install PREFIX=/opt/x
	[[ $(files) != "$before" ]]
	of_tree uninstall PREFIX=/opt/x
	assert_eq "$(files)" "$before"
}

@test "install: the version is the Makefile's everywhere" {
	local version
	version=$(awk '$1 == "VERSION" && $2 == ":=" {print $3}' Makefile)
	codeexec 0 --version
	assert_eq "${lines[0]}" "codeexec $version"
	assert_has "$(grep -m 1 '^## ' CHANGELOG.md)" "## $version, "
	assert_has "$(grep -m 1 '^\.TH' man/codeexec.1)" "\"codeexec $version\""
	[[ ! -e debian/changelog ]]
	run ! git grep -nF "$version" -- ':!CHANGELOG.md' ':!Makefile' ':!man' ':!tests' ':!*.json'
}

@test "install: Debian is told of every library that building needs" {
	local package
	while read -r package; do
		assert_has "$(sed -n 's/^Build-Depends: //p' debian/control)" "$package"
	done < <(sed -n '/^DEPS :=/,/[^\\]$/p' Makefile | grep -oE 'lib(json|yaml|seccomp|cmark|microhttpd)[a-z0-9-]*-dev|pkg-config')
}

@test "install: a tarball is the same whoever makes it, when, and in which order" {
	local first second
	export SOURCE_DATE_EPOCH=1000000000
	cd "$BATS_TEST_TMPDIR"
	mkdir a
	(umask 077 && echo text >a/one && printf '#!/bin/sh\n' >a/two && chmod u+x a/two)
	first=$("$top/tools/pack" x a/one a/two | sha256sum)
	chmod go+rwX a/*
	touch a/*
	second=$(TZ=Asia/Tokyo "$top/tools/pack" x a/two a/one | sha256sum)
	assert_eq "$second" "$first"
	run -0 bash -c "'$top/tools/pack' x a/one a/two | TZ=UTC tar -tvzf - --numeric-owner"
	assert_eq "$output" "-rw-r--r-- 0/0               5 2001-09-09 01:46 x/a/one
-rwxr-xr-x 0/0              10 2001-09-09 01:46 x/a/two"
}
