# SPDX-License-Identifier: MIT
class Said:
    def __init__(self, name):
        self.name = name

    def __del__(self, print=print):
        print("end of", self.name)


import codecs, signal, sys
codecs.register(lambda n, d=Said("codec"): None)
signal.signal(signal.SIGUSR1, lambda *a, d=Said("signal"): None)
sys.excepthook = lambda *a, d=Said("hook"): print("hooked", a[0])
sys.settrace(None)
raise SystemError("x")
