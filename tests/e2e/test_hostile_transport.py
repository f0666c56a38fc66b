"""Hostile servers, transport and body: every row of the list ends as it says, in bounded time and memory."""

from datetime import UTC, datetime
from typing import Any

import pytest

from tests.e2e.hostile_case import Case, check, crawl_cases, world_of
from tests.e2e.support import Run
from tests.world import Net, Response, World, hostile, html

DOMAIN = "hostile-transport.com"
MIB = 1 << 20
PAGE = b"<!doctype html><title>Big</title><p>"
WAYS = hostile.WAYS
SHORT = "shorter than Content-Length; cut chunked; bad chunk; 300 kB chunk extension; trailer flood"
EXACT, LAYERS, BOMB = "body of exactly 8 MiB", "2 or 2000 layers of gzip", "gzip/deflate/br/zstd bomb, 200 MiB"
LENGTHS = "two different or negative Content-Length"
LINE = "one header line > 16 KiB, endless folding"
GARBAGE, GONE = "binary garbage, HTTP/0.9", "close or reset before answering"
BOTH = "Content-Length AND chunked"
TWO_CODINGS = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: gzip\r\n\r\n2\r\nab\r\n0\r\n\r\n"
CERTIFICATE, EXPIRED = "self-signed, wrong name, bare-IP certificate", "expired certificate"


def sized(size: int) -> Response:
    return html(PAGE + b"x" * (size - len(PAGE)))


def coded(coding: str) -> Response:
    """What is packed need not be looked at: the name is enough."""
    return Response(200, {"Content-Type": "text/html", "Content-Encoding": coding}, b"\x0b\x02\x80" + bytes(5000))


async def folding(connection: Any) -> None:
    """One header field that goes on and on over folded lines."""
    await hostile.endless(connection, b"HTTP/1.1 200 OK\r\nX-Filler: a\r\n", b" folded\r\n" * 500)


async def announced(connection: Any) -> None:
    await hostile.length(connection, 8 * MIB + 1, 8 * MIB + 1)


def large(limit: str) -> dict[str, object]:
    return {"limit": limit, "unit": "bytes"}


def tls(word: str) -> dict[str, object]:
    return {"tls": word}


CASES = {
    "exact": Case(EXACT, sized(8 * MIB), "fetched"),
    "announced": Case("body of 8 MiB + 1, announced", Response(raw=announced), "too-large", shown=large("page-bytes")),
    "announced-huge": Case("`Content-Length: 99999999999`", WAYS["/announced-huge"], "too-large"),
    "endless": Case("endless body, no length", WAYS["/endless"], "too-large", shown=large("page-bytes")),
    "endless-chunked": Case("endless body, no length", WAYS["/endless-chunked"], "too-large"),
    "gzip-bomb": Case(BOMB, WAYS["/gzip-bomb"], "too-large", shown=large("page-bytes")),
    "deflate-bomb": Case(BOMB, WAYS["/deflate-bomb"], "too-large", shown=large("page-bytes")),
    "br": Case(BOMB, coded("br"), "content-encoding", shown={"content_encoding": "br"}),
    "zstd": Case(BOMB, coded("zstd"), "content-encoding", shown={"content_encoding": "zstd"}),
    "gzip-twice": Case(LAYERS, WAYS["/gzip-twice"], "content-encoding"),
    "gzip-2000": Case(LAYERS, WAYS["/gzip-2000"], "content-encoding"),
    "gzip-cut": Case("gzip stream cut short", WAYS["/gzip-cut"], "truncated", asked=3),
    "short": Case(SHORT, WAYS["/short"], "truncated", asked=3),
    "cut-chunked": Case(SHORT, WAYS["/cut-chunked"], "truncated", asked=3),
    "bad-chunk": Case(SHORT, WAYS["/bad-chunk"], "truncated", asked=3),
    "chunk-extension": Case(SHORT, WAYS["/chunk-extension"], "truncated", asked=3),
    "trailers": Case(SHORT, WAYS["/endless-trailers"], "truncated", asked=3),
    "long": Case("longer than Content-Length", WAYS["/long"], "fetched"),
    "two-lengths": Case(LENGTHS, WAYS["/two-lengths"], "bad-response"),
    "negative-length": Case(LENGTHS, WAYS["/negative-length"], "bad-response"),
    "both": Case(BOTH, WAYS["/length-and-chunked"], "fetched"),
    "no-length": Case(
        "no length at all, close ends body", WAYS["/no-length"], "fetched", shown={"marks": ["no-length"]}
    ),
    "many-headers": Case("200 000 headers (11 MB)", WAYS["/many-headers"], "headers-too-large"),
    "endless-line": Case(LINE, WAYS["/endless-line"], "bad-response or headers-too-large"),
    "folding": Case(LINE, Response(raw=folding), "headers-too-large", shown=large("header-bytes")),
    "continue": Case("endless `100 Continue`", WAYS["/endless-continue"], "headers-too-large"),
    "cookies": Case("500 cookies x 3 kB", WAYS["/many-cookies"], "headers-too-large"),
    "closed": Case(GONE, WAYS["/closed"], "closed", asked=3),
    "reset": Case(GONE, WAYS["/reset"], "closed", asked=3),
    "two-codings": Case(BOTH, Response(raw=TWO_CODINGS), "bad-response"),
    "old-version": Case(GARBAGE, Response(raw=b"HTTP/0.9 200 OK\r\nContent-Length: 2\r\n\r\nok"), "bad-response"),
    "garbage": Case(GARBAGE, WAYS["/garbage"], "bad-response"),
    "http09": Case(GARBAGE, WAYS["/http09"], "bad-response"),
    **{
        kind: Case(
            EXPIRED if kind == "expired" else CERTIFICATE, WAYS["/"], "tls-invalid", tls=kind, shown=tls(kind), asked=0
        )
        for kind in ("expired", "not-yet-valid", "self-signed", "wrong-name", "unknown-authority", "too-old")
    },
    "bare-address": Case(CERTIFICATE, WAYS["/"], "tls-invalid", tls="bare-address", shown=tls("wrong-name"), asked=0),
}  # fmt: skip


