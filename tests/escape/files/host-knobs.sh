#!/bin/sh
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 the codeexec authors
#
# tries: to reach what the kernel starts programs by: core_pattern, modprobe,
#   binfmt_misc, uevent_helper, release_agent; and sysrq
# layer: mounts
# was: CVE-2022-0492, CVE-2023-25809, snekbox #55
# inside: none
# without mounts landlock: */proc/sys/kernel/core_pattern*

found=
for path in /proc/sys/kernel/core_pattern /proc/sys/kernel/modprobe \
	/proc/sys/fs/binfmt_misc /proc/sysrq-trigger /sys/kernel/uevent_helper \
	/sys/fs/cgroup /sys/fs/cgroup/memory/release_agent; do
	[ ! -e "$path" ] || found=$found${found:+ }$path
done
echo "${found:-none}"
