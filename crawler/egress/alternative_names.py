"""The names a certificate says it is for, read so that one odd name does not hide the others.

Libraries refuse such a certificate whole; whoever owns it wants to know what it is, and browsers pass the odd over.
"""

from collections.abc import Iterator
from ipaddress import ip_address
from typing import Final

from service_identity import CertificateError, VerificationError
from service_identity.hazmat import DNS_ID, DNSPattern, IPAddress_ID, IPAddressPattern, verify_service_identity

from crawler.core.url_hosts import is_address

#: Tags of DER (X.690 8), and of the parts looked at (RFC 5280 4.1, 4.2.1.6).
_SEQUENCE, _OID, _OCTETS, _EXTENSIONS = 0x30, 0x06, 0x04, 0xA3
_MAIL, _DNS, _URI, _ADDRESS = 0x81, 0x82, 0x86, 0x87
_ALTERNATIVE_NAME: Final = b"\x55\x1d\x11"

#: A name as it stands in the certificate: its tag, and its bytes.
Name = tuple[int, bytes]


def names(der: bytes) -> list[Name] | None:
    """The alternative names in a certificate; none where it has no such part, None where that cannot be read."""
    try:
        found = [value for value in _extensions(der) if _oid(value) == _ALTERNATIVE_NAME]
        return [name for value in found for name in _within(_last(value), _SEQUENCE)]
    except ValueError:
        return None


def texts(found: list[Name]) -> Iterator[str]:
    """Those a person can read."""
    for tag, value in found:
        if tag in (_MAIL, _DNS, _URI):
            yield "".join(letter if letter.isprintable() else "?" for letter in value.decode("latin-1"))
        elif tag == _ADDRESS and len(value) in (4, 16):
            yield str(ip_address(value))


def covers(host: str, found: list[Name]) -> bool:
    """Whether one of the names is the host's (RFC 9525). What is no name that could be is passed over."""
    wanted = IPAddress_ID(host) if is_address(host) else DNS_ID(host)
    patterns = [pattern for name in found if (pattern := _pattern(name)) is not None]
    try:
        return bool(patterns) and bool(verify_service_identity(patterns, [wanted], []))
    except VerificationError:
        return False


def _pattern(name: Name) -> DNSPattern | IPAddressPattern | None:
    tag, value = name
    try:
        if tag == _DNS:
            return DNSPattern.from_bytes(value)
        return IPAddressPattern(ip_address(value)) if tag == _ADDRESS else None
    except (CertificateError, ValueError):
        return None


def _extensions(der: bytes) -> list[bytes]:
    """Each extension's content."""
    ((_, certificate),) = _parts(der)
    (_, signed), *_ = _parts(certificate)
    held = [value for tag, value in _parts(signed) if tag == _EXTENSIONS]
    return [value for part in held for tag, value in _within(part, _SEQUENCE) if tag == _SEQUENCE]


def _oid(extension: bytes) -> bytes:
    return next((value for tag, value in _parts(extension) if tag == _OID), b"")


def _last(extension: bytes) -> bytes:
    return next((value for tag, value in _parts(extension) if tag == _OCTETS), b"")


def _within(data: bytes, wanted: int) -> list[Name]:
    """The parts of the one part that `data` is."""
    ((tag, value),) = _parts(data)
    if tag != wanted:
        raise ValueError(f"a part of another kind: {tag}")
    return _parts(value)


def _parts(data: bytes) -> list[Name]:
    """The parts that stand in `data` one after another. Raises ValueError where one does not end in it."""
    found, at = [], 0
    while at < len(data):
        tag, start, size = data[at], *_length(data, at + 1)
        if start + size > len(data) or tag & 0x1F == 0x1F:
            raise ValueError("a part that does not end, or has a long tag")
        found.append((tag, data[start : start + size]))
        at = start + size
    return found


def _length(data: bytes, at: int) -> tuple[int, int]:
    """Where the content begins, and its length."""
    first = data[at] if at < len(data) else 0x80
    if first < 0x80:
        return at + 1, first
    if first == 0x80 or first > 0x84:
        raise ValueError("a length that is none")
    end = at + 1 + (first & 0x7F)
    return end, int.from_bytes(data[at + 1 : end])
