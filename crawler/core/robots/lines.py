"""Octets of a robots.txt -> classified lines. One pass; never raises on content; knows nothing of groups.

The fetcher, the linter and the reader see the same lines, so they cannot disagree about what a line is.
"""

import codecs
import re
from enum import StrEnum
from types import MappingProxyType
from typing import Final, NamedTuple

from crawler.core.limits import ROBOTS_BYTES


class Kind(StrEnum):
    """What one line is."""

    USER_AGENT = "user-agent"
    ALLOW = "allow"
    DISALLOW = "disallow"
    CRAWL_DELAY = "crawl-delay"
    SITEMAP = "sitemap"
    UNUSED = "unused"  # a key other robots know and we do not act on
    UNKNOWN = "unknown"  # key and colon, but no key anyone defined
    PROSE = "prose"  # text that is neither a comment nor key and value
    COMMENT = "comment"
    EMPTY = "empty"


class Line(NamedTuple):
    """One line: 1-based number, kind, key and value as written without space around, all its text."""

    number: int
    kind: Kind
    key: str
    value: str
    text: str
    typo: bool = False  # the key is misspelt and counts all the same
    colon: bool = True  # False: key and value were read although the colon is missing

    @property
    def has_comment(self) -> bool:
        """Whether a comment stands on the line, alone or behind something."""
        return "#" in self.text

    @property
    def written(self) -> str:
        """The line without its comment and without the space around it."""
        return (self.text.partition("#")[0] if "#" in self.text else self.text).strip(SPACE)


#: RFC 9309 2.2 has space and tab only; VT and FF around a value are dropped too, and end no line.
SPACE: Final = " \t\v\f"

#: Misspelt keys that count, each with who else reads it so. All of them make us refuse or wait more. There is
#: no such list for `allow`: a guess that allows is a guess at the owner's cost.
MISSPELT: Final = MappingProxyType(
    {
        "useragent": Kind.USER_AGENT,  # google/robotstxt, crawler-commons, Protego
        "user agent": Kind.USER_AGENT,  # google/robotstxt, Protego
        "useg-agent": Kind.USER_AGENT,  # crawler-commons
        "ser-agent": Kind.USER_AGENT,  # crawler-commons (a first letter lost in copying)
        "dissallow": Kind.DISALLOW,  # google/robotstxt, Protego
        "dissalow": Kind.DISALLOW,  # google/robotstxt, crawler-commons, Protego
        "disalow": Kind.DISALLOW,  # google/robotstxt, Protego
        "diasllow": Kind.DISALLOW,  # google/robotstxt, Protego
        "disallaw": Kind.DISALLOW,  # google/robotstxt, Protego
        "desallow": Kind.DISALLOW,  # crawler-commons
        "dssalow": Kind.DISALLOW,  # crawler-commons
        "dsallow": Kind.DISALLOW,  # crawler-commons
        "crawl delay": Kind.CRAWL_DELAY,  # crawler-commons, Protego
        "site-map": Kind.SITEMAP,  # google/robotstxt, Protego
        "sitemaps": Kind.SITEMAP,  # Protego
    }
)

_SPELT: Final = {
    str(kind): kind for kind in (Kind.USER_AGENT, Kind.ALLOW, Kind.DISALLOW, Kind.CRAWL_DELAY, Kind.SITEMAP)
}
_UNUSED: Final = frozenset(
    (
        *("clean-param", "content-signal", "content-usage", "host", "noarchive", "nofollow", "noindex"),
        *("nosnippet", "request-rate", "revisit-after", "robot-version", "visit-time"),
    )
)
#: Without a colon only keys count that make us refuse more (google/robotstxt and Protego read such lines).
_WITHOUT_COLON: Final = frozenset({Kind.USER_AGENT, Kind.DISALLOW})

#: Keys as nearly all files write them: known before the first line is read.
_COMMON: Final = {
    written: (_SPELT[written.lower()], written, False)
    for written in ("User-agent", "User-Agent", "user-agent", "Allow", "Disallow", "Crawl-delay", "Sitemap")
}
#: A member of an enum costs ten times a name to look up, and each line needs some.
_EMPTY: Final = Kind.EMPTY

