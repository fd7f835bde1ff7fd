# SPDX-License-Identifier: MIT
import asyncio
async def main():
    asyncio.create_task(asyncio.sleep(9))
    await asyncio.sleep(0)
loop = asyncio.new_event_loop()
loop.run_until_complete(main())
