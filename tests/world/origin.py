"""The origin servers: HTTP/1.1 on 80 and 443, TLS by server name, every request written down."""

import asyncio
import contextlib
import itertools
import socket
import ssl
import struct
import time
import traceback
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any

from tests.world import http1
from tests.world.pki import Certificates
from tests.world.sites import respond
from tests.world.spec import Host, Request

Write = Callable[[str, dict[str, Any]], None]
HEAD_BYTES = 1 << 20
GRACE = 0.02


def _refuse(sock: socket.socket, context: ssl.SSLContext) -> None:
    """A handshake that fails, with the alert that asyncio would keep to itself. Raises OSError."""
    sock.settimeout(5)
    with context.wrap_socket(sock, server_side=True):
        raise OSError("the handshake was to fail")


class Reader(asyncio.StreamReader):
    """A stream reader that says when the other side has gone, though nobody is reading."""

    def __init__(self) -> None:
        super().__init__(limit=HEAD_BYTES)
        self.gone = asyncio.Event()
        self.gone_at = 0.0

    def feed_eof(self) -> None:
        super().feed_eof()
        self._left()

    def set_exception(self, exc: BaseException) -> None:
        super().set_exception(exc)  # type: ignore[arg-type]
        self._left()

    def _left(self) -> None:
        self.gone_at = self.gone_at or time.monotonic()
        self.gone.set()


class Connection:
    """An accepted connection, TLS done: what raw handlers get."""

    def __init__(self, number: int, reader: Reader, writer: asyncio.StreamWriter):
        self.number = number
        self.reader, self.writer = reader, writer
        self.peer = writer.get_extra_info("peername")[0]
        self.address, self.port = writer.get_extra_info("sockname")[:2]
        self.scheme = "https" if writer.get_extra_info("ssl_object") else "http"
        self.sent = 0
        # So that `drain` ends when the kernel has everything: the log's t_end is that moment.
        writer.transport.set_write_buffer_limits(high=1, low=0)  # at 0 the TLS transport never resumes

    async def read(self, count: int = 65536) -> bytes:
        return await self.reader.read(count)

    async def head(self) -> bytes:
        """A request's head, up to the empty line and with it."""
        return await self.reader.readuntil(b"\r\n\r\n")

    async def send(self, data: bytes) -> None:
        self.writer.write(data)
        await self.writer.drain()
        await asyncio.sleep(0)  # TLS whose socket was reset lets `drain` pass at once, for ever: nobody else had a turn
        self.sent += len(data)

    async def while_there(self, work: Awaitable[Any]) -> Any:
        """The result of `work`, or ConnectionAbortedError when the client leaves before it is done."""
        task, gone = asyncio.ensure_future(work), asyncio.ensure_future(self.reader.gone.wait())
        try:
            await asyncio.wait({task, gone}, return_when=asyncio.FIRST_COMPLETED)
            # A client that has its answer may leave before we know that we had finished.
            await asyncio.wait({task}, timeout=GRACE)
            if not task.done():
                raise ConnectionAbortedError("the client left")
            return await task
        finally:
            gone.cancel()
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    def reset(self) -> None:
        """Drop the connection with a TCP reset."""
        sock = self.writer.get_extra_info("socket")
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.writer.transport.abort()


