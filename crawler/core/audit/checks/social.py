"""What a page tells the services that show a preview of it."""

from typing import Final

from crawler.core.audit.finding import Hit, Said
from crawler.core.audit.page import Page
from crawler.core.audit.registry import page_check

#: The properties every page needs, each with its other spellings (ogp.me: structured properties).
_REQUIRED: Final = {
    "og:title": ("og:title",),
    "og:type": ("og:type",),
    "og:image": ("og:image", "og:image:url", "og:image:secure_url"),
    "og:url": ("og:url",),
}


def _given(page: Page) -> set[str]:
    return {name for name, value in page.metas if value.strip()}


@page_check(
    "social-og-missing", "social", "notice",
    title="A shared link has no proper preview",
    why="Messengers and networks show what they guess: a wrong picture, or none.",
    fix="Give the page og:title, og:type, og:image and og:url.",
    source="ogp.me: basic metadata",
)  # fmt: skip
def og_missing(page: Page) -> Said:
    given = _given(page)
    lacking = [name for name, spellings in _REQUIRED.items() if not given.intersection(spellings)]
    if page.indexable and lacking:
        yield Hit(f"no {', '.join(lacking)}")


@page_check(
    "social-twitter-missing", "social", "notice",
    title="X shows a shared link as bare text",
    why="Without a card and without Open Graph there is nothing to make a preview from.",
    fix='Add <meta name="twitter:card" content="summary"> and og:title.',
    source="X: cards markup (falls back to Open Graph)",
)  # fmt: skip
def twitter_missing(page: Page) -> Said:
    if page.indexable and not _given(page) & {"twitter:card", "og:title"}:
        yield Hit("no twitter:card and no og:title")
