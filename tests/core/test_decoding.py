"""Content codings: whole and within the limit, or not at all."""

import gzip
import random
import tracemalloc
import zlib
from contextlib import suppress
from time import perf_counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawler.core.decoding import ACCEPT_ENCODING, decode
from crawler.core.limits import PAGE_BYTES, Limit
from crawler.core.outcome import Ended, Outcome

SMALL = Limit("small", 1000, "bytes", "for these tests")
TEXT = b"Pages and pages of text. " * 20
NOISE = random.Random(1).randbytes(900)
EMPTY_MEMBER = gzip.compress(b"", mtime=0)
MIB = 1024 * 1024


def raw_deflate(data):
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return packer.compress(data) + packer.flush()


def gz(data):
    return gzip.compress(data, mtime=0)


FORMS = [("gzip", gz), ("x-gzip", gz), ("deflate", zlib.compress), ("deflate", raw_deflate)]
forms = pytest.mark.parametrize(("coding", "pack"), FORMS, ids=["gzip", "x-gzip", "zlib", "raw-deflate"])


def refused(codings, body, limit=SMALL):
    with pytest.raises(Ended) as raised:
        decode(codings, body, limit)
    return raised.value.ending


@forms
@pytest.mark.parametrize(
    "data", [b"", b"x", TEXT, NOISE, b"\x00" * 1000], ids=["empty", "one", "text", "noise", "zeros"]
)
def test_what_was_packed_comes_out(coding, pack, data):
    assert decode([coding], pack(data), SMALL) == data


@pytest.mark.parametrize("codings", [[], [""], ["identity"], ["identity", ""], ["", "identity", "identity"]])
def test_a_body_that_is_not_coded_stays_as_it_is(codings):
    assert decode(codings, b"\x1f\x8bplain", SMALL) == b"\x1f\x8bplain"


@pytest.mark.parametrize("codings", [["identity", "gzip"], ["gzip", ""], ["gzip", "identity"]])
def test_identity_beside_a_coding_changes_nothing(codings):
    assert decode(codings, gz(TEXT), SMALL) == TEXT


@pytest.mark.parametrize("coding", ["gzip", "deflate", "br", "gzip, gzip"])
def test_no_body_needs_no_decoding(coding):
    assert decode([coding], b"", SMALL) == b""


# What we did not offer


@pytest.mark.parametrize(
    "codings",
    [
        ["br"], ["zstd"], ["compress"], ["x-compress"], ["gzip", "gzip"], ["deflate", "gzip"], ["gzip", "br"],
        ["gzip"] * 1000, ["none"], ["utf-8"], ["gzip;q=1"], ["\x00"], ["g" * 100_000],
    ],
    ids=repr,
)  # fmt: skip
def test_other_codings_and_layers_are_refused_by_name(codings):
    ending = refused(codings, gz(gz(TEXT)))
    assert ending.outcome is Outcome.CONTENT_ENCODING
    assert ending.evidence["content_encoding"] == ", ".join(codings)[:200]
    assert len(ending.reason) < 300


def test_what_we_offer_is_what_we_decode():
    assert [decode([offered], packed, SMALL) for offered, packed in zip(
        ACCEPT_ENCODING.split(", "), (gz(TEXT), zlib.compress(TEXT)), strict=True
    )] == [TEXT, TEXT]  # fmt: skip


# Limits


@forms
def test_a_body_of_exactly_the_limit_is_whole(coding, pack):
    data = (NOISE * 2)[:1000]
    assert decode([coding], pack(data), SMALL) == data


@forms
@pytest.mark.parametrize("over", [1, 2, 10_000])
def test_a_body_over_the_limit_is_refused_with_limit_and_size(coding, pack, over):
    ending = refused([coding], pack(b"x" * (1000 + over)))
    assert ending.outcome is Outcome.TOO_LARGE
    assert (ending.evidence["limit"], ending.evidence["value"]) == ("small", 1000)
    assert "over 1000" in ending.reason


def test_eight_mib_is_a_page_and_one_byte_more_is_not():
    data = b"x" * (8 * MIB)
    assert decode(["gzip"], gz(data), PAGE_BYTES) == data
    assert refused(["gzip"], gz(data + b"x"), PAGE_BYTES).outcome is Outcome.TOO_LARGE


def test_members_count_together():
    assert decode(["gzip"], gz(b"x" * 500) + gz(b"y" * 500), SMALL) == b"x" * 500 + b"y" * 500
    assert refused(["gzip"], gz(b"x" * 500) + gz(b"y" * 501)).outcome is Outcome.TOO_LARGE


