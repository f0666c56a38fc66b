"""The permission desk: no request passes whose origin's robots.txt was not read, or says no.

Rules that could not be read are a no. robots.txt itself is fetched through the Downloader's gate, redirects followed
by hand, each hop judged anew; what a redirected robots.txt says rules the origin that was asked (RFC 9309 2.3.1.2).
"""

import asyncio
from collections.abc import Mapping
from time import monotonic
from typing import TYPE_CHECKING, NoReturn

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.http import Response

from crawler.core.allowance import Allowance
from crawler.core.limits import REDIRECTS
from crawler.core.outcome import OURS, Ended, Ending, Outcome, refusal
from crawler.core.records import RobotsRecord
from crawler.core.redirects import follow, is_redirect
from crawler.core.robots.availability import Decision, Kept, decide, marks
from crawler.core.robots.paths import ROBOTS_TXT
from crawler.core.urls import Refusal, Url, normalise
from crawler.middlewares.blocked import recognised

if TYPE_CHECKING:
    from crawler.engine.downloader import Downloader

#: What keeps us from a host as a whole, not from one URL of it.
HOST_WIDE = frozenset({Outcome.PRIVATE_ADDRESS, Outcome.DNS_FAILED, Outcome.TLS_INVALID, Outcome.UNREACHABLE})


