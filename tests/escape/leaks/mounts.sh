#!/bin/sh
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 the codeexec authors
#
# tries: to learn of the host's disks from the list of mounts
# layer: none: the kernel shows the device of each mount
# inside: shown
# no control: it goes through
# wanted: hidden; mountinfo is a file of the process itself, and no option
#   of proc leaves it or its devices out

shown=hidden
while read -r _ _ _ _ point _ rest; do
	[ "$point" != /usr ] || [ -z "${rest##*- }" ] || shown=shown
done </proc/self/mountinfo
echo $shown
