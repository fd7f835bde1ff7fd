# SPDX-License-Identifier: MIT
"""The configuration for an OCI runtime that runs a command in a root file
system as Docker would for the service of compose.yaml, whose options must all
be known here:

    python3 bundle.py FOLDER ROOTFS COMMAND...
"""

import json
import os
import sys

import yaml

folder, rootfs, *command = sys.argv[1:]
with open(os.path.join(folder, "compose.yaml"), encoding="utf-8") as file:
    service = yaml.safe_load(file)["services"]["codeexec"]

# What Docker covers of /proc, and what it lets only be read.
MASKED = ["/proc/acpi", "/proc/asound", "/proc/kcore", "/proc/keys", "/proc/latency_stats", "/proc/timer_list",
          "/proc/timer_stats", "/proc/sched_debug", "/proc/scsi", "/sys/firmware"]
READ_ONLY = ["/proc/bus", "/proc/fs", "/proc/irq", "/proc/sys", "/proc/sysrq-trigger"]
PATH = "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"


def mount(to, kind, *options):
    return {"destination": to, "type": kind, "source": kind, "options": ["nosuid", *options]}


def security(word):
    """The value of an option of security_opt; None: it is not there."""
    for option in service["security_opt"]:
        name, _, value = option.replace(":", "=", 1).partition("=")
        if name == word:
            return value
    return None


assert service["cap_drop"] == ["ALL"] and "cap_add" not in service and "privileged" not in service
with open(os.path.join(folder, security("seccomp")), encoding="utf-8") as file:
    seccomp = json.load(file)
for group in seccomp["syscalls"]:
    del group["comment"]  # Docker's own
open_paths = security("systempaths") == "unconfined"
environment = [PATH, *(f"{name}={value}" for name, value in service["environment"].items())]
if "CODEEXEC_API_KEY" in os.environ:  # as env_file has it
    environment.append("CODEEXEC_API_KEY=" + os.environ["CODEEXEC_API_KEY"])
mounts = [
    mount("/proc", "proc", "noexec", "nodev"),
    mount("/dev", "tmpfs", "strictatime", "mode=755", "size=65536k"),
    mount("/dev/pts", "devpts", "noexec", "newinstance", "ptmxmode=0666", "mode=0620"),
    mount("/dev/shm", "tmpfs", "noexec", "nodev", "mode=1777", "size=65536k"),
    mount("/dev/mqueue", "mqueue", "noexec", "nodev"),
    mount("/sys", "sysfs", "noexec", "nodev", "ro"),
    mount("/sys/fs/cgroup", "cgroup", "noexec", "nodev", "ro"),
]
for tmpfs in service["tmpfs"]:
    to, _, options = tmpfs.partition(":")
    mounts.append(mount(to, "tmpfs", "noexec", "nodev", "mode=1777", *filter(None, options.split(","))))
json.dump({
    "ociVersion": "1.0.2",
    "process": {
        "user": {"uid": 990, "gid": 990},
        "args": command,
        "env": environment,
        "cwd": "/",
        "capabilities": {kind: [] for kind in ("bounding", "effective", "permitted", "inheritable", "ambient")},
        "noNewPrivileges": security("no-new-privileges") == "true",
    },
    "root": {"path": rootfs, "readonly": service["read_only"]},
    "hostname": "codeexec",
    "mounts": mounts,
    "linux": {
        "namespaces": [{"type": kind} for kind in ("pid", "ipc", "uts", "mount", "cgroup")],
        "seccomp": seccomp,
        "maskedPaths": [] if open_paths else MASKED,
        "readonlyPaths": [] if open_paths else READ_ONLY,
    },
}, sys.stdout)
