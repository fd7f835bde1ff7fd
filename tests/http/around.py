# SPDX-License-Identifier: MIT
"""Conversations on stdin and stdout, with us for inetd(8)."""

import os
import socket
import subprocess
import time

import stream
import wire

COMMAND = [os.environ.get("CODEEXEC", "codeexec"), "serve"]


def reader_goes():
    """The reader of stdout goes in the midst of a run: milliseconds until its
    program is dead."""
    mark = "51.5772156"
    process = subprocess.Popen(COMMAND, stdin=subprocess.PIPE,
                               stdout=subprocess.PIPE,
                               stderr=subprocess.DEVNULL)
    process.stdin.write(wire.request(wire.chat(f"sleep {mark}")))
    process.stdin.flush()
    found = wire.until(lambda: stream.processes(f"sleep\0{mark}"))
    start = time.monotonic()
    process.stdout.close()
    wire.until(lambda: not any(os.path.exists(f"/proc/{pid}")
                               for pid in found))
    took = round((time.monotonic() - start) * 1000)
    process.stdin.close()
    assert process.wait(wire.PATIENCE) == 0
    return took


def two_sockets():
    """Requests on one socket, answers on another: the status."""
    requests, stdin = socket.socketpair()
    answers, stdout = socket.socketpair()
    with subprocess.Popen(COMMAND, stdin=stdin, stdout=stdout,
                          stderr=subprocess.DEVNULL) as process:
        stdin.close()
        stdout.close()
        requests.sendall(wire.request(wire.chat("echo a")))
        requests.shutdown(socket.SHUT_WR)
        data = b""
        while more := answers.recv(65536):
            data += more
        process.wait(wire.PATIENCE)
    return wire.Recorded(data).answers()[0]["status"]


def accepted(journal=None):
    """A socket that was accepted is stdin and stdout, and stderr unless there
    is a JOURNAL: two statuses and the exit code."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        client = wire.Client(f"127.0.0.1:{listener.getsockname()[1]}")
        conversation, _ = listener.accept()
    with open(journal or os.devnull, "wb") as stderr:
        process = subprocess.Popen(COMMAND, stdin=conversation,
                                   stdout=conversation,
                                   stderr=stderr if journal else conversation)
    conversation.close()
    with client:
        statuses = []
        for _ in range(2):
            client.send(wire.request(wire.chat("echo a")))
            statuses.append(client.answer("POST")["status"])
        client.end()
        assert client.answer() is None
    return statuses + [process.wait(wire.PATIENCE)]


def listening():
    """A socket that listens for stdin: exit code and stderr."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        done = subprocess.run(COMMAND, stdin=listener, stdout=listener,
                              stderr=subprocess.PIPE, timeout=wire.PATIENCE,
                              check=False)
    return [done.returncode, done.stderr.decode()]
