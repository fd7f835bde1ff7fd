# SPDX-License-Identifier: MIT
import sys

print("before")
sys.stdout.close()
