# shellcheck shell=bash
# SPDX-License-Identifier: MIT
#
# What every suite loads. CODEEXEC is the program, TOOLS the folder of the
# test tools, DATA the test data that lies beside the project; tests/check
# sets all three.

bats_require_minimum_version 1.8.0

CODEEXEC=${CODEEXEC:-$BATS_TEST_DIRNAME/../build/release/codeexec}
TOOLS=${TOOLS:-$BATS_TEST_DIRNAME/../build/release/tests/tool}
DATA=${CODEEXEC_TEST_DATA:-$BATS_TEST_DIRNAME/../../shared/data}
ALL=python,node,bash,sh,ruby,php,perl,lua,awk,sed,jq,sqlite3

# Run codeexec with the arguments behind the exit code N; $output is stdout,
# $stderr is stderr.
codeexec() { # N ARGUMENT...
	local want=$1
	shift
	run --separate-stderr "-$want" timeout 60 "$CODEEXEC" "$@"
}

# Run CODE by MODEL; the completion is in $output.
run_code() { # MODEL CODE [OPTION...]
	local model=$1 code=$2
	shift 2
	codeexec 0 run --allow "$ALL" -m "$model" -c "$code" "$@"
}

# Answer the request on stdin, with exit code N.
request() { # N [OPTION...]
	local want=$1
	shift
	codeexec "$want" run --allow "$ALL" "$@"
}

# A request whose user message is TEXT, for MODEL; JQ may change it further. What
# is in ASCII and not changed needs no jq, which is slow to start.
make_request() { # MODEL TEXT [JQ]
	local text=$2
	if [[ ${3:-.} == . && $1$2 != *[!$' -~\n\t']* && $1 != *[\"\\]* ]]; then
		text=${text//\\/\\\\}
		text=${text//\"/\\\"}
		text=${text//$'\n'/\\n}
		text=${text//$'\t'/\\t}
		printf '{"model":"%s","messages":[{"role":"user","content":"%s"}]}\n' "$1" "$text"
		return
	fi
	jq -cn --arg model "$1" --arg text "$2" \
		'{model: $model, messages: [{role: "user", content: $text}]} | '"${3:-.}"
}

# Both, and when they differ, what they are.
assert_eq() { # GOT WANTED
	if [[ $1 != "$2" ]]; then
		printf 'got:    %q\nwanted: %q\n' "$1" "$2" >&2
		return 1
	fi
}

# The value at PATH, of names and numbers, of the JSON in $output; a string as it is.
member() { # PATH
	"$TOOLS/member" -j "$1" <<<"$output"
}

# The value at the jq PATH of the JSON in $output, compared as JSON text. A path of
# names and numbers is for tests/tool/member: most are, and jq is slow to start.
assert_json() { # PATH VALUE
	local reader=(jq -c)
	[[ ! $1 =~ ^(\.[a-z_]+|\[[0-9]+\])+$ ]] || reader=("$TOOLS/member")
	assert_eq "$("${reader[@]}" "$1" <<<"$output")" "$2"
}

# The content of the first choice, exactly.
assert_content() { # TEXT
	local got
	got=$(member '.choices[0].message.content' && echo .)
	assert_eq "${got%.}" "$1"
}

# TEXT holds PART.
assert_has() { # TEXT PART
	if [[ $1 != *"$2"* ]]; then
		printf 'got:    %q\nlacks:  %q\n' "$1" "$2" >&2
		return 1
	fi
}

# Skip for REASON; where nothing may be skipped (CI), fail.
missing() { # REASON
	if [[ ${CODEEXEC_TEST_NO_SKIP:-} == 1 ]]; then
		echo "$1" >&2
		return 1
	fi
	skip "$1"
}

# Skip, with the reason, where the host lacks something: root, user, data,
# cgroup1, plain (no sanitizer), or the name of a program.
requires() { # THING...
	local thing
	for thing in "$@"; do
		case $thing in
		root) [[ $EUID -eq 0 ]] || skip "needs root" ;;
		user) [[ $EUID -ne 0 ]] || skip "is for an ordinary user" ;;
		data) [[ -d $DATA ]] || missing "test data is not there" ;;
		cgroup1) [[ -w /sys/fs/cgroup/memory/cgroup.procs ]] || skip "no writable cgroup v1" ;;
		plain) [[ $CODEEXEC != */asan/* ]] || skip "a sanitizer makes calls of its own" ;;
		*) command -v "$thing" >/dev/null || missing "$thing is not installed" ;;
		esac
	done
}

# Run PROGRAM under exactly these rows of the sandbox's order.
one() { # N ROWS [KEY=VALUE...] -- PROGRAM [ARGUMENT...]
	local want=$1
	shift
	run --separate-stderr "-$want" timeout 60 "$TOOLS/one" "$@"
}

# No policy but an empty file, whatever the environment says; with
# CODEEXEC_TEST_WARM=1 one that has every interpreter that can be kept so.
empty_policy() {
	local variable
	for variable in "${!CODEEXEC_@}"; do
		[[ $variable == CODEEXEC_TEST_* ]] || unset "$variable"
	done
	CODEEXEC_POLICY=$BATS_TEST_TMPDIR/policy.yaml
	export CODEEXEC_POLICY
	if [[ ${CODEEXEC_TEST_WARM:-} == 1 ]]; then
		echo 'warm: {start: always}' >"$CODEEXEC_POLICY"
	else
		: >"$CODEEXEC_POLICY"
	fi
	chmod 600 "$CODEEXEC_POLICY"
}

# Ask for TEXT, a user message for MODEL, with exit code N; JQ changes the
# request.
ask() { # N MODEL TEXT [JQ [OPTION...]]
	request "$1" "${@:5}" < <(make_request "$2" "$3" "${4:-.}")
}

# The answer is an error object with all four members, PARAM as JSON, and
# stderr is one line with its message.
assert_error() { # TYPE CODE PARAM
	assert_json '[keys, (.error | keys, [.type, .code, .param])]' \
		"[[\"error\"],[\"code\",\"message\",\"param\",\"type\"],[\"$1\",\"$2\",$3]]"
	assert_eq "$stderr" "codeexec: $(member .error.message)"
	assert_eq "$(wc -l <<<"$stderr")" 1
}

# A folder that programs inside can reach and write to, whoever started them,
# in $shared; not in /tmp, which inside is another one. Call unshare_folder in
# teardown_file.
share_folder() {
	shared=$(mktemp -d /var/tmp/codeexec-test.XXXXXX)
	chmod 777 "$shared"
	cp "$TOOLS/try" "$shared/try"
	export shared
}

unshare_folder() {
	rm -rf "$shared"
}

# Attempt an act outside; $output is "ok" or the errno.
try() { # ACT [ARGUMENT...]
	run timeout 60 "$TOOLS/try" "$@"
}

# Run codeexec, with exit code N, without the CALLS (see tests/tool/without.c).
without() { # N CALLS ARGUMENT...
	local want=$1 calls=$2
	shift 2
	run --separate-stderr "-$want" timeout 60 "$TOOLS/without" "$calls" -- "$CODEEXEC" "$@"
}

# What strerror(3) says of the errno NAME.
errno_text() { # NAME
	python3 -c "import errno, os; print(os.strerror(errno.$1))"
}