class Origins:
    """All hosts, by name and by address."""

    def __init__(self, certificates: Certificates, write: Write):
        self.certificates = certificates
        self.write = write
        self.hosts: dict[str, Host] = {}
        self.at: dict[str, list[Host]] = {}
        self._listening: set[tuple[str, int]] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._numbers = itertools.count(1)
        self._seen: Counter[tuple[str, str]] = Counter()
        certificates.by_name = self._certificate

    def _certificate(self, name: str) -> ssl.SSLContext | None:
        host = self.hosts.get(name.lower())
        return self.certificates.context(host.name, host.tls) if host and host.tls else None

    def add(self, host: Host) -> None:
        """Serve one more host; its addresses are there already."""
        self.hosts[host.name.lower()] = host
        for address in host.addresses:
            self.at.setdefault(address, []).append(host)
            for port, wanted in ((80, host.http), (443, host.tls)):
                if wanted and (address, port) not in self._listening:
                    self._listen(address, port)

    def _listen(self, address: str, port: int) -> None:
        sock = socket.socket(socket.AF_INET6 if ":" in address else socket.AF_INET)
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        sock.bind((address, port))
        sock.listen(512)
        sock.setblocking(False)
        self._listening.add((address, port))
        self._spawn(self._accept(sock, address, port))

    def _spawn(self, work: Any) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """End every connection; requests in flight are written down as they stand."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _accept(self, listener: socket.socket, address: str, port: int) -> None:
        loop = asyncio.get_running_loop()
        while True:
            sock, _ = await loop.sock_accept(listener)
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # else 40 ms for a delayed ACK
            self._spawn(self._serve(sock, address, port))

    async def _serve(self, sock: socket.socket, address: str, port: int) -> None:
        record = {
            "connection": next(self._numbers),
            "peer": sock.getpeername()[0],
            "address": address,
            "port": port,
        }
        self.write("connections", record | {"event": "accepted"})
        try:
            connection = await self._open(sock, address, port, record)
        except OSError as error:  # ssl.SSLError and TimeoutError are
            self.write("connections", record | {"event": "tls-failed", "error": repr(error)})
            sock.close()
            return
        try:
            await self._talk(connection)
        except (OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            pass  # the client left, or sent no HTTP
        finally:
            connection.writer.close()
            self.write("connections", record | {"event": "closed"})

    async def _open(self, sock: socket.socket, address: str, port: int, record: dict[str, Any]) -> Connection:
        loop = asyncio.get_running_loop()
        reader = Reader()
        protocol = asyncio.StreamReaderProtocol(reader)
        context = None
        if port == 443:
            first = next(host for host in self.at[address] if host.tls)
            context = self.certificates.context(first.name, first.tls or "valid")
            if first.tls == "too-old":
                await asyncio.to_thread(_refuse, sock, context)
        transport, _ = await loop.connect_accepted_socket(lambda: protocol, sock, ssl=context)
        return Connection(record["connection"], reader, asyncio.StreamWriter(transport, protocol, reader, loop))

    async def _talk(self, connection: Connection) -> None:
        tcp = next((host.tcp for host in self.at[connection.address] if host.tcp), None)
        if tcp is not None:
            await connection.while_there(tcp(connection))
            return
        while await self._exchange(connection):
            pass

    async def _exchange(self, connection: Connection) -> bool:
        """One request and its answer; whether the connection goes on."""
        first = await connection.reader.read(1)
        if not first:
            return False
        t_first = time.monotonic()
        head = first + await connection.head()
        t_start, at = time.monotonic(), time.time()
        method, path, headers = http1.parse(head)
        body = await connection.reader.readexactly(http1.body_length(headers))
        name = http1.host_of(headers)
        self._seen[name, path] += 1
        request = Request(
            method=method, path=path, headers=headers, host=name, scheme=connection.scheme, body=body,
            peer=connection.peer, address=connection.address, port=connection.port, at=at,
            nth=self._seen[name, path], connection=connection.number,
        )  # fmt: skip
        sent = connection.sent
        state = http1.Progress()
        try:
            return bool(await connection.while_there(self._answer(connection, request, state)))
        except OSError:
            state.t_end = state.t_end or connection.reader.gone_at
            raise
        finally:
            self.write("requests", http1.record(request, state, t_first, t_start, connection.sent - sent))

    async def _answer(self, connection: Connection, request: Request, state: http1.Progress) -> bool:
        host = self.hosts.get(request.host)
        try:
            response = await respond(host.site if host else None, request, known=host is not None)
            return await http1.send(connection, request, response, state)
        except (OSError, asyncio.CancelledError):
            raise
        except Exception:  # a fault in a test's own site: shown to the test, and to the client as 500
            self.write(
                "errors",
                {"url": f"{request.scheme}://{request.host}{request.path}", "error": traceback.format_exc()},
            )
            with contextlib.suppress(OSError):
                await connection.send(
                    b"HTTP/1.1 500 Fault in the site\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
                )
            return False
