"""References of a page: judged once each, resolved against its base, with the line they stand on."""

import html
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from crawler.core.audit.facts import Target
from crawler.core.urls import Reason, Refusal, Url, join

SPACE: Final = "\t\n\f\r "
_SCHEME = re.compile(r"([a-zA-Z][a-zA-Z0-9+.-]*):")
_KINDS: Final = {
    "mailto": "mail", "tel": "phone", "sms": "phone", "javascript": "script", "http": "page", "https": "page",
}  # fmt: skip
# Each character is looked at once: what is skipped ends somewhere, and a match may not run over the next '<'.
_HREF = re.compile(
    r"<!--(?s:.*?)(?:-->|\Z)"
    r"|<(?:script|style|noscript)[\t\n\f\r >](?s:.*?)(?:</(?:script|style|noscript)|\Z)"
    r"|<(?:a|area)[\t\n\f\r /][^<>]*?(?<=[\t\n\f\r /\"'])href[\t\n\f\r ]{0,9}=[\t\n\f\r ]{0,9}"
    r"(?:\"([^\"<]*)\"|'([^'<]*)'|([^\t\n\f\r >\"'<]+))",
    re.IGNORECASE,
)
_LOOK_AHEAD: Final = 20
_LINK_VALUE = re.compile(r"<([^<>]*)>([^<]*)")
_PARAMETER = re.compile(r";\s*([a-zA-Z*]+)\s*=\s*(?:\"([^\"]*)\"|([^\s;,\"]+))")
_MOST_FIELDS: Final = 500


def kind_of(href: str) -> str:
    """page, fragment, mail, phone, script or other."""
    text = href.strip(SPACE)
    if text.startswith("#"):
        return "fragment"
    scheme = _SCHEME.match(text)
    return _KINDS.get(scheme[1].lower(), "other") if scheme else "page"


@dataclass(slots=True)
class Resolver:
    """Judges the references of one page; the same text is judged once."""

    document: Url
    base: Url | Refusal = field(init=False)
    _known: dict[str, Target] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.base = self.document

    def set_base(self, href: str) -> None:
        """`<base href>`: a foreign scheme is no base (HTML 2.4.3); another refusal covers all relatives."""
        base = join(self.document, href)
        if isinstance(base, Url) or base.reason is not Reason.SCHEME:
            self.base = base

    def target(self, raw: str) -> Target:
        """The reference with its canonical URL, or with the reason why it has none."""
        known = self._known.get(raw)
        if known is None:
            known = self._known[raw] = self._judge(raw)
        return known

    def of_header(self, raw: str) -> Target:
        """A reference from a Link field, relative to the document whatever its base (RFC 8288 3.2)."""
        judged = join(self.document, raw)
        return Target(raw, str(judged)) if isinstance(judged, Url) else Target(raw, None, str(judged.reason))

    def _judge(self, raw: str) -> Target:
        absolute = bool(_SCHEME.match(raw.strip(SPACE)))
        if isinstance(self.base, Refusal) and not absolute:
            return Target(raw, None, str(self.base.reason))
        judged = join(self.base if isinstance(self.base, Url) else self.document, raw)
        if isinstance(judged, Url):
            return Target(raw, str(judged))
        return Target(raw, None, str(judged.reason))


class Lines:
    """The source line of each link, found by walking the source and the tree side by side."""

    def __init__(self, text: str):
        self._found = list(self._hrefs(text))
        self._next = 0

    @staticmethod
    def _hrefs(text: str) -> Iterator[tuple[str, int]]:
        line, seen = 1, 0
        for match in _HREF.finditer(text):
            line += text.count("\n", seen, match.start())
            seen = match.start()
            if match.lastindex is None:
                continue
            yield match[1] or match[2] or match[3] or "", line

    def of(self, href: str) -> int | None:
        """The line of the next link with this href; None where the source and the tree part."""
        for ahead in range(self._next, min(self._next + _LOOK_AHEAD, len(self._found))):
            raw, line = self._found[ahead]
            if raw == href or html.unescape(raw) == href:
                self._next = ahead + 1
                return line
        return None


def header_links(values: Iterable[str]) -> Iterator[tuple[str, dict[str, str]]]:
    """The targets of Link header fields (RFC 8288 3), with their parameters."""
    for value in values:
        for match in list(_LINK_VALUE.finditer(value))[:_MOST_FIELDS]:
            yield (
                match[1],
                {name.lower(): quoted or plain for name, quoted, plain in _PARAMETER.findall(match[2])},
            )
