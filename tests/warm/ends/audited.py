# SPDX-License-Identifier: MIT
import os
import sys


def hear(event, args, write=os.write):
    if event.startswith("cpython."):
        write(1, f"{event}\n".encode())


sys.addaudithook(hear)
