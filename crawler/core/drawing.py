"""What a page that is drawn may ask for: what nobody needs to see a page is refused, whatever the browser wishes."""

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

METHODS: Final = frozenset({"GET", "HEAD"})
#: Kinds of requests, as the browser names them, that are refused whatever they lead to; the words stand in reports.
REFUSED: Final = MappingProxyType(
    {
        "media": "media",  # audio and video
        "texttrack": "media",
        "eventsource": "stream",  # an answer without an end
        "websocket": "socket",
        "ping": "beacon",
        "beacon": "beacon",
        "cspviolationreport": "beacon",
        "cspreport": "beacon",
        "prefetch": "prefetch",
        "signedexchange": "prefetch",
    }
)
#: Fields of a response that are about its transfer, or that would leave something behind.
_DROPPED: Final = frozenset(
    {
        *("content-encoding", "content-length", "transfer-encoding", "connection", "keep-alive", "trailer", "upgrade"),
        *("set-cookie", "set-cookie2", "alt-svc", "strict-transport-security", "report-to", "nel", "location"),
    }
)
#: RFC 9110 5.1 and 5.5: a browser takes none of an answer's fields where one is malformed.
_NAME: Final = re.compile(r"[!#$%&'*+.^_`|~0-9a-z-]+")
_BROKEN: Final = re.compile(r"[\r\n\0]")


def why_not(method: str, kind: str, headers: Mapping[str, str]) -> str:
    """Why a request of the page is refused before its URL is looked at; empty where it is not."""
    if method not in METHODS:
        return "method"
    if "prefetch" in headers.get("sec-purpose", headers.get("purpose", "")):
        return "prefetch"
    if "text/event-stream" in headers.get("accept", ""):
        return "stream"
    return REFUSED.get(kind, "")


def passed_on(fields: list[tuple[str, str]]) -> dict[str, str]:
    """The fields of an answer that the browser gets to see, by lower-case name."""
    passed: dict[str, str] = {}
    for name, value in fields:
        low = name.lower()
        if low not in _DROPPED and _NAME.fullmatch(low) and not _BROKEN.search(value):
            passed[low] = f"{passed[low]}, {value}" if low in passed else value
    return passed
