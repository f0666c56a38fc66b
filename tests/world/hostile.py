"""Answers no honest server gives, ready for a site: `Host("hostile-example.com", hostile.WAYS)`, one path each.

Each is sent after the request's head was read, by `Response(raw=...)`, and ends when the client leaves.
"""

import asyncio
import gzip
import zlib
from functools import cache, partial
from typing import Any

from tests.world.spec import Response

_OK = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"
_PAGE = b"<!doctype html><title>Hostile</title><p>text"
PIECE = b"x" * 65536


async def endless(connection: Any, head: bytes = _OK + b"\r\n" + _PAGE, piece: bytes = PIECE) -> None:
    """`head`, and then `piece` for ever."""
    await connection.send(head)
    while True:
        await connection.send(piece)


async def drip(connection: Any, head: bytes = _OK + b"\r\n", piece: bytes = b"x", seconds: float = 0.5) -> None:
    """`head`, and then `piece` for ever, one every `seconds`: never silent for long, never done."""
    await connection.send(head)
    while True:
        await asyncio.sleep(seconds)
        await connection.send(piece)


async def silent(connection: Any, head: bytes = b"") -> None:
    """`head`, and then nothing, with the connection open."""
    await connection.send(head)
    await asyncio.Event().wait()


async def reset(connection: Any, head: bytes = b"") -> None:
    """`head`, and then a TCP reset."""
    await connection.send(head)
    connection.reset()


async def length(connection: Any, announced: int, sent: int) -> None:
    """A body announced with one length and sent with another, `sent` bytes in pieces."""
    await connection.send(_OK + b"Content-Length: %d\r\n\r\n" % announced)
    for start in range(0, sent, len(PIECE)):
        await connection.send(PIECE[: sent - start])


async def many_headers(connection: Any, count: int = 200_000, line: bytes = b"X-Filler: %040d\r\n") -> None:
    """A head of `count` header lines, then a small page."""
    await connection.send(_OK)
    for start in range(0, count, 1000):
        await connection.send(b"".join(line % number for number in range(start, min(count, start + 1000))))
    await connection.send(b"Connection: close\r\n\r\n" + _PAGE)


async def bomb(connection: Any, encoding: str = "gzip", size: int = 200 << 20) -> None:
    """A small body that decodes to `size` bytes."""
    body = await asyncio.to_thread(_deflated, encoding, size)  # a second: nobody else should wait for it
    head = b"Content-Encoding: %s\r\nContent-Length: %d\r\n\r\n" % (encoding.encode(), len(body))
    await connection.send(_OK + head + body)


@cache
def _deflated(encoding: str, size: int) -> bytes:
    packer = zlib.compressobj(9, zlib.DEFLATED, 31 if encoding == "gzip" else 15)
    zeros = bytes(1 << 20)
    return b"".join(packer.compress(zeros) for _ in range(size >> 20)) + packer.flush()


async def layers(connection: Any, count: int) -> None:
    """A page packed with gzip `count` times, and saying so."""
    body = await asyncio.to_thread(_packed, count)
    named = ", ".join(["gzip"] * count).encode()
    await connection.send(_OK + b"Content-Encoding: %s\r\nContent-Length: %d\r\n\r\n" % (named, len(body)) + body)


@cache
def _packed(count: int) -> bytes:
    body = _PAGE
    for _ in range(count):
        body = gzip.compress(body, mtime=0)
    return body


async def cut_gzip(connection: Any) -> None:
    """A gzip stream that ends before its end, though all announced bytes are there."""
    body = gzip.compress(b"".join(b"<p>%d" % number for number in range(20_000)), mtime=0)[:9000]
    await connection.send(_OK + b"Content-Encoding: gzip\r\nContent-Length: %d\r\n\r\n" % len(body) + body)


def _sent(data: bytes) -> Response:
    return Response(raw=data)


_CHUNKED = _OK + b"Transfer-Encoding: chunked\r\n\r\n"
_WRONG_LENGTHS = _OK + b"Content-Length: 5\r\nContent-Length: 40\r\n\r\n" + _PAGE

WAYS: dict[str, Response] = {
    "/": Response(200, {"Content-Type": "text/html"}, _PAGE),
    "/endless": Response(raw=endless),
    "/endless-chunked": Response(raw=partial(endless, head=_CHUNKED, piece=b"10000\r\n" + PIECE + b"\r\n")),
    "/endless-head": Response(raw=partial(endless, head=_OK, piece=b"X-Filler: " + b"y" * 1000 + b"\r\n")),
    "/endless-line": Response(raw=partial(endless, head=_OK + b"X-Filler: ")),
    "/endless-continue": Response(raw=partial(endless, head=b"", piece=b"HTTP/1.1 100 Continue\r\n\r\n" * 100)),
    "/endless-trailers": Response(raw=partial(endless, head=_CHUNKED + b"0\r\n", piece=b"X-Trailer: y\r\n" * 100)),
    "/drip": Response(raw=drip),
    "/drip-chunked": Response(raw=partial(drip, head=_CHUNKED, piece=b"1\r\nx\r\n")),
    "/drip-head": Response(raw=partial(drip, head=_OK + b"X-Filler: ")),
    "/silent": Response(raw=silent),
    "/silent-body": Response(raw=partial(silent, head=_OK + b"Content-Length: 100\r\n\r\n" + _PAGE)),
    "/reset": Response(raw=reset),
    "/reset-body": Response(raw=partial(reset, head=_OK + b"Content-Length: 100\r\n\r\n" + _PAGE)),
    "/closed": _sent(b""),
    "/garbage": _sent(bytes(range(256)) * 4),
    "/http09": _sent(_PAGE),
    "/no-length": _sent(_OK + b"Connection: close\r\n\r\n" + _PAGE),
    "/short": Response(raw=partial(length, announced=1000, sent=500)),
    "/long": Response(raw=partial(length, announced=500, sent=1000)),
    "/announced-huge": Response(raw=partial(length, announced=99_999_999_999, sent=1 << 24)),
    "/two-lengths": _sent(_WRONG_LENGTHS),
    "/negative-length": _sent(_OK + b"Content-Length: -5\r\n\r\n" + _PAGE),
    "/length-and-chunked": _sent(
        _OK + b"Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\n0\r\n\r\n" % (len(_PAGE), _PAGE)
    ),
    "/cut-chunked": _sent(_CHUNKED + b"ff\r\n" + _PAGE),
    "/bad-chunk": _sent(_CHUNKED + b"zz\r\n" + _PAGE + b"\r\n0\r\n\r\n"),
    "/chunk-extension": _sent(_CHUNKED + b"5;" + b"e" * 300_000 + b"\r\nhello\r\n0\r\n\r\n"),
    "/many-headers": Response(raw=many_headers),
    "/many-cookies": Response(raw=partial(many_headers, count=500, line=b"Set-Cookie: a=%03000d\r\n")),
    "/gzip-bomb": Response(raw=bomb),
    "/deflate-bomb": Response(raw=partial(bomb, encoding="deflate")),
    "/gzip-twice": Response(raw=partial(layers, count=2)),
    "/gzip-2000": Response(raw=partial(layers, count=2000)),
    "/gzip-cut": Response(raw=cut_gzip),
}
