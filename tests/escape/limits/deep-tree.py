#!/usr/bin/python3
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 the codeexec authors
#
# tries: to make the removal of its files slow or wrong, by a deep tree of odd
#   names
# layer: mounts (the tmpfs ends as a whole; nobody removes file by file)
# inside: 1200
# no control: nothing forbids it; escape.bats looks for what was left

import os

for depth in range(1200):
    name = b"-\n\xff/"[depth % 3:][:1].replace(b"/", b"..x") + b"d" * 200
    os.mkdir(name)
    os.chdir(name)
print(depth + 1)
