#!/bin/bash
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 the codeexec authors
#
# tries: a fork bomb that outlives its shell
# layer: rlimits (processes), pid (init ends all)
# limits: timeout=250ms
# inside: timed_out
# no control: it would take the host along

name=bomb
bomb() { $name | $name & }
bomb 2>/dev/null
while :; do :; done
