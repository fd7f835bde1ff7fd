# SPDX-License-Identifier: MIT
import sys

sys.stdout.reconfigure(write_through=False)
sys.stderr.reconfigure(write_through=False, line_buffering=False)
sys.stdout.write("no newline at the end")
sys.stderr.write("nor here")
