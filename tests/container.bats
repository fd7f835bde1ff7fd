#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
#
# examples/container, as far as can be seen without building it. Built and run
# it is by `make check-image`.

setup() {
	load helpers
	load serve
	empty_policy
	no_servers
	top=$(realpath "$BATS_TEST_DIRNAME/..")
	container=$top/examples/container
}

teardown() {
	end_servers
	[[ -z ${folder:-} ]] || rm -rf "$folder"
}

# compose.yaml as JSON in $output.
compose() {
	run -0 python3 -c 'import json, sys, yaml; json.dump(yaml.safe_load(open(sys.argv[1])), sys.stdout)' "$container/compose.yaml"
}

# The tree as .dockerignore lets it into the image, at $context.
make_context() {
	context=$BATS_TEST_TMPDIR/context
	mkdir "$context"
	tar -C "$top" --exclude-from=<(grep -v '^#' "$top/.dockerignore" | sed 's|^|./|') -c . | tar -C "$context" -x
}

# The value of the Dockerfile's instruction NAME, which is JSON.
instruction() { # NAME
	sed -e ':a' -e '/\\$/ {N; s/\\\n//; ba}' "$container/Dockerfile" | sed -nE "s/^$1 (--[^ ]+ )*(CMD )?//p"
}

@test "container: what is copied into the image is there" {
	local from
	local -a words
	make_context
	while read -ra words; do
		for from in "${words[@]}"; do
			[[ -e $context/$from ]]
		done
	done < <(sed -nE 's/^COPY ([^-].*) [^ ]+$/\1/p' "$container/Dockerfile")
	[[ ! -e $context/tests && ! -e $context/.git ]]
}

@test "container: make has all that it takes there" {
	local -a targets
	make_context
	while read -ra targets; do
		run -0 make -C "$context" -n "${targets[@]}"
	done < <(grep -oE '\bmake( [a-zA-Z-]+(=/[a-z]*)?)*' "$container/Dockerfile" | sed 's/^make//' | sort -u)
	make -C "$context" -n install DESTDIR=/out PREFIX=/usr | grep -q '"/out/usr/'
}

