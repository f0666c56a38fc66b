"""The host of a URL: one canonical spelling, or the reason why it is refused.

Odd spellings that some parsers repair and others do not (`127.1`, octal, percent-encoding) are refused, never
repaired. What a name resolves to is not known here; that is judged when it is dialled.
"""

import re
from enum import StrEnum
from functools import lru_cache
from typing import Final

import idna

from crawler.core.addresses import NOT_AN_ADDRESS, classify


class Reason(StrEnum):
    """Why a URL was refused. The names are public API: they stand in reports and in the ledger."""

    EMPTY_URL = "empty-url"
    URL_TOO_LONG = "url-too-long"
    BAD_CHARACTER = "bad-character"
    SCHEME = "scheme"
    NO_AUTHORITY = "no-authority"
    USERINFO = "userinfo"
    EMPTY_HOST = "empty-host"
    BAD_HOST = "bad-host"
    PERCENT_IN_HOST = "percent-in-host"
    ZONE_ID = "zone-id"
    BAD_IDNA = "bad-idna"
    HOST_TOO_LONG = "host-too-long"
    AMBIGUOUS_IPV4 = "ambiguous-ipv4"
    PRIVATE_ADDRESS = "private-address"
    SPECIAL_NAME = "special-name"
    PORT = "port"


#: Top-level names that are never a public site. A single label is none either.
SPECIAL_NAMES: Final = frozenset(
    {
        *("example", "invalid", "localhost", "test"),  # RFC 6761
        *("local", "onion", "alt"),  # RFC 6762, 7686, 9476
        "arpa",  # RFC 3172: infrastructure; home.arpa is RFC 8375
        "internal",  # reserved by ICANN in 2024 for private use
        *("corp", "home", "mail"),  # never to be delegated: ICANN resolution of 2018-02-04
        *("intranet", "lan", "private"),  # RFC 6762 appendix G: in use on private networks
        "localdomain",  # localhost.localdomain of old hosts files
    }
)

_LABEL_OCTETS: Final = 63  # RFC 1035 2.3.4
_NAME_OCTETS: Final = 253  # RFC 1035 2.3.4, written without the last dot
_ACE_PREFIX: Final = "xn--"

#: ASCII that no name holds. An underscore is not in a host name by RFC 952, and yet many hosts have one.
_NOT_IN_NAME: Final = re.compile(r"[\x00-,/:-@\[-^`{-\x7f]")
#: What UTS 46 would drop without a trace: a host that reads otherwise than it is sent.
_DROPPED: Final = re.compile(
    "[\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
#: WHATWG URL 3.5, ends in a number: such a host is an IPv4 address or nothing.
_NUMBER: Final = re.compile(r"[0-9]+|0x[0-9a-f]*")


def is_address(host: str) -> bool:
    """Whether a canonical host is an IP literal."""
    return ":" in host or host.rpartition(".")[2].isdecimal()


def canonical_host(text: str) -> str | Reason:
    """The canonical form of a host as written: A-labels, dotted decimal, or RFC 5952 without brackets."""
    return _remembered(text) if len(text) <= _NAME_OCTETS else _canonical(text)


def _canonical(text: str) -> str | Reason:
    if not text:
        return Reason.EMPTY_HOST
    if text.startswith("["):
        return _literal6(text)
    if "%" in text:  # browsers decode it, most libraries do not
        return Reason.PERCENT_IN_HOST
    if _NOT_IN_NAME.search(text):
        return Reason.BAD_HOST
    name = _name(text)
    if isinstance(name, Reason):
        return name
    last = name.rpartition(".")[2]
    if _NUMBER.fullmatch(last):
        return _literal4(text)
    return Reason.SPECIAL_NAME if last == name or last in SPECIAL_NAMES else name


#: The links of a page lead to few hosts. Bounded in number, and by the caller in length.
_remembered: Final = lru_cache(maxsize=1024)(_canonical)


def _literal6(text: str) -> str | Reason:
    if "%" in text:
        return Reason.ZONE_ID
    inner = text[1:-1]
    verdict = classify(inner)
    if ":" not in inner or verdict.reason == NOT_AN_ADDRESS:
        return Reason.BAD_HOST
    return verdict.text if verdict.public else Reason.PRIVATE_ADDRESS


def _literal4(text: str) -> str | Reason:
    # The text as written, not as mapped: only four plain decimal parts mean the same to every parser.
    verdict = classify(text)
    if verdict.reason == NOT_AN_ADDRESS:
        return Reason.AMBIGUOUS_IPV4
    return verdict.text if verdict.public else Reason.PRIVATE_ADDRESS


def _name(text: str) -> str | Reason:
    mapped = text.lower() if text.isascii() else _mapped(text)
    if isinstance(mapped, Reason):
        return mapped
    labels = []
    # RFC 1034 3.1: one last dot is the root, the same name; without it a rule on the name cannot be dodged.
    for written in mapped.removesuffix(".").split("."):
        label = _label(written)
        if isinstance(label, Reason):
            return label
        labels.append(label)
    name = ".".join(labels)
    return name if len(name) <= _NAME_OCTETS else Reason.HOST_TOO_LONG


def _mapped(text: str) -> str | Reason:
    """UTS 46 mapping, non-transitional; its result is judged again, since signs like U+2100 hide a slash."""
    if _DROPPED.search(text):
        return Reason.BAD_IDNA
    try:
        mapped = idna.uts46_remap(text, std3_rules=False)
    except idna.IDNAError as error:
        return _idna_reason(error)
    return Reason.BAD_IDNA if _NOT_IN_NAME.search(mapped) else mapped


def _label(label: str) -> str | Reason:
    if not label:
        return Reason.BAD_HOST
    if len(label) > _LABEL_OCTETS:  # an A-label is never shorter than what it encodes
        return Reason.HOST_TOO_LONG
    if label.startswith(_ACE_PREFIX) or not label.isascii():
        return _a_label(label)
    # RFC 5890 2.3.1 reserves `--` in places 3 and 4; real hosts have it all the same, and it hides nothing.
    return Reason.BAD_HOST if label.startswith("-") or label.endswith("-") else label


def _a_label(label: str) -> str | Reason:
    """RFC 5891 5.4: an A-label must decode, be valid, and encode to itself again."""
    try:
        return idna.alabel(label).decode("ascii")
    except idna.IDNAError as error:
        return _idna_reason(error)


def _idna_reason(error: idna.IDNAError) -> Reason:
    too_long = error.code in ("input_too_long", "label_too_long", "domain_too_long")
    return Reason.HOST_TOO_LONG if too_long else Reason.BAD_IDNA
