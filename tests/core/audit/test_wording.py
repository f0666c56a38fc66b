"""Text as people see it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawler.core.audit.wording import fold, is_wide, key, pixels, printable, words


@pytest.mark.parametrize(
    ("text", "width"),
    [("", 0), ("iiii", 18), ("MMMM", 67), ("Příliš", pixels("Prilis")), ("日本語", 60), ("e\u0301", 11)],
)
def test_widths(text: str, width: int) -> None:
    assert pixels(text) == width


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("", 0), ("one", 1), ("two words", 2), ("žluťoučký kůň", 2),
        ("東京美術館へ", 3), ("Tokyo 東京", 2), ("ภาษาไทยคือ", 2), ("한국어 문장", 2),
    ],
)  # fmt: skip
def test_words(text: str, number: int) -> None:
    assert words(text) == number


def test_wide_texts() -> None:
    assert is_wide("東京タワー Tower")
    assert is_wide("한국어")
    assert not is_wide("Tokyo 東京")
    assert not is_wide("")


def test_keys_ignore_case_width_and_space() -> None:
    assert key("Ｓhip\u00a0 A") == key("SHIP a")


@given(st.text())
def test_printable_text_is_utf_8_without_controls(text: str) -> None:
    shown = printable(text)
    shown.encode()
    assert not set(shown) & {chr(code) for code in (*range(9), 11, 12, *range(14, 32), *range(127, 160))}
    assert fold(fold(text)) == fold(text)
