# SPDX-License-Identifier: MIT
class Mine(KeyboardInterrupt):
    pass


raise Mine("of a kind of its own")
