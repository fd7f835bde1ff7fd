# SPDX-License-Identifier: MIT
"""What a single client does that takes time between its bytes."""

import wire


def expects_continue(address):
    """The head, a wait for 100, then the body. [interim, status]"""
    body = wire.request(wire.chat("echo a", codeexec={"stdin": "x" * 100000}),
                        "Expect: 100-continue")
    head, body = body.split(b"\r\n\r\n", 1)
    with wire.Client(address) as client:
        client.send(head + b"\r\n\r\n")
        assert client.line() == b"HTTP/1.1 100 Continue"
        assert client.line() == b""
        client.send(body)
        answer = client.answer("POST")
    return [[100] + answer["interim"], answer["status"]]


def expects_refusal(address):
    """The same without a key: nothing but a refusal may come."""
    head = wire.request(None, "Expect: 100-continue", "Content-Length: 9",
                        key="")
    with wire.Client(address) as client:
        client.send(head)
        answer = client.answer("POST")
    return [answer["interim"], answer["status"]]
