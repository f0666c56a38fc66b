"""Text as people see it."""

import tracemalloc

import pytest
from hypothesis import example, given
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


@given(st.text(alphabet=" \t\n\u3000ab東", max_size=30), st.integers(min_value=65_500, max_value=65_540))
@example(odd=" \n", before=65_535)  # white space on both sides of where a long text is cut
def test_a_long_text_is_folded_and_counted_as_a_short_one(odd: str, before: int) -> None:
    text = "a" * before + odd + "b " * 40_000 + odd + " "
    folded = fold(text)
    assert folded == " ".join(text.split())
    spaced = folded.replace("東", " ")
    assert words(folded) == len(spaced.split()) + round(folded.count("東") / 2)


def test_what_a_long_text_takes_is_a_few_times_its_size() -> None:
    """As a list its words took thirty times as much: 340 MB for a page of 8 MiB."""
    text = "ab\n" * 700_000
    tracemalloc.start()
    try:
        assert words(fold(text)) == 700_000
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < 5 * len(text)
