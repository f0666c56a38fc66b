"""`scrapy ledger show|check|export`: what we did at a host, and whether we kept our rules there."""

import argparse
import json
import os
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from pathlib import Path
from typing import Any, ClassVar
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from scrapy.commands import ScrapyCommand
from scrapy.exceptions import UsageError

from crawler.core import moments
from crawler.core.conduct import Finding, judge
from crawler.core.ledger_row import Row
from crawler.core.urls import Refusal, normalise
from crawler.report import as_ledger
from crawler.state.ledger import LedgerUnusable, read

ACTIONS = ("show", "check", "export")


@dataclass(frozen=True, slots=True)
class Asked:
    """What of the ledger is wanted, and in which zone."""

    zone: tzinfo
    host: str | None
    since: datetime | None
    until: datetime | None

    def covers(self, row: Row) -> bool:
        """Whether a row is of the host, and was under way in the time."""
        early = self.until is None or row.started <= self.until
        late = self.since is None or (row.ended or row.started) >= self.since
        return early and late and self.host in (None, row.host)


class Command(ScrapyCommand):
    """Reads the ledger; asks nobody for anything."""

    requires_project = True
    requires_crawler_process = False
    default_settings: ClassVar[dict[str, Any]] = {"LOG_ENABLED": False}

    def syntax(self) -> str:
        return "show|check|export [--host H] [--since T] [--until T] [--tz ZONE]"

    def short_desc(self) -> str:
        return "Show the requests that were made, check that they kept the rules, or export them"

    def long_desc(self) -> str:
        return f"{self.short_desc()}. T is {moments.EXPECTED}; without an offset it is in the zone of --tz."

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        super().add_options(parser)
        parser.add_argument("--host", help="only requests to this host name")
        parser.add_argument("--since", metavar="T", help="only what was under way then or later")
        parser.add_argument("--until", metavar="T", help="only what began then or earlier")
        parser.add_argument("--tz", metavar="ZONE", default="UTC", help="zone of all times, such as Europe/Prague")
        parser.add_argument("--json", action="store_true", help="show, check: print JSON")
        parser.add_argument("--format", choices=("csv", "jsonl"), default="csv", help="export: csv (default) or jsonl")

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        if len(args) != 1 or args[0] not in ACTIONS:
            came = " ".join(args) or "nothing"
            raise UsageError(f"came: {came}; expected: scrapy ledger {self.syntax()}", print_help=False)
        now = datetime.now(UTC)
        asked = _asked(opts, now)
        folder = Path(self.settings["STATE_DIR"]).expanduser()  # type: ignore[index]
        try:
            if args[0] == "check":
                self.exitcode = _check(folder, asked, now, as_json=opts.json)
                return
            rows = read(folder, host=asked.host, since=asked.since, until=asked.until)
            show = _show_json if opts.json else _show
            (show if args[0] == "show" else _EXPORTS[opts.format])(rows, asked.zone)
        except LedgerUnusable as error:
            raise UsageError(str(error), print_help=False) from None
        except BrokenPipeError:  # the reader has seen enough; Python would write the rest again at its end
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _asked(opts: argparse.Namespace, now: datetime) -> Asked:
    zone = _zone(opts.tz)
    since = None if opts.since is None else _moment("--since", opts.since, zone, now)
    until = None if opts.until is None else _moment("--until", opts.until, zone, now, end=True)
    return Asked(zone, None if opts.host is None else _host(opts.host), since, until)


def _zone(name: str) -> tzinfo:
    if name.upper() == "UTC":
        return UTC
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise UsageError(
            f"--tz came as {name!r}, expected UTC or a zone such as Europe/Prague", print_help=False
        ) from None


def _moment(option: str, text: str, zone: tzinfo, now: datetime, *, end: bool = False) -> datetime:
    try:
        return moments.moment(text, zone, now, end=end)
    except (ValueError, OverflowError):
        raise UsageError(f"{option} came as {text!r}, expected {moments.EXPECTED}", print_help=False) from None


def _host(text: str) -> str:
    url = normalise(f"https://{f'[{text}]' if ':' in text else text}/")
    if isinstance(url, Refusal):
        raise UsageError(f"--host came as {url.text}, expected a host name ({url.reason})", print_help=False)
    return url.host


# Showing


def _show(rows: Iterator[Row], zone: tzinfo) -> None:
    for line in as_ledger.table(rows, zone):
        print(line)


def _show_json(rows: Iterator[Row], zone: tzinfo) -> None:
    print(json.dumps([as_ledger.value(row, zone) for row in rows], indent=2))


def _export_csv(rows: Iterator[Row], zone: tzinfo) -> None:
    for line in as_ledger.csv_lines(rows, zone):
        print(line)


def _export_jsonl(rows: Iterator[Row], zone: tzinfo) -> None:
    for row in rows:
        print(json.dumps(as_ledger.value(row, zone)))


_EXPORTS: dict[str, Callable[[Iterator[Row], tzinfo], None]] = {"csv": _export_csv, "jsonl": _export_jsonl}


# Checking


def _check(folder: Path, asked: Asked, now: datetime, *, as_json: bool) -> int:
    """Judge all rows, since hosts share addresses and jobs; tell of those asked for. Gives the exit code."""
    seen: Counter[str] = Counter()

    def noted() -> Iterator[Row]:
        for row in read(folder):
            seen[row.host] += asked.covers(row)
            yield row

    found = [finding for finding in judge(noted(), now) if asked.covers(finding.row)]
    broken = [finding for finding in found if finding.broken]
    if as_json:
        print(json.dumps({"requests": seen.total(), **_values(found)}, indent=2))
    else:
        _tell(found, seen, len(broken))
    return 1 if broken else 0


def _tell(found: list[Finding], seen: Counter[str], broken: int) -> None:
    for finding in found:
        print(f"{finding.row.name}: {finding.rule}: {finding.words} ({finding.row.url})")
    verdict = f"{broken} rules were broken" if broken else "no rule was broken"
    print(f"{seen.total()} requests to {len(+seen)} hosts: {verdict}.")


def _values(found: list[Finding]) -> dict[str, list[dict[str, str]]]:
    values: dict[str, list[dict[str, str]]] = {"broken": [], "told": []}
    for finding in found:
        told = {"row": finding.row.name, "rule": str(finding.rule), "url": finding.row.url, "words": finding.words}
        values["broken" if finding.broken else "told"].append(told)
    return values
