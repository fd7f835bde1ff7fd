# SPDX-License-Identifier: MIT
"""A client that sends bytes as they are and reads answers strictly.

What is no HTTP/1.1 answer (RFC 9112) raises Malformed: the tests hold the
server to what any client may rely on.
"""

import contextlib
import json
import os
import re
import socket
import struct
import time

KEY = os.environ.get("CODEEXEC_TEST_KEY", "")
STATUS = re.compile(rb"HTTP/1\.[01] ([1-5]\d\d) [ -~]*\Z")
FIELD = re.compile(rb"([!#$%&'*+.^_`|~0-9A-Za-z-]+): ?([\t -~\x80-\xff]*)\Z")
PATIENCE = 20.0


class Malformed(Exception):
    """The server has sent what it must not."""


class Client:
    """One connection to ADDRESS: HOST:PORT, [HOST]:PORT or unix:PATH."""

    def __init__(self, address, receive_bytes=None):
        if address.startswith("unix:"):
            self.sock = socket.socket(socket.AF_UNIX)
            where = address[len("unix:"):]
        else:
            host, port = address.rsplit(":", 1)
            self.sock = socket.socket(
                socket.AF_INET6 if "[" in host else socket.AF_INET)
            where = (host.strip("[]"), int(port))
        if receive_bytes:
            self.sock.setsockopt(
                socket.SOL_SOCKET, socket.SO_RCVBUF, receive_bytes)
        self.sock.settimeout(PATIENCE)
        self.sock.connect(where)
        self.buffer = b""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.sock.close()

    def send(self, data):
        """Send DATA, or as much as the server lets us."""
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            self.sock.sendall(data)

    def end(self):
        """Send no more, but listen on."""
        with contextlib.suppress(OSError):
            self.sock.shutdown(socket.SHUT_WR)

    def reset(self):
        """Go away as a crash would: TCP's RST."""
        self.sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER,
                             struct.pack("ii", 1, 0))
        self.sock.close()

    def more(self):
        """Read once into the buffer. False at the end."""
        try:
            data = self.sock.recv(65536)
        except ConnectionResetError:
            return False
        self.buffer += data
        return bool(data)

    def line(self):
        """The next line, without its CR LF; None at the end."""
        while b"\r\n" not in self.buffer:
            if not self.more():
                if self.buffer:
                    raise Malformed(f"ends within a line: {self.buffer!r}")
                return None
        line, self.buffer = self.buffer.split(b"\r\n", 1)
        return line

    def exactly(self, count):
        """The next COUNT bytes."""
        while len(self.buffer) < count:
            if not self.more():
                raise Malformed(f"{len(self.buffer)} bytes of {count}")
        data, self.buffer = self.buffer[:count], self.buffer[count:]
        return data

    def chunks(self):
        """The pieces of a chunked body."""
        while True:
            line = self.line()
            if line is None or not re.fullmatch(rb"[0-9a-fA-F]+", line):
                raise Malformed(f"no chunk size: {line!r}")
            size = int(line, 16)
            if not size:
                if self.line() != b"":
                    raise Malformed("trailers")
                return
            data = self.exactly(size)
            if self.exactly(2) != b"\r\n":
                raise Malformed("a chunk without its end")
            yield data

    def head(self):
        """Status and fields of the next answer; None at the end."""
        line = self.line()
        if line is None:
            return None
        match = STATUS.fullmatch(line)
        if not match:
            raise Malformed(f"no status line: {line[:100]!r}")
        fields = {}
        while line := self.line():
            found = FIELD.fullmatch(line)
            if not found:
                raise Malformed(f"no field: {line[:100]!r}")
            name = found[1].decode().lower()
            if name in fields:
                raise Malformed(f"{name} twice")
            fields[name] = found[2].decode("latin-1")
        if line is None:
            raise Malformed("ends within a head")
        return int(match[1]), fields

    def pieces(self, status, fields, method="GET"):
        """The body, as it comes."""
        if method == "HEAD" or status in (204, 304) or status < 200:
            return
        if "transfer-encoding" in fields:
            if fields["transfer-encoding"] != "chunked":
                raise Malformed(fields["transfer-encoding"])
            yield from self.chunks()
        elif "content-length" in fields:
            yield self.exactly(int(fields["content-length"]))
        else:
            if fields.get("connection") != "close":
                raise Malformed("a body without an end")
            while self.buffer or self.more():
                data, self.buffer = self.buffer, b""
                yield data

    def answer(self, method="GET"):
        """The next answer as a dictionary; None at the end. Interim ones are
        counted in it."""
        interim = []
        while True:
            got = self.head()
            if got is None:
                return None
            status, fields = got
            body = b"".join(self.pieces(status, fields, method))
            if status >= 200:
                break
            interim.append(status)
        result = {"status": status, "fields": fields, "interim": interim,
                  "body": body.decode("utf-8", "backslashreplace")}
        if fields.get("content-type") == "application/json" and body:
            result["json"] = json.loads(body)
        return result

    def answers(self, methods=("GET",)):
        """All answers up to the end; METHODS are of the first, the second ...,
        and the last of them of all others."""
        found = []
        while True:
            method = methods[min(len(found), len(methods) - 1)]
            got = self.answer(method)
            if got is None:
                return found
            found.append(got)


