"""Two spellings of one address."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawler.core.audit.spelling import spelled
from crawler.core.urls import Url, normalise


@pytest.mark.parametrize(
    ("url", "one"),
    [
        ("/%c3%a9", "/%C3%A9"), ("/%7Euser/%41%2d%2E%5f", "/~user/A-._"), ("/?q=%3d%61", "/?q=%3Da"),
        ("/a%2fb", "/a%2Fb"), ("/%2541", "/%2541"), ("/%", "/%"), ("/%4", "/%4"), ("/%zz", "/%zz"), ("/A", "/A"),
    ],
)  # fmt: skip
def test_rfc_hex_digits_and_unreserved_characters_are_equivalent(url: str, one: str) -> None:
    assert spelled(url) == one


@given(st.text())
def test_a_spelling_is_its_own(text: str) -> None:
    url = normalise(f"https://a.org/{text}")
    if isinstance(url, Url):
        assert spelled(spelled(str(url))) == spelled(str(url))
