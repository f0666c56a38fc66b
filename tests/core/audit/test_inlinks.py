"""Pages to which hardly a link leads, lists that break off, and what a canonical or hreflang names."""

# ruff: noqa: E501 (one case, one line)

import pytest

from crawler.core.audit.site import Site
from crawler.core.outcome import Outcome
from tests.core.audit.build import ROOT, doubts, ended, failed, fetched, found, moved, site, site_hits

NOINDEX = "<meta name=robots content=noindex>"
NOFOLLOW = "<meta name=robots content=nofollow>"


def links(*hrefs: str, rel: str = "") -> str:
    return "<body>" + "".join(f"<a href='{href}' rel='{rel}'>text</a>" for href in hrefs)


def canonical(path: str) -> str:
    return f"<link rel=canonical href='{path}'>"


def lang(code: str, path: str) -> str:
    return f"<link rel=alternate hreflang={code} href={path}>"


def following(path: str, rel: str = "next") -> str:
    return f"<link rel={rel} href='{path}'>"


#: Everybody links to everybody but /z.
WEB = {f"/{name}": links("/", "/a", "/b", "/c") for name in ("", "a", "b", "c")}
LIST = {"/": links("/l"), "/l": links("/l?page=2"), "/l?page=2": links("/l")}

SITES: list[tuple[str, Site, list[str]]] = [
    ("link-only-nofollow-inlinks", site({"/": links("/a", rel="nofollow"), "/a": ""}), ["/a"]),
    ("link-only-nofollow-inlinks", site({"/": links("/a", rel="NoFollow ugc"), "/b": links("/a", rel="nofollow"), "/a": ""}), ["/a"]),
    ("link-only-nofollow-inlinks", site({"/": NOFOLLOW + links("/a"), "/a": ""}), ["/a"]),
    ("link-only-nofollow-inlinks", site({"/": links("/old", rel="nofollow"), "/a": ""}, moved("/old", f"{ROOT}/a")), ["/a"]),
    ("link-only-nofollow-inlinks", site({"/": links("/a", rel="nofollow"), "/b": links("/a"), "/a": ""}), []),
    ("link-only-nofollow-inlinks", site({"/": links("/login", rel="nofollow"), "/login": NOINDEX}), []),
    ("link-only-nofollow-inlinks", site({"/": links("/", rel="nofollow"), "/a": links("/", rel="nofollow")}), []),
    ("link-only-nofollow-inlinks", site({"/": "", "/a": ""}), []),
    ("page-few-inlinks", site({**WEB, "/c": links("/z"), "/z": ""}), ["/z"]),
    ("page-few-inlinks", site({**WEB, "/c": links("/z", "/z#x", "/old"), "/z": links("/z")}, moved("/old", f"{ROOT}/z")), ["/z"]),
    ("page-few-inlinks", site({**WEB, "/a": links("/z", "/b", "/c"), "/c": links("/z"), "/z": ""}), []),
    ("page-few-inlinks", site({**WEB, "/c": links("/z"), "/z": NOINDEX}), []),
    ("page-few-inlinks", site({**WEB, "/c": links("/c?page=2"), "/c?page=2": ""}), []),
    ("page-few-inlinks", site({**WEB, "/z": ""}), []),
    ("page-few-inlinks", site({"/": ""}), []),
    ("canonical-unlinked", site({"/": links("/a?x=1"), "/a?x=1": canonical("/a"), "/a": ""}), ["/a"]),
    ("canonical-unlinked", site({"/": links("/a?x=1", "/a"), "/a?x=1": canonical("/a"), "/a": ""}), []),
    ("canonical-unlinked", site({"/": links("/a?x=1", "/old"), "/a?x=1": canonical("/a"), "/a": ""}, moved("/old", f"{ROOT}/a")), []),
    ("canonical-unlinked", site({"/": "", "/a": canonical("/")}), []),
    ("canonical-unlinked", site({"/": links("/a"), "/a": canonical("https://other.org/a")}), []),
    ("canonical-unlinked", site({"/": links("/a"), "/a": canonical("/b")}, failed("/b", 404)), []),
    ("pagination-broken", site({"/l": following("/l?page=2")}, failed("/l?page=2", 404)), ["/l?page=2"]),
    ("pagination-broken", site({"/l/2": following("/l/1", "prev")}, ended("/l/1", Outcome.TLS_INVALID)), ["/l/1"]),
    ("pagination-broken", site(LIST | {"/l?page=2": NOINDEX}), ["/l?page=2"]),
    ("pagination-broken", site(LIST | {"/l?page=2": canonical("/l")}), ["/l?page=2"]),
    ("pagination-broken", site({"/l/": links("/l/page/2/"), "/l/page/2/": canonical("/l/")}), ["/l/page/2/"]),
    ("pagination-broken", site({"/l/": links("/l/page/2"), "/l/page/2": canonical("/l")}), ["/l/page/2"]),
    ("pagination-broken", site({"/l?a=1": links("/l?a=1&page=3&b=2"), "/l?a=1&page=3&b=2": canonical("/l?a=1&b=2")}), ["/l?a=1&page=3&b=2"]),
    ("pagination-broken", site({"/l?b=1": links("/l?page=3&b=1"), "/l?page=3&b=1": canonical("/l?b=1")}), ["/l?page=3&b=1"]),
    ("pagination-broken", site({"/l?page=1": links("/l?page=2"), "/l?page=2": canonical("/l?page=1")}), ["/l?page=2"]),
    ("pagination-broken", site({"/l": links("/l?page=2")}, failed("/l?page=2", 410)), ["/l?page=2"]),
    ("pagination-broken", site(LIST), []),
    ("pagination-broken", site({"/l": following("/l?page=2"), "/l?page=2": canonical("/l?page=2")}), []),
    ("pagination-broken", site(LIST | {"/l": links("/l?page=1"), "/l?page=1": canonical("/l")}), []),  # page 1 is the first page
    ("pagination-broken", site(LIST | {"/l?page=2": canonical("/l/all")}), []),  # a page that shows all of them
    ("pagination-broken", site({"/search": NOINDEX + links("/search?page=2"), "/search?page=2": NOINDEX}), []),
    ("pagination-broken", site({"/l": following("/l")}), []),
    ("pagination-broken", site({"/l": following("")}), []),
    ("pagination-broken", site({"/a": following("/b"), "/b": canonical("/a")}), []),  # no numbers: whose first page is it?
    ("hreflang-non-canonical", site({"/en": lang("de", "/de"), "/de": canonical("/en")}), ["/en"]),
    ("hreflang-non-canonical", site({"/en": lang("de", "/de") + lang("fr", "/fr"), "/de": "", "/fr": canonical("/x")}), ["/en"]),
    ("hreflang-non-canonical", site({"/en": lang("de", "/de/"), "/de/": canonical("/de/")}), []),
    ("hreflang-non-canonical", site({"/en": lang("de", "/%7Ede"), "/%7Ede": canonical("/~de")}), []),
    ("hreflang-non-canonical", site({"/en?x=1": canonical("/en") + lang("en", "/en") + lang("de", "/de"), "/en": "", "/de": ""}), []),
    ("hreflang-non-canonical", site({"/en": lang("de", "/de")}, failed("/de", 404)), []),
]  # fmt: skip


