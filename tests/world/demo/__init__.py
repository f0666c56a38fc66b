"""The bundled demo: a small bookshop and its magazine, with faults planted in it."""

from tests.world.demo.site import apex, www
from tests.world.spec import Host, World

DOMAIN = "lumen-books.com"
HOST = f"www.{DOMAIN}"
START = f"https://{HOST}/"
V4, V6 = ["93.184.215.14"], ["2606:2800:21f:cb07:6820:80da:af6b:8b2c"]

#: What a good audit finds: the id in the catalogue, and the path of the page at fault (for a link, of its target).
PLANTED: tuple[tuple[str, str], ...] = tuple(
    (check, f"https://{HOST}{path}")
    for check, path in (
        ("title-missing", "/events/"),
        ("title-duplicate", "/books/fiction/the-salt-road"),
        ("title-duplicate", "/books/fiction/the-salt-road-illustrated"),
        ("title-too-long", "/books/history/letters-by-balloon"),
        ("description-missing", "/contact"),
        ("description-duplicate", "/delivery"),
        ("description-duplicate", "/returns"),
        ("h1-missing", "/magazine/reading-in-winter"),
        ("html-lang-missing", "/privacy"),
        ("viewport-missing", "/contact"),
        ("content-thin", "/gift-cards"),
        ("img-alt-missing", "/magazine/a-press-in-the-cellar"),
        ("img-broken", "/books/children/seven-umbrellas"),
        ("link-broken-internal", "/books/history/the-lost-atlas"),
        ("http-5xx", "/recommendations"),
        ("redirect-chain", "/old-catalogue"),
        ("redirect-to-error", "/spring-sale"),
        ("link-to-redirect", "/old-catalogue"),
        ("redirect-temporary-internal", "/catalogue"),
        ("canonical-target-broken", "/books/science/night-skies"),
        ("indexing-noindex", "/magazine/drafts-and-offcuts"),
        ("sitemap-url-noindex", "/magazine/drafts-and-offcuts"),
        ("sitemap-url-broken", "/magazine/the-retired-column"),
        ("sitemap-url-redirects", "/catalogue"),
        ("orphan-page", "/magazine/letters-1998"),
        ("robots-blocks-linked-page", "/cart/"),
        ("hreflang-no-return", "/about"),
        ("sd-jsonld-syntax", "/books/children/the-paper-whale"),
        ("https-mixed-active", "/magazine/sound-of-pages"),
        ("link-to-localhost", "/magazine/how-we-choose"),
        ("link-nofollow-internal", "/magazine/maps-that-lie"),
        ("sec-hsts-missing", "/"),
        ("slow-response", "/books/all"),
        ("url-uppercase", "/Press-Kit"),
    )
)


def world() -> World:
    """The shop and its apex, at one IPv4 and one IPv6 address."""
    return World([Host(HOST, www, V4, V6), Host(DOMAIN, apex, V4, V6)])
