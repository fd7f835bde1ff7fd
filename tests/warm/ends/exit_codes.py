# SPDX-License-Identifier: MIT
import sys

sys.exit("a text is told and is 1")
