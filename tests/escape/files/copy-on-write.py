#!/usr/bin/python3
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 the codeexec authors
#
# tries: to write into a private mapping of the system's files by
#   /proc/self/mem
# layer: mounts (/proc is read-only)
# was: CVE-2016-5195 (Dirty COW)
# inside: EROFS
# without mounts landlock: ok

import os

from attempt import answer

answer(os.open, "/proc/self/mem", os.O_RDWR)
