# SPDX-License-Identifier: MIT
"""What an operator does to a server, and what its clients see of it."""

import concurrent.futures
import contextlib
import os
import signal
import socket
import time

import stream
import wire


def begin(pool, address, code, mark, **more):
    """Ask for CODE in POOL; return when its process MARK is up."""
    asked = pool.submit(wire.ask, address, wire.chat(code, **more))
    found = wire.until(lambda: stream.processes(mark))
    return asked, found


def takes_more(address):
    """Can one still connect?"""
    try:
        with wire.Client(address):
            return True
    except OSError:
        return False


def term(address, pid):
    """SIGTERM while one runs, one is idle and one is half sent."""
    pid = int(pid)
    mark = "0.8031415"
    with concurrent.futures.ThreadPoolExecutor(1) as pool, \
            wire.Client(address) as idle:
        idle.send(wire.request(None, path="/health", method="GET"))
        assert idle.answer()["status"] == 200
        asked, _ = begin(pool, address, f"sleep {mark}; echo done",
                         f"sleep\0{mark}")
        os.kill(pid, signal.SIGTERM)
        wire.until(lambda: not takes_more(address))
        assert stream.processes(f"sleep\0{mark}"), "closed only at its end"
        closed = wire.until(lambda: wire.closed(idle))
        answer = asked.result()
    return {"closed": closed, "status": answer["status"],
            "connection": answer["fields"].get("connection"),
            "content": answer["json"]["choices"][0]["message"]["content"]}


def term_late(address, pid):
    """SIGTERM before the server has taken who is in the kernel's queue.

    One has sent its request, one sends it after the server has begun to end,
    one never does: their statuses, and whether the last is waited for.
    """
    pid = int(pid)
    os.kill(pid, signal.SIGSTOP)
    try:
        with wire.Client(address) as early, wire.Client(address) as late, \
                wire.Client(address) as mute:
            early.send(wire.request(wire.chat("echo early")))
            os.kill(pid, signal.SIGTERM)
            os.kill(pid, signal.SIGCONT)
            wire.until(lambda: not takes_more(address))
            late.send(wire.request(wire.chat("echo late")))
            said = [early.answer()["status"], late.answer()["status"]]
            return said + [wire.until(lambda: wire.closed(mute))]
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGCONT)


def term_twice(address, pid):
    """A second SIGTERM: milliseconds until the program is dead."""
    pid = int(pid)
    mark = "41.2718281"
    with concurrent.futures.ThreadPoolExecutor(1) as pool:
        asked, found = begin(pool, address, f"sleep {mark}",
                             f"sleep\0{mark}")
        os.kill(pid, signal.SIGTERM)
        wire.until(lambda: not takes_more(address))
        start = time.monotonic()
        os.kill(pid, signal.SIGTERM)
        wire.until(lambda: not any(os.path.exists(f"/proc/{one}")
                                   for one in found))
        took = round((time.monotonic() - start) * 1000)
        assert asked.result() is None
    return took


def hangup(pid, log, count):
    """SIGHUP, and wait until the log says COUNT times that it was read."""
    os.kill(int(pid), signal.SIGHUP)

    def told():
        with open(log, encoding="utf-8") as file:
            return file.read().count("reload: ") == count
    wire.until(told)


def statuses(address, *keys):
    """What GET /v1/models is answered to each of KEYS."""
    return [wire.get(address, "/v1/models", key=key)["status"]
            for key in keys]


def rotate(address, pid, log, file):
    """A key that goes, one that stays and one that comes."""
    keys = ["first-key-0123456789", "second-key-0123456789",
            "third-key-0123456789", wire.KEY]
    seen = [statuses(address, *keys)]
    with open(file, "w", encoding="ascii") as text:
        text.write("# by hand\n\nsecond-key-0123456789\n"
                   "third-key-0123456789\n")
    seen.append(statuses(address, *keys))
    hangup(pid, log, 1)
    seen.append(statuses(address, *keys))
    os.truncate(file, 0)
    with open(file, "w", encoding="ascii") as text:
        text.write("short\n")
    hangup(pid, log, 2)
    seen.append(statuses(address, *keys))
    return seen


def reload(address, pid, log, policy):
    """A request in flight keeps its policy; the next one has the new; a broken
    one changes nothing."""
    def write(text):
        with open(policy, "w", encoding="ascii") as file:
            file.write(text)

    def now():
        return wire.ask(address, wire.chat("echo a"))["status"]

    mark = "0.7182818"
    seen = [now()]
    with concurrent.futures.ThreadPoolExecutor(1) as pool:
        asked, _ = begin(pool, address, f"sleep {mark}; echo a",
                         f"sleep\0{mark}")
        write("programs: [python]\n")
        hangup(pid, log, 1)
        seen.append(now())
        seen.append(asked.result()["status"])
    write("programs: [bash\n")
    hangup(pid, log, 2)
    seen.append(now())
    write("programs: [bash]\n")
    hangup(pid, log, 3)
    seen.append(now())
    return seen


def metrics(address):
    """Every line of /metrics, read as Prometheus does; the families."""
    import re
    answer = wire.get(address, "/metrics")
    assert answer["fields"]["content-type"].startswith(
        "text/plain; version=0.0.4"), answer["fields"]
    families, values = {}, {}
    for line in answer["body"].splitlines():
        if line.startswith("# HELP "):
            name = line.split(" ")[2]
            assert name not in families
            families[name] = None
        elif line.startswith("# TYPE "):
            _, _, name, kind = line.split(" ")
            assert families[name] is None, name
            families[name] = kind
        else:
            found = re.fullmatch(
                r'([a-z_]+)(\{[a-z]+="[^"\\\n]*"(?:,[a-z]+="[^"\\\n]*")*\})? '
                r"([0-9.e+]+)", line)
            assert found, line
            family = found[1]
            if family not in families:
                family = re.sub("_(bucket|sum|count)$", "", family)
                assert families[family] == "histogram", line
            assert line.rsplit(" ", 1)[0] not in values, line
            values[line.rsplit(" ", 1)[0]] = float(found[3])
    name = "codeexec_request_duration_seconds"
    buckets = [value for key, value in values.items()
               if key.startswith(name + "_bucket")]
    assert buckets == sorted(buckets) and buckets[-1] == values[name + "_count"]
    return {"families": families, "values": values}


def inherited(path):
    """A server on a TCP and a unix socket that it was passed as fds 3 and 4:
    what each answers, and its exit code."""
    sockets = [socket.socket(), socket.socket(socket.AF_UNIX)]
    sockets[0].bind(("127.0.0.1", 0))
    sockets[1].bind(path)
    addresses = [f"127.0.0.1:{sockets[0].getsockname()[1]}", f"unix:{path}"]
    for one in sockets:
        one.listen()
    pid = os.fork()
    if not pid:
        for i, one in enumerate(sockets):
            os.dup2(os.dup(one.fileno()), 3 + i)
        os.environ.update(LISTEN_PID=str(os.getpid()), LISTEN_FDS="2")
        program = os.environ["CODEEXEC"]
        null = os.open("/dev/null", os.O_RDWR)
        os.dup2(null, 0)
        os.dup2(null, 1)
        os.dup2(null, 2)
        os.execv(program, [program, "serve", "--allow", "bash"])
    for one in sockets:
        one.close()
    status = [wire.ask(address, wire.chat("echo a"))["status"]
              for address in addresses]
    os.kill(pid, signal.SIGTERM)
    return status + [os.waitpid(pid, 0)[1]]
