# SPDX-License-Identifier: MIT
import atexit
import sys

atexit.register(print, "registered")
del sys.modules["atexit"], atexit
