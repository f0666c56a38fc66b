"""What is right and looks wrong: whole pages and sites with nothing to find, through every check there is."""

# ruff: noqa: E501 (one case, one line)

from collections.abc import Mapping

import pytest

from crawler.core.audit.finding import Finding
from crawler.core.audit.page import Page
from crawler.core.audit.report import build
from crawler.core.outcome import Outcome
from crawler.core.records import RobotsRecord, SitemapRecord, UrlRecord
from tests.core.audit.build import ROOT, ended, failed, fetched, moved, page, robots, run, sitemap

HEADERS = (
    ("Strict-Transport-Security", "max-age=31536000"),
    ("Content-Security-Policy", "default-src 'self'; frame-ancestors 'self'"),
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),
    ("Content-Encoding", "gzip"),
)
CARD = "<link rel=icon href=/i.svg><meta property=og:type content=website><meta property=og:image content={root}/i.png>"
ABOUT = "All about the ships that leave our harbours and when they come back, with times and prices for"
DATA = '<script type="application/ld+json">{"@context":"https://schema.org","@type":"WebPage","name":"x"}</script>'
MENU = "<nav><a href=/>Home</a> <a href=/a>Ships</a> <a href=/b>Boats</a></nav>"
Html = Mapping[str, str]


def sentences(about: str) -> str:
    return " ".join(f"Ship {about}-{number} leaves harbour {about}-{number * number} at noon." for number in range(60))


def made(
    path: str, body: str = "", *, head: str = "", lang: str = "en", title: str = "", text: str = "", about: str = "",
    canonical: str = "", root: str = ROOT,
) -> str:  # fmt: skip
    name = title or f"Ships and harbours of the northern coast {path.strip('/')}"
    card = (
        f'<meta property=og:title content="{name}"><meta property=og:url content={root}{path}>{CARD.format(root=root)}'
    )
    return (
        f'<!doctype html><html lang="{lang}"><head><meta charset=utf-8><title>{name}</title>'
        f'<meta name=description content="{about or f"{ABOUT} {path}"}"><meta name=viewport content="width=device-width, initial-scale=1">'
        f'<link rel=canonical href="{canonical or root + path}">{card}{head}{DATA}</head><body>{MENU}<main><h1>About: {name}</h1>'
        f"<p>{text or sentences(path)}</p>{body}</main></body></html>"
    )


def findings(
    pages: Html,
    *records: UrlRecord,
    policy: str = "User-agent: *\nAllow: /",
    lists: tuple[str, ...] = (),
    root: str = ROOT,
) -> list[Finding]:
    """What every check says of a site with a home page, two pages, and these."""
    html = {path: made(path, root=root) for path in ("/", "/a", "/b")} | dict(pages)
    read: list[Page] = [page(text, path, HEADERS, root=root) for path, text in html.items() if text]
    known = {
        record.url: record
        for record in (*(UrlRecord(one.url, Outcome.FETCHED, status=200, ttfb=0.1) for one in read), *records)
    }
    files: tuple[SitemapRecord, ...] = (
        sitemap(*({one.url: 0 for one in read if one.indexable} | dict.fromkeys(lists, 0))),
    )
    told: tuple[RobotsRecord, ...] = (robots(policy),)
    return list(build(run(), known.values(), read, told, files).findings)


def said(found: list[Finding]) -> list[tuple[str, str, str]]:
    return [(one.check, one.url.removeprefix(ROOT), one.evidence) for one in found]


