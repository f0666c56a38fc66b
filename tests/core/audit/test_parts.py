"""Origin, host and path are taken from the text of a canonical URL, and agree with what it was made from."""

import pytest

from crawler.core.audit.parts import host_of, origin_of, path_of
from crawler.core.urls import Url, normalise

URLS = [
    ("https://site.org/", "https://site.org", "site.org", "/"),
    ("http://site.org/a/b?c=/d", "http://site.org", "site.org", "/a/b"),
    ("https://[2606:2800:21f::1]/a", "https://[2606:2800:21f::1]", "2606:2800:21f::1", "/a"),
]


@pytest.mark.parametrize(("url", "origin", "host", "path"), URLS)
def test_the_parts_of_a_url(url: str, origin: str, host: str, path: str) -> None:
    known = normalise(url)
    assert isinstance(known, Url)
    assert str(known) == url
    assert (origin_of(url), host_of(url), path_of(url)) == (origin, host, path)
    assert host == known.host.strip("[]")


@pytest.mark.parametrize("text", ["", "/a", "mailto:a@b.cz", "ftp://site.org/a", "https://site.org", "a/b/c/d"])
def test_what_is_no_canonical_url_has_none(text: str) -> None:
    assert (origin_of(text), host_of(text), path_of(text)) == ("", "", "")
