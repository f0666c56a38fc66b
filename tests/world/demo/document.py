"""One page of the demo as data, and the template all pages share. What is wrong with a page is a part that was swapped.

A page without swaps is meant to be without fault: whatever an audit says of it is wrong, or the template is.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html import escape

from tests.world.demo.prose import paragraphs

DOMAIN = "lumen-books.com"
ORIGIN = f"https://www.{DOMAIN}"
NAV = (("/", "Home"), ("/books/", "Books"), ("/magazine/", "Magazine"), ("/press/", "Our press"),
       ("/visit/", "Visit us"), ("/help/", "Help"), ("/cart/", "Your basket"))  # fmt: skip
_SAID = {
    "en": "Notes from Lumen Books on {}: what to read first, and why.",
    "cs": "Knihkupectví Lumen píše o tom, co je {}, a radí, kterou knihu otevřít jako první.",
    "de": "Die Buchhandlung Lumen über {}: was man zuerst lesen sollte, und was warten kann.",
    "ja": "ルーメン書店が{}についてお話しします。最初に読む一冊と、あとで読む一冊をご紹介します。",
    "ar": "مكتبة لومن تكتب لكم عن {} وتقترح الكتاب الذي يستحق أن نبدأ به هذا المساء.",
}


@dataclass(frozen=True, slots=True)
class Doc:
    """A page: its facts, the parts that differ from the template, and what an audit must say of it.

    `faults` are ids of checks, to be reported at this page; `trap` names what is innocent here and looks like a fault.
    """

    path: str
    name: str
    topic: str
    faults: str = ""
    trap: str = ""
    body: str = ""  # more of the main part
    swap: Mapping[str, str] = field(default_factory=dict)
    headers: Sequence[tuple[str, str]] = ()  # one that is empty is not sent
    lang: str = "en"
    seed: str = ""  # the page whose text it shows, where that is another's
    charset: str = "utf-8"
    linked: bool = True  # by its neighbours
    listed: bool = True  # in a sitemap
    packed: bool = True
    delay: float = 0.0
    first: int = 200  # the status of the first answer

    @property
    def url(self) -> str:
        return ORIGIN + self.path

    @property
    def title(self) -> str:
        return f"{self.name} | Lumen Books"

    @property
    def description(self) -> str:
        return _SAID[self.lang].format(self.topic)

    @property
    def heading(self) -> str:
        return self.topic[0].upper() + self.topic[1:]


def render(doc: Doc, around: Sequence[Doc] = ()) -> bytes:
    """The document; `around` are the pages it leads to."""
    made = _head(doc) | _body(doc, around) | doc.swap
    lines = [*(made[name] for name in made if made[name])]
    return "\n".join(lines).encode(doc.charset, "xmlcharrefreplace")


def _head(doc: Doc) -> dict[str, str]:
    return {
        "doctype": "<!DOCTYPE html>",
        "html": f'<html lang="{doc.lang}"{" dir=rtl" if doc.lang == "ar" else ""}>\n<head>',
        "charset": f'<meta charset="{doc.charset}">',
        "viewport": '<meta name="viewport" content="width=device-width, initial-scale=1">',
        "title": f"<title>{escape(doc.title)}</title>",
        "description": f'<meta name="description" content="{escape(doc.description)}">',
        "robots": "",
        "canonical": f'<link rel="canonical" href="{escape(doc.url)}">',
        "icon": '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
        "style": '<link rel="stylesheet" href="/static/shop.css">',
        "social": _social(doc),
        "data": json_ld({"@type": "WebPage", "name": doc.name, "url": doc.url, "inLanguage": doc.lang}),
        "more": "",
        "open": "</head>\n<body>",
    }


def _body(doc: Doc, around: Sequence[Doc]) -> dict[str, str]:
    return {
        "header": f"<header><nav>{''.join(f'<p>{link(*item)}</p>' for item in NAV)}</nav></header>",
        "main": "<main>",
        "heading": f"<h1>{escape(doc.heading)}</h1>",
        "text": "\n".join(f"<p>{escape(piece)}</p>" for piece in paragraphs(doc.seed or doc.path, doc.lang)),
        "body": doc.body,
        "end": "</main>",
        "related": f"<aside><nav><ul>{''.join(f'<li>{link(x.path, x.name)}</li>' for x in around)}</ul></nav></aside>",
        "footer": "<footer><p>Lumen Books, 12 Chandler's Stairs</p></footer>",
        "close": "</body>\n</html>\n",
    }


def _social(doc: Doc) -> str:
    facts = {"title": doc.name, "type": "website", "url": doc.url, "image": f"{ORIGIN}/images/shop.png"}
    lines = [f'<meta property="og:{key}" content="{escape(value)}">' for key, value in facts.items()]
    return "\n".join([*lines, '<meta name="twitter:card" content="summary">'])


def link(path: str, text: str, more: str = "") -> str:
    return f'<a href="{escape(path)}"{more}>{escape(text)}</a>'


def image(name: str, more: str) -> str:
    return f'<img src="/images/{name}" width="240" height="320"{more}>'


def json_ld(facts: Mapping[str, object]) -> str:
    stated = {"@context": "https://schema.org", **facts}
    return f'<script type="application/ld+json">{json.dumps(stated, ensure_ascii=False)}</script>'
