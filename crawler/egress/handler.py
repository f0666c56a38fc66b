"""The download handler: http and https, GET and HEAD, one identity, judged addresses, every limit.

What a Request carries besides its URL and method does not leave: `wire` builds the header from `core.identity`. It
never retries and never follows a redirect: those go back to the gate.
"""

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from typing import Any

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.http import Headers, Response
from scrapy.utils.defer import maybe_deferred_to_future
from twisted.internet.defer import Deferred
from twisted.web.client import HTTPConnectionPool
from twisted.web.iweb import UNKNOWN_LENGTH, IResponse

from crawler.core import retry_after
from crawler.core.allowance import Allowance
from crawler.core.decoding import decode
from crawler.core.framing import Framing
from crawler.core.limits import (
    HEADER_BYTES,
    KEPT_ALIVE,
    PAGE_BYTES,
    PROOF_BYTES,
    REQUEST_SECONDS,
    ROBOTS_BYTES,
    Limit,
)
from crawler.core.outcome import Ended, Ending, Outcome, refusal
from crawler.core.urls import Refusal, Url, normalise
from crawler.egress import certificates
from crawler.egress.body import BodyReader, wanted
from crawler.egress.endpoints import WhyNotAt, endpoint_for
from crawler.egress.exchange import Exchange
from crawler.egress.faults import ending_of
from crawler.egress.resolver import Resolver
from crawler.egress.tls import VerifyingPolicy
from crawler.egress.wire import WireRequest

METHODS = frozenset({"GET", "HEAD"})
#: Largest body by purpose; what is not listed is a page. A purpose can only lower the limit.
BODY_LIMITS: dict[object, Limit] = {"robots": ROBOTS_BYTES, "proof": PROOF_BYTES}
#: RFC 9110 15: a status has three digits.
STATUSES = range(100, 1000)


class DoorHandler:
    """The one way out."""

    lazy = False

    def __init__(self, why_not_at: WhyNotAt, resolver: Callable[[], Resolver]) -> None:
        from twisted.internet import reactor  # the reactor is installed by now, not at import

        self._reactor = reactor
        self._why_not_at = why_not_at
        self._resolver = resolver
        self._exchanges: dict[str, Exchange] = {}  # by origin: there is at most one for a host
        self._pool = HTTPConnectionPool(reactor, persistent=True)
        self._pool.maxPersistentPerHost = 1
        self._pool.cachedConnectionTimeout = int(KEPT_ALIVE)
        self._pool.retryAutomatically = False
        self._tls = VerifyingPolicy()

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> "DoorHandler":
        # Asked for when there is something to dial: the engine is built after the door.
        def downloader() -> Any:
            return crawler.engine.downloader

        return cls(lambda host, address: downloader().why_not_at(host, address), lambda: downloader().resolver)

    async def download_request(self, request: Request) -> Response:
        """Fetch `request`. Raises Ended with a typed ending for anything but a whole response."""
        url = _judged(request)
        exchange = self._exchanges[url.origin] = Exchange(Framing(request.method))
        try:
            return await self._within(exchange, request, url)
        finally:
            request.meta["exchange"] = exchange.facts()
            if self._exchanges.get(url.origin) is exchange:
                del self._exchanges[url.origin]

    async def close(self) -> None:
        # With a bound: a server that does not answer our close must not keep us.
        closing = maybe_deferred_to_future(self._pool.closeCachedConnections())
        await asyncio.wait([asyncio.ensure_future(closing)], timeout=1.0)

    async def _within(self, exchange: Exchange, request: Request, url: Url) -> Response:
        try:
            async with asyncio.timeout(REQUEST_SECONDS.value):
                return await self._fetch(exchange, request, url)
        except TimeoutError:
            exchange.abort()
            raise Ended(Ending.past(Outcome.TIMEOUT, REQUEST_SECONDS, _progress(exchange))) from None
        except asyncio.CancelledError:
            exchange.abort()
            raise
        except Exception as error:
            exchange.raise_if_ended()
            if exchange.tls:
                raise Ended(certificates.ending(exchange.tls, exchange.certificate)) from error
            raise Ended(ending_of(error)) from error

    async def _fetch(self, exchange: Exchange, request: Request, url: Url) -> Response:
        answer = await maybe_deferred_to_future(self._ask(exchange, request.method, url))
        _check_header(answer)
        headers = _response_headers(answer)
        limit = BODY_LIMITS.get(request.meta.get("purpose"), PAGE_BYTES)
        body, flags = await self._body(exchange, answer, headers, limit, request)
        exchange.raise_if_ended()
        # Scrapy's subclasses parse where they stand, and to choose one it looks at thousands of bytes: what a stranger
        # sent is parsed in the reading room only.
        return Response(
            url=request.url, status=answer.code, headers=headers, body=body, flags=flags, request=request,
            protocol=f"HTTP/{answer.version[1]}.{answer.version[2]}",
        )  # fmt: skip

    def _ask(self, exchange: Exchange, method: str, url: Url) -> "Deferred[IResponse]":
        """A connection of the origin, kept alive or new, and the request on it."""
        find = partial(self._exchanges.get, url.origin)
        endpoint = endpoint_for(url, self._reactor, self._resolver(), self._tls, find, self._why_not_at)
        deferred: Deferred[Any] = self._pool.getConnection(url.origin, endpoint)
        request = WireRequest(method, url, exchange.framing)
        deferred.addCallback(lambda connection: connection.request(request))
        return deferred.addCallback(_note_headers, exchange)

    async def _body(
        self, exchange: Exchange, answer: IResponse, headers: Headers, limit: Limit, request: Request
    ) -> tuple[bytes, list[str]]:
        if answer.length == 0:
            return b"", []
        if not wanted(request.meta.get("purpose", "page"), answer.code, headers):
            exchange.abort()
            return b"", ["body-not-read"]
        if answer.length is not UNKNOWN_LENGTH and answer.length > int(limit):
            exchange.abort()
            raise Ended(Ending.past(Outcome.TOO_LARGE, limit, f"{answer.length} announced"))
        try:
            reader = BodyReader(exchange, limit, _counter(request, answer.length))
        except Ended:
            exchange.abort()
            raise
        answer.deliverBody(reader)
        raw, flags = await maybe_deferred_to_future(reader.done)
        return decode(_codings(headers), raw, limit), flags


