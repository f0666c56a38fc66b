"""A whole site needs its owner's proof; without it not one page is asked for."""

import gzip
from functools import partial
from pathlib import Path

import pytest

from tests.e2e.support import crawl, scrapy, token
from tests.world import Host, Net, Request, Response, World, html, redirect, text

FILE = "/.well-known/lessonpeak-verification.txt"
HOSTS = (
    "missing", "wrong", "by-txt", "by-file", "html-file", "long-file", "other-host", "same-host", "withdrawn",
    "denied", "error-file", "foreign", "typed-file", "packed-file",
)  # fmt: skip


def host(name: str) -> str:
    return f"{name}-proof.com"


def site(robots: str, files: dict[str, Response], request: Request) -> Response | None:
    if request.path == "/robots.txt":
        return text(robots)
    if request.path == "/":
        return html("<title>Home</title><h1>Home</h1>")
    return files.get(request.path)


def world() -> World:
    sites = {name: partial(site, "", {}) for name in HOSTS}
    return World(
        [Host(host(name), page) for name, page in sites.items()] + [Host("www.by-txt-proof.com", sites["by-txt"])]
    )


def packed(value: str) -> Response:
    return Response(200, {"Content-Type": "text/plain", "Content-Encoding": "gzip"}, gzip.compress(value.encode()))


def serve(net: Net, name: str, files: dict[str, Response], robots: str = "") -> None:
    net.set_site(host(name), partial(site, robots, files))


def start(net: Net, name: str, folder: Path) -> tuple[int, str, list[str]]:
    """Crawl the host as a site; its exit code, its words, and the paths the server was asked for."""
    net.forget()
    run = crawl(net, "site", f"https://{host(name)}/", folder)
    return run.code, run.out, net.requests().host(host(name)).paths()


def test_without_proof_nothing_but_robots_and_the_file_is_asked_for(net: Net, tmp_path: Path) -> None:
    code, said, paths = start(net, "missing", tmp_path)
    assert code == 4
    assert paths == ["/robots.txt", FILE]
    value = token(net, host("missing"), tmp_path)
    assert f"_lessonpeak-verification.{host('missing')}" in said
    assert f"https://{host('missing')}{FILE}" in said
    assert value in said
    assert f"scrapy crawl page -a url=https://{host('missing')}/" in said


def test_a_wrong_token_is_no_proof(net: Net, tmp_path: Path) -> None:
    net.publish(host("wrong"), "lessonpeak-v1-" + "a" * 52, "v=spf1 -all")
    assert start(net, "wrong", tmp_path)[0] == 4


def test_the_token_of_another_host_is_no_proof(net: Net, tmp_path: Path) -> None:
    net.publish(host("foreign"), token(net, host("wrong"), tmp_path))
    assert start(net, "foreign", tmp_path)[0] == 4


def test_a_txt_record_proves_the_domain_and_what_is_below_it(net: Net, tmp_path: Path) -> None:
    net.publish(host("by-txt"), "something else", token(net, host("by-txt"), tmp_path))
    code, _, paths = start(net, "by-txt", tmp_path)
    assert code == 0
    assert FILE not in paths
    assert crawl(net, "site", "https://www.by-txt-proof.com/", tmp_path).code == 0


def test_a_file_proves_its_own_host(net: Net, tmp_path: Path) -> None:
    serve(net, "by-file", {FILE: text(token(net, host("by-file"), tmp_path) + "\n")})
    code, _, paths = start(net, "by-file", tmp_path)
    assert code == 0
    assert paths[:3] == ["/robots.txt", FILE, "/"]


@pytest.mark.parametrize(
    ("name", "make"),
    [
        ("html-file", lambda value: html(f"<p>{value}</p>")),
        ("typed-file", lambda value: html(value)),
        ("packed-file", lambda value: packed(value + " " * 4096)),
        ("long-file", lambda value: text(value + " " * 4096)),
        ("error-file", lambda value: text(value, 404)),
        ("other-host", lambda value: redirect(f"https://{host('by-file')}{FILE}")),
    ],
)
def test_a_file_that_is_not_exactly_the_token_is_no_proof(name: str, make: object, net: Net, tmp_path: Path) -> None:
    serve(net, name, {FILE: make(token(net, host(name), tmp_path))})  # type: ignore[operator]
    code, _, paths = start(net, name, tmp_path)
    assert code == 4
    assert "/" not in paths


def test_a_file_may_redirect_on_its_own_host(net: Net, tmp_path: Path) -> None:
    value = token(net, host("same-host"), tmp_path)
    serve(net, "same-host", {FILE: redirect("/proof.txt"), "/proof.txt": text(value)})
    assert start(net, "same-host", tmp_path)[0] == 0


def test_a_file_that_robots_txt_forbids_is_not_asked_for(net: Net, tmp_path: Path) -> None:
    files = {FILE: text(token(net, host("denied"), tmp_path))}
    serve(net, "denied", files, "User-agent: *\nDisallow: /.well-known/\n")
    code, said, paths = start(net, "denied", tmp_path)
    assert code == 4
    assert paths == ["/robots.txt"]
    assert "robots-denied" in said


def test_a_proof_that_was_withdrawn_ends_it(net: Net, tmp_path: Path) -> None:
    net.publish(host("withdrawn"), token(net, host("withdrawn"), tmp_path))
    assert start(net, "withdrawn", tmp_path)[0] == 0
    net.withdraw(host("withdrawn"))
    assert start(net, "withdrawn", tmp_path)[0] == 4


def test_ownership_check_says_what_the_crawl_would_say(net: Net, tmp_path: Path) -> None:
    state = f"STATE_DIR={tmp_path / 'state'}"
    before = scrapy(net, "ownership", "check", host("missing"), "-s", state)
    net.publish(host("missing"), token(net, host("missing"), tmp_path))
    after = scrapy(net, "ownership", "check", host("missing"), "-s", state)
    net.withdraw(host("missing"))
    assert (before.code, after.code) == (1, 0)
    assert "not proved" in before.out
    assert "the token is there" in after.out


def test_another_key_makes_another_token(net: Net, tmp_path: Path) -> None:
    assert token(net, host("missing"), tmp_path / "one") != token(net, host("missing"), tmp_path / "two")
    assert (tmp_path / "one" / "state" / "ownership.key").stat().st_mode & 0o777 == 0o600
