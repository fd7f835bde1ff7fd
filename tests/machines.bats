#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
#
# Many machines: several servers behind examples/haproxy.cfg, and the recipes of
# examples/ for a batch in shards. All of it on this machine's loopback.

setup() {
	load helpers
	load serve
	top=$(realpath "$BATS_TEST_DIRNAME/..")
	no_servers
	folder=
	daemons=()
	export -f ask_port make_request
}

teardown() {
	for daemon in "${daemons[@]}"; do
		end_server "$daemon"
	done
	[[ -z ${proxy:-} ]] || end_server "$proxy"
	# What still runs is not waited for.
	[[ ${#servers[@]} -eq 0 ]] || kill "${servers[@]}" 2>/dev/null || true
	end_servers
	[[ -z $folder ]] || rm -rf "$folder"
}

# A server of the example's, that has its slots for itself; its pid is in
# ${pids[N]}, its address in ${ports[N]}.
machine() { # N [OPTION...]
	CODEEXEC_LOCK_DIR=$folder/locks.$1 serve 127.0.0.1:0 --allow bash "${@:2}"
	pids[$1]=$server
	ports[$1]=${address#*:}
	logs[$1]=$log
}

# haproxy as the example has it, before the machines; its port is in $port.
proxy() {
	local config=$folder/haproxy.cfg
	port=$("$HTTP/scenario" wire.free_port)
	sed -e "s/:8081/:${ports[1]}/; s/:8082/:${ports[2]}/; s/:8083/:${ports[3]}/; s/127.0.0.1:8000/127.0.0.1:$port/" \
		-e "s/abns@codeexec/abns@codeexec-$$/" "$top/examples/haproxy.cfg" >"$config"
	timeout 120 haproxy -f "$config" 2>"$folder/haproxy.log" 3>&- &
	proxy=$!
	eventually curl -sf "http://127.0.0.1:$port/health"
}

# CODE, by bash, asked of the server on PORT.
ask_port() { # PORT CODE [JQ]
	make_request bash "$2" "${3:-.}" |
		curl -sSN -m 60 "http://127.0.0.1:$1/v1/chat/completions" -H "Authorization: Bearer $KEY" -d @-
}

# COUNT requests, eight at a time: the contents, sorted.
load_of() { # COUNT CODE
	seq "$1" | xargs -P 8 -I N bash -c "ask_port $port '$2'" |
		jq -r '.choices[0].message.content // .error.code' | grep . | sort -n
}

answers() {
	wc -l <"$folder/answers"
}

@test "haproxy: a machine that is killed under load loses no request" {
	requires haproxy curl
	export KEY
	serve_folder
	for n in 1 2 3; do
		machine "$n" --max-concurrent 4
	done
	proxy
	seq 120 | xargs -P 8 -I N bash -c "ask_port $port 'sleep 0.05; echo N'; echo" >"$folder/answers" 2>&1 &
	local load=$!
	has_begun() { [[ $(answers) -ge 20 ]]; }
	eventually has_begun
	kill -9 "${pids[2]}"
	wait "$load"
	diff <(seq 120) <(jq -r '.choices[0].message.content // empty' "$folder/answers" | grep . | sort -n)
	# It had been in use until then.
	grep -q 'POST /v1/chat/completions 200' "${logs[2]}"
}

@test "haproxy: who is full is not the one that answers" {
	requires haproxy curl
	export KEY
	serve_folder
	machine 1 --max-concurrent 1 --queue-wait 50ms
	machine 2 --max-concurrent 8
	machine 3 --max-concurrent 8
	proxy
	ask_port "${ports[1]}" 'sleep 9' >"$folder/full" &
	is_full() { ask_port "${ports[1]}" 'echo' | grep -q rate_limit; }
	eventually is_full
	: >"${logs[1]}"
	assert_eq "$(load_of 30 'echo N')" "$(seq 30)"
	# It was asked.
	grep -q 'POST /v1/chat/completions 429' "${logs[1]}"
}

@test "haproxy: when all are full the client is told so" {
	requires haproxy curl
	export KEY
	serve_folder
	for n in 1 2 3; do
		machine "$n" --max-concurrent 1 --queue-wait 50ms
		ask_port "${ports[n]}" 'sleep 9' >"$folder/full.$n" &
	done
	proxy
	are_full() {
		for n in 1 2 3; do
			ask_port "${ports[n]}" 'echo' | grep -q rate_limit_exceeded || return 1
		done
	}
	eventually are_full
	run -0 curl -si -m 20 "http://127.0.0.1:$port/v1/chat/completions" -H "Authorization: Bearer $KEY" \
		-d "$(make_request bash 'echo')"
	assert_has "${output,,}" 'http/1.1 429'
	assert_has "${output,,}" 'retry-after: 1'
	run ! grep -qi x-codeexec <<<"$output"
}

@test "haproxy: a stream comes as it is written" {
	requires haproxy curl
	export KEY
	serve_folder
	for n in 1 2 3; do
		machine "$n"
	done
	proxy
	ask_port "$port" 'echo first; read -t 2 <> <(:) || :; echo last' '.stream = true' >"$folder/stream" &
	local stream=$!
	eventually grep -q first "$folder/stream"
	run ! grep -q last "$folder/stream"
	wait "$stream"
	grep -q last "$folder/stream"
}

# forty requests in batch.jsonl, in a folder of their own with a codeexec on PATH.
make_batch() {
	cd "$BATS_TEST_TMPDIR" || return
	empty_policy
	mkdir bin
	ln -s "$(realpath "$CODEEXEC")" bin/codeexec
	PATH=$PWD/bin:$PATH
	cp "$top/examples/slurm-array.sh" .
	jq -cn 'range(1; 41) | {custom_id: "r\(.)", body: {model: "python", messages: [{role: "user", content: "print(\(.) * 2)"}]}}' \
		>batch.jsonl
}

# Every request has its answer in these FILEs, once.
assert_results() { # FILE...
	diff <(seq 40 | awk '{print "r" $1, $1 * 2}' | sort) \
		<(jq -r '"\(.custom_id) \(.response.body.choices[0].message.content)"' "$@" | grep . | sort)
}

# The commands of examples/README.md's block that holds PART.
recipe() { # PART
	awk -v part="$1" '/^```sh$/ {on = 1; next} /^```$/ {on = 0} on && index($0, part)' "$top/examples/README.md"
}

@test "shards: by xargs, by parallel, and through pipes" {
	requires parallel
	make_batch
	run -0 bash -ec "$(recipe 'split --number')"
	run -0 timeout 60 bash -ec "$(recipe 'xargs -P')"
	run -0 bash -ec "$(recipe 'cat shard')"
	assert_results results.jsonl
	# Again there is nothing to do; what was lost is made again.
	rm shard.02.jsonl.out
	run -0 timeout 60 bash -ec "$(recipe ':::')"
	cat shard.*.out >results.jsonl
	assert_results results.jsonl
	run -0 timeout 60 bash -ec "$(recipe '--pipe')"
	assert_results results.jsonl
}

@test "shards: xargs and parallel tell of one that failed" {
	requires parallel
	make_batch
	sed -i '1s/python/no-such/' batch.jsonl
	run -0 bash -ec "$(recipe 'split --number')"
	run ! timeout 60 bash -ec "$(recipe 'xargs -P')"
	rm shard.*.out
	run ! timeout 60 bash -ec "$(recipe ':::')"
}

@test "shards: a task of a job array takes its share, and goes on with it" {
	make_batch
	export SLURM_ARRAY_TASK_MIN=5 SLURM_ARRAY_TASK_COUNT=3 SLURM_CPUS_PER_TASK=1
	for SLURM_ARRAY_TASK_ID in 5 6 7; do
		export SLURM_ARRAY_TASK_ID
		run -0 timeout 60 ./slurm-array.sh batch.jsonl results
	done
	assert_results results.[012].jsonl
	head -n 5 results.1.jsonl >half
	cp half results.1.jsonl
	SLURM_ARRAY_TASK_ID=6 run -0 timeout 60 ./slurm-array.sh batch.jsonl results
	assert_results results.[012].jsonl
	cmp half <(head -n 5 results.1.jsonl)
	# Where a request has no completion, the task fails.
	sed -i '1s/python/no-such/' batch.jsonl
	SLURM_ARRAY_TASK_ID=6 run ! timeout 60 ./slurm-array.sh batch.jsonl other
}

# A Slurm of this one machine, on its loopback, for two minutes.
slurm() {
	local name
	name=$(hostname -s)
	mkdir state spool
	export SLURM_CONF=$PWD/slurm.conf
	cat >slurm.conf <<-END
		ClusterName=one
		SlurmctldHost=$name(127.0.0.1)
		SlurmctldPort=$("$HTTP/scenario" wire.free_port)
		SlurmdPort=$("$HTTP/scenario" wire.free_port)
		SlurmUser=root
		AuthType=auth/none
		CredType=cred/none
		SlurmctldPidFile=$PWD/slurmctld.pid
		SlurmdPidFile=$PWD/slurmd.pid
		StateSaveLocation=$PWD/state
		SlurmdSpoolDir=$PWD/spool
		SlurmctldLogFile=$PWD/slurmctld.log
		SlurmdLogFile=$PWD/slurmd.log
		ProctrackType=proctrack/linuxproc
		TaskPlugin=task/none
		SelectType=select/cons_tres
		SelectTypeParameters=CR_Core
		MpiDefault=none
		NodeName=$name NodeAddr=127.0.0.1 CPUs=$(nproc) State=UNKNOWN
		PartitionName=all Nodes=ALL Default=YES State=UP
	END
	for daemon in slurmctld slurmd; do
		timeout 120 "$daemon" -D >/dev/null 2>&1 3>&- &
		daemons+=($!)
	done
	is_idle() { [[ $(sinfo -h -o %T) == idle ]]; }
	eventually is_idle
}

@test "shards: Slurm runs the job array" {
	requires root slurmctld slurmd sbatch
	local -a words
	make_batch
	slurm
	read -ra words < <(recipe sbatch)
	run -0 timeout 100 sbatch --wait --cpus-per-task=1 --mem-per-cpu=0 --output=log.%a "${words[@]:1}"
	assert_results results.[0123].jsonl
	assert_eq "$(cat log.*)" ''
}
