"""Fixed limits: one byte, one hop, one second past them is a named outcome, and nothing is cut."""

import gzip
import zlib
from collections.abc import AsyncIterator
from functools import partial

import pytest

from tests.e2e.support import Run, crawl_pages
from tests.world import Host, Net, Request, Response, World, html, redirect, text

PAGE = 8 * 1024 * 1024
DOMAIN = "limits-example.com"


def sized(size: int, request: Request) -> Response | None:
    return _robots(request) or html(_body(size))


def _body(size: int) -> bytes:
    return b"<!doctype html><title>Big</title><p>" + b"x" * (size - 36)


def _robots(request: Request) -> Response | None:
    return text("", 404) if request.path == "/robots.txt" else None


def chunked(size: int, request: Request) -> Response:
    return _robots(request) or Response(200, {"Content-Type": "text/html"}, _stream(size))


async def _stream(size: int) -> AsyncIterator[bytes]:
    yield b"<title>x</title>"
    for _ in range(size // 65536):
        yield b"y" * 65536


def announced(request: Request) -> Response:
    raw = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 99999999999\r\n\r\n<title>x"
    return _robots(request) or Response(raw=raw)


def raw(data: bytes, request: Request) -> Response:
    return _robots(request) or Response(raw=data)


def encoded(coding: str, body: bytes, request: Request) -> Response:
    return _robots(request) or Response(200, {"Content-Type": "text/html", "Content-Encoding": coding}, body)


def hops(count: int, request: Request) -> Response | None:
    """/0 leads through `count` redirects to a page."""
    number = request.path.strip("/")
    if not number.isdigit():
        return _robots(request)
    return redirect(f"/{int(number) + 1}", 302) if int(number) < count else html("<title>End</title>")


def loop(request: Request) -> Response | None:
    turns = {"/0": "/1", "/1": "/0"}
    return redirect(turns[request.path]) if request.path in turns else _robots(request)


def to(location: str, request: Request) -> Response:
    return _robots(request) or Response(302, {"Location": location})


def two_locations(request: Request) -> Response:
    return _robots(request) or Response(302, [("Location", "/a"), ("Location", "/b")])


def silent(request: Request) -> Response:
    return _robots(request) or Response(200, delay=60)


def drip(request: Request) -> Response:
    return _robots(request) or Response(200, {"Content-Type": "text/html"}, _drops())


async def _drops() -> AsyncIterator[bytes]:
    import asyncio

    for _ in range(200):
        yield b"x"
        await asyncio.sleep(0.3)


PLAIN = b"<!doctype html><title>Coded</title><p>" + b"text " * 2000
FLOOD = b"HTTP/1.1 200 OK\r\n" + b"".join(b"X-%d: y\r\n" % n for n in range(20_000)) + b"\r\n"


def slow_hops(request: Request) -> Response | None:
    number = request.path.strip("/")
    if not number.isdigit():
        return _robots(request)
    return Response(302, {"Location": f"/{int(number) + 1}"}, delay=18)


def late(request: Request) -> Response:
    """A Crawl-delay that leaves the page ten seconds of the job, and a page that needs longer."""
    if request.path == "/robots.txt":
        return text("User-agent: *\nCrawl-delay: 110\n")
    return Response(200, {"Content-Type": "text/html"}, b"<title>x</title>", delay=15)


def too_late(request: Request) -> Response:
    return text("User-agent: *\nCrawl-delay: 86400\n") if request.path == "/robots.txt" else html("<title>x</title>")


CASES = {
    # name: (site, path, outcome); the two that take longest first
    "late": (late, "/", "job-limit"),
    "slow-hops": (slow_hops, "/0", None),
    "too-late": (too_late, "/", "deferred"),
    "exact": (partial(sized, PAGE), "/", "fetched"),
    "one-more": (partial(sized, PAGE + 1), "/", "too-large"),
    "chunked-more": (partial(chunked, PAGE + 131072), "/", "too-large"),
    "announced": (announced, "/", "too-large"),
    "bomb": (partial(encoded, "gzip", gzip.compress(b"\0" * (64 * 1024 * 1024))), "/", "too-large"),
    "gzip": (partial(encoded, "gzip", gzip.compress(PLAIN)), "/", "fetched"),
    "deflate": (partial(encoded, "deflate", zlib.compress(PLAIN)), "/", "fetched"),
    "cut-gzip": (partial(encoded, "gzip", gzip.compress(PLAIN)[:-12]), "/", "truncated"),
    "layers": (partial(encoded, "gzip, gzip", gzip.compress(gzip.compress(PLAIN))), "/", "content-encoding"),
    "brotli": (partial(encoded, "br", b"\x0b\x02\x80hello\x03"), "/", "content-encoding"),
    "short": (
        partial(raw, b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 500\r\n\r\nhalf"),
        "/",
        "truncated",
    ),
    "no-length": (partial(raw, b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<title>x</title>"), "/", "fetched"),
    "garbage": (partial(raw, b"\x00\x01\x02 not http at all\r\n\r\n"), "/", "bad-response"),
    "nothing": (partial(raw, b""), "/", "closed"),
    "lengths": (
        partial(raw, b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello!"),
        "/",
        "bad-response",
    ),
    "headers": (partial(raw, FLOOD), "/", "headers-too-large"),
    "continue": (partial(raw, b"HTTP/1.1 100 Continue\r\n\r\n" * 20_000), "/", "headers-too-large"),
    "five": (partial(hops, 5), "/0", None),
    "six": (partial(hops, 6), "/0", None),
    "loop": (loop, "/0", None),
    "two-locations": (two_locations, "/", "url-refused"),
    "to-private": (partial(to, "http://10.0.0.1/"), "/", "private-address"),
    "to-slashes": (partial(to, "//10.0.0.1/"), "/", "private-address"),
    "to-odd": (partial(to, "http://127.1/"), "/", "url-refused"),
    "to-file": (partial(to, "file:///etc/passwd"), "/", "url-refused"),
    "to-script": (partial(to, "javascript:alert(1)"), "/", "url-refused"),
    "to-backslash": (partial(to, "http:\\\\10.0.0.1\\"), "/", "url-refused"),
    "to-tab": (partial(to, "http://10.0.\t0.1/"), "/", "url-refused"),
    "to-user": (partial(to, "https://a@exact.limits-example.com/"), "/", "url-refused"),
    "to-port": (partial(to, "https://exact.limits-example.com:8443/"), "/", "url-refused"),
    "to-inside": (partial(to, "https://inside.limits-example.com/"), "/", None),
    "to-http": (partial(to, "http://five.limits-example.com/"), "/", "downgrade"),
    "silent": (silent, "/", "timeout"),
    "drip": (drip, "/", "timeout"),
}


def url(name: str) -> str:
    return f"https://{name}.{DOMAIN}{CASES[name][1]}"


def world() -> World:
    from tests.world import Name

    hosts = [Host(f"{name}.{DOMAIN}", site) for name, (site, _, _) in CASES.items()]
    return World(hosts, [Name(f"inside.{DOMAIN}", a=["10.0.0.1"])])


@pytest.fixture(scope="module")
def runs(net: Net, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Run]:
    done = crawl_pages(net, [url(name) for name in CASES], tmp_path_factory.mktemp("limits"))
    return {name: done[url(name)] for name in CASES}


@pytest.mark.parametrize("name", [name for name, case in CASES.items() if case[2]])
def test_each_server_ends_as_it_should(name: str, runs: dict[str, Run]) -> None:
    expected = CASES[name][2]
    entry = runs[name].entry(url(name))
    assert entry["outcome"] == expected, entry
    assert (expected == "fetched") == (runs[name].report["pages"] != [])
    assert runs[name].code == {"fetched": 0, "url-refused": 4, "downgrade": 4, "private-address": 4}.get(
        str(expected), 3
    )


def test_a_limit_that_was_passed_is_named_with_what_was_seen(runs: dict[str, Run]) -> None:
    # A request that timed out is made again; the third has what the page's 45 s leave it.
    for name, limit in {"one-more": "page-bytes", "silent": "page-seconds", "headers": "header-bytes"}.items():
        evidence = runs[name].entry(url(name))["evidence"]
        assert evidence["limit"] == limit
        assert evidence["seen"]


def test_what_may_pass_is_asked_for_three_times_and_what_does_not_once(runs: dict[str, Run], net: Net) -> None:
    for name, times in {"silent": 3, "nothing": 3, "short": 3, "garbage": 1, "one-more": 1, "headers": 1}.items():
        asked = [entry.path for entry in net.requests().host(f"{name}.{DOMAIN}")]
        assert asked == ["/robots.txt", *["/"] * times], name


def test_one_request_has_twenty_seconds(runs: dict[str, Run], net: Net) -> None:
    first = net.requests().host(f"silent.{DOMAIN}").path("/")[0]
    assert 19.5 <= first.t_end - first.t_start < 22


def test_five_redirects_are_followed_and_six_are_not(runs: dict[str, Run], net: Net) -> None:
    five, six = runs["five"], runs["six"]
    assert five.outcome(f"https://five.{DOMAIN}/5") == "fetched"
    assert [five.outcome(f"https://five.{DOMAIN}/{n}") for n in range(5)] == ["redirected"] * 5
    assert six.outcome(f"https://six.{DOMAIN}/5") == "too-many-redirects"
    assert f"https://six.{DOMAIN}/6" not in six.outcomes()
    assert "/6" not in net.requests().host(f"six.{DOMAIN}").paths()
    assert six.code == 3


def test_a_loop_ends_at_once(runs: dict[str, Run], net: Net) -> None:
    assert runs["loop"].outcome(f"https://loop.{DOMAIN}/1") == "redirect-loop"
    assert net.requests().host(f"loop.{DOMAIN}").paths() == ["/robots.txt", "/0", "/1"]


def test_a_redirect_to_a_name_that_leads_inside_is_refused(runs: dict[str, Run]) -> None:
    assert runs["to-inside"].outcome(f"https://inside.{DOMAIN}/") == "private-address"
    assert runs["to-inside"].code == 4


def test_redirects_keep_the_pace(runs: dict[str, Run], net: Net) -> None:
    for name in ("five", "six", "loop"):
        assert min(net.requests().gaps(f"{name}.{DOMAIN}")) >= 0.5
        assert not net.requests().overlaps(f"{name}.{DOMAIN}")


def test_a_page_with_its_redirects_has_45_seconds(runs: dict[str, Run]) -> None:
    entry = runs["slow-hops"].entry(f"https://slow-hops.{DOMAIN}/2")
    assert entry["outcome"] == "timeout"
    assert entry["evidence"]["limit"] == "page-seconds"


def test_a_job_ends_at_120_seconds_with_the_request_in_flight(runs: dict[str, Run], net: Net) -> None:
    page = net.requests().host(f"late.{DOMAIN}").path("/")[0]
    robots = net.requests().host(f"late.{DOMAIN}").path("/robots.txt")[0]
    assert page.t_start - robots.t_end >= 110
    assert page.t_end - robots.t_start < 121
    assert runs["late"].report["complete"] is False


def test_a_wait_that_ends_after_the_job_is_not_waited_for(runs: dict[str, Run], net: Net) -> None:
    assert net.requests().host(f"too-late.{DOMAIN}").paths() == ["/robots.txt"]
    assert runs["too-late"].entry(url("too-late"))["evidence"]["limit"] == "job-seconds"
