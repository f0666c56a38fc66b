"""A program without any guard that tries to get inside: sockets, URLs in odd spellings, other protocols.

`python -m tests.e2e.ways_out KIND TARGET...` prints, for each target, what became of it and how long that took.
"""

import json
import socket
import ssl
import struct
import sys
import time
import urllib.request
from collections.abc import Callable

REACHED = "reached"
_IP_OPTIONS, _LOOSE = 4, 0x83
_IPV6_RTHDR, _SCTP = 57, 132


def _family(address: str) -> socket.AddressFamily:
    return socket.AF_INET6 if ":" in address else socket.AF_INET


def tcp(target: str) -> None:
    address, _, port = target.rpartition("|")
    with socket.socket(_family(address), socket.SOCK_STREAM) as sock:
        sock.settimeout(3)
        sock.connect((address, int(port)))
        sock.send(b"GET / HTTP/1.0\r\n\r\n")


def udp(target: str) -> None:
    address, _, port = target.rpartition("|")
    with socket.socket(_family(address), socket.SOCK_DGRAM) as sock:
        sock.sendto(b"x" * 1200, (address, int(port)))


def echo(address: str) -> None:
    """An ICMP echo request."""
    six = ":" in address
    protocol = socket.IPPROTO_ICMPV6 if six else socket.IPPROTO_ICMP
    with socket.socket(_family(address), socket.SOCK_RAW, protocol) as sock:
        sock.sendto(struct.pack("!BBHHH", 128 if six else 8, 0, 0xF7FE, 1, 0), (address, 0))


def sctp(address: str) -> None:
    """A packet of a protocol that nobody here speaks."""
    with socket.socket(_family(address), socket.SOCK_RAW, _SCTP) as sock:
        sock.sendto(b"\0" * 32, (address, 0))


def via(target: str) -> None:
    """TCP to a public address, with the way over another laid down in the packet (IPv4 source routing)."""
    address, hop = target.split("|")
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as sock:
        sock.settimeout(3)
        sock.setsockopt(socket.IPPROTO_IP, _IP_OPTIONS, b"\x01" + bytes((_LOOSE, 7, 4)) + socket.inet_aton(hop))
        sock.connect((address, 80))


def routed(target: str) -> None:
    """The same of IPv6: a datagram with a routing header (RFC 8754) of two segments."""
    segments = [socket.inet_pton(socket.AF_INET6, address) for address in target.split("|")]
    header = bytes((0, 4, 4, 1, 1, 0, 0, 0)) + b"".join(segments)
    with socket.socket(socket.AF_INET6, socket.SOCK_DGRAM) as sock:
        sock.setsockopt(socket.IPPROTO_IPV6, _IPV6_RTHDR, header)
        sock.sendto(b"x", (target.split("|")[0], 80))


def url(target: str) -> None:
    """As curl would: whatever spelling the system's own lookup takes."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    with urllib.request.urlopen(target, timeout=3, context=context) as answer:
        answer.read(100)


KINDS: dict[str, Callable[[str], None]] = {
    "tcp": tcp, "udp": udp, "echo": echo, "sctp": sctp, "via": via, "routed": routed, "url": url,
}  # fmt: skip


def attempt(kind: str, target: str) -> tuple[str, str, float]:
    began = time.monotonic()
    try:
        KINDS[kind](target)
        what = REACHED
    except OSError as error:
        what = f"{type(error).__name__}: {error}"
    return target, what, round(time.monotonic() - began, 3)


if __name__ == "__main__":
    for text in sys.argv[2:]:
        print(json.dumps(attempt(sys.argv[1], text)))
