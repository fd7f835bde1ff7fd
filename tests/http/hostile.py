# SPDX-License-Identifier: MIT
"""Bytes that are no request, or not all of one."""

import contextlib
import json
import re

import wire

# Those of the corpus that are judged otherwise, with the reason.
JUDGED = {
    ("gunicorn", "invalid/limit_header_default_01"):
        "a field of 8 KiB: heads may have 32 KiB here",
}


def methods(raw):
    """What the requests in RAW ask for, so that HEAD is read as HEAD."""
    found = re.findall(rb"(?:\A|\n)([A-Za-z]+) [^\n]*", raw)
    return [name.decode() for name in found] or ["GET"]


def converse(address, raw):
    """The statuses of all answers to RAW, after which sending ends."""
    with wire.Client(address) as client:
        client.sock.settimeout(5)
        client.send(raw)
        client.end()
        return [answer["status"] for answer in client.answers(methods(raw))]


def steady(address, pid, before):
    """The server is as it was BEFORE: nothing has run, all connections and
    fds are closed."""
    assert wire.runs(address) == before[0], "something has run"
    wire.until(lambda: wire.metrics(address)["codeexec_connections"] == 1)
    wire.until(lambda: wire.fds(pid) <= before[1])


def state(address, pid):
    """For steady()."""
    runs = wire.runs(address)
    wire.get(address, "/health")
    return runs, wire.fds(pid)


def corpus(address, pid, path):
    """Every raw request of the file; those that came out wrong."""
    before = state(address, pid)
    wrong, count = [], 0
    with open(path, encoding="utf-8") as file:
        for record in map(json.loads, file):
            name = record["source"], record["id"]
            raw = record["raw"].encode("latin-1")
            count += 1
            try:
                statuses = converse(address, raw)
            except (wire.Malformed, OSError) as problem:
                wrong.append([name, repr(problem)])
                continue
            if record["expect"] == "reject" and name not in JUDGED and not (
                    len(statuses) <= 1
                    and all(400 <= status < 500 for status in statuses)):
                wrong.append([name, statuses])
    steady(address, pid, before)
    return {"count": count, "wrong": wrong}


def table(address, pid):
    """Own cases; those that are not refused by exactly one 4xx."""
    key = f"Authorization: Bearer {wire.KEY}\r\n".encode()
    head = b"POST /v1/chat/completions HTTP/1.1\r\nHost: a\r\n" + key
    get = b"GET /v1/models HTTP/1.1\r\nHost: a\r\n" + key
    body = json.dumps(wire.chat("echo no")).encode()
    size = b"Content-Length: %d\r\n" % len(body)
    chunked = b"Transfer-Encoding: chunked\r\n"
    chunks = b"%x\r\n%s\r\n0\r\n\r\n" % (len(body), body)
    cases = {
        "NUL in a value": get + b"X: a\0b\r\n\r\n",
        "NUL in a name": get + b"X\0: a\r\n\r\n",
        "NUL in the target": b"GET /\0 HTTP/1.1\r\nHost: a\r\n\r\n",
        "%00 in the target": b"GET /%00 HTTP/1.1\r\nHost: a\r\n\r\n",
        "bare CR in a value": get + b"X: a\rb: c\r\n\r\n",
        "bare CR for line ends": get.replace(b"\r\n", b"\r") + b"\r\r",
        "bare LF for line ends": get.replace(b"\r\n", b"\n") + b"\n",
        "bare LF at the end": get + b"\n",
        "space before the colon": get + b"X : a\r\n\r\n",
        "folded field": get + b"X: a\r\n b\r\n\r\n",
        "no name": get + b": a\r\n\r\n",
        "no colon": get + b"X\r\n\r\n",
        "space before the first field":
            b"GET / HTTP/1.1\r\n Host: a\r\n\r\n",
        "two spaces in the line": b"GET  / HTTP/1.1\r\nHost: a\r\n\r\n",
        "tab in the line": b"GET\t/\tHTTP/1.1\r\nHost: a\r\n\r\n",
        "no version": b"GET /\r\nHost: a\r\n\r\n",
        "version 2.0": b"GET / HTTP/2.0\r\nHost: a\r\n\r\n",
        "version 1.10": b"GET / HTTP/1.10\r\nHost: a\r\n\r\n",
        "version in lower case": b"GET / http/1.1\r\nHost: a\r\n\r\n",
        "CL, then TE": head + size + chunked + b"\r\n" + chunks,
        "TE, then CL": head + chunked + size + b"\r\n" + chunks,
        "TE with HTTP/1.0": head.replace(b"1.1", b"1.0") + chunked + b"\r\n"
                            + chunks,
        "two lengths": head + size + b"Content-Length: 0\r\n\r\n" + body,
        "the same length twice": head + size + size + b"\r\n" + body,
        "length with a sign": head + b"Content-Length: +1\r\n\r\nx",
        "length of 20 digits":
            head + b"Content-Length: 18446744073709551617\r\n\r\nx",
        "length of 2^63": head + b"Content-Length: 9223372036854775808\r\n\r\n",
        "chunk of 2^64 - 1":
            head + chunked + b"\r\nffffffffffffffff\r\n" + body,
        "chunk of 2^64 + 1":
            head + chunked + b"\r\n10000000000000001\r\n" + body,
        "chunk size with 0x": head + chunked + b"\r\n0x1\r\nx\r\n0\r\n\r\n",
        "chunk size with a sign": head + chunked + b"\r\n+1\r\nx\r\n0\r\n\r\n",
        "chunk with bare LF":
            head + chunked + b"\r\n" + chunks.replace(b"\r\n", b"\n"),
        "chunk longer than its size":
            head + chunked + b"\r\n1\r\nxy\r\n0\r\n\r\n",
        "trailer that frames":
            head + chunked + b"\r\n" + chunks[:-2] + size + b"\r\n",
        "trailers without end":
            head + chunked + b"\r\n" + chunks[:-2] + b"X: y\r\n" * 9999,
        "extension without end":
            head + chunked + b"\r\n1;" + b"x" * 99999,
        "zeros without end": head + chunked + b"\r\n" + b"0" * 99999,
        "10,000 fields": get + b"X: y\r\n" * 10000 + b"\r\n",
        "a name of 100 KB": get + b"X" * 100000 + b": y\r\n\r\n",
        "a target of 100 KB":
            b"GET /" + b"x" * 100000 + b" HTTP/1.1\r\nHost: a\r\n\r\n",
        "a method of 100 KB": b"G" * 100000 + b" / HTTP/1.1\r\n\r\n",
        "empty lines without end": b"\r\n" * 50000,
        "TLS": bytes.fromhex("16030100ea010000e60303") + bytes(range(223)),
        "HTTP/2": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\4\0\0\0\0\0",
        "SSH": b"SSH-2.0-OpenSSH_9.2\r\n",
        "SOCKS": b"\5\1\0",
        "zeros": bytes(100000),
        "0xff": b"\xff" * 100000,
        "two hosts": get + b"Host: b\r\n\r\n",
        "a host with a path": b"GET / HTTP/1.1\r\nHost: a/b\r\n\r\n",
        "no target": b"GET HTTP/1.1\r\nHost: a\r\n\r\n",
        "a URL, as proxies are asked":
            b"GET http://a/health HTTP/1.1\r\nHost: a\r\n\r\n",
        "a relative target": b"GET health HTTP/1.1\r\nHost: a\r\n\r\n",
        "two keys": get + key + b"\r\n",
    }
    before = state(address, pid)
    wrong = []
    for name, raw in cases.items():
        try:
            statuses = converse(address, raw)
        except (wire.Malformed, OSError) as problem:
            statuses = repr(problem)
        if not (len(statuses) == 1 and statuses[0] in (
                400, 401, 404, 413, 431)):
            wrong.append([name, statuses])
    steady(address, pid, before)
    return {"count": len(cases), "wrong": wrong}


