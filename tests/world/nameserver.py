"""The DNS of the world on 127.0.0.1:53: answers from `Name` values, every question written down."""

import asyncio
import struct
from collections.abc import Callable, Iterable
from typing import Any

import dns.exception
import dns.flags
import dns.message
import dns.rcode
import dns.rdata
import dns.rdatatype
import dns.rrset

from tests.world.spec import Name

_TYPES = ("A", "AAAA", "CNAME", "TXT")
_CHAIN = 16


def _key(name: str) -> str:
    return name.rstrip(".").lower()


class Zone:
    """Every name the world knows, and how often each was asked."""

    def __init__(self, names: Iterable[Name]):
        self.names = {_key(name.name): name for name in names}
        self._asked: dict[tuple[str, str], int] = {}

    def set(self, name: Name) -> None:
        """Replace what is known of a name; successive answers begin anew."""
        self.names[_key(name.name)] = name
        self._asked = {key: count for key, count in self._asked.items() if key[0] != _key(name.name)}

    def find(self, name: str) -> Name | None:
        """What is known of a name, by itself or by the nearest wildcard."""
        parts = _key(name).split(".")
        wild = (f"*.{'.'.join(parts[index:])}" for index in range(1, len(parts)))
        return next((self.names[key] for key in (_key(name), *wild) if key in self.names), None)

    def exists(self, name: str) -> bool:
        """Whether a name is there, if only because something below it is (RFC 8020: no NXDOMAIN)."""
        return self.find(name) is not None or any(key.endswith("." + _key(name)) for key in self.names)

    def values(self, found: Name, asked: str, kind: str) -> list[str]:
        """The answers of one type, the next of them where they are successive."""
        answers: Any = getattr(found, kind.lower(), ()) if kind in ("A", "AAAA", "TXT") else ()
        if not answers or isinstance(answers[0], str):
            return list(answers)
        turn = self._asked.get((_key(asked), kind), 0)
        self._asked[_key(asked), kind] = turn + 1
        return list(answers[min(turn, len(answers) - 1)])


def answer(zone: Zone, query: dns.message.Message) -> tuple[dns.message.Message, Name | None]:
    """The reply to one query, and the name whose manners (delay, silence) it is sent with."""
    reply = dns.message.make_response(query, recursion_available=True, our_payload=1232)
    question = query.question[0]
    asked, kind = question.name.to_text(), dns.rdatatype.to_text(question.rdtype)
    first = current = zone.find(asked)
    rcode = "NOERROR" if zone.exists(asked) else "NXDOMAIN"
    for _ in range(_CHAIN):
        if current is None or current.rcode != "NOERROR":
            rcode = current.rcode if current else rcode
            break
        if current.cname is None or kind == "CNAME":
            values = [current.cname] if kind == "CNAME" and current.cname else zone.values(current, asked, kind)
            _add(reply, asked, current.ttl, kind, values)
            break
        _add(reply, asked, current.ttl, "CNAME", [current.cname])
        asked, current = current.cname, zone.find(current.cname)
        rcode = "NOERROR" if current else "NXDOMAIN"
    else:  # a chain without end: what a recursive resolver says of it
        reply.answer.clear()
        rcode = "SERVFAIL"
    reply.set_rcode(dns.rcode.from_text(rcode))
    return reply, first


def _add(reply: dns.message.Message, name: str, ttl: int, kind: str, values: list[str]) -> None:
    if not values or kind not in _TYPES:
        return
    if kind == "CNAME":
        values = [_key(value) + "." for value in values]
    if kind == "TXT":
        values = [_quoted(value) for value in values]
    reply.answer.append(dns.rrset.from_text(_key(name) + ".", ttl, "IN", kind, *values))


def _quoted(value: str) -> str:
    """A TXT value in the strings of at most 255 bytes that a record is made of (RFC 1035 3.3)."""
    data = value.encode("utf-8")
    pieces = [data[at : at + 255] for at in range(0, len(data), 255)] or [b""]
    return " ".join('"' + "".join(f"\\{byte:03d}" for byte in piece) + '"' for piece in pieces)


class Server(asyncio.DatagramProtocol):
    """Both transports of one zone."""

    def __init__(self, zone: Zone, write: Callable[[dict[str, Any]], None]):
        self.zone = zone
        self.write = write
        self._tasks: set[asyncio.Task[None]] = set()
        self.transport: Any = None

    async def listen(self, address: str = "127.0.0.1") -> None:
        loop = asyncio.get_running_loop()
        await loop.create_datagram_endpoint(lambda: self, (address, 53))
        await asyncio.start_server(self._stream, address, 53)

    def connection_made(self, transport: Any) -> None:
        self.transport = transport

    def datagram_received(self, data: bytes, peer: Any) -> None:
        task = asyncio.ensure_future(self._datagram(data, peer))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _datagram(self, data: bytes, peer: Any) -> None:
        wire = await self.reply(data, "udp")
        if wire is not None:
            self.transport.sendto(wire, peer)

    async def _stream(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while True:
                size = struct.unpack("!H", await reader.readexactly(2))[0]
                wire = await self.reply(await reader.readexactly(size), "tcp")
                if wire is not None:
                    writer.write(struct.pack("!H", len(wire)) + wire)
                    await writer.drain()
        except (asyncio.IncompleteReadError, OSError):
            writer.close()

    async def reply(self, data: bytes, transport: str) -> bytes | None:
        """The reply to the bytes of a query, after the delay its name asks for; None is silence."""
        try:
            query = dns.message.from_wire(data)
            reply, name = answer(self.zone, query)
        except (dns.exception.DNSException, IndexError):
            return None
        self._log(query, reply, name, transport)
        if name is not None and _silent(name, query):
            return None
        await asyncio.sleep(name.delay if name else 0)
        return _wire(query, reply, transport)

    def _log(self, query: Any, reply: Any, name: Name | None, transport: str) -> None:
        question = query.question[0]
        record = {"name": _key(question.name.to_text()), "type": dns.rdatatype.to_text(question.rdtype)}
        values = [item.to_text() for rrset in reply.answer for item in rrset]
        rcode = "silent" if name is not None and _silent(name, query) else dns.rcode.to_text(reply.rcode())
        self.write(record | {"transport": transport, "rcode": rcode, "answers": values})


def _silent(name: Name, query: dns.message.Message) -> bool:
    return name.silent is True or name.silent == dns.rdatatype.to_text(query.question[0].rdtype)


def _wire(query: dns.message.Message, reply: dns.message.Message, transport: str) -> bytes:
    """Over UDP no more than the asker takes: an empty reply marked as truncated sends it to TCP."""
    limit = 65535 if transport == "tcp" else max(512, query.payload if query.edns >= 0 else 512)
    wire = reply.to_wire(max_size=65535)
    if len(wire) <= limit:
        return wire
    reply.answer.clear()
    reply.flags |= dns.flags.TC
    return reply.to_wire()