BODIES = {
    "an empty alt": '<img src=/i.png alt="" width=1 height=1>',
    "a picture with a title": "<svg><title>Icon</title></svg>",
    "icons in links": '<a href="/b" aria-label=Cart><svg><path/></svg></a><a href=/a><svg role=img aria-label=Search></svg></a><a href=/><svg><title>Home</title></svg></a>',
    "links to the top": '<a href="#top">Top</a><a href="#">Up</a><a href="#TOP">Up</a><a href="">Here</a>',
    "other schemes": '<a href="mailto:a@site.org">Write</a><a href="MAILTO:b@c.de?subject=x y">m</a><a href="tel:+1">Call</a><a href="sms:+1">s</a><a href="whatsapp://send?x">w</a><a href="geo:1,2">g</a>',
    "data images": '<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" alt="" width=1 height=1>',
    "lazy images": '<img data-src=/i.jpg alt=Ship loading=lazy width=9 height=9 src="data:image/gif;base64,R0lGODlhAQABAAAAACw="><noscript><img src=/i.jpg alt=Ship width=1 height=1></noscript>',
    "responsive images": '<picture><source srcset="/a.webp 1x, /b.webp 2x"><img src=/a.jpg alt=A width=1 height=1></picture>',
    "a search form": "<form role=search action=/s><input type=search name=q aria-label=Search><button aria-label=Go><svg></svg></button></form>",
    "a log-in form": "<form action=/login method=post><label for=u>Name</label><input id=u><label>Word <input type=password></label><button>Go</button></form>",
    "one page of sections": "<a href='#one'>1</a><a href='#two'>2</a><a href='#%C3%A9'>3</a><h2 id=one>One</h2><a name=two></a><h2>Two</h2><p id=é>x",
    "routes and text fragments": '<a href="#/route">r</a><a href="#!x">r</a><a href="#:~:text=ships">x</a>',
    "a link that is a button": '<a href="javascript:void(0)" role=button>Open</a><a role=button tabindex=0 onclick="x()">More</a>',
    "names in other scripts": '<a href="https://bücher.example/straße?q=ä">Bücher</a><a href="//cdn.site.org/x">c</a><a href=http://пример.рф/>п</a>',
    "a page about captchas": "<h2>Captchas</h2><p>Please verify you are human. Checking your browser. Attention Required! Access denied. Too many requests.",
    "a nofollow log-in": "<a rel=nofollow href=/login>Log in</a><a rel=nofollow href='/?s=ship'>Find</a>",
    "a print picture of itself": "<a href=/a.pdf download>PDF</a><button type=button>Print</button>",
    "a hidden frame": "<iframe src=/f title=Map></iframe><iframe src=/g hidden></iframe><input type=hidden name=t>",
}  # fmt: skip
HEADS = {
    "x-default": f"<link rel=alternate hreflang=x-default href={ROOT}/x><link rel=alternate hreflang=en href={ROOT}/x>",
    "a print style sheet": "<link rel=stylesheet media=print href=/print.css><link rel='alternate stylesheet' href=/c.css title=c>",
    "feeds": "<link rel=alternate type=application/rss+xml href=/feed.xml title=Feed><link rel=alternate type=application/atom+xml href=/atom.xml>",
    "an AMP version": f"<link rel=amphtml href={ROOT}/x/amp>",
    "a base": f"<base href={ROOT}/>",
    "large previews": "<meta name=robots content='max-image-preview:large, max-snippet:-1'><meta name=googlebot content=index>",
    "another bot": "<meta name=otherbot content='noindex, nofollow'>",
    "an icon as data": "<link rel=icon href='data:image/svg+xml,<svg/>'>",
    "zoom": "<meta name=viewport content='width=device-width, initial-scale=1, maximum-scale=5, user-scalable=yes'>",
}  # fmt: skip
LANGUAGES = {
    "ja": ("港の船と北海岸の船についての案内", "北海岸の港から出る船の時刻と料金について、初めての方にもわかりやすく詳しくご案内するページです。", "船は毎時間港を出て北の海岸へ向かいます。"),
    "zh-Hans": ("北方海岸的船舶与港口完整指南", "本页面介绍从我们港口出发的船舶的时间和价格,以及它们何时返回,适合所有旅客阅读和参考使用,内容详细。", "船每小时离开港口前往北方海岸。"),
    "ko": ("북쪽 해안의 배와 항구에 대한 안내", "우리 항구에서 떠나는 배와 돌아오는 시간, 가격에 대한 모든 것을 누구나 쉽게 알 수 있도록 안내하는 페이지입니다.", "배는 매시간 항구를 떠나 북쪽 해안으로 갑니다. "),
    "ar": ("السفن والموانئ في الساحل الشمالي", "كل شيء عن السفن التي تغادر موانئنا ومتى تعود، مع الأوقات والأسعار للجميع في كل الأيام وطوال السنة.", "تغادر السفن الميناء كل ساعة من النهار إلى الشمال. "),
    "he": ("ספינות ונמלים של החוף הצפוני שלנו", "הכל על הספינות היוצאות מהנמלים שלנו ומתי הן חוזרות, עם זמנים ומחירים לכולם בכל ימות השנה.", "ספינות יוצאות מהנמל בכל שעה של היום אל הצפון. "),
    "th": ("เรือและท่าเรือของชายฝั่งทางเหนือ", "ทุกอย่างเกี่ยวกับเรือที่ออกจากท่าเรือของเราและเวลาที่เรือกลับมา พร้อมเวลาและราคาสำหรับทุกคนตลอดทั้งปี", "เรือออกจากท่าเรือทุกชั่วโมงของวันไปทางเหนือ "),
    "ru": ("Корабли и гавани северного берега", "Всё о кораблях, которые выходят из наших гаваней, и когда они возвращаются, со временем и ценами.", "Корабли выходят из гавани каждый час дня на север. "),
}  # fmt: skip
SLUG = "".join(f"%{octet:02X}" for octet in "เรือและท่าเรือของชายฝั่ง".encode())


