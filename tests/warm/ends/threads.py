# SPDX-License-Identifier: MIT
class Said:
    def __init__(self, name):
        self.name = name

    def __del__(self, print=print):
        print("end of", self.name)


import threading, time
def t(): time.sleep(.1); print("thread")
threading.Thread(target=t).start()
def d():
    while True: time.sleep(.01)
threading.Thread(target=d, daemon=True).start()
a = Said("global")
