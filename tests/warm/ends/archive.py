# SPDX-License-Identifier: MIT
import zipfile

kept = zipfile.ZipFile("a.zip", "w")
kept.writestr("x", "y")
