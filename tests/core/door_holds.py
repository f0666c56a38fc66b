"""What holds for every text a stranger may send the door: for the fuzzer, and for the texts it began with and found."""

import time
from collections.abc import Callable
from datetime import UTC, datetime
from ipaddress import ip_address

from crawler.core.addresses import classify
from crawler.core.limits import RETRY_AFTER, SITEMAP_URLS
from crawler.core.outcome import Ending
from crawler.core.retry_after import http_date, seconds
from crawler.core.sitemap import Sitemap, read
from crawler.core.url_hosts import Reason
from crawler.core.urls import Refusal, Url, join, normalise

NOW = datetime(2026, 11, 6, 8, 49, 37, tzinfo=UTC)
#: Seconds of processor time for one text of a fuzzer's size, instrumented; honest ones take a thousandth of it.
BOUND = 2.0
HOME = normalise("https://site.org/folder/page?x=1")
assert isinstance(HOME, Url)


def url(data: bytes) -> None:
    """A canonical URL is its own canonical form, whatever it is resolved against, and names no private address."""
    for text in {data.decode("latin-1"), data.decode("utf-8", "replace")}:
        _canonical(normalise(text))
        _canonical(join(HOME, text))  # type: ignore[arg-type]


def _canonical(found: Url | Refusal) -> None:
    if isinstance(found, Refusal):
        assert isinstance(found.reason, Reason)
        assert found.text.isprintable()
        return
    text = str(found)
    assert text.isascii()
    assert text.isprintable()
    assert " " not in text
    assert normalise(text) == found, "the canonical form has another canonical form"
    assert join(HOME, text) == found, "resolved it is another"  # type: ignore[arg-type]
    assert not found.is_address or classify(found.host).public, "a private address got through"


def address(data: bytes) -> None:
    """A verdict holds for the text it gives, too; what is public is a global address for the standard library."""
    for text in {data.decode("latin-1"), data.decode("utf-8", "replace")}:
        found = classify(text)
        assert bool(found.reason)
        if not found.text:
            assert not found.public
            continue
        assert classify(found.text) == found, "the canonical text is judged otherwise"
        number = ip_address(text)
        assert ip_address(found.text) == number, "the canonical text is another address"
        assert not found.public or not (number.is_private or number.is_loopback or number.is_link_local)


def sitemap(data: bytes) -> None:
    """Read at most so many entries, each canonical; read twice it says the same."""
    assert isinstance(HOME, Url)
    found = read(HOME, data)
    assert read(HOME, data) == found
    if isinstance(found, Ending):
        return
    assert isinstance(found, Sitemap)
    assert found.kind in ("urlset", "index", "text", "empty")
    assert len(found.entries) + len(found.refused) <= int(SITEMAP_URLS)
    for entry, _ in found.entries:
        assert normalise(str(entry)) == entry


def retry_after(data: bytes) -> None:
    """A wait from 0 to the limit, which one field more never makes shorter."""
    fields = data.decode("latin-1").split("\n")
    wait = seconds(fields, fields[:1], NOW)
    assert 0 <= wait <= RETRY_AFTER.value
    assert seconds([*fields, "1"], fields[:1], NOW) >= max(wait, 1)
    for field in fields:
        moment = http_date(field, NOW)
        assert moment is None or moment.tzinfo is UTC


TARGETS: dict[str, Callable[[bytes], None]] = {
    "url": url, "address": address, "sitemap": sitemap, "retry-after": retry_after,
}  # fmt: skip


def check(target: str, data: bytes) -> None:
    """Raises where something does not hold for `data`, or it takes too long."""
    began = time.process_time()
    TARGETS[target](data)
    took = time.process_time() - began
    assert took < BOUND, f"{took:.1f} s"
