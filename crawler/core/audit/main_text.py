"""The text of a page: all of it, and the main part without navigation and footer. Takes the tree apart."""

import re
from typing import Any, Final

from selectolax.lexbor import LexborHTMLParser, LexborNode

from crawler.core.audit import language, prose, wording
from crawler.core.audit.sketch import UNITS, sketch

_UNSEEN: Final = [
    "script",
    "style",
    "noscript",
    "template",
    "svg",
    "math",
    "object",
    "iframe",
    "select",
    "textarea",
]
_AROUND: Final = ["nav", "footer", "aside"]
#: What stands on every page of a site whatever the page is about; for the comparison of pages it is left out too.
_SAME_EVERYWHERE: Final = ["header", "a", "form", "button", "dialog"]
_FRAME: Final = (
    "[role=navigation],[role=banner],[role=contentinfo],[role=complementary],[role=dialog],[class*=cookie i],"
    "[id*=cookie i],[class*=consent i],[id*=consent i],#header,#footer,#sidebar,#menu,#nav,div.header,div.footer,"
    "div.site-footer,div.site-header,div.sidebar,div.menu,div.navbar"
)
_MOST_FRAMES: Final = 20
_LONG_WORD: Final = 20  # characters, with its space
_START: Final = 4000
_PARAGRAPHS: Final = 200
_MARKED: Final = 50
_HEAD_END = re.compile(r"</head[\s>]|<body[\s>]", re.IGNORECASE)
_TAG = re.compile(r"<([a-zA-Z][a-zA-Z0-9:-]{0,40})(?=[\s/>])([^<>]*)")
_SKIPPED = re.compile(
    r"<!--.*?(?:-->|\Z)|<(script|style|noscript|template|title)(?=[\s>])[^>]*>.*?(?:</\1\s*>|\Z)", re.I | re.S
)
_METADATA: Final = frozenset({"title", "meta", "link", "base"})
_HEAD_CONTENT: Final = _METADATA.union(
    ("html", "head", "style", "script", "noscript", "template", "basefont", "bgsound", "noframes")
)


def main_text(tree: LexborHTMLParser) -> dict[str, Any]:
    """Word counts, hash and beginning of the text, by field name of `Page`."""
    body = tree.body
    if body is None:
        return {}
    tree.strip_tags(_UNSEEN)
    beginning = wording.fold(body.text(separator=" ")[:_START])
    tree.strip_tags(_AROUND)
    marked = tree.css("main, [role~=main i]")
    around = marked[0] if len(marked) == 1 else body
    main = wording.fold(around.text(separator=" "))
    spoken = _language(tree, around, main)
    return {
        "body_words": wording.words(beginning),
        "words": wording.words(main),
        "text_hash": wording.digest(main),
        "text_start": main[:_START],
        "mains": len(marked),
        "language": spoken,
        "prose": prose.of(node.text() for node in around.css("p")[:_PARAGRAPHS]) if spoken == "en" else "",
        "sketch": _sketch(tree, spaced=wording.words(main) <= 2 * (main.count(" ") + 1)) if main else b"",
    }


def _language(tree: LexborHTMLParser, around: LexborNode, main: str) -> str:
    """The language of the main text; none where a good part of it declares another one than the page."""
    root = tree.root
    own = language.primary((root.attributes.get("lang") if root else "") or "")
    marked = tree.css("body[lang], body [lang]")[:_MARKED]
    return "" if language.is_mixed(marked, own, len(main)) else language.of(main[:_START])


def _sketch(tree: LexborHTMLParser, *, spaced: bool) -> bytes:
    """What pages are compared by: the main text without links, and without what frames it under other names."""
    tree.strip_tags(_SAME_EVERYWHERE)
    for _ in range(_MOST_FRAMES):  # one after another: one may stand in another
        frame = tree.css_first(_FRAME)
        if frame is None or frame.tag in ("html", "body", "main"):
            break
        frame.decompose()
    marked = tree.css("main, [role=main]")
    node = marked[0] if len(marked) == 1 else tree.body
    return sketch(node.text(separator=" ")[: UNITS * _LONG_WORD], spaced=spaced) if node else b""


def head_broken_by(source: str) -> str:
    """The first element in the source's head that may not stand there while metadata follows."""
    end = _HEAD_END.search(source)
    if end is None:
        return ""
    culprit = ""
    for tag in _TAG.finditer(_SKIPPED.sub(_kept, source[: end.start()])):
        name = tag[1].lower()
        if culprit and name in _METADATA:
            return culprit
        if name not in _HEAD_CONTENT:
            culprit = culprit or name
    return ""


def _kept(skipped: re.Match[str]) -> str:
    """A title is metadata even though its text is skipped."""
    return "<title>" if (skipped[1] or "").lower() == "title" else ""
