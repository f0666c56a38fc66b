"""What is kept of a page for checks of the whole site: the same links, in a fraction of the memory."""

import tracemalloc

from crawler.core.audit.kept import Inlinks, Shelf
from tests.bench import made_site
from tests.core.audit.build import page

LINKS = "<body>\n<a href=/x>one</a>\n<a href=/x>one</a><a href=/y rel=nofollow>two</a>\n<a href=/a>self</a>"


def test_kept_links_are_those_of_the_page_with_their_lines() -> None:
    read = page(LINKS)
    kept = Shelf().keep(read)
    assert tuple(kept.links) == tuple(read.links)
    assert [(link.url, link.line) for link in kept.links[:2]] == [(x.url, x.line) for x in read.links[:2]]
    assert kept.links == read.links
    assert hash(kept) == hash(Shelf().keep(read))
    assert kept.follow == read.follow
    assert kept.unfollowed == read.unfollowed


def test_a_link_that_stands_on_many_pages_is_kept_once() -> None:
    shelf = Shelf()
    for number in range(5):
        shelf.keep(page("\n" * number + LINKS, f"/{number}"))
    assert len(shelf.links) == len({link.at(None) for link in page(LINKS).links})


def test_inlinks_name_page_and_link_in_order_of_page_and_leave_out_links_to_oneself() -> None:
    shelf = Shelf()
    pages = {url: shelf.keep(page(LINKS, url)) for url in ("/b", "/a")}
    inlinks = Inlinks({kept.url: kept for kept in pages.values()})
    assert list(inlinks) == ["https://site.org/x", "https://site.org/y", "https://site.org/a"]
    assert [url for url, _ in inlinks["https://site.org/a"]] == ["https://site.org/b"]
    assert [(url, link.line) for url, link in inlinks["https://site.org/y"]] == [
        ("https://site.org/a", 3), ("https://site.org/b", 3)
    ]  # fmt: skip
    assert inlinks.sources("https://site.org/x") == ("https://site.org/a", "https://site.org/b")
    assert "https://site.org/none" not in inlinks
    assert inlinks.sources("https://site.org/none") == ()


def test_a_page_of_eighty_links_takes_less_than_eight_kilobytes() -> None:
    shelf = Shelf()
    read = [page(body, made_site.path(number)) for number, (_, body) in enumerate(made_site.pages(60))]
    tracemalloc.start()
    kept = [shelf.keep(one) for one in read]
    size = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert len(kept) == 60
    assert size / 60 < 8000


def test_kept_links_are_shown_as_those_of_the_page() -> None:
    read = page(LINKS)
    assert repr(Shelf().keep(read).links) == repr(read.links)
