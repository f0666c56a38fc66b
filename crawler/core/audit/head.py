"""Title, meta and link elements, and the response fields that say the same things."""

import re
from collections.abc import Mapping
from typing import Final

from selectolax.lexbor import LexborNode

from crawler.core.audit import bounds, directives, naming
from crawler.core.audit.facts import Alternate, Canonical, Pager, Placed, Refresh, Target
from crawler.core.audit.gather import Attributes, Gathering, in_head
from crawler.core.audit.references import header_links
from crawler.core.audit.wording import fold

_ROBOTS: Final = directives.OURS | directives.ENGINES
_KEPT_METAS = re.compile(r"(?:og|twitter|article):|(?:referrer|generator|theme-color)$")
_POLICIES: Final = frozenset({"content-security-policy", "content-language", "x-ua-compatible"})
_REFRESH = re.compile(r"\s{0,9}(\d{1,9})(?:\.[\d.]{0,9})?\s{0,9}(?:[;,\s]\s{0,9}(?:url\s{0,9}=)?(.*))?", re.I | re.S)
#: As Google Search Central, favicons, has them.
_ICONS: Final = frozenset({"icon", "apple-touch-icon", "apple-touch-icon-precomposed"})
_FOREIGN: Final = frozenset({"svg", "math"})


def title(found: Gathering, node: LexborNode, attributes: Attributes) -> None:
    """An SVG title names a picture, not the page."""
    if len(found.titles) < bounds.ITEMS_KEPT.value / 20 and not naming.inside(node, _FOREIGN):
        found.add(found.titles, Placed(found.text(node), in_head(node)))


def meta(found: Gathering, node: LexborNode, attributes: Attributes) -> None:
    """Every meta element by its name, property or http-equiv."""
    content = attributes.get("content") or ""
    name = (attributes.get("name") or attributes.get("property") or "").strip().lower()
    equivalent = (attributes.get("http-equiv") or "").strip().lower()
    if name == "description":
        found.add(found.descriptions, Placed(fold(content)[:2000], in_head(node)))
    elif name in _ROBOTS:
        for directive in directives.of_meta(name, content, "head" if in_head(node) else "body"):
            found.add(found.directives, directive)
    elif name == "viewport":
        found.add(found.viewports, content[:500])
    for kept in dict.fromkeys((name, (attributes.get("property") or "").strip().lower())):
        if _KEPT_METAS.match(kept):
            found.add(found.metas, (kept[:100], fold(content)[:1000]))
    if equivalent == "refresh":
        _refresh(found, content)
    elif equivalent in _POLICIES:
        found.add(found.metas, (equivalent, content[:4000]))


def _refresh(found: Gathering, content: str) -> None:
    match = _REFRESH.fullmatch(content[:4000])
    if match:
        place = (match[2] or "").strip().strip("\"'")
        found.add(found.refreshes, Refresh(float(match[1]), found.references.target(place) if place else None))


def link(found: Gathering, node: LexborNode, attributes: Attributes) -> None:
    """canonical, alternate hreflang, style sheets and icons."""
    rel = (attributes.get("rel") or "").lower().split()
    href = attributes.get("href")
    if href is None or len(found.canonicals) + len(found.alternates) >= bounds.ITEMS_KEPT.value:
        return
    where = "head" if in_head(node) else "body"
    if "canonical" in rel:
        found.add(found.canonicals, Canonical(_target(found, href), where))
    if "alternate" in rel and attributes.get("hreflang") is not None:
        lang = (attributes.get("hreflang") or "").strip()[:100]
        found.add(found.alternates, Alternate(lang, _target(found, href), where))
    for name in {"next", "prev", "previous"}.intersection(rel):
        found.add(found.pagers, Pager(name[:4], _target(found, href)))
    if "stylesheet" in rel and "alternate" not in rel:
        found.resource("style", href)
    elif _ICONS.intersection(rel):
        found.resource("icon", href)


def _target(found: Gathering, href: str) -> Target:
    """An empty href is no reference at all (HTML 4.2.4), though a URL parser would give the page itself."""
    return found.references.target(href) if href.strip() else Target(href, None, "empty-url")


def headers(found: Gathering, fields: Mapping[str, tuple[str, ...]]) -> None:
    """X-Robots-Tag and Link."""
    for value in fields.get("x-robots-tag", ()):
        for directive in directives.of_header(value):
            found.add(found.directives, directive)
    for href, parameters in header_links(fields.get("link", ())):
        rel = parameters.get("rel", "").lower().split()
        if "canonical" in rel:
            found.add(found.canonicals, Canonical(found.references.of_header(href), "header"))
        if "alternate" in rel and "hreflang" in parameters:
            alternate = Alternate(parameters["hreflang"][:100], found.references.of_header(href), "header")
            found.add(found.alternates, alternate)
