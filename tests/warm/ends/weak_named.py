# SPDX-License-Identifier: MIT
import os
import sys
import weakref


class Thing:
    pass


def _destroy(_, write=os.write):
    write(1, b"gone\n")


def remove(_, write=os.write):
    write(1, b"gone as well\n")


remove.__module__ = "weakref"
os.environ.thing = Thing()
sys.kept = weakref.ref(os.environ.thing, _destroy)
sys.other = weakref.ref(os.environ.thing, remove)
