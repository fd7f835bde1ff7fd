# SPDX-License-Identifier: MIT
import weakref, sys
class X: pass
x = X(); weakref.ref(x, lambda r: print("weak")); w = weakref.ref(x, lambda r: print("weak kept"))
fin = weakref.finalize(x, print, "fin")
x.x = x
sys.exit("bye")
