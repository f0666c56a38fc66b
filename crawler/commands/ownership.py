"""`scrapy ownership show|check HOST`: the proof of ownership to publish, and whether it can be seen."""

import argparse
import json
from collections.abc import AsyncIterator
from typing import Any, ClassVar

from scrapy.commands import ScrapyCommand
from scrapy.exceptions import UsageError

from crawler import guard
from crawler.core import ownership
from crawler.core.urls import Refusal, Url, normalise
from crawler.egress.suffixes import registrable
from crawler.spiders.base import AuditSpider
from crawler.spiders.proving import Prover, Search
from crawler.state import key as key_file
from crawler.state.folder import state_folder


class ProofSpider(AuditSpider):
    """Looks for the proof of one host and asks for nothing else."""

    name = "proof"
    writes_report = False
    search: Search | None = None

    async def start(self) -> AsyncIterator[Any]:
        self.search = await Prover(self.crawler).search(self.asked.url)
        return
        yield


class Command(ScrapyCommand):
    """Shows and checks proofs."""

    requires_project = True
    default_settings: ClassVar[dict[str, Any]] = {"LOG_LEVEL": "WARNING"}

    def syntax(self) -> str:
        return "show|check HOST [--json]"

    def short_desc(self) -> str:
        return "Show the proof of ownership to publish for a host, or check that it can be seen"

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        super().add_options(parser)
        parser.add_argument("--json", action="store_true", help="print JSON")

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        if len(args) != 2 or args[0] not in ("show", "check"):
            came = " ".join(args) or "nothing"
            raise UsageError(f"came: {came}; expected: scrapy ownership show HOST, or check HOST", print_help=False)
        url = _url(args[1])
        try:
            key = key_file.load(state_folder(self.settings["STATE_DIR"]))  # type: ignore[index]
        except (key_file.KeyUnusable, OSError) as error:
            raise UsageError(str(error), print_help=False) from None
        if args[0] == "show":
            _show(key, url, as_json=opts.json)
        else:
            self._check(url, as_json=opts.json)

    def _check(self, url: Url, *, as_json: bool) -> None:
        assert self.crawler_process is not None
        crawler = self.crawler_process.create_crawler(ProofSpider)
        try:
            guard.verify(crawler.settings, ProofSpider)
        except guard.GuardError as error:
            raise UsageError(str(error), print_help=False) from None
        self.crawler_process.crawl(crawler, url=str(url))
        self.crawler_process.start()
        search = getattr(crawler.spider, "search", None)
        self.exitcode = 0 if search is not None and search.proof else 1
        _print_search(url, search, as_json=as_json)


def _url(text: str) -> Url:
    """A host, or a URL whose scheme says where to look for the file."""
    url = normalise(text if "://" in text else f"https://{text}/")
    if isinstance(url, Refusal):
        raise UsageError(f"{url.text}: refused ({url.reason}); expected a host name or a URL", print_help=False)
    return url


def _show(key: bytes, url: Url, *, as_json: bool) -> None:
    domain = registrable(url.host)
    records = [
        {"name": record.name, "type": "TXT", "value": ownership.token(key, record.covers), "covers": record.covers}
        for record in ownership.records(url.host, domain)
    ]
    if as_json:
        file = {"url": f"{url.origin}{ownership.FILE_PATH}", "content": ownership.token(key, url.host)}
        shown = {"host": url.host, "token": ownership.token(key, url.host), "records": records, "file": file}
        print(json.dumps(shown, indent=2))
        return
    for line in ownership.instructions(key, url.host, domain):
        print(line)


def _print_search(url: Url, search: Search | None, *, as_json: bool) -> None:
    proof, seen = (search.proof, search.seen) if search else ("", ("nothing: a fault of ours, see the log",))
    if as_json:
        print(json.dumps({"host": url.host, "proved": bool(proof), "proof": proof, "looked_at": list(seen)}, indent=2))
        return
    print(f"{url.host} is {'proved to be yours' if proof else 'not proved to be yours'}. Looked at:")
    for line in seen:
        print(f"  {line}")