@pytest.mark.parametrize(
    "pack", [gz, lambda data: gz(data[: MIB]) * 200], ids=["one-member", "many-members"]
)  # fmt: skip
def test_a_bomb_ends_in_bounded_memory_and_time(pack):
    bomb = pack(bytes(200 * MIB))
    assert len(bomb) < MIB
    tracemalloc.start()
    began = perf_counter()
    try:
        ending = refused(["gzip"], bomb, PAGE_BYTES)
        seconds, peak = perf_counter() - began, tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert ending.outcome is Outcome.TOO_LARGE
    assert peak < 4 * int(PAGE_BYTES)
    assert seconds < 3


def test_a_flood_of_empty_members_takes_time_in_proportion():
    # It never reaches the limit of what comes out: 8 MiB of it fit into one page.
    flood = EMPTY_MEMBER * (2 * MIB // len(EMPTY_MEMBER))
    began = perf_counter()
    with suppress(Ended):
        decode(["gzip"], flood, PAGE_BYTES)
    assert perf_counter() - began < 2


def test_a_flood_of_empty_blocks_takes_time_in_proportion():
    stored = b"\x00\x00\x00\xff\xff" * (8 * MIB // 5)
    began = perf_counter()
    assert decode(["deflate"], stored + b"\x01\x00\x00\xff\xff", PAGE_BYTES) == b""
    assert perf_counter() - began < 2


# Cut and broken


@forms
def test_a_stream_cut_anywhere_is_refused(coding, pack):
    packed = pack(NOISE[:200] + TEXT)
    for length in range(1, len(packed)):
        ending = refused([coding], packed[:length])
        assert ending.outcome is Outcome.TRUNCATED, length


def test_a_second_member_that_is_cut_is_refused():
    first, second = gz(TEXT), gz(b"end")
    for length in range(1, len(second)):
        assert refused(["gzip"], first + second[:length]).outcome is Outcome.TRUNCATED


@pytest.mark.parametrize("count", [2, 3, 50])
def test_several_members_are_one_body(count):
    assert decode(["gzip"], gz(b"part ") * count, SMALL) == b"part " * count


@forms
@pytest.mark.parametrize("padding", [b"\x00", b"\x00" * 512, b"\r\n", b"<!-- cached -->"])
def test_padding_after_the_stream_is_ignored(coding, pack, padding):
    assert decode([coding], pack(TEXT) + padding, SMALL) == TEXT


@pytest.mark.parametrize(
    ("coding", "body"),
    [
        ("gzip", b"<html>not packed at all</html>"),
        ("gzip", zlib.compress(TEXT)),
        ("gzip", raw_deflate(TEXT)),
        ("gzip", b"\x00" + gz(TEXT)),
        ("gzip", gz(TEXT)[:-8] + b"\x00\x00\x00\x00" + gz(TEXT)[-4:]),
        ("gzip", gz(TEXT)[:-4] + b"\xff\xff\xff\xff"),
        ("gzip", gz(TEXT) + b"\x1f\x8b\x00broken"),
        ("gzip", b"\x1f\x8b\x08\xe0" + gz(TEXT)[4:]),
        ("deflate", zlib.compress(TEXT)[:-1] + b"\x00"),
        ("deflate", gz(TEXT)),
        ("deflate", b"<html>not packed at all</html>"),
        ("deflate", b"\x07"),
    ],
)
def test_a_broken_stream_is_refused(coding, body):
    assert refused([coding], body).outcome is Outcome.CONTENT_ENCODING


@given(st.sampled_from(FORMS), st.binary(max_size=1000))
def test_whatever_is_packed_comes_out(form, data):
    coding, pack = form
    assert decode([coding], pack(data), SMALL) == data


@given(st.lists(st.sampled_from(["gzip", "deflate", "identity", "br", ""]), max_size=2), st.binary(max_size=300))
def test_whatever_comes_the_answer_is_bounded_or_a_typed_ending(codings, body):
    try:
        size = len(decode(codings, body, SMALL))
    except Ended as ended:
        size = ended.ending.outcome in (Outcome.CONTENT_ENCODING, Outcome.TRUNCATED, Outcome.TOO_LARGE) and 0
    assert size is not False
    assert size <= 1000


@given(st.sampled_from(FORMS), st.data())
def test_a_spoiled_stream_gives_a_typed_ending_or_a_bounded_body(form, data):
    coding, pack = form
    packed = bytearray(pack(TEXT))
    packed[data.draw(st.integers(0, len(packed) - 1))] = data.draw(st.integers(0, 255))
    with suppress(Ended):
        assert len(decode([coding], bytes(packed), SMALL)) <= 1000
