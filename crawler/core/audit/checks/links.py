"""Links of one page."""

import re

from crawler.core.audit import thresholds
from crawler.core.audit.facts import Link
from crawler.core.audit.finding import Hit, Said, Severity, count, quoted
from crawler.core.audit.page import Page
from crawler.core.audit.purpose import is_private
from crawler.core.audit.registry import page_check
from crawler.core.audit.site import host_of
from crawler.core.limits import LINKS_PER_PAGE
from crawler.core.url_hosts import Reason, canonical_host

_MALFORMED = re.compile(
    r"(?:https?:(?!//)|https?//|https?:///|https?:\\|https?://[^/?#]*[ \\]|[^?#]*[\x00-\x1f\x7f]|https?://\[[^\]/?#]*(?:[/?#]|$))",
    re.IGNORECASE,
)
_HOST = re.compile(r"(?:https?:)?//(\[[^\]]*\]|[^/?#:\\]*)", re.IGNORECASE)
#: RFC 6761 and 6762, and what private networks use.
_LOCAL_NAMES = frozenset(["localhost", "local", "test", "internal", "intranet", "lan", "localdomain", "home"])
_TOP = frozenset({"", "top"})
_SHOWN = 5


def _shown(links: list[Link]) -> str:
    parts = [quoted(link.href, 80) + (f" (line {link.line})" if link.line else "") for link in links[:_SHOWN]]
    rest = len(links) - len(parts)
    return ", ".join(parts) + (f" and {rest:,} more" if rest else "")


def listed(links: list[Link], one: str, many: str) -> Hit:
    """One hit for several links of a page: counted, the first shown."""
    also = [{"href": x.href, "text": x.text, "line": x.line} for x in links[: thresholds.SOURCES_SHOWN]]
    return Hit(f"{count(len(links), one, many)}: {_shown(links)}", also={"links": tuple(also), "count": len(links)})


@page_check(
    "link-empty-anchor", "links", "warning",
    title="A link has no text",
    why="Screen readers announce it as “link” and nothing else, and engines learn nothing about its target.",
    fix="Put a text in the link, an alt on its image, or an aria-label on it.",
    source="WCAG 2.4.4 and 4.1.2; Google Search Central: links",
)  # fmt: skip
def empty_anchor(page: Page) -> Said:
    empty = [link for link in page.links if not link.named]
    if empty:
        yield listed(empty, "link without a text", "links without a text")


@page_check(
    "link-malformed-url", "links", "warning",
    title="A link's address cannot be read",
    why="Browsers guess or give up; the reader lands nowhere.",
    fix="Correct the address.",
    source="WHATWG URL",
)  # fmt: skip
def malformed(page: Page) -> Said:
    bad = [x for x in page.links if x.refusal and x.kind in ("page", "other") and _MALFORMED.match(x.href.strip())]
    if bad:
        yield listed(bad, "unreadable address", "unreadable addresses")


@page_check(
    "link-fragment-missing", "links", "warning",
    title="A link points at a place that is not on the page",
    why="The reader stays where they are, or lands at the top.",
    fix="Give the place that id, or correct the link.",
    source="HTML: find the indicated part of the document",
)  # fmt: skip
def fragment_missing(page: Page) -> Said:
    if page.app_root or "anchors-cut" in page.marks:
        return
    missing = [link for link in page.links if _is_here(link, page) and not _exists(link.fragment, page)]
    if missing:
        yield listed(missing, "place not found", "places not found")


def _is_here(link: Link, page: Page) -> bool:
    return bool(link.fragment) and link.url == page.url and link.kind in ("page", "fragment")


def _exists(fragment: str, page: Page) -> bool:
    name = fragment.partition(":~:")[0]
    scripted = name.startswith(("/", "!")) or "=" in name  # a route of a script, not a place
    return scripted or name.lower() in _TOP or name in page.anchors or _decoded(name) in page.anchors


