# SPDX-License-Identifier: MIT
import warnings, sys
warnings.simplefilter("always")
f = open("x", "w"); f.write("data")
l = [f]; l.append(l)
