#!/bin/sh
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 the codeexec authors
#
# tries: to read what the kernel tells of itself and the machine
# layer: mounts (subset=pid)
# inside: none
# without mounts landlock: *kallsyms*

found=
for name in kcore kallsyms kmsg keys key-users cmdline cpuinfo meminfo modules iomem \
	ioports interrupts slabinfo vmallocinfo sched_debug timer_list version uptime \
	loadavg diskstats partitions locks config.gz sysvipc net; do
	[ ! -e "/proc/$name" ] || found=$found${found:+ }$name
done
echo "${found:-none}"