def _decoded(name: str) -> str:
    octets = re.sub(rb"%([0-9A-Fa-f]{2})", lambda m: bytes.fromhex(m[1].decode()), name.encode("utf-8", "replace"))
    return octets.decode("utf-8", "replace")


@page_check(
    "page-too-many-links", "links", "notice",
    title="The page has very many links",
    why="Readers do not find theirs, and robots stop following somewhere in the list.",
    fix="Split the list into pages, or leave out what nobody looks for.",
    source="Convention",
)  # fmt: skip
def too_many(page: Page) -> Said:
    if page.links_seen > thresholds.MANY_LINKS:
        cut = f"; we follow the first {LINKS_PER_PAGE.value:,} addresses" if page.links_cut else ""
        yield Hit(count(page.links_seen, "link") + cut, severity=Severity.WARNING if page.links_cut else None)


@page_check(
    "link-not-crawlable", "links", "warning",
    title="A link works only with a script",
    why="Engines follow <a href> with an address; they do not press buttons.",
    fix="Give the link a real address in href.",
    source="Google Search Central: make links crawlable",
)  # fmt: skip
def not_crawlable(page: Page) -> Said:
    scripted = [link for link in page.links if link.kind == "script" and not link.control]
    if scripted:
        yield listed(scripted, "javascript: link", "javascript: links")
    elif page.bare_anchors:
        acting = count(page.bare_anchors, "<a> element acts as a link", "<a> elements act as links")
        yield Hit(f"{acting} without href")


@page_check(
    "link-to-localhost", "links", "error",
    title="A link points at a private machine",
    why="Only the author's computer or network can open it; a test address was left in the page.",
    fix="Use the public address.",
    source="RFC 6761; RFC 1918",
)  # fmt: skip
def to_localhost(page: Page) -> Said:
    private = [link for link in page.links if link.refusal and _is_local(link.href)]
    if private:
        yield listed(private, "link to a private machine", "links to a private machine")


def _is_local(href: str) -> bool:
    host = _HOST.match(href.strip())
    if host is None:
        return False
    name = host[1].lower()
    return canonical_host(name) == Reason.PRIVATE_ADDRESS or name.rpartition(".")[2] in _LOCAL_NAMES


@page_check(
    "link-to-insecure", "https", "warning",
    title="A secure page links to its own host without https",
    why="Each such click leaves the secure site for a moment, or for good.",
    fix="Link with https, or without scheme and host.",
    source="Google Search Central: HTTPS as a canonical signal",
)  # fmt: skip
def to_insecure(page: Page) -> Said:
    if not page.url.startswith("https:"):
        return
    host = host_of(page.url)
    plain = [link for link in page.links if (link.url or "").startswith("http:") and host_of(link.url or "") == host]
    if plain:
        yield listed(plain, "http link", "http links")


@page_check(
    "link-nofollow-internal", "links", "notice",
    title="The site tells engines not to follow its own link",
    why="nofollow on an internal link hides part of your own site and saves nothing.",
    fix="Take nofollow away; keep pages out of search with noindex where that is meant.",
    source="Google Search Central: qualify outbound links",
)  # fmt: skip
def nofollow_internal(page: Page) -> Said:
    host = host_of(page.url)
    own = [x for x in page.links if x.nofollow and x.url and x.url != page.url and host_of(x.url) == host]
    links = [link for link in own if not is_private(link.url or "")]
    if links:
        yield listed(links, "internal nofollow link", "internal nofollow links")


@page_check(
    "meta-refresh-redirect", "links", "warning",
    title="The page sends visitors on with a meta refresh",
    why="Engines treat it as a weak redirect, and readers lose their place.",
    fix="Answer with a 301 redirect.",
    source="Google Search Central: redirects; WCAG 2.2.1",
)  # fmt: skip
def meta_refresh(page: Page) -> Said:
    for refresh in page.refreshes:
        if refresh.target and refresh.target.url != page.url and refresh.seconds <= thresholds.REFRESH_SECONDS:
            yield Hit(f"after {refresh.seconds:g} s to {quoted(refresh.target.raw)}")
            return
