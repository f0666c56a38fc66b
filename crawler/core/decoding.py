"""Content codings, decoded by us within the limit: what cannot be decoded whole is refused, never kept in part."""

import zlib

from crawler.core.limits import GZIP_MEMBERS, Limit
from crawler.core.outcome import Ended, Ending, Outcome

#: What we say we accept. br and zstd are not offered: their decoders cannot be bounded as simply.
ACCEPT_ENCODING = "gzip, deflate"
GZIP, ZLIB, RAW = 31, 15, -15
GZIP_MAGIC = b"\x1f\x8b"
#: Bytes taken and given at a time; bounds by how much a body may pass its limit before we notice.
STEP = 64 * 1024


def decode(codings: list[str], body: bytes, limit: Limit) -> bytes:
    """The decoded body. `codings` as in Content-Encoding. Raises Ended: content-encoding, truncated, too-large."""
    applied = [coding for coding in codings if coding not in ("", "identity")]
    if not applied or not body:
        return body
    if len(applied) > 1 or applied[0] not in ("gzip", "x-gzip", "deflate"):
        seen = ", ".join(applied)[:200]
        reason = f"content encoding {seen!r}; we accept one of {ACCEPT_ENCODING}"
        raise Ended(Ending(Outcome.CONTENT_ENCODING, reason, {"content_encoding": seen}))
    if applied[0] == "deflate":
        return _inflate(body, ZLIB if _looks_like_zlib(body) else RAW, limit)
    return _inflate(body, GZIP, limit)


def _looks_like_zlib(body: bytes) -> bool:
    """RFC 1950 2.2; servers send raw deflate under the same name, so browsers look too."""
    return len(body) >= 2 and body[0] & 0x0F == 8 and (body[0] << 8 | body[1]) % 31 == 0


def _inflate(body: bytes, wbits: int, limit: Limit) -> bytes:
    out, at = bytearray(), 0
    for _ in range(int(GZIP_MEMBERS)):
        at = _one_member(zlib.decompressobj(wbits), body, at, out, limit)
        if wbits == GZIP and body[at:] == GZIP_MAGIC[:1]:
            raise Ended(Ending(Outcome.TRUNCATED, "the compressed body ends with the first byte of another stream"))
        if wbits != GZIP or not body.startswith(GZIP_MAGIC, at):
            return bytes(out)  # what follows a stream and is not another gzip member is padding
    raise Ended(Ending.past(Outcome.CONTENT_ENCODING, GZIP_MEMBERS, "more streams than that"))


def _one_member(decoder: "zlib._Decompress", body: bytes, at: int, out: bytearray, limit: Limit) -> int:
    """Decode the stream that starts at `at` into `out`; give where it ends."""
    try:
        while not decoder.eof:
            fed = decoder.unconsumed_tail or body[at : at + STEP]
            at += 0 if decoder.unconsumed_tail else len(fed)
            piece = decoder.decompress(fed, STEP)
            out += piece
            if len(out) > int(limit):
                raise Ended(Ending.past(Outcome.TOO_LARGE, limit, f"over {int(limit)} when decoded"))
            if not fed and not piece and not decoder.eof:
                raise Ended(Ending(Outcome.TRUNCATED, "the compressed body ends before its end"))
    except zlib.error as error:
        raise Ended(Ending(Outcome.CONTENT_ENCODING, f"the compressed body is broken: {error}")) from None
    return at - len(decoder.unused_data)