_BOMS_16: Final = ((codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
_LONE_OCTET: Final = re.compile("[\udc80-\udcff]")


def read(body: bytes) -> tuple[tuple[Line, ...], bool]:
    """All lines of `body`, and whether it was over the limit, of which then only the whole lines are read."""
    cut = len(body) > int(ROBOTS_BYTES)
    texts = _text(_whole_lines(body) if cut else body)
    # CR, LF and CRLF end a line (RFC 9309 2.2: EOL) and nothing else does: str.splitlines knows eight more.
    return classify(texts.replace("\r\n", "\n").replace("\r", "\n").split("\n")), cut


def classify(texts: list[str]) -> tuple[Line, ...]:
    """The lines of a file already split, numbered from 1."""
    known = _COMMON.copy()
    new = tuple.__new__  # what the generated __new__ calls; going straight there halves the time
    lines = []
    for number, text in enumerate(texts, 1):
        if not text:
            lines.append(new(Line, (number, _EMPTY, "", "", "", False, True)))
            continue
        content = text if "#" not in text else text[: text.index("#")]
        raw, colon, value = content.partition(":")
        if colon:
            found = known.get(raw) or known.setdefault(raw, _kind(raw))
            if found[1]:
                kind, key, typo = found
                lines.append(new(Line, (number, kind, key, value.strip(SPACE), text, typo, True)))
                continue
        lines.append(_without_colon(number, text, content.strip(SPACE)))
    return tuple(lines)


def _kind(raw: str) -> tuple[Kind, str, bool]:
    """Kind, key without space, and whether it is misspelt."""
    key = raw.strip(SPACE)
    name = key.lower()
    if name in _SPELT:
        return _SPELT[name], key, False
    if name in _UNUSED:
        return Kind.UNUSED, key, False
    return (MISSPELT[name], key, True) if name in MISSPELT else (Kind.UNKNOWN, key, False)


def _without_colon(number: int, text: str, content: str) -> Line:
    if not content:
        return Line(number, Kind.COMMENT if "#" in text else Kind.EMPTY, "", "", text)
    words = content.split(None, 2)
    # Exactly two words, as google/robotstxt has it: more than two is prose.
    if len(words) == 2:
        kind, key, typo = _kind(words[0])
        if kind in _WITHOUT_COLON:
            return Line(number, kind, key, words[1], text, typo, False)
    return Line(number, Kind.PROSE, "", "", text, False, False)


def _whole_lines(body: bytes) -> bytes:
    """The whole lines within the limit: half a rule forbids less than its owner asked."""
    limit = int(ROBOTS_BYTES)
    head = body[:limit]
    if body[limit : limit + 1] in (b"\r", b"\n"):
        return head
    return head[: max(head.rfind(b"\n"), head.rfind(b"\r")) + 1]


def _text(body: bytes) -> str:
    """The text of `body`; octets that are no UTF-8 are percent-encoded, which is how they are compared."""
    for mark, encoding in _BOMS_16 if body[:1] in (b"\xff", b"\xfe") else ():
        if body.startswith(mark):
            body = body[2:]
            # RFC 9309 2.2 wants UTF-8; not to read what plainly is UTF-16 would allow all of it. The mark
            # alone says little: UTF-8 text is seen behind it too, but then there is no NUL in it.
            if b"\0" in body:
                return body.decode(encoding, "replace")
    body = _without_mark(body)
    try:
        return body.decode()
    except UnicodeDecodeError:
        return _LONE_OCTET.sub(_percent, body.decode("utf-8", "surrogateescape"))


def _without_mark(body: bytes) -> bytes:
    """Without the UTF-8 byte order mark, or what is left of one (google/robotstxt drops that as well)."""
    if body[:1] != b"\xef":
        return body
    for octet in codecs.BOM_UTF8:
        if body[:1] != bytes((octet,)):
            break
        body = body[1:]
    return body


def _percent(octet: re.Match[str]) -> str:
    return f"%{ord(octet[0]) - 0xDC00:02X}"
