# SPDX-License-Identifier: MIT
from concurrent.futures import ThreadPoolExecutor
import time

ThreadPoolExecutor(1).submit(lambda: (time.sleep(0.1), print("worked")))
