"""`scrapy robots show|check|lint|diff|selftest`: what a robots.txt says, to whom, and what is wrong with it.

Reads files, standard input (-) or URLs. Keeps no state of its own; a URL is asked for as a crawl asks for it.
"""

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from scrapy.commands import ScrapyCommand
from scrapy.exceptions import UsageError

from crawler.commands import robots_output as output
from crawler.commands.robots_sources import STDIN, Source, octets, read
from crawler.core import sitemap
from crawler.core.identity import PRODUCT_TOKEN
from crawler.core.limits import ROBOTS_BYTES
from crawler.core.robots import Matching, Robots, Verdict, Why, parse
from crawler.core.robots.diff import diff
from crawler.core.robots.lint import RANK, Finding, lint
from crawler.core.urls import Refusal, Url, normalise

USAGES: Final = {
    "show": "show FILE|URL [--json]",
    "check": "check FILE|URL [--agent A]… URL… [--matching prefix|exact] [--json]",
    "lint": "lint FILE|URL [--format text|json|github]",
    "diff": "diff OLD NEW [--agent A]… [URL…|--sitemap FILE] [--json]",
    "selftest": "selftest [--json]",
}
SAME, DIFFERS = 0, 1
_UNREAD: Final = {
    "allow-all": Verdict(True, None, None, (), Why.UNAVAILABLE),
    "deny-all": Verdict(False, None, None, (), Why.UNREACHABLE),
}
_ITSELF: Final = Verdict(True, None, None, (), Why.ROBOTS_TXT)


class Command(ScrapyCommand):
    """Exit code 0: nothing to say; 1: something is refused, found or changed; 2: wrong usage, or nothing to read."""

    requires_project = True

    def syntax(self) -> str:
        return "|".join(USAGES) + " … (a FILE may be - for standard input)"

    def short_desc(self) -> str:
        return "Show, check, lint and compare robots.txt files, and test the parser"

    def long_desc(self) -> str:
        return "scrapy robots " + "; ".join(USAGES.values())

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        super().add_options(parser)
        parser.add_argument("--agent", action="append", help="product token or whole User-Agent; may be repeated")
        parser.add_argument("--matching", choices=("prefix", "exact"), default="prefix", help="exact is RFC 9309")
        parser.add_argument("--format", choices=("text", "json", "github"), default="text", help="of findings")
        parser.add_argument("--sitemap", metavar="FILE", help="take the URLs to compare from a sitemap file")
        parser.add_argument("--json", action="store_true", help="print JSON")

    def process_options(self, args: list[str], opts: argparse.Namespace) -> None:
        super().process_options(args, opts)
        assert self.settings is not None
        # Our settings file would win over `default_settings`; -L and -s still win over this.
        self.settings.set("LOG_LEVEL", "WARNING", priority="project")

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        work: dict[str, Callable[[list[str], argparse.Namespace], int]] = {
            "show": self._show,
            "check": self._check,
            "lint": self._lint,
            "diff": self._diff,
            "selftest": self._selftest,
        }
        unknown = [arg for arg in args if arg.startswith("-") and arg != STDIN]
        if not args or args[0] not in work or unknown:
            came = " ".join(args) or "nothing"
            raise UsageError(f"came: {came}; expected: scrapy robots {'|'.join(work)} …", print_help=False)
        self.exitcode = work[args[0]](args[1:], opts)
        _flush()

    def _show(self, args: list[str], opts: argparse.Namespace) -> int:
        (source,) = self._sources("show", args, 1, 1)
        if source.policy == "deny-all":
            raise UsageError(f"{source.name}: {source.reason}", print_help=False)
        robots = parse(source.body)
        if opts.json:
            _print_json({"source": source.name, "reason": source.reason, **output.shown_value(robots)})
            return 0
        _print(output.line(f"{source.name}{f': {source.reason}' if source.reason else ''}"))
        for line in output.shown(robots):
            _print(line)
        _say_if_cut(robots)
        return 0

    def _check(self, args: list[str], opts: argparse.Namespace) -> int:
        _enough("check", args, 2, None)
        urls = [_asked(text) for text in args[1:]]
        (source,) = self._sources("check", args[:1], 1, 1)
        for text, url in zip(args[1:], urls, strict=True):
            if source.origin and isinstance(url, Url) and url.origin != source.origin:
                raise UsageError(f"{text}: {source.name} says nothing about another origin", print_help=False)
        judge = _judge(source, opts.matching)
        verdicts = [(agent, str(url), judge(agent, str(url))) for agent in _agents(opts) for url in urls]
        if opts.json:
            results = [{"agent": a, "url": u, **output.verdict_value(verdict)} for a, u, verdict in verdicts]
            _print_json({"source": source.name, "reason": source.reason, "results": results})
        else:
            if source.policy != "rules":
                _print(output.line(f"{source.name}: {source.reason}"))
            for agent, url, verdict in verdicts:
                _print(output.judged(agent, url, verdict))
        return 0 if all(verdict.allowed for _, _, verdict in verdicts) else 1

    def _lint(self, args: list[str], opts: argparse.Namespace) -> int:
        _enough("lint", args, 1, 1)
        (source,) = read(args, self.crawler_process) if "://" in args[0] else [Source(args[0], _beginning(args[0]))]
        if source.policy != "rules":
            raise UsageError(f"{source.name}: {source.reason}", print_help=False)
        findings = lint(source.body, origin=source.origin, content_type=source.content_type)
        if opts.json or opts.format == "json":
            _print_json({"source": source.name, "findings": [asdict(finding) for finding in findings]})
        elif opts.format == "github":
            _print_lines(_annotations(source.name, findings))
        else:
            _print_lines(output.findings_text(source.name, findings))
            _print(_counted(findings))
        return 1 if any(RANK[finding.severity] < RANK["notice"] for finding in findings) else 0

    def _diff(self, args: list[str], opts: argparse.Namespace) -> int:
        _enough("diff", args, 2, None)
        if opts.sitemap and len(args) > 2:
            raise UsageError("came: URLs and --sitemap; expected one of them", print_help=False)
        urls = _listed(opts.sitemap) if opts.sitemap else [str(_asked(text)) for text in args[2:]]
        old, new = self._sources("diff", args[:2], 2, 2)
        for source in (old, new):
            if source.policy == "deny-all":
                raise UsageError(f"{source.name}: {source.reason}", print_help=False)
        found = diff(parse(old.body), parse(new.body), agents=opts.agent or (), urls=urls, matching=opts.matching)
        if opts.json:
            _print_json({"old": old.name, "new": new.name, **output.difference_value(found)})
        else:
            _print_lines(output.differences(found))
            _print(f"{found.compared} verdicts compared, {len(found.changes)} changed")
        return DIFFERS if found.any else SAME

    def _selftest(self, args: list[str], opts: argparse.Namespace) -> int:
        _enough("selftest", args, 0, 0)
        from crawler.core.robots.vectors import VECTORS  # for no other command

        failed = [(vector, got) for vector in VECTORS if (got := vector.got()) != vector.expected]
        if opts.json:
            values = [{"name": v.name, "clause": v.clause, "expected": v.expected, "got": got} for v, got in failed]
            _print_json({"vectors": len(VECTORS), "failed": values})
        else:
            for vector, got in failed:
                _print(output.line(f"FAILED  {vector.name} ({vector.clause}): expected {vector.expected}, got {got}"))
            _print(f"{len(VECTORS)} vectors, {len(failed)} failed")
        return 1 if failed else 0

    def _sources(self, word: str, names: list[str], least: int, most: int) -> list[Source]:
        _enough(word, names, least, most)
        return read(names, self.crawler_process)


