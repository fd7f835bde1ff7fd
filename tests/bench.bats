#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
#
# The benchmark's report and its chart have their parts, whatever the times are.

setup() {
	load helpers
	requires plain python3
	empty_policy
	export CODEEXEC
	cd "$BATS_TEST_DIRNAME/.." || return
}

@test "bench: a report begins with where codeexec is not the fastest, then the bars" {
	local svg=$BATS_TEST_TMPDIR/times.svg
	run --separate-stderr -0 timeout 120 bench/run --quick --programs bash --svg "$svg"
	assert_eq "$stderr" ""
	assert_eq "$(grep -E '^[A-Z]' <<<"$output" | cut -d ' ' -f 1 | tr '\n' ' ')" \
		"Where Bars Programs Output Blocks Number Notes "
	[[ $output == '# What does a sandboxed run cost'* ]]
	assert_eq "$(sed -n '/^Bars/,/^$/p' <<<"$output" | grep -cE '^  (met|NOT MET|not measured) +[^ ]')" 5
	for way in bare 'codeexec run' 'batch, warm' 'serve, warm' 'serve, cold'; do
		assert_eq "$way $(grep -cE "^  $way +([0-9.]+ +){4}3$" <<<"$(sed -n '/^Programs/,/^$/p' <<<"$output")")" "$way 2"
	done
	assert_has "$output" 'after 20: RSS KiB '

	# Its own bars, and those of the legend.
	python3 - "$svg" <<'EOF'
import sys
import xml.etree.ElementTree as tree
root = tree.parse(sys.argv[1]).getroot()
assert root.tag == "{http://www.w3.org/2000/svg}svg", root.tag
bars = [rect.get("class") for rect in root.iter("{http://www.w3.org/2000/svg}rect")]
assert bars.count("ours") == 1 + 4 and bars.count("bare") == 1 + 1, bars
assert not list(root.iter("{http://www.w3.org/2000/svg}script"))
EOF
}

@test "bench: what is slower is told of, and by whom" {
	run -0 python3 - <<'EOF'
import sys
sys.dont_write_bytecode = True
sys.path.insert(0, "bench")
import report

class Question:
    name = "python, 1 at once"
    times = {"bare": [3.0], "bare, -c pass": [2.0], "bubblewrap": [5.0], "firejail": [9.0],
             "codeexec run": [6.0], "serve, warm": [1.0]}
    ours = {"codeexec run", "serve, warm"}
    starts = {"serve, warm": ["warm", "cold"]}

found = report.Findings(1, "a host")
found.programs.append(Question)
found.states = {100: {"RSS KiB": 1000, "fds": 7}, 1000: {"RSS KiB": 1019, "fds": 8}}
report.write(found)
EOF
	assert_has "$output" 'python, 1 at once: codeexec run 6.00 (bare 3.00, bubblewrap 5.00)
'
	assert_has "$output" 'NOT MET       python by codeexec run ≤ 1.0 × bubblewrap: 1.20 ×'
	assert_has "$output" 'NOT MET       warm python over HTTP ≤ 0.4 × bare python3 -c pass: 0.50 ×'
	assert_has "$output" 'NOT MET       the state after 1,000 runs is that after 100: more fds'
	assert_has "$output" 'not measured  true by codeexec run'
	assert_has "$output" '1 of 2 warm'
}

@test "bench: the chart in the tree is one, and says of which machine it is" {
	[[ -z $(find bench/times.svg -size +40k) ]]
	python3 -c 'import sys, xml.etree.ElementTree as tree; tree.parse(sys.argv[1])' bench/times.svg
	grep -qE '[0-9]{4}-[0-9]{2}-[0-9]{2}, codeexec [^,]+, Linux [^,]+, [0-9]+ cores, as [a-z ]+; ([5-9][0-9]|[0-9]{3,}) runs of each' bench/times.svg
}

@test "bench: a name that is not known ends it" {
	run -2 bench/run --programs cobol
	assert_has "$output" 'cobol is not there'
	run -2 bench/run --parts nonsense
	assert_has "$output" 'no part nonsense'
}

# What was recorded is BY times what is.
recorded() { # BY
	awk -F '\t' -v OFS='\t' -v by="$1" 'NF > 2 {$2 = int($2 * by)} 1' "$BATS_TEST_TMPDIR/now" >"$COUNT_RECORD"
}

@test "bench: counts that are a tenth more fail, those of another machine are not compared" {
	requires strace valgrind
	export COUNT_RECORD=$BATS_TEST_TMPDIR/count.txt
	: >"$COUNT_RECORD"
	bench/count update
	assert_eq "$(grep -cE $'^(system calls as (root|user)|instructions of a dry run)\t[0-9]+\t.*glibc ' "$COUNT_RECORD")" 2
	cp "$COUNT_RECORD" "$BATS_TEST_TMPDIR/now"
	recorded 0.95
	run -0 bench/count
	assert_eq "$(grep -c ' %$' <<<"$output")" 2
	recorded 0.85
	run -1 bench/count
	sed -i -E 's/glibc /another &/' "$COUNT_RECORD"
	run -0 bench/count
	assert_eq "$(grep -cE 'not compared with [0-9]+:$' <<<"$output")" 2
}
