"""Blocked is an answer: a challenge or block page ends the URL as `blocked`. No second route, no other identity.

Three in a row end the host: the gate is shut, and what still waits for it ends as `blocked` without being asked for.
"""

from collections import Counter
from typing import TYPE_CHECKING

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.http import Response
from scrapy.utils.httpobj import urlparse_cached

from crawler.core.blocked import ends_host, recognise
from crawler.core.limits import BLOCKS
from crawler.core.outcome import Ended, Ending, Outcome
from crawler.core.urls import Url, normalise

if TYPE_CHECKING:
    from crawler.engine.gate import Gate


class BlockedMiddleware:
    """Recognises challenges by status, header fields and small markers (`core.blocked`)."""

    def __init__(self, crawler: Crawler):
        self._crawler = crawler
        self._in_a_row: Counter[str] = Counter()

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> "BlockedMiddleware":
        return cls(crawler)

    def process_response(self, request: Request, response: Response) -> Response:
        if request.meta.get("purpose") in ("robots", "proof"):
            return response
        ending = recognised(response)
        self._count(urlparse_cached(request).hostname or "", ending)
        if ending is not None:
            raise Ended(ending)
        return response

    def _count(self, host: str, ending: Ending | None) -> None:
        if ending is None:
            self._in_a_row[host] = 0
        elif ends_host(ending):
            self._in_a_row[host] += 1
            if self._in_a_row[host] >= int(BLOCKS):
                self._gate.shut(host, _not_asked(host, ending))

    @property
    def _gate(self) -> "Gate":
        gate: Gate = self._crawler.engine.downloader.gate  # type: ignore[attr-defined]
        return gate


def recognised(response: Response) -> Ending | None:
    """The ending `blocked` of a challenge or block page; None for anything else."""
    fields = {name.decode("latin-1").lower(): _value(response, name) for name in response.headers}
    url = normalise(response.url)
    return recognise(response.status, fields, response.body, url if isinstance(url, Url) else None)


def _not_asked(host: str, last: Ending) -> Ending:
    """The ending of everything the host is not asked for any more."""
    reason = (
        f"{host} blocked {int(BLOCKS)} requests in a row and is not asked again in this job; the last: {last.reason}"
    )
    return Ending(Outcome.BLOCKED, reason, {**last.evidence, "limit": BLOCKS.name, "value": int(BLOCKS)})


def _value(response: Response, name: bytes) -> str:
    return b", ".join(response.headers.getlist(name)).decode("latin-1")
