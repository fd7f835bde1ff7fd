# SPDX-License-Identifier: MIT
#
# A step of a Makefile, which has `include sandbox.mk`: `make sandboxed-test`.
# make tells the step's exit code ("Error 3") and itself exits with 2.
CODEEXEC ?= codeexec

sandboxed-test:
	$(CODEEXEC) run --allow bash -m bash --raw --exit-code --read-only . --chdir . \
		--timeout 10m --cpu-time 10m --memory 2GiB --processes 512 --workdir-size 1GiB \
		--file-size 1GiB --stdout-size 16MiB --stderr-size 16MiB \
		-c './ci/test'

.PHONY: sandboxed-test
