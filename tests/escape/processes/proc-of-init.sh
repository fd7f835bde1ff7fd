#!/bin/sh
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 the codeexec authors
#
# tries: to see init's memory, files, folders and program by /proc/1
# layer: mounts (hidepid)
# was: CVE-2019-8308, CVE-2019-5736
# inside: none
# without mounts landlock: environ maps mem fd cwd root exe ns

found=
for name in environ maps mem fd cwd root exe ns; do
	[ ! -e "/proc/1/$name" ] && [ ! -L "/proc/1/$name" ] || found=$found${found:+ }$name
done
echo "${found:-none}"
