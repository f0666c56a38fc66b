"""What changes between two files."""

from crawler.core.robots import parse
from crawler.core.robots.diff import AGENTS, URLS, agents_of, diff, urls_of

OLD = parse(b"User-agent: *\nDisallow: /a\nSitemap: https://h/1\nUser-agent: x\nDisallow: /b*c$\n")
NEW = parse(
    b"User-agent: *\nDisallow: /a\nAllow: /a/b\nCrawl-delay: 3\nSitemap: https://h/2\nUser-agent: x\nDisallow:\n"
)


def test_a_file_does_not_differ_from_itself() -> None:
    assert not diff(OLD, OLD).any


def test_the_urls_that_change_are_named_with_both_verdicts() -> None:
    found = diff(OLD, NEW, agents=["y"], urls=["/a", "/a/b", "/c"])
    assert [(c.agent, c.url, c.before.line, c.after.line) for c in found.changes] == [("y", "/a/b", 2, 3)]
    assert found.compared == 3
    assert found.delays == (("y", None, 3.0),)
    assert (found.sitemaps_gone, found.sitemaps_new) == (("https://h/1",), ("https://h/2",))


def test_without_agents_and_urls_those_of_the_files_are_taken() -> None:
    found = diff(OLD, NEW)
    assert {(c.agent, c.url) for c in found.changes} >= {("*", "/a/b"), ("x", "/bc"), ("x", "/bxc")}


def test_what_is_taken_from_files_is_bounded() -> None:
    many = parse(b"".join(b"User-agent: a%d\nDisallow: /%d\n" % (n, n) for n in range(10_000)))
    assert len(agents_of(many)) == int(AGENTS)
    assert len(urls_of(many)) == int(URLS)
