"""What site checks see: the records of one run, and what follows from them, worked out once."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from crawler.core.audit import chains, clicks
from crawler.core.audit.beyond import Uses
from crawler.core.audit.kept import Inlinks
from crawler.core.audit.page import Page
from crawler.core.audit.parts import host_of, origin_of, path_of
from crawler.core.audit.words import WORDS
from crawler.core.outcome import SERVER_FAILED, Outcome
from crawler.core.records import BEYOND, RobotsRecord, RunRecord, SitemapRecord, UrlRecord
from crawler.core.robots import Robots, parse

__all__ = ["UNPROVEN", "Site", "asked", "fault_of", "host_of", "origin_of", "path_of"]

#: Statuses that say "not now" or "not you": they prove nothing about a link.
UNPROVEN: Final = frozenset({401, 403, 407, 408, 425, 429, 451, 503})
#: Answers of other sites to those they take for a robot; on one's own site they are faults like any other.
_ELSEWHERE: Final = frozenset({405, 406, 418, 999})
#: The engines whose own groups of robots.txt decide what is found in search.
ENGINES: Final = ("Googlebot", "Bingbot")
#: Endings that say nothing about whether a link works: somebody kept us out, or we did not ask.
_UNSEEN: Final = frozenset(
    {
        Outcome.ROBOTS_DENIED, Outcome.ROBOTS_UNREADABLE, Outcome.BLOCKED, Outcome.PRIVATE_ADDRESS,
        Outcome.OUT_OF_SCOPE, Outcome.NOFOLLOW, Outcome.NOT_VERIFIED, Outcome.CONTENT_ENCODING,
        Outcome.HEADERS_TOO_LARGE, Outcome.DEPTH_LIMIT, Outcome.PAGE_LIMIT, Outcome.SPIDER_TRAP, Outcome.JOB_LIMIT,
        Outcome.DEFERRED, Outcome.STOPPED, Outcome.INTERNAL_ERROR,
    }
)  # fmt: skip
_ATTEMPTS: Final = 3  # a network failure counts as broken after that many


@dataclass(frozen=True)
class Site:
    """One run as the audit sees it; `pages` answered 200 and were read, by canonical URL."""

    run: RunRecord
    urls: Mapping[str, UrlRecord]
    pages: Mapping[str, Page]
    robots: tuple[RobotsRecord, ...]
    sitemaps: tuple[SitemapRecord, ...]
    complete: bool
    gaps: tuple[str, ...] = ()  # why it is not complete

    @cached_property
    def hosts(self) -> frozenset[str]:
        """The hosts the run was about."""
        return frozenset(self.run.scope or (self.run.host,))

    def covers(self, url: str | None) -> bool:
        """Whether a canonical URL is on one of those hosts."""
        return url is not None and host_of(url) in self.hosts

    @cached_property
    def home(self) -> str:
        """The URL that answered for the start URL, after its redirects."""
        return self.chain(self.run.start_url)[-1]

    @cached_property
    def indexable(self) -> tuple[Page, ...]:
        """Pages an engine may index, in order of URL."""
        return tuple(page for _, page in sorted(self.pages.items()) if page.indexable)

    @cached_property
    def inlinks(self) -> Inlinks:
        """For each canonical URL the links to it: (page, link), in order of page."""
        return Inlinks(self.pages)

    @cached_property
    def uses(self) -> Uses:
        """For each image, style sheet, script, icon and sharing picture the pages that name it."""
        return Uses(self.pages)

    @cached_property
    def listed(self) -> Mapping[str, str]:
        """For each URL of a sitemap, the first sitemap that lists it; sitemaps themselves are not pages."""
        found: dict[str, str] = {}
        for sitemap in self.sitemaps:
            if sitemap.kind != "index":
                for url, _ in sitemap.entries:
                    found.setdefault(url, sitemap.url)
        return found

    @cached_property
    def depths(self) -> Mapping[str, int]:
        """For each URL that followed links lead to: the fewest clicks from the home page."""
        return clicks.depths(self.chain(self.run.start_url), self.pages, self.chain)

    @cached_property
    def robots_files(self) -> tuple[RobotsRecord, ...]:
        """Each distinct robots.txt once, of the home page's origin if it is there, else of one with https."""
        home = origin_of(self.home)
        preferred = sorted(self.robots, key=lambda x: (x.origin != home, not x.origin.startswith("https:"), x.origin))
        found: dict[tuple[str, object], RobotsRecord] = {}
        for record in preferred:
            content = record.body if record.decision == "rules" else record.status
            found.setdefault((record.decision, content), record)
        return tuple(sorted(found.values(), key=lambda record: record.origin))

    @cached_property
    def moved_origins(self) -> frozenset[str]:
        """Origins that only send their visitors to another: of those that were asked, no page was read there."""
        away = {
            origin_of(record.url)
            for record in self.records()
            if record.outcome is Outcome.REDIRECTED and origin_of(record.location or "") != origin_of(record.url)
        }
        return frozenset(away - {origin_of(url) for url in self.pages} - {origin_of(self.home)})

    def chain(self, url: str) -> tuple[str, ...]:
        """The URL and where its redirects lead, as far as they were followed; a loop ends at its repetition."""
        return chains.chain(self.urls, url)

    def endless(self, url: str) -> tuple[str, ...]:
        """The hops of a URL whose redirects lead in a circle or on and on; nothing where they end."""
        return chains.endless(self.urls, url)

    def final(self, url: str) -> UrlRecord | None:
        """The record at the end of a URL's redirects; None when it was not asked for."""
        return self.urls.get(self.chain(url)[-1])

    def fault(self, url: str) -> str:
        """Why a URL is surely broken, in a few words; empty when it works or cannot be told."""
        if self.endless(url):
            return "redirects that never end"
        record = self.final(url)
        return fault_of(record) if record and not self._is_shy(record) else ""

    def unproven(self, url: str) -> str:
        """Why a URL can be called neither broken nor working, in a few words; empty when it can."""
        if self.endless(url):
            return ""
        record = self.final(url)
        if record is None:
            return "it was not asked for"
        return f"status {record.status}{asked(record)}" if self._is_shy(record) else unproven_of(record)

    def _is_shy(self, record: UrlRecord) -> bool:
        """Whether another site answered as sites answer robots."""
        return record.status in _ELSEWHERE and not self.covers(record.url)

    def rules_of(self, origin: str) -> Robots | None:
        """The robots.txt of an origin, where there were rules to read."""
        return self._rules.get(origin)

    @cached_property
    def _rules(self) -> Mapping[str, Robots]:
        return {record.origin: parse(record.body) for record in self.robots if record.decision == "rules"}

    def forbidden(self, url: str) -> str:
        """The Disallow line that keeps every robot without a group of its own from a URL; else nothing."""
        rules = self.rules_of(origin_of(url))
        verdict = rules.verdict("*", url) if rules else None
        return "" if verdict is None or verdict.allowed else f"{verdict.rule} (line {verdict.line})"

    def barred(self, url: str) -> str:
        """The Disallow line that keeps one of the large engines from a URL; else nothing."""
        rules = self.rules_of(origin_of(url))
        for agent in ENGINES if rules else ():
            verdict = rules.verdict(agent, url)  # type: ignore[union-attr]
            if not verdict.allowed:
                return f"{verdict.rule} (line {verdict.line})"
        return ""

    def records(self) -> Iterator[UrlRecord]:
        """Every record of the crawl's own, in order of URL: not those of files, probes and addresses of others."""
        for _, record in sorted(self.urls.items()):
            if record.source not in BEYOND:
                yield record

    def beyond(self, *sources: str) -> Iterator[UrlRecord]:
        """Every record of one of these sources, which are of BEYOND, in order of URL."""
        for _, record in sorted(self.urls.items()):
            if record.source in sources:
                yield record


