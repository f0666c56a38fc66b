"""What may pass is asked for again: at most twice, after the gate's doubled wait, behind everything else that waits.

robots.txt does not come through here: a failure to read it is kept as one.
"""

from dataclasses import replace
from typing import TYPE_CHECKING

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.http import Response
from scrapy.utils.httpobj import urlparse_cached

from crawler.core.limits import PAGE_SECONDS
from crawler.core.outcome import Ended, Ending, Outcome
from crawler.core.pacing import may_retry

if TYPE_CHECKING:
    from crawler.engine.gate import Gate

#: Added to the priority: retries come when nothing else of the host is waiting.
LAST = -1000
#: Purposes of requests that are made once: whoever makes them does not wait for a second.
ONCE = ("proof", "asset")
WHY = "the answer may pass, and the wait before it is asked for again ends after the job"


class BackoffMiddleware:
    """Turns an answer or a failure that may pass into a later request for the same URL."""

    def __init__(self, crawler: Crawler):
        self._crawler = crawler

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> "BackoffMiddleware":
        return cls(crawler)

    def process_response(self, request: Request, response: Response) -> Response | Request:
        return self._again(request, response.status, None) or response

    def process_exception(self, request: Request, exception: Exception) -> Request | None:
        if isinstance(exception, Ended):
            return self._again(request, None, exception.ending.outcome)
        return None

    def _again(self, request: Request, status: int | None, outcome: Outcome | None) -> Request | None:
        """The later request; None where this answer is final. Raises Ended(deferred) where no time is left for it."""
        retries = request.meta.get("retries", 0)
        if request.meta.get("purpose") in ONCE or not may_retry(request.method, retries + 1, status, outcome):
            return None
        if not _worth_waiting_for(request):
            return None
        host = urlparse_cached(request).hostname or ""
        if not self._gate.fits(host):
            raise Ended(_deferred(self._gate.deferral(host, WHY), retries + 1, status, outcome))
        meta = {name: value for name, value in request.meta.items() if name != "exchange"}
        meta["retries"] = retries + 1
        again = request.replace(meta=meta, priority=request.priority + LAST, dont_filter=True)
        told = getattr(self._crawler.spider, "retried", None)
        if told is not None:
            told(again)
        return again

    @property
    def _gate(self) -> "Gate":
        gate: Gate = self._crawler.engine.downloader.gate  # type: ignore[attr-defined]
        return gate


def _worth_waiting_for(request: Request) -> bool:
    """It left (a refusal of ours would be the same again), and the page has time for more."""
    left = PAGE_SECONDS.value - request.meta.get("page_seconds_used", 0.0)
    return "exchange" in request.meta and left > 1.0


def _deferred(ending: Ending, attempts: int, status: int | None, outcome: Outcome | None) -> Ending:
    """The ending with what the last attempt brought."""
    last = {"status": status} if outcome is None else {"outcome": str(outcome)}
    return replace(ending, evidence={**ending.evidence, "attempts": attempts, **last})
