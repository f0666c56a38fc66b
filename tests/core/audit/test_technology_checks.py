"""What sites are made with: found by what gives it away, and outdated only where that is sure."""

# ruff: noqa: E501 (one case, one line)

import pytest

from crawler.core.audit.end_of_life import ended
from crawler.core.audit.technology_table import TABLE
from tests.core.audit.build import found, page, site

Headers = tuple[tuple[str, str], ...]


def seen(html: str = "x", *headers: tuple[str, str]) -> dict[str, str]:
    return {one.name: one.version for one in page(html, headers=headers).technologies}


def script(url: str) -> str:
    return f"<script src='{url}'></script>"


IN_HTML = [
    ("<meta name=Generator content='WordPress 6.8.3'>", "WordPress", "6.8.3"),
    ("<meta name=generator content='Drupal 10 (https://www.drupal.org)'>", "Drupal", "10"),
    ("<meta name=generator content='Joomla! - Open Source Content Management'>", "Joomla", ""),
    ("<meta name=generator content='Joomla! 3.9'>", "Joomla", "3.9"),
    ("<meta name=generator content='TYPO3 4.7 CMS'>", "TYPO3", "4.7"),
    ("<meta name=generator content='Hugo 0.120.4'>", "Hugo", "0.120.4"),
    ("<meta name=generator content='Astro v5.1.0'>", "Astro", "5.1.0"),
    ("<meta name=generator content='MediaWiki 1.43.0-wmf.5'>", "MediaWiki", "1.43.0-wmf.5"),
    ("<link rel=stylesheet href=/wp-content/themes/a/style.css>", "WordPress", ""),
    (script("https://code.jquery.com/jquery-1.12.4.min.js"), "jQuery", "1.12.4"),
    (script("/js/jquery-3.7.1.slim.min.js"), "jQuery", "3.7.1"),
    (script("https://cdn.jsdelivr.net/npm/jquery@2.2.4/dist/jquery.min.js"), "jQuery", "2.2.4"),
    (script("//ajax.googleapis.com/ajax/libs/jquery/1.9.1/jquery.min.js"), "jQuery", "1.9.1"),
    (script("/wp-includes/js/jquery/jquery.min.js?ver=3.7.1"), "jQuery", "3.7.1"),
    (script("/wp-includes/js/jquery/ui/core.min.js?ver=1.13.3"), "jQuery UI", "1.13.3"),
    (script("/JS/jQuery.js?v=1.2.3"), "jQuery", ""),
    (script("https://code.jquery.com/ui/1.12.1/jquery-ui.min.js"), "jQuery UI", "1.12.1"),
    (script("/lib/jquery-ui-1.11.4.js"), "jQuery UI", "1.11.4"),
    (
        "<link rel=stylesheet href=https://stackpath.bootstrapcdn.com/bootstrap/4.5.2/css/bootstrap.min.css>",
        "Bootstrap",
        "4.5.2",
    ),
    (
        script("https://cdnjs.cloudflare.com/ajax/libs/twitter-bootstrap/3.3.7/js/bootstrap.min.js"),
        "Bootstrap",
        "3.3.7",
    ),
    (script("/bootstrap.bundle.min.js"), "Bootstrap", ""),
    (script("https://ajax.googleapis.com/ajax/libs/angularjs/1.8.2/angular.min.js"), "AngularJS", "1.8.2"),
    (script("https://cdnjs.cloudflare.com/ajax/libs/angular.js/1.7.9/angular.js"), "AngularJS", "1.7.9"),
    (script("https://unpkg.com/vue@2.6.14/dist/vue.js"), "Vue", "2.6.14"),
    (script("https://unpkg.com/vue@3"), "Vue", ""),
    (script("https://unpkg.com/react-dom@18.2.0/umd/react-dom.production.min.js"), "React", "18.2.0"),
    ("<div id=__next></div>", "Next.js", ""),
    ("<input type=hidden id=__VIEWSTATE>", "ASP.NET", ""),
    (script("https://www.googletagmanager.com/gtag/js?id=G-1"), "Google Analytics", ""),
    ("<script>j.src='https://www.googletagmanager.com/gtm.js?id='+i</script>", "Google Tag Manager", ""),
    ("<script>var _paq = []; _paq.push(['trackPageView']);</script>", "Matomo", ""),
    ("<link rel=stylesheet href='https://fonts.googleapis.com/css2?family=Inter'>", "Google Fonts", ""),
    ("<iframe src=https://www.youtube-nocookie.com/embed/x></iframe>", "YouTube", ""),
]


@pytest.mark.parametrize(("html", "name", "version"), IN_HTML)
def test_pages_give_it_away(html: str, name: str, version: str) -> None:
    assert seen(html).get(name) == version


IN_HEADERS = [
    ("Server", "nginx/1.18.0 (Ubuntu)", "nginx", "1.18.0"),
    ("Server", "nginx", "nginx", ""),
    ("Server", "Apache/2.4.6 (CentOS) OpenSSL/1.0.2k-fips PHP/5.4.16", "OpenSSL", "1.0.2k-fips"),
    ("Server", "Apache/2.4.6 (CentOS) OpenSSL/1.0.2k-fips PHP/5.4.16", "PHP", "5.4.16"),
    ("Server", "Microsoft-IIS/8.5", "IIS", "8.5"),
    ("Server", "SimpleHTTP/0.6 Python/3.9.1", "Python", "3.9.1"),
    ("Server", "cloudflare", "Cloudflare", ""),
    ("X-Powered-By", "PHP/8.1.2-1ubuntu2.14", "PHP", "8.1.2-1ubuntu2.14"),
    ("X-Generator", "Drupal 9 (https://www.drupal.org)", "Drupal", "9"),
    ("X-AspNet-Version", "4.0.30319", "ASP.NET", "4.0.30319"),
    ("X-Vercel-Id", "fra1::x", "Vercel", ""),
    ("Set-Cookie", "PHPSESSID=abc; Path=/", "PHP", ""),
    ("Set-Cookie", "laravel_session=abc", "Laravel", ""),
]


