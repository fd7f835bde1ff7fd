#!/usr/bin/python3
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 the codeexec authors
#
# tries: to have a name looked up, through whatever resolver there is
# layer: net
# inside: EAI_AGAIN
# no control: the host's network may be none

import socket

try:
    socket.getaddrinfo("example.org", 80)
    print("found")
except socket.gaierror as error:
    print({socket.EAI_AGAIN: "EAI_AGAIN"}.get(error.errno, error))
