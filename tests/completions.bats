#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 the codeexec authors
#
# The completions, as an interactive shell of each kind has them: what they
# offer is what --help says, no more and no less.

bats_require_minimum_version 1.8.0

setup_file() {
	load helpers
	ln -s "$(realpath "$CODEEXEC")" "$BATS_FILE_TMPDIR/codeexec"
	PATH=$BATS_FILE_TMPDIR:$PATH
	CODEEXEC_POLICY=$BATS_FILE_TMPDIR/policy.yaml
	printf 'programs: [bash, python]\n' >"$CODEEXEC_POLICY"
	chmod 600 "$CODEEXEC_POLICY"
	touch "$BATS_FILE_TMPDIR/a file"
	export PATH CODEEXEC_POLICY
	ask_all
}

setup() {
	load helpers
	completions=$BATS_TEST_DIRNAME/../completions
	declare -gA offered
	for shell in "$BATS_FILE_TMPDIR"/{bash,zsh,fish}; do
		# shellcheck source=/dev/null
		[[ ! -e $shell ]] || source "$shell"
	done
	mapfile -t subcommands < <(codeexec_itself --help | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p')
}

# The words of stdin, sorted, on one line.
sorted() {
	tr -s ' ' '\n' | LC_ALL=C sort -u | paste -sd ' ' | sed 's/^ //'
}

# The helpers have a function of the name.
codeexec_itself() {
	command codeexec "$@"
}

# The lines of the options of the --help of COMMAND.
help_rows() { # COMMAND
	codeexec_itself "$1" --help | grep -E '^ {2,6}-'
}

# Those options, sorted, with blanks between.
help_options() { # COMMAND
	help_rows "$1" | grep -oE '^ +(-[a-z])?(, )?(--[a-z-]+)?' | grep -oE -- '--?[a-z][a-z-]*' | sorted
}

# "OPTION VALUE" of each that has one.
help_values() { # COMMAND
	help_rows "$1" | sed -nE 's/^ +(-[a-z], )?(--[a-z-]+) ([^ ]+).*/\2 \3/p'
}

# Every line that a test wants completed: each shell is asked but once.
ask_all() {
	local name option value
	{
		printf 'codeexec %s\n' '' - po ru 'help ' 'help po' '--version ' '--version --j' 'nonsense --' 'nonsense -' '--help -'
		while read -r name; do
			echo "codeexec $name -"
			echo "codeexec $name --"
			while read -r option value; do
				echo "codeexec $name $option "
				echo "codeexec $name $option="
			done < <(help_values "$name")
		done < <(codeexec_itself --help | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p')
		printf 'codeexec %s\n' 'run -m ' 'run --model=p' 'run --allow python,bas' \
			'run LIC' 'run -f LIC' 'run LICENSE LIC' 'batch LIC' 'models LIC' 'policy LIC' 'policy --file LIC' \
			'policy limits.m' 'policy network warm.' 'run run --jo' 'run -r --sand' 'run --sandbox off --netw' 'run -c : -e --tim'
	} >"$BATS_FILE_TMPDIR/lines"
	local shell
	for shell in bash zsh fish; do
		type "$shell" >/dev/null || continue
		(cd "$BATS_TEST_DIRNAME/.." &&
			tests/offers "$shell" "completions/$(file_of "$shell")") <"$BATS_FILE_TMPDIR/lines" |
			rest_of_words "$shell" >"$BATS_FILE_TMPDIR/$shell" &
	done
	wait
}

# What SHELL offers, for bash to read, as offered[SHELL:LINE]: some hundred lines
# are looked up, and a process each would take most of the time. Words are
# without what the line has of them already: bash and zsh speak of the rest of a
# word, fish of it all.
rest_of_words() { # SHELL
	/usr/bin/python3 -c 'import re, shlex, sys
print("offered+=(")
for line in sys.stdin:
    asked, words = line.rstrip("\n").split("\t")
    words = {re.sub("^[a-z]+,", "", re.sub("^--[a-z-]+=", "", word)) for word in words.split()}
    print("[%s]=%s" % (shlex.quote(sys.argv[1] + ":" + asked), shlex.quote(" ".join(sorted(words)))))
print(")")' "$1"
}

file_of() { # SHELL
	[[ $1 == zsh ]] && echo _codeexec || echo "codeexec.$1"
}

# Put what SHELL offers for LINE into $found; it must have been asked for it.
find_offer() { # SHELL LINE
	[[ -v offered["$1:$2"] ]] || assert_eq "$1: $2" "a line of ask_all"
	found=${offered["$1:$2"]}
}

# Each shell offers WORDS for LINE.
all_offer() { # LINE WORD...
	local shell found wanted
	wanted=$(printf '%s\n' "${@:2}" | sorted)
	for shell in bash zsh fish; do
		requires "$shell"
		find_offer "$shell" "$1"
		assert_eq "$shell: $1: $found" "$shell: $1: $wanted"
	done
}

@test "completions: they are what the tables say" {
	docs=${CODEEXEC_TEST_BUILD:-build/release}/docs
	cd "$BATS_TEST_DIRNAME/.."
	diff completions/codeexec.bash <("$docs" bash)
	diff completions/_codeexec <("$docs" zsh)
	diff completions/codeexec.fish <("$docs" fish)
}

@test "completions: every command, and what can stand in its place" {
	[[ ${#subcommands[@]} -ge 7 ]]
	all_offer 'codeexec ' "${subcommands[@]}"
	all_offer 'codeexec help ' "${subcommands[@]}"
	all_offer 'codeexec -' -h --help --version
	all_offer 'codeexec po' policy
	all_offer 'codeexec ru' run
	all_offer 'codeexec help po' policy
	all_offer 'codeexec --version --j' --json
	all_offer 'codeexec --help -' --json
}

@test "completions: the options of each command are those of its --help" {
	local name
	for name in "${subcommands[@]}"; do
		local words
		read -ra words < <(help_options "$name")
		[[ ${#words[@]} -ge 2 ]]
		all_offer "codeexec $name -" "${words[@]}"
		read -ra words < <(help_options "$name" | tr ' ' '\n' | grep -- -- | sorted)
		all_offer "codeexec $name --" "${words[@]}"
	done
}

@test "completions: an option goes by its command, whatever words stand behind it" {
	all_offer 'codeexec run run --jo'
	all_offer 'codeexec nonsense --'
	all_offer 'codeexec run -r --sand' --sandbox
	all_offer 'codeexec run --sandbox off --netw' --network
	all_offer 'codeexec run -c : -e --tim' --timeout
}

@test "completions: every value that is one of some words, by --help" {
	local name option value words count=0
	for name in "${subcommands[@]}"; do
		while read -r option value; do
			[[ $value == *'|'* ]] || continue
			IFS='|' read -ra words <<<"$value"
			all_offer "codeexec $name $option " "${words[@]}"
			all_offer "codeexec $name $option=" "${words[@]}"
			count=$((count + 1))
		done < <(help_values "$name")
	done
	[[ $count -ge 19 ]]
}

@test "completions: models that are allowed, and programs, with commas" {
	local programs
	all_offer 'codeexec run -m ' bash python
	all_offer 'codeexec run --model ' bash python
	all_offer 'codeexec run --model=' bash python
	all_offer 'codeexec run --model=p' python
	all_offer 'codeexec run --allow python,bas' bash
	mapfile -t programs < <(codeexec_itself models --all --names)
	all_offer 'codeexec serve --allow ' "${programs[@]}"
}

@test "completions: files where they are wanted, and only there" {
	local line shell
	for line in 'run LIC' 'run -f LIC' 'run LICENSE LIC' 'batch LIC' 'policy --file LIC'; do
		all_offer "codeexec $line" LICENSE
	done
	for line in 'models LIC' 'policy LIC'; do
		all_offer "codeexec $line"
	done
}

@test "completions: every value by its kind" {
	local name option value shell found
	for name in "${subcommands[@]}"; do
		while read -r option value; do
			for shell in bash zsh fish; do
				find_offer "$shell" "codeexec $name $option "
				case $value in
				*'|'* | MODEL | PROGRAM*) [[ -n $found ]] ;;
				FILE | PATH*) [[ $found == *LICENSE* && $found == *README.md* ]] ;;
				*) [[ -z $found ]] ;;
				esac || assert_eq "$shell: $name $option $value" "$found"
			done
		done < <(help_values "$name")
	done
}

@test "completions: keys of the policy" {
	all_offer 'codeexec policy limits.m' limits.memory
	all_offer 'codeexec policy network warm.' warm.preload warm.start
}

@test "completions: each file is read without a complaint" {
	requires zsh fish
	run --separate-stderr -0 bash --norc -c 'source "$1/codeexec.bash"; complete -p codeexec' x "$completions"
	assert_eq "$stderr" ""
	run --separate-stderr -0 zsh -f -c \
		'autoload -U compinit; compinit -u -D; source "$1/_codeexec"
		[[ $_comps[codeexec] == _codeexec ]]' x "$completions"
	assert_eq "$stderr" ""
	run --separate-stderr -0 fish --no-config "$completions/codeexec.fish"
	assert_eq "$output$stderr" ""
}
