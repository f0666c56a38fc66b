"""Where a response ends, and after which a connection may be used again."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawler.core.framing import Framing

OK = b"HTTP/1.1 200 OK\r\n"
CHUNKED = OK + b"Transfer-Encoding: chunked\r\n"
CHUNKS = b"2\r\nab\r\n0\r\n\r\n"


def followed(data: bytes, method: str = "GET", piece: int = 0) -> Framing:
    found = Framing(method)
    for start in range(0, len(data), piece or len(data)):
        found.feed(data[start : start + (piece or len(data))])
    return found


WHOLE = {
    "length": OK + b"Content-Length: 2\r\n\r\nab",
    "no body": OK + b"Content-Length: 0\r\n\r\n",
    "chunks": CHUNKED + b"\r\n" + CHUNKS,
    "chunks with extensions and trailers": CHUNKED + b'\r\n2;a="b"\r\nab\r\n0;c\r\nX: y\r\nZ: 1\r\n\r\n',
    "line ends of LF": b"HTTP/1.1 200 OK\nContent-Length: 2\n\nab",
    "folded": OK + b"Content-Length:\r\n 2\r\n\r\nab",
    "kept alive": OK + b"Connection: Keep-Alive\r\nContent-Length: 2\r\n\r\nab",
    "early hints": b"HTTP/1.1 103 Early\r\nLink: </a>\r\n\r\n" + OK + b"Content-Length: 2\r\n\r\nab",
    "204": b"HTTP/1.1 204 No Content\r\n\r\n",
    "304 with the length of what it stands for": b"HTTP/1.1 304 Not Modified\r\nContent-Length: 65\r\n\r\n",
    "no reason": b"HTTP/1.1 200\r\nContent-Length: 2\r\n\r\nab",
}


@pytest.mark.parametrize("piece", [0, 1, 3])
@pytest.mark.parametrize("name", WHOLE)
def test_the_end_is_found_and_what_follows_ends_the_connection(name: str, piece: int) -> None:
    found = followed(WHOLE[name], piece=piece)
    assert (found.ended, found.reusable, found.fault) == (True, True, "")
    assert not followed(WHOLE[name][:-1]).ended
    for extra in (b"\r\n", b"x", OK):
        after = followed(WHOLE[name] + extra, piece=piece)
        assert (after.ended, after.reusable, after.fault) == (True, False, "")


@pytest.mark.parametrize(
    "data",
    [
        b"HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n",
        OK + b"Connection: close\r\nContent-Length: 0\r\n\r\n",
        OK + b"Connection: Close\r\nContent-Length: 0\r\n\r\n",
        OK + b"connection: keep-alive , CLOSE\r\nContent-Length: 0\r\n\r\n",
        OK + b"Connection: keep-alive\r\nConnection: close\r\nContent-Length: 0\r\n\r\n",
        OK + b"Connection:\r\n close\r\nContent-Length: 0\r\n\r\n",
        CHUNKED + b"Content-Length: 2\r\n\r\n" + CHUNKS,
        CHUNKED + b"\r\n2\nab\n0\n\n",
        CHUNKED + b"\r\nzz\r\nab",
        b"HTTP/1.1 204 No Content\r\nContent-Length: 8\r\n\r\n",
        b"HTTP/1.1 204 No Content\r\nTransfer-Encoding: chunked\r\n\r\n",
        OK + b"\r\nup to the close",
        OK + b"Content-Length: 2\r\nContent-Length: 2\r\n\r\nab",
        OK + b"Content-Length: +2\r\n\r\nab",
        OK + b"Content-Length: 2, 2\r\n\r\nab",
    ],
)
def test_a_connection_that_is_over_or_in_doubt_is_not_used_again(data: bytes) -> None:
    found = followed(data)
    assert (found.reusable, found.fault) == (False, "")


@pytest.mark.parametrize(
    "data",
    [
        CHUNKED + b"Transfer-Encoding: gzip\r\n\r\n" + CHUNKS,
        CHUNKED + b"Transfer-Encoding: chunked\r\n\r\n" + CHUNKS,
        OK + b"Transfer-Encoding : gzip\r\nTransfer-Encoding: chunked\r\n\r\n" + CHUNKS,
        OK + b"Transfer-Encoding: gzip, chunked\r\n\r\n" + CHUNKS,
        OK + b"Transfer-Encoding: identity\r\nContent-Length: 2\r\n\r\nab",
        *(
            line + b"\r\nContent-Length: 2\r\n\r\nab"
            for line in (
                b"HTTP/0.9 200 OK", b"HTTP/2.0 200 OK", b"HTTP/1.11 200 OK", b"http/1.1 200 OK", b"ICY 200 OK",
                b"HTTP/1.1 2_00 OK", b"HTTP/1.1 +200 OK", b"HTTP/1.1 020 OK", b"HTTP/1.1 2000 OK", b"HTTP/1.1 200OK",
            )
        ),
    ],
)  # fmt: skip
def test_what_is_no_http_is_said(data: bytes) -> None:
    assert followed(data).fault


def test_the_answer_to_head_has_no_body() -> None:
    found = followed(OK + b"Content-Length: 20\r\n\r\n", "HEAD")
    assert (found.ended, found.reusable) == (True, True)
    assert not followed(OK + b"Content-Length: 2\r\n\r\nab", "HEAD").reusable


PARTS = st.sampled_from(
    [
        OK,
        CHUNKED,
        b"\r\n",
        b"\n",
        b"Content-Length: 2\r\n",
        b"ab",
        CHUNKS,
        b"HTTP/1.1 100 C\r\n",
        b"0\r\n",
        b" ",
        b"\xff",
    ]
)


@given(st.lists(PARTS | st.binary(max_size=4), max_size=12), st.integers(1, 5))
def test_pieces_of_any_size_lead_to_the_same(parts: list[bytes], piece: int) -> None:
    data = b"".join(parts)
    whole, cut = followed(data or b"x"), followed(data or b"x", piece=piece)
    assert (whole.ended, whole.reusable, whole.fault) == (cut.ended, cut.reusable, cut.fault)
