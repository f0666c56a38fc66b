"""Each row of the availability table, judged from what the servers were asked for."""

from functools import partial
from pathlib import Path

import pytest

from tests.e2e.support import Run, crawl, crawl_pages
from tests.world import Host, Name, Net, Request, Response, World, html, redirect, text

LIMIT = 512 * 1024
RULES = b"User-agent: *\nDisallow: /no\n"


def answer(status: int, body: bytes, request: Request) -> Response:
    if request.path == "/robots.txt":
        return Response(status, {"Content-Type": "text/plain"}, body)
    return html("<title>Page</title>")


def never_answers(request: Request) -> Response:
    return answer(200, RULES, request) if request.path != "/robots.txt" else Response(200, delay=60)


def cut_body(request: Request) -> Response:
    raw = b"HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\nUser-agent: *\n"
    return Response(raw=raw) if request.path == "/robots.txt" else html("<title>Page</title>")


def cut_gzip(request: Request) -> Response:
    import gzip

    body = gzip.compress(b"User-agent: *\nAllow: /\n" * 500)[:-20]
    coded = Response(200, {"Content-Type": "text/plain", "Content-Encoding": "gzip"}, body)
    return coded if request.path == "/robots.txt" else html("<title>Page</title>")


def redirects(hops: int, request: Request) -> Response:
    """/robots.txt leads through `hops` redirects to rules that allow everything."""
    path = request.path.removeprefix("/hop-")
    if request.path == "/robots.txt":
        return redirect("/hop-1", 302)
    if path.isdigit():
        return redirect(f"/hop-{int(path) + 1}", 302) if int(path) < hops else text("User-agent: *\nAllow: /\n")
    return html("<title>Page</title>")


def redirect_to(location: str, request: Request) -> Response:
    return redirect(location, 301) if request.path == "/robots.txt" else html("<title>Page</title>")


