"""Those who must never be reached: private addresses that are really there, listen, and have every contact
counted.

The counting is done on the wire, so that an address or a port nobody thought of counts as well: each TCP SYN
and each UDP datagram inside the network that goes neither to port 80 or 443 of a public address nor to the
world's own DNS.
"""

import asyncio
import contextlib
import ctypes
import socket
import struct
from collections.abc import Callable, Container
from ipaddress import ip_address
from typing import Any

from tests.world import kernel

#: Delivered to this machine whole; a contact with any of them is seen.
RANGES = (
    "10.0.0.0/8", "100.64.0.0/10", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24",
    "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "240.0.0.0/5", "168.63.129.16/32",
    "fc00::/7", "fec0::/10", "2001:db8::/32", "2002::/16", "64:ff9b::/96",
    "64:ff9b:1::/48", "2001::/32",
)  # fmt: skip
ADDRESSES = (
    "10.0.0.1", "192.168.0.1", "172.16.0.1", "127.0.0.1", "127.0.0.2", "::1", "fd00::1", "169.254.169.254",
    "100.64.0.1", "192.0.0.192", "168.63.129.16", "fe80::1", "64:ff9b::a00:1",
)  # fmt: skip
TCP_PORTS = (22, 80, 443, 6379, 8080)
UDP_PORTS = (53, 80, 443)

_ETH_P_ALL, _PACKET_HOST, _SO_ATTACH_FILTER = 0x0003, 0, 26
_TCP, _UDP = 6, 17
# Classic BPF, (code, steps if true, steps if false, value): all of UDP, and of TCP SYN without ACK.
_PROGRAM = (
    (0x30, 0, 0, 0), (0x54, 0, 0, 0xF0), (0x15, 0, 6, 0x40),  # 0  IPv4?
    (0x30, 0, 0, 9), (0x15, 11, 0, _UDP), (0x15, 0, 9, _TCP),  # 3  its protocol
    (0xB1, 0, 0, 0), (0x50, 0, 0, 13), (0x05, 0, 0, 4),  # 6  TCP flags behind its header
    (0x30, 0, 0, 6), (0x15, 5, 0, _UDP), (0x15, 0, 3, _TCP), (0x30, 0, 0, 53),  # 9  the same for IPv6
    (0x54, 0, 0, 0x12), (0x15, 1, 0, 0x02), (0x06, 0, 0, 0), (0x06, 0, 0, 128),  # 13 SYN and not ACK: keep
)  # fmt: skip
_OWN_DNS = ("127.0.0.1", 53)

Write = Callable[[str, dict[str, Any]], None]


class Victims:
    """Listeners on private addresses, and the ear on the wire."""

    def __init__(self, public: Container[str], write: Write):
        self.public = public
        self.write = write
        self._kept: list[Any] = []

    def settle(self) -> None:
        """Give this machine its private addresses; a family or range the kernel lacks is left out."""
        for add, items in ((kernel.add_local_range, RANGES), (kernel.add_address, ADDRESSES)):
            for item in items:
                with contextlib.suppress(OSError):
                    add(item)

    async def listen(self) -> None:
        self._kept.append(self._ear())
        for address in ADDRESSES:
            for port in TCP_PORTS:
                with contextlib.suppress(OSError):
                    self._kept.append(await asyncio.start_server(self._serve, _scoped(address), port))
            for port in UDP_PORTS:
                if (address, port) != _OWN_DNS:
                    with contextlib.suppress(OSError):
                        self._kept.append(_udp(address, port))

    def _ear(self) -> socket.socket:
        ear = socket.socket(socket.AF_PACKET, socket.SOCK_DGRAM, socket.htons(_ETH_P_ALL))
        code = b"".join(struct.pack("=HBBI", *step) for step in _PROGRAM)
        buffer = ctypes.create_string_buffer(code)
        program = struct.pack("HP", len(_PROGRAM), ctypes.addressof(buffer))
        ear.setsockopt(socket.SOL_SOCKET, _SO_ATTACH_FILTER, program)
        ear.bind(("lo", _ETH_P_ALL))
        ear.setblocking(False)
        asyncio.get_running_loop().add_reader(ear, self._hear, ear)
        return ear

    def _hear(self, ear: socket.socket) -> None:
        data, (_, _, kind, *_) = ear.recvfrom(128)
        if kind != _PACKET_HOST:  # on `lo` every packet passes twice
            return
        protocol, source, target = _ends(data)
        if _OWN_DNS in (source, target):
            return
        public = target[0] in self.public
        if public and protocol == _TCP and target[1] in (80, 443):
            return
        record = {"protocol": "tcp" if protocol == _TCP else "udp", "address": target[0], "port": target[1]}
        self.write("victims", record | {"why": "port" if public else "address"})

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Keep what is sent, and answer so that a leak would show in a report too."""
        with contextlib.suppress(OSError, asyncio.TimeoutError):
            address, port = writer.get_extra_info("sockname")[:2]
            data = await asyncio.wait_for(reader.read(4096), 30)
            self.write("received", {"address": address, "port": port, "data": data.decode("latin-1")})
            writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n\r\nPRIVATE VICTIM")
            await writer.drain()
        writer.close()


def _scoped(address: str) -> str:
    return f"{address}%lo" if address.startswith("fe80:") else address


def _udp(address: str, port: int) -> socket.socket:
    """A bound socket that nobody reads: enough that no ICMP error tells a sender to stop."""
    family, kind, proto, _, place = socket.getaddrinfo(_scoped(address), port, type=socket.SOCK_DGRAM)[0]
    sock = socket.socket(family, kind, proto)
    sock.bind(place)
    return sock


def _ends(data: bytes) -> tuple[int, tuple[str, int], tuple[str, int]]:
    """Protocol, source and target of an IP packet with a TCP or UDP header."""
    if data[0] >> 4 == 4:
        protocol, ends, header = data[9], (data[12:16], data[16:20]), 4 * (data[0] & 15)
    else:
        protocol, ends, header = data[6], (data[8:24], data[24:40]), 40
    ports = struct.unpack_from("!HH", data, header)
    source, target = ((str(ip_address(end)), port) for end, port in zip(ends, ports, strict=True))
    return protocol, source, target
