"""The frontier: what was committed is there after a kill, once; what was not is as if it had not happened."""

import multiprocessing
import os
import pickle
import resource
import signal
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crawler.core.audit.page import Page, read_page
from crawler.core.outcome import Outcome
from crawler.core.records import SitemapRecord, UrlRecord
from crawler.state import frontier as module
from crawler.state.frontier import Frontier, FrontierUnusable, State

HOW = {"source": "link", "found_on": None, "depth": 1}


def record(url: str, outcome: Outcome = Outcome.FETCHED, reason: str = "") -> UrlRecord:
    return UrlRecord(url, outcome, reason)


def page(url: str) -> Page:
    headers = [("Content-Type", "text/html")]
    read = read_page(url=url, status=200, headers=headers, body=b"<title>T</title><a href=/x>x</a>")
    assert isinstance(read, Page)
    return read


def waiting(frontier: Frontier, pages: int = 1000) -> list[str]:
    return [entry.url for entry in frontier.waiting(pages)]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "crawl.sqlite"


def test_what_was_committed_is_there_when_it_is_opened_again(path: Path) -> None:
    with Frontier.open(path) as frontier:
        frontier.add("https://a.com/", -1, {**HOW, "depth": 3}, page=True)
        frontier.add("https://a.com/read", 0, HOW, page=True)
        frontier.end(record("https://a.com/read"), page("https://a.com/read"))
        frontier.end(record("https://a.com/map"), SitemapRecord("https://a.com/map", Outcome.FETCHED))
        frontier.skip(record("mailto:x", Outcome.URL_REFUSED))
        frontier.keep("scope", frozenset({"a.com"}))
        frontier.commit()
    with Frontier.open(path) as frontier:
        assert [(entry.url, entry.urgency, entry.how["depth"]) for entry in frontier.waiting(9)] == [
            ("https://a.com/", -1, 3)
        ]
        assert [found.url for found in frontier.records()] == ["https://a.com/read", "https://a.com/map", "mailto:x"]
        assert list(frontier.pages()) == [page("https://a.com/read")]
        assert [found.url for found in frontier.sitemaps()] == ["https://a.com/map"]
        assert frontier.fact("scope", None) == frozenset({"a.com"})
        assert [frontier.count(state) for state in State] == [1, 2, 1]


def test_what_was_not_committed_is_not(path: Path) -> None:
    with Frontier.open(path) as frontier:
        frontier.add("https://a.com/", 0, HOW, page=True)
        frontier.commit()
        frontier.end(record("https://a.com/"))
        frontier.add("https://a.com/next", 0, HOW, page=True)
    with Frontier.open(path) as frontier:
        assert waiting(frontier) == ["https://a.com/"]


def _write_and_die(path: Path, urls: list[str], commit: bool) -> None:
    frontier = Frontier.open(path)
    for url in urls:
        frontier.end(record(url), page(url))
        if commit:
            frontier.commit()
    os.kill(os.getpid(), signal.SIGKILL)


@pytest.mark.parametrize("commit", [True, False])
def test_a_killed_process_loses_only_what_was_not_committed(path: Path, commit: bool) -> None:
    urls = [f"https://a.com/{number}" for number in range(20)]
    process = multiprocessing.get_context("spawn").Process(target=_write_and_die, args=(path, urls, commit))
    process.start()
    process.join(30)
    assert process.exitcode == -signal.SIGKILL
    with Frontier.open(path) as frontier:
        assert [found.url for found in frontier.pages()] == (urls if commit else [])


def test_the_first_ending_of_a_url_stays_but_a_fault_of_ours_is_never_hidden() -> None:
    frontier = Frontier.in_memory()
    frontier.end(record("https://a.com/"))
    frontier.end(record("https://a.com/", Outcome.HTTP_ERROR))
    assert [found.outcome for found in frontier.records()] == [Outcome.FETCHED]
    assert frontier.progress == 1
    frontier.end(record("https://a.com/", Outcome.INTERNAL_ERROR))
    assert [found.outcome for found in frontier.records()] == [Outcome.INTERNAL_ERROR]


def test_what_ended_never_waits_again() -> None:
    frontier = Frontier.in_memory()
    frontier.end(record("https://a.com/"))
    frontier.add("https://a.com/", 0, HOW, page=True)
    frontier.put_back(record("https://a.com/", Outcome.JOB_LIMIT), HOW, page=True)
    assert waiting(frontier) == []


def test_what_was_skipped_may_be_asked_for_after_all_and_not_the_other_way() -> None:
    frontier = Frontier.in_memory()
    frontier.skip(record("https://www.a.com/", Outcome.OUT_OF_SCOPE, "first"))
    frontier.skip(record("https://www.a.com/", Outcome.OUT_OF_SCOPE, "second"))
    assert [found.reason for found in frontier.records()] == ["first"]
    frontier.add("https://www.a.com/", 0, HOW, page=True)
    frontier.skip(record("https://www.a.com/", Outcome.NOFOLLOW))
    assert waiting(frontier) == ["https://www.a.com/"]
    assert list(frontier.records()) == []


