"""Which addresses may be dialled: our own special-purpose table, and the verdict for one address.

The table stands instead of `ipaddress.is_global`, which lets tunnels and multicast pass and changes
between releases of Python. Where IANA calls a special block reachable (anycast, AS112, NAT64) it is refused
all the same: no public site lives there. Names are not looked up here, and nothing is dialled.
"""

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from ipaddress import AddressValueError, IPv4Network, IPv6Address, IPv6Network, ip_network
from typing import Final

PUBLIC: Final = "public"
NOT_AN_ADDRESS: Final = "not-an-address"
ISATAP: Final = "isatap"
#: Of an address that the table lets pass, and that this machine has: egress knows which, it is no fact of the core.
OWN: Final = "own-address"


@dataclass(frozen=True, slots=True)
class AddressClass:
    """The verdict for one address: may it be dialled, under which stable word, and its canonical text.

    `text` is dotted decimal or RFC 5952 form, and empty when the text was no address.
    """

    public: bool
    reason: str
    text: str


@dataclass(frozen=True, slots=True)
class Special:
    """One row of the table: a block that is never dialled, the word for it, and who says so."""

    network: IPv4Network | IPv6Network
    reason: str
    source: str


_ROWS: Final = (
    # IANA IPv4 Special-Purpose Address Registry, with multicast and what clouds put beside it.
    ("0.0.0.0/8", "this-network", "RFC 1122 3.2.1.3; connect() to 0.0.0.0 reaches loopback on Linux"),
    ("0.0.0.0/32", "unspecified", "RFC 1122 3.2.1.3"),
    ("10.0.0.0/8", "private", "RFC 1918"),
    ("100.64.0.0/10", "cgnat", "RFC 6598"),
    ("100.100.100.200/32", "metadata", "Alibaba Cloud instance metadata"),
    ("127.0.0.0/8", "loopback", "RFC 1122 3.2.1.3"),
    ("168.63.129.16/32", "metadata", "Azure host agent: a public number, a service of the host"),
    ("169.254.0.0/16", "link-local", "RFC 3927"),
    ("169.254.169.254/32", "metadata", "instance metadata of AWS, Azure, Google Cloud and others"),
    ("169.254.170.2/32", "metadata", "AWS container credentials"),
    ("169.254.170.23/32", "metadata", "AWS pod identity"),
    ("169.254.42.42/32", "metadata", "Scaleway instance metadata"),
    ("172.16.0.0/12", "private", "RFC 1918"),
    ("192.0.0.0/24", "ietf-protocol", "RFC 6890; the anycast addresses inside it included"),
    ("192.0.0.0/29", "ds-lite", "RFC 7335"),
    ("192.0.0.8/32", "dummy", "RFC 7600"),
    ("192.0.0.170/31", "nat64", "RFC 8880: NAT64 discovery"),
    ("192.0.0.192/32", "metadata", "Oracle Cloud classic instance metadata"),
    ("192.0.2.0/24", "documentation", "RFC 5737"),
    ("192.31.196.0/24", "as112", "RFC 7535"),
    ("192.52.193.0/24", "amt", "RFC 7450"),
    ("192.88.99.0/24", "6to4", "RFC 7526: relay anycast, deprecated"),
    ("192.168.0.0/16", "private", "RFC 1918"),
    ("192.175.48.0/24", "as112", "RFC 7534"),
    ("198.18.0.0/15", "benchmarking", "RFC 2544"),
    ("198.51.100.0/24", "documentation", "RFC 5737"),
    ("203.0.113.0/24", "documentation", "RFC 5737"),
    ("224.0.0.0/4", "multicast", "RFC 5771"),
    ("240.0.0.0/4", "reserved", "RFC 1112 4"),
    ("255.255.255.255/32", "broadcast", "RFC 919 7"),
    # IPv6 outside 2000::/3 (RFC 4291 2.4): these three rows are everything, the rows below give it names.
    ("::/3", "not-global-unicast", "RFC 4291 2.4"),
    ("4000::/2", "not-global-unicast", "RFC 4291 2.4"),
    ("8000::/1", "not-global-unicast", "RFC 4291 2.4"),
    ("::/96", "ipv4-compatible", "RFC 4291 2.5.5.1"),
    ("::/128", "unspecified", "RFC 4291 2.5.2"),
    ("::1/128", "loopback", "RFC 4291 2.5.3"),
    ("::ffff:0:0/96", "ipv4-mapped", "RFC 4291 2.5.5.2; never an honest AAAA answer"),
    ("::ffff:0:0:0/96", "ipv4-translated", "RFC 2765 2.1"),
    ("64:ff9b::/96", "nat64", "RFC 6052 2.1"),
    ("64:ff9b:1::/48", "nat64", "RFC 8215"),
    ("100::/64", "discard-only", "RFC 6666"),
    ("100:0:0:1::/64", "dummy", "RFC 9780"),
    ("200::/7", "not-global-unicast", "RFC 4048; private overlay networks use it"),
    ("5f00::/16", "segment-routing", "RFC 9602"),
    ("fc00::/7", "private", "RFC 4193"),
    ("fd00:ec2::254/128", "metadata", "AWS instance metadata"),
    ("fd00:ec2::23/128", "metadata", "AWS pod identity"),
    ("fd20:ce::254/128", "metadata", "Google Cloud instance metadata"),
    ("fd00:42::42/128", "metadata", "Scaleway instance metadata"),
    ("fe80::/10", "link-local", "RFC 4291 2.5.6"),
    ("fec0::/10", "site-local", "RFC 3879"),
    ("ff00::/8", "multicast", "RFC 4291 2.7"),
    # Inside 2000::/3.
    ("2001::/23", "ietf-protocol", "RFC 2928; the anycast addresses inside it included"),
    ("2001::/32", "teredo", "RFC 4380: carries an IPv4 address"),
    ("2001:2::/48", "benchmarking", "RFC 5180"),
    ("2001:3::/32", "amt", "RFC 7450"),
    ("2001:4:112::/48", "as112", "RFC 7535"),
    ("2001:10::/28", "orchid", "RFC 4843, ended"),
    ("2001:20::/28", "orchid", "RFC 7343"),
    ("2001:30::/28", "drone-id", "RFC 9374"),
    ("2001:db8::/32", "documentation", "RFC 3849"),
    ("2002::/16", "6to4", "RFC 3056: carries an IPv4 address"),
    ("2620:4f:8000::/48", "as112", "RFC 7534"),
    ("3ffe::/16", "6bone", "RFC 3701: handed back, never routed again"),
    ("3fff::/20", "documentation", "RFC 9637"),
)

