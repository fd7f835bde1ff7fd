# SPDX-License-Identifier: MIT
import sys


class Loud:
    def __init__(self, to):
        self.to = to

    def write(self, text):
        return self.to.write(text.upper())

    def flush(self):
        self.to.write("flushed\n")
        self.to.flush()


sys.stdout = Loud(sys.stdout)
print("shouted")
