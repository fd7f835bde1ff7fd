# SPDX-License-Identifier: MIT
import os
import sys
import types
import warnings


class Loud(types.ModuleType):
    def __getattribute__(self, name, write=os.write):
        write(1, b"asked\n")
        return types.ModuleType.__getattribute__(self, name)


class Filters(list):
    def __len__(self, write=os.write):
        write(1, b"counted\n")
        return list.__len__(self)


sys.getallocatedblocks = lambda write=os.write: write(1, b"asked\n")
warnings.filters = Filters(warnings.filters)
sys.modules["_warnings"].filters = warnings.filters
sys.modules["_warnings"].__class__ = Loud
sys.__class__ = Loud
