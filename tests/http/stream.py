# SPDX-License-Identifier: MIT
"""Streams: when events come, and what becomes of a run whose reader goes."""

import json
import os
import random
import socket
import statistics
import time

import wire


def events(client, status, fields):
    """(when it came, what) of each event; what is text for [DONE]."""
    text = b""
    for piece in client.pieces(status, fields):
        text += piece
        while b"\n\n" in text:
            event, text = text.split(b"\n\n", 1)
            assert event.startswith(b"data: ") and b"\n" not in event, event
            data = event[len(b"data: "):].decode()
            yield time.time(), data if data == "[DONE]" else json.loads(data)
    assert not text, text


def stream(address, code, model="bash", version="1.1", **more):
    """All events of CODE's stream, and the fields before them."""
    with wire.Client(address) as client:
        client.send(wire.request(wire.chat(code, model, stream=True, **more),
                                 version=version))
        status, fields = client.head()
        assert status == 200, status
        found = list(events(client, status, fields))
    return found, fields


def pieces(found):
    """The pieces of content among the events FOUND."""
    return [what["choices"][0]["delta"].get("content", "")
            for _, what in found if what != "[DONE]" and what["choices"]]


def shape(address, version="1.1"):
    """What kinds of event came, in order, and how they were framed."""
    found, fields = stream(address, "echo a; echo b >&2; exit 3",
                           version=version,
                           stream_options={"include_usage": True})
    kinds = []
    for _, what in found:
        if what == "[DONE]":
            kinds.append("done")
        elif not what["choices"]:
            kinds.append("usage")
        elif what["choices"][0]["finish_reason"]:
            kinds.append("finish")
            outcome = what["codeexec"]
        elif "role" in what["choices"][0]["delta"]:
            kinds.append("role")
        else:
            kinds.append("content")
    chunks = [what for _, what in found if what != "[DONE]"]
    assert len({(c["id"], c["created"], c["model"], c["object"])
                for c in chunks}) == 1
    return {"kinds": kinds, "content": "".join(pieces(found)),
            "usage": [c["usage"] is None for c in chunks],
            "exit_code": outcome["exit_code"], "stderr": outcome["stderr"],
            "framing": [fields.get(name) for name in (
                "transfer-encoding", "connection", "content-type",
                "cache-control", "x-accel-buffering")],
            "id": "x-request-id" in fields}


def delay(address):
    """Median of the seconds from when a program writes to when it is here."""
    code = ("import time\nfor _ in range(15):\n"
            "    print(time.time())\n    time.sleep(0.02)\n")
    found, _ = stream(address, code, "python")
    late = [when - float(what["choices"][0]["delta"]["content"].split()[-1])
            for when, what in found if what != "[DONE]"
            and what["choices"][0]["delta"].get("content", "").strip()]
    assert len(late) > 5, late
    return statistics.median(late)


def characters(address):
    """Content and pieces of a character that is written in four parts."""
    code = ("import os, time\nfor byte in '\U0001f600é'.encode():\n"
            "    os.write(1, bytes([byte]))\n    time.sleep(0.03)\n"
            "os.write(1, b'\\xf0\\x9f')\n")
    found, _ = stream(address, code, "python")
    parts = pieces(found)
    return ["".join(parts), len([part for part in parts if part])]


def silence(address):
    """What comes, and after how many seconds, while a program is silent."""
    start = time.time()
    found, _ = stream(address, "sleep 15.6; echo end",
                      codeexec={"limits": {"timeout": "20s"}})
    return [[round(when - start), what["choices"][0]["delta"]]
            for when, what in found[1:-2]]


def refused(address):
    """The answer to a stream that cannot begin."""
    answer = wire.ask(address, wire.chat("x", "no-such-model", stream=True))
    return [answer["status"], answer["fields"]["content-type"],
            answer["json"]["error"]["code"]]


def processes(mark):
    """Those whose command line has MARK."""
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/cmdline", "rb") as file:
                if mark.encode() in file.read():
                    found.append(pid)
        except OSError:
            pass
    return found


def gone(address, how, streamed):
    """Milliseconds from when the client goes (HOW: reset, close, or half and
    reset) to when its program is dead."""
    mark = f"{random.randrange(10000, 99999)}.{random.randrange(10**9)}"
    client = wire.Client(address)
    client.send(wire.request(wire.chat(
        f"echo begun; sleep {mark}", stream=streamed == "stream",
        codeexec={"limits": {"timeout": "9s"}})))
    if streamed == "stream":
        while b"begun" not in client.buffer:
            assert client.more()
    found = wire.until(lambda: processes(mark))
    start = time.monotonic()
    if how == "reset":
        client.reset()
    else:
        client.sock.close()
    wire.until(lambda: not any(os.path.exists(f"/proc/{pid}")
                               for pid in found))
    took = round((time.monotonic() - start) * 1000)
    wire.until(lambda: not wire.metrics(address)["codeexec_in_flight"])
    return took


def half(address):
    """A stream whose reader has ended its sending: the content."""
    with wire.Client(address) as client:
        client.send(wire.request(wire.chat("sleep 0.2; echo a; sleep 0.2; "
                                           "echo b", stream=True)))
        client.end()
        status, fields = client.head()
        return "".join(pieces(list(events(client, status, fields))))


def unread(address, pid):
    """A flood that nobody reads: RSS in KiB before and while it stands, and
    whether others are served meanwhile."""
    before = wire.rss_kib(pid)
    clients = []
    for _ in range(2):
        client = wire.Client(address, receive_bytes=4096)
        client.send(wire.request(wire.chat(
            "yes 0123456789", stream=True,
            codeexec={"limits": {"timeout": "3s"}})))
        clients.append(client)
    wire.until(lambda: wire.metrics(address)["codeexec_in_flight"] == 2)
    time.sleep(0.5)
    other = wire.ask(address, wire.chat("echo a"))["status"]
    after = wire.rss_kib(pid)
    for client in clients:
        client.sock.settimeout(socket.getdefaulttimeout())
        client.sock.close()
    wire.until(lambda: not wire.metrics(address)["codeexec_in_flight"])
    return {"before": before, "after": after, "other": other}
