# SPDX-License-Identifier: MIT
import sys

sys.unraisablehook = lambda what, print=print: print(what.exc_value)


class Fails:
    def __del__(self):
        raise ValueError("in del")


once = Fails()
cycle = Fails()
cycle.itself = cycle
