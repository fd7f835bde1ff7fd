# SPDX-License-Identifier: MIT
import os
import sys
import weakref


class Thing:
    pass


def gone(reference, write=os.write):
    write(1, b"gone\n")


os.environ.thing = Thing()
sys.kept = weakref.proxy(os.environ.thing, gone)