def _enough(word: str, args: list[str], least: int, most: int | None) -> None:
    if len(args) < least or (most is not None and len(args) > most):
        came = " ".join(args) or "nothing"
        raise UsageError(f"came: {came}; expected: scrapy robots {USAGES[word]}", print_help=False)


def _agents(opts: argparse.Namespace) -> list[str]:
    return list(dict.fromkeys(opts.agent or [PRODUCT_TOKEN]))


def _asked(text: str) -> Url | str:
    """A URL in the form in which it would be asked for, or a path; a host may be any, since nothing is sent to it."""
    if text.startswith("/") and not text.startswith("//"):
        url = normalise(f"https://www.example.com{text}")
        return text if isinstance(url, Refusal) else url.target
    url = normalise(text)
    if not isinstance(url, Refusal):
        return url
    if text.lower().startswith(("http://", "https://")) and len(text) > len("https://"):
        return text
    raise UsageError(
        f"{url.text}: no URL ({url.reason}); expected a path that begins with / or an http or https URL",
        print_help=False,
    )


def _judge(source: Source, matching: Matching) -> Callable[[str, str], Verdict]:
    """The verdicts by rules, or by what it means that there are none."""
    robots = parse(source.body)
    if source.policy == "rules":
        _say_if_cut(robots)
        return lambda agent, url: robots.verdict(agent, url, matching=matching)
    return lambda agent, url: _ITSELF if robots.verdict(agent, url).why is Why.ROBOTS_TXT else _UNREAD[source.policy]


def _listed(name: str) -> list[str]:
    """The URLs of a sitemap file."""
    base = normalise("https://www.example.com/sitemap.xml")
    assert isinstance(base, Url)
    found = sitemap.read(base, octets(name))
    if not found.entries:
        raise UsageError(f"{name}: no URLs in it ({found.problem or found.kind or 'empty'})", print_help=False)
    return [str(url) for url, _ in found.entries]


def _beginning(name: str) -> bytes:
    """The octets of a file as far as the linter reads, and one to show that there are more. Raises UsageError."""
    try:
        with nullcontext(sys.stdin.buffer) if name == STDIN else Path(name).open("rb") as file:
            return file.read(int(ROBOTS_BYTES) + 1)
    except (OSError, ValueError):
        return octets(name)  # which says what is wrong


def _annotations(name: str, findings: tuple[Finding, ...]) -> Iterator[str]:
    """Annotations of GitHub; of standard input without a file, since the repository has none of that name."""
    for line in output.findings_github(name, findings):
        yield line.replace(f"file={STDIN},", "", 1) if name == STDIN else line


def _counted(findings: tuple[Finding, ...]) -> str:
    counts = {severity: sum(finding.severity == severity for finding in findings) for severity in RANK}
    return ", ".join(f"{count} {severity}{'' if count == 1 else 's'}" for severity, count in counts.items())


def _say_if_cut(robots: Robots) -> None:
    if robots.cut:
        _print(f"over 512 KiB: read up to line {len(robots.lines)}; a crawl refuses such a site")


def _print_lines(lines: Any) -> None:
    for line in lines:
        _print(line)


def _print_json(value: dict[str, Any]) -> None:
    _print(json.dumps(value, indent=2))


def _print(text: str) -> None:
    try:
        print(text)
    except BrokenPipeError:
        _print_no_more()


def _flush() -> None:
    try:
        print(end="", flush=True)
    except BrokenPipeError:
        _print_no_more()


def _print_no_more() -> None:
    """The reader has seen enough. What is still buffered would fail once more when Python ends, and change the code."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
