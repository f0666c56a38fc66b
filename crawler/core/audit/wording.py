"""Text as people see it: white space folded, words counted in any script, widths measured."""

import hashlib
import re
import unicodedata
from collections.abc import Iterator
from typing import Final

#: Characters of a long text that are taken apart at once: as a list, its words take thirty times what the text takes.
_AT_ONCE: Final = 65_536

_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]")
# Scripts without spaces: a word of Chinese or Japanese is about two characters, of Thai, Lao, Khmer or
# Burmese about five.
_CJK: Final = "\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003fffd"
_SEASIAN: Final = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"
_NO_SPACES = re.compile(f"([{_CJK}]+)|([{_SEASIAN}]+)")
_UNSPACED = re.compile(f"[{_CJK}{_SEASIAN}]")
_WIDE = re.compile(f"[{_CJK}\uac00-\ud7af]")


def fold(text: str) -> str:
    """White space collapsed and trimmed; every Unicode space counts."""
    if len(text) <= _AT_ONCE:
        return " ".join(text.split())
    pieces = (text[start : start + _AT_ONCE] for start in range(0, len(text), _AT_ONCE))
    folded = "".join(" ".join(f"|{piece}|".split())[1:-1] for piece in pieces)
    while "  " in folded:  # white space that went on in the next piece
        folded = folded.replace("  ", " ")
    return folded.strip(" ")


def printable(text: str) -> str:
    """Without C0 and C1 control characters (tab and line ends stay) and lone surrogates."""
    return _CONTROL.sub("", text)


def key(text: str) -> str:
    """The form in which two texts are compared: NFKC, case-folded, white space collapsed."""
    return fold(unicodedata.normalize("NFKC", text).casefold())


def words(text: str) -> int:
    """The number of words in a folded text, estimated by characters in scripts that use no spaces."""
    if text.isascii() or not _UNSPACED.search(text):
        return text.count(" ") + 1 if text else 0
    spaced, unspaced = 0, 0.0
    for piece in _at_spaces(text):
        unspaced += sum(len(cjk) / 2 + len(other) / 5 for cjk, other in _NO_SPACES.findall(piece))
        spaced += len(_NO_SPACES.sub(" ", piece).split())
    return spaced + round(unspaced)


def _at_spaces(text: str) -> Iterator[str]:
    """A folded text in pieces, none of which ends within a word."""
    start = 0
    while start < len(text):
        end = text.find(" ", start + _AT_ONCE)
        end = len(text) if end < 0 else end
        yield text[start:end]
        start = end


def is_wide(text: str) -> bool:
    """True where at least half of the letters are Chinese, Japanese or Korean."""
    letters = sum(character.isalpha() for character in text)
    return letters > 0 and len(_WIDE.findall(text)) * 2 >= letters


def digest(text: str) -> str:
    """A short stable hash of a folded text; empty for no text."""
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:32] if text else ""


# Advance widths of Arial in thousandths of its size; it shares them with Helvetica.
_WIDTHS: Final = {
    **dict.fromkeys("'", 191), **dict.fromkeys("ijl", 222), **dict.fromkeys(" !,./:;I[]\\ft|", 278),
    **dict.fromkeys('()-r`', 333), **dict.fromkeys('"', 355), **dict.fromkeys("*", 389), "^": 469,
    **dict.fromkeys("Jcksvxyz", 500), **dict.fromkeys("+<=>~", 584), **dict.fromkeys("FTZ", 611),
    **dict.fromkeys("&ABEKPSVXY", 667), **dict.fromkeys("CDHNRUw", 722), **dict.fromkeys("GOQ", 778),
    **dict.fromkeys("Mm", 833), **dict.fromkeys("%", 889), "W": 944, "—": 1000, "…": 1000, "@": 1015,
}  # fmt: skip
_OTHER_WIDTH: Final = 556


def pixels(text: str, size: int = 20) -> int:
    """About how wide a text is in Arial; accents take no room, East Asian characters take the full square."""
    return round(sum(map(_width, unicodedata.normalize("NFD", text))) * size / 1000)


def _width(character: str) -> int:
    known = _WIDTHS.get(character)
    if known is not None:
        return known
    if unicodedata.combining(character):
        return 0
    return 1000 if unicodedata.east_asian_width(character) in "WF" else _OTHER_WIDTH
