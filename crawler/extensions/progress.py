"""What the crawl is doing: in the log one line a URL, stable words first, and now and then where it stands.

On a terminal where it stands is one line at the bottom, written anew every second. Items have no control characters
left.
"""

import asyncio
import logging
import os
import sys
from collections import Counter
from contextlib import suppress
from time import monotonic
from typing import Any

from scrapy import signals
from scrapy.crawler import Crawler

from crawler.core.standing import Standing, told
from crawler.state.frontier import State

logger = logging.getLogger("crawler.progress")

#: Seconds between two lines: on a terminal, and in a log.
ON_TERMINAL, IN_LOG = 1.0, 30.0
_WIPE = "\r\x1b[K"


class Progress:
    """Logs every ending as it happens, and tells where the crawl stands."""

    def __init__(self, crawler: Crawler):
        self._crawler = crawler
        self._outcomes: Counter[str] = Counter()
        self._pages = 0
        self._began = 0.0
        self._task: asyncio.Task[None] | None = None
        self._line = _BottomLine() if sys.stderr.isatty() else None

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> "Progress":
        progress = cls(crawler)
        crawler.signals.connect(progress.item_scraped, signals.item_scraped)
        crawler.signals.connect(progress.opened, signals.spider_opened)
        crawler.signals.connect(progress.closed, signals.spider_closed)
        return progress

    def item_scraped(self, item: dict[str, Any]) -> None:
        seconds = "" if item["seconds"] is None else f" {item['seconds']:.2f} s"
        reason = f" ({item['reason']})" if item["reason"] else ""
        logger.info("%s %s%s%s", item["outcome"], item["url"], seconds, reason)
        self._outcomes[str(item["outcome"])] += 1
        self._pages += "page" in item

    def opened(self) -> None:
        if getattr(self._crawler.spider, "frontier", None) is not None:
            self._began = monotonic()
            self._task = asyncio.get_running_loop().create_task(self._tell())

    def closed(self) -> None:
        if self._task is not None:
            self._task.cancel()
        if self._line is not None:
            self._line.close()

    async def _tell(self) -> None:
        while True:
            await asyncio.sleep(IN_LOG if self._line is None else ON_TERMINAL)
            text = told(self._standing())
            if self._line is None:
                logger.info("standing: %s", text)
            else:
                self._line.write(text)

    def _standing(self) -> Standing:
        spider: Any = self._crawler.spider
        engine: Any = self._crawler.engine
        gate, ended = engine.downloader.gate, sum(self._outcomes.values())
        wait, host = max(((gate.wait_for(host), host) for host in spider.scope_hosts), default=(0.0, ""))
        return Standing(
            pages=self._pages,
            queued=spider.frontier.count(State.WAITING),
            outcomes=self._outcomes,
            waits_for=host,
            wait=wait,
            pace=(monotonic() - self._began) / ended if ended else 0.0,
            job_left=gate.job_seconds_left(),
        )


class _BottomLine(logging.Handler):
    """The last line of a terminal; it makes room for lines of the log, and comes back after them."""

    def __init__(self) -> None:
        super().__init__()
        self._shown = False
        logging.getLogger().handlers.insert(0, self)

    def emit(self, record: logging.LogRecord) -> None:
        self._wipe()

    def write(self, text: str) -> None:
        width = _columns()
        self._put(_WIPE + (text if len(text) < width else text[: width - 2] + "…"))
        self._shown = True

    def close(self) -> None:
        self._wipe()
        logging.getLogger().removeHandler(self)
        super().close()

    def _wipe(self) -> None:
        if self._shown:
            self._put(_WIPE)
            self._shown = False

    def _put(self, text: str) -> None:
        with suppress(OSError, ValueError, UnicodeError):  # a terminal that went away takes nothing from the crawl
            sys.stderr.write(text)
            sys.stderr.flush()


def _columns() -> int:
    with suppress(OSError, ValueError):
        return os.get_terminal_size(sys.stderr.fileno()).columns or 80
    return 80
