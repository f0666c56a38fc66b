"""Where a response of HTTP/1 ends on the wire, and whether its connection may be used again (RFC 9112).

Bytes in, in pieces of any size, as they come from the server. The body is read elsewhere; this looks over its shoulder,
because what follows a response must never be taken for the answer to the next request. In doubt the connection is over.
"""

import re
from typing import Final

from crawler.core.limits import HEADER_BYTES

_HEAD_END: Final = re.compile(rb"\n\r?\n")
_FOLD: Final = re.compile(rb"\r?\n(?=[ \t])")
_STATUS: Final = re.compile(rb"HTTP/1\.([0-9]) ([1-9][0-9]{2})(?: .*)?", re.DOTALL)
_FRAMING: Final = (b"transfer-encoding", b"content-length", b"connection")
_CHUNK_SIZE: Final = re.compile(rb"[0-9A-Fa-f]{1,16}")
#: Statuses without a body, whatever the fields say (RFC 9112 6.3).
_BODILESS: Final = (204, 304)


class Framing:
    """Follows one response. `fault`: why it is no valid HTTP; `reusable`: the connection may be kept after it."""

    __slots__ = ("_chunks", "_head", "_left", "_line", "_method", "ended", "fault", "reusable")

    def __init__(self, method: str) -> None:
        self.fault = ""
        self.reusable = True
        self.ended = False
        self._method = method
        self._head: bytearray | None = bytearray()  # None: it is whole
        self._left: int | None = None  # bytes of the body, or of the chunk and its line end; None: up to the close
        self._chunks = False
        self._line: bytearray | None = None  # of a chunk's size, or of a trailer; None: within a chunk

    def feed(self, data: bytes) -> None:
        """More bytes of the connection. Those after the response's end make it unusable."""
        while data and not self.fault:
            if self._head is not None:
                data = self._read_head(self._head, data)
            elif self.ended:
                self.reusable = False
                return
            elif self._chunks:
                data = self._read_chunks(data)
            else:
                data = self._read_body(data)

    def _read_head(self, head: bytearray, data: bytes) -> bytes:
        start = max(0, len(head) - 2)
        head += data
        end = _HEAD_END.search(head, start)
        if end is None:
            self.reusable = self.reusable and len(head) <= int(HEADER_BYTES)
            return b""
        text, rest = bytes(head[: end.start()]), bytes(head[end.end() :])
        self._head = None
        self._judge(text)
        return rest

    def _judge(self, head: bytes) -> None:
        line, _, fields = _FOLD.sub(b"", head).partition(b"\n")
        status = _STATUS.fullmatch(line.removesuffix(b"\r"))
        if status is None:
            self.fault = f"{line[:60].decode('latin-1')!r} is no status line of HTTP/1"
            return
        code, found = int(status[2]), _framing(fields)
        if 100 <= code < 200:
            self._head = bytearray()
            return
        closing = {token.strip().lower() for value in found[b"connection"] for token in value.split(b",")}
        self.reusable = self.reusable and status[1] != b"0" and b"close" not in closing
        self._measure(code, found[b"transfer-encoding"], found[b"content-length"])

    def _measure(self, code: int, codings: list[bytes], lengths: list[bytes]) -> None:
        """RFC 9112 6.3: how long the body is."""
        if codings and [coding.lower() for coding in codings] != [b"chunked"]:
            said = b", ".join(codings)[:60].decode("latin-1")
            self.fault = f"transfer coding {said!r}; we understand chunked, once"
        elif self._method == "HEAD" or code in _BODILESS:
            self.ended = True
            self.reusable = self.reusable and (code != 204 or (not codings and set(lengths) <= {b"0"}))
        elif codings:
            self._chunks, self._line = True, bytearray()
            self.reusable = self.reusable and not lengths
        elif len(lengths) == 1 and lengths[0].isdigit() and len(lengths[0]) < 16:
            self._left = int(lengths[0])
            self.ended = self._left == 0
        else:
            self.reusable = False

    def _read_body(self, data: bytes) -> bytes:
        if self._left is None:
            return b""
        taken = min(self._left, len(data))
        self._left -= taken
        self.ended = self._left == 0
        return data[taken:]

    def _read_chunks(self, data: bytes) -> bytes:
        """RFC 9112 7.1. What does not look like it makes the connection unusable, and whoever reads it refuses it."""
        at = 0
        while at < len(data) and not self.ended and self.reusable:
            if self._line is None:
                at = self._skip_chunk(at, len(data))
                continue
            end = data.find(b"\n", at)
            self._line += data[at : end if end >= 0 else len(data)]
            at = end + 1 if end >= 0 else len(data)
            if end >= 0:
                self._end_line(bytes(self._line))
            elif len(self._line) > int(HEADER_BYTES):
                self.reusable = False
        return data[at:] if self.ended else b""

    def _skip_chunk(self, at: int, size: int) -> int:
        assert self._left is not None
        taken = min(self._left, size - at)
        self._left -= taken
        if self._left == 0:
            self._line = bytearray()
        return at + taken

    def _end_line(self, line: bytes) -> None:
        text = line.removesuffix(b"\r")
        self._line = bytearray()
        if self._left == -1:  # after the last chunk: trailers, up to an empty line
            self.ended = not text
            return
        size = _CHUNK_SIZE.fullmatch(text.split(b";")[0].strip())
        self.reusable = self.reusable and line.endswith(b"\r") and size is not None
        if size is not None and (count := int(size[0], 16)):
            self._left, self._line = count + 2, None
        else:
            self._left = -1


def _framing(fields: bytes) -> dict[bytes, list[bytes]]:
    """The values of the fields that say where a response ends. A name with space about it is that name, too."""
    found: dict[bytes, list[bytes]] = {name: [] for name in _FRAMING}
    for line in fields.split(b"\n"):
        name, _, value = line.partition(b":")
        kept = found.get(name.strip().lower())
        if kept is not None:
            kept.append(value.strip())
    return found
