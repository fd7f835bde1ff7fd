# SPDX-License-Identifier: MIT
import sys

sys.stdout.reconfigure(write_through=False)
sys.stdout.write("still in its buffer")
sys.stdout = sys.stderr
print("elsewhere")