def padded(size: int) -> bytes:
    line = b"# padding to the limit of the file that is read whole or not at all\n"
    return (RULES + line * (size // len(line) + 1))[: size - 1] + b"\n"


def elsewhere(request: Request) -> Response:
    """Keeps a robots file for others at /rules, and lets nobody read it."""
    return text("User-agent: *\nDisallow: /rules\n") if request.path == "/robots.txt" else text("User-agent: *\n")


def lead_on(number: int, request: Request) -> Response:
    return redirect(f"https://h{number + 1}.leading-on.com/x")


def challenged(request: Request) -> Response:
    headers = {"Content-Type": "text/html", "cf-mitigated": "challenge"}
    return Response(200, headers, "<title>x</title>") if request.path == "/robots.txt" else html("<title>Page</title>")


def huge_status(request: Request) -> Response:
    raw = b"HTTP/1.1 99999999999999999999 OK\r\nContent-Length: 0\r\n\r\n"
    return Response(raw=raw) if request.path == "/robots.txt" else html("<title>Page</title>")


ALLOWED = {
    "rules": partial(answer, 200, RULES),
    "rules204": partial(answer, 204, b""),
    "missing404": partial(answer, 404, b"User-agent: *\nDisallow: /\n"),
    "gone410": partial(answer, 410, b""),
    "denied401": partial(answer, 401, b""),
    "denied403": partial(answer, 403, b"User-agent: *\nDisallow: /\n"),
    "legal451": partial(answer, 451, b""),
    "whole512k": partial(answer, 200, padded(LIMIT)),
    "redirects5": partial(redirects, 5),
}
REFUSED = {
    "busy429": partial(answer, 429, RULES),
    "error500": partial(answer, 500, RULES),
    "error503": partial(answer, 503, RULES),
    "error599": partial(answer, 599, RULES),
    "over512k": partial(answer, 200, padded(LIMIT + 1)),
    "cut": cut_body,
    "cutgzip": cut_gzip,
    "redirects6": partial(redirects, 6),
    "toprivate": partial(redirect_to, "http://10.0.0.1/robots.txt"),
    "tofile": partial(redirect_to, "file:///etc/passwd"),
    "toname": partial(redirect_to, "https://inside.robots-rows.com/robots.txt"),
    "tohidden": partial(redirect_to, "https://elsewhere.robots-rows.com/rules"),
    "partial206": partial(answer, 206, b"User-agent: *\nAllow: /\n"),
    "zipped": partial(answer, 200, bytes.fromhex("1f8b0800")),
    "hugestatus": huge_status,
    "challenged": challenged,
    "timeout": never_answers,
}
TLS = ("expired", "self-signed", "wrong-name", "unknown-authority")


def host(name: str) -> str:
    return f"{name}.robots-rows.com"


def url(name: str) -> str:
    return f"https://{host(name)}/page"


def world() -> World:
    hosts = [Host(host(name), site) for name, site in {**ALLOWED, **REFUSED}.items()]
    hosts += [Host(host(kind), partial(answer, 200, RULES), tls=kind) for kind in TLS]
    hosts.append(Host(host("elsewhere"), elsewhere))
    names = [Name(host("fails"), rcode="SERVFAIL"), Name(host("inside"), a=["10.0.0.1"])]
    return World(
        [*hosts, Host("redirected.robots-rows.com", partial(redirect_to, "https://rules.robots-rows.com/robots.txt"))],
        names,
    )


@pytest.fixture(scope="module")
def runs(net: Net, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Run]:
    names = [*ALLOWED, *REFUSED, *TLS, "fails", "unknown-name"]
    done = crawl_pages(net, [url(name) for name in names], tmp_path_factory.mktemp("robots"))
    return {name: done[url(name)] for name in names}


@pytest.mark.parametrize("name", ALLOWED)
def test_house_answers_that_do_not_forbid(name: str, runs: dict[str, Run], net: Net) -> None:
    assert runs[name].outcome(url(name)) == "fetched"
    assert runs[name].code == 0
    assert net.requests().host(host(name)).paths()[0] == "/robots.txt"


@pytest.mark.parametrize("name", REFUSED)
def test_house_rules_that_could_not_be_read_are_a_no(name: str, runs: dict[str, Run], net: Net) -> None:
    assert runs[name].outcome(url(name)) == "robots-unreadable"
    assert runs[name].code == 3
    assert "/page" not in net.requests().host(host(name)).paths()
    assert runs[name].report["pages"] == []


@pytest.mark.parametrize("name", TLS)
def test_house_certificates_that_do_not_hold_end_every_url_of_the_host(
    name: str, runs: dict[str, Run], net: Net
) -> None:
    assert runs[name].outcome(url(name)) == "tls-invalid"
    assert runs[name].code == 3
    assert net.requests().host(host(name)) == []


@pytest.mark.parametrize("name", ["fails", "unknown-name"])
def test_house_names_that_do_not_resolve(name: str, runs: dict[str, Run]) -> None:
    assert runs[name].outcome(url(name)) == "dns-failed"
    assert runs[name].code == 3


def test_a_redirect_of_robots_txt_asks_the_other_origin_for_its_own_first(runs: dict[str, Run], net: Net) -> None:
    assert runs["tohidden"].outcome(url("tohidden")) == "robots-unreadable"
    assert net.requests().host(host("elsewhere")).paths() == ["/robots.txt"]


def test_no_robots_txt_leads_us_from_host_to_host(net: Net, tmp_path: Path) -> None:
    for number in range(12):
        net.add_host(Host(f"h{number}.leading-on.com", partial(lead_on, number)))
    net.forget()
    run = crawl(net, "page", "https://h0.leading-on.com/", tmp_path)
    assert run.outcome("https://h0.leading-on.com/") == "robots-unreadable"
    assert len(net.requests()) <= 3


def test_a_redirected_file_rules_the_origin_that_was_asked(net: Net, tmp_path: Path) -> None:
    net.forget()
    refused = crawl(net, "page", "https://redirected.robots-rows.com/no", tmp_path)
    assert refused.outcome("https://redirected.robots-rows.com/no") == "robots-denied"
    assert net.requests().host("redirected.robots-rows.com").paths() == ["/robots.txt"]
