# SPDX-License-Identifier: MIT
async def never():
    pass


kept = never()
