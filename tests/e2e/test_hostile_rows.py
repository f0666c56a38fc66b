"""Every row of the list of hostile servers has a test: here, beside, or where it was before."""

import importlib
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e import test_hostile_content, test_hostile_robots, test_hostile_transport

ROOT = Path(__file__).resolve().parents[2]
LIST = ROOT.parent / "shared" / "security" / "HOSTILE.md"
LIMITS, POLICY, PRIVATE = "tests.e2e.test_limits", "tests.e2e.test_robots_policy", "tests.e2e.test_private_addresses"
PROOF, TRAPS, SITEMAP = "tests.e2e.test_proof", "tests.e2e.test_traps", "tests.core.test_sitemap"
FIVE = f"{LIMITS}:test_five_redirects_are_followed_and_six_are_not"
CHARSET = "tests.core.audit.test_charset"
NO_PROOF = f"{PROOF}:test_a_file_that_is_not_exactly_the_token_is_no_proof"

#: Rows shown elsewhere: the module, and its test or its case.
ELSEWHERE = {
    "6 redirects": FIVE,
    "to file:, javascript:, data:, ftp:": f"{LIMITS}:to-file",
    "to a private literal, `//10.0.0.1/`, `127.1`": f"{LIMITS}:to-private",
    "to a name that resolves to private, or has changed answer": f"{PRIVATE}:turning",
    "to userinfo or another port": f"{LIMITS}:to-user",
    "two different Location headers": f"{LIMITS}:two-locations",
    "https -> http": f"{LIMITS}:to-http",
    "to another site": f"{POLICY}:test_a_redirect_of_robots_txt_asks_the_other_origin_for_its_own_first",
    "robots.txt redirected": f"{POLICY}:redirects6",
    "BOM against header charset against meta": CHARSET,
    "invalid bytes for the declared encoding": CHARSET,
    "XML entity expansion, external entity, external DTD": SITEMAP,
    "over 512 KiB": f"{POLICY}:over512k",
    "404/410": f"{POLICY}:missing404",
    "Crawl-delay: 86400": f"{LIMITS}:too-late",
    "calendar, ever-growing path /a/a/a": f"{TRAPS}:growing",
    "session ids, tracking parameters": f"{TRAPS}:session",
    "infinite query space": f"{TRAPS}:sorting",
    "same body on every URL": "tests.core.traps.test_traps",
    "soft 404s, random new links": (
        "tests.e2e.test_endings:test_a_limit_of_pages_counts_what_left_and_says_its_own_value"
    ),
    "429 / 503 with Retry-After": "tests.e2e.test_retry_after:later",
    "200 pages that slow down more and more": (
        "tests.engine.test_gate:"
        "test_a_third_timeout_in_a_row_ends_the_host_for_this_job_and_an_answer_begins_anew"
    ),
    "4097 bytes, gz that expands": NO_PROOF,
    "redirect to another host": NO_PROOF,
    "right token inside an HTML 200 error page": NO_PROOF,
    "verified, then DNS moves": f"{PROOF}:test_a_proof_that_was_withdrawn_ends_it",
    "Sitemap: http://127.0.0.1/, file:, other host": "tests.e2e.test_hostile_sitemaps:test_every_entry_is_judged",
    "220 000 `<loc>` in 8 MiB": "tests.e2e.test_hostile_sitemaps:test_a_list_that_is_too_long_is_cut_and_marked",
    "gz inside a plain type, gz bomb": "tests.e2e.test_hostile_sitemaps:test_a_bomb_is_too_large",
    "index of indexes, index that lists itself": "tests.e2e.test_hostile_sitemaps:test_indexes_end",
    "`<loc>` to private, file:, other host, `&entity;`": "tests.e2e.test_hostile_sitemaps:test_every_entry_is_judged",
}  # fmt: skip


def here() -> set[str]:
    modules = (test_hostile_content, test_hostile_robots, test_hostile_transport)
    return {case.row for module in modules for case in module.CASES.values()}


def rows() -> Iterator[str]:
    """The first cells of all tables but the browser's."""
    before = LIST.read_text(encoding="utf-8").partition("## Browser pages")[0]
    for cell in re.findall(r"^\| (.+?) \|", before, re.MULTILINE):
        if cell not in ("server does", "server sends"):
            yield cell


@pytest.mark.skipif(not LIST.is_file(), reason="the list is not beside this repository")
def test_every_row_has_its_place() -> None:
    listed = set(rows())
    assert len(listed) > 50
    assert [row for row in sorted(listed) if not any(row.startswith(known) for known in {*ELSEWHERE, *here()})] == []


@pytest.mark.parametrize("place", sorted(set(ELSEWHERE.values())))
def test_what_is_shown_elsewhere_is_there(place: str) -> None:
    module, _, name = place.partition(":")
    found = importlib.import_module(module)
    text = Path(str(found.__file__)).read_text(encoding="utf-8")
    assert name == "" or hasattr(found, name) or f'"{name}"' in text
