# SPDX-License-Identifier: MIT
class Said:
    def __del__(self, print=print):
        print("end of one among many")


kept = [[] for _ in range(100000)] + [Said()]
