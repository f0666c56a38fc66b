"""The sites that `tests.bench.cpu` crawls: pages of common size and make, the same for the same address."""

import gzip
import json
import random
import zlib
from functools import cache

from tests.world import Request, Response, text

TEXT = """
a about after all also an and any are as at back because been before between both but by can come could day do
down each even every few first for found from garden get give good great had has have hand her here him his home
house how if in into is it its just keep know large last leave letter life light like little long look made make
many market may me might more morning most much must my name never new night no not now of off old on once one
only open or other our out over own paper part people place put read right river road said same saw school
season see she should show small so some still stone street such take tell than that the their them then there
these they thing this those thought time to too town tree two under until
"""
WORDS = TEXT.split()
RULES = ("/cart", "/checkout", "/account/", "/search?", "/*?sort=", "/admin/", "/tmp/", "/*.pdf$", "/api/")
ROBOTS = "User-agent: OtherBot\nDisallow: /\n\nUser-agent: *\n" + "".join(f"Disallow: {rule}\n" for rule in RULES)
#: Bytes of the smallest page; the largest has twice as many.
SMALLEST = 30_000


def site(request: Request) -> Response:
    """robots.txt, and a page at every other path, gzipped as most servers do."""
    if request.path == "/robots.txt":
        return text(ROBOTS)
    fields = {
        "Content-Type": "text/html; charset=utf-8", "Content-Encoding": "gzip", "Cache-Control": "max-age=600",
        "Server": "nginx", "Vary": "Accept-Encoding", "X-Content-Type-Options": "nosniff",
        "Strict-Transport-Security": "max-age=31536000",
    }  # fmt: skip
    return Response(200, fields, packed(request.host, request.path))


@cache
def packed(host: str, path: str) -> bytes:
    return gzip.compress(page(host, path).encode(), 6, mtime=0)


def page(host: str, path: str) -> str:
    """One page of 30 to 60 kB."""
    chance = random.Random(zlib.crc32(f"{host}{path}".encode()))
    size, parts = chance.randint(SMALLEST, 2 * SMALLEST), [head(chance, host, path), navigation(chance, host)]
    length = sum(map(len, parts))
    while length < size:
        parts.append(section(chance, host))
        length += len(parts[-1])
    return "".join([*parts, "</main>", footer(chance), "</body></html>\n"])


def words(chance: random.Random, least: int, most: int) -> str:
    return " ".join(chance.choices(WORDS, k=chance.randint(least, most)))


def head(chance: random.Random, host: str, path: str) -> str:
    title, about = words(chance, 4, 9).title(), words(chance, 12, 24)
    data = {"@context": "https://schema.org", "@type": "Article", "headline": title, "description": about}
    styles = "".join(f".c{n}{{margin:{n}px;color:#{chance.randrange(0x1000000):06x}}}" for n in range(60))
    sheets = "".join(f'<link rel="stylesheet" href="/static/{n}.css?v={chance.randrange(999)}">' for n in range(3))
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        f'<meta name="viewport" content="width=device-width"><meta name="description" content="{about}">'
        f'<link rel="canonical" href="https://{host}{path}"><meta property="og:title" content="{title}">'
        f'<meta property="og:image" content="/images/{chance.randrange(999)}.jpg">{sheets}<style>{styles}</style>'
        f'<script type="application/ld+json">{json.dumps(data)}</script><script src="/static/app.js" defer></script>'
        f"<script>window.settings={json.dumps(WORDS[:120])};</script></head>"
    )


def navigation(chance: random.Random, host: str) -> str:
    links = "".join(
        f'<li class="menu-item menu-item-{n}"><a href="/{chance.choice(WORDS)}/{n}/" class="menu-link">'
        f"{words(chance, 1, 3)}</a></li>\n"
        for n in range(40)
    )
    form = '<form action="/search"><label for="q">Search</label><input id="q" name="q" type="search"></form>'
    home = f'<a href="https://{host}/">Home</a>'
    return f'<body class="page"><header>{home}{form}<nav><ul>{links}</ul></nav></header><main>'


def section(chance: random.Random, host: str) -> str:
    prose = "".join(paragraph(chance) for _ in range(chance.randint(2, 5)))
    teasers = "".join(teaser(chance, host) for _ in range(4))
    title = f'<section id="s{chance.randrange(10**6)}"><h2>{words(chance, 3, 8)}</h2>'
    return f'{title}{prose}<div class="row">{teasers}</div></section>\n'


def paragraph(chance: random.Random) -> str:
    link = f"<a href='/{chance.choice(WORDS)}/{chance.randrange(999)}'>{words(chance, 1, 4)}</a>"
    return f"<p>{words(chance, 25, 60)} {link} {words(chance, 15, 40)} <em>{words(chance, 1, 3)}</em>.</p>\n"


def teaser(chance: random.Random, host: str) -> str:
    address = f"https://{host}/{chance.choice(WORDS)}/{chance.randrange(9999)}?from=card&amp;lang=en"
    image = f'<img src="/images/{chance.randrange(9999)}.jpg" width="320" height="200" alt="{words(chance, 2, 6)}">'
    return f'<div class="card"><a href="{address}">{image}<span>{words(chance, 3, 7)}</span></a></div>'


def footer(chance: random.Random) -> str:
    elsewhere = (f'<li><a href="https://www.{word}-example.com/">{word}</a></li>' for word in chance.sample(WORDS, 20))
    return f"<footer><ul>{''.join(elsewhere)}</ul><p>{words(chance, 10, 20)}</p></footer>"
