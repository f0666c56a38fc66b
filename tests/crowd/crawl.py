"""One crawl of a crowd in its world, stopped as a user stops it, and everything that was written down of it."""

import json
import signal
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import Any

from crawler.core.ledger_row import Row
from crawler.state.ledger import read
from tests.crowd.hosts import Plan
from tests.crowd.judge import Compared, Violation, compare, violations
from tests.e2e.support import ROOT, Run, scrapy
from tests.world import Log, Net

#: A request under way when the crawl is stopped is let come to its end.
LAST_SECONDS = 40


@dataclass(frozen=True)
class Crawled:
    """A crawl that is over; `until`: when it was told to stop, by the servers' clock."""

    log: Log
    lookups: list[dict[str, Any]]
    rows: list[Row]
    until: float
    check: Run
    said: str
    crowd: Sequence[Plan]
    #: How often Scrapy announced what: "request_scheduled URL" and the like.
    signals: dict[str, int]

    def violations(self) -> list[Violation]:
        return violations(self.log, self.crowd)

    def compared(self) -> Compared:
        signs = defaultdict(list)
        for lookup in self.lookups:
            signs[lookup["name"]].append(lookup["wall"])
        return compare(self.log, signs, self.rows)


def crawl(
    net: Net, crowd: Sequence[Plan], folder: Path, seconds: float, *breaches: str, past: Sequence[str] = ()
) -> Crawled:
    """Crawl for so many seconds from the first request on. `past`: URLs asked for past the queue."""
    net.forget()
    listed, state = folder / "listed.json", folder / "state"
    listed.write_text(
        json.dumps({"queued": [*_in_turn(crowd, seconds), crowd[0].urls(seconds)[1]], "past": list(past)})
    )
    command = [sys.executable, "-m", "tests.crowd.run", listed, state, *breaches]
    with net.popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as program:
        _wait_for_the_first(net, program)
        until = net.requests()[0].t_first + seconds
        time.sleep(max(0.0, until - time.monotonic()))
        program.send_signal(signal.SIGINT)
        said, _ = program.communicate(timeout=LAST_SECONDS)
    check = scrapy(net, "ledger", "check", "--json", "-s", f"STATE_DIR={state}")
    signals = json.loads(listed.with_suffix(".signals").read_text())
    return Crawled(net.requests(), net.lookups(), list(read(state)), until, check, said, crowd, signals)


def _in_turn(crowd: Sequence[Plan], seconds: float) -> list[str]:
    """The first URL of every host, then the second of every host, and so on."""
    by_host = [plan.urls(seconds) for plan in crowd]
    return [url for turn in zip_longest(*by_host) for url in turn if url is not None]


def _wait_for_the_first(net: Net, program: "subprocess.Popen[str]") -> None:
    while not net.requests():
        if program.poll() is not None:
            raise RuntimeError(f"the crawl ended before its first request:\n{program.communicate()[0]}")
        time.sleep(0.1)
