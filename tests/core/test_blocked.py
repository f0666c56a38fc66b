"""Challenge and block pages: recognised by their marks, and their innocent lookalikes left alone."""

import json
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawler.core.blocked import LOOKED_AT, REFUSING, ends_host, recognise
from crawler.core.blocked_marks import MARKERS, Where
from crawler.core.blocked_page import CONTENT, NAVIGATION, WIDGETS, look
from crawler.core.outcome import Outcome
from crawler.core.urls import normalise
from tests.core.blocked_lookalikes import INNOCENT
from tests.core.blocked_shapes import FILLER, KEY, SHAPES, URL, page

REFUSALS = sorted(REFUSING)


def by(status, fields=None, body=b"", url=URL):
    ending = recognise(status, fields or {}, body, url)
    return None if ending is None else ending.evidence["by"]


# What comes is judged right


@pytest.mark.parametrize(
    ("name", "status", "fields", "body", "product"), SHAPES, ids=[f"{s[4]}: {s[0]}" for s in SHAPES]
)
def test_a_block_as_it_comes_is_recognised(name, status, fields, body, product):
    ending = recognise(status, fields, body, URL)
    assert ending is not None
    assert (ending.outcome, ending.evidence["by"], ending.evidence["status"]) == (Outcome.BLOCKED, product, status)
    assert f"{product} answered {status} with {ending.evidence['sign']}" == ending.reason
    json.dumps(dict(ending.evidence))


@pytest.mark.parametrize(("name", "status", "fields", "body"), INNOCENT, ids=[case[0] for case in INNOCENT])
def test_a_lookalike_is_not_blocked(name, status, fields, body):
    assert by(status, fields, body) is None


def test_there_are_shapes_enough_and_each_has_its_own_name():
    assert len({(shape[0], shape[4]) for shape in SHAPES}) == len(SHAPES) >= 40
    assert len({case[0] for case in INNOCENT}) == len(INNOCENT) >= 40


# The table


def test_every_row_has_a_shape_that_needs_it():
    """Without the row, some shape would go unseen or be named for another sign."""
    needed = set()
    for _, status, fields, body, _ in SHAPES:
        ending = recognise(status, fields, body, URL)
        needed.update(m for m in MARKERS if _alone(m, status, fields, body) and m.product == ending.evidence["by"])
    codes = {marker for marker in MARKERS if marker.words and marker.words[0].startswith("error code")}
    assert set(MARKERS) - needed - codes == set()


def _alone(marker, status, fields, body):
    text = body.decode("latin-1").lower()
    field = not marker.field or marker.value in fields.get(marker.field, "\0").lower()
    return field and all(words in text for words in marker.words)


@pytest.mark.parametrize("marker", MARKERS, ids=str)
def test_every_row_has_a_source_and_is_written_as_it_is_compared(marker):
    assert marker.source
    assert marker.field or marker.words
    for text in (marker.field, marker.value, *marker.words):
        assert text == text.lower()


@pytest.mark.parametrize("marker", [m for m in MARKERS if m.words], ids=str)
@pytest.mark.parametrize("status", REFUSALS)
def test_words_fire_with_every_refusal_whatever_their_case(marker, status):
    fields = {marker.field: marker.value or "1"} if marker.field else {}
    for words in (marker.words, [word.upper() for word in marker.words]):
        assert by(status, fields, page(" ".join(words))) == marker.product


