# SPDX-License-Identifier: MIT
import os
import sqlite3

kept = sqlite3.connect("data.db")
kept.execute("create table t (x)")
kept.commit()
kept.execute("insert into t values (1)")
print(sorted(os.listdir(".")))
