"""A crawl without a network: a site is a function from a target to its links, and perhaps one to its text."""

from collections import Counter, deque

from crawler.core.limits import DEPTH, LINKS_PER_PAGE, PAGES
from crawler.core.traps import Traps
from crawler.core.urls import Url, join, normalise

ROOT = "https://shop.example.com"


class Crawl:
    """Breadth first, as deep and as long as the crawler goes; keeps what was let through, read and caught, in order."""

    def __init__(self, site, year=2026, pages=int(PAGES)):
        self.site, self.pages = site, pages
        self.traps = Traps(year)
        self.start = normalise(ROOT + site.start)
        self.traps.let_through(self.start)
        self.passed, self.read, self.caught = {self.start: 0}, {}, {}
        self.waiting = deque([self.start])
        self.run()

    def run(self):
        while self.waiting and len(self.read) < self.pages:
            url = self.waiting.popleft()
            ending = self.traps.recheck(url)
            if ending is not None:
                self.caught[url] = ending, self.passed[url]
                continue
            self.read[url] = self.site.text(url.target) if self.site.text else ""
            self.traps.read(url, self.read[url])
            if self.passed[url] < int(DEPTH):
                for text in self.site.links(url.target)[: int(LINKS_PER_PAGE)]:
                    self.found(join(url, text), self.passed[url] + 1)

    def found(self, url, depth):
        if not isinstance(url, Url) or url in self.passed or url.host != self.start.host:
            return
        ending = self.traps.judge(url)
        if ending is not None:
            self.caught[url] = ending, depth
            return
        self.caught.pop(url, None)
        self.passed[url] = depth
        self.waiting.append(url)

    def second_look(self):
        """Nothing is left to ask: what was caught is judged once more, now that pages of its pattern were read."""
        for url, (_, depth) in list(self.caught.items()):
            self.found(url, depth)
        self.run()

    @property
    def endings(self):
        return {url: ending for url, (ending, _) in self.caught.items()}

    @property
    def kinds(self):
        return Counter(ending.evidence["trap"] for ending in self.endings.values())
