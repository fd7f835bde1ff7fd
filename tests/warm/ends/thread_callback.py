# SPDX-License-Identifier: MIT
import threading

threading._register_atexit(print, "threading ends")
