"""Sitemap files: bytes from a stranger -> what they list. No entities, no network, bounded (sitemaps.org protocol)."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from lxml import etree

from crawler.core.decoding import GZIP_MAGIC, decode
from crawler.core.limits import PAGE_BYTES, SITEMAP_URLS
from crawler.core.outcome import Ended, Ending, Outcome
from crawler.core.urls import Refusal, Url, join

NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9"
ROOTS = (b"<urlset", b"<sitemapindex")
#: How far into a document its root element is looked for, bytes.
SNIFFED = 1024
SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
#: Beside the reasons of `core.urls`: the protocol wants absolute URLs.
RELATIVE = "relative"


@dataclass(frozen=True, slots=True)
class Sitemap:
    """What one file lists: pages of a urlset (or text file), or sitemaps of an index."""

    kind: str  # urlset, index, text or empty
    problem: str = ""  # why it is not valid; what could be read stands beside it
    entries: tuple[tuple[Url, str], ...] = ()  # URL and lastmod as written
    refused: tuple[tuple[str, str], ...] = ()  # text as written (shortened), reason
    cut: bool = False  # it lists more than SITEMAP_URLS
    ending: Ending | None = None  # too-large: unpacked it passes the limit, and nothing of it is kept


def is_sitemap(body: bytes) -> bool:
    """Whether an XML document is a sitemap, by its beginning."""
    start = body[:SNIFFED].lstrip(b"\xef\xbb\xbf \t\r\n")
    return start.startswith((b"<?xml", *ROOTS)) and any(root in start for root in ROOTS)


def read(base: Url, body: bytes) -> Sitemap:
    """Read a sitemap, gzip or not. Never raises on content; says what is wrong in `problem`."""
    if body.startswith(GZIP_MAGIC):
        try:
            body = decode(["gzip"], body, PAGE_BYTES)
        except Ended as ended:
            passed = ended.ending if ended.ending.outcome is Outcome.TOO_LARGE else None
            return Sitemap("empty", ended.ending.reason, ending=passed)
    if not body.strip():
        return Sitemap("empty", "the file is empty")
    if not body.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<"):
        return _read_text(base, body)
    return _read_xml(base, body)


def _read_text(base: Url, body: bytes) -> Sitemap:
    lines = [line.strip() for line in body.decode("utf-8-sig", "replace").splitlines() if line.strip()]
    if not lines or not lines[0].lower().startswith(("http:", "https:")):
        return Sitemap("empty", "neither XML nor a list of URLs")
    return _collect("text", "", base, iter([(line, "") for line in lines]))


def _read_xml(base: Url, body: bytes) -> Sitemap:
    parser = etree.XMLParser(
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        huge_tree=False,
        recover=False,
        remove_comments=True,
    )
    problem = ""
    root: etree._Element | None
    try:
        root = etree.fromstring(body, parser)
    except etree.XMLSyntaxError as error:
        problem = f"not well-formed XML: {error.msg}"[:200]
        root = _recovered(body)
    if root is None:
        return Sitemap("empty", problem)
    name, namespace = _split(root.tag)
    kind = {"urlset": "urlset", "sitemapindex": "index"}.get(name, "empty")
    if kind == "empty":
        return Sitemap("empty", problem or f"the root element is <{name[:50]}>, not <urlset> or <sitemapindex>")
    if not problem and namespace != NAMESPACE:
        problem = f"the namespace is {namespace[:100]!r}, not {NAMESPACE!r}"
    return _collect(kind, problem, base, _entries(root))


def _recovered(body: bytes) -> "etree._Element | None":
    parser = etree.XMLParser(
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        huge_tree=False,
        recover=True,
        remove_comments=True,
    )
    try:
        return etree.fromstring(body, parser)
    except etree.XMLSyntaxError:
        return None


def _entries(root: "etree._Element") -> Iterator[tuple[str, str]]:
    for entry in root:
        if not isinstance(entry.tag, str):
            continue
        found = {_split(child.tag)[0]: child for child in entry if isinstance(child.tag, str)}
        loc = found.get("loc")
        if loc is not None:
            lastmod = found.get("lastmod")
            yield _text(loc), "" if lastmod is None else _text(lastmod)[:40]


def _text(element: "etree._Element") -> str:
    # An entity left unresolved has no text of its own: what stands around it is not the URL that was meant.
    if len(element):
        return f"&{element[0].text or 'entity'};"[:100]
    return (element.text or "").strip()


def _split(tag: object) -> tuple[str, str]:
    text = str(tag)
    if text.startswith("{"):
        namespace, _, name = text[1:].partition("}")
        return name, namespace
    return text, ""


def _collect(kind: str, problem: str, base: Url, found: Iterator[tuple[str, str]]) -> Sitemap:
    entries: list[tuple[Url, str]] = []
    refused: list[tuple[str, str]] = []
    cut = False
    for text, lastmod in found:
        if len(entries) + len(refused) >= int(SITEMAP_URLS):
            cut = True
            break
        url = join(base, text)
        if not SCHEME.match(text):
            refused.append((text[:200], RELATIVE))
        elif isinstance(url, Refusal):
            refused.append((url.text, url.reason))
        else:
            entries.append((url, lastmod))
    if cut:
        problem = problem or f"more than {int(SITEMAP_URLS)} URLs; the rest was not read"
    elif not problem and any(reason == RELATIVE for _, reason in refused):
        problem = "it lists relative URLs; the protocol wants absolute ones"
    return Sitemap(kind, problem, tuple(entries), tuple(refused), cut)
