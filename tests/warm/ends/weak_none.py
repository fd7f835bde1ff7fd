# SPDX-License-Identifier: MIT
import os
import sys
import weakref


class Thing:
    pass


class NoneType:
    def __call__(self, _, write=os.write):
        write(1, b"gone\n")


os.environ.thing = Thing()
sys.kept = weakref.ref(os.environ.thing, NoneType())