class Recorded(Client):
    """What a server has sent on a connection that is over."""

    def __init__(self, data):
        self.buffer = data

    def more(self):
        return False


def request(body, *fields, path="/v1/chat/completions", key=KEY, method="POST",
            version="1.1"):
    """A sound request with BODY (a dictionary, bytes or None) and FIELDS."""
    if isinstance(body, dict):
        body = json.dumps(body).encode()
    lines = [f"{method} {path} HTTP/{version}", "Host: test"]
    if key:
        lines.append(f"Authorization: Bearer {key}")
    lines.extend(fields)
    if body is not None:
        lines.append(f"Content-Length: {len(body)}")
    return "\r\n".join(lines + ["", ""]).encode("latin-1") + (body or b"")


def chat(code, model="bash", **more):
    """The body of a request that runs CODE."""
    return {"model": model, "messages": [{"role": "user", "content": code}],
            **more}


def ask(address, body, *fields, **options):
    """One request on a connection of its own; its answer."""
    with Client(address) as client:
        client.send(request(body, *fields, **options))
        return client.answer(options.get("method", "POST"))


def get(address, path, **options):
    """GET PATH on a connection of its own; its answer."""
    return ask(address, None, path=path, method="GET", **options)


def metrics(address):
    """The values of /metrics by their names with labels."""
    text = get(address, "/metrics")["body"]
    return {name: float(value) for name, value in
            (line.rsplit(" ", 1) for line in text.splitlines()
             if not line.startswith("#"))}


def runs(address):
    """How many blocks have run."""
    return sum(value for name, value in metrics(address).items()
               if name.startswith("codeexec_runs_total"))


def fds(pid):
    """How many files process PID has open; 0 where only root may look, for
    who holds keys cannot be traced."""
    try:
        return len(os.listdir(f"/proc/{pid}/fd"))
    except PermissionError:
        return 0


def rss_kib(pid):
    """Resident memory of process PID."""
    with open(f"/proc/{pid}/status", encoding="ascii") as status:
        return int(re.search(r"VmRSS:\s+(\d+)", status.read())[1])


def reaches(address):
    """Fails unless somebody listens on ADDRESS."""
    Client(address).sock.close()


def free_port():
    """A TCP port of the loopback on which nobody listens."""
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return sock.getsockname()[1]


def closed(client):
    """Has the server closed CLIENT's connection?"""
    client.sock.setblocking(False)
    try:
        return not client.sock.recv(1, socket.MSG_PEEK)
    except BlockingIOError:
        return False
    except OSError:
        return True


def until(condition, seconds=PATIENCE):
    """Wait for CONDITION; its value. An AssertionError when it never comes."""
    end = time.monotonic() + seconds
    while not (value := condition()):
        if time.monotonic() > end:
            raise AssertionError("waited in vain")
        time.sleep(0.005)
    return value
