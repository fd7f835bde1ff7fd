# SPDX-License-Identifier: MIT
# Copyright (c) 2026 the codeexec authors
"""The attempts, as the comments at their heads describe them."""

import os
import pathlib
import re

HERE = pathlib.Path(__file__).resolve().parent
WARM = os.environ.get("CODEEXEC_TEST_WARM") == "1"
# Bash is kept booted, and runs what another shell does.
SHELL = "bash" if WARM else "sh"
# Which program runs a file, inside by its name and outside by its path.
MODELS = {".c": (SHELL, None), ".py": ("python", "/usr/bin/python3"),
          ".sh": (SHELL, "/bin/sh"), ".bash": ("bash", "/bin/bash"),
          ".js": ("node", "/usr/bin/node")}
KEY = re.compile(r"(tries|layer|was|limits|shows|needs|parties|alone|inside|"
                 r"without|with|outside|host root|capable|off|setuid|"
                 r"no control|wanted)"
                 r"((?: [\w.=,-]+)*?)((?: (?:as root|as user|counted|"
                 r"uncounted|scoped|unscoped|cold|warm))*): *(.*)")
CONDITION = re.compile(
    r"as root|as user|uncounted|counted|unscoped|scoped|cold|warm")
CONTROLS = ("without", "with", "outside", "host root", "capable", "off",
            "no control")


class Attempt:
    """One file: where it is and what its head says."""

    def __init__(self, path):
        self.path = path
        self.name = f"{path.parent.name}/{path.stem}"
        self.model, self.interpreter = MODELS[path.suffix]
        self.said = []  # [key, arguments, conditions, value]
        for line in self._head():
            found = KEY.fullmatch(line)
            if found:
                key, words, when, value = found.groups()
                self.said.append([key, words.split(),
                                  CONDITION.findall(when), value])
            elif line.startswith(" ") and self.said:
                self.said[-1][3] += " " + line.strip()

    def _head(self):
        """The lines of the comment that says it, without their marks."""
        for line in self.path.read_text().splitlines()[1:]:
            if self.said and (line in ("", " */") or line[0] not in " #/"):
                return
            yield re.sub(r"^(#|//|/\*| \*) ?", "", line)

    def get(self, key):
        """What is said of KEY that has no conditions."""
        return next((s[3] for s in self.said if s[0] == key), "")

    def limits(self):
        """The limits of its request."""
        return dict(word.split("=") for word in self.get("limits").split())


def all_attempts():
    """Every attempt there is, by class and name."""
    found = [Attempt(p) for p in sorted(HERE.glob("*/*")) if p.suffix in MODELS]
    names = [a.name for a in found]
    assert len(names) == len(set(names)), "two attempts have one name"
    return found