@pytest.mark.parametrize("name", BODIES)
def test_nothing_is_wrong_with(name: str) -> None:
    away = [fetched("/login"), ended("/?s=ship", Outcome.NOFOLLOW), ended("/a.pdf", Outcome.NOT_HTML)]
    assert (
        said(
            findings(
                {
                    "/": made("/", "<a href=/x>x</a>"),
                    "/a": made("/a", "<a href=/x>x</a>"),
                    "/x": made("/x", BODIES[name]),
                },
                *away,
            )
        )
        == []
    )


@pytest.mark.parametrize("name", HEADS)
def test_nothing_is_wrong_with_a_head_that_has(name: str) -> None:
    assert (
        said(
            findings(
                {
                    "/a": made("/a", "<a href=/x>x</a>"),
                    "/b": made("/b", "<a href=/x>x</a>"),
                    "/x": made("/x", head=HEADS[name]),
                }
            )
        )
        == []
    )


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("path", ["/x", f"/{SLUG}"])
def test_nothing_is_wrong_with_a_page_in(lang: str, path: str) -> None:
    title, about, sentence = LANGUAGES[lang]
    way = f"<a href={path}>x</a>"
    html = made(path, lang=lang, title=title, about=about, text=" ".join(f"{n * n}: {sentence}" for n in range(60)))
    assert said(findings({"/a": made("/a", way), "/b": made("/b", way), path: html})) == []


def test_a_host_with_a_name_in_another_script() -> None:
    root = "https://xn--bcher-kva.org"
    html = made("/a", "<a href=https://bücher.org/b>b</a>", root=root, canonical="https://bücher.org/a")
    about = {one.check for one in findings({"/a": html}, root=root) if one.url == f"{root}/a"}
    assert about <= {"sitemap-page-missing", "orphan-page"}  # the records of these tests are of another host


