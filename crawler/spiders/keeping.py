"""What is kept of requests and of robots.txt, so that a later job can go on: as little as does."""

from dataclasses import replace
from typing import Any

from scrapy import Request

from crawler.core.records import BEYOND, RobotsRecord
from crawler.core.scope import Scope
from crawler.core.urls import Url, normalise

#: What a request carries that must not be lost with its process.
CARRIED = (
    "purpose", "source", "found_on", "depth", "chain", "page_seconds_used", "entered", "level", "from_robots",
    "retries", "method", "kinds",
)  # fmt: skip

#: Sources of URLs that no later job waits for, whatever their host says.
AT_ONCE = BEYOND | {"twin"}


def carried(request: Request) -> dict[str, Any]:
    """What a request carries, to be made anew from."""
    return {name: request.meta[name] for name in CARRIED if name in request.meta}


def kept_of(robots: RobotsRecord, ours: Scope) -> RobotsRecord:
    """What is kept of a robots.txt: of others' hosts, of which there may be many, all but the file itself."""
    url = normalise(f"{robots.origin}/")
    return robots if isinstance(url, Url) and ours.covers(url) else replace(robots, body=b"")
