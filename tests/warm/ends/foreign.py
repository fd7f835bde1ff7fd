# SPDX-License-Identifier: MIT
import ctypes

kept = ctypes.CFUNCTYPE(None)(lambda: print("called at exit", flush=True))
ctypes.CDLL(None).on_exit(ctypes.cast(ctypes.CDLL(None).fflush, ctypes.c_void_p), None)
ctypes.pythonapi.Py_AtExit(ctypes.cast(ctypes.CDLL(None).abort, ctypes.c_void_p))
