"""What stands in the place of Scrapy commands that would go out by themselves.

They take a settings object that `-s ADDONS={}` frees of the guard, and they leave no report. A project command with a
built-in's name replaces it; here that is the purpose.
"""

import argparse

from scrapy.commands import ScrapyCommand
from scrapy.exceptions import UsageError


class RefusedCommand(ScrapyCommand):
    """Refuses, and says what to use."""

    requires_project = True
    requires_crawler_process = False

    def short_desc(self) -> str:
        return "Not available here: use crawl page"

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        name = type(self).__module__.rpartition(".")[2]
        raise UsageError(
            f"scrapy {name} is not part of this robot: nothing leaves without its checks and its report. "
            "Use: scrapy crawl page -a url=https://…",
            print_help=False,
        )
