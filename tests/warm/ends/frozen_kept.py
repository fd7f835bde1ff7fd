# SPDX-License-Identifier: MIT
import gc
import os


class Said:
    def __del__(self, write=os.write):
        write(1, b"end of one that is frozen\n")


os.environ.kept = Said()
gc.freeze()