def world() -> World:
    return world_of(CASES, DOMAIN)


@pytest.fixture(scope="module")
def runs(net: Net, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Run]:
    return crawl_cases(net, CASES, DOMAIN, tmp_path_factory.mktemp("transport"))


@pytest.mark.parametrize("name", [pytest.param(name, id=f"{case.row}: {name}") for name, case in CASES.items()])
def test_row(name: str, runs: dict[str, Run], net: Net) -> None:
    check(name, CASES, DOMAIN, runs, net)


@pytest.mark.parametrize("kind", ["expired", "self-signed", "wrong-name", "unknown-authority"])
def test_the_facts_of_a_certificate_that_does_not_hold_are_in_the_report(
    kind: str, runs: dict[str, Run], net: Net
) -> None:
    run = runs[kind]
    host = f"{kind}.{DOMAIN}"
    evidence = run.entry(f"https://{host}/")["evidence"]["certificate"]
    (robots,) = run.report["robots"]
    assert robots["certificate"] == evidence
    named = "wrong.elsewhere-example.net" if kind == "wrong-name" else host
    assert (evidence["subject"], evidence["names"]) == (f"CN={named}", [named])
    ends = datetime.fromisoformat(evidence["not_after"])
    assert (ends < datetime.now(UTC)) == (kind == "expired")
    assert run.code == 3
    assert "https-cert-invalid" in {finding["check"] for finding in run.report["findings"]}
    assert run.folder is not None
    shown = (run.folder / "report.html").read_text()
    assert evidence["issuer"] in shown
    assert evidence["not_after"] in shown


def test_a_certificate_that_holds_is_kept_too(runs: dict[str, Run]) -> None:
    (robots,) = runs["idle"].report["robots"]
    assert robots["certificate"]["names"] == [f"idle.{DOMAIN}"]
    assert "Throw-away authority" in robots["certificate"]["issuer"]


def test_no_certificate_is_a_reason_to_ask_over_http(runs: dict[str, Run], net: Net) -> None:
    for name, case in CASES.items():
        if case.outcome == "tls-invalid":
            assert net.requests().host(f"{name}.{DOMAIN}") == []


def test_a_body_is_not_waited_for_that_was_announced_too_large(runs: dict[str, Run], net: Net) -> None:
    for name in ("announced", "announced-huge"):
        (entry,) = net.requests().host(f"{name}.{DOMAIN}").path("/")
        assert entry.t_end - entry.t_start < 2
    (endless,) = net.requests().host(f"endless.{DOMAIN}").path("/")
    assert endless.bytes < 16 * MIB


def test_a_connection_with_two_ways_to_end_a_body_is_not_used_again(runs: dict[str, Run], net: Net) -> None:
    asked = net.requests().host(f"both.{DOMAIN}")
    assert asked.paths() == ["/robots.txt", "/"]
    assert runs["both"].report["pages"][0]["title"] == "Hostile"
