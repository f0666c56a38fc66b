"""Link texts, dead ends and small words of a page: each check fires, is content, and knows the lookalike."""

# ruff: noqa: E501 (one case, one line)

import pytest

from crawler.core.audit import vague
from tests.core.audit.build import hits, page


def body(inner: str, lang: str = "en") -> str:
    said = f" lang={lang}" if lang else ""
    return f"<!doctype html><html{said}><head><title>T</title></head><body>{inner}</body></html>"


VAGUE = [
    ("en", "Click here"), ("en-GB", " READ\nMORE » "), ("EN_us", "here"), ("en", "Learn&nbsp;more…"), ("en", "this page"),
    ("de", "hier"), ("de-AT", "Mehr erfahren"), ("fr", "En savoir plus"), ("fr", "cliquez ici"), ("es", "Leer más"),
    ("es", "AQUÍ"), ("it", "Clicca qui"), ("it", "Leggi tutto"), ("pt", "saiba mais"), ("nl", "Lees meer"),
    ("pl", "czytaj więcej"), ("cs", "zde"), ("cs", "Více informací"), ("sk", "čítať ďalej"), ("uk", "детальніше"),
    ("ru", "Подробнее"), ("tr", "Tıklayın"), ("tr", "Devamını oku"), ("sq", "Lexo më shumë"), ("sq", "këtu"),
    ("ro", "Citește mai mult"), ("hu", "Bővebben"), ("sv", "Läs mer"), ("da", "Læs mere"), ("nb", "Les mer"),
    ("no", "her"), ("fi", "Lue lisää"), ("el", "Εδώ"), ("el", "ΠΕΡΙΣΣΌΤΕΡΑ"), ("ja", "こちら"), ("ja", "続きを読む"),
    ("zh-Hant", "閱讀更多"), ("zh", "点击这里"), ("ko", "자세히 보기"), ("ar", "اقرأ المزيد"), ("ar", "هنا"),
    ("cs", "Read more"), ("mt", "click here"), ("", "klicken sie hier"), ("", "more"),
]  # fmt: skip
CLEAR = [
    ("en", "Read more about ships"), ("en", "Here be dragons"), ("hr", "More"), ("fr", "Qui"), ("de", "Hierarchie"),
    ("es", "Her"), ("", "her"), ("mt", "more"), ("en", "More than a museum"), ("en", "Opening hours"), ("ja", "船の資料"),
    ("en", "1"), ("en", "→"), ("en", "x" * 500),
]  # fmt: skip


@pytest.mark.parametrize(("lang", "text"), VAGUE)
def test_a_text_that_names_no_target(lang: str, text: str) -> None:
    assert len(hits("link-generic-anchor", page(body(f"<a href=/b>{text}</a>", lang)))) == 1


@pytest.mark.parametrize(("lang", "text"), CLEAR)
def test_a_text_that_only_looks_like_it(lang: str, text: str) -> None:
    assert not hits("link-generic-anchor", page(body(f"<a href=/b>{text}</a>", lang)))


@pytest.mark.parametrize(
    "link",
    [
        "<a href=/b aria-label='Read more about ships'>Read more</a>",
        "<a href=/b aria-labelledby=t>Read more</a>",
        "<a href=/b title='All ships'>more</a>",
        "<a href=/b>Read more <span class=visually-hidden>about ships</span></a>",
        "<a href=#more>more</a>",
        "<a href=/a>here</a>",
        "<a href='javascript:x()'>more</a>",
        "<a href=mailto:x@y.org>click here</a>",
        "<a href=/b role=button>Read more</a>",
        "<a href=/b><img src=x alt='The ships'></a>",
    ],
)
def test_a_link_that_has_another_name_or_leads_nowhere_else(link: str) -> None:
    assert not hits("link-generic-anchor", page(body(link)))


def test_vague_links_are_counted_and_shown() -> None:
    (hit,) = hits("link-generic-anchor", page(body("<a href=/b>here</a>\n<a href=/c>More</a>")))
    assert hit.evidence == "2 links that say only “here”, “More”: “/b” (line 1), “/c” (line 2)"


def test_every_language_of_the_list_is_there() -> None:
    wanted = "en de fr es it pt nl pl cs sk uk ru tr sq ro hu sv da no fi el ja zh ko ar"
    assert all(len(vague.of(language)) > 30 for language in wanted.split())


