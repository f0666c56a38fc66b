"""Files that pages load or are shared with: images, style sheets, scripts, icons. Judged by their answers' headers."""

import re
from collections.abc import Iterator
from typing import Final

from crawler.core.audit import thresholds
from crawler.core.audit.beyond import KINDS, shared
from crawler.core.audit.checks.groups import named
from crawler.core.audit.finding import CannotTell, Hit, Said, Severity, count, quoted
from crawler.core.audit.parts import origin_of, path_of
from crawler.core.audit.registry import Needs, site_check
from crawler.core.audit.site import Site
from crawler.core.limits import ASSETS
from crawler.core.outcome import Outcome
from crawler.core.records import UrlRecord

#: What is part of a page's looks and functions; an icon is favicon-missing's.
_LOADED: Final = frozenset({"image", "style", "script"})
_WORDS: Final = {"style": "style sheet"}
#: Names whose content is sure: a script that paints an image may well forget to say so, and browsers show it.
_NAMED: Final = re.compile(r"\.(?:png|jpe?g|gif|webp|avif|svg|ico|css|m?js)$", re.IGNORECASE)
_SERVED: Final = frozenset({Outcome.FETCHED, Outcome.NOT_HTML, Outcome.NOT_MODIFIED})


def _loaded(site: Site, kinds: frozenset[str] = _LOADED) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """(URL, what it is, pages) of every file of these kinds."""
    for url in site.uses:
        found = sorted(site.uses.kinds[url] & kinds)
        if found:
            yield url, _WORDS.get(found[0], found[0]), site.uses[url]


def _on(pages: tuple[str, ...]) -> str:
    return f"on {count(len(pages), 'page')}: {named(pages)}"


def _facts(url: str, kind: str, pages: tuple[str, ...], **more: object) -> dict[str, object]:
    return {"target": url, "kind": kind, "pages": pages[: thresholds.SOURCES_SHOWN], "count": len(pages), **more}


def _served(site: Site, url: str) -> UrlRecord | None:
    """The answer at the end of a file's redirects; None where none says what it is."""
    record = site.final(url)
    return record if record and record.outcome in _SERVED and record.status == 200 else None


def _fault(site: Site, url: str) -> str:
    """Why a file is surely broken: it does not work, or a page stands in its place."""
    record = _served(site, url)
    if record is None:
        return site.fault(url)
    page = (record.content_type or "").partition(";")[0].strip().lower() == "text/html"
    sure = _NAMED.search(path_of(record.url)) or record.evidence.get("nosniff")
    return "a web page is in its place (Content-Type: text/html)" if page and sure else ""


def _unasked(site: Site, kinds: frozenset[str]) -> Iterator[CannotTell]:
    """What was not asked for, counted, and why."""
    left = [url for url, _, _ in _loaded(site, kinds) if _is_unasked(site, url)]
    others = sum(not site.covers(url) for url in left)
    if others:
        yield CannotTell(f"{count(others, 'file')} on other hosts: not asked for without -a external=check, or past it")
    if others == len(left):
        return
    ours = count(len(left) - others, "file of the site", "files of the site")
    asked = sum(site.covers(record.url) for record in site.beyond("asset"))
    if asked >= int(ASSETS):
        yield CannotTell(f"{ours}: past our limit {ASSETS.name} of {ASSETS.value:g}")
    else:
        yield CannotTell(f"{ours} not asked for" + ("" if asked else "; -a assets=check asks for them"))


def _unverified(site: Site, kinds: frozenset[str]) -> Iterator[CannotTell]:
    """What was asked for and gave an answer that proves nothing, each with the first page that names it."""
    for url, kind, pages in _loaded(site, kinds):
        if not _is_unasked(site, url) and (why := site.unproven(url)):
            yield CannotTell(f"{kind} could not be verified: {why}", pages[0])


def _is_unasked(site: Site, url: str) -> bool:
    record = site.final(url)
    return record is None or record.outcome is Outcome.OUT_OF_SCOPE


@site_check(
    "img-broken", "links", "error", Needs.RUN,
    title="An image, style sheet or script does not load",
    why="Readers see a hole, or a page without its looks or functions.",
    fix="Correct the address or put the file back.",
    source="RFC 9110, status codes",
)  # fmt: skip
def broken(site: Site) -> Said:
    for url, kind, pages in _loaded(site):
        fault = _fault(site, url)
        if fault:
            yield Hit(f"{kind} {url}: {fault}; {_on(pages)}", pages[0], _facts(url, kind, pages))
    yield from _unverified(site, _LOADED)
    yield from _unasked(site, _LOADED)


