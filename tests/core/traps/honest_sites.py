"""Models of honest sites: nothing of them may be caught. Each has up to about 2,000 pages."""

import random
from datetime import date, timedelta
from itertools import product

from tests.core.traps.trap_sites import Site, digest


def linked(pages, *, fan=150, start="/"):
    """Pages linked from the start by way of each other: each links to `fan` others and to its neighbours."""
    pages = list(dict.fromkeys([start, *pages]))
    places = {page: place for place, page in enumerate(pages)}

    def links(target):
        place = places.get(target)
        if place is None:
            return []
        return pages[place * fan + 1 : (place + 1) * fan + 1] + pages[max(0, place - 1) : place + 2] + pages[:20]

    return links


def mixed(pages, seed=7):
    pages = list(pages)
    random.Random(seed).shuffle(pages)
    return pages


def days(count, first=date(2019, 1, 1), step=1):
    return [first + timedelta(days=step * number) for number in range(count)]


def honest(name, pages, text=digest, *, shuffled=True, **more):
    pages = list(dict.fromkeys(pages))[:1999]
    return Site(name, linked(mixed(pages) if shuffled else pages, **more), text=text)


def blog():
    posts = [f"/{day:%Y/%m/%d}/post-{number}" for number, day in enumerate(days(900, step=3))]
    archives = {f"/{day:%Y/%m/%d}" for day in days(700, step=3)} | {f"/{day:%Y/%m}" for day in days(2700)}
    pages = [f"/page/{number}" for number in range(2, 91)]
    return [
        *posts,
        *sorted(archives),
        *pages,
        *(f"/category/c{n}/page/{page}" for n in range(9) for page in range(2, 9)),
    ]


def blog_with_archives_elsewhere():
    posts = [f"/blog/a-story-{number}" for number in range(1200)]
    return [f"/blog/archive/{year}/{month:02}" for year in range(1996, 2026) for month in range(1, 13)] + posts


def month_archives_only():
    return [f"/archive/{year}/{month:02}" for year in range(1996, 2026) for month in range(1, 13)]


def newspaper():
    return [f"/archive/{day:%Y-%m-%d}" for day in days(400)] + [f"/article/{n}" for n in range(1600)]


def weather():
    return [f"/weather/{day:%Y/%m/%d}" for day in days(1550, date(2021, 1, 1))]


def forum():
    topics = [f"/viewtopic.php?f={t % 12}&t={t}" for t in range(1000, 1900)]
    more = [f"/viewtopic.php?f={t % 12}&t={t}&start={s}" for t in range(1000, 1900, 9) for s in range(15, 90, 15)]
    forums = [f"/viewforum.php?f={f}&start={s}" for f in range(12) for s in range(0, 750, 25)]
    return [*topics, *more, *forums, *(f"/memberlist.php?mode=viewprofile&u={u}" for u in range(2, 200))]


def joomla():
    base = "/index.php?option=com_content&view"
    articles = [f"{base}=article&id={n}:title-{n}&catid={n % 15}&Itemid={100 + n % 15}" for n in range(900)]
    lists = [f"{base}=category&id={n}&Itemid={100 + n}&limitstart={s}" for n in range(15) for s in range(0, 120, 10)]
    prints = [f"{base}=article&id={n}:title-{n}&tmpl=component&print=1" for n in range(400)]
    contact = [f"/index.php?option=com_contact&view=contact&id={n}&Itemid=7" for n in range(50)]
    return [*articles, *lists, *prints, *contact]


def three_dimensions():
    return [
        f"/index.php?lang={a}&cat={b}&page={c}" for a, b, c in product(["de", "en", "fr"], range(20), range(1, 6))
    ] + [f"/index.php?lang={a}&article={n}" for a in ("de", "en", "fr") for n in range(500)]


def hotels():
    stay = "checkin=2026-07-01&checkout=2026-07-02&adults=2&rooms=1"
    plain = [f"/hotel/h-{n}" for n in range(700)]
    return [
        *plain,
        *(f"/hotel/h-{n}?{stay}" for n in range(700)),
        *(f"/city/{n}?{stay}&page={p}" for n in range(50) for p in range(1, 6)),
    ]


def versions():
    return [f"/docs/{2023 + v // 4}-{v % 4 * 3 + 1:02}-01/page-{n}" for v in range(9) for n in range(200)]


def code_browser():
    files = [
        f"/scrapy/scrapy/blob/master/scrapy/{d}/{f}.py" for d in ("core", "utils", "http") for f in map(str, range(200))
    ]
    tests = [f"/scrapy/scrapy/tree/master/tests/{d}" for d in range(100)]
    java = [
        f"/packages/{p}/src/{k}/java/com/acme/{p}/{c}.java"
        for p in ("core", "web", "api")
        for k in ("main", "test")
        for c in map("Class{}".format, range(150))
    ]
    return [*files, *tests, *java]


