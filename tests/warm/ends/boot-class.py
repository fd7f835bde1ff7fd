# SPDX-License-Identifier: MIT
class Said:
    def __init__(self, name):
        self.name = name

    def __del__(self, print=print):
        print("end of", self.name)


import os
os.PathLike.x = Said("boot class")
os._Environ.y = Said("boot class 2")
