# SPDX-License-Identifier: MIT
"""The ways a program can be run, bare, by other sandboxes and by codeexec, and
the programs. A way has begin(SLOT), which starts a run, and end(RUN), which waits
until it is over: between the two another may be begun, in another slot. check()
looks at what end() returned, when nobody counts the time."""

import http.client
import json
import os
import shutil
import subprocess

import peers

KEY = os.urandom(16).hex()
# The program's own environment is the same in every way: what Node finds in a
# developer's, or the locale that bash loads for LANG, can cost more than a sandbox.
ENV = {**peers.LOCALE, "PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "CODEEXEC_API_KEY": KEY}


class Program:
    """One that says hi, or nothing."""

    def __init__(self, name, model, code, output="hi\n"):
        self.name, self.model, self.code, self.output = name, model, code, output
        # Where links lead out of /usr, other sandboxes cannot follow.
        self.interpreter = os.path.realpath(
            "/usr/bin/" + {"python": "python3"}.get(model, model))
        # Of /etc: its extensions are named there.
        self.settings = ["/etc/php"] if model == "php" else []
        self.script = None

    def write(self, folder):
        self.script = os.path.join(folder, self.name)
        with open(self.script, "w", encoding="utf-8") as file:
            file.write(self.code + "\n")
        os.chmod(self.script, 0o644)


PROGRAMS = [program for program in (
    Program("true", "bash", "true", ""),
    Program("bash", "bash", "echo hi"),
    Program("python", "python", "print('hi')"),
    Program("node", "node", "console.log('hi')"),
    Program("ruby", "ruby", "puts 'hi'"),
    Program("php", "php", "<?php echo \"hi\\n\";"),
    Program("perl", "perl", "print \"hi\\n\";"),
) if os.path.exists(program.interpreter)]


def request(model, content):
    return json.dumps({"model": model, "messages": [
        {"role": "user", "content": content}]})


class Process:
    """A run is a process from posix_spawn to its end, stdout to /dev/null."""

    ours = False

    def __init__(self, name, argv, show=None):
        self.name, self.argv, self.show = name, argv, show
        self.starts = []

    def begin(self, slot):
        argv = self.argv(slot)
        return os.posix_spawn(argv[0], argv, ENV, file_actions=[
            (os.POSIX_SPAWN_OPEN, 0, "/dev/null", os.O_RDONLY, 0),
            (os.POSIX_SPAWN_OPEN, 1, "/dev/null", os.O_WRONLY, 0)])

    def end(self, pid):
        return os.waitpid(pid, 0)[1]

    def check(self, status):
        if status:
            raise RuntimeError(f"{self.name}: wait status {status}")

    def refusal(self, program, slots):
        """Why it cannot be used here, or None: what one run in each slot says."""
        for slot in range(slots):
            done = subprocess.run(self.argv(slot), env=ENV, capture_output=True,
                                  text=True, check=False, stdin=subprocess.DEVNULL)
            if done.returncode or self.said(done.stdout) != program.output:
                words = (done.stderr + done.stdout).strip().splitlines()
                return words[-1] if words else f"exits with {done.returncode}"
        return None

    @staticmethod
    def said(stdout):
        return stdout

    def close(self):
        pass


class Run(Process):
    """codeexec run, which has a request to read and a completion to write."""

    ours = True

    @staticmethod
    def said(stdout):
        return content(json.loads(stdout or "{}"))[0]


def content(completion):
    """What was printed, and how it was started."""
    return (completion["choices"][0]["message"]["content"],
            completion["codeexec"]["steps"][-1]["start"])


class Answering:
    """Something that stays and answers; it is checked once it has."""

    ours = True
    show = None

    def __init__(self, name, program):
        self.name, self.program, self.starts = name, program, []

    def check(self, body):
        printed, start = content(self.completion(body))
        if printed != self.program.output:
            raise RuntimeError(f"{self.name} answers {printed[:200]!r}")
        self.starts.append(start)

    @staticmethod
    def completion(body):
        return json.loads(body)

    def refusal(self, _program, slots):
        for _ in range(20):
            for run in [self.begin(slot) for slot in range(slots)]:
                self.check(self.end(run))
            if self.starts[-1] == "warm":
                break
        start = self.starts[-1]
        self.starts.clear()
        return self.not_warm() if "warm" in self.name and start != "warm" else None

    def not_warm(self):
        """It was to be warm, and this program is never."""
        return "it is not kept booted"


class Batch(Answering):
    """codeexec batch, fed a line at a time through a pipe."""

    def __init__(self, codeexec, program, slots):
        super().__init__("batch, warm", program)
        self.line = (request(program.model, program.code) + "\n").encode()
        self.process = subprocess.Popen(
            [codeexec, "batch", "-q", "-j", str(slots), "--allow", program.model],
            env=ENV, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def not_warm(self):
        self.name = "batch, cold"

    def begin(self, _slot):
        self.process.stdin.write(self.line)
        self.process.stdin.flush()

    def end(self, _run):
        return self.process.stdout.readline()

    @staticmethod
    def completion(body):
        return json.loads(body)["response"]["body"]

    def close(self):
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait()


class Server:
    """A serve of its own, warm or not."""

    def __init__(self, codeexec, warm, *options):
        self.process = subprocess.Popen(
            [codeexec, "serve", "--listen", "127.0.0.1:0", "--warm", warm,
             "--log", "none", *options], env=ENV, stderr=subprocess.PIPE, text=True)
        for line in self.process.stderr:
            if "listening on" in line:
                self.port = int(line.rsplit(":", 1)[1].strip("/ \n"))
                return
        raise RuntimeError("codeexec serve does not listen")

    def connect(self):
        connection = http.client.HTTPConnection("127.0.0.1", self.port)
        connection.connect()
        return connection

    def close(self):
        self.process.terminate()
        self.process.stderr.close()
        self.process.wait()


class Serve(Answering):
    """A connection a slot, which is kept: from request to response."""

    def __init__(self, name, server, program, slots=1):
        super().__init__(name, program)
        self.body = request(program.model, program.code).encode()
        self.connections = [server.connect() for _ in range(slots)]

    def begin(self, slot):
        self.connections[slot].request(
            "POST", "/v1/chat/completions", self.body,
            {"Authorization": "Bearer " + KEY, "Content-Type": "application/json"})
        return self.connections[slot]

    def end(self, connection):
        return connection.getresponse().read()

    def close(self):
        for connection in self.connections:
            connection.close()


def run_command(codeexec, program, folder):
    path = os.path.join(folder, program.name + ".json")
    with open(path, "w", encoding="utf-8") as file:
        file.write(request(program.model, program.code))
    return [codeexec, "run", "--allow", program.model, path]


def ways(codeexec, program, folder, servers, slots):
    """All that can run PROGRAM here, and (name, why) of those that cannot."""
    bare = [program.interpreter, program.script]
    run = run_command(codeexec, program, folder)
    found = [Process("bare", lambda _: bare)]
    if program.name == "python":
        found.append(Process("bare, -c pass", lambda _: [bare[0], "-c", "pass"]))
    if shutil.which("unshare"):
        found.append(Process("unshare, no more", lambda _: [
            shutil.which("unshare"), "-mpniuf", *([] if os.geteuid() == 0 else ["-r"]),
            *bare]))
    found += [Process(peer.name, peer.argv, peer.show)
              for peer in peers.all_of(program, folder, slots)]
    found += [Run("codeexec run", lambda _: run), Batch(codeexec, program, slots),
              Serve("serve, warm", servers["auto"], program, slots),
              Serve("serve, cold", servers["off"], program, slots)]
    usable, refused = [], []
    for way in found:
        why = None if way.name == "bare, -c pass" else way.refusal(program, slots)
        if why is None:
            usable.append(way)
        else:
            refused.append((way.name, why))
            way.close()
    return usable, refused


def missing():
    return [name for name in peers.NAMES if not shutil.which(name)]
