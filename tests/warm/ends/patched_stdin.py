# SPDX-License-Identifier: MIT
import os
import sys

sys.stdin.close = lambda write=os.write: write(1, b"closed\n")
