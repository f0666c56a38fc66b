"""Facts into HTML: one template, and where a page is to be faulty, the one thing that is wrong with it."""

import json
from collections.abc import Mapping
from html import escape

from tests.world.demo.catalogue import ARTICLES, BOOKS, PLAIN, Article, Book
from tests.world.demo.prose import paragraphs

ORIGIN = "https://www.lumen-books.com"
NAV = (("/", "Home"), ("/books/", "Books"), ("/magazine/", "Magazine"), ("/events/", "Events"), ("/about", "About us"),
       ("/cart/", "Your basket"))  # fmt: skip
FOOT = tuple((path, PLAIN[path][0]) for path in PLAIN if path not in ("/events/", "/about"))


def page(
    path: str, title: str, description: str, body: str, *, lang: str = ' lang="en"', canonical: str = "",
    viewport: bool = True, head: str = "", charset: str = "utf-8",
) -> str:  # fmt: skip
    """A whole page around `body`."""
    lines = [
        f"<!doctype html>\n<html{lang}>\n<head>", f'<meta charset="{charset}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">' if viewport else "",
        f"<title>{escape(title)}</title>" if title else "",
        f'<meta name="description" content="{escape(description)}">' if description else "",
        f'<link rel="canonical" href="{ORIGIN}{canonical or path}">',
        '<link rel="icon" href="/favicon.svg" type="image/svg+xml">\n<link rel="stylesheet" href="/static/shop.css">',
        _social(path, title, description), head, "</head>\n<body>", _nav(), f"<main>\n{body}\n</main>", _foot(),
        "</body>\n</html>\n",
    ]  # fmt: skip
    return "\n".join(line for line in lines if line)


def _social(path: str, title: str, description: str) -> str:
    facts = {"title": title or "Lumen Books", "type": "website", "url": ORIGIN + path, "description": description,
             "image": f"{ORIGIN}/images/shop.svg"}  # fmt: skip
    return "\n".join(f'<meta property="og:{key}" content="{escape(value)}">' for key, value in facts.items() if value)


def link(path: str, text: str, extra: str = "") -> str:
    return f'<a href="{escape(path)}"{extra}>{escape(text)}</a>'


def _nav() -> str:
    return "<header><nav><ul>" + "".join(f"<li>{link(*item)}</li>" for item in NAV) + "</ul></nav></header>"


def _foot() -> str:
    links = "".join(f"<li>{link(*item)}</li>" for item in FOOT)
    return f"<footer><ul>{links}</ul><p>Lumen Books, 12 Chandler's Stairs</p></footer>"


def image(name: str, alt: str | None) -> str:
    described = "" if alt is None else f' alt="{escape(alt)}"'
    return f'<img src="/images/{name}.svg" width="240" height="320"{described}>'


def text(slug: str, subject: str, count: int = 4) -> str:
    return "\n".join(f"<p>{escape(piece)}</p>" for piece in paragraphs(slug, subject, count))


def linked(items: list[tuple[str, str]]) -> str:
    return "<ul>\n" + "\n".join(f"<li>{link(*item)}</li>" for item in items) + "\n</ul>"


def json_ld(facts: Mapping[str, object]) -> str:
    return f'<script type="application/ld+json">{json.dumps({"@context": "https://schema.org", **facts})}</script>'


def home() -> str:
    body = f"<h1>A bookshop on the stairs</h1>\n{image('shop', 'The shop front of Lumen Books')}\n"
    body += text("home", "this shop") + "<h2>Sections</h2>" + linked(
        [(f"/books/{key}/", name) for key, (name, _) in BOOKS.items()] + [("/old-catalogue", "The printed catalogue")]
    )  # fmt: skip
    body += "<h2>From the magazine</h2>" + linked([(f"/magazine/{item.slug}", item.title) for item in ARTICLES[:3]])
    shop = {"@type": "Organization", "name": "Lumen Books", "url": ORIGIN + "/", "logo": f"{ORIGIN}/images/shop.svg"}
    words = "Lumen Books is an independent bookshop with its own press, a small magazine and a kettle that is on."
    return page("/", "Lumen Books: An Independent Bookshop", words, body, head=json_ld(shop))


def shelf() -> str:
    items = [(f"/books/{key}/", name) for key, (name, _) in BOOKS.items()] + [("/books/all", "Everything we have")]
    body = "<h1>All our shelves</h1>\n" + text("books", "shelves") + linked(items)
    return page("/books/", "Books by Section, from Fiction to Science",
                "Every section of Lumen Books at a glance: fiction, history, science and children.",
                body)  # fmt: skip


def everything() -> str:
    books = [(f"/books/{key}/{book.slug}", book.title) for key, (_, books) in BOOKS.items() for book in books]
    body = "<h1>Everything we have</h1>\n" + text("all", "lists") + linked(books)
    return page("/books/all", "The Full List of Books We Have in Stock",
                "A single list of every book on the shelves of Lumen Books, in the order of arrival.",
                body)  # fmt: skip


def section(key: str) -> str:
    name, books = BOOKS[key]
    items = [(f"/books/{key}/{book.slug}", f"{book.title} by {book.author}") for book in books]
    if key == "history":
        items.append(("/books/history/the-lost-atlas", "The Lost Atlas"))
    if key == "fiction":
        items.append(("/spring-sale", "Novels in the spring sale"))
    body = f"<h1>{name} on our shelves</h1>\n" + text(key, f"good {name.lower()}") + linked(items)
    return page(f"/books/{key}/", f"{name} We Have Read and Recommend",
                f"{name} at Lumen Books: a short shelf of titles that somebody here has read to the end.",
                body)  # fmt: skip


