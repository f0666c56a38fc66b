"""`scrapy diff RUN RUN`: what is new, fixed, still there, and what changed on pages, between two reports."""

import argparse
import json
from pathlib import Path
from typing import Any, ClassVar

from scrapy.commands import ScrapyCommand
from scrapy.exceptions import UsageError

from crawler.core.audit.changes import compare
from crawler.report import earlier
from crawler.report.as_changes import as_dict, as_text


class Command(ScrapyCommand):
    """Compares two reports on disk; asks nobody for anything. 1 where something is new, 0 where not."""

    requires_project = True
    requires_crawler_process = False
    default_settings: ClassVar[dict[str, Any]] = {"LOG_ENABLED": False}

    def syntax(self) -> str:
        return "EARLIER LATER"

    def short_desc(self) -> str:
        return "Compare two reports: what is new, fixed, still there"

    def long_desc(self) -> str:
        return (
            f"{self.short_desc()}. EARLIER and LATER are folders of runs, or report.json files. Exit code 1 where"
            " something is new, 2 for reports that cannot be compared."
        )

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        super().add_options(parser)
        parser.add_argument("--json", action="store_true", help="print JSON")

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        if len(args) != 2:
            came = " ".join(args) or "nothing"
            raise UsageError(f"came: {came}; expected: scrapy diff {self.syntax()}", print_help=False)
        try:
            (before, first), (after, second) = (earlier.read(Path(name).expanduser()) for name in args)
        except earlier.NoReport as error:
            raise UsageError(str(error), print_help=False) from None
        for name in ("spider", "start_url"):
            if first[name] != second[name]:
                raise UsageError(
                    f"{args[0]} is about {first[name]}, {args[1]} about {second[name]}; expected two runs of one site",
                    print_help=False,
                )
        if before.at > after.at:
            before, after = after, before
        changes = compare(before, after)
        lines = [json.dumps(as_dict(changes), ensure_ascii=False, indent=1)] if opts.json else as_text(changes)
        for line in lines:
            print(line)
        self.exitcode = 1 if changes.new else 0
