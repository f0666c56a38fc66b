"""The audit replayed from a store, without network: pages a second, peak memory, and how long the report takes.

    python -m tests.bench.audit [PAGES …]

For each number of pages (500, 2,000 and 10,000 unless given) the pages of `made_site` are put into a file; then a
process of its own reads each in the reading process, keeps it in a frontier on disk as a crawl does, asks every check
and writes every file of the report. Memory is the most that the process and its reader had together, sampled.
Goals: 100 pages a second on two cores, under 300 MB and flat from 500 to 10,000 pages, the report in under 5 s.
"""

import asyncio
import json
import os
import sqlite3
import subprocess
import sys
import threading
import time
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import psutil

from crawler.core.audit.report import build
from crawler.core.outcome import Outcome
from crawler.core.records import RobotsRecord, RunRecord, UrlRecord
from crawler.engine.reading import ReadingRoom
from crawler.report.files import write
from crawler.state.frontier import Frontier
from tests.bench import made_site

SIZES = (500, 2000, 10_000)
MB = 1024 * 1024


def store(path: Path, count: int) -> None:
    """The made site in one file."""
    with sqlite3.connect(path) as db:
        db.execute("CREATE TABLE pages (url TEXT, body BLOB)")
        db.executemany("INSERT INTO pages VALUES (?, ?)", made_site.pages(count))


async def replay(stored: Path, frontier: Frontier) -> None:
    """Read every page of the store as a crawl does once it has been answered."""
    room = ReadingRoom()
    try:
        for url, body in sqlite3.connect(stored).execute("SELECT url, body FROM pages"):
            page = await room.read("page", url=url, status=200, headers=made_site.HEADERS, body=body)
            record = UrlRecord(
                url, Outcome.FETCHED, status=200, content_type="text/html", body_bytes=len(body), seconds=0.2, ttfb=0.1
            )
            frontier.end(record, page)
            frontier.commit()
    finally:
        room.close()


def audit(folder: Path) -> dict[str, float]:
    """The whole way from a store to the report's files, in this process; seconds and bytes."""
    memory = Memory()
    began = time.perf_counter()
    with Frontier.open(folder / "frontier.sqlite") as frontier:
        asyncio.run(replay(folder / "pages.sqlite", frontier))
        read = time.perf_counter()
        now = datetime.now(UTC)
        run = RunRecord("site", f"{made_site.ROOT}/", "made.org", now, now, "finished", scope=("made.org",))
        robots = RobotsRecord(made_site.ROOT, "allow-all", "status 404", 404)
        report = build(run, frontier.records(), frontier.pages(), [robots])
        judged = time.perf_counter()
        files = write(report, folder)
        written = time.perf_counter()
    used = os.times()
    return {
        "pages": len(report.pages), "findings": len(report.findings), "read": read - began, "judge": judged - read,
        "write": written - judged, "cpu": used.user + used.system + used.children_user + used.children_system,
        "peak": memory.end(), "html": files["report.html"].stat().st_size,
    }  # fmt: skip


class Memory:
    """The most that this process and its children held at once, in bytes."""

    def __init__(self) -> None:
        self._most, self._over = 0, threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()

    def _watch(self) -> None:
        me = psutil.Process()
        while not self._over.wait(0.05):
            held = me.memory_info().rss
            for child in me.children():
                try:
                    held += child.memory_info().rss
                except psutil.Error:
                    continue
            self._most = max(self._most, held)

    def end(self) -> int:
        self._over.set()
        self._thread.join()
        return self._most


def measured(count: int) -> dict[str, Any]:
    """One size, in a process of its own."""
    with TemporaryDirectory() as folder:
        store(Path(folder) / "pages.sqlite", count)
        done = subprocess.run(
            [sys.executable, "-m", "tests.bench.audit", "--in", folder], capture_output=True, text=True, check=True
        )
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def main(sizes: list[int]) -> None:
    print("  pages  findings  pages/s  cpu ms/page  judge s  write s  peak MB  html kB")
    for count in sizes:
        one = measured(count)
        rate = one["pages"] / (one["read"] + one["judge"])
        print(
            f"{one['pages']:7,} {one['findings']:9,} {rate:8.0f} {one['cpu'] / one['pages'] * 1000:12.2f}"
            f" {one['judge']:8.2f} {one['write']:8.2f} {one['peak'] / MB:8.0f} {one['html'] / 1000:8.0f}"
        )


if __name__ == "__main__":
    if sys.argv[1:2] == ["--in"]:
        print(json.dumps(audit(Path(sys.argv[2]))))
    else:
        main([int(word) for word in sys.argv[1:]] or list(SIZES))
