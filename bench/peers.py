# SPDX-License-Identifier: MIT
"""Other sandboxes, each where it is on PATH, with the options that give about
what codeexec gives: namespaces of their own, /usr to be read only, no network,
and limits where the tool has any."""

import collections
import itertools
import json
import os
import shlex
import shutil
import subprocess

NAMES = ["bwrap", "firejail", "crun", "nsjail", "isolate"]
LINKS = {"/bin": "usr/bin", "/lib": "usr/lib", "/lib64": "usr/lib64"}
LIMITS = {"NPROC": 64, "FSIZE": 64 << 20, "NOFILE": 256, "CPU": 10}
MEMORY = 512 << 20
# What codeexec gives to every program. Some pass it on, others must be told.
LOCALE = {"LANG": "C.UTF-8"}
TOLD = [f"{name}={value}" for name, value in LOCALE.items()]

# argv(SLOT) is its command line; show: the same, for people.
Peer = collections.namedtuple("Peer", "name argv show")


def fixed(name, command, program):
    """A peer that has the same command line in every slot."""
    argv = [shutil.which(command[0]), *command[1:], program.interpreter, program.script]
    show = shlex.join(command).replace(os.path.dirname(program.script), "FOLDER")
    return [Peer(name, lambda _: argv, show + " …")]


def settings(program):
    """What codeexec shows PROGRAM, too."""
    return [path for path in program.settings if os.path.isdir(path)]


def bwrap(program, folder, _slots):
    command = ["bwrap", "--unshare-all", "--die-with-parent", "--new-session",
               "--ro-bind", "/usr", "/usr", "--proc", "/proc", "--dev", "/dev",
               "--tmpfs", "/tmp", "--ro-bind", folder, folder]
    for path in settings(program):
        command += ["--ro-bind", path, path]
    for name, target in LINKS.items():
        command += ["--symlink", target, name]
    return fixed("bubblewrap", command, program)


def firejail(program, _folder, _slots):
    command = ["firejail", "--quiet", "--noprofile", "--net=none",
               "--ipc-namespace", "--hostname=box", "--private-dev",
               "--read-only=/usr", "--caps.drop=all", "--nonewprivs", "--nogroups",
               "--seccomp"]
    command += [f"--rlimit-{name.lower()}={most}" for name, most in LIMITS.items()]
    return fixed("firejail", [*command, "--"], program)


def nsjail(program, folder, _slots):
    command = ["nsjail", "-Mo", "-Q", "--user", "65534", "--group", "65534",
               "-T", "/tmp", "-R", "/usr", "-R", folder]
    for path in settings(program):
        command += ["-R", path]
    for name, target in LINKS.items():
        command += ["-s", f"{target}:{name}"]
    for setting in TOLD:
        command += ["-E", setting]
    command += ["--time_limit", "10", "--rlimit_as", "4096",
                "--rlimit_fsize", "64", "--rlimit_nofile", "256",
                "--rlimit_cpu", "10", "--rlimit_nproc", "64"]
    if program.model == "node":  # reserves more than it uses
        command[command.index("4096")] = "inf"
    return fixed("nsjail", [*command, "--"], program)


def bundle(program, folder, slot):
    """An OCI bundle for crun."""
    where = os.path.join(folder, f"crun.{program.name}.{slot}")
    root = os.path.join(where, "rootfs")
    os.makedirs(root)
    for name, target in LINKS.items():
        os.symlink(target, root + name)

    def mount(to, kind, source, *options):
        os.makedirs(root + to, exist_ok=True)
        return {"destination": to, "type": kind, "source": source,
                "options": ["nosuid", "nodev", *options]}

    # The folder may be below /tmp.
    mounts = [mount("/usr", "bind", "/usr", "rbind", "ro"),
              mount("/proc", "proc", "proc"),
              mount("/dev", "tmpfs", "tmpfs", "mode=755", "size=64k"),
              mount("/tmp", "tmpfs", "tmpfs", "size=64m"),
              mount(folder, "bind", folder, "rbind", "ro")]
    mounts += [mount(path, "bind", path, "rbind", "ro") for path in settings(program)]
    ids = [{"containerID": 65534, "hostID": 65534, "size": 1}]
    kinds = ["pid", "network", "ipc", "uts", "mount", "cgroup", "user"]
    config = {
        "ociVersion": "1.0.0", "hostname": "box", "mounts": mounts,
        "root": {"path": "rootfs", "readonly": True},
        "process": {
            "user": {"uid": 65534, "gid": 65534}, "cwd": "/",
            "args": [program.interpreter, program.script],
            "env": ["PATH=/usr/bin:/bin", *TOLD], "noNewPrivileges": True,
            "capabilities": {}, "rlimits": [
                {"type": "RLIMIT_" + name, "hard": most, "soft": most}
                for name, most in LIMITS.items()]},
        "linux": {
            "namespaces": [{"type": kind} for kind in kinds],
            "uidMappings": ids, "gidMappings": ids,
            "resources": {"memory": {"limit": MEMORY}, "pids": {"limit": 64}}},
    }
    with open(os.path.join(where, "config.json"), "w", encoding="utf-8") as file:
        json.dump(config, file)
    return where


def crun(program, folder, slots):
    bundles = [bundle(program, folder, slot) for slot in range(slots)]
    number = itertools.count()
    command = [shutil.which("crun"), "--root", folder + "/crun"]

    def argv(slot):
        return [*command, "run", "--bundle", bundles[slot],
                f"bench-{os.getpid()}-{program.name}-{next(number)}"]

    return [Peer("crun", argv, "crun run: namespaces pid network ipc uts mount cgroup "
                 "user, /usr read-only, rlimits, cgroup of 512 MiB and 64 processes")]


def isolate(program, _folder, slots):
    """It keeps its boxes; a new one for each run is a way of its own."""
    tool, script = shutil.which("isolate"), program.name
    options = ["--silent", "--processes=64", "--fsize=65536", "--open-files=256",
               "--time=10", "--wall-time=10"]
    options += [f"--dir={path}" for path in settings(program)]
    options += [f"--env={setting}" for setting in TOLD]
    run = [*options, "--run", "--", program.interpreter, script]
    boxes = []
    for slot in range(slots):
        done = subprocess.run([tool, f"--box-id={slot}", "--init"], check=False,
                              capture_output=True, text=True)
        if done.returncode == 0:
            boxes.append(done.stdout.strip() + "/box")
            shutil.copy(program.script, boxes[-1])

    def kept(slot):
        return [tool, f"--box-id={slot}", *run]

    def anew(slot):
        box = f"{tool} --box-id={slot}"
        place = os.path.dirname(boxes[slot]) if slot < len(boxes) else "/nowhere"
        return ["/bin/sh", "-c", f"{box} --cleanup && {box} --init >/dev/null && "
                f"cp {program.script} {place}/box && exec {box} {shlex.join(run)}"]

    return [Peer("isolate", kept, shlex.join(["isolate", *options, "--run"]) +
                 " … in a box that is there and was used before"),
            Peer("isolate, new box", anew, "isolate --cleanup, --init, --run for each")]


def clean(slots):
    for slot in range(slots if shutil.which("isolate") else 0):
        subprocess.run(["isolate", f"--box-id={slot}", "--cleanup"], check=False,
                       capture_output=True)


def all_of(program, folder, slots, names=NAMES):
    return [peer for name in names if shutil.which(name)
            for peer in globals()[name](program, folder, slots)]
