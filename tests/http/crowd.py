# SPDX-License-Identifier: MIT
"""Many clients, slow ones, and those who wait for a slot."""

import concurrent.futures
import contextlib
import os
import signal
import subprocess
import time

import stream
import wire

OVERLAP = "date +%s.%N; sleep 0.2; date +%s.%N"


def latency(address, count=10):
    """Milliseconds that each of COUNT clients waits for its answer."""
    took = []
    for _ in range(count):
        start = time.monotonic()
        answer = wire.ask(address, wire.chat("echo a"))
        took.append(round((time.monotonic() - start) * 1000))
        assert answer["status"] == 200, answer
    return {"p50": sorted(took)[count // 2], "max": max(took)}


def kept(address):
    """Wait until the server keeps the interpreter booted, which takes it some
    open files."""
    def warm():
        answer = wire.ask(address, wire.chat("echo a"))
        return answer["json"]["codeexec"]["steps"][0]["start"] == "warm"
    wire.until(warm)


def trickle(address, data, seconds=5):
    """Behind a request that is answered, send DATA a byte at a time until
    there is an answer; [status, x-should-retry, connection, milliseconds]"""
    with wire.Client(address) as client:
        client.send(wire.request(None, path="/health", method="GET"))
        assert client.answer()["status"] == 200
        start = time.monotonic()
        client.sock.settimeout(0.02)
        for byte in data:
            client.send(bytes([byte]))
            with contextlib.suppress(TimeoutError):
                if not client.more() or client.buffer:
                    break
            assert time.monotonic() - start < seconds
        client.sock.settimeout(wire.PATIENCE)
        answer = client.answer()
        took = round((time.monotonic() - start) * 1000)
    return [answer["status"], answer["fields"].get("x-should-retry"),
            answer["fields"]["connection"], took]


def slow_head(address):
    """A head that goes on and on."""
    return trickle(address, b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 90)


def mute(address):
    """A client that never says a word: what it gets, after how many
    milliseconds."""
    start = time.monotonic()
    with wire.Client(address) as client:
        return [client.answer(), round((time.monotonic() - start) * 1000)]


def slow_body(address):
    """A body that does not get on; and in_flight beside it."""
    body = wire.request(wire.chat("echo a" + " " * 1000))
    head, body = body.split(b"\r\n\r\n", 1)
    with wire.Client(address) as client:
        client.send(head + b"\r\n\r\n" + body[:10])
        in_flight = wire.metrics(address)["codeexec_in_flight"]
        answer = client.answer()
    return [answer["status"], answer["fields"].get("x-should-retry"),
            answer["fields"]["connection"], in_flight]


def endless(address):
    """A chunked body that never ends, as fast as it is taken: the status."""
    head = wire.request(None, "Transfer-Encoding: chunked")
    with wire.Client(address) as client:
        client.send(head)
        client.sock.settimeout(0.5)
        with contextlib.suppress(OSError):
            while True:
                client.sock.sendall(b"1000\r\n" + b" " * 4096 + b"\r\n")
        client.sock.settimeout(wire.PATIENCE)
        return client.answer()["status"]


def hold(address, count, data):
    """COUNT clients that have sent DATA and say no more."""
    clients = []
    for _ in range(int(count)):
        client = wire.Client(address)
        client.send(data)
        clients.append(client)
    return clients


def beside(address, pid, count, data, what=None):
    """Latency of others and RSS of the server beside COUNT that hold on to
    their connections; fds when they have gone."""
    kept(address)
    before = [wire.rss_kib(pid), wire.fds(pid)]
    clients = hold(address, count, data)
    if what:
        for client in clients:
            what(client)
    result = latency(address)
    result["rss_kib"] = wire.rss_kib(pid) - before[0]
    result["closed"] = sum(wire.closed(client) for client in clients)
    for client in clients:
        client.sock.close()
    wire.until(lambda: wire.fds(pid) <= before[1])
    return result


def slowloris(address, pid, count):
    """Heads that do not end."""
    return beside(address, pid, count, b"GET /health HTTP/1.1\r\nHost: ")


def slow_bodies(address, pid, count):
    """Bodies that do not end, of clients without a key."""
    return beside(address, pid, count, wire.request(
        None, "Content-Length: 1000", key="") + b"{")


def idle(address, pid, count):
    """Clients that have had an answer and ask for no more."""
    return beside(address, pid, count,
                  wire.request(None, path="/health", method="GET"),
                  lambda client: client.answer())


def silent(address, pid, count):
    """Clients that have never said a word."""
    return beside(address, pid, count, b"")


def unread(address, pid, streamed):
    """Answers of a MiB that nobody reads, until the server gives up; latency
    of others and RSS beside them."""
    kept(address)
    before = [wire.rss_kib(pid), wire.fds(pid)]
    clients = []
    for _ in range(8):
        client = wire.Client(address, receive_bytes=4096)
        client.send(wire.request(wire.chat(
            "head -c 1000000 /dev/zero | tr '\\0' '\\1'",
            stream=streamed == "stream")))
        clients.append(client)
    wire.until(lambda: not wire.metrics(address)["codeexec_waiting"]
               and not wire.metrics(address)["codeexec_in_flight"])
    result = latency(address)
    result["rss_kib"] = wire.rss_kib(pid) - before[0]
    wire.until(lambda: wire.fds(pid) <= before[1])
    for client in clients:
        client.sock.close()
    return result


def hoard(address, pid):
    """64 answers of six MiB each that nobody reads: RSS beside them, how many
    of them were given up, and latency of others."""
    before = wire.rss_kib(pid)
    clients = hold(address, 64, wire.request(wire.chat(
        "head -c 1000000 /dev/zero | tr '\\0' '\\1'")))
    wire.until(lambda: not wire.metrics(address)["codeexec_waiting"]
               and not wire.metrics(address)["codeexec_in_flight"])
    result = latency(address)
    result["rss_kib"] = wire.rss_kib(pid) - before
    result["connections"] = wire.metrics(address)["codeexec_connections"]
    for client in clients:
        client.sock.close()
    return result


def most_at_once(contents):
    """How many of the programs that ran OVERLAP ran together at most."""
    marks = []
    for content in contents:
        begin, end = map(float, content.split())
        marks += [(begin, 1), (end, -1)]
    now = most = 0
    for _, step in sorted(marks):
        now += step
        most = max(most, now)
    return most


def overlap(*addresses):
    """Eight requests over all ADDRESSES: the statuses, and how many programs
    ran at once."""
    def one(i):
        return wire.ask(addresses[i % len(addresses)], wire.chat(OVERLAP))

    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(one, range(8)))
    return [sorted(answer["status"] for answer in answers), most_at_once(
        answer["json"]["choices"][0]["message"]["content"]
        for answer in answers if answer["status"] == 200)]


def converse(body):
    """One `codeexec serve` on pipes, as inetd has it, that is asked BODY."""
    process = subprocess.Popen(
        [os.environ["CODEEXEC"], "serve", "--allow", "bash",
         "--max-concurrent", "1", "--queue-wait", "9s"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL)
    process.stdin.write(wire.request(body))
    process.stdin.flush()
    return process


def finish(process):
    """What the conversation of PROCESS has answered."""
    out, _ = process.communicate(timeout=wire.PATIENCE)
    return wire.Recorded(out).answers()[0]


def overlap_processes():
    """The same as overlap, each in a process of its own."""
    processes = [converse(wire.chat(OVERLAP)) for _ in range(4)]
    answers = [finish(process) for process in processes]
    return [[answer["status"] for answer in answers], most_at_once(
        answer["json"]["choices"][0]["message"]["content"]
        for answer in answers)]


def killed():
    """A holder of the only slot is killed in the midst of its run: the status
    of who comes next, and the milliseconds until its program is dead."""
    mark = "33.1234567"
    holder = converse(wire.chat(f"sleep {mark}", codeexec={
        "limits": {"timeout": "9s"}}))
    found = wire.until(lambda: stream.processes(f"sleep\0{mark}"))
    start = time.monotonic()
    holder.send_signal(signal.SIGKILL)
    holder.wait()
    wire.until(lambda: not any(os.path.exists(f"/proc/{pid}")
                               for pid in found))
    took = round((time.monotonic() - start) * 1000)
    status = finish(converse(wire.chat("echo a")))["status"]
    holder.stdin.close()
    holder.stdout.close()
    return [status, took]


def saturated(address):
    """With one slot and one place in the queue, both taken: what the third
    gets, and after how many milliseconds; then what the second gets."""
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        holder = pool.submit(wire.ask, address, wire.chat("sleep 1.5"))
        wire.until(lambda: wire.metrics(address)["codeexec_in_flight"])
        start = time.monotonic()
        waits = pool.submit(wire.ask, address, wire.chat("echo a"))
        wire.until(lambda: wire.metrics(address)["codeexec_waiting"])
        third = wire.ask(address, wire.chat("echo a"))
        at_once = time.monotonic() - start < 0.4
        second = waits.result()
        waited = round(time.monotonic() - start, 1)
        first = holder.result()["status"]
    return {"third": third, "at_once": at_once, "second": second["status"],
            "waited": waited, "first": first}


def full_house(address, pid):
    """Processor time of the server, in ticks, while its only connection is in
    use for a second and others wait."""
    def ticks():
        with open(f"/proc/{pid}/stat", encoding="ascii") as file:
            return sum(map(int, file.read().rsplit(")", 1)[1].split()[11:13]))

    with wire.Client(address) as client:
        client.send(wire.request(wire.chat("sleep 1")))
        others = hold(address, 3, wire.request(None, path="/health",
                                               method="GET"))
        before = ticks()
        assert client.answer()["status"] == 200
        used = ticks() - before
        client.send(wire.request(None, path="/health", method="GET"))
        client.sock.close()
        assert [other.answer()["status"] for other in others] == [200] * 3
    return used