WAY = "<a href=/x>x</a>"
TO_X = {"/a": made("/a", WAY), "/b": made("/b", WAY)}
LIST = {
    "/l": made("/l", "<a href='/l?page=2'>2</a>", head="<link rel=next href='/l?page=2'>"),
    "/l?page=2": made("/l?page=2", "<a href=/l>1</a>", title="Ships and harbours of the northern coast l", text=sentences("/l"), head="<link rel=prev href=/l>"),
}  # fmt: skip
DE = f"<link rel=alternate hreflang=en href={ROOT}/a><link rel=alternate hreflang=de href={ROOT}/de><link rel=alternate hreflang=x-default href={ROOT}/a>"
TWICE = {"evidence": {"attempts": 2}}
WHOLE_SITES: dict[str, tuple[Html, list[UrlRecord], str]] = {
    "429 and then 200": ({}, [fetched("/a", ttfb=0.1, **TWICE)], ""),
    "503 and then 200": ({}, [fetched("/", ttfb=0.1, **TWICE)], ""),
    "http to https": ({}, [UrlRecord("http://site.org/", Outcome.REDIRECTED, status=301, location=f"{ROOT}/", source="start")], ""),
    "www to the bare name": ({}, [UrlRecord("https://www.site.org/", Outcome.REDIRECTED, status=308, location=f"{ROOT}/", source="twin")], ""),
    "a canonical with a trailing slash": ({**TO_X, "/a": made("/a", "<a href=/x/>x</a>"), "/b": made("/b", "<a href=/x/>x</a>"), "/x/": made("/x/")}, [], ""),
    "a group for another bot": ({}, [], "User-agent: AhrefsBot\nUser-agent: SemrushBot\nDisallow: /\n\nUser-agent: *\nDisallow:\n"),
    "robots.txt with a delay and a comment": ({}, [], "# hello\nUser-agent: *\nCrawl-delay: 5\nDisallow: /cart\nAllow: /\n\nSitemap: https://site.org/sitemap.xml"),
    "a JSON endpoint": (TO_X, [ended("/x", Outcome.NOT_HTML, content_type="application/json", evidence={"looks_like_html": False})], ""),
    "a feed": (TO_X, [ended("/x", Outcome.NOT_HTML, content_type="application/rss+xml", evidence={"looks_like_html": False})], ""),
    "a log-in that asks who comes": ({"/a": made("/a", "<a href=/account>me</a>")}, [moved("/account", f"{ROOT}/login?next=/account", 302), fetched("/login?next=/account")], ""),
    "the visitor's language": ({"/": "", "/en/": made("/en/", "<a href=/en/>x</a>")}, [moved("/", f"{ROOT}/en/", 302, source="start")], ""),
    "pages of a list": ({**LIST, "/a": made("/a", "<a href=/l>list</a>"), "/b": made("/b", "<a href=/l>list</a>")}, [], ""),
    "language versions": ({"/a": made("/a", head=DE, text=sentences("s")), "/b": made("/b", "<a href=/de>Deutsch</a>"), "/de": made("/de", "<a href=/a>English</a>", head=DE, lang="de", text=sentences("s")), "/": made("/", "<a href=/de>Deutsch</a>")}, [], ""),
    "a search, a log-in and a cart": ({path: made(path, head="<meta name=robots content=noindex>") for path in ("/search?q=ship", "/login", "/cart/", "/de/warenkorb", "/account/orders")}, [], ""),
    "an AMP version": ({**TO_X, "/x": made("/x", head=f"<link rel=amphtml href={ROOT}/x/amp>"), "/x/amp": made("/x/amp", canonical=f"{ROOT}/x", text=sentences("/x"))}, [], ""),
    "a version for print": ({**TO_X, "/x": made("/x", "<a href='/x?print=1'>Print</a>"), "/x?print=1": made("/x?print=1", canonical=f"{ROOT}/x", text=sentences("/x"))}, [], ""),
    "parameters with a canonical": ({**TO_X, "/x": made("/x", "<a href='/x?sort=up'>Up</a>"), "/x?sort=up": made("/x?sort=up", canonical=f"{ROOT}/x", text=sentences("/x"))}, [], ""),
    "a page that is gone, and nobody names it": ({}, [failed("/old", 410, source="redirect")], ""),
}  # fmt: skip


@pytest.mark.parametrize("name", WHOLE_SITES)
def test_nothing_is_wrong_with_a_site_that_has(name: str) -> None:
    pages, records, policy = WHOLE_SITES[name]
    assert said(findings(pages, *records, policy=policy or "User-agent: *\nAllow: /")) == []


def test_a_site_of_one_page() -> None:
    html = made("/", "<a href=#more>More</a><h2 id=more>More</h2>").replace(MENU, "")
    only = page(html, "/", HEADERS)
    found = build(run(), [fetched("/", ttfb=0.1)], [only], [robots("User-agent: *\nAllow: /")], [sitemap("/")])
    assert said(list(found.findings)) == []


def test_a_noindex_that_is_no_search_or_cart_is_said_all_the_same() -> None:
    noindex = "<meta name=robots content=noindex>"
    pages = {path: made(path, head=noindex) for path in ("/shipping", "/cartography", "/research", "/products?id=1")}
    found = findings({**{f"/{n}": made(f"/{n}") for n in range(9)}, **pages})
    assert {one.url for one in found if one.check == "indexing-noindex"} == {ROOT + path for path in pages}


def test_a_temporary_redirect_that_is_no_log_in_is_said_all_the_same() -> None:
    found = findings({"/a": made("/a", "<a href=/old>x</a>")}, moved("/old", f"{ROOT}/b", 302))
    assert {"redirect-temporary-internal", "link-to-redirect"} <= {
        one.check for one in found if one.url == f"{ROOT}/old"
    }
