# SPDX-License-Identifier: MIT
# Copyright (c) 2026 the codeexec authors
"""The kinds of bombs, and how each must end."""

import os
import pathlib

TOP = pathlib.Path(__file__).resolve().parents[2]
TOOLS = pathlib.Path(os.environ.get("TOOLS", TOP / "build/release/tests/tool"))
CODEEXEC = os.environ.get("CODEEXEC", str(TOP / "build/release/codeexec"))
LIMIT = "memory_limit"
# How each ends where a cgroup counts, and where the watchdog does.
KINDS = {
    "private": ([LIMIT], [LIMIT, "ENOMEM"]),
    "children": ([LIMIT], [LIMIT]),
    "threads": ([LIMIT], [LIMIT, "EAGAIN"]),
    "shared": ([LIMIT], ["EPERM"]),
    "memfd": ([LIMIT], ["ENOSYS"]),
    "sysv": ([LIMIT], ["ENOSYS"]),
    "posix": ([LIMIT], [LIMIT]),
    "file-workdir": ([LIMIT], [LIMIT]),
    "file-tmp": ([LIMIT], [LIMIT]),
    "file-dev-shm": ([LIMIT], [LIMIT]),
    "pipes": ([LIMIT], [LIMIT]),
    "sockets": ([LIMIT], [LIMIT]),
    # Files of the host: the kernel takes back what is only cache.
    "cache": (["all"], ["all"]),
}
# How many times smaller a limit is: all pipes of a user together have 64 MiB, and
# then two pages each; and the cache is of a disk.
LESS = {"pipes": 8, "cache": 8}


def available():
    """What the host says is free, in KiB."""
    with open("/proc/meminfo", encoding="ascii") as file:
        return next(int(line.split()[1]) for line in file
                    if line.startswith("MemAvailable:"))


def words(kind, limit, disk):
    """The arguments of tests/tool/bomb for KIND; DISK is a folder on one."""
    act, _, place = kind.partition("-")
    if kind == "cache":
        return [act, str(limit), str(disk)]
    return [act, str(limit), *(["/" + place.replace("-", "/")] if place else [])]
