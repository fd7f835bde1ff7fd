# SPDX-License-Identifier: MIT
import sys

print("before", flush=True)
raise KeyboardInterrupt
