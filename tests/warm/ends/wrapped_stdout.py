# SPDX-License-Identifier: MIT
import io
import sys

sys.stdout = io.TextIOWrapper(sys.stdout.detach(), line_buffering=False)
sys.stdout.write("in another wrapper")
