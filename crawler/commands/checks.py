"""`scrapy checks [ID]`: what is checked, why, what to do about it, and where that is written."""

import argparse
import difflib
import json
from typing import Any, ClassVar

from scrapy.commands import ScrapyCommand
from scrapy.exceptions import UsageError

from crawler.core.audit.catalogue import CATALOGUE
from crawler.report import as_checks


class Command(ScrapyCommand):
    """Lists the catalogue or explains one check; asks nobody for anything."""

    requires_project = True
    requires_crawler_process = False
    default_settings: ClassVar[dict[str, Any]] = {"LOG_ENABLED": False}

    def syntax(self) -> str:
        return "[ID …] [--json | --markdown]"

    def short_desc(self) -> str:
        return "List the checks of the audit, or explain some"

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        super().add_options(parser)
        formats = parser.add_mutually_exclusive_group()
        formats.add_argument("--json", action="store_true", help="print JSON")
        formats.add_argument("--markdown", action="store_true", help="print the page docs/checks.md")

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        for name in args:
            if name not in CATALOGUE:
                near = difflib.get_close_matches(name, CATALOGUE, n=3, cutoff=0.5)
                hint = f"did you mean {' or '.join(near)}?" if near else "`scrapy checks` lists them"
                raise UsageError(f"there is no check {name!r}; {hint}", print_help=False)
        if opts.json:
            checks = [as_checks.as_dict(CATALOGUE[name]) for name in args or CATALOGUE]
            print(json.dumps(checks, ensure_ascii=False, indent=1))
        elif opts.markdown:
            print(as_checks.as_page(), end="")
        else:
            for line in _lines(args):
                print(line)


def _lines(args: list[str]) -> list[str]:
    if not args:
        return list(as_checks.as_list())
    return "\n\n".join("\n".join(as_checks.explained(CATALOGUE[name])) for name in args).splitlines()