#: Every block that is never dialled. Blocks nest and the most specific one names the reason; what no row
#: holds is public. One rule does not fit a table: an ISATAP interface identifier, refused under any prefix.
TABLE: Final = tuple(Special(ip_network(block), reason, source) for block, reason, source in _ROWS)
ISATAP_MASK: Final = 0xFDFF_FFFF_0000_0000  # RFC 5214 6.1: 0000:5efe or 0200:5efe, then an IPv4 address
ISATAP_MARK: Final = 0x0000_5EFE_0000_0000


def _intervals(rows: Iterable[Special]) -> tuple[list[int], list[str]]:
    """The rows cut flat: where each run of addresses starts, and the reason that holds until the next."""
    spans = [(int(row.network[0]), int(row.network[-1]), row.reason) for row in rows]
    starts = sorted({0, *(first for first, _, _ in spans), *(last + 1 for _, last, _ in spans)})
    return starts, [_narrowest(spans, start) for start in starts]


def _narrowest(spans: list[tuple[int, int, str]], number: int) -> str:
    around = [(last - first, reason) for first, last, reason in spans if first <= number <= last]
    return min(around)[1] if around else PUBLIC


_STARTS4, _REASONS4 = _intervals(row for row in TABLE if row.network.version == 4)
_STARTS6, _REASONS6 = _intervals(row for row in TABLE if row.network.version == 6)

#: The one spelling of each octet (RFC 3986 3.2.2, dec-octet): no leading zero, sign or foreign digit matches.
_OCTETS: Final = {str(value): value for value in range(256)}
_LONGEST: Final = len("ffff:ffff:ffff:ffff:ffff:ffff:255.255.255.255")
_REFUSED: Final = AddressClass(False, NOT_AN_ADDRESS, "")


def classify(text: str) -> AddressClass:
    """Judge one address in strict text form: no brackets, zone, port, leading zero in IPv4, or space."""
    if len(text) > _LONGEST:
        return _REFUSED
    return _classify6(text) if ":" in text else _classify4(text)


def _classify4(text: str) -> AddressClass:
    octets = [_OCTETS.get(part) for part in text.split(".")]
    if len(octets) != 4:
        return _REFUSED
    number = 0
    for octet in octets:
        if octet is None:
            return _REFUSED
        number = number << 8 | octet
    reason = _REASONS4[bisect_right(_STARTS4, number) - 1]
    return AddressClass(reason == PUBLIC, reason, text)


def _classify6(text: str) -> AddressClass:
    if "%" in text:  # RFC 4007 11: a zone means something on one machine only
        return _REFUSED
    try:
        number = int(IPv6Address(text))
    except AddressValueError:
        return _REFUSED
    reason = _REASONS6[bisect_right(_STARTS6, number) - 1]
    if reason == PUBLIC and number & ISATAP_MASK == ISATAP_MARK:
        reason = ISATAP
    return AddressClass(reason == PUBLIC, reason, _text6(number))


def _text6(number: int) -> str:
    """RFC 5952 4: lower case, no leading zeros, the first longest run of two or more zero groups as `::`."""
    groups = [f"{number >> shift & 0xFFFF:x}" for shift in range(112, -1, -16)]
    start, length = _longest_zeros(groups)
    if length < 2:
        return ":".join(groups)
    return ":".join(groups[:start]) + "::" + ":".join(groups[start + length :])


def _longest_zeros(groups: list[str]) -> tuple[int, int]:
    best_start = best = run = 0
    for index, group in enumerate(groups):
        run = run + 1 if group == "0" else 0
        if run > best:
            best_start, best = index - run + 1, run
    return best_start, best
