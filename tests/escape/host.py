# SPDX-License-Identifier: MIT
# Copyright (c) 2026 the codeexec authors
"""The host as attempts find it, and the running of commands on it."""

import contextlib
import ctypes
import functools
import json
import os
import pathlib
import shutil
import subprocess
import tempfile

from heads import HERE, WARM

RELEASE = HERE.parents[1] / "build/release"
TOOLS = pathlib.Path(os.environ.get("TOOLS", RELEASE / "tests/tool"))
CODEEXEC = os.environ.get("CODEEXEC", str(RELEASE / "codeexec"))
BUILT = TOOLS.parent / "escape"
ID = 65534  # what a program is inside, and on the host when root starts it
ROOT = os.geteuid() == 0
# For Popen: who a program is on the host.
AS_PROGRAM = {"user": ID, "group": ID, "extra_groups": []} if ROOT else {}
SECONDS = 60  # when a command hangs

ABI_SCOPED = 6  # of Landlock: signals and abstract sockets stay inside


@functools.cache
def landlock_abi():
    """What the kernel has of Landlock; -1 = nothing."""
    create_ruleset, version = 444, 1
    return ctypes.CDLL(None).syscall(create_ruleset, None, 0, version)


class Host:
    """What is there while attempts are made; it goes with STACK."""

    def __init__(self, stack):
        self.marker = os.environ.get("ESCAPE_MARKER", f"escape{os.getpid()}")
        self.pids = []  # of what was started and was or had a sandbox
        self.folder = pathlib.Path(tempfile.mkdtemp(
            prefix=f"codeexec-test.{self.marker}.", dir="/var/tmp"))
        stack.callback(shutil.rmtree, self.folder)
        self.folder.chmod(0o755)
        self._add_programs()
        self._add_canary()
        policy = self.folder / "policy.yaml"
        policy.touch(0o600)
        if WARM:
            policy.write_text("warm: {start: always}\n", encoding="ascii")
        self.environment = {"PATH": os.environ["PATH"], "HOME": "/nowhere",
                            "CODEEXEC_POLICY": str(policy),
                            "ESCAPE_SECRET": f"secret-{self.marker}"}
        # An fd that every command finds open.
        self.descriptor = os.open("/", os.O_RDONLY | os.O_DIRECTORY)
        stack.callback(os.close, self.descriptor)
        self._start_target(stack)
        answer = self.answer_of(
            [CODEEXEC, "run", "--allow", "sh", "-m", "sh", "-c", ":"], b"")
        if "error" in answer:
            raise SystemExit(f"nothing runs here: {answer['error']['message']}")
        # Not all in memory, as where everything was booted from an initramfs.
        self.on_disk = os.stat("/usr").st_dev >> 8 != 0
        self.counted = "cgroup" in answer["codeexec"]["limits_by"]["memory"]

    def _add_programs(self):
        """The attempts, where whoever has the program's id can run them."""
        self.programs = self.folder / "programs"
        shutil.copytree(HERE, self.programs)
        shutil.copytree(BUILT, self.programs, dirs_exist_ok=True)
        for folder in self.programs.glob("*/"):
            shutil.copy(HERE / "attempt.py", folder)

    def _add_canary(self):
        """A folder that all may write to."""
        self.canary = self.folder / "canary"
        self.canary.mkdir()
        self.canary.chmod(0o777)
        file = self.canary / "file"
        file.write_text("canary\n")
        file.chmod(0o666)
        program = self.canary / "program"
        shutil.copy(BUILT / "files/own-program", program)
        program.chmod(0o777)
        if not ROOT:
            return
        os.chown(file, ID, ID)
        program = self.canary / "set-user-id"
        shutil.copy(BUILT / "privileges/set-user-id", program)
        program.chmod(0o4755)
        device = self.canary / "device"
        os.mknod(device, 0o20666, os.makedev(1, 3))
        device.chmod(0o666)

    def _start_target(self, stack):
        """A process of the host that has the id of programs; the words of it
        are the arguments of attempts."""
        target = subprocess.Popen(
            ["/usr/bin/python3", str(self.programs / "target"), self.marker,
             str(self.canary)], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            text=True, env=self.environment, **AS_PROGRAM)
        stack.callback(target.wait)
        stack.callback(target.stdin.close)  # it ends by that
        self.words = [self.marker, str(self.canary),
                      *target.stdout.readline().split()]

    def holds(self, conditions):
        """Are CONDITIONS true of how the suite was started?"""
        true = {"as root" if ROOT else "as user",
                "counted" if self.counted else "uncounted",
                "warm" if WARM else "cold",
                "scoped" if landlock_abi() >= ABI_SCOPED else "unscoped"}
        return true.issuperset(conditions)

    def start(self, command, **options):
        """COMMAND as a process, with pipes."""
        process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            env=self.environment, pass_fds=[self.descriptor], **options)
        self.pids.append(process.pid)
        return process

    def run(self, command, request=b"", **options):
        """Exit code, stdout and stderr of COMMAND, which gets REQUEST."""
        process = self.start(command, stderr=subprocess.PIPE, **options)
        try:
            out, err = process.communicate(request, SECONDS)
        finally:
            process.kill()  # ended, but when it hangs
        return process.wait(), out.decode(errors="replace"), err.decode()

    def answer_of(self, command, request):
        """The answer of codeexec to REQUEST, as JSON."""
        code, out, err = self.run(command, request)
        try:
            return json.loads(out)
        except ValueError:
            return {"error": {"message": f"no answer, exit {code}: {err}"}}


@contextlib.contextmanager
def no_userns():
    """What to put before a command: root on a host without user namespaces."""
    keeper = subprocess.Popen(
        ["unshare", "-U", "sh", "-c", "read go; exec sh -c 'echo 0 "
         ">/proc/sys/user/max_user_namespaces; echo done; read go'"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    own = os.readlink("/proc/self/ns/user")
    while os.readlink(f"/proc/{keeper.pid}/ns/user") == own:
        pass
    for ids in ("gid_map", "uid_map"):
        pathlib.Path(f"/proc/{keeper.pid}/{ids}").write_text(f"0 0 {ID + 1}\n")
    keeper.stdin.write(b"\n")
    keeper.stdin.flush()
    keeper.stdout.readline()
    yield ["nsenter", "-U", "-S", "0", "-G", "0", "-t", str(keeper.pid)]
    keeper.communicate()
