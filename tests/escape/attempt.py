# SPDX-License-Identifier: MIT
# Copyright (c) 2026 the codeexec authors
"""How an attempt in Python says what the kernel answered."""

import ctypes
import errno
import os
import sys

libc = ctypes.CDLL(None, use_errno=True)
# As in attempt.h.
MARKER, FOLDER, TARGET, PORT, KEY = sys.argv[1:6]


def answer(act, *arguments):
    """Call ACT and print ok or the name of the errno."""
    try:
        act(*arguments)
        print("ok", flush=True)
    except OSError as error:
        print(errno.errorcode[error.errno], flush=True)


def call(number, *arguments):
    """A system call; raises as Python's own do."""
    result = libc.syscall(number, *arguments)
    if result < 0:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))
    return result
