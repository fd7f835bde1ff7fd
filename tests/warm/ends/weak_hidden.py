# SPDX-License-Identifier: MIT
import os
import sys
import weakref


class Thing:
    pass


class Reference(weakref.ref):
    __callback__ = None


os.environ.thing = Thing()
sys.kept = Reference(
    os.environ.thing, lambda _, write=os.write: write(1, b"gone\n")
)