@pytest.mark.parametrize(
    ("html", "fires"),
    [
        (body("text"), True),
        (body("<a href=/a>self</a><a href=#x>x</a><a href=https://other.org/>x</a>"), True),
        (body("<a href=/b rel=nofollow>x</a>"), True),
        (body("<a href=mailto:x@site.org>x</a><a href='http://['>x</a>"), True),
        (body("<a href=/b>x</a>"), False),
        (body("<a href=//www.site.org/>x</a>"), False),
        (body("<map><area href=/b alt=x></map>"), False),
        (body("<div id=root></div><script src=/app.js></script>"), False),
        ("<meta name=robots content=noindex>text", False),
        ("<link rel=canonical href=/b>text", False),
    ],
)
def test_dead_ends(html: str, fires: bool) -> None:
    assert bool(hits("page-no-outlinks", page(html))) is fires


@pytest.mark.parametrize(("path", "id", "fires"), [("/", "more", False), ("/", "else", True), ("/a", "more", True)])
def test_a_home_page_of_sections_may_be_the_whole_site(path: str, id: str, fires: bool) -> None:
    html = body(f"<a href=#more>More</a><h2 id={id}>More</h2>")
    assert bool(hits("page-no-outlinks", page(html, path))) is fires


def test_a_dead_end_says_how_many_links_lead_elsewhere() -> None:
    (hit,) = hits("page-no-outlinks", page(body("<a href=https://other.org/>x</a><a href=#x>x</a>")))
    assert hit.evidence == "no link to another page of the site; 2 links lead elsewhere or nowhere"


@pytest.mark.parametrize(
    ("canonical", "fires"),
    [
        ("<link rel=canonical href=https://other.org/a>", True),
        ("<LINK href='https://site.com/a' REL='nofollow CANONICAL'>", True),
        ("<link rel=canonical href=https://www.site.org/a>", False),
        ("<link rel=canonical href=https://m.site.org/a>", False),
        ("<link rel=canonical href=/a>", False),
        ("<link rel=alternate hreflang=de href=https://other.org/a>", False),
        ("", False),
    ],
)
def test_a_canonical_of_somebody_else(canonical: str, fires: bool) -> None:
    assert bool(hits("canonical-other-host", page(f"<head>{canonical}"))) is fires


def test_a_canonical_of_another_owner_under_a_shared_suffix() -> None:
    other = "<link rel=canonical href=https://b.github.io/x>"
    assert hits("canonical-other-host", page(other, root="https://a.github.io"))
    by_header = (("Link", '<https://other.co.uk/a>; rel="canonical"'),)
    assert hits("canonical-other-host", page("x", headers=by_header, root="https://site.co.uk"))


@pytest.mark.parametrize(
    ("html", "fires"),
    [
        ("<title>All about Ships</title><h1>ALL&nbsp;about <b>ships</b></h1>", True),
        ("<title>Ships</title><h1>Ships and maps</h1>", False),
        ("<title>Ships | Museum</title><h1>Ships</h1>", False),
        ("<title></title><h1></h1>", False),
        ("<title>Ships</title><h2>Ships</h2>", False),
    ],
)
def test_title_and_heading(html: str, fires: bool) -> None:
    assert bool(hits("title-same-as-h1", page(html))) is fires


@pytest.mark.parametrize(
    ("alt", "fires"), [("a" * 126, True), ("a" * 125, False), ("a " + " " * 200 + "b", False), ("", False)]
)
def test_long_text_alternatives(alt: str, fires: bool) -> None:
    assert bool(hits("img-alt-too-long", page(f"<img src=/x.png alt='{alt}'>"))) is fires
    assert not hits("img-alt-too-long", page("<img src=/x.png>"))


@pytest.mark.parametrize(
    ("content", "unknown"),
    [
        ("noindexing", "“noindexing”"),
        ("index, folow", "“folow”"),
        ("noindex nofollow", "“noindex nofollow”"),
        ("noindex;nofollow", "“noindex;nofollow”"),
        ("max-snippet=50, no-index", "“max-snippet=50”, “no-index”"),
        ("INDEX, Follow, max-snippet:-1, max-image-preview:large, max-video-preview:-1", ""),
        ("noarchive,nosnippet,,notranslate, noimageindex, indexifembedded, none, all", ""),
        ("unavailable_after: Friday, 25-Jun-2027 15:00:00 GMT", ""),
        ("noodp, noydir, nocache", ""),
    ],
)
def test_words_that_engines_do_not_know(content: str, unknown: str) -> None:
    found = hits("indexing-unknown-directive", page(f"<head><meta name=ROBOTS content='{content}'>"))
    assert [hit.evidence for hit in found] == ([unknown] if unknown else [])


def test_words_for_others_are_theirs() -> None:
    assert not hits("indexing-unknown-directive", page("x", headers=(("X-Robots-Tag", "otherbot: nopics"),)))
    assert hits("indexing-unknown-directive", page("x", headers=(("X-Robots-Tag", "nopics"),)))
    assert hits("indexing-unknown-directive", page("<head><meta name=googlebot content=noindx>"))
