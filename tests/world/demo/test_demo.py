"""The demo is what it says: a small shop, whole, with its faults where PLANTED puts them."""

import json
import sys
from collections import Counter
from pathlib import Path

import pytest

from tests.world import require_world
from tests.world.demo import HOST, PLANTED, START, world
from tests.world.demo.site import documents, sitemap
from tests.world.sample import fetch


def test_pages_are_the_same_every_time() -> None:
    before = dict(documents())
    documents.cache_clear()
    assert documents() == before
    assert 30 <= len(before) <= 45


def test_planted_faults_are_many_kinds_and_each_named_once() -> None:
    assert len({check for check, _ in PLANTED}) >= 20
    assert max(Counter(PLANTED).values()) == 1
    assert all(url.startswith(START) for _, url in PLANTED)


def test_every_listed_page_answers_as_planted(tmp_path: Path) -> None:
    require_world()
    paths = [
        *documents(),
        "/recommendations",
        "/magazine/the-retired-column",
        "/sitemap-books.xml.gz",
        "/old-catalogue",
    ]
    with world().start(tmp_path) as net:
        got = fetch(net, *(net.url(path) for path in paths), "http://lumen-books.com/about?x=1", net.url("/robots.txt"))
        assert [status for status, _ in got] == [200] * len(documents()) + [500, 410, 200, 200, 200, 200]
        assert "<h1>About Lumen Books" in got[-2][1]
        assert "Disallow: /cart/" in got[-1][1]
        hops = [entry.url for entry in net.requests() if entry.path == "/about?x=1"]
        assert hops == ["http://lumen-books.com/about?x=1", f"https://{HOST}/about?x=1"]
        assert net.victims() == []


def test_the_sitemap_lists_every_page_and_three_that_are_no_good() -> None:
    listed = (sitemap("books") + sitemap("pages")).decode()
    assert all(f"<loc>https://{HOST}{path}</loc>" in listed for path in documents())
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
