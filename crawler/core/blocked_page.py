"""What little a challenge page holds: enough of an HTML page read to say whether there is anything else on it.

One pass over the tags, bounded by the caller; nothing here raises, and nothing is kept of the page.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

#: More visible characters than this are content. The longest challenge texts known to us have about 500.
CONTENT: Final = 700
#: More links than this are a site's navigation.
NAVIGATION: Final = 4

#: Without `<` and `>` inside, so that no text makes it look twice at a character.
_TAG: Final = re.compile(r"<(/?)([a-z][a-z0-9-]*)([^<>]*)>")
_ATTRIBUTE: Final = re.compile(r"""([a-z-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""")
#: What stands in these is not seen by a reader without scripts, or not on the page.
_UNSEEN: Final = frozenset({"script", "style", "noscript", "template", "title", "svg"})
#: Inputs that nobody types into.
_NO_FIELD: Final = frozenset({"hidden", "submit", "button", "image", "reset", "checkbox"})
#: Classes and elements by which captcha widgets are put into a page, by their own documentation.
WIDGETS: Final = {
    "g-recaptcha": "reCAPTCHA",  # developers.google.com/recaptcha/docs/display
    "h-captcha": "hCaptcha",  # docs.hcaptcha.com
    "cf-turnstile": "Turnstile",  # developers.cloudflare.com/turnstile
    "frc-captcha": "Friendly Captcha",  # developer.friendlycaptcha.com/docs/v2/getting-started/install
    "smart-captcha": "SmartCaptcha",  # yandex.cloud/docs/smartcaptcha
    "mtcaptcha": "MTCaptcha",  # docs.mtcaptcha.com
    "altcha-widget": "ALTCHA",  # altcha.org/docs
}


@dataclass(slots=True)
class Seen:
    """What one page holds."""

    characters: int = 0
    links: int = 0
    fields: int = 0
    passwords: int = 0
    widget: str = ""

    @property
    def empty(self) -> bool:
        """Whether it holds nothing a reader could have come for."""
        return self.characters <= CONTENT and self.links <= NAVIGATION and not self.fields

    @property
    def login(self) -> bool:
        """Whether it asks for a password and has little else."""
        return self.passwords > 0 and self.characters <= CONTENT


def look(text: str) -> Seen:
    """Read a page. `text`: lower case, as short as the caller likes to bound it."""
    seen, unseen, position = Seen(), "", 0
    text = "".join(_without_comments(text))
    for tag in _TAG.finditer(text):
        if not unseen:
            seen.characters += _visible(text[position : tag.start()])
        position = tag.end()
        closing, name, attributes = tag.groups()
        if unseen:
            unseen = "" if closing and name == unseen else unseen
        elif not closing:
            _count(name, attributes, seen)
            unseen = name if name in _UNSEEN and not attributes.endswith("/") else ""
    if not unseen:
        seen.characters += _visible(text[position:])
    return seen


def _without_comments(text: str) -> Iterator[str]:
    first, *rest = text.split("<!--")
    yield first
    for part in rest:
        yield part.partition("-->")[2]


def _visible(text: str) -> int:
    return len(" ".join(text.split()))


def _count(name: str, attributes: str, seen: Seen) -> None:
    if name not in ("a", "input", "textarea", "select", "div", "span", "altcha-widget"):
        return
    values = {found[1]: found[2] or found[3] or found[4] or "" for found in _ATTRIBUTE.finditer(attributes)}
    seen.links += name == "a" and "href" in values
    kind = values.get("type", "text") if name == "input" else ""
    seen.passwords += kind == "password"
    seen.fields += name in ("textarea", "select") or (name == "input" and kind not in _NO_FIELD)
    if values.get("data-size") != "invisible":
        marks = {name, *values.get("class", "").split()}
        seen.widget = seen.widget or next((WIDGETS[mark] for mark in sorted(marks) if mark in WIDGETS), "")