@site_check(
    "img-too-heavy", "performance", "notice", Needs.RUN,
    title="An image is heavy",
    why="It takes long to come on a phone, and costs readers their data.",
    fix="Save it smaller: fewer pixels, more compression, or as WebP or AVIF.",
    source="Convention (100 kB); web.dev: choose the right image format",
)  # fmt: skip
def too_heavy(site: Site) -> Said:
    unsized = 0
    for url, kind, pages in _loaded(site, frozenset({"image"})):
        record = _served(site, url)
        size = record.evidence.get("length") if record else None
        unsized += record is not None and size is None
        if isinstance(size, int) and size > thresholds.IMAGE_BYTES:
            heavy = size > thresholds.IMAGE_BYTES_HEAVY
            said = f"{size / 1000:,.0f} kB: {url}; {_on(pages)}"
            yield Hit(said, pages[0], _facts(url, kind, pages, bytes=size), Severity.WARNING if heavy else None)
    if unsized:
        yield CannotTell(f"{count(unsized, 'image')} came without a Content-Length of the file itself")
    yield from _unasked(site, frozenset({"image"}))


@site_check(
    "cache-static-short", "performance", "notice", Needs.RUN,
    title="A file is kept by browsers for less than a day",
    why="Whoever comes back loads it again.",
    fix="Send Cache-Control: max-age=31536000 and put a version into the file's name.",
    source="RFC 9111; Lighthouse: efficient cache lifetimes",
)  # fmt: skip
def cached_short(site: Site) -> Said:
    """Silent where a server says nothing, or has the file revalidated each time: both are policies of their own."""
    for url, kind, pages in _loaded(site, KINDS):
        record = _served(site, url) if site.covers(url) else None
        fresh = record.evidence.get("fresh_seconds") if record else None
        if record is None or not isinstance(fresh, int) or fresh >= thresholds.STATIC_SECONDS or _revalidated(record):
            continue
        said = str(record.evidence.get("cache_control") or "") or f"Expires {fresh} s after Date"
        yield Hit(f"{kind}: {said}; {_on(pages)}", url, _facts(url, kind, pages, seconds=fresh))
    yield from _unasked(site, KINDS)


def _revalidated(record: UrlRecord) -> bool:
    said = str(record.evidence.get("cache_control", "")).lower()
    return "no-store" not in said and ("no-cache" in said or "must-revalidate" in said or "revalidate=" in said)


@site_check(
    "social-og-image-broken", "social", "warning", Needs.RUN,
    title="The picture for shared links does not work",
    why="Whoever shares the page gets a card without a picture.",
    fix="Name an image that loads, with its whole address: https://…",
    source="ogp.me: og:image is a URL; RFC 9110, status codes",
)  # fmt: skip
def og_image(site: Site) -> Said:
    for _, page in sorted(site.pages.items()):
        for picture in shared(page):
            if picture.url is None:
                yield Hit(f"og:image is no whole address: {quoted(picture.raw)}", page.url, {"target": picture.raw})
    for url, _, pages in _loaded(site, frozenset({"shared"})):
        fault = _fault(site, url) or _no_image(_served(site, url))
        if fault:
            yield Hit(f"og:image {url}: {fault}; {_on(pages)}", pages[0], _facts(url, "og:image", pages))
    yield from _unverified(site, frozenset({"shared"}))
    yield from _unasked(site, frozenset({"shared"}))


def _no_image(record: UrlRecord | None) -> str:
    kind = (record.content_type or "").partition(";")[0].strip().lower() if record else ""
    return "" if kind.startswith("image/") or kind in ("", "application/octet-stream") else f"it is {kind}, no image"


@site_check(
    "favicon-missing", "html", "notice", Needs.RUN,
    title="The site has no icon",
    why="Tabs, bookmarks and search results show an empty sheet in its place.",
    fix='Put an icon at /favicon.ico, or name one with <link rel="icon">.',
    source="Google Search Central: favicons",
)  # fmt: skip
def favicon(site: Site) -> Said:
    if not site.pages:
        return
    icons = [url for url, _, _ in _loaded(site, frozenset({"icon"}))]
    unusable = any(x.kind == "icon" and x.target.url is None for page in site.pages.values() for x in page.resources)
    if icons or unusable:
        faults = [_fault(site, url) for url in icons]
        if faults and all(faults) and not unusable:
            yield Hit(f"icon {icons[0]}: {faults[0]}", site.home, {"icons": tuple(icons[: thresholds.SOURCES_SHOWN])})
        return
    url = f"{origin_of(site.home)}/favicon.ico"
    record = site.final(url)
    fault = _fault(site, url)
    if fault:
        yield Hit(f"no page names an icon, and {url}: {fault}", site.home)
    elif record is None or record.outcome not in _SERVED:
        why = "was not asked for" if record is None else f"could not be read: {record.reason or record.outcome}"
        yield CannotTell(f"no page names an icon, and {url} {why}")
