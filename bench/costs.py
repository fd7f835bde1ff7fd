# SPDX-License-Identifier: MIT
"""What a run costs by the size of its output, by its blocks and by how many there
were before; and HumanEval's 164 problems."""

import gzip
import json
import os
import random
import subprocess
import time

import peers
from ways import (ENV, Batch, Process, Program, Run, Serve, Server, request,
                  run_command)

SIZES = {"1 KB": 1 << 10, "1 MB": 1 << 20, "10 MB": 10 << 20, "100 MB": 100 << 20}
BLOCKS = [1, 2, 4, 8, 16]


class Question:
    """Ways to do the same, and how long each took, in milliseconds."""

    def __init__(self, name, ways):
        self.name = name
        self.times = {way.name: [] for way in ways}
        self.ours = {way.name for way in ways if way.ours}
        self.starts = {way.name: way.starts for way in ways}

    def measure(self, ways, runs, at_once=1):
        """In turns, so that a machine whose speed drifts drifts for all, and
        shuffled, since the kernel takes namespaces down behind whoever had
        them. The first two of each are not counted."""
        for turn in range(-2, runs):
            for way in random.Random(turn).sample(ways, len(ways)):
                start = time.perf_counter()
                begun = [way.begin(slot) for slot in range(at_once)]
                ended = [way.end(run) for run in begun]
                took = (time.perf_counter() - start) * 1000
                for end in ended:
                    way.check(end)
                if turn >= 0:
                    self.times[way.name].append(took)
                else:
                    way.starts.clear()
        return self


class Piped(Process):
    """Its stdout is read through a pipe, as fast as it comes."""

    def begin(self, slot):
        return subprocess.Popen(self.argv(slot), env=ENV, stdout=subprocess.PIPE,
                                stdin=subprocess.DEVNULL)

    def end(self, process):
        while os.read(process.stdout.fileno(), 1 << 20):
            pass
        process.stdout.close()
        return process.wait()


class PipedRun(Piped):
    ours = True


