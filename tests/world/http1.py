"""HTTP/1.1 as the origin servers speak it: heads in, answers out, exactly as the site wrote them."""

import asyncio
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass
from email.utils import formatdate
from http import HTTPStatus
from typing import Any

from tests.world.spec import Request, Response


@dataclass(slots=True)
class Progress:
    """How far an answer came."""

    status: int | None = None
    complete: bool = False
    t_end: float = 0.0


def parse(head: bytes) -> tuple[str, str, list[tuple[str, str]]]:
    """Method, raw target and header pairs as received; no judgement of them."""
    first, *lines = head.decode("latin-1").rstrip("\r\n").split("\r\n")
    method, target = [*first.split(" "), "", ""][:2]
    pairs = (line.partition(":") for line in lines)
    return method, target, [(name, value.strip()) for name, _, value in pairs]


def _first(headers: list[tuple[str, str]], name: str) -> str:
    return next((value for key, value in headers if key.lower() == name), "")


def body_length(headers: list[tuple[str, str]]) -> int:
    length = _first(headers, "content-length")
    return int(length) if length.isdigit() else 0


def host_of(headers: list[tuple[str, str]]) -> str:
    """The Host header's name, lower case, without its port."""
    value = _first(headers, "host").lower()
    name, colon, port = value.rpartition(":")
    return name if colon and port.isdigit() else value


def record(request: Request, state: Progress, t_first: float, t_start: float, count: int) -> dict[str, Any]:
    """One line of the request log; see `tests.world.log.Entry`."""
    now = time.monotonic()
    t_end = state.t_end or now
    kept = ("peer", "address", "port", "scheme", "host", "method", "path", "headers", "nth", "connection")
    return {name: getattr(request, name) for name in kept} | {
        "t_first": t_first, "t_start": t_start, "t_end": t_end, "wall_start": request.at,
        "wall_end": time.time() - (now - t_end), "status": state.status, "bytes": count,
        "complete": state.complete,
    }  # fmt: skip


async def send(connection: Any, request: Request, response: Response, state: Progress) -> bool:
    """Send one answer; whether the connection goes on."""
    if response.delay:
        await asyncio.sleep(response.delay)
    state.status = response.status
    if response.raw is not None:
        await _raw(connection, response.raw)
    else:
        await _ordinary(connection, request, response)
    state.complete, state.t_end = True, time.monotonic()
    closing = "close" in (request.header("connection") or "").lower()
    return not (response.close or closing or response.raw is not None)


async def _raw(connection: Any, raw: Any) -> None:
    if isinstance(raw, bytes):
        await connection.send(raw)
    else:
        await raw(connection)


async def _ordinary(connection: Any, request: Request, response: Response) -> None:
    body = response.body.encode("utf-8") if isinstance(response.body, str) else response.body
    pairs = list(response.headers.items() if hasattr(response.headers, "items") else response.headers)
    framing, chunked = _framing(response, body, pairs)
    head = _head(response.status, pairs + framing)
    if isinstance(body, bytes):
        return await connection.send(head if request.method == "HEAD" else head + body)
    await connection.send(head)
    if request.method != "HEAD":
        await _stream(connection, body, chunked)
    return None


def _framing(response: Response, body: Any, pairs: list[tuple[str, str]]) -> tuple[list[tuple[str, str]], bool]:
    """The headers that say where the body ends, unless the site says so itself."""
    ending = [("Connection", "close")] if response.close else []
    named = {name.lower() for name, _ in pairs}
    if named & {"content-length", "transfer-encoding"} or response.status in (204, 304):
        return ending, False
    if isinstance(body, bytes):
        return [*ending, ("Content-Length", str(len(body)))], False
    return (ending, False) if response.close else ([("Transfer-Encoding", "chunked")], True)


def _head(status: int, pairs: list[tuple[str, str]]) -> bytes:
    phrase = HTTPStatus(status).phrase if status in HTTPStatus._value2member_map_ else "Status"
    lines = [f"HTTP/1.1 {status} {phrase}", *(f"{name}: {value}" for name, value in pairs)]
    if not any(name.lower() == "date" for name, _ in pairs):
        lines.append(f"Date: {formatdate(usegmt=True)}")
    # surrogateescape lets a test put any byte into a header, as "\udcff".
    return ("\r\n".join(lines) + "\r\n\r\n").encode("utf-8", "surrogateescape")


async def _stream(connection: Any, body: AsyncIterator[bytes], chunked: bool) -> None:
    async for piece in body:
        if piece:
            await connection.send(b"%x\r\n%s\r\n" % (len(piece), piece) if chunked else piece)
    if chunked:
        await connection.send(b"0\r\n\r\n")
