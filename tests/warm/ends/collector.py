# SPDX-License-Identifier: MIT
import gc

gc.callbacks.append(lambda phase, info, print=print: print(phase, sorted(info)))
del gc
