# SPDX-License-Identifier: MIT
class Said:
    def __init__(self, name):
        self.name = name

    def __del__(self, print=print):
        print("end of", self.name)


import gc
a = Said("frozen")
a.a = a
gc.freeze(); print(gc.get_freeze_count() > 0); gc.unfreeze(); print(gc.get_freeze_count())
del a
print(gc.collect() > 0)
