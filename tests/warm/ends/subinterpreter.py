# SPDX-License-Identifier: MIT
import _xxsubinterpreters as interpreters

kept = interpreters.create()
interpreters.run_string(kept, """
import os
class Said:
    def __del__(self, write=os.write):
        write(1, b"end within\\n")
kept = Said()
""")
