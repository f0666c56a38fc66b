"""One crawl for `tests.bench.cpu`, in a process of its own: `python -m tests.bench.cpu_crawl WHO PLAN`.

PLAN is JSON: scheme, hosts, pages, folder. Prints JSON: processor seconds of this process and of the processes it
started, and how many pages were read.
"""

import json
import os
import resource
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import scrapy
from scrapy import Request
from scrapy.crawler import CrawlerProcess
from scrapy.http import Response
from scrapy.settings import Settings
from scrapy.utils.project import get_project_settings

from crawler.core.audit.page import Page, read_page
from crawler.core.urls import Url, normalise
from crawler.spiders.base import AuditSpider
from crawler.spiders.responses import header_pairs

WORDS = ("news", "garden/tools", "shop/item", "help", "a-longer-path/with-some/words-in-it")
#: Endings by name, of the crawl of this process.
endings: Counter[str] = Counter()


def names(hosts: int) -> list[str]:
    return [f"www.bench-{number:03}-example.com" for number in range(hosts)]


def urls(scheme: str, hosts: int, pages: int) -> list[str]:
    """The pages of all hosts, hosts in turn."""
    paths = [f"/{WORDS[number % len(WORDS)]}/{number}" for number in range(pages)]
    return [f"{scheme}://{host}{path}" for path in paths for host in names(hosts)]


class OurSpider(AuditSpider):
    """Every page of every host, as the product's spiders ask for them."""

    name = "bench-ours"
    writes_report = False
    asking: tuple[str, ...] = ()

    async def begin(self) -> AsyncIterator[Request]:
        for text in self.asking:
            url = normalise(text)
            assert isinstance(url, Url)
            yield self.ask(url, source="start", depth=0)


class ReportingSpider(OurSpider):
    """The same, with the audit of what was read and its report."""

    name = "bench-report"
    writes_report = True


class PlainSpider(scrapy.Spider):
    """What one writes with Scrapy in ten lines, parsing the same."""

    name = "bench-plain"
    asking: tuple[str, ...] = ()

    async def start(self) -> AsyncIterator[Request]:
        for url in self.asking:
            yield Request(url)

    def parse(self, response: Response) -> Iterator[dict[str, Any]]:
        page = read_page(url=response.url, status=response.status, headers=header_pairs(response), body=response.body)
        assert isinstance(page, Page)
        yield {"outcome": "fetched", "url": page.url, "title": page.title, "words": page.words}


def ours(folder: Path) -> Settings:
    """The product's settings, none changed but where things are written."""
    settings = get_project_settings()
    settings.setdict({"STATE_DIR": str(folder / "state"), "REPORTS_DIR": str(folder / "reports")}, "cmdline")
    return settings


def plain(folder: Path) -> Settings:
    """Scrapy's defaults, with robots.txt obeyed, and as much said in the log as we say."""
    return Settings({"ROBOTSTXT_OBEY": True, "LOG_LEVEL": "INFO"})


def waiting(folder: Path) -> Settings:
    """The same with our pace, as Scrapy keeps it."""
    settings = plain(folder)
    settings.setdict({"DOWNLOAD_DELAY": 0.5, "RANDOMIZE_DOWNLOAD_DELAY": False, "CONCURRENT_REQUESTS": 64})
    return settings


WHO: dict[str, tuple[Any, Any]] = {
    "ours": (OurSpider, ours),
    "report": (ReportingSpider, ours),
    "plain": (PlainSpider, plain),
    "waiting": (PlainSpider, waiting),
}


def main(who: str, plan: dict[str, Any]) -> None:
    spider, settings = WHO[who]
    spider.asking = tuple(urls(plan["scheme"], plan["hosts"], plan["pages"]))
    began = time.monotonic()
    process = CrawlerProcess(settings(Path(plan["folder"])))
    crawler = process.create_crawler(spider)
    crawler.signals.connect(count, scrapy.signals.item_scraped)
    process.crawl(crawler, **({} if spider is PlainSpider else {"url": spider.asking[0]}))
    process.start()
    wall = time.monotonic() - began
    with suppress(ChildProcessError):  # the processor time of a child counts once it has been waited for
        while True:
            os.waitpid(-1, 0)
    used = [resource.getrusage(of) for of in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    own, children = (one.ru_utime + one.ru_stime for one in used)
    system = sum(one.ru_stime for one in used)
    print(json.dumps({"own": own, "children": children, "system": system, "wall": wall, "endings": endings}))


def count(item: Any) -> None:
    endings[str(item["outcome"])] += 1


if __name__ == "__main__":
    main(sys.argv[1], json.loads(sys.argv[2]))
