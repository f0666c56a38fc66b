"""Reading a response body: bounded, whole or not at all, and not at all when nobody would read it."""

from collections.abc import Callable

from scrapy.http import Headers
from twisted.internet.defer import Deferred
from twisted.internet.protocol import Protocol
from twisted.python.failure import Failure
from twisted.web.client import ResponseDone
from twisted.web.http import PotentialDataLoss

from crawler.core.limits import Limit
from crawler.core.outcome import Ended, Ending, Outcome
from crawler.egress.exchange import Exchange

#: Types whose body an audit of pages and sitemaps reads; of others only the header counts.
READ = ("text/", "application/xhtml", "application/xml", "application/rss", "application/atom")


#: Types whose body no drawn page gets.
NOT_DRAWN = ("audio/", "video/", "text/event-stream")


def wanted(purpose: object, status: int, headers: Headers) -> bool:
    """Whether the body is worth the owner's bandwidth: a picture or a film behind a link is not."""
    if purpose not in ("page", "asset", "probe", "check") or status != 200:
        return True
    if purpose == "check":  # whether it is there, and what its header says
        return False
    kind = (headers.get("Content-Type") or b"text/html").decode("latin-1").split(";")[0].strip().lower()
    return kind.startswith(READ) if purpose != "asset" else not kind.startswith(NOT_DRAWN)


class BodyReader(Protocol):
    """Collects a body; `done` fires with (bytes, flags) or fails with Ended."""

    def __init__(self, exchange: Exchange, limit: Limit, count: Callable[[int], None] = lambda _: None):
        self.done: Deferred[tuple[bytes, list[str]]] = Deferred(lambda _: exchange.abort())
        self._exchange = exchange
        self._limit = limit
        self._count = count
        self._pieces: list[bytes] = []
        self._size = 0

    def dataReceived(self, data: bytes) -> None:
        self._size += len(data)
        try:
            self._count(len(data))
            if self._size > int(self._limit):
                raise Ended(Ending.past(Outcome.TOO_LARGE, self._limit, f"at least {self._size}"))
        except Ended as ended:
            self._pieces.clear()
            self._finish(Failure(ended))
            self._exchange.abort()
            return
        self._pieces.append(data)

    def connectionLost(self, reason: Failure) -> None:  # type: ignore[override]
        if reason.check(ResponseDone):
            self._finish((b"".join(self._pieces), []))
        elif reason.check(PotentialDataLoss):
            # RFC 9112 6.3: no length at all, the close ends the body.
            self._finish((b"".join(self._pieces), ["no-length"]))
        else:
            ending = Ending(Outcome.TRUNCATED, f"the body broke off after {self._size} bytes", {"bytes": self._size})
            self._finish(Failure(Ended(ending)))

    def _finish(self, result: "tuple[bytes, list[str]] | Failure") -> None:
        if not self.done.called:
            self.done.callback(result)
