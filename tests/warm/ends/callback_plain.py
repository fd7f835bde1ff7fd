# SPDX-License-Identifier: MIT
import weakref


class Thing:
    pass


things = [Thing(), Thing()]
kept = [weakref.ref(thing) for thing in things]
named = weakref.WeakSet(things)
print(len(named), kept[0]() is things[0])
