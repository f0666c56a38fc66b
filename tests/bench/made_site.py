"""A made site of any size: pages of about 55 kB with 80 links each, the same bytes for the same number."""

from collections.abc import Iterator
from random import Random
from typing import Final

from tests.world import Request, Response, html, text

ROOT: Final = "https://made.org"
LINKS: Final = 80
SIZE: Final = 55_000
HEADERS: Final = (
    ("Content-Type", "text/html; charset=utf-8"),
    ("Strict-Transport-Security", "max-age=31536000"),
    ("Server", "made"),
)
_WORDS: Final = [f"{a}{b}{c}" for a in "bcdfgklmnprst" for b in "aeou" for c in ("n", "r", "st", "l", "")]


def path(number: int) -> str:
    """The path of a page; page 0 is the home page."""
    return "/" if number == 0 else f"/section-{number % 37}/page-{number}"


def pages(count: int) -> Iterator[tuple[str, bytes]]:
    """Every page: its URL and its body."""
    for number in range(count):
        yield ROOT + path(number), page(number, count)


def page(number: int, count: int) -> bytes:
    """One page: a menu, paragraphs with links between them, pictures, a form, data for engines."""
    chance = Random(number)
    menu = "".join(f'<li><a href="{path(n)}">Section {n}</a></li>' for n in range(1, 21))
    near = [(number * 7 + step * step + 1) % count for step in range(LINKS - 20)]
    parts = [_head(number, chance), f"<nav><ul>{menu}</ul></nav><main><h1>{_title(number)}</h1>"]
    for step, target in enumerate(near):
        words = " ".join(chance.choices(_WORDS, k=110))
        parts.append(f'<section class="block block-{step}"><h2>{step} {_WORDS[target % len(_WORDS)]}</h2>')
        parts.append(f'<p>{words} <a class="more" href="{path(target)}">{_title(target)}</a> {words[:60]}</p>')
        parts.append(f'<img src="/images/{target}.jpg" alt="{words[:30]}" width="640" height="480"></section>')
    parts.append("</main><footer><p>Made for measuring.</p></footer></body></html>")
    body = "\n".join(parts)
    return (body + f"<!-- {'x' * max(0, SIZE - len(body))} -->").encode()


def _title(number: int) -> str:
    return f"Page {number} about {_WORDS[number % len(_WORDS)]} and {_WORDS[number * 3 % len(_WORDS)]}"


def _head(number: int, chance: Random) -> str:
    about = " ".join(chance.choices(_WORDS, k=20))
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{_title(number)}</title>'
        f'<meta name="description" content="{about}"><link rel="canonical" href="{ROOT}{path(number)}">'
        '<meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/style.css">'
        '<script src="/site.js" defer></script><script type="application/ld+json">'
        f'{{"@context":"https://schema.org","@type":"Article","headline":"{_title(number)}"}}</script></head><body>'
    )


def served(request: Request) -> Response | None:
    """The made site over http; how many pages it has is in the host's name: `pages-100.made.org`."""
    host = request.host
    count = int(host.partition(".")[0].rpartition("-")[2])
    if request.path == "/robots.txt":
        return text("User-agent: *\nAllow: /\n")
    name = request.path.rpartition("-")[2]
    number = 0 if request.path == "/" else int(name) if name.isdecimal() else count
    if number >= count or path(number) != request.path:
        return None
    return html(page(number, count).decode().replace(ROOT, f"http://{host}"))
