# SPDX-License-Identifier: MIT
import sys

sys.excepthook = lambda kind, *rest: print("hooked", kind.__name__)
raise KeyboardInterrupt
