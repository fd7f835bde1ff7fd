# SPDX-License-Identifier: MIT
import os
import sys

sys.stdout.reconfigure(write_through=False)
print("lost")
os.close(1)
