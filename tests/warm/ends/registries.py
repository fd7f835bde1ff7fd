# SPDX-License-Identifier: MIT
class Said:
    def __init__(self, name):
        self.name = name

    def __del__(self, print=print):
        print("end of", self.name)


import sys, os, functools, abc
sys.path_hooks.append(Said("path hook"))
sys.meta_path.append(Said("meta"))
sys.modules["mine"] = Said("in modules")
@functools.lru_cache
def f(x): return x
f(Said("cached"))
class A(abc.ABC): pass
A.register(int); a = A(); a.d = Said("abc"); a.a = a
