# SPDX-License-Identifier: MIT
import os


class Said:
    def __init__(self, name):
        self.name = name

    def __del__(self, write=os.write):
        write(1, f"end of {self.name}\n".encode())


import builtins
import sys

os.kept = Said("in a module")
os.environ.kept = Said("on an object of the boot")
sys.kept = Said("in sys")
builtins.kept = Said("in builtins")
print("last")
