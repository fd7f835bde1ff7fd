#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 the codeexec authors
#
# The completions, as each shell takes them.

bats_require_minimum_version 1.8.0

setup() {
	load helpers
	CODEEXEC_POLICY=$BATS_TEST_TMPDIR/policy.yaml
	export CODEEXEC_POLICY
	printf 'programs: [bash, python]\n' >"$CODEEXEC_POLICY"
	chmod 600 "$CODEEXEC_POLICY"
	PATH=$PWD:$PATH
}

@test "completions: they are what the tables say" {
	docs=${CODEEXEC_TEST_BUILD:-build/release}/docs
	diff completions/codeexec.bash <("$docs" bash)
	diff completions/_codeexec <("$docs" zsh)
	diff completions/codeexec.fish <("$docs" fish)
}

# bash_offers WORD...: what bash completes the last WORD to.
bash_offers() {
	# shellcheck source=/dev/null
	source completions/codeexec.bash
	compopt() { :; } # is refused outside of a completion
	COMP_WORDS=("$@")
	COMP_CWORD=$(($# - 1))
	_codeexec "$PWD/codeexec" # a function of the helpers has the name
	echo "${COMPREPLY[*]}"
}

@test "completions: bash offers commands, options and words" {
	assert_eq "$(bash_offers codeexec po)" policy
	assert_eq "$(bash_offers codeexec run --sand)" --sandbox
	assert_eq "$(bash_offers codeexec run --sandbox '')" "native off"
	assert_eq "$(bash_offers codeexec run --sandbox = n)" native
	assert_eq "$(bash_offers codeexec run --timeout '')" ""
	assert_eq "$(bash_offers codeexec help po)" policy
}

@test "completions: bash offers programs, and files where they are wanted" {
	assert_eq "$(bash_offers codeexec run -m '')" "python bash"
	assert_eq "$(bash_offers codeexec run --allow python,bas)" python,bash
	assert_eq "$(bash_offers codeexec policy --file LIC)" LICENSE
	assert_eq "$(bash_offers codeexec run LIC)" LICENSE
	assert_eq "$(bash_offers codeexec policy LIC)" ""
}

@test "completions: fish offers the same" {
	requires fish
	offers() {
		fish --no-config -c \
			'source completions/codeexec.fish; complete -C $argv[1]' \
			"$1" | cut -f 1
	}
	assert_eq "$(offers 'codeexec po')" policy
	assert_eq "$(offers 'codeexec run --sandb')" --sandbox
	assert_eq "$(offers 'codeexec run --sandbox n')" native
	assert_eq "$(offers 'codeexec run --allow python,bas')" python,bash
	assert_eq "$(offers 'codeexec run LIC')" LICENSE
	assert_eq "$(offers 'codeexec help po')" policy
}

@test "completions: zsh reads its file without a complaint" {
	requires zsh
	run --separate-stderr -0 zsh -f -c \
		'autoload -U compinit; compinit -u -D; source completions/_codeexec
		[[ $_comps[codeexec] == _codeexec ]]'
	assert_eq "$stderr" ""
}
