# SPDX-License-Identifier: MIT
import weakref


class Thing:
    pass


class Loud:
    def __call__(self, _):
        pass

    def __getattr__(self, name):
        print("asked for", name, flush=True)
        raise AttributeError(name)


thing = Thing()
kept = weakref.ref(thing, Loud())
