"""Sitemap files: bytes from a stranger -> what they list. No entities, no network, bounded (sitemaps.org protocol)."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from lxml import etree

from crawler.core.decoding import GZIP_MAGIC, decode
from crawler.core.limits import PAGE_BYTES, SITEMAP_REFUSED, SITEMAP_URLS
from crawler.core.outcome import Ended, Ending, Outcome
from crawler.core.sitemap_source import as_meant, locs_written
from crawler.core.urls import Refusal, Url, join

NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9"
ROOTS = (b"<urlset", b"<sitemapindex")
#: How far into a document its root element is looked for, bytes.
SNIFFED = 1024
SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
#: Beside the reasons of `core.urls`: the protocol wants absolute URLs.
RELATIVE = "relative"
#: A <loc> that holds more than text, and one that is not what is written, as the file had to be mended to be read.
ENTITY, MARKUP, RECOVERED = "entity", "markup", "not-well-formed"
#: <loc>, <lastmod>, and why what was read is not a URL.
_Entry = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class Sitemap:
    """What one file lists: pages of a urlset (or text file), or sitemaps of an index."""

    kind: str  # urlset, index, text or empty
    problem: str = ""  # why it is not valid; what could be read stands beside it
    entries: tuple[tuple[Url, str], ...] = ()  # URL and lastmod as written
    refused: tuple[tuple[str, str], ...] = ()  # the first: text as written (shortened), reason
    cut: bool = False  # it lists more than SITEMAP_URLS
    ending: Ending | None = None  # it could not be unpacked whole and within the limit: nothing of it is kept
    dropped: tuple[tuple[str, int], ...] = ()  # how many entries were refused, by reason


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
            return Sitemap("empty", ended.ending.reason, ending=ended.ending)
        if body.startswith(GZIP_MAGIC):
            twice = Ending(Outcome.CONTENT_ENCODING, "gzip within gzip; we unpack a file once")
            return Sitemap("empty", twice.reason, ending=twice)
    if not body.strip():
        return Sitemap("empty", "the file is empty")
    if not body.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<"):
        return _read_text(base, body)
    return _read_xml(base, body)


def _read_text(base: Url, body: bytes) -> Sitemap:
    lines = [line.strip() for line in body.decode("utf-8-sig", "replace").splitlines() if line.strip()]
    if not lines or not lines[0].lower().startswith(("http:", "https:")):
        return Sitemap("empty", "neither XML nor a list of URLs")
    return _collect("text", "", base, iter([(line, "", "") for line in lines]))


def _read_xml(base: Url, body: bytes) -> Sitemap:
    parser = etree.XMLParser(
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        huge_tree=False,
        recover=False,
        remove_comments=True,
    )
    problem, written = "", None
    root: etree._Element | None
    try:
        root = etree.fromstring(body, parser)
    except etree.XMLSyntaxError as error:
        _spent(error)
        problem = f"not well-formed XML: {error.msg}"[:200]
        body = as_meant(body)
        root, written = _recovered(body), locs_written(body)
    if root is None:
        return Sitemap("empty", problem)
    name, namespace = _split(root.tag)
    kind = {"urlset": "urlset", "sitemapindex": "index"}.get(name, "empty")
    if kind == "empty":
        return Sitemap("empty", problem or f"the root element is <{name[:50]}>, not <urlset> or <sitemapindex>")
    if not problem and namespace != NAMESPACE:
        problem = f"the namespace is {namespace[:100]!r}, not {NAMESPACE!r}"
    return _collect(kind, problem, base, _entries(root, written))


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
    except etree.XMLSyntaxError as error:
        _spent(error)
        return None


def _spent(error: etree.XMLSyntaxError) -> None:
    """Out of memory is no fault of the file's form: whoever gave the memory says what it means."""
    if error.code == etree.ErrorTypes.ERR_NO_MEMORY:
        raise MemoryError


def _entries(root: "etree._Element", written: list[str] | None) -> Iterator[_Entry]:
    """Each entry: its <loc>, its <lastmod>, and why what the parser read is not what is written."""
    found = [(loc, lastmod) for entry in root if (loc := _child(entry, "loc")) is not None
             for lastmod in (_child(entry, "lastmod"),)]  # fmt: skip
    aligned = written is not None and len(written) == len(found)
    known = frozenset(written or ())
    for number, (loc, lastmod) in enumerate(found):
        text, why = _text(loc)
        if written is not None:
            true = written[number] if aligned else text
            text, why = true, "" if text == true and text in known and not why else RECOVERED
        yield text, "" if lastmod is None else _text(lastmod)[0][:40], why


def _child(entry: "etree._Element", name: str) -> "etree._Element | None":
    last = None
    for child in entry if isinstance(entry.tag, str) else ():
        if isinstance(child.tag, str) and _split(child.tag)[0] == name:
            last = child
    return last


def _text(element: "etree._Element") -> tuple[str, str]:
    """The text as written, and why it is no URL: an entity left unresolved, or markup within."""
    if not len(element):
        return (element.text or "").strip(), ""
    pieces = [element.text or "", *(f"{part.text or ''}{part.tail or ''}" for part in element)]
    return "".join(pieces).strip(), MARKUP if isinstance(element[0].tag, str) else ENTITY


def _split(tag: object) -> tuple[str, str]:
    text = str(tag)
    if text.startswith("{"):
        namespace, _, name = text[1:].partition("}")
        return name, namespace
    return text, ""


def _collect(kind: str, problem: str, base: Url, found: Iterator[_Entry]) -> Sitemap:
    entries: list[tuple[Url, str]] = []
    refused: list[tuple[str, str]] = []
    dropped: Counter[str] = Counter()
    cut = False
    for text, lastmod, why in found:
        if len(entries) + dropped.total() >= int(SITEMAP_URLS):
            cut = True
            break
        url = join(base, text)
        if not why and SCHEME.match(text) and not isinstance(url, Refusal):
            entries.append((url, lastmod))
            continue
        reason = why or (str(url.reason) if isinstance(url, Refusal) and SCHEME.match(text) else RELATIVE)
        dropped[reason] += 1
        if len(refused) < int(SITEMAP_REFUSED):
            refused.append((url.text if isinstance(url, Refusal) else text[:200], reason))
    if cut:
        problem = problem or f"more than {int(SITEMAP_URLS)} URLs; the rest was not read"
    elif not problem and dropped[RELATIVE]:
        problem = "it lists relative URLs; the protocol wants absolute ones"
    return Sitemap(kind, problem, tuple(entries), tuple(refused), cut, dropped=tuple(sorted(dropped.items())))
