"""One request as it goes on the wire: the target that was judged, to the letter, and our header fields.

Not twisted's Agent: it takes the URL apart and puts it together again, and an empty `;` at the end of a path does not
survive that. What robots.txt was asked about would not be what is sent.
"""

from collections.abc import Sequence

from twisted.internet.defer import Deferred, succeed
from twisted.internet.interfaces import ITransport
from twisted.web.http_headers import Headers
from twisted.web.iweb import IClientRequest
from zope.interface import implementer

from crawler.core import identity
from crawler.core.decoding import ACCEPT_ENCODING
from crawler.core.framing import Framing
from crawler.core.urls import Url

ACCEPT = "text/html,application/xhtml+xml;q=0.9,application/xml;q=0.8,text/plain;q=0.7,*/*;q=0.1"


@implementer(IClientRequest)
class WireRequest:
    """A GET or HEAD without a body, as twisted's HTTP11ClientProtocol takes it."""

    def __init__(self, method: str, url: Url, framing: Framing):
        self._framing = framing
        self.method = method.encode("ascii")
        self.absoluteURI = str(url).encode("ascii")
        self._lines = _lines(method, url)
        self.headers = Headers({name: [value] for name, value in _fields(url)})

    def writeTo(self, transport: ITransport) -> "Deferred[None]":
        transport.writeSequence(self._lines)
        return succeed(None)

    @property
    def persistent(self) -> bool:
        """Whether the connection may be kept after the response: twisted asks when it has read that."""
        return self._framing.reusable and self._framing.ended

    def stopWriting(self) -> None:
        """Nothing is written later: the request is one piece."""


def _fields(url: Url) -> Sequence[tuple[str, str]]:
    return (
        ("Host", url.authority),
        *identity.HEADERS.items(),
        ("Accept", ACCEPT),
        ("Accept-Encoding", ACCEPT_ENCODING),
    )


def _lines(method: str, url: Url) -> list[bytes]:
    """RFC 9112 3: request line, fields, and an empty line. A canonical URL holds no white space to break them."""
    lines = [f"{method} {url.target} HTTP/1.1", *(f"{name}: {value}" for name, value in _fields(url)), "", ""]
    return ["\r\n".join(lines).encode("ascii")]
