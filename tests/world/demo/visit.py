"""The shop on the stairs: how to find it, what happens there, and how people of other languages read of it."""

from tests.world.demo.document import ORIGIN, Doc, image, json_ld


def versions(pairs: tuple[tuple[str, str], ...]) -> str:
    return "\n".join(f'<link rel="alternate" hreflang="{code}" href="{ORIGIN}{path}">' for code, path in pairs)


_ABOUT = versions((("en", "/visit/about"), ("cs", "/cs/o-nas"), ("de", "/de/ueber-uns"), ("ja", "/ja/about"),
                   ("ar", "/ar/about"), ("x-default", "/visit/about")))  # fmt: skip
_TALKATIVE = image("cover.png", f' alt="{"A very long word about a very small dog, " * 4}"')
_PLACE = {"@type": "Place", "name": "Lumen Books", "address": "12 Chandler's Stairs, Prague"}
_EVENT = """<div itemscope itemtype="https://schema.org/Event"><p itemprop="name">Tea and tales</p>
<meta itemprop="startDate" content="2027-03-05T19:00+01:00"></div>"""

DOCS = (
    Doc("/visit/", "Visit the Shop on the Stairs", "how to find us and find us awake",
        trap="its own canonical, which ends in a slash"),
    Doc("/visit/busy-saturday", "A Busy Saturday in the Shop", "a day when everybody came at once",
        trap="429 for the first visit, and then the page", first=429),
    Doc("/visit/tea-break", "The Tea Break and Its Rules", "a quarter of an hour that is ours",
        trap="503 for the first visit, and then the page", first=503),
    Doc("/visit/evenings", "Evenings Among the Shelves", "readings with and without wine",
        faults="title-missing html-lang-missing",
        body='<svg width="9" height="9"><title>A glass of wine</title><path d="M0 0h9"/></svg>',
        swap={"title": "", "html": "<html  LANG=''>\n<head>"}),
    Doc("/visit/workshops", "Workshops for Slow Hands", "folding and sewing for slow hands",
        faults="title-missing description-missing",
        swap={"title": "<title>\n   \n</title>", "description": '<meta content="  " name="description">'}),
    Doc("/visit/map", "A Map of the Stairs and the Yard", "the way up and the way down",
        faults="a11y-frame-title https-mixed-passive sd-required-missing",
        body=_EVENT
             + '<p><iframe src="https://maps.lumen-friends.org/stairs" width="300" height="200"></iframe><img '
             'width="9" height="9" alt="The yard" src="http://media.lumen-friends.org/yard.png"></p>'),
    Doc("/visit/film", "A Film of the Shop in Five Minutes", "five minutes of dust and light",
        trap="a frame with a title; a table with headings; a table that only places things; tabindex of 0 and -1",
        body='<iframe title="The film" src="https://video.lumen-friends.org/1" width="9" height="9"></iframe><table>'
             "<tr><th scope=col>Minute<th scope=col>Scene<tr><td>1<td>Door<tr><td>2<td>Stairs</table><table "
             'role="presentation"><tr><td>Left<td>Right<tr><td>Up<td>Down</table><p tabindex="0">Play</p><p '
             "tabindex=-1>Stop</p>"),
    Doc("/visit/concert", "A Concert for Two Typewriters", "music made with typewriters",
        faults="sd-value-invalid viewport-missing img-alt-too-long", body=f"<p>{_TALKATIVE}<a href=prams>Prams</a></p>",
        swap={"viewport": '<meta name="viewport" content="width=1024">',
              "data": json_ld({"@type": "Event", "name": "Concert", "startDate": "next Friday at seven",
                               "location": _PLACE,
                               "offers": {"@type": "Offer", "price": "12 EUR", "priceCurrency": "Euro",
                                          "url": f"{ORIGIN}/visit/concert"}})}),
    Doc("/visit/about", "About the Shop and Its People", "an old candle shop full of books",
        trap="language versions that all name each other, and one for everybody else", swap={"more": _ABOUT}),
    Doc("/cs/o-nas", "O nás a o našem knihkupectví", "stará svíčkárna plná knih", lang="cs", charset="windows-1250",
        trap="a Czech page in windows-1250 that says so", swap={"more": _ABOUT}),
    Doc("/de/ueber-uns", "Über uns und unsere Buchhandlung", "ein alter Kerzenladen voller Bücher", lang="de",
        trap="a German page", swap={"more": _ABOUT}),
    Doc("/ja/about", "ルーメン書店について", "本でいっぱいの古いろうそく屋", lang="ja",
        trap="a Japanese page: no spaces between words", swap={"more": _ABOUT}),
    Doc("/ar/about", "عن مكتبتنا وأهلها الطيبين", "متجر شموع قديم مليء بالكتب", lang="ar",
        trap="an Arabic page: from right to left", swap={"more": _ABOUT}),
    Doc("/visit/tourists", "For Tourists from Everywhere", "visitors from everywhere and what they ask",
        trap="many valid language codes, of versions on another host",
        swap={"more": versions((("en", "/visit/tourists"), ("x-default", "/visit/tourists"))) + "\n" + "\n".join(
            f"<link hreflang='{code}' rel='alternate' href='https://travel.lumen-friends.org/{code.lower()}'>"
            for code in ("en-GB", "EN-us", "zh-Hant-TW", "zh-Hans", "sr-Latn", "pt-BR", "de-CH", "fr-CA", "es-MX",
                         "nb-NO", "he", "yi", "mt"))}),
    Doc("/cs/knihy", "Knihy, které máme rádi", "police plná knih u okna", lang="cs",
        faults="hreflang-no-return link-generic-anchor",
        body='<p>Celý seznam najdete <a href="/books/"><b> Zde </b></a></p>',
        swap={"more": versions((("cs", "/cs/knihy"), ("en", "/books/new"), ("x-default", "/cs/knihy")))}),
    Doc("/de/buecher", "Bücher, die wir gerne lesen", "ein Regal voller Bücher am Fenster", lang="de",
        faults="hreflang-no-self hreflang-no-x-default hreflang-target-broken",
        swap={"more": versions((("en", "/books/gone-abroad"), ("fr", "/visit/fr"))),
              "canonical": f'<link rel="canonical" href="{ORIGIN}/de/buecher">'}),
    Doc("/visit/fr", "Visiteurs de France et Navarre", "guests who come by night train",
        faults="hreflang-invalid-code hreflang-conflict hreflang-no-return",
        swap={"more": versions((("en-UK", "/visit/fr"), ("fr", "/visit/about"), ("FR", "/visit/map"),
                                ("de", "/de/buecher"), ("x-default", "/visit/fr")))}),
    Doc("/de/kasse", "Die Kasse unter der Treppe", "eine Kasse, die noch klingelt", lang="de",
        faults="hreflang-lang-mismatch hreflang-non-canonical hreflang-no-return",
        swap={"more": versions((("en", "/de/kasse"), ("cs", "/press/lino"), ("x-default", "/de/kasse")))}),
    Doc("/visit/deutsch", "Guests Who Speak German at Home", "ein Abend für Gäste aus dem Norden",
        faults="lang-mismatch", lang="de", swap={"html": '<html lang="en-GB">\n<head>'}),
    Doc("/visit/prams", "Prams, Dogs and Other Company", "company that is welcome on the stairs",
        faults="html-lang-invalid a11y-zoom-blocked sd-unknown-type page-few-inlinks", linked=False,
        swap={"html": "<html lang='english'>\n<head>",
              "viewport": "<meta content='initial-scale=1,USER-SCALABLE=no,width=device-width' name=Viewport>",
              "data": json_ld({"@type": "webpage", "name": "Prams", "colourOfTheWalls": "green"})}),
)  # fmt: skip
