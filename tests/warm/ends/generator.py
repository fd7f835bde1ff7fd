# SPDX-License-Identifier: MIT
def g():
    try: yield 1
    finally: print("finally")
x = g(); next(x)