def test_what_was_put_back_waits_with_its_reason_and_what_it_has_learnt() -> None:
    frontier = Frontier.in_memory()
    frontier.add("https://a.com/", -2, HOW, page=True)
    frontier.put_back(record("https://a.com/", Outcome.DEFERRED, "later"), {**HOW, "retries": 1}, page=False)
    [(entry, why)] = frontier.unfinished()
    assert (entry.how["retries"], entry.urgency) == (1, -2)
    assert why is not None
    assert why.reason == "later"
    assert waiting(frontier, pages=0) == ["https://a.com/"]
    assert frontier.progress == 0


def test_the_most_urgent_come_first_and_of_new_pages_only_so_many() -> None:
    frontier = Frontier.in_memory()
    for number, (urgency, is_page) in enumerate([(-2, True), (-1, True), (1, False), (-1, True), (0, False)]):
        frontier.add(f"https://a.com/{number}", urgency, HOW, page=is_page)
    assert [url[-1] for url in waiting(frontier)] == ["2", "4", "1", "3", "0"]
    assert [url[-1] for url in waiting(frontier, pages=1)] == ["2", "4", "1"]
    assert [url[-1] for url in waiting(frontier, pages=0)] == ["2", "4"]


def test_a_file_of_a_version_with_other_fields_is_refused_and_says_what_to_do(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Frontier.open(path) as frontier:
        frontier.commit()
    monkeypatch.setattr(module, "SHAPE", {**module.SHAPE, "Page": ("url",)})
    with pytest.raises(FrontierUnusable, match=r"another version.*fresh=1"):
        Frontier.open(path)


@pytest.mark.parametrize(
    "content", [b"not a database, and longer than nothing" * 100, b"SQLite format 3\0" + b"x" * 4000]
)
def test_a_broken_file_is_refused_and_says_what_to_do(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    with pytest.raises(FrontierUnusable, match="fresh=1"):
        Frontier.open(path)


def _write_until_refused(path: Path) -> None:
    """In a process that may write files of 200 kB and no more; it ends with 3 where that is an error of its own."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, 200_000))
    frontier = Frontier.open(path)
    try:
        for number in range(10_000):
            frontier.end(record(f"https://a.com/{number}"), page(f"https://a.com/{number}"))
            frontier.commit()
    except FrontierUnusable:
        os._exit(3)
    os._exit(0)


def test_a_full_disk_is_an_error_of_its_own_and_takes_nothing_from_what_was_kept(path: Path) -> None:
    process = multiprocessing.get_context("spawn").Process(target=_write_until_refused, args=(path,))
    process.start()
    process.join(60)
    assert process.exitcode == 3
    with Frontier.open(path) as frontier:
        kept = [found.url for found in frontier.records()]
        assert kept[:2] == ["https://a.com/0", "https://a.com/1"]
        assert kept == [found.url for found in frontier.pages()]


def test_every_kind_of_value_that_is_kept_is_in_the_shape() -> None:
    assert {"UrlRecord", "SitemapRecord", "RobotsRecord", "Page", "Link", "Image", "Target"} <= set(module.SHAPE)
    assert pickle.loads(pickle.dumps(page("https://a.com/"))) == page("https://a.com/")


Step = tuple[str, int]
STEPS = st.lists(st.tuples(st.sampled_from(["add", "skip", "end", "back", "reopen"]), st.integers(0, 3)), max_size=30)


@settings(max_examples=60, deadline=None)
@given(STEPS)
def test_a_url_stands_in_one_place_and_what_ended_stays_ended(
    tmp_path_factory: pytest.TempPathFactory, steps: list[Step]
) -> None:
    path = tmp_path_factory.mktemp("f") / "x.sqlite"
    frontier = Frontier.open(path)
    ended: set[str] = set()
    acts: dict[str, Callable[[str], None]] = {
        "add": lambda url: frontier.add(url, 0, HOW, page=True),
        "skip": lambda url: frontier.skip(record(url, Outcome.NOFOLLOW)),
        "end": lambda url: frontier.end(record(url)),
        "back": lambda url: frontier.put_back(record(url, Outcome.STOPPED), HOW, page=True),
    }
    for act, number in steps:
        url = f"https://a.com/{number}"
        if act == "reopen":
            frontier.commit()
            frontier.close()
            frontier = Frontier.open(path)
            continue
        acts[act](url)
        if act == "end":
            ended.add(url)
        waits, told = waiting(frontier), [found.url for found in frontier.records()]
        assert len(waits + told) == len({*waits, *told})
        assert ended.isdisjoint(waits)
        assert ended <= {found.url for found in frontier.records() if found.outcome is Outcome.FETCHED}
    frontier.close()
