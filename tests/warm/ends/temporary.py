# SPDX-License-Identifier: MIT
import tempfile

kept = tempfile.NamedTemporaryFile()
directory = tempfile.TemporaryDirectory()
print("last")