@test "container: the image starts a server as no root, with arguments that there are" {
	local user
	user=$(instruction USER)
	[[ ${user%%:*} -gt 0 && ${user##*:} -gt 0 ]]
	assert_eq "$(instruction ENTRYPOINT)" '["codeexec"]'
	jq -e '.[0] == "serve"' <<<"$(instruction CMD)"
	mapfile -t words < <(jq -r '.[]' <<<"$(instruction CMD)")
	codeexec 78 "${words[@]}"
	assert_has "$stderr" 'serve needs an API key'
}

@test "container: the health check passes with a server that is well, and only then" {
	local -a words
	serve_folder
	serve 127.0.0.1:0 --allow bash
	mapfile -t words < <(instruction HEALTHCHECK | jq -r '.[]')
	words[2]=${words[2]/127.0.0.1\/8080/${address/://}}
	run -0 timeout 20 "${words[@]}"
	end_server
	run ! timeout 20 "${words[@]}"
}

@test "container: the service is reached from the host alone, and has no rights to lose" {
	compose
	assert_json '.services.codeexec | [.ports, .cap_drop, .read_only, .privileged, .cap_add]' \
		'[["127.0.0.1:8080:8080"],["ALL"],true,null,null]'
	assert_json '.services.codeexec.security_opt' \
		'["no-new-privileges:true","seccomp=seccomp.json","apparmor=unconfined","systempaths=unconfined"]'
	assert_json '.services.codeexec | [(.environment | has("CODEEXEC_API_KEY")), .env_file]' '[false,"codeexec.env"]'
}

@test "container: its files and variables are those that there are" {
	local -a variables
	compose
	[[ $(realpath "$container/$(jq -r .services.codeexec.build.context <<<"$output")") == "$top" ]]
	[[ -f $top/$(jq -r .services.codeexec.build.dockerfile <<<"$output") ]]
	jq -r '.services.codeexec.build.args | keys[]' <<<"$output" | while read -r name; do
		grep -q "^ARG $name=" "$container/Dockerfile"
	done
	mapfile -t variables < <(jq -r '.services.codeexec.environment | to_entries[] | "\(.key)=\(.value)"' <<<"$output")
	run -0 env "${variables[@]}" "$CODEEXEC" policy
	assert_eq "$(grep -c 'CODEEXEC_' <<<"$output")" "${#variables[@]}"
}

@test "container: Kubernetes is asked for what compose.yaml asks Docker for, and no more" {
	compose
	local service=$output
	run -0 python3 -c 'import json, sys, yaml
json.dump(next(yaml.safe_load_all(open(sys.argv[1])))["spec"]["template"]["spec"], sys.stdout)' "$container/kubernetes.yaml"
	assert_json '[.hostUsers, .hostNetwork, .hostPID, .automountServiceAccountToken, (.securityContext | to_entries[].value)]' \
		"[false,null,null,false,true,$(instruction USER | tr : ,)]"
	assert_json '.containers[0].securityContext' '{"allowPrivilegeEscalation":false,"readOnlyRootFilesystem":true,'\
'"capabilities":{"drop":["ALL"]},"seccompProfile":{"type":"Localhost","localhostProfile":"codeexec.json"},'\
'"appArmorProfile":{"type":"Unconfined"},"procMount":"Unmasked"}'
	assert_json '.containers[0].env | from_entries' "$(jq -c '.services.codeexec.environment' <<<"$service")"
	assert_json '[.containers[0] | .ports[0].containerPort, .readinessProbe.httpGet.port, .livenessProbe.tcpSocket.port]' \
		"[$(instruction EXPOSE),8080,8080]"
	assert_json '.terminationGracePeriodSeconds, .containers[0].resources.limits.memory' \
		"$(jq '.services.codeexec.stop_grace_period | rtrimstr("s") | tonumber' <<<"$service")
\"$(jq -r '.services.codeexec.mem_limit | ascii_upcase' <<<"$service")i\""
}

@test "container: every host of the table is one that is made, or is said to be none" {
	local made known
	made=$(sed -n 's/^    ("\(.*\)", \("[a-z]*"\|None\), .*/\1/p' "$BATS_TEST_DIRNAME/image/hosts.py")
	known=$(sed -n 's/^| \(.*\) | .* | run |$/\1/p' "$container/README.md")
	[[ $(wc -l <<<"$made") -gt 10 ]]
	assert_eq "$known" "$made"
}

@test "container: the seccomp profile allows what programs may call, and what makes a sandbox" {
	python3 - "$top/sandbox/seccomp_rules.c" "$container/seccomp.json" "$BATS_TEST_DIRNAME/closed.bats" <<-'END'
		import json, re, sys
		rules = open(sys.argv[1], encoding="utf-8").read()
		rules = rules[rules.index("sb_calls_allowed[]"):rules.index("sb_calls_denied[]")]
		wanted = {name for calls in re.findall(r"CALLS\(([^)]*)\)", rules) for name in re.findall(r'"(\w+)"', calls)}
		profile = json.load(open(sys.argv[2], encoding="utf-8"))
		assert profile["defaultAction"] == "SCMP_ACT_ERRNO", profile["defaultAction"]
		programs, setup = (set(group["names"]) for group in profile["syscalls"])
		assert programs == wanted, programs ^ wanted
		assert not setup & wanted, setup & wanted
		# What the set-up calls is what closed.bats has fail.
		closed = open(sys.argv[3], encoding="utf-8").read().split("setup_calls() {")[1].split("END")[1]
		called = set(re.findall(r"^\s+(\w+) ", closed, re.MULTILINE))
		assert len(called) > 30 and not called - wanted - setup, called - wanted - setup
	END
}
