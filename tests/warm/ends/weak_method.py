# SPDX-License-Identifier: MIT
import os
import sys
import weakref


class Thing:
    def method(self):
        pass


os.environ.thing = Thing()
sys.kept = weakref.WeakMethod(
    os.environ.thing.method, lambda _, write=os.write: write(1, b"gone\n")
)
