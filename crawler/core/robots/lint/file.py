"""What concerns the file as a whole: how it came, its octets, its size."""

import codecs
import re
from collections.abc import Iterator
from typing import Final

from crawler.core.limits import ROBOTS_BYTES
from crawler.core.robots.lines import Kind
from crawler.core.robots.lint.catalogue import GOOGLE, HOUSE, RFC, SITEMAPS, File, Hit, check
from crawler.core.urls import Refusal, normalise

RFC_BYTES: Final = 500 * 1024  # RFC 9309 2.5
_PAGE: Final = re.compile(
    rb"\s*(?:<\?xml[^>]{0,200}>\s*)?(?:<!--.{0,500}?-->\s*)?<(?:!doctype|html|head|body)\b", re.I | re.S
)
#: What ends a line for some programs and, by RFC 9309 2.2, does not: VT, FF, NEL, LS, PS.
_SEPARATORS: Final = re.compile("[\v\f\x85\u2028\u2029]")
_SCHEME: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.\-]*:")


def is_page(file: File) -> bool:
    """Whether an HTML page came in place of the file."""
    return _PAGE.match(file.body.removeprefix(codecs.BOM_UTF8)[:2000]) is not None


@check(
    "html-instead", "error", on_pages=True,
    why="Robots read no rule in it: everything is allowed.",
    mend="Answer /robots.txt with the text file, or with 404; often a catch-all route or a login page is in the way.",
    source=f"{RFC} 2.3",
)  # fmt: skip
def html_instead(file: File) -> Iterator[Hit]:
    if is_page(file):
        yield Hit(1, "an HTML page in place of robots.txt")


@check(
    "content-type", "warning", on_pages=True,
    why="RFC 9309 wants text/plain; some robots ignore a file that says it is something else.",
    mend="Serve it as “text/plain; charset=utf-8”.",
    source=f"{RFC} 2.3",
)  # fmt: skip
def content_type(file: File) -> Iterator[Hit]:
    if file.content_type is None:
        return
    kind = file.content_type.partition(";")[0].strip().lower()
    if kind != "text/plain":
        yield Hit(None, f"it came as {kind}" if kind else "it came without a Content-Type")


@check(
    "over-500-kib", "error", on_pages=True,
    why="Robots need not read past 500 KiB: the rules after that may not hold, and this crawler refuses such a site.",
    mend="Shorten it with wildcards, and take out what no longer exists.",
    source=f"{RFC} 2.5",
)  # fmt: skip
def over_500_kib(file: File) -> Iterator[Hit]:
    if file.robots.cut:
        # How much follows is not known: whoever gives us the file need not read on.
        yield Hit(None, f"over {int(ROBOTS_BYTES):,} bytes; this was read up to line {len(file.robots.lines)}")
    elif len(file.body) > RFC_BYTES:
        yield Hit(None, f"{len(file.body):,} bytes")


@check(
    "bom", "notice",
    why="Simple parsers take the byte order mark for a part of the first word, and miss that line.",
    mend="Save the file as UTF-8 without a byte order mark.",
    source=GOOGLE,
)  # fmt: skip
def bom(file: File) -> Iterator[Hit]:
    if file.body.startswith(codecs.BOM_UTF8):
        yield Hit(1, "the file begins with a byte order mark")


@check(
    "not-utf-8", "warning",
    why="RFC 9309 wants UTF-8: rules with such letters do not match the URLs they are meant for.",
    mend="Save the file as UTF-8, or write such letters percent-encoded.",
    source=f"{RFC} 2.2",
)  # fmt: skip
def not_utf_8(file: File) -> Iterator[Hit]:
    if file.body.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        yield Hit(None, "the file is UTF-16, which few robots read")
        return
    try:
        file.body[: int(ROBOTS_BYTES)].decode()
    except UnicodeDecodeError as error:
        if error.reason != "unexpected end of data" or len(file.body) <= int(ROBOTS_BYTES):
            before = file.body[: error.start].replace(b"\r\n", b"\n").replace(b"\r", b"\n")
            yield Hit(before.count(b"\n") + 1, "octets that are no UTF-8")


@check(
    "line-ends", "notice",
    why="Programs do not agree where such a line ends, so they do not agree about the rules.",
    mend="End every line with LF, or every line with CRLF.",
    source=f"{RFC} 2.2",
)  # fmt: skip
def line_ends(file: File) -> Iterator[Hit]:
    # A cut file may end between the CR and the LF of one line end.
    body = file.body[: int(ROBOTS_BYTES)].removesuffix(b"\r") if file.robots.cut else file.body
    lone = body.replace(b"\r\n", b"").count(b"\r")
    if lone:
        yield Hit(None, f"{lone} line{'s' if lone > 1 else ''} ended by CR alone")
    for line in file.robots.lines:
        found = _SEPARATORS.search(line.text.strip())
        if found and line.kind is not Kind.COMMENT:
            yield Hit(line.number, f"U+{ord(found[0]):04X} in it ends a line for some robots and not for others")


@check(
    "sitemap-relative", "error",
    why="A Sitemap line needs the whole URL: engines ignore a path.",
    mend="Write the whole URL, with https:// and the host.",
    source=SITEMAPS,
)  # fmt: skip
def sitemap_relative(file: File) -> Iterator[Hit]:
    for number, value in _sitemaps(file):
        if not _SCHEME.match(value):
            mend = f"Write it as {file.origin}{value}" if file.origin and value.startswith("/") else ""
            yield Hit(number, "a sitemap without scheme and host" if value else "a Sitemap line without URL", mend)


@check(
    "sitemap-bad-url", "error",
    why="No robot can ask for it.",
    mend="Correct the URL.",
    source=SITEMAPS,
)  # fmt: skip
def sitemap_bad_url(file: File) -> Iterator[Hit]:
    for number, value in _sitemaps(file):
        if _SCHEME.match(value) and isinstance(url := normalise(value), Refusal):
            yield Hit(number, f"a sitemap with a URL that cannot be asked for ({url.reason})")


@check(
    "sitemap-other-host", "notice",
    why="Engines take a sitemap on another host only where that host's robots.txt, or a proof of ownership, allows it; "
    "often it is left over from a move or a test server.",
    mend="Name a sitemap of this very scheme and host, unless the other is meant.",
    source=SITEMAPS,
)  # fmt: skip
def sitemap_other_host(file: File) -> Iterator[Hit]:
    for number, value in _sitemaps(file):
        url = normalise(value)
        if file.origin and not isinstance(url, Refusal) and url.origin != file.origin:
            yield Hit(number, f"a sitemap of {url.origin} in the robots.txt of {file.origin}")


@check(
    "empty-file", "notice",
    why="It allows everything, as no file would; that may be meant.",
    mend="Say so: “User-agent: *” and “Disallow:”, and name the sitemap.",
    source=HOUSE,
)  # fmt: skip
def empty_file(file: File) -> Iterator[Hit]:
    if all(line.kind in (Kind.EMPTY, Kind.COMMENT) for line in file.robots.lines):
        yield Hit(None, "there is nothing but comments in it" if b"#" in file.body else "it is empty")


def _sitemaps(file: File) -> Iterator[tuple[int, str]]:
    return ((line.number, line.value) for line in file.robots.lines if line.kind is Kind.SITEMAP)
