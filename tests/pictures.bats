#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
#
# The pictures of docs/: they show what is, and recordings what a terminal did.

setup() {
	load helpers
	top=$(realpath "$BATS_TEST_DIRNAME/..")
	cd "$top" || return
	svg=$BATS_TEST_TMPDIR/one.svg
}

# tools/recording of COMMAND, into $svg, with exit code N.
record() { # N COMMAND
	BIN=$CODEEXEC run --separate-stderr "-$1" timeout 60 tools/recording "$svg" "$2"
}

# The lines of an SVG that are seen when nothing plays.
last_seen() { # FILE
	python3 - "$1" <<-'END'
		import sys, xml.etree.ElementTree as tree
		for group in tree.parse(sys.argv[1]).getroot().iter("{http://www.w3.org/2000/svg}g"):
		    if group.get("opacity") != "0":
		        print("".join(group.itertext()))
	END
}

@test "pictures: they are what the tables say" {
	local picture=${CODEEXEC_TEST_BUILD:-build/release}/picture
	diff docs/sandbox.svg <("$picture" sandbox)
	diff docs/request.svg <("$picture" request)
}

@test "pictures: the layers are those of check, in its order" {
	run timeout 60 "$CODEEXEC" check
	diff <(awk '$2 == "ok" || $2 == "FAILS" {print $1}' <<<"$output" | head -n -1) \
		<(sed -n 's|.*font-weight="600">\([a-z]*\)</text>|\1|p' docs/sandbox.svg)
}

@test "pictures: what a request goes through is in the files that they name" {
	local file count=0
	for file in $(grep -oE '>core/[a-z]+\.h<' docs/request.svg | tr -d '<>'); do
		[[ -f $file ]]
		count=$((count + 1))
	done
	[[ $count -eq 5 ]]
}

@test "pictures: a recording ends with what the terminal showed" {
	record 0 'printf "one\ntw\b\b\033[1;32mTWO\033[0m\n10%%\r\033[K"; sleep 0.2; printf "a < b & c"'
	assert_eq "$(last_seen "$svg")" '$ printf "one\ntw\b\b\033[1;32mTWO\033[0m\n10%%\r\033[K"; sleep 0.2; printf "a < b & c"
one
TWO
a < b & c'
	grep -q '<tspan style="font-weight:600;fill:#3fb950">TWO</tspan>' "$svg"
}

@test "pictures: a recording plays what was there for a while" {
	record 0 'printf $((40 + 2)); sleep 0.3; printf "\r\033[K%s" $((50 + 5))'
	assert_eq "$(last_seen "$svg" | tail -n 1)" 55
	grep -q '<g opacity="0"><animate attributeName="opacity".*values="0;1;0".*>42</text></g>' "$svg"
	grep -q '<g><animate attributeName="opacity".*values="0;1".*>55</text></g>' "$svg"
}

@test "pictures: a long line is broken where the terminal ends" {
	record 0 'printf "%0100d" 0'
	assert_eq "$(last_seen "$svg" | tail -n 2 | awk '{print length}' | xargs)" '96 4'
}

@test "pictures: a command that fails is not drawn" {
	record 1 'exit 3'
	assert_eq "$stderr" "recording: 'exit 3' exits with 3"
	[[ ! -e $svg ]]
}

@test "pictures: the recordings are of commands that are, and went well" {
	assert_eq "$(last_seen docs/check.svg | awk 'NR > 2 && $2 == "ok" {print $1}' | head -n -1)" \
		"$(sed -n 's|.*font-weight="600">\([a-z]*\)</text>|\1|p' docs/sandbox.svg)"
	assert_eq "$(last_seen docs/check.svg | head -n 1)" '$ codeexec check'
	assert_has "$(last_seen docs/batch.svg)" ' 0 failed'
}
