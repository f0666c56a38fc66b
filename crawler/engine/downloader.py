"""The Downloader: asks the gate before every dispatch, writes the ledger, then uses the one door.

It stands where Scrapy's Downloader stands (setting DOWNLOADER) and keeps its public surface: `fetch`, `active`,
`slots`, `handlers`, `middleware`, `needs_backout`, `close`.
"""

import asyncio
import logging
import sqlite3
from collections.abc import Generator, Mapping
from time import monotonic
from typing import Any

from scrapy import Request, signals
from scrapy.core.downloader.handlers import DownloadHandlers
from scrapy.core.downloader.middleware import DownloaderMiddlewareManager
from scrapy.crawler import Crawler
from scrapy.http import Response
from scrapy.utils.defer import deferred_from_coro
from scrapy.utils.httpobj import urlparse_cached
from scrapy.utils.misc import build_from_crawler
from twisted.internet.defer import Deferred, inlineCallbacks

from crawler.core.allowance import Allowance
from crawler.core.limits import JOB_SECONDS, PAGE_SECONDS, PAGES, Limit
from crawler.core.outcome import Ended, Ending, Outcome
from crawler.core.pacing import failed, wait
from crawler.egress.handler import must_build
from crawler.egress.resolver import Resolver
from crawler.engine.budget import PageBudget
from crawler.engine.gate import Gate
from crawler.state.failed import StateFailed
from crawler.state.folder import state_folder
from crawler.state.hosts import HostStore
from crawler.state.ledger import Ledger

logger = logging.getLogger(__name__)

#: request.meta key: seconds this page and its redirects have used so far, without waiting for our turn.
PAGE_USED = "page_seconds_used"


class Downloader:
    """Dispatches requests one at a time per host."""

    def __init__(self, crawler: Crawler):
        self.crawler = crawler
        self.active: set[Request] = set()
        self.slots: dict[str, Any] = {}
        must_build()
        self.handlers = DownloadHandlers(crawler)
        self.middleware = build_from_crawler(DownloaderMiddlewareManager, crawler)
        folder = state_folder(crawler.settings["STATE_DIR"])
        self._hosts = HostStore.open(folder)
        self.resolver = Resolver()  # one for the gate and the door: a name is looked up once
        self.gate = Gate(self._running, self._hosts, self.resolver.addresses, crawler.settings.getfloat("MIN_WAIT"))
        self.ledger = Ledger.open(folder)
        self.pages = PageBudget(min(crawler.settings.getint("MAX_PAGES"), int(PAGES)))
        self._rows: dict[str, int] = {}  # the row of the request under way, by host
        self._dialled: dict[str, str] = {}  # the address last asked, by host: a kept connection leads there
        self.sent = 0  # requests that left: those refused at the door did not
        self._total = crawler.settings.getint("CONCURRENT_REQUESTS")

    def _running(self) -> bool:
        return bool(self.crawler.engine.running)

    @inlineCallbacks
    def fetch(self, request: Request) -> Generator[Deferred[Any], Any, Response | Request]:
        """Send `request` through the middlewares and the gate."""
        self.active.add(request)
        try:
            self.gate.raise_if_shut(_host(request))  # before robots.txt is asked for on its account
            result = yield deferred_from_coro(self.middleware.download_async(self.dispatch, request))
            return result
        finally:
            self.active.remove(request)

    def needs_backout(self) -> bool:
        return len(self.active) >= self._total

    def close(self) -> None:
        self.ledger.close()
        self.gate.close()

    def why_not_at(self, host: str, address: str) -> Ending | None:
        """For the door, before it dials: why it must not; where it may, the ledger has the address first."""
        ending = self.gate.why_not_at(host, address)
        if ending is None and host in self._rows:
            try:
                self.ledger.dialled(self._rows[host], address)
            except StateFailed as error:
                return Ending(Outcome.STOPPED, str(error))
            self._dialled[host] = address
        return ending

    async def dispatch(self, request: Request) -> Response:
        """Wait for the host's turn, then ask. Raises Ended with what stopped it."""
        host = _host(request)
        request.meta.pop("exchange", None)
        self.pages.check(request)
        allowance: Allowance | None = request.meta.get("allowance")
        kept = await self.gate.acquire(host, _always if allowance is None else allowance.check)
        status: int | None = None
        outcome: Outcome | None = Outcome.INTERNAL_ERROR
        row: int | None = None
        began = monotonic()
        self._signal(signals.request_reached_downloader, request)
        try:
            self.pages.take(request)
            if allowance is not None:
                allowance.leave()
            row = self._rows[host] = self._begin(request, host, kept)
            response = await self._within_budgets(request)
            status, outcome = response.status, None
            self.crawler.signals.send_catch_log(
                signals.response_downloaded, response=response, request=request, spider=self.crawler.spider
            )
            return response
        except Ended as ended:
            outcome = ended.ending.outcome
            raise
        finally:
            exchange = request.meta.get("exchange", {})
            self._rows.pop(host, None)
            try:
                if row is not None:
                    self._complete(row, status, outcome, exchange)
            finally:
                # After the row's end: the time that the host is left alone for is then not below what its rows show.
                took, later = monotonic() - began, exchange.get("retry_after", 0.0)
                self.gate.release(host, failure=failed(status, outcome), took=took, retry_after=later)
                if outcome in (None, Outcome.TIMEOUT):
                    self.gate.count_timeout(host, timed_out=outcome is not None)
            request.meta[PAGE_USED] = _used(request) + took
            self.sent += bool(exchange.get("sent"))
            self._signal(signals.request_left_downloader, request)

    def _complete(self, row: int, status: int | None, outcome: Outcome | None, exchange: Mapping[str, object]) -> None:
        """The row's end; the request is over, so a fault here is told and hides nothing."""
        try:
            self.ledger.end(row, status, outcome, exchange)
        except sqlite3.Error:
            logger.exception("the ledger's row %d could not be completed", row)

    def _begin(self, request: Request, host: str, kept: float | None) -> int:
        state, meta = self.gate.state(host), request.meta
        return self.ledger.begin(
            request.method, request.url, host, str(meta.get("purpose", "page")), kept, wait(state),
            crawl_delay=state.crawl_delay, hop=len(meta.get("chain", ())), attempt=meta.get("retries", 0),
            robots=meta.get("robots"), address=self._dialled.get(host),
        )  # fmt: skip

    async def _within_budgets(self, request: Request) -> Response:
        limit, left = self._tightest(request)
        try:
            async with asyncio.timeout(left):
                return await self.handlers.download_request_async(request)
        except TimeoutError:
            outcome = Outcome.JOB_LIMIT if limit is JOB_SECONDS else Outcome.TIMEOUT
            raise Ended(Ending.past(outcome, limit, "still under way when the time was up")) from None

    def _tightest(self, request: Request) -> tuple[Limit, float]:
        page = max(PAGE_SECONDS.value - _used(request), 0.0)
        job = max(self.gate.job_seconds_left(), 0.0)
        return (PAGE_SECONDS, page) if page < job else (JOB_SECONDS, job)

    def _signal(self, signal: object, request: Request) -> None:
        self.crawler.signals.send_catch_log(signal, request=request, spider=self.crawler.spider)


def _always() -> None:
    """For a request that nobody has to want until its turn comes."""


def _used(request: Request) -> float:
    return max(0.0, float(request.meta.get(PAGE_USED, 0.0)))


def _host(request: Request) -> str:
    return urlparse_cached(request).hostname or ""
