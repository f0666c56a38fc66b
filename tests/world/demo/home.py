"""The front door, and what leads from it to redirects, errors and places nobody should have linked."""

from tests.world.demo.document import ORIGIN, Doc, image, json_ld, link

_OLD = (
    ("/old-catalogue", "The printed catalogue"), ("/catalogue", "The catalogue of the week"),
    ("/spring-sale", "Novels in the spring sale"), ("/round/a", "Round tables"), ("/round/self", "The round room"),
    ("/insecure", "The old shop"), ("/press/broadsheet", "A broadsheet"), ("/recommendations", "Recommended for you"),
    ("/books/history/the-lost-atlas", "The Lost Atlas"), ("/magazine/the-retired-column", "A retired column"),
    ("/blog/2009/first-post", "Our first post"), ("/blog/2010/second-post", "Our second post"),
    ("/blog/2011/third-post", "Our third post"), ("/search?q=moss&page=9", "Moss, page nine"),
)  # fmt: skip
_MAP = '<map name="house"><area shape="rect" coords="0,0,9,9" href="/visit/attic" alt="The attic"></map>'

DOCS = (
    Doc("/", "An Independent Bookshop on the Stairs", "a bookshop with a press and a kettle",
        body=image("shop.png", ' usemap="#house" alt="The shop front of Lumen Books"') + _MAP
             + "<ul>" + "".join(f"<li>{link(*item)}</li>" for item in _OLD) + "</ul>",
        swap={"data": json_ld({"@type": "Organization", "name": "Lumen Books", "url": f"{ORIGIN}/",
                               "logo": f"{ORIGIN}/images/shop.png"})}),
)  # fmt: skip