@pytest.mark.parametrize(("check", "case", "expected"), SITES)
def test_links_between_pages(check: str, case: Site, expected: list[str]) -> None:
    assert site_hits(check, case) == expected


def test_where_most_pages_hang_on_one_link_none_is_named() -> None:
    flat = site({"/": links("/a", "/b", "/c"), "/a": "", "/b": "", "/c": ""})
    assert site_hits("page-few-inlinks", flat) == []
    assert doubts("page-few-inlinks", flat) == ["3 of 3 pages have one page that links there; none stands out"]


def test_a_page_of_a_list_that_was_not_seen_is_no_fault_and_no_pass() -> None:
    for record in (failed("/l?page=2", 429), ended("/l?page=2", Outcome.PAGE_LIMIT), fetched("/other")):
        case = site({"/l": following("/l?page=2")}, record)
        assert site_hits("pagination-broken", case) == []
        assert doubts("pagination-broken", case)


def test_who_names_a_broken_page_of_a_list_is_said() -> None:
    (hit,) = found("pagination-broken", site({"/l": following("/l?page=2")}, failed("/l?page=2", 404)))
    assert hit.evidence == f"status 404; rel=next of {ROOT}/l"
    assert hit.also == {"pages": (f"{ROOT}/l",)}
    (hit,) = found("pagination-broken", site({"/l": links("/l?page=2")}, failed("/l?page=2", 404)))
    assert hit.also["source_pages"] == 1
