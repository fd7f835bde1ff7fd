# SPDX-License-Identifier: MIT
# Copyright (c) 2026 the codeexec authors
"""Run the tests named in $COMPATIBLE and say of each how it went.

A name is what unittest loads: test.test_os, or one test of it. A record is a
line of three fields behind a form feed, since tests print as well: "start" or
what came of it, the test, and the last line of why.
"""

import faulthandler
import os
import sys
import unittest
from test import support

TEST_SECONDS = 240
OUT = os.dup(1)


def record(kind, test, why=""):
    """Print a record, whatever stands in the line so far."""
    lines = [line for line in str(why).splitlines() if line.strip()]
    why = (lines[-1] if lines else "").replace("\t", " ")[:300]
    text = f"\n\f{kind}\t{test.id()}\t{why}\n"
    os.write(OUT, text.encode("utf-8", "backslashreplace"))


class Result(unittest.TestResult):
    """Each test's outcome as a record; of its parts the first that is bad."""

    def __init__(self):
        super().__init__()
        self.bad = None
        self.pid = os.getpid()

    def say(self, kind, test, why=""):
        """Only here: a test may fork and let its child go on."""
        if os.getpid() == self.pid:
            record(kind, test, why)

    def startTest(self, test):
        super().startTest(test)
        self.bad = None
        self.say("start", test)
        faulthandler.dump_traceback_later(TEST_SECONDS, exit=True)

    def stopTest(self, test):
        faulthandler.cancel_dump_traceback_later()
        if self.bad:
            self.say("failed", test, self.bad)
        super().stopTest(test)

    def _fails(self, test, err):
        self.bad = self._exc_info_to_string(err, test)
        if not isinstance(test, unittest.TestCase) or "setUpClass" in test.id():
            self.say("failed", test, self.bad)

    def addError(self, test, err):
        self._fails(test, err)

    def addFailure(self, test, err):
        self._fails(test, err)

    def addSubTest(self, test, subtest, err):
        if err:
            self._fails(test, err)

    def addSuccess(self, test):
        self.say("passed", test)

    def addExpectedFailure(self, test, err):
        self.say("passed", test)

    def addSkip(self, test, reason):
        self.say("skipped", test, reason)


def main():
    """All of them, in the order of the file."""
    support.use_resources = ["cpu", "subprocess", "walltime"]
    if os.environ["COMPATIBLE"] == "test.test_socketserver":
        support.use_resources.append("network")  # it is loopback alone
    support.verbose = 0
    names = os.environ["COMPATIBLE"].split()
    suite = unittest.defaultTestLoader.loadTestsFromNames(names)
    sys.argv[1:] = []
    suite.run(Result())
    os.write(OUT, b"\n\fend\t\t\n")


if __name__ == "__main__":
    main()
