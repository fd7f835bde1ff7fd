#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What `codeexec check` says in containers as others make them, each by an OCI
runtime with their configuration: a line a row of HOSTS, its name, a tab and
what was said.

    hosts.py FOLDER ROOTFS RUNTIME...

FOLDER is examples/container, whose README.md has the table of what is to be
said; codeexec is in ROOTFS. $DOCKER_SECCOMP is Docker's default profile, Podman's
is where its package has it. Needs root, and a kernel with user namespaces.
"""

import json
import os
import re
import subprocess
import sys
import tempfile

folder, rootfs, *runtime = sys.argv[1:]
PROFILES = {
    "docker": os.environ["DOCKER_SECCOMP"],
    "podman": "/usr/share/containers/seccomp.json",
    "ours": os.path.join(folder, "seccomp.json"),
}
DEFAULT_CAPS = ["CHOWN", "DAC_OVERRIDE", "FSETID", "FOWNER", "MKNOD", "NET_RAW", "SETGID", "SETUID", "SETFCAP", "SETPCAP",
                "NET_BIND_SERVICE", "SYS_CHROOT", "KILL", "AUDIT_WRITE"]
MASKED = ["/proc/acpi", "/proc/asound", "/proc/kcore", "/proc/keys", "/proc/latency_stats", "/proc/timer_list",
          "/proc/timer_stats", "/proc/sched_debug", "/proc/scsi", "/sys/firmware"]
READ_ONLY = ["/proc/bus", "/proc/fs", "/proc/irq", "/proc/sys", "/proc/sysrq-trigger"]

# Title; seccomp profile; is the user root, with Docker's capabilities; is /proc
# covered; is it in a user namespace, as who is rootless or hostUsers: false.
HOSTS = [
    ("Docker, as it is", "docker", False, True, False),
    ("Docker, as it is, root", "docker", True, True, False),
    ("Docker, `seccomp=unconfined`", None, False, True, False),
    ("Docker, `seccomp=seccomp.json`", "ours", False, True, False),
    ("Docker, compose.yaml", "ours", False, False, False),
    ("Docker, compose.yaml, but root with its capabilities", "ours", True, False, False),
    ("rootless Docker, as it is", "docker", False, True, True),
    ("rootless Docker, compose.yaml", "ours", False, False, True),
    ("Podman, as it is", "podman", False, True, False),
    ("Podman, `seccomp=seccomp.json`, `unmask=ALL`", "ours", False, False, False),
    ("rootless Podman, as it is", "podman", False, True, True),
    ("rootless Podman, `seccomp=seccomp.json`, `unmask=ALL`", "ours", False, False, True),
    ("Kubernetes, no profile", None, False, True, False),
    ("Kubernetes, `RuntimeDefault`", "docker", False, True, False),
    ("Kubernetes, kubernetes.yaml", "ours", False, False, True),
]


def applies(group, caps):
    """Does a group of a profile hold for these capabilities, on x86-64?"""
    includes, excludes = group.get("includes") or {}, group.get("excludes") or {}
    wanted = set(includes.get("caps", []))
    return (wanted <= caps and not caps & set(excludes.get("caps", []))
            and "amd64" in includes.get("arches", ["amd64"]) and "amd64" not in excludes.get("arches", []))


def seccomp(name, caps):
    with open(PROFILES[name], encoding="utf-8") as file:
        profile = json.load(file)
    groups = [g for g in profile["syscalls"] if applies(g, {"CAP_" + cap for cap in caps})]
    keys = ("names", "action", "args", "errnoRet")
    return {"defaultAction": profile["defaultAction"], "defaultErrnoRet": profile.get("defaultErrnoRet", 1),
            "architectures": ["SCMP_ARCH_X86_64"],
            "syscalls": [{key: group[key] for key in keys if group.get(key)} for group in groups]}


def mount(to, kind, *options):
    return {"destination": to, "type": kind, "source": kind, "options": ["nosuid", *options]}


def config(profile, is_root, covered, userns):
    caps = DEFAULT_CAPS if is_root else []
    user = 0 if is_root else 990
    mounts = [mount("/proc", "proc", "noexec", "nodev"), mount("/dev", "tmpfs", "strictatime", "mode=755"),
              mount("/dev/shm", "tmpfs", "noexec", "nodev", "mode=1777"), mount("/tmp", "tmpfs", "nodev", "mode=1777"),
              mount("/sys", "sysfs", "noexec", "nodev", "ro")]
    linux = {"namespaces": [{"type": kind} for kind in ("pid", "ipc", "uts", "mount", "cgroup", "network")],
             "maskedPaths": MASKED if covered else [], "readonlyPaths": READ_ONLY if covered else []}
    if profile:
        linux["seccomp"] = seccomp(profile, caps)
    if userns:
        linux["namespaces"].append({"type": "user"})
        linux["uidMappings"] = linux["gidMappings"] = [{"containerID": 0, "hostID": 300000, "size": 65536}]
    return {"ociVersion": "1.0.2", "root": {"path": rootfs, "readonly": True}, "hostname": "host", "mounts": mounts,
            "process": {"user": {"uid": user, "gid": user}, "args": ["codeexec", "check"], "cwd": "/",
                        "env": ["PATH=/usr/local/bin:/usr/bin:/bin"], "noNewPrivileges": True,
                        "capabilities": {kind: ["CAP_" + cap for cap in caps]
                                         for kind in ("bounding", "effective", "permitted")}},
            "linux": linux}


def check(number, how):
    with tempfile.TemporaryDirectory() as bundle:
        with open(os.path.join(bundle, "config.json"), "w", encoding="utf-8") as file:
            json.dump(config(*how), file)
        done = subprocess.run([*runtime, "run", "--bundle", bundle, f"codeexec-host-{os.getpid()}-{number}"],
                              capture_output=True, text=True, timeout=60, check=False)
    return done.stdout + done.stderr


def verdict(text):
    """Why nothing would be run, or what there is of /proc where all layers hold."""
    refusal = re.search(r"^run +FAILS .*nothing was run: (.*)$", text, re.MULTILINE)
    if refusal:
        return refusal[1]
    states = re.findall(r"^\w+ +(ok|FAILS) ", text, re.MULTILINE)
    proc = re.search(r"(own|empty) /proc", text)
    return f"ok, {proc[0]}" if states == ["ok"] * 16 and proc else " ".join(text.split())


for number, (title, *how) in enumerate(HOSTS):
    print(title, verdict(check(number, how)), sep="\t")
