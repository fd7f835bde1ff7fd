# shellcheck shell=bash
# SPDX-License-Identifier: MIT
#
# The set-up of suites that need a folder which programs inside can reach:
# loaded at the top of a file, before its tests.

setup_file() {
	load helpers
	share_folder
}

teardown_file() {
	load helpers
	unshare_folder
}

setup() {
	load helpers
	empty_policy
}