def _counter(request: Request, length: Any) -> Callable[[int], None]:
    """What is told of each piece of the body. Raises Ended where the page it is for has no room for all of it."""
    allowance: Allowance | None = request.meta.get("allowance")
    if allowance is None:
        return lambda _: None
    if length is UNKNOWN_LENGTH:
        return allowance.came
    allowance.announced(length)
    return lambda _: None


def must_build() -> None:
    """Build what the door cannot do without: raises where Scrapy would only log that a handler is missing."""
    Resolver()
    VerifyingPolicy()


def _judged(request: Request) -> Url:
    """The request's URL through the gate once more: whoever made the Request, nothing unjudged leaves."""
    url = normalise(request.url)
    if isinstance(url, Refusal):
        raise Ended(refusal(url.reason))
    if request.method not in METHODS or request.body:
        reason = f"{request.method} with a body of {len(request.body)} bytes; we send only GET and HEAD without"
        raise Ended(Ending(Outcome.URL_REFUSED, reason, {"method": request.method}))
    return url


def _note_headers(answer: IResponse, exchange: Exchange) -> IResponse:
    exchange.headers_arrived()
    later, dates = (_texts(answer, name) for name in (b"Retry-After", b"Date"))
    exchange.retry_after = retry_after.seconds(later, dates, datetime.now(UTC))
    exchange.announced = None if answer.length is UNKNOWN_LENGTH else answer.length
    return answer


def _texts(answer: IResponse, name: bytes) -> list[str]:
    return [value.decode("latin-1") for value in answer.headers.getRawHeaders(name, [])]


def _check_header(answer: IResponse) -> None:
    if answer.code not in STATUSES:
        raise Ended(Ending(Outcome.BAD_RESPONSE, f"the status {str(answer.code)[:20]} is none"))
    size = sum(len(name) + len(value) + 4 for name, values in answer.headers.getAllRawHeaders() for value in values)
    if size > int(HEADER_BYTES):
        raise Ended(Ending.past(Outcome.HEADERS_TOO_LARGE, HEADER_BYTES, size))


def _response_headers(answer: IResponse) -> Headers:
    headers = Headers()
    for name, values in answer.headers.getAllRawHeaders():
        headers.setlist(name, values)
    return headers


def _codings(headers: Headers) -> list[str]:
    fields = b",".join(headers.getlist("Content-Encoding")).decode("latin-1")
    return [coding.strip().lower() for coding in fields.split(",")]


def _progress(exchange: Exchange) -> str:
    if exchange.address is None:
        return "no address or no connection yet"
    if not exchange.headers_done:
        return f"{exchange.received} bytes and no whole header"
    return f"{exchange.received} bytes and no end of the body"
