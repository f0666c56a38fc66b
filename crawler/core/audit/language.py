"""Which language a text is in, where that is beyond doubt.

The detector (CLD3, a small network in the package itself) gives an answer to everything. So a text must be long, and
each part of it must get the same answer: lists of names, code and pages in two languages get none.
"""

import re
from collections.abc import Mapping
from typing import Final

from gcld3 import NNetLanguageIdentifier
from selectolax.lexbor import LexborNode

from crawler.core.audit import thresholds

_PART: Final = 300  # characters, enough to be sure
_MOST: Final = 3  # parts, taken from the whole length of the text
_SURE: Final = {1: 0.995, 2: 0.97, 3: 0.9}  # how sure the detector must be of each, by their number
_FOREIGN: Final = 0.2  # more of the text than this is marked as another language: the page is mixed
_IDENTIFIER: Final = NNetLanguageIdentifier(min_num_bytes=60, max_num_bytes=1500)
#: Addresses, code and numbers are of no language.
_NOISE = re.compile(r"\S*(?:[/@#\\_{}<>=]|\d|www\.)\S*")
_NEW_NAMES: Final = {"iw": "he", "fil": "tl", "no": "nb"}
#: What the detector recognises well; it takes short or odd texts for some of the others.
KNOWN: Final = frozenset(
    {
        *("am", "ar", "bg", "bn", "bs", "ca", "cs", "da", "de", "el", "en", "es", "et", "eu", "fa", "fi", "fr", "gu"),
        *("he", "hi", "hr", "hu", "hy", "id", "is", "it", "ja", "ka", "kk", "km", "kn", "ko", "lo", "lt", "lv", "mk"),
        *("ml", "mn", "mr", "ms", "my", "nb", "ne", "nl", "pa", "pl", "pt", "ro", "ru", "si", "sk", "sl", "sq", "sr"),
        *("sv", "sw", "ta", "te", "th", "tl", "tr", "uk", "ur", "uz", "vi", "zh"),
    }
)
#: Declared languages it could not recognise in favour of another are left alone; these it knows besides.
_ALSO: Final = frozenset(
    {"af", "cy", "eo", "ga", "gl", "az", "be", "ku", "lb", "mt", "ky", "tg", "yi", "zu", "so", "xh"}
)
#: Languages that a machine or a reader may take for each other.
_NEAR: Final = tuple(
    frozenset(group.split())
    for group in (
        "nb nn no da", "bs hr sr sh cnr me", "id ms jv su min", "cs sk", "es gl ca pt", "hi mr ne sa mai bho",
        "ru uk be",
        "bg mk", "fa ps ur tg ku", "af nl", "de lb gsw nds", "az tr tk",
        "kk ky tt ba uz", "sl hr", "et fi", "tl ceb",
        "lv lt", "ar arz fa ur", "zh yue wuu cmn ja", "bn as", "it co la", "ga gd", "sv nb da", "zu xh",
    )
)  # fmt: skip
#: Letters only one of two near languages has: (declared, detected) -> (letters that deny it, letters that prove it).
_LETTERS: Final[Mapping[tuple[str, str], tuple[str, str]]] = {
    ("cs", "sk"): ("ěřů", "ľĺŕôä"), ("sk", "cs"): ("ľĺŕôä", "ěřů"), ("es", "pt"): ("ñ¿¡", "ãõç"),
    ("pt", "es"): ("ãõç", "ñ¿¡"), ("ru", "uk"): ("ыэёъ", "їєґі"), ("uk", "ru"): ("їєґі", "ыэёъ"),
    ("zh", "ja"): ("们这说", "のはをがです"),
}  # fmt: skip
_PROOF: Final = 3  # letters, and none that deny it


def of(text: str) -> str:
    """The language of a folded text as a primary subtag, or nothing."""
    if len(text) < thresholds.LANGUAGE_CHARACTERS:
        return ""
    number = min(_MOST, max(1, len(text) // _PART))
    starts = range(0, number * (len(text) // number), len(text) // number)
    found = {_of_part(text[start : start + _PART], number) for start in starts}
    return next(iter(found)) if len(found) == 1 else ""


def _of_part(part: str, parts: int) -> str:
    said = " ".join(_NOISE.sub(" ", part).split())
    if len(said) * 2 < len(part):
        return ""
    answer = _IDENTIFIER.FindLanguage(said)
    sure = answer.is_reliable and answer.probability >= _SURE[parts]
    language = _NEW_NAMES.get(answer.language, answer.language)
    return language if sure and language in KNOWN else ""


def is_mixed(parts: list[LexborNode], own: str, size: int) -> bool:
    """Whether much of a text of `size` characters stands in elements that declare another language than `own`."""
    foreign = (node for node in parts if primary(node.attributes.get("lang") or "") not in ("", own))
    return any(len(node.text()) > size * _FOREIGN for node in foreign)


def primary(tag: str) -> str:
    """The primary subtag of a language tag as people write them."""
    return tag.strip().lower().replace("_", "-").partition("-")[0]


def contradicts(declared: str, detected: str, text: str) -> bool:
    """Whether a text in the language `detected` cannot be one in the language `declared` (primary subtags)."""
    declared = _NEW_NAMES.get(declared, declared)
    if not detected or declared == detected or declared not in KNOWN | _ALSO:
        return False
    if not any({declared, detected} <= group for group in _NEAR):
        return True
    deny, prove = _LETTERS.get((declared, detected), ("", ""))
    letters = text.lower()
    return sum(map(letters.count, prove)) >= _PROOF and not any(map(letters.__contains__, deny))
