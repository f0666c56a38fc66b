"""Proofs of ownership: the token of a host, where its owner publishes it, and whether what was found is it.

The token is a keyed hash of the host, so nothing is stored and nobody else can make one. Asking DNS or the
server is done elsewhere; here values are compared.
"""

import hmac
from base64 import b32encode
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from crawler.core.identity import ORGANISATION
from crawler.core.limits import PROOF_BYTES
from crawler.core.url_hosts import is_address

RECORD_LABEL: Final = f"_{ORGANISATION}-verification"
FILE_PATH: Final = f"/.well-known/{ORGANISATION}-verification.txt"

#: A token reads `<organisation>-v1-` and 52 characters of [a-z2-7]; the version changes when the message does.
_PREFIX: Final = f"{ORGANISATION}-v1-"
#: Parts this use of the key from any other; the host, which holds no NUL, ends the message.
_DOMAIN: Final = f"{ORGANISATION} ownership proof v1\0".encode("ascii")
_KEY_BYTES: Final = 32  # RFC 2104 3: a key shorter than the hash weakens it; anyone may try keys on a token
_NAMES: Final = 8  # lookups for one host, however many labels it has
_NAME_OCTETS: Final = 253  # RFC 1035 2.3.4
_ASCII_SPACE: Final = b" \t\n\r\f\v"


@dataclass(frozen=True, slots=True)
class Record:
    """A DNS name to ask for TXT, and the host that a token found there speaks for, with all below it."""

    name: str
    covers: str


def token(key: bytes, host: str) -> str:
    """The token of a canonical host; ValueError for a key under 32 bytes or a host that is not ASCII."""
    if len(key) < _KEY_BYTES:
        raise ValueError(f"the key needs at least {_KEY_BYTES} bytes")
    digest = hmac.digest(key, _DOMAIN + host.encode("ascii").lower(), sha256)
    return _PREFIX + b32encode(digest).decode("ascii").rstrip("=").lower()


def records(host: str, registrable: str | None) -> tuple[Record, ...]:
    """The names to look at, from the host up to its registrable domain; none for an address (file only)."""
    if registrable is None or is_address(host) or not _within(host, registrable):
        return ()
    labels = host.split(".")
    above = len(labels) - len(registrable.split("."))
    covering = [".".join(labels[start:]) for start in range(above + 1)]
    # A host of a hundred labels may not cost a hundred lookups: itself, then the nearest to the top.
    kept = covering[:1] + covering[1:][1 - _NAMES :]
    found = (Record(f"{RECORD_LABEL}.{name}", name) for name in kept)
    return tuple(record for record in found if len(record.name) <= _NAME_OCTETS)


def txt_matches(key: bytes, host: str, covering_host: str, values: Iterable[bytes | str]) -> bool:
    """Whether a TXT value at the record of `covering_host` proves `host`.

    The token of the covering host speaks for all below it, the token of the host for the host alone. A value
    is one whole TXT record, its strings joined; white space round it does not count.
    """
    if not _within(host, covering_host):
        return False
    tokens = (token(key, covering_host), token(key, host))
    return any(_is_one_of(_bytes(value), tokens) for value in values)


def file_matches(key: bytes, host: str, body: bytes) -> bool:
    """Whether the whole body of the file is the token of that very host, white space round it aside."""
    return len(body) <= int(PROOF_BYTES) and _is_one_of(body, (token(key, host),))


def may_be_file(content_type: str) -> bool:
    """Whether a file served so may be the proof: plain text, or nothing said; a page that echoes a token is none."""
    return content_type.partition(";")[0].strip().lower() in ("", "text/plain")


def instructions(key: bytes, host: str, registrable: str | None) -> tuple[str, ...]:
    """What an owner is told: plain lines with each record and the file, any one of which is enough."""
    ways = [f"TXT record  {record.name}  {token(key, record.covers)}" for record in records(host, registrable)]
    place = f"[{host}]" if ":" in host else host
    return (
        f"To show that {host} is yours, publish one of these:",
        *ways,
        f"File        https://{place}{FILE_PATH}  {token(key, host)}",
        "A record speaks for its domain and every host below it, the file for this host alone.",
        "The file holds that one line and nothing else, and is served as text/plain.",
    )


def _within(host: str, domain: str) -> bool:
    return host == domain or host.endswith(f".{domain}")


def _bytes(value: bytes | str) -> bytes:
    return value.encode("utf-8", "replace") if isinstance(value, str) else value


def _is_one_of(value: bytes, tokens: tuple[str, ...]) -> bool:
    stripped = value.strip(_ASCII_SPACE)
    # Every token is compared, in constant time: how long it took says nothing about how near the guess was.
    return sum(hmac.compare_digest(stripped, expected.encode("ascii")) for expected in tokens) > 0