class RobotsMiddleware:
    """Asks each origin for its robots.txt first, keeps the answer as long as it holds, and applies it."""

    def __init__(self, crawler: Crawler):
        self._crawler = crawler
        self._decisions: dict[str, Kept] = {}
        self._locks: dict[str, asyncio.Lock] = {}
        self._records: dict[str, RobotsRecord] = {}
        self._host_wide: dict[str, Ending] = {}
        self._certificates: dict[str, Mapping[str, object]] = {}

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> "RobotsMiddleware":
        return cls(crawler)

    @property
    def records(self) -> tuple[RobotsRecord, ...]:
        """What every origin's robots.txt was, in the order they were asked."""
        return tuple(self._records.values())

    async def process_request(self, request: Request) -> None:
        url = _judged(request.url)
        decision = await self.decision(url, request.meta.get("allowance"))
        if decision.policy == "deny-all":
            self._raise_if_host_wide(url)
            unreadable = {"robots": f"{url.origin}/robots.txt", "why": decision.reason}
            raise Ended(Ending(Outcome.ROBOTS_UNREADABLE, decision.reason, unreadable))
        verdict = decision.verdict(str(url))
        if not verdict.allowed:
            where = f"line {verdict.line}" if verdict.line else verdict.why
            evidence: dict[str, object] = {
                "robots": f"{url.origin}/robots.txt",
                "rule": verdict.rule,
                "line": verdict.line,
            }
            raise Ended(Ending(Outcome.ROBOTS_DENIED, f"robots.txt {where}: {verdict.rule or verdict.why}", evidence))
        # For the ledger: a row says under which rule it left.
        request.meta["robots"] = f"allowed by line {verdict.line}" if verdict.line else f"allowed: {verdict.why}"

    def _raise_if_host_wide(self, url: Url) -> None:
        """A host that cannot be reached at all ends its URLs as that, not as unreadable rules."""
        ending = self._host_wide.get(url.origin)
        if ending is not None:
            evidence = {**ending.evidence, "seen_at": f"{url.origin}/robots.txt"}
            raise Ended(Ending(ending.outcome, ending.reason, evidence))

    async def decision(self, url: Url, allowance: Allowance | None = None) -> Decision:
        """What the owner of `url`'s origin wishes; fetched when unknown or out of date, on the page's `allowance`."""
        async with self._locks.setdefault(url.origin, asyncio.Lock()):
            kept = self._decisions.get(url.origin)
            if kept is None or not kept.holds(monotonic()):
                kept = self._decisions[url.origin] = Kept(await self._ask(url, frozenset(), allowance), monotonic())
            self._apply_delay(url, kept.decision)
            return kept.decision

    def _apply_delay(self, url: Url, decision: Decision) -> None:
        self._downloader.gate.set_crawl_delay(url.host, url.origin, decision.crawl_delay)

    async def _ask(self, url: Url, asking: frozenset[str], allowance: Allowance | None) -> Decision:
        """Fetch and judge. `asking`: origins whose robots.txt led here by redirects."""
        try:
            response = await self._fetch(url, asking | {url.origin}, allowance)
        except Ended as ended:
            if ended.ending.outcome in OURS or ended.ending.outcome is Outcome.RENDER_LIMIT:
                raise  # it says nothing of the file
            self._host_wide.pop(url.origin, None)
            decision = decide(ended.ending)
            self._record(url, decision, None)
            if ended.ending.outcome in HOST_WIDE and "chain" not in ended.ending.evidence:
                self._host_wide[url.origin] = ended.ending
        else:
            self._host_wide.pop(url.origin, None)
            decision = decide(response.status, response.body)
            self._record(url, decision, response)
        return decision

    async def _fetch(self, url: Url, asking: frozenset[str], allowance: Allowance | None) -> Response:
        """robots.txt of the origin of `url`, its redirects followed. Raises Ended."""
        at = normalise(f"{url.origin}{ROBOTS_TXT}")
        assert isinstance(at, Url)
        chain: tuple[str, ...] = ()
        try:
            while True:
                meta = {"purpose": "robots", "robots": url.origin, "chain": list(chain), "allowance": allowance}
                request = Request(str(at), meta=meta)
                response = await self._downloader.dispatch(request)
                if not chain:
                    self._note_certificate(url, request.meta["exchange"].get("certificate"))
                if not is_redirect(response.status):
                    return _no_challenge(response)
                chain = (*chain, str(at))
                locations = response.headers.getlist("Location")
                if len(asking) > 1:
                    # Else every host could send us to another, each with redirects of its own, without end.
                    _refuse_redirect(at)
                at = follow(at, locations, chain, REDIRECTS, entered_http=url.scheme == "http")
                self._downloader.gate.hold(at.host, request.meta.get("exchange", {}).get("retry_after", 0.0))
                await self._permit_hop(at, asking, allowance)
        except Ended as ended:
            # Past a redirect the fault may be another host's: it makes the rules unreadable, not this host unreachable.
            evidence = {**ended.ending.evidence, "chain": list(chain)} if chain else ended.ending.evidence
            if not chain:
                self._note_certificate(url, evidence.get("certificate"))
            raise Ended(Ending(ended.ending.outcome, ended.ending.reason, evidence)) from None

    async def _permit_hop(self, at: Url, asking: frozenset[str], allowance: Allowance | None) -> None:
        """A hop to another origin's ordinary page needs that origin's leave; its robots.txt is always allowed."""
        if at.path == ROBOTS_TXT or at.origin in asking:
            return
        kept = self._decisions.get(at.origin)
        if kept is None or not kept.holds(monotonic()):
            kept = self._decisions[at.origin] = Kept(await self._ask(at, asking, allowance), monotonic())
        self._apply_delay(at, kept.decision)
        if not kept.decision.verdict(str(at)).allowed:
            reason = f"it redirects to {at}, which that host's robots.txt does not allow"
            raise Ended(Ending(Outcome.ROBOTS_DENIED, reason))

    def _note_certificate(self, url: Url, facts: object) -> None:
        """What the origin showed of itself; nothing where its connection was kept from before, or is http."""
        if isinstance(facts, Mapping):
            self._certificates[url.origin] = facts

    def _record(self, url: Url, decision: Decision, response: Response | None) -> None:
        robots = decision.robots
        self._records[url.origin] = RobotsRecord(
            origin=url.origin,
            decision=decision.policy,
            reason=decision.reason,
            status=None if response is None else response.status,
            body=b"" if response is None else response.body,
            content_type=None if response is None else (response.headers.get("Content-Type") or b"").decode("latin-1"),
            sitemaps=() if robots is None else tuple(robots.sitemaps),
            crawl_delay=decision.crawl_delay,
            marks=marks(decision),
            certificate=self._certificates.get(url.origin, {}),
        )

    @property
    def _downloader(self) -> "Downloader":
        return self._crawler.engine.downloader  # type: ignore[return-value]


def _refuse_redirect(at: Url) -> NoReturn:
    """robots.txt of a host that another's robots.txt led to: it is read where it stands, or not at all."""
    reason = f"{at} redirects, and only the robots.txt that was asked for first is followed"
    raise Ended(Ending(Outcome.TOO_MANY_REDIRECTS, reason))


def _no_challenge(response: Response) -> Response:
    """A challenge that came with success is not the file: read as one it would have no rules, and allow everything."""
    ending = recognised(response) if 200 <= response.status < 300 else None
    if ending is not None:
        raise Ended(ending)
    return response


def _judged(text: str) -> Url:
    url = normalise(text)
    if isinstance(url, Refusal):
        raise Ended(refusal(url.reason))
    return url
