"""A site without https: https-missing says so once, and what only harms secure pages is not said of its pages."""

import pytest

from tests.core.audit.build import hits, page

PLAIN, SECURE = "http://site.org", "https://site.org"
SCRIPT = "<script src=http://site.org/s.js></script>"
IMAGE = "<img src=http://site.org/i.png>"
LINK = "<a href=http://site.org/b>Read on</a>"


@pytest.mark.parametrize(
    ("check", "html"),
    [
        ("https-mixed-active", SCRIPT),
        ("https-mixed-active", "<iframe src='HTTP://other.org/map'></iframe>"),
        ("https-mixed-active", "<link rel=stylesheet href=http://other.org/a.css>"),
        ("https-mixed-passive", IMAGE),
        ("https-mixed-passive", "<video src=/film poster=http://other.org/still.png></video>"),
        ("link-to-insecure", LINK),
    ],
)
def test_what_a_secure_page_should_not_name_a_plain_one_may(check: str, html: str) -> None:
    assert len(hits(check, page(html, root=SECURE))) == 1
    assert hits(check, page(html, root=PLAIN)) == []


@pytest.mark.parametrize("check", ["https-mixed-active", "https-mixed-passive", "link-to-insecure"])
def test_a_secure_page_of_relative_addresses_is_clean(check: str) -> None:
    html = "<script src=//other.org/s.js></script><img src=/i.png><a href=/b>b</a><a href=http://other.org/>away</a>"
    assert hits(check, page(html, root=SECURE)) == []
