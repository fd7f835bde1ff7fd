# shellcheck shell=bash
# SPDX-License-Identifier: MIT
#
# For the suites of programs that are kept booted, or started before their run:
# warm.bats and stock.bats. They load helpers.bash as well.

# N lines for batch, of MODEL and CODE; JQ may change each.
lines() { # N MODEL CODE [JQ]
	local i
	for ((i = 0; i < $1; i++)); do
		make_request "$2" "$3" "${4:-.}"
	done
}

# Run stdin as a batch, one after the other; $output has a record a line.
batch() { # [OPTION...]
	codeexec 0 batch --quiet --allow "$ALL" -j 1 "$@"
}

# What the records of $output have at the jq PATH, a line each.
each() { # PATH
	jq -rc ".response.body | $1" <<<"$output"
}

# How each of them was started: "cold cold warm".
starts() {
	each '.codeexec.steps[0].start' | xargs
}

# The same code cold and warm says the same.
assert_same() { # MODEL CODE [OPTION...]
	local model=$1 code=$2 cold
	shift 2
	run_code "$model" "$code" --warm off "$@"
	cold=$(jq -c '[.choices[0].message.content, .codeexec.stderr, .codeexec.exit_code, .codeexec.status]' <<<"$output")
	assert_json '.codeexec.steps[0].start' '"cold"'
	run_code "$model" "$code" --warm always "$@"
	assert_eq "$(jq -c '[.choices[0].message.content, .codeexec.stderr, .codeexec.exit_code, .codeexec.status]' <<<"$output")" "$cold"
	assert_json '.codeexec.steps[0].start' '"warm"'
}

# A batch in the background, whose lines for $model, by default python, come by
# ask_batch; end_batch ends it, and $output has its records.
begin_batch() { # [OPTION...]
	mkfifo "$BATS_TEST_TMPDIR/in"
	"$CODEEXEC" batch --quiet --allow "$ALL" -j 1 "$@" <"$BATS_TEST_TMPDIR/in" >"$BATS_TEST_TMPDIR/out" 2>"$BATS_TEST_TMPDIR/err" 3>&- &
	batch=$!
	count=0
	exec 9>"$BATS_TEST_TMPDIR/in"
}

# Wait until the batch has answered all that it was asked.
until_answered() {
	until [[ $(wc -l <"$BATS_TEST_TMPDIR/out") -eq $count ]]; do
		kill -0 "$batch"
		sleep 0.005
	done
}

# One run of CODE more; $record is the answer to it. JQ may change it.
ask_batch() { # CODE [JQ]
	lines 1 "${model:-python}" "$1" "${2:-.}" >&9
	count=$((count + 1))
	until_answered
	record=$(tail -n 1 "$BATS_TEST_TMPDIR/out")
}

# One of CODE more until one is warm.
ask_until_warm() { # CODE
	local tries=100
	until ask_batch "$1" && [[ $record == *'"start":"warm"'* ]]; do
		[[ $((tries -= 1)) -gt 0 ]]
		sleep 0.1
	done
}

end_batch() {
	exec 9>&-
	wait "$batch"
	output=$(<"$BATS_TEST_TMPDIR/out")
}

wait_until_gone() { # PID
	local tries=100
	while [[ -e /proc/$1 ]]; do
		[[ $((tries -= 1)) -gt 0 ]]
		sleep 0.1
	done
}

# The runs of a batch whose CODE says what is in $shared/file say so of the one
# that is there, also when another has taken its place.
assert_follows() { # CODE
	echo before >"$shared/file"
	begin_batch --read-only "$shared/file"
	ask_until_warm "$1"
	assert_has "$record" 'before'
	echo after >"$shared/new"
	mv "$shared/new" "$shared/file"
	ask_batch "$1"
	assert_has "$record" 'after'
	ask_until_warm "$1"
	assert_has "$record" 'after'
	end_batch
}
