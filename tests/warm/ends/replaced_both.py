# SPDX-License-Identifier: MIT
import sys


class Loud:
    def __init__(self, to):
        self.to = to

    def __repr__(self):
        return "loud"

    def write(self, text):
        return self.to.write(text.upper())

    def flush(self):
        self.to.write("flushed\n")
        self.to.flush()
        raise OSError("and failed")


sys.stdout = sys.__stdout__ = Loud(sys.stdout)
print("shouted")