def fault_of(record: UrlRecord) -> str:
    """Why a URL that was asked for is surely broken; refusals, blocks and our own limits prove nothing."""
    if record.outcome is Outcome.HTTP_ERROR and record.status and record.status not in UNPROVEN:
        return f"status {record.status}{asked(record)}" if record.status >= 400 else ""
    if record.outcome is Outcome.TLS_INVALID:
        return "an invalid certificate"
    if record.outcome in SERVER_FAILED and _attempts(record) >= _ATTEMPTS:
        return f"{WORDS[record.outcome]}{asked(record)}"
    return ""


def unproven_of(record: UrlRecord) -> str:
    """Why what became of a URL proves nothing about it; empty where it works or is broken."""
    if record.outcome is Outcome.HTTP_ERROR and record.status in UNPROVEN:
        return f"status {record.status}{asked(record)}"
    if record.outcome in _UNSEEN or (record.outcome in SERVER_FAILED and _attempts(record) < _ATTEMPTS):
        return f"{WORDS[record.outcome]}{asked(record)}"
    return ""


def asked(record: UrlRecord) -> str:
    """`, asked 3 times`, where a URL was asked for again and again and never answered well."""
    attempts = _attempts(record)
    return f", asked {attempts} times" if attempts > 1 else ""


def _attempts(record: UrlRecord) -> int:
    attempts = record.evidence.get("attempts")
    return attempts if isinstance(attempts, int) else 0
