#!/bin/sh
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 the codeexec authors
#
# tries: to have its end taken for a limit, by a signal that it sends to itself
# layer: none; the account is asked
# was: a verdict by the signal alone
# inside: SIGXCPU
# no control: nothing forbids it

kill -XCPU $$