def nested_project():
    """A Django project keeps its own name in its name: four times in one path."""
    return [f"/mysite/mysite/blob/main/mysite/mysite/{name}.py" for name in map("file{}".format, range(180))] + [
        f"/mysite/mysite/blame/main/mysite/mysite/templates/mysite/page{n}.html" for n in range(180)
    ]


def api_docs():
    return [
        f"/api/api/{m}/{k}/{n}"
        for m in ("net", "io", "api")
        for k in ("struct", "trait", "fn")
        for n in map("name{}".format, range(200))
    ]


def shop_with_variants():
    plain = [f"/products/thing-{n}" for n in range(400)]
    return [
        *plain,
        *(f"/products/thing-{n}?variant={40_000_000_000_000 + n * 7 + v}" for n in range(400) for v in range(4)),
    ]


def shop_with_hashed_variants():
    return [f"/products/thing-{n}?sku={digest(n, v)}" for n in range(500) for v in range(4)]


def hashed_with_tabs():
    return [
        f"/{tab}?sid={digest(n)}" for n in range(330) for tab in ("story", "photos", "talk", "print", "map", "share")
    ]


def flights():
    cities = [f"city{n}" for n in range(44)]
    return [f"/flights/{a}/{b}" for a in cities for b in cities if a != b]


def forum_of_years():
    return [f"/thread/{n}" for n in range(1900, 2400)] + [
        f"/thread/{n}/{p}" for n in range(1900, 2400) for p in (2, 3, 4)
    ]


def short_issue_numbers():
    return [f"/product/{n}" for n in range(201_500, 203_400)]


def trees():
    langs = ["de/de-de", "en/en-us", "fr/fr-fr", "es/es-es"]
    return [
        f"/{lang}/docs/{part}/{part}-{n}"
        for lang in langs
        for part in ("products", "support", "start")
        for n in range(160)
    ]


def translated_pairs():
    langs = ["de", "en", "fr", "es", "it"]
    return [f"/dictionary/{a}/{b}/word-{n}" for a in langs for b in langs if a != b for n in range(95)]


def events():
    """A real programme of two years, by day, with pages of its events."""
    dated = [f"/events/{day:%Y-%m-%d}" for day in days(730, date(2025, 6, 1))]
    return [*dated, *(f"/events/concert-{n}" for n in range(1200))]


def list_pages():
    return [f"/shop/{c}?page={n}" for c in "abcdefgh" for n in range(1, 201)] + [
        f"/shop/{c}?sort=price" for c in "abcdefgh"
    ]


def sorted_pages():
    """Lists with three orders each: a dozen URLs a list, and there they end."""
    return [
        f"/list/c{c}?sort={s}&dir={d}" for c in range(300) for s in ("name", "price", "new") for d in ("asc", "desc")
    ]


def wiki():
    titles = [f"Title_{n}" for n in range(700)]
    history = [f"/w/index.php?title={t}&action=history" for t in titles[:500]]
    old = [f"/w/index.php?title={t}&oldid={n}" for n, t in enumerate(titles[:500])]
    return [*(f"/wiki/{t}" for t in titles), *history, *old]


def query_wiki():
    return [f"/wiki?Page{n}" for n in range(1900)]


def news_numbered_by_day():
    return [f"/news?id={day:%Y%m%d}" for day in days(1900)]


def search_results():
    return [f"/search?q=word{n}&type={t}&page={p}" for n in range(250) for t in ("all", "news") for p in (1, 2, 3)]


def local_pages():
    return [
        f"/{lang}/{city}/{service}"
        for lang in ("de", "en")
        for city in map("city{}".format, range(40))
        for service in map("service{}".format, range(24))
    ]


def conference():
    return [f"/programme/{view}.aspx?sessionid={n}" for view in ("talk", "slides") for n in range(400)]


def conference_of_uuids():
    return [f"/{view}?session_id={digest(n)}" for view in ("talk", "slides", "rate") for n in range(400)]


def photos():
    return [f"/photo/{n}" for n in range(100)] + [f"/album?id={n}" for n in range(90)]


def four_dimensions():
    names = product(["de", "en"], ["news", "press", "blog"], range(12), range(1, 11))
    return [f"/list.php?lang={a}&type={b}&cat={c}&page={d}" for a, b, c, d in names]


def part_numbers():
    return [f"/part/{n}-{v:02}" for n in range(2000, 2160) for v in range(1, 40)][::4]


def catalogue_of_a_library():
    """Thirty parameters in every link, and one of them names the book."""
    rest = "&".join(f"p{n}={n}" for n in range(28))
    return [f"/opac?{rest}&set={n % 7}&doc={n:07}" for n in range(1500)]


def with_pages_for_printing():
    return [f"/story/{n}{more}" for n in range(600) for more in ("", "?print=1", "?amp=1")]


def same_path(target):
    return digest(target.partition("?")[0])