SHAPES = {
    "length": lambda body: wire.request(json.dumps(body).encode()),
    "chunked": lambda body: wire.request(
        None, "Transfer-Encoding: chunked", "Expect: 100-continue")
    + b"".join(b"%x;a=b\r\n%s\r\n" % (len(part), part) for part in (
        json.dumps(body).encode()[:7], json.dumps(body).encode()[7:]))
    + b"0\r\nX: y\r\n\r\n",
}


def prefixes(address, pid, shape):
    """Every prefix of a request, and then the end or a reset: no run, one
    refusal at most. How many there were."""
    raw = SHAPES[shape](wire.chat("echo no"))
    before = state(address, pid)
    for length in range(len(raw)):
        with wire.Client(address) as client:
            client.send(raw[:length])
            client.end()
            statuses = [answer["status"] for answer in client.answers()]
        assert statuses == ([400] if length else []), (length, statuses)
        client = wire.Client(address)
        client.send(raw[:length])
        client.reset()
    steady(address, pid, before)
    return 2 * len(raw)


def splits(address, shape):
    """Every way to send a request in two pieces, on one connection, with a
    model nobody knows, so that nothing is run."""
    raw = SHAPES[shape](wire.chat("echo a", "no-such-model"))
    with wire.Client(address) as client:
        for at in range(1, len(raw)):
            client.send(raw[:at])
            client.send(raw[at:])
            answer = client.answer("POST")
            assert answer["status"] == 404, (at, answer)
    return len(raw) - 1


def bytewise(address, shape):
    """A request byte by byte: the content."""
    with wire.Client(address) as client:
        for byte in SHAPES[shape](wire.chat("echo a")):
            client.send(bytes([byte]))
        return client.answer("POST")["json"]["choices"][0]["message"]["content"]


def smuggled(address, pid):
    """A whole request in the body of one that is refused, in the ways that
    two readers could take apart: it must never be answered."""
    inner = wire.request(wire.chat("echo smuggled"))
    before = state(address, pid)
    for fields in (b"Content-Length: 0\r\nTransfer-Encoding: chunked",
                   b"Transfer-Encoding: chunked\r\nContent-Length: 4",
                   b"Content-Length: 4\r\nContent-Length: 0",
                   b"Transfer-Encoding : chunked", b"Content-Length:\x0b0",
                   b"Transfer-Encoding:\x0bchunked",
                   b"Transfer-Encoding: chunked, identity"):
        raw = (b"POST /v1/chat/completions HTTP/1.1\r\nHost: a\r\n" + fields
               + b"\r\n\r\n0\r\n\r\n" + inner)
        with contextlib.suppress(ConnectionError):
            assert converse(address, raw) == [400], fields
    steady(address, pid, before)