def book(key: str, item: Book) -> str:
    path = f"/books/{key}/{item.slug}"
    cover = "cover-lost" if item.slug == "seven-umbrellas" else f"cover-{item.slug}"
    others = [(f"/books/{key}/{other.slug}", other.title) for other in BOOKS[key][1] if other is not item]
    body = f"<h1>{escape(item.title)}</h1>\n<p>by {item.author}, {item.price} euro</p>\n"
    body += image(cover, f"Cover of {item.title}") + text(item.slug, item.topic) + "<h2>Nearby</h2>" + linked(others)
    offer = {
        "@type": "Offer",
        "price": item.price,
        "priceCurrency": "EUR",
        "availability": "https://schema.org/InStock",
    }
    about = {"description": f"A book about {item.topic}", "image": f"{ORIGIN}/images/{cover}.svg"}
    facts = json_ld({"@type": "Product", "name": item.title, **about, "offers": offer})
    if item.slug == "the-paper-whale":
        facts = facts.replace('"offers"', "offers:")
    title = f"{item.title.removesuffix(', Illustrated')} by {item.author}, at Lumen Books"
    if item.slug == "letters-by-balloon":
        title = "Letters by Balloon: The Extraordinary Story of the Post That Flew over the Besieged City of Paris"
    words = f"{item.title} by {item.author}, a book about {item.topic}; {item.price} euro at Lumen Books."
    canonical = "/books/science/night-sky" if item.slug == "night-skies" else ""
    return page(path, title, words, body, head=facts, canonical=canonical)


def magazine() -> str:
    items = [(f"/magazine/{item.slug}", item.title) for item in ARTICLES]
    body = "<h1>The Lumen magazine</h1>\n" + text("magazine", "our magazine")
    body += linked([*items, ("/recommendations", "Recommended for you")])
    return page("/magazine/", "The Lumen Magazine: Essays on Books",
                "Essays, notes and quarrels about books from the people who sell them, printed in the cellar.",
                body)  # fmt: skip


def article(item: Article) -> str:
    path, slug = f"/magazine/{item.slug}", item.slug
    others = [other for other in ARTICLES if other is not item]
    heading = "p" if slug == "reading-in-winter" else "h1"
    body = f"<article><{heading}>{escape(item.title)}</{heading}>\n<p><time>{item.date}</time></p>\n"
    body += text(slug, item.topic, 5) + _extra(slug) + "</article>\n<h2>Read on</h2>"
    body += linked([(f"/magazine/{other.slug}", other.title) for other in others[:3]])
    head = '<meta name="robots" content="noindex">' if slug == "drafts-and-offcuts" else ""
    if slug == "sound-of-pages":
        head = '<script src="http://www.lumen-books.com/static/player.js" defer></script>'
    paper = {"@type": "Organization", "name": "Lumen Books"}
    about = {"datePublished": item.date, "image": f"{ORIGIN}/images/shop.svg", "author": paper}
    facts = json_ld({"@type": "Article", "headline": item.title, **about})
    words = f"An essay from the Lumen magazine about {item.topic}, written at the counter and printed in the cellar."
    return page(path, f"{item.title} | Lumen", words, body, head=head + facts)


def _extra(slug: str) -> str:
    """What some articles have and others have not."""
    return {
        "a-press-in-the-cellar": image("press", None),
        "how-we-choose": f"<p>The list is still {link('http://localhost:8080/preview', 'being typeset')}.</p>",
        "maps-that-lie": f"<p>We sell {link('/books/science/small-measures', 'Small Measures', ' rel=nofollow')}.</p>",
    }.get(slug, "")


def plain(path: str) -> str:
    title, description, topic = PLAIN[path]
    slug = path.strip("/").lower()
    body = f"<h1>{escape(title or 'Evenings at the shop')}</h1>\n"
    body += "<p>Three sizes, one design. Ask at the counter.</p>" if path == "/gift-cards" else text(slug, topic)
    head = ""
    if path == "/about":
        pairs = (("en", "/about"), ("cs", "/cs/o-nas"), ("x-default", "/about"))
        head = "\n".join(f'<link rel="alternate" hreflang="{code}" href="{ORIGIN}{to}">' for code, to in pairs)
        body += f"<p>{link('/cs/o-nas', 'Tato stránka česky', ' hreflang=cs')}</p>"
    lang = "" if path == "/privacy" else ' lang="en"'
    return page(path, title, description, body, lang=lang, viewport=path != "/contact", head=head)


def czech() -> str:
    """In windows-1250, as many a Czech page still is; it forgets to name its English twin."""
    said = (
        "Knihkupectví Lumen najdete na Svíčkářských schodech už od roku 1987.",
        "Začínali jsme s jednou policí a příliš žluťoučkým koněm ve výloze, dnes máme čtyři oddělení.",
        "Ve sklepě stojí tiskařský lis, na kterém dvakrát do roka tiskneme vlastní časopis.",
        "Večer u nás čteme nahlas, vaříme čaj a hádáme se o překladech.",
    )
    body = "<h1>O knihkupectví Lumen</h1>\n" + "\n".join(f"<p>{' '.join(said[at:] + said[:at])}</p>" for at in range(4))
    words = "Kdo jsme, jak se ze svíčkárny stalo knihkupectví a proč to na schodech pořád voní voskem."
    return page(
        "/cs/o-nas", "O nás: knihkupectví Lumen na schodech", words, body, lang=' lang="cs"', charset="windows-1250"
    )
