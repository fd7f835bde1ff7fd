#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
#
# The systemd units of examples/, as far as the tool that checks them can tell.
# Under a systemd that is pid 1 they are tried by `make check-vm`.

setup() {
	load helpers
	requires systemd-analyze
	cd "$BATS_TEST_TMPDIR" || return 1
	local unit
	for unit in "$BATS_TEST_DIRNAME"/../examples/*.{service,socket}; do
		sed "s|/usr/local/bin/codeexec|$(realpath "$CODEEXEC")|" "$unit" >"${unit##*/}"
	done
}

@test "units: systemd has nothing to say against them" {
	run -0 systemd-analyze verify --man=no ./*.service ./*.socket
	assert_eq "$output" ''
}

@test "units: no number of clients ends the socket" {
	# Each client of such a socket is a start, which systemd takes to be too many.
	assert_eq "$(grep -l ^Accept=yes ./*.socket)" "$(grep -lx TriggerLimitIntervalSec=0 ./*.socket)"
}

@test "units: the service is hardened, each conversation as much" {
	local unit
	for unit in codeexec.service codeexec-inetd@.service; do
		run -0 systemd-analyze security --no-pager --offline=true --threshold=35 "$unit"
	done
}

@test "units: both services are hardened by the same words" {
	hardening() { sed -n '/^NoNewPrivileges=/,/^UMask=/p' "$1"; }
	[[ -n $(hardening codeexec.service) ]]
	assert_eq "$(hardening codeexec.service)" "$(hardening codeexec-inetd@.service)"
}
