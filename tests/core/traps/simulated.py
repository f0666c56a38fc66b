"""A crawl without a network: a site is a function from a URL to its links, and perhaps to its text."""

from collections import Counter, deque
from dataclasses import dataclass, field

from crawler.core.limits import DEPTH, LINKS_PER_PAGE, PAGES
from crawler.core.traps import Traps
from crawler.core.urls import Url, join, normalise

ROOT = "https://shop.example.com"


@dataclass
class Crawled:
    """What became of the URLs: let through, read (both in their order) and caught, each with its ending."""

    passed: list = field(default_factory=list)
    read: list = field(default_factory=list)
    caught: dict = field(default_factory=dict)
    traps: Traps | None = None

    @property
    def kinds(self):
        return Counter(ending.evidence["trap"] for ending in self.caught.values())


def crawl(links, text=None, *, start="/", year=2026, pages=int(PAGES), depth=int(DEPTH)):
    """Breadth first, as deep and as long as the crawler goes. `links` and `text` are given the canonical target."""
    traps, done = Traps(year), Crawled()
    done.traps = traps
    first = normalise(ROOT + start)
    traps.let_through(first)
    done.passed.append(first)
    waiting, known = deque([(first, 0)]), {first}
    while waiting and len(done.read) < pages:
        url, level = waiting.popleft()
        done.read.append(url)
        if text is not None:
            traps.read(url, text(url.target))
        if level == depth:
            continue
        for found in links(url.target)[: int(LINKS_PER_PAGE)]:
            target = join(url, found)
            if not isinstance(target, Url) or target in known or target.host != first.host:
                continue
            ending = traps.judge(target)
            if ending is not None:
                done.caught[target] = ending
                continue
            done.caught.pop(target, None)
            known.add(target)
            done.passed.append(target)
            waiting.append((target, level + 1))
    return done
