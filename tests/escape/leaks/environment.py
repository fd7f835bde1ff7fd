#!/usr/bin/python3
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 the codeexec authors
#
# tries: to find the caller's environment in its own, and in every process that
#   it sees
# layer: none; execve gets a list made for it
# was: Judge0 #564, dify-sandbox #27
# inside: none
# off: others
# outside: own, others

import glob
import os

secret = b"ESCAPE_SECRET"
found = ["own"] if secret in os.environb else []
for path in glob.glob("/proc/[0-9]*/environ"):
    try:
        with open(path, "rb") as file:
            if path != f"/proc/{os.getpid()}/environ" and secret in file.read():
                found.append("others")
    except OSError:
        pass
print(", ".join(dict.fromkeys(found)) or "none")
