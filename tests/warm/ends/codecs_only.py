# SPDX-License-Identifier: MIT
import os


class Said:
    def __init__(self, name):
        self.name = name

    def __del__(self, write=os.write):
        write(1, f"end of {self.name}\n".encode())


import codecs

codecs.register(lambda name, kept=Said("a codec"): None)
