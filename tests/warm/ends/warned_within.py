# SPDX-License-Identifier: MIT
import _socket
import warnings

warnings.catch_warnings().__enter__()
warnings.simplefilter("always")
kept = _socket.socket()
