# SPDX-License-Identifier: MIT
import os


class Mine(os._Environ):
    def __del__(self, write=os.write):
        write(1, b"end of what was of another class\n")


os.environ.__class__ = Mine
