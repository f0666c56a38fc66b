"""Speed, and the shape of addresses."""

import re
from collections import defaultdict

from crawler.core.audit import thresholds
from crawler.core.audit.checks.groups import named
from crawler.core.audit.finding import CannotTell, Hit, Said, Severity, count, quoted
from crawler.core.audit.page import Page
from crawler.core.audit.registry import Needs, page_check, site_check
from crawler.core.audit.site import Site, origin_of, path_of
from crawler.core.outcome import Outcome

_DIGITS = re.compile(r"\d+")
_SESSION = re.compile(r"(?:[?&;](?:jsessionid|phpsessid|sessionid|sid)=[0-9a-z]{12,})", re.IGNORECASE)
_ESCAPE = re.compile(r"%[0-9A-Fa-f]{2}")
#: Octets of UTF-8 after the first: browsers and results show one letter, whose alphabet is nobody's fault.
_CONTINUED = re.compile(r"%[89ABab][0-9A-Fa-f]")


@site_check(
    "slow-response", "performance", "warning", Needs.RUN,
    title="The server is slow to answer",
    why="Readers wait before anything appears, and engines visit slow sites less.",
    fix="Cache the page, or look for what makes the server wait.",
    source="web.dev: time to first byte (0.8 s is good)",
)  # fmt: skip
def slow(site: Site) -> Said:
    for url in sorted(site.pages):
        record = site.urls.get(url)
        if record is None or record.ttfb is None:
            yield CannotTell("the time to the first byte was not measured", url)
        elif record.ttfb > thresholds.SLOW_SECONDS:
            very = record.ttfb > thresholds.VERY_SLOW_SECONDS
            yield Hit(f"{record.ttfb:.1f} s until the answer began", url, severity=Severity.ERROR if very else None)


@site_check(
    "spider-trap", "structure", "warning", Needs.SITE,
    title="The site makes addresses without end",
    why="Robots lose themselves in them and miss the pages that matter.",
    fix="Do not link to endless variants, or forbid them in robots.txt.",
    source="Google Search Central: faceted navigation; crawl budget",
)  # fmt: skip
def trap(site: Site) -> Said:
    addresses = [record.url for record in site.records() if site.covers(record.url)]
    repeated = [url for url in addresses if _repeats(path_of(url))]
    if repeated:
        yield Hit(f"a path segment repeats: {named(repeated)}", repeated[0], {"count": len(repeated)})
    patterns = defaultdict(list)
    for url in addresses:
        query = url.partition("?")[2]
        if _DIGITS.search(query):
            patterns[origin_of(url), path_of(url), _DIGITS.sub("0", query)].append(url)
    for urls in patterns.values():
        if len(urls) > thresholds.TRAP_URLS and _empty_end(site, urls):
            yield Hit(
                f"{count(len(urls), 'address', 'addresses')} of one pattern: {named(urls)}",
                urls[0],
                {"count": len(urls)},
            )


def _repeats(path: str) -> bool:
    segments = [segment for segment in path.split("/") if segment]
    return any(segments[i : i + 3] == [segment] * thresholds.SAME_SEGMENT for i, segment in enumerate(segments))


def _empty_end(site: Site, urls: list[str]) -> bool:
    """A long archive has different pages; a trap shows the same, or the crawl took it for one and left it."""
    hashes = [site.pages[url].text_hash for url in urls if url in site.pages]
    left = any(site.urls[url].outcome is Outcome.SPIDER_TRAP for url in urls)
    return left or len(set(hashes)) < len(hashes) / 2


@page_check(
    "url-uppercase", "urls", "notice",
    title="The address has capital letters",
    why="Paths are case-sensitive: typed in small letters the page may not be found, or be found twice.",
    fix="Use small letters, and redirect the old address.",
    source="RFC 3986",
)  # fmt: skip
def uppercase(page: Page) -> Said:
    path = _ESCAPE.sub("", path_of(page.url))
    if path != path.lower():
        yield Hit(path_of(page.url))


@page_check(
    "url-double-slash", "urls", "warning",
    title="The address has a double slash",
    why="Most servers show the same page with one slash: two addresses for one page.",
    fix="Find the link that makes it, and redirect.",
    source="RFC 3986",
)  # fmt: skip
def double_slash(page: Page) -> Said:
    if "//" in path_of(page.url):
        yield Hit(path_of(page.url))


@page_check(
    "url-session-id", "urls", "warning",
    title="The address carries a session",
    why="Every visitor gets other addresses for the same page, and whoever gets the link gets the session.",
    fix="Keep the session in a cookie.",
    source="Google Search Central: URL structure",
)  # fmt: skip
def session_id(page: Page) -> Said:
    sources = [page.url, *(link.url or "" for link in page.links)]
    found = [url for url in sources if origin_of(url) == origin_of(page.url) and _SESSION.search(url)]
    if found:
        yield Hit(quoted(found[0]))


@page_check(
    "url-too-long", "urls", "notice",
    title="The address is long",
    why="Long addresses are cut in results and in messages.",
    fix="Shorten it where that is easy; redirect the old one.",
    source="Convention",
)  # fmt: skip
def too_long(page: Page) -> Said:
    length = len(_ESCAPE.sub("x", _CONTINUED.sub("", page.url)))
    if length > thresholds.URL_CHARACTERS:
        yield Hit(f"{length} characters")
