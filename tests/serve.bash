# shellcheck shell=bash
# SPDX-License-Identifier: MIT
#
# What the suites of `codeexec serve` share, besides tests/helpers.bash. Raw
# HTTP is spoken by tests/http, in Python.

KEY=a-key-that-only-these-tests-know
export CODEEXEC CODEEXEC_TEST_KEY=$KEY
HTTP=$BATS_TEST_DIRNAME/http

# A folder for sockets, locks and logs, in $folder; for setup_file.
serve_folder() {
	folder=$(mktemp -d /tmp/codeexec-serve.XXXXXX)
	empty_policy_in "$folder"
	export folder CODEEXEC_API_KEY=$KEY CODEEXEC_LOCK_DIR=$folder/locks
}

# As empty_policy, for a whole file.
empty_policy_in() { # FOLDER
	local variable
	for variable in "${!CODEEXEC_@}"; do
		[[ $variable == CODEEXEC_TEST_* ]] || unset "$variable"
	done
	export CODEEXEC_POLICY=$1/policy.yaml
	: >"$CODEEXEC_POLICY"
	chmod 600 "$CODEEXEC_POLICY"
}

# Wait, 20 seconds at most, until COMMAND succeeds.
eventually() { # COMMAND...
	local end=$((SECONDS + 20))
	until "$@" >/dev/null 2>&1; do
		if ((SECONDS > end)); then
			echo "in vain: $*" >&2
			return 1
		fi
		sleep 0.02
	done
}

# Start a server; its pid is in $server, its first address in $address, its
# log in $log.
serve() { # ADDRESS[,...] [OPTION...]
	log=$(mktemp "$folder/log.XXXXXX")
	env -u CODEEXEC_TEST_KEY "$CODEEXEC" serve --listen "$1" "${@:2}" 2>"$log" </dev/null >/dev/null 3>&- &
	server=$!
	servers+=("$server")
	eventually grep -q 'listening on' "$log"
	address=$(sed -nE 's#.*listening on (http://)?([^"]+).*#\2#p' "$log" | head -n 1)
	export server address log
}

# The test has started none yet, for setup.
no_servers() {
	servers=()
}

# End those that the test has started and not ended, for teardown.
end_servers() {
	local pid
	for pid in "${servers[@]}"; do
		end_server "$pid"
	done
}

# End the server PID by SIGTERM; it must exit with 0.
end_server() { # [PID]
	local pid=${1:-$server}
	kill "$pid" 2>/dev/null || return 0
	eventually has_ended "$pid"
}

has_ended() { # PID
	[[ ! -d /proc/$1 ]] || grep -q '^State:.Z' "/proc/$1/status"
}

# A request with the key on stdout, and BODY unless that is empty.
http() { # METHOD PATH BODY [FIELD...]
	printf '%s %s HTTP/1.1\r\nHost: test\r\nAuthorization: Bearer %s\r\n' "$1" "$2" "$KEY"
	[[ $# -lt 4 ]] || printf '%s\r\n' "${@:4}"
	[[ -z $3 ]] || printf 'Content-Length: %d\r\n' "$(printf %s "$3" | wc -c)"
	printf '\r\n%s' "$3"
}

# A request that runs CODE by bash.
post() { # CODE [JQ [FIELD...]]
	http POST /v1/chat/completions "$(make_request bash "$1" "${2:-.}")" "${@:3}"
}

# Send stdin to the server as it is, end sending, and take all answers: $output
# is a JSON list of {status, fields, interim, body, json}, see tests/http/talk.
talk() { # [OPTION...]
	run --separate-stderr -0 timeout 60 "$HTTP/talk" "$@" "$address"
}

# The STATUSes of the answers in $output are these, in order.
assert_status() { # STATUS...
	assert_eq "$(jq -r 'map(.status) | join(" ")' <<<"$output")" "$*"
}

# Call a function of tests/http/*.py; what it prints is in $output.
scenario() { # MODULE.FUNCTION [ARGUMENT...]
	run --separate-stderr -0 timeout 120 "$HTTP/scenario" "$@"
}

# The sum of what the server says of the metrics that begin with NAME.
metric() { # NAME
	curl -s --unix-socket "${address#unix:}" -H "api-key: $KEY" http://test/metrics |
		awk -v name="$1" 'index($1, name) == 1 {sum += $2} END {print sum + 0}'
}
