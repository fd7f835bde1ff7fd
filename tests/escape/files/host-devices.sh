#!/bin/sh
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 the codeexec authors
#
# tries: to find devices: terminals, disks, memory, tun, fuse, kvm
# layer: mounts
# inside: full null random urandom zero
# without mounts landlock: more

found=
for path in /dev/*; do
	[ ! -c "$path" ] && [ ! -b "$path" ] || found=$found${found:+ }${path#/dev/}
done
case $found in
*kmsg*) echo more ;;
*) echo "$found" ;;
esac
