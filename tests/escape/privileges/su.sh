#!/bin/sh
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 the codeexec authors
#
# tries: to execute the host's su, which is set-user-ID root: ld.so shows the
#   auxiliary vector of what got no privilege by execve
# layer: mounts (nosuid), userns (root is not mapped), caps (no_new_privs)
# inside: AT_EUID: 65534; AT_SECURE: 0
# outside: secure
# needs: su

shown=$(LD_SHOW_AUXV=1 su --version | grep -E '^AT_(EUID|SECURE)' | tr -s ' ')
echo "${shown:-secure}"
