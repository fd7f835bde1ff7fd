#!/bin/sh
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 the codeexec authors
#
# tries: to build a sandbox of its own with unshare(1), as a way to root
# layer: seccomp
# inside: unshare: unshare failed: Operation not permitted
# without seccomp mounts landlock: uid=0
# needs: unshare

unshare -Ur id 2>&1 | sed 's/(.*//'
