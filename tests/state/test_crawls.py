"""The crawls that are not done: who has one, who goes on with it, and when it is forgotten."""

import multiprocessing
import os
import signal
import time
from pathlib import Path

import pytest

from crawler.core.limits import CRAWL_KEPT
from crawler.state.crawls import FOLDER, Crawl
from crawler.state.frontier import FrontierUnusable

START = "https://a.com/"


def begun(folder: Path, mark: str, *, keep: bool = True, start: str = START, fresh: bool = False) -> None:
    crawl = Crawl.open(folder, "site", start, fresh=fresh)
    crawl.frontier.keep("jobs", 1)
    crawl.frontier.keep("mark", mark)
    crawl.frontier.commit()
    crawl.close(keep=keep)


def mark(folder: Path, *, start: str = START, fresh: bool = False) -> str | None:
    crawl = Crawl.open(folder, "site", start, fresh=fresh)
    try:
        found: str | None = crawl.frontier.fact("mark", None)
        assert crawl.begun is (found is not None)
        return found
    finally:
        crawl.close(keep=True)


def files(folder: Path) -> list[str]:
    return sorted(path.name for path in (folder / FOLDER).iterdir())


def test_the_same_start_goes_on_and_another_does_not(tmp_path: Path) -> None:
    begun(tmp_path, "one")
    assert mark(tmp_path) == "one"
    assert mark(tmp_path, start=START + "other") is None


def test_what_is_done_leaves_nothing_behind(tmp_path: Path) -> None:
    begun(tmp_path, "one", keep=False)
    assert files(tmp_path) == []
    assert mark(tmp_path) is None


def test_fresh_starts_over(tmp_path: Path) -> None:
    begun(tmp_path, "one")
    assert mark(tmp_path, fresh=True) is None
    assert mark(tmp_path) is None


def test_fresh_starts_over_also_where_the_file_is_broken(tmp_path: Path) -> None:
    begun(tmp_path, "one")
    [broken] = (tmp_path / FOLDER).glob("*.sqlite")
    broken.write_bytes(b"no database at all" * 100)
    with pytest.raises(FrontierUnusable, match="fresh=1"):
        mark(tmp_path)
    assert mark(tmp_path, fresh=True) is None


def test_a_second_crawl_beside_the_first_is_its_own_and_each_is_gone_on_with(tmp_path: Path) -> None:
    first = Crawl.open(tmp_path, "site", START)
    begun(tmp_path, "second")
    first.frontier.keep("jobs", 1)
    first.frontier.keep("mark", "first")
    first.frontier.commit()
    assert mark(tmp_path) == "second"
    first.close(keep=True)
    assert mark(tmp_path) == "first"


def _hold(folder: Path, ready: str) -> None:
    crawl = Crawl.open(folder, "site", START)
    crawl.frontier.keep("jobs", 1)
    crawl.frontier.keep("mark", "held")
    crawl.frontier.commit()
    Path(ready).touch()
    time.sleep(60)


def test_a_killed_process_gives_its_crawl_back_at_once(tmp_path: Path) -> None:
    ready = tmp_path / "ready"
    process = multiprocessing.get_context("spawn").Process(target=_hold, args=(tmp_path, str(ready)))
    process.start()
    while not ready.exists():
        time.sleep(0.02)
    assert mark(tmp_path) is None
    assert process.pid is not None
    os.kill(process.pid, signal.SIGKILL)
    process.join(10)
    assert mark(tmp_path) == "held"


@pytest.mark.parametrize(("days", "kept"), [(CRAWL_KEPT.value - 0.1, "one"), (CRAWL_KEPT.value + 0.1, None)])
def test_a_crawl_nobody_went_on_with_is_forgotten(tmp_path: Path, days: float, kept: str | None) -> None:
    begun(tmp_path, "one")
    old = time.time() - days * 86400
    for path in (tmp_path / FOLDER).iterdir():
        os.utime(path, (old, old))
    assert mark(tmp_path) == kept


def test_a_crawl_in_memory_leaves_no_file(tmp_path: Path) -> None:
    crawl = Crawl.in_memory()
    assert not crawl.begun
    crawl.close(keep=True)
    assert list(tmp_path.iterdir()) == []


def test_the_folder_is_its_owners_alone(tmp_path: Path) -> None:
    begun(tmp_path, "one")
    assert (tmp_path / FOLDER).stat().st_mode & 0o077 == 0
