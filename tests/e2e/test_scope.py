"""Where a site crawl may go: the start URL's host after its redirects, its twin if that redirects there, no other."""

from functools import partial
from pathlib import Path

from tests.e2e.support import crawl, prove
from tests.world import Host, Net, Request, Response, World, html, redirect, text


def home(links: str, request: Request) -> Response | None:
    pages = {"/": f"<title>Home</title>{links}", "/a": "<title>A</title>", "/b": "<title>B</title>"}
    if request.path == "/robots.txt":
        return text("User-agent: *\nDisallow: /sitemap.xml\n")
    return html(pages[request.path]) if request.path in pages else None


def to(start: str, request: Request) -> Response:
    """A host that sends everything to another one; http goes to https of that one too."""
    return text("User-agent: *\n") if request.path == "/robots.txt" else redirect(start + request.path, 301)


def upgrading(request: Request) -> Response | None:
    if request.scheme == "http":
        return to("https://www.apex-first.com", request)
    return home('<a href="https://www.apex-first.com/a">a</a><a href="http://www.apex-first.com/b">b</a>', request)


def world() -> World:
    links = '<a href="https://apex-linked.com/a">a</a><a href="https://sub.www.apex-linked.com/">sub</a>'
    own = '<a href="https://two-sites.com/a">twin that is a site of its own</a>'
    return World(
        [
            Host("www.apex-first.com", upgrading),
            Host("apex-first.com", partial(to, "https://www.apex-first.com")),
            Host("www.apex-linked.com", partial(home, links)),
            Host("apex-linked.com", partial(to, "https://www.apex-linked.com")),
            Host("www.two-sites.com", partial(home, own)),
            Host("two-sites.com", partial(home, "")),
            Host("moved-away.com", partial(to, "https://somebody-else.com")),
            Host("somebody-else.com", partial(home, "")),
        ]
    )


def test_a_start_that_redirects_leads_to_the_site_and_keeps_its_twin(net: Net, tmp_path: Path) -> None:
    prove(net, "apex-first.com", tmp_path)
    run = crawl(net, "site", "http://apex-first.com/", tmp_path)
    assert run.code == 0, run.err
    assert run.report["site"]["scope"] == ["apex-first.com", "www.apex-first.com"]
    assert run.outcome("http://apex-first.com/") == "redirected"
    for page in ("", "a", "b"):
        assert run.outcome(f"https://www.apex-first.com/{page}") == "fetched"
    assert run.outcome("http://www.apex-first.com/b") == "redirected"
    for host in ("apex-first.com", "www.apex-first.com"):
        assert min(net.requests().gaps(host)) >= 0.5
        assert not net.requests().overlaps(host)


def test_every_origin_is_asked_for_its_own_robots_txt_first(net: Net) -> None:
    log = net.requests().host("www.apex-first.com")
    for scheme in ("http", "https"):
        assert next(entry.path for entry in log if entry.scheme == scheme) == "/robots.txt"


def test_a_linked_twin_that_redirects_here_belongs_to_the_site(net: Net, tmp_path: Path) -> None:
    prove(net, "apex-linked.com", tmp_path)
    run = crawl(net, "site", "https://www.apex-linked.com/", tmp_path)
    assert run.outcome("https://apex-linked.com/a") == "redirected"
    assert run.outcome("https://www.apex-linked.com/a") == "fetched"
    assert run.outcome("https://sub.www.apex-linked.com/") == "out-of-scope"


def test_a_twin_that_is_a_site_of_its_own_does_not(net: Net, tmp_path: Path) -> None:
    prove(net, "two-sites.com", tmp_path)
    run = crawl(net, "site", "https://www.two-sites.com/", tmp_path)
    assert run.outcome("https://two-sites.com/a") == "out-of-scope"
    assert net.requests().host("two-sites.com").paths() == ["/robots.txt", "/"]


def test_a_start_that_leads_to_an_unproved_host_ends_there(net: Net, tmp_path: Path) -> None:
    prove(net, "moved-away.com", tmp_path)
    run = crawl(net, "site", "https://moved-away.com/", tmp_path)
    assert run.code == 4
    assert run.outcome("https://somebody-else.com/") == "not-verified"
    assert "somebody-else.com is not proved" in run.out
    assert "/" not in net.requests().host("somebody-else.com").paths()
