"""Which hosts a crawl may ask."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawler.core.scope import Scope, twin
from crawler.core.urls import Url, normalise


def url(text: str) -> Url:
    found = normalise(text)
    assert isinstance(found, Url)
    return found


@pytest.mark.parametrize(
    "text",
    ["https://example.com/", "http://example.com/a", "https://example.com:80/", "https://EXAMPLE.com./"],
)
def test_a_scope_covers_its_host_under_any_scheme_port_and_spelling(text):
    assert Scope(frozenset({"example.com"})).covers(url(text))


@pytest.mark.parametrize(
    "text",
    [
        "https://www.example.com/",
        "https://ample.com/",
        "https://badexample.com/",
        "https://example.com.evil.org/",
        "https://evil.org/example.com",
        "https://evil.org/?example.com",
    ],
)
def test_a_scope_covers_no_other_host(text):
    assert not Scope(frozenset({"example.com"})).covers(url(text))


def test_an_empty_scope_covers_nothing():
    assert not Scope(frozenset()).covers(url("https://example.com/"))


@pytest.mark.parametrize(
    ("host", "other"),
    [
        ("example.com", "www.example.com"),
        ("www.example.com", "example.com"),
        ("shop.example.com", "www.shop.example.com"),
        ("www2.example.com", "www.www2.example.com"),
        ("wwwexample.com", "www.wwwexample.com"),
    ],
)
def test_the_twin_has_www_or_has_it_not(host, other):
    assert twin(host) == other


@pytest.mark.parametrize("host", ["93.184.215.14", "2606:2800:21f::1", "www.com"])
def test_an_address_and_a_lone_label_have_no_twin_but_themselves(host):
    assert twin(host) == host


@given(st.from_regex(r"[a-z]{1,5}\.[a-z]{2,5}(\.[a-z]{2,5})?", fullmatch=True).filter(lambda h: h[:4] != "www."))
def test_the_twin_of_the_twin_is_the_host(host):
    assert twin(twin(host)) == host
