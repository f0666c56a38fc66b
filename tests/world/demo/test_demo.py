"""The demo is what it says: a small shop, whole, with its faults and its innocent pages where its tables put them."""

import gzip
import json
import sys
from collections import Counter
from pathlib import Path

import pytest

from tests.world import require_world
from tests.world.demo import BEYOND, CLEAN, DOCS, HOST, PLANTED, START, TRAPS, world
from tests.world.demo.moved import sitemap
from tests.world.demo.site import documents
from tests.world.sample import fetch


def test_pages_are_the_same_every_time() -> None:
    before = dict(documents())
    documents.cache_clear()
    assert documents() == before
    assert len(before) >= 80


def test_faults_are_planted_all_over_the_catalogue_and_each_is_named_once() -> None:
    assert len(PLANTED) >= 120
    assert len({check for check, _ in PLANTED}) >= 120
    assert max(Counter([*PLANTED, *BEYOND]).values()) == 1
    assert all(url.startswith(START) for _, url in PLANTED)


def test_clean_pages_and_traps_are_many_and_most_say_what_they_look_like() -> None:
    assert len(CLEAN) + len(TRAPS) >= 40
    assert sum(bool(trap) for trap in CLEAN.values()) >= 30


def test_clean_pages_have_titles_and_descriptions_of_common_length() -> None:
    for doc in DOCS.values():
        if not doc.faults and doc.lang != "ja":
            assert 30 <= len(doc.title) <= 60, doc.path
            assert 70 <= len(doc.description) <= 155, doc.path


def test_every_listed_page_answers_as_planted(tmp_path: Path) -> None:
    require_world()
    paths = [
        *(doc.path for doc in DOCS.values() if doc.first == 200 and doc.charset == "utf-8"),
        "/recommendations",
        "/magazine/the-retired-column",
        "/visit/busy-saturday",
        "/visit/tea-break",
        "/visit/tea-break",
        "/sitemap-books.xml.gz",
        "/old-catalogue",
    ]
    statuses = [200] * (len(paths) - 7) + [500, 410, 429, 503, 200, 200, 200, 200, 200]
    with world().start(tmp_path) as net:
        got = fetch(net, *(net.url(path) for path in paths), "http://lumen-books.com/help/", net.url("/robots.txt"))
        assert [status for status, _ in got] == statuses
        assert "Disallow: /cart/" in got[-1][1]
        hops = [entry.url for entry in net.requests() if entry.path == "/help/"]
        assert hops[1:] == ["http://lumen-books.com/help/", f"https://{HOST}/help/"]
        assert net.victims() == []


def test_the_sitemaps_list_what_they_should_and_what_they_should_not() -> None:
    paths = [doc.path for doc in DOCS.values() if doc.listed]
    listed = (gzip.decompress(sitemap("books", paths)) + sitemap("pages", paths)).decode()
    assert all(f"<loc>https://{HOST}{path}</loc>" in listed for path in paths)
    assert "/catalogue</loc>" in listed


def test_the_command_sees_the_proof_and_its_exit_code_is_ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    require_world()
    from tests.world.demo import __main__ as command

    monkeypatch.setattr(command, "token_for", lambda host: "the-token")
    script = (
        "import dns.resolver, json, sys\n"
        "got = dns.resolver.resolve('_lessonpeak-verification.lumen-books.com', 'TXT')\n"
        "open(sys.argv[1], 'w').write(json.dumps([item.to_text() for item in got])); sys.exit(3)\n"
    )
    assert command.main([sys.executable, "-c", script, str(tmp_path / "seen")]) == 3
    assert json.loads((tmp_path / "seen").read_text()) == ['"the-token"']
