# SPDX-License-Identifier: MIT
import gc, sys
def f(): pass
print([type(r).__name__ for r in gc.get_referrers(f)], sys.getrefcount(f), sys.getrefcount(sys.modules["__main__"]), sys.getrefcount(sys.modules["__main__"].__dict__), sys.getrefcount(sys.modules["sys"]))
print(gc.is_tracked(globals()), len(gc.get_referents(globals())) > 5)
print("gc" in sys.modules, gc.__spec__, sys.getrefcount(gc))