@pytest.mark.parametrize(("field", "value", "name", "version"), IN_HEADERS)
def test_headers_give_it_away(field: str, value: str, name: str, version: str) -> None:
    assert seen("x", (field, value)).get(name) == version


@pytest.mark.parametrize(
    "html",
    [
        "<p>We moved from WordPress 4.9 to jQuery 1.4 and /wp-content/ and googletagmanager.com/gtm.js",
        "<pre>&lt;script src=https://code.jquery.com/jquery-1.12.4.min.js>&lt;/script></pre>",
        "<!-- <script src=/jquery-1.2.3.js></script> -->",
        "<a href=https://unpkg.com/vue@2.6.14/dist/vue.js>Vue</a>",
        "<meta name=generator content='Made by hand'>",
        "<meta name=description content='WordPress 4.9'>",
        script("/js/vue-router.js") + script("/js/bootstrap-select-1.2.3.js") + script("/js/myjquery.js"),
        "<div id=next></div><div id=__other></div>",
        "<script type=application/json>{'_paq.push': 1}</script>",
    ],
)
def test_what_is_only_spoken_of_is_not_there(html: str) -> None:
    assert seen(html) == {}


def test_a_word_inside_another_is_none() -> None:
    assert seen("x", ("Server", "myapache/1.3")) == {}
    assert seen("x", ("X-AspNetMvc-Version", "unknown")) == {"ASP.NET": ""}


def test_the_table_is_wide_and_names_each_once() -> None:
    assert len(TABLE) >= 80
    assert len({row.name for row in TABLE}) == len(TABLE)


@pytest.mark.parametrize(
    ("name", "version", "evidence", "old"),
    [
        ("jQuery", "3.4.1", "", True), ("jQuery", "1.12.4", "", True), ("jQuery", "3.5.0", "", False), ("jQuery", "3", "", False),
        ("Bootstrap", "4.6.2", "", True), ("Bootstrap", "5.0.0", "", False), ("AngularJS", "1.8.3", "", True),
        ("Vue", "2.7.16", "", True), ("Vue", "3.4", "", False), ("PHP", "8.1.0", "", True), ("PHP", "8.2.1", "", False),
        ("PHP", "8.1.2-1ubuntu2.14", "", False), ("PHP", "5.6.40-0+deb8u1", "", True), ("WordPress", "5.8", "", True),
        ("WordPress", "6.9.1", "", False), ("nginx", "1.14.0", "nginx/1.14.0 (Ubuntu)", True),
        ("nginx", "1.18.0", "nginx/1.18.0 (Ubuntu)", False), ("nginx", "1.18.0", "", True), ("nginx", "1.29.1", "", False),
        ("Apache", "2.2.15", "Apache/2.2.15 (CentOS)", True), ("Apache", "2.4.6", "Apache/2.4.6 (CentOS)", False),
        ("OpenSSL", "1.0.2k-fips", "", True), ("OpenSSL", "1.1.1k", "Apache (Red Hat) OpenSSL/1.1.1k", False),
        ("Drupal", "7", "", True), ("Drupal", "11", "", False), ("jQuery", "", "", False), ("Hugo", "0.1", "", False),
    ],
)  # fmt: skip
def test_what_is_no_longer_mended(name: str, version: str, evidence: str, old: bool) -> None:
    assert bool(ended(name, version, evidence)) is old


def test_an_inventory_for_each_host() -> None:
    old = script("/jquery-1.12.4.js")
    (hit,) = found(
        "tech-detected", site({"/": script("/jquery.js"), "/b": old, "/c": "x"}, headers=(("Server", "nginx"),))
    )
    assert hit.evidence == "2 technologies: jQuery 1.12.4, nginx"
    assert hit.url == "https://site.org/"
    assert hit.also["technologies"] == (
        {
            "name": "jQuery",
            "kind": "Library",
            "version": "1.12.4",
            "evidence": "https://site.org/jquery-1.12.4.js",
            "pages": 1,
        },
        {"name": "nginx", "kind": "Server", "version": "", "evidence": "Server: nginx", "pages": 3},
    )
    (hit,) = found("tech-detected", site({"/b": old}))
    assert hit.url == "https://site.org/b"
    assert not found("tech-detected", site({"/": "x"}))


def test_outdated_software_is_said_once_with_its_pages() -> None:
    old = script("/jquery-1.12.4.js")
    (hit,) = found("tech-outdated", site({"/": "x", "/b": old, "/c": old}))
    assert hit.url == "https://site.org/b"
    assert hit.evidence.startswith("jQuery 1.12.4: ")
    assert hit.evidence.endswith("; on 2 pages: https://site.org/b, https://site.org/c")
    (hit,) = found("tech-outdated", site({"/": old}))
    assert hit.evidence.endswith("seen in “https://site.org/jquery-1.12.4.js”")
    assert not found("tech-outdated", site({"/": script("/jquery-3.7.1.js")}))
