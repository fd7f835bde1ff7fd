# SPDX-License-Identifier: MIT
import _socket
import warnings

warnings.simplefilter("always")
kept = _socket.socket()
