# SPDX-License-Identifier: MIT
import os
import sys

sys.stdout.flush = lambda write=os.write: write(1, b"flushed\n")
