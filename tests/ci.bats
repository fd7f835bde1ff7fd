#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
#
# The pipelines of examples/ci: their commands, as the files have them, in a
# checkout whose ci/test passes, fails, writes or calls out. Not run here are the
# services themselves, and the pre-commit framework.

EXAMPLES=(github gitlab make pre-commit framework)

setup() {
	load helpers
	empty_policy
	top=$(realpath "$BATS_TEST_DIRNAME/..")
	ci=$top/examples/ci
	# Not in /tmp, which inside is another one.
	folder=$(mktemp -d /var/tmp/codeexec-test.XXXXXX)
	chmod 755 "$folder"
	mkdir -p "$folder/bin" "$folder/checkout/ci"
	printf '#!/bin/sh\nexec timeout 60 %q "$@"\n' "$(realpath "$CODEEXEC")" >"$folder/bin/codeexec"
	chmod 755 "$folder/bin/codeexec"
	PATH=$folder/bin:$PATH
	export HOME=$folder GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a \
		GIT_COMMITTER_EMAIL=a@b
	cd "$folder/checkout" || return
	git init -q
	cp "$ci/pre-commit" .git/hooks/pre-commit
	cp "$ci/sandbox.mk" Makefile
}

teardown() {
	[[ -z ${listener:-} ]] || kill "$listener" 2>/dev/null || true
	rm -rf "$folder"
}

# The value of the YAML FILE at the Python expression VALUE of it, y.
value() { # FILE VALUE
	python3 -c 'import shlex, sys, yaml
print(eval(sys.argv[2], {"y": yaml.safe_load(open(sys.argv[1])), "shlex": shlex}))' "$@"
}

# The step of EXAMPLE, as its service starts it: by a shell, or without.
step() { # EXAMPLE
	local step=$folder/step
	git add -A
	case $1 in
	github)
		value "$ci/github.yml" '[s["run"] for s in y["jobs"]["test"]["steps"] if s.get("name") == "Test"][0]' >"$step"
		bash -e "$step"
		;;
	gitlab)
		value "$ci/gitlab.yml" '"\n".join(y["sandboxed"]["script"])' >"$step"
		bash -eo pipefail "$step"
		;;
	make) make sandboxed-test ;;
	pre-commit) git commit -qm 'A change' ;;
	framework)
		value "$ci/pre-commit-config.yaml" '"\0".join(shlex.split(y["repos"][0]["hooks"][0]["entry"]))' >"$step"
		python3 -c 'import os, sys
argv = open(sys.argv[1]).read().rstrip("\n").split("\0")
os.execvp(argv[0], argv)' "$step"
		;;
	esac
}

# ci/test is the bash SCRIPT.
tests() { # SCRIPT
	printf '#!/bin/bash\n%s\n' "$1" >ci/test
	chmod 755 ci/test
}

# EXAMPLE hands the exit code CODE on, each in its way.
assert_code() { # EXAMPLE CODE
	case $1 in
	make)
		assert_eq "$status" 2
		assert_has "$output" "Error $2"
		;;
	pre-commit) assert_eq "$status" 1 ;;
	*) assert_eq "$status" "$2" ;;
	esac
}

@test "ci: a step that passes sees the checkout" {
	tests 'cat README && test ! -e /etc/shadow'
	for example in "${EXAMPLES[@]}"; do
		echo "read by $example" >README
		run step "$example"
		assert_eq "$example: $status" "$example: 0"
		assert_has "$output" "read by $example"
	done
	assert_eq "$(git log --format=%s)" 'A change'
}

@test "ci: a step that fails hands its exit code on" {
	tests 'exit 3'
	for example in "${EXAMPLES[@]}"; do
		run step "$example"
		assert_code "$example" 3
	done
	run ! git log
}

@test "ci: the checkout cannot be written to, by which way ever" {
	tests 'touch new && echo done; echo x >>README && echo done; chmod 777 README && echo done; rm -f README && echo done'
	echo here >README
	chmod 644 README
	for example in "${EXAMPLES[@]}"; do
		run step "$example"
		assert_has "$output" 'Read-only file system'
		assert_eq "$example: $(grep -c '^done' <<<"$output")" "$example: 0"
		assert_eq "$(cat README) $(stat -c %a README) $(ls)" "here 644 Makefile
README
ci"
	done
	# Outside of the sandbox it is for the test to do as it likes.
	assert_eq "$(ci/test)" $'done\ndone\ndone\ndone'
	[[ ! -e README && -e new ]]
}

@test "ci: there is no network" {
	requires socat
	local port
	port=$("$BATS_TEST_DIRNAME/http/scenario" wire.free_port)
	timeout 60 socat "TCP-LISTEN:$port,bind=127.0.0.1,fork,reuseaddr" EXEC:/bin/true 3>&- &
	listener=$!
	tests "exec 3<>/dev/tcp/127.0.0.1/$port && echo connected"
	until ci/test 2>/dev/null; do sleep 0.1; done
	for example in "${EXAMPLES[@]}"; do
		run step "$example"
		[[ $status -ne 0 ]]
		assert_has "$output" 'Connection refused'
	done
}

@test "ci: what they install is where they look for it" {
	local name=codeexec-x-linux
	mkdir -p "$folder/$name/bin" "$folder/home"
	cp "$CODEEXEC" "$folder/$name/bin/codeexec"
	tar -C "$folder" -czf "$folder/$name.tar.gz" "$name"
	export HOME=$folder/home CODEEXEC_TARBALL=file://$folder/$name.tar.gz GITHUB_PATH=$folder/github-path
	value "$ci/github.yml" 'y["jobs"]["test"]["steps"][1]["run"]' >"$folder/step"
	run -0 bash -e "$folder/step"
	PATH=$(cat "$GITHUB_PATH"):$PATH run -0 type -P codeexec
	assert_eq "$output" "$HOME/.local/bin/codeexec"
	rm -r "$HOME/.local"
	value "$ci/gitlab.yml" '"\n".join(y["sandboxed"]["before_script"] + ["type -P codeexec"])' >"$folder/step"
	run -0 bash -eo pipefail "$folder/step"
	assert_eq "$output" "$HOME/.local/bin/codeexec"
}

@test "ci: what a commit leaves out is not tested" {
	tests 'test ! -e README'
	git add -A
	echo here >README
	run -0 git commit -qm 'Without it'
	git add README
	run ! git commit -qm 'With it'
	assert_eq "$(ls -d .git/sandboxed.* 2>/dev/null)" ''
}