def output_sizes(codeexec, folder, runs, sizes):
    """Fewer runs of what takes long."""
    options = ["--stdout-size", "256MiB", "--allow", "python"]
    server = Server(codeexec, "auto", *options)
    for name in sizes:
        lines = SIZES[name] // 64
        program = Program("output", "python", f"print((('x' * 63 + '\\n') * {lines})[:-1])",
                          ("x" * 63 + "\n") * lines)
        program.write(folder)
        bare = [program.interpreter, program.script]
        run = [codeexec, "run", *options, "-m", "python", "-f", program.script]
        ways = [Piped("bare", lambda _, argv=bare: argv)]
        ways += [Piped(peer.name, peer.argv) for peer in peers.all_of(program, folder, 1, ["bwrap"])]
        ways = [way for way in ways if way.refusal(program, 1) is None]
        ways += [PipedRun("codeexec run", lambda _, argv=run: argv),
                 PipedRun("codeexec run --raw", lambda _, argv=(*run, "--raw"): argv),
                 Serve("serve, warm", server, program)]
        ways[-1].refusal(program, 1)
        yield Question("output of " + name, ways).measure(
            ways, runs if lines <= SIZES["1 MB"] // 64 else max(3, runs // 5))
        ways[-1].close()
    server.close()


def blocks(codeexec, folder, runs, counts):
    """Each block reads what the one before has printed."""
    server = Server(codeexec, "auto", "--allow", "bash")
    for count in counts:
        codes = ["echo hi"] + ["cat"] * (count - 1)
        pipeline = Program(f"blocks.{count}", "bash", "\n".join(
            f"```bash\n{code}\n```\n" for code in codes))
        names = []
        for number, code in enumerate(codes):
            names.append(os.path.join(folder, f"block.{number}"))
            with open(names[-1], "w", encoding="utf-8") as file:
                file.write(code + "\n")
        bare = ["/bin/sh", "-c", " | ".join("/usr/bin/bash " + name for name in names)]
        run = run_command(codeexec, pipeline, folder)
        ways = [Process("bare", lambda _, argv=bare: argv),
                Run("codeexec run", lambda _, argv=run: argv),
                Serve("serve, warm", server, pipeline)]
        ways[-1].refusal(pipeline, 1)
        yield Question(f"{count} block{'s' * (count > 1)}", ways).measure(ways, runs)
        ways[-1].close()
    server.close()


def family(pid):
    """It and all that it has begun, as far as they are there."""
    found = [pid]
    for one in found:
        try:
            for task in os.listdir(f"/proc/{one}/task"):
                with open(f"/proc/{one}/task/{task}/children", encoding="ascii") as file:
                    found += [int(child) for child in file.read().split()]
        except OSError:
            pass
    return found


def lines_of(path):
    try:
        with open(path, encoding="utf-8") as file:
            return file.read().splitlines()
    except OSError:  # ended, or not ours to read
        return []


def state(pid):
    """Of its own, whatever else there is on the machine."""
    time.sleep(0.2)  # the next box is being built
    pids = family(pid)
    fds = 0
    for one in pids:
        try:
            fds += len(os.listdir(f"/proc/{one}/fd"))
        except OSError:
            pass
    return {
        "RSS KiB": sum(int(line.split()[1]) for one in pids
                       for line in lines_of(f"/proc/{one}/status") if line.startswith("VmRSS")),
        "fds": fds, "processes": len(pids),
        "mounts": sum(len(lines_of(f"/proc/{one}/mountinfo")) for one in pids),
        "cgroups": sum(name.startswith("codeexec-") and name.split("-")[2] in {*map(str, pids)}
                       for _, folders, _ in os.walk("/sys/fs/cgroup") for name in folders),
    }


def many_runs(codeexec, python, most):
    """Milliseconds of each run, and the state after 100 and after MOST."""
    batch = Batch(codeexec, python, 1)
    times, states = [], {}
    for number in range(1, most + 1):
        start = time.perf_counter()
        end = batch.end(batch.begin(0))
        times.append((time.perf_counter() - start) * 1000)
        batch.check(end)
        if number in (min(100, most // 2), most):
            states[number] = state(batch.process.pid)
    batch.close()
    return times, states


def humaneval_files(problems, folder):
    """A file a problem, for xargs; and all of them as requests."""
    requests = os.path.join(folder, "humaneval.jsonl")
    with gzip.open(problems, "rt") as lines, open(requests, "w", encoding="utf-8") as out:
        for number, line in enumerate(lines):
            problem = json.loads(line)
            code = (f"{problem['prompt']}{problem['canonical_solution']}\n"
                    f"{problem['test']}\ncheck({problem['entry_point']})\n")
            with open(f"{folder}/humaneval.{number}.py", "w", encoding="utf-8") as file:
                file.write(code)
            out.write(request("python", f"````python\n{code}````\n") + "\n")
    return requests


def humaneval(codeexec, problems, folder, runs):
    requests = humaneval_files(problems, folder)
    bare = f"ls {folder}/humaneval.*.py | xargs -n 1 -P 2 /usr/bin/python3"
    floor = f"exec {os.path.dirname(__file__)}/floor {folder}/humaneval.*.py"
    ways = [Process("bare, xargs -P2", lambda _: ["/bin/sh", "-c", bare]),
            Process("forks in namespaces, no more", lambda _: ["/bin/sh", "-c", floor])]
    for name, options in {"batch -j2, warm": [], "batch -j2, cold": ["--warm", "off"],
                          "batch -j2, typing": ["--warm-preload", "typing"]}.items():
        argv = [codeexec, "batch", "-q", "-j", "2", "--allow", "python", *options, requests]
        ways.append(Run(name, lambda _, argv=argv: argv))
    return Question("HumanEval's 164", ways).measure(ways, max(3, runs // 10))
