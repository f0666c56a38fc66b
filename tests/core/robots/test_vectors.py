"""Test cases of other parsers, where they lie beside the repository. Not a copy: without them this is skipped."""

import json
from base64 import b64decode
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from crawler.core.robots import Kind, Line, parse

FILE = Path(__file__).resolve().parents[3].parent / "shared" / "robots" / "vectors.json"
pytestmark = pytest.mark.skipif(not FILE.exists(), reason="no vectors beside the repository")

L, A = "rfc", "other"
#: Each kind of dispute, by how its description begins: how often we are with RFC 9309 read literally and how often
#: with the source, and why.
DECIDED = {
    "asked agent is not an RFC product token; sources agree": {L: 132},  # no quarrel in the verdict
    "asked agent is not an RFC product token (digits": {L: 25, A: 26},  # digits belong to names: MJ12bot is no MJ
    "leniency: source accepts a misspelt key": {A: 8, L: 1},  # what refuses more counts; three words are prose
    "leniency: sources differ on a line without a colon": {A: 2},  # user-agent and disallow count, allow does not
    "sources disagree: Google and Protego accept a missing colon": {A: 2},  # the same
    "leniency: source strips HTML tags": {L: 1},  # a page is no file; the linter says so
    "sources differ on prefix or substring matching": {L: 6},  # exact is exact; prefix matching is ours
    "reppy: an unknown key closes": {L: 5},  # only allow and disallow close a run
    "reppy: rules before any user-agent line": {L: 2},  # they are nobody's
    "source expects the caller to have normalised": {L: 4},  # we normalise both sides
    "source reads UTF-16 or a partial BOM": {A: 4},  # not to read it would allow what was refused
    "source expects otherwise than RFC 9309": {L: 4},  # absolute URLs, a literal `$` at the end, `/*` against `/`
    "RFC 9309 2.2.2 allows /robots.txt implicitly": {L: 4},  # it must be asked for to be obeyed
    "Google-only: Allow of .../index.html": {L: 2},  # it would allow more than was written
    "Google-only: lines are cut": {L: 2},  # a cut rule is another rule
    "crawler-commons policy: a Crawl-delay": {L: 1},  # a long delay is a long delay
    "stdlib matches agents by substring": {L: 1},
    "stdlib keeps only the first * group": {L: 1},
}
#: Extraction: Crawl-delays in HTML and before every group are nobody's; Sitemap values stay as written, once each.
EXTRACTED_OTHERWISE = {"HTML stripped": 2, "rules before any group": 2, "crawler-commons salvages a bare URL line": 1}
EXTRACTED_OTHERWISE["crawler-commons resolves a relative value against the robots.txt URL"] = 1


def cases(part: str) -> list[dict[str, Any]]:
    return json.loads(FILE.read_text(encoding="utf-8"))[part]  # type: ignore[no-any-return]


def body(case: dict[str, Any]) -> bytes:
    return b64decode(case["base64"]) if "base64" in case else case["robots"].encode()


def allowed(case: dict[str, Any]) -> bool:
    return parse(body(case)).verdict(case["agent"], case["url"], matching="exact").allowed


def test_every_undisputed_verdict() -> None:
    undisputed = [case for case in cases("vectors") if "disputed" not in case]
    assert len(undisputed) == 1289
    assert [case["id"] for case in undisputed if allowed(case) != case["allowed"]] == []


def test_every_dispute_is_decided_and_counted() -> None:
    counted: dict[str, Counter[str]] = {}
    for case in cases("vectors"):
        if "disputed" in case:
            (kind,) = (start for start in DECIDED if case["disputed"].startswith(start))
            counted.setdefault(kind, Counter())[L if allowed(case) == case["allowed"] else A] += 1
    assert counted == DECIDED


def test_crawl_delays_and_sitemaps() -> None:
    wrong = []
    for case in cases("extraction"):
        robots = parse(body(case))
        delay = case["kind"] == "crawl_delay"
        got = robots.crawl_delay(case["agent"], matching="exact") if delay else list(robots.sitemaps)
        if got != case["expect"]:
            wrong.append(case.get("disputed", case["id"]))
    assert Counter(wrong) == EXTRACTED_OTHERWISE


NO_TAG = {Kind.CRAWL_DELAY: "unused", Kind.PROSE: "unknown", Kind.COMMENT: "unknown", Kind.EMPTY: "unknown"}


def reported(line: Line) -> dict[str, object]:
    """The line as Google's reporter puts it; it also flags lines over 16,663 octets, which here are read whole."""
    return {
        "line": line.number,
        "tag": NO_TAG.get(line.kind, str(line.kind)),
        "typo": line.typo,
        "empty": line.kind is Kind.EMPTY,
        "has_comment": line.has_comment,
        "is_comment": line.kind is Kind.COMMENT,
        "directive": line.kind not in (Kind.PROSE, Kind.COMMENT, Kind.EMPTY),
        "too_long": False,
        "missing_colon": line.kind is not Kind.PROSE and not line.colon,
    }


def test_what_each_line_is() -> None:
    for case in cases("lines"):
        assert [reported(line) for line in parse(body(case)).lines] == case["lines"], case["id"]