def same_words(target):
    return "a photograph of our excursion"


def plain_wordpress():
    months = [f"/?m={year}{month:02}" for year in range(2005, 2025) for month in range(1, 13)]
    return [
        *months,
        *(f"/?p={n}" for n in range(1200)),
        *(f"/?cat={c}&paged={p}" for c in range(20) for p in range(2, 20)),
    ]


def homes():
    names = product(range(20), ("flat", "house", "land"), range(1, 5), range(1, 6))
    return [f"/search?city={a}&type={b}&rooms={c}&page={d}" for a, b, c, d in names]


def media_wiki():
    more = ("", "&action=edit", "&action=history", "&printable=yes")
    return [f"/index.php?title=Page_{n}{one}" for n in range(450) for one in more]


def open_cart():
    route = "/index.php?route=product"
    lists = [f"{route}/category&path={20 + n % 15}_{60 + n}&page={p}" for n in range(30) for p in range(1, 15)]
    return [*lists, *(f"{route}/product&path={20 + n % 15}_{60 + n % 30}&product_id={n}" for n in range(1500))]


def typo3():
    news = [f"/news?tx_news%5Bnews%5D={n}&cHash={digest(n)}" for n in range(900)]
    return [*news, *(f"/index.php?id={n}&L={lang}" for n in range(350) for lang in range(3))]


def forge():
    files = [f"/g/p/-/blob/main/src/{a}/{b}{n}.py" for a in ("core", "test") for b in "xy" for n in range(200)]
    return [*files, *(f"/g/p/-/commit/{digest(n)}" for n in range(1000))]


def groups():
    of_groups = [f"/groups/g{n}/{page}" for n in range(400) for page in ("members", "forum", "forum/topic")]
    return ["/members", "/groups", *of_groups, *(f"/members/u{n}/groups" for n in range(600))]


def tags_both_ways():
    return [f"/tag/t{a}/t{b}" for a in range(43) for b in range(43)]


def filled_by_scripts():
    return ["/about", "/team", "/terms", "/jobs", *(f"/item/{n}" for n in range(1900))]


def shell(target):
    """Scripts fill the pages: all that a robot reads is one sentence."""
    return "please enable scripts"


SITES = [
    honest("blog with day archives", blog()),
    honest("blog, archives found first", sorted(mixed(blog()), key=lambda page: page.count("/") != 2), shuffled=False),
    honest("blog with archives elsewhere", blog_with_archives_elsewhere()),
    honest("month archives and nothing else", month_archives_only()),
    honest("newspaper by day", newspaper()),
    honest("weather by day", weather(), shuffled=False, fan=30),
    honest("forum", forum()),
    honest("Joomla", joomla()),
    honest("language, section and page", three_dimensions()),
    honest("hotels with dates", hotels()),
    honest("documentation by dated version", versions()),
    honest("code browser", code_browser()),
    honest("project with its name in its name", nested_project()),
    honest("API documentation", api_docs()),
    honest("shop with numbers", [f"/shop.php?id={n}" for n in range(1, 2000)]),
    honest("shop with pages of lists", list_pages()),
    honest("shop with variants", shop_with_variants()),
    honest("shop with hashed variants", shop_with_hashed_variants()),
    honest("lists in a few orders", sorted_pages()),
    honest("articles named by hashes", [f"/a/{digest(n)}" for n in range(1999)]),
    honest("articles with six tabs", hashed_with_tabs()),
    honest("flights there and back", flights()),
    honest("threads whose numbers look like years", forum_of_years()),
    honest("products whose numbers look like months", short_issue_numbers()),
    honest("language trees", trees()),
    honest("dictionary of language pairs", translated_pairs()),
    honest("programme of events", events()),
    honest("wiki", wiki()),
    honest("wiki in the query", query_wiki()),
    honest("news numbered by day", news_numbered_by_day()),
    honest("search results", search_results()),
    honest("pages of cities and services", local_pages()),
    honest("pages that scripts fill", filled_by_scripts(), shell, shuffled=False),
    honest("conference with sessions", conference()),
    honest("conference with random session names", conference_of_uuids()),
    honest("photographs with few words", photos(), same_words),
    honest("language, type, section and page", four_dimensions()),
    honest("part numbers", part_numbers()),
    honest("catalogue of a library", catalogue_of_a_library()),
    honest("variants with the text of their product", shop_with_variants(), same_path),
    honest("pages for printing", with_pages_for_printing(), same_path),
    honest("WordPress without pretty links", plain_wordpress()),
    honest("homes to let", homes()),
    honest("MediaWiki", media_wiki()),
    honest("OpenCart", open_cart()),
    honest("TYPO3 with checksums", typo3()),
    honest("forge", forge()),
    honest("groups and their members", groups()),
    honest("two tags both ways", tags_both_ways()),
    honest("pages counted on", [f"/page/{n}" for n in range(1, 1999)]),
]  # fmt: skip
