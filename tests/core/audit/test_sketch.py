"""Sketches of texts: how alike two texts are, and which of many are, without looking at each pair."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawler.core.audit.alike import nearest
from crawler.core.audit.sketch import BINS, LEAST, UNITS, likeness, sketch
from tests.core.audit.build import page

WORDS = [f"word{number}" for number in range(3000)]


def text(seed: int, length: int = 400) -> list[str]:
    return Random(seed).choices(WORDS, k=length)


def changed(words: list[str], places: int, seed: int = 7) -> list[str]:
    """The same text with so many other words, far from each other."""
    words = list(words)
    for number in range(places):
        words[(number * len(words)) // places] = f"other{seed}-{number}"
    return words


def of(words: list[str]) -> bytes:
    return sketch(" ".join(words), spaced=True)


def exactly(one: list[str], other: list[str]) -> float:
    a, b = ({tuple(words[start : start + 5]) for start in range(len(words) - 4)} for words in (one, other))
    return len(a & b) / len(a | b)


@pytest.mark.parametrize("places", [1, 2, 4, 8, 16, 40])
@pytest.mark.parametrize("length", [120, 400, 1400])
def test_a_sketch_tells_what_two_texts_share_within_four_sigma(length: int, places: int) -> None:
    one = text(length, length)
    other = changed(one, places)
    assert abs(likeness(of(one), of(other)) - exactly(one, other)) < 0.16


def test_the_same_text_has_the_same_sketch_and_another_one_shares_nothing() -> None:
    assert of(text(1)) == of(text(1))
    assert len(of(text(1))) == 4 * BINS
    assert likeness(of(text(1)), of(text(2))) < 0.05


def test_a_sketch_is_the_same_in_every_process() -> None:
    """What the reading process made is compared in another one; nothing may hang on the seed of hashes."""
    import subprocess
    import sys

    code = (
        "from crawler.core.audit.sketch import sketch; print(sketch(' '.join(map(str, range(300))), spaced=True).hex())"
    )
    made = {
        subprocess.run(
            [sys.executable, "-c", code], env={"PYTHONHASHSEED": seed}, capture_output=True, check=True
        ).stdout
        for seed in ("1", "2")
    }
    assert len(made) == 1


def test_little_text_has_no_sketch() -> None:
    assert of(text(1, LEAST - 1)) == b""
    assert of(text(1, LEAST)) != b""
    assert sketch("語" * (2 * LEAST - 1), spaced=False) == b"" != sketch("語" * 2 * LEAST, spaced=False)


def test_of_a_long_text_the_beginning_is_compared() -> None:
    assert of([*text(1, UNITS), *text(2, 900)]) == of([*text(1, UNITS), *text(3, 900)])


@given(st.text(max_size=3000), st.booleans())
def test_any_text_has_a_sketch_or_none(anything: str, spaced: bool) -> None:
    assert len(sketch(anything, spaced=spaced)) in (0, 4 * BINS)


#: Texts in scripts without spaces, sentences of different endings.
JAPANESE = "".join(f"第{n}章では港の歴史と漁師の暮らしについて{n * n}年の記録から詳しく述べます。" for n in range(30))
THAI = " ".join(f"บทที่{n}กล่าวถึงประวัติของท่าเรือและชีวิตชาวประมงในปี{n * n}" for n in range(40))
CHINESE = "".join(f"第{n}章讲述港口的历史以及渔民在{n * n}年的生活。" for n in range(40))


@pytest.mark.parametrize("words", [JAPANESE, THAI, CHINESE])
def test_texts_without_spaces_are_compared_by_characters(words: str) -> None:
    one, other = (page(f"<main><p>{said}</p></main>") for said in (words, words.replace("第3章", "第参章", 1) + "終"))
    assert likeness(one.sketch, other.sketch) >= 0.9
    assert likeness(one.sketch, page(f"<main>{words[::-1]}</main>").sketch) < 0.2


MENU = "<div class=header><p>" + " ".join(text(5, 300)) + "</p></div>"
COOKIES = "<section id=CookieBanner>" + " ".join(text(6, 300)) + "</section>"
LINKS = "<div>" + "".join(f"<a href=/{word}>{word} and more</a> " for word in text(8, 200)) + "</div>"


@pytest.mark.parametrize("frame", [MENU, COOKIES, LINKS, f"<header>{' '.join(text(5))}</header>"])
def test_what_stands_on_every_page_makes_no_two_pages_alike(frame: str) -> None:
    one, other = (page(f"{frame}<p>{' '.join(text(seed, 120))}") for seed in (1, 2))
    assert likeness(one.sketch, other.sketch) < 0.1


def test_a_page_whose_whole_body_is_called_a_frame_is_read_all_the_same() -> None:
    assert page(f"<body class=cookies-accepted><p>{' '.join(text(1))}").sketch == page(f"<p>{' '.join(text(1))}").sketch


def test_a_page_of_many_frames_is_read() -> None:
    assert page("<div id=menu>x</div>" * 50 + " ".join(text(1))).sketch


def groups(texts: list[list[str]]) -> set[frozenset[int]]:
    _, numbers = nearest([of(words) for words in texts], 0.9, lambda one, other: False)
    found: dict[int, set[int]] = {}
    for number, group in enumerate(numbers):
        found.setdefault(group, set()).add(number)
    return {frozenset(one) for one in found.values() if len(one) > 1}


def test_texts_that_are_nearly_the_same_are_found_among_many() -> None:
    texts = [text(seed) for seed in range(200)]
    texts[50], texts[120], texts[199] = (changed(texts[7], 1, seed) for seed in (1, 2, 3))
    texts[150] = changed(texts[8], 30)
    assert groups(texts) == {frozenset({7, 50, 120, 199})}


def test_who_is_kept_apart_is_not_compared() -> None:
    one = of(text(1))
    assert nearest([one, one], 0.9, lambda *_: True) == ({}, [0, 1])
    assert nearest([one, one], 0.9, lambda *_: False) == ({0: (1, 1.0), 1: (0, 1.0)}, [0, 0])


def test_ten_thousand_texts_that_are_all_alike_are_compared_about_once_each() -> None:
    sketches = [of(changed(text(1), 1, seed)) for seed in range(40)] * 250
    asked = 0

    def apart(one: int, other: int) -> bool:
        nonlocal asked
        asked += 1
        return False

    near, numbers = nearest(sketches, 0.9, apart)
    assert len(near) == 10_000
    assert set(numbers) == {0}
    assert asked < 3 * 10_000
