# SPDX-License-Identifier: MIT
class Said:
    def __del__(self, print=print):
        print("end of what a frame holds")


def fail():
    kept = Said()
    raise LookupError("told")


fail()
