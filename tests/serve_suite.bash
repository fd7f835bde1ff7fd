# shellcheck shell=bash
# SPDX-License-Identifier: MIT
#
# The set-up of suites whose tests start servers of their own: loaded at the top
# of a file, before its tests.

setup_file() {
	load helpers
	load serve
	serve_folder
}

teardown_file() {
	# shellcheck disable=SC2154 # by serve_folder
	rm -rf "$folder"
}

setup() {
	load helpers
	load serve
	no_servers
}

teardown() {
	end_servers
}
