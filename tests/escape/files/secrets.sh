#!/bin/sh
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 the codeexec authors
#
# tries: to find what the host keeps: passwords, homes, logs, sockets of
#   services,
#   other mounts
# layer: mounts
# inside: none
# without mounts landlock: */etc/shadow*

found=
for path in /etc/shadow /etc/ssh /etc/ssl/private /root /home /var /sys /run /boot \
	/run/docker.sock /run/dbus /media /srv /opt /.dockerenv; do
	[ ! -e "$path" ] || found=$found${found:+ }$path
done
echo "${found:-none}"
