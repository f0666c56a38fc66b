"""Language versions: codes, lists that contradict themselves, and who confirms whom."""

# ruff: noqa: E501 (one case, one line)

import pytest

from crawler.core.audit.site import Site
from tests.core.audit.build import ROOT, found, hits, moved, page, site, site_hits


def lang(code: str, path: str) -> str:
    return f"<link rel=alternate hreflang='{code}' href='{path}'>"


def canonical(path: str) -> str:
    return f"<link rel=canonical href='{path}'>"


GOOD = ("en", "EN-gb", "x-default", "X-Default", "zh-Hant", "zh-Hant-TW", "sr-Latn-RS", "es-MX")
BAD = (
    "xx",
    "english",
    "",
    "en_GB",
    "en-UK",
    "GB",
    "zh-Hant-TW-x",
    "zh-Hant-XX",
    "zh-Abcd",
    "en-GB-oed",
    "en-",
    "-en",
    "x",
)


@pytest.mark.parametrize("code", GOOD)
def test_a_code_that_exists(code: str) -> None:
    assert not hits("hreflang-invalid-code", page(lang(code, "/b")))


@pytest.mark.parametrize("code", BAD)
def test_a_code_that_does_not_is_named(code: str) -> None:
    (hit,) = hits("hreflang-invalid-code", page(lang("de", "/de") + lang(code, "/b") + lang(code, "/c")))
    assert hit.also["codes"] == (code,)


@pytest.mark.parametrize(
    ("html", "evidence"),
    [
        (lang("de", "/b") + lang("DE", "/c"), f"de names {ROOT}/b, {ROOT}/c"),
        (lang("de", "/b") + lang("fr", "/b"), f"{ROOT}/b is named for de, fr"),
        (lang("de", "/b") + lang("fr", "/b") + lang("pl", "/c") + lang("cs", "/c"), f"{ROOT}/b is named for de, fr"),
    ],
)
def test_a_list_that_contradicts_itself_is_said_once(html: str, evidence: str) -> None:
    assert [hit.evidence for hit in hits("hreflang-conflict", page(html))] == [evidence]


@pytest.mark.parametrize(
    "html",
    [
        lang("en-US", "/b") + lang("en-GB", "/b"),  # one page for two countries
        lang("de", "/b") + lang("de", "/b#top"),
        lang("de", "/b") + lang("x-default", "/b"),
        lang("de", "/b") + lang("de", "http://10.0.0.1/b"),  # what is no address at all is told elsewhere
        lang("de", "mailto:a@b.cz") + lang("fr", "mailto:a@b.cz"),
    ],
)
def test_a_list_that_agrees(html: str) -> None:
    assert not hits("hreflang-conflict", page(html))


CONFIRMED = [
    ("by the canonical page of the version that was named", {"/en": lang("de", "/de?ref=1"), "/de?ref=1": canonical("/de"), "/de": lang("en", "/en")}),
    ("of the page's own canonical", {"/en?ref=1": canonical("/en") + lang("de", "/de"), "/de": lang("en", "/en")}),
    ("with another version that is no address", {"/en": lang("de", "/de"), "/de": lang("fr", "tel:1") + lang("en", "/en")}),
    ("by a page that is its own canonical", {"/en": lang("de", "/de"), "/de": canonical("/de") + lang("en", "/en")}),
]  # fmt: skip


@pytest.mark.parametrize("pages", [case[1] for case in CONFIRMED], ids=[case[0] for case in CONFIRMED])
def test_a_version_that_confirms(pages: dict[str, str]) -> None:
    assert next(iter(pages)) not in site_hits("hreflang-no-return", site(pages))


LONELY = [
    ("its canonical page names others", site({"/en": lang("de", "/de?ref=1"), "/de?ref=1": canonical("/de"), "/de": lang("fr", "/fr"), "/fr": lang("de", "/de")})),
    ("its canonical page was not read", site({"/en": lang("de", "/de?ref=1"), "/de?ref=1": canonical("/de")})),
    ("it is behind a redirect", site({"/en": lang("de", "/alt"), "/de": ""}, moved("/alt", f"{ROOT}/de"))),
]  # fmt: skip


@pytest.mark.parametrize("case", [case[1] for case in LONELY], ids=[case[0] for case in LONELY])
def test_a_version_that_does_not(case: Site) -> None:
    (hit,) = found("hreflang-no-return", case)
    assert hit.url == f"{ROOT}/en"
