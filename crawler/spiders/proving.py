"""Looking for a proof of ownership: first in DNS, which costs the host nothing, then the file on that very host."""

import asyncio
from dataclasses import dataclass

from scrapy import Request
from scrapy.crawler import Crawler

from crawler.core import ownership
from crawler.core.limits import JOB_SECONDS
from crawler.core.outcome import OURS, Ended, Ending, Outcome
from crawler.core.urls import Refusal, Url, join, normalise
from crawler.egress.resolver import Resolver
from crawler.egress.suffixes import registrable
from crawler.engine.gate import STOP_POLL
from crawler.state import key as key_file
from crawler.state.folder import state_folder


@dataclass(frozen=True, slots=True)
class Search:
    """What was looked at for one host, in plain sentences, and what proved it (empty: nothing did)."""

    host: str
    proof: str
    seen: tuple[str, ...]


class Prover:
    """Looks for the proofs of hosts; asks the server through the crawler's own engine."""

    def __init__(self, crawler: Crawler):
        self._crawler = crawler
        self.key = key_file.load(state_folder(crawler.settings["STATE_DIR"]))

    async def search(self, url: Url) -> Search:
        """Look for a proof that the host of `url` is the operator's. Raises Ended when the job ends meanwhile."""
        gate = self._crawler.engine.downloader.gate  # type: ignore[attr-defined]
        looking = asyncio.ensure_future(self._search(url))
        try:
            while not looking.done():
                if not self._crawler.engine.running:
                    raise Ended(
                        Ending(Outcome.STOPPED, "the crawl was stopped while it looked for a proof of ownership")
                    )
                if gate.job_seconds_left() <= 0:
                    raise Ended(Ending.past(Outcome.JOB_LIMIT, JOB_SECONDS, "still looking for a proof of ownership"))
                await asyncio.wait({looking}, timeout=min(STOP_POLL, max(gate.job_seconds_left(), 0.0)))
        finally:
            looking.cancel()
        return looking.result()

    async def _search(self, url: Url) -> Search:
        seen: list[str] = []
        records = ownership.records(url.host, registrable(url.host))
        resolver = Resolver()
        # At once: a name server that does not answer costs its time only once.
        answers = await asyncio.gather(*(self._in_dns(resolver, url.host, record, seen) for record in records))
        for record, found in zip(records, answers, strict=True):
            if found:
                return Search(url.host, f"TXT record at {record.name}", tuple(sorted(seen)))
        if await self._in_file(url, seen):
            return Search(url.host, f"file {url.origin}{ownership.FILE_PATH}", tuple(seen))
        return Search(url.host, "", tuple(seen))

    def instructions(self, host: str) -> tuple[str, ...]:
        return ownership.instructions(self.key, host, registrable(host))

    async def _in_dns(self, resolver: Resolver, host: str, record: ownership.Record, seen: list[str]) -> bool:
        try:
            values = await resolver.txt(record.name)
        except Ended as ended:
            seen.append(f"TXT {record.name}: {ended.ending.reason}")
            return False
        found = ownership.txt_matches(self.key, host, record.covers, values)
        seen.append(f"TXT {record.name}: {_verdict(found, len(values))}")
        return found

    async def _in_file(self, url: Url, seen: list[str]) -> bool:
        try:
            found, words = await self._read_file(url)
        except Ended as ended:
            if ended.ending.outcome in OURS:
                raise
            found, words = False, f"{ended.ending.outcome}: {ended.ending.reason}"
        seen.append(f"file {url.origin}{ownership.FILE_PATH}: {words}")
        return found

    async def _read_file(self, url: Url) -> tuple[bool, str]:
        """Ask for the file; redirects are followed on that very host only."""
        at = join(url, ownership.FILE_PATH)
        chain: list[str] = []
        while True:
            assert not isinstance(at, Refusal)
            request = Request(str(at), meta={"purpose": "proof", "chain": chain}, dont_filter=True)
            response = await self._crawler.engine.download_async(request)
            location = request.meta.get("location")
            if location is None:
                break
            chain = [*chain, str(at)]
            at = normalise(location)
            if isinstance(at, Refusal) or at.host != url.host:
                return False, f"it redirects to another host ({location}), which does not count"
        if response.status != 200:
            return False, f"status {response.status}"
        if not ownership.may_be_file((response.headers.get("Content-Type") or b"").decode("latin-1")):
            return False, "it is not served as text/plain"
        if ownership.file_matches(self.key, url.host, response.body):
            return True, "the token is there"
        return False, "it does not hold exactly the token"


def _verdict(found: bool, values: int) -> str:
    if found:
        return "the token is there"
    return f"{values} values, none of them the token" if values else "no such record"
