# SPDX-License-Identifier: MIT
import os
import sys

sys.stdout.reconfigure(write_through=False)
os.dup2(os.open("/dev/full", os.O_WRONLY), 1)
print("does not fit")