@pytest.mark.parametrize("status", [code for code in range(100, 600) if code not in REFUSING and code // 100 != 2])
def test_words_count_with_a_refusal_or_on_an_empty_page_only(status):
    words = [word for marker in MARKERS if marker.where is not Where.ANY for word in marker.words]
    assert by(status, body=page(" ".join(words))) is None


@pytest.mark.parametrize("marker", [m for m in MARKERS if m.field and m.where is not Where.ANY], ids=lambda m: m.field)
@pytest.mark.parametrize("status", [200, 301, 404, 500])
def test_a_field_that_guarded_sites_always_send_counts_with_a_refusal_only(marker, status):
    assert by(status, {marker.field: "1"}) is None


# Both sides of each boundary


def test_only_the_beginning_of_a_refusal_is_looked_at():
    word = b"px-captcha"
    assert by(403, body=b" " * (LOOKED_AT - len(word)) + word) == "HUMAN"
    assert by(403, body=b" " * (LOOKED_AT - len(word) + 1) + word) is None


def test_a_long_page_with_a_good_status_is_no_block_page():
    widget = f'<div class="g-recaptcha" {KEY}></div>'.encode()
    assert by(200, body=widget + b" " * (LOOKED_AT - len(widget))) == "reCAPTCHA"
    assert by(200, body=widget + b" " * (LOOKED_AT - len(widget) + 1)) is None


@pytest.mark.parametrize(("more", "empty"), [(0, True), (1, False)])
def test_a_page_is_empty_up_to_so_many_characters_and_links(more, empty):
    assert look("<p>" + "x" * (CONTENT + more) + "</p>").empty is empty
    assert look("<a href=/x>x</a>" * (NAVIGATION + more)).empty is empty


@pytest.mark.parametrize("field", ["<input>", "<input type=email>", "<textarea></textarea>", "<select></select>"])
def test_a_page_with_something_to_fill_in_is_not_empty(field):
    assert not look(field).empty


@pytest.mark.parametrize("field", ["<input type=hidden name=t>", '<input type="submit">', "<input type='checkbox'>"])
def test_a_button_is_nothing_to_fill_in(field):
    assert look(field).empty


@pytest.mark.parametrize("where", ["script", "style", "noscript", "template", "title", "svg"])
def test_what_is_not_seen_is_no_content(where):
    assert look(f"<{where}>{FILLER}</{where}>").characters == 0
    assert look(f"<!-- {FILLER} -->").characters == 0
    assert look(f"<{where}>x</{where}>seen").characters == 4


@pytest.mark.parametrize("mark", WIDGETS)
def test_every_widget_is_seen(mark):
    assert look(f'<div class="a {mark} b">').widget == WIDGETS[mark]
    assert look(f'<div class="{mark}-wrapper">').widget == ""


# What ends a host


@pytest.mark.parametrize(
    ("name", "status", "fields", "body", "product"), SHAPES, ids=[f"{s[4]}: {s[0]}" for s in SHAPES]
)
def test_every_block_counts_for_the_end_of_a_host_but_a_redirect_to_log_in(name, status, fields, body, product):
    ending = recognise(status, fields, body, URL)
    assert ends_host(ending) is not (product == "login wall" and status // 100 == 3)


# Whatever comes

BITS = st.sampled_from(
    ["<", ">", "<!--", "-->", "</", "<script>", "<div class=g-recaptcha", "'", '"', "=", "x", "\0", "<a href=/"]
)
SOUP = st.lists(BITS | st.text(max_size=4), max_size=40).map("".join)


@given(
    st.integers(100, 599),
    st.dictionaries(st.sampled_from(["location", "www-authenticate", "x"]) | st.text(max_size=8), st.text(max_size=60)),
    st.binary(max_size=200) | SOUP.map(lambda text: text.encode("utf-8", "replace")),
    st.sampled_from([None, URL, normalise("http://example.org/")]),
)
def test_whatever_comes_nothing_is_raised(status, fields, body, url):
    ending = recognise(status, fields, body, url)
    assert ending is None or ending.outcome is Outcome.BLOCKED


@given(st.sampled_from(["/login?next=", "/sso?", "//", "?"]), st.text(max_size=80))
def test_whatever_a_redirect_says_nothing_is_raised(start, text):
    recognise(302, {"location": start + text}, b"", URL)


@pytest.mark.parametrize(
    "bit", [b"<", b"<a ", b"<!--", b"<a x=", b"<script>", b"<div>", b'<a b="', b"'", b"<a href=x "]
)
def test_a_page_made_to_take_long_does_not(bit):
    body = b"captcha " + (bit * LOOKED_AT)[: LOOKED_AT - 8]
    began = time.process_time()
    recognise(403, {}, body, URL)
    assert time.process_time() - began < 0.5
