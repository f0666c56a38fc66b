"""Every row of the list of hostile servers has a test, in a module whose crawls are all measured.

Memory under 300 MB over an idle crawl, one job within its time (`support.crawl`), one request within its own (`net`).
"""

import importlib
from pathlib import Path

import pytest

from tests.e2e import test_hostile_content, test_hostile_robots, test_hostile_transport

LIMITS, POLICY, PRIVATE = "tests.e2e.test_limits", "tests.e2e.test_robots_policy", "tests.e2e.test_private_addresses"
PROOF, TRAPS, SITEMAPS = "tests.e2e.test_proof", "tests.e2e.test_traps", "tests.e2e.test_hostile_sitemaps"
FIVE = f"{LIMITS}:test_five_redirects_are_followed_and_six_are_not"
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
    "XML entity expansion, external entity, external DTD": f"{SITEMAPS}:test_every_entry_is_judged",
    "over 512 KiB": f"{POLICY}:over512k",
    "404/410": f"{POLICY}:missing404",
    "Crawl-delay: 86400": f"{LIMITS}:too-late",
    "calendar, ever-growing path /a/a/a": f"{TRAPS}:growing",
    "session ids, tracking parameters": f"{TRAPS}:session",
    "infinite query space": f"{TRAPS}:sorting",
    "same body on every URL": f"{TRAPS}:test_pages_that_all_say_the_same_end",
    "soft 404s, random new links": (
        "tests.e2e.test_endings:test_a_limit_of_pages_counts_what_left_and_says_its_own_value"
    ),
    "429 / 503 with Retry-After": "tests.e2e.test_retry_after:later",
    "200 pages that slow down more and more": (
        "tests.e2e.test_timeouts:test_after_the_third_timeout_in_a_row_a_host_is_asked_for_nothing_more"
    ),
    "4097 bytes, gz that expands": NO_PROOF,
    "redirect to another host": NO_PROOF,
    "right token inside an HTML 200 error page": NO_PROOF,
    "verified, then DNS moves": f"{PROOF}:test_a_proof_that_was_withdrawn_ends_it",
    "Sitemap: http://127.0.0.1/, file:, other host": f"{SITEMAPS}:test_every_entry_is_judged",
    "220 000 `<loc>` in 8 MiB": f"{SITEMAPS}:test_memory_stays_bounded",
    "gz inside a plain type, gz bomb": f"{SITEMAPS}:test_a_bomb_is_too_large",
    "index of indexes, index that lists itself": f"{SITEMAPS}:test_indexes_end",
    "`<loc>` to private, file:, other host, `&entity;`": f"{SITEMAPS}:test_every_entry_is_judged",
}  # fmt: skip


#: Rows that are cases of the modules beside.
CASES = {
    "1 600 000 nested `<div>` (8 MiB)",
    "1 byte per 0.5 s in body, chunks or headers",
    "2 or 2000 layers of gzip",
    "20 000 user-agent groups",
    "200 000 headers (11 MB)",
    "26 000 wildcard rules; `*a` x400",
    "400 000 links (8 MiB)",
    "500 cookies x 3 kB",
    "700 000 attributes on one element (7 MB)",
    "A -> A, A -> B -> A",
    "BOM against header charset against meta",
    "Content-Length AND chunked",
    "HTML 200 page",
    "HTML as image/png, PDF as text/html, empty type",
    "UTF-16 without BOM, UTF-7, ISO-2022 shift tricks",
    "`</script>`-style stored markup, control characters, ANSI escapes in titles",
    "`Content-Length: 99999999999`",
    "`http:\\\\10.0.0.1/`, tab or CR/LF inside Location",
    "accepts, never answers",
    "binary garbage, HTTP/0.9",
    "binary, NULs, BOM, CR only",
    "body of 8 MiB + 1, announced",
    "body of exactly 8 MiB",
    "close or reset before answering",
    "endless `100 Continue`",
    "endless body, no length",
    "endless or dripped",
    "expired certificate",
    "gzip stream cut short",
    "gzip/deflate/br/zstd bomb, 200 MiB",
    "invalid bytes for the declared encoding",
    "longer than Content-Length",
    "meta refresh, Refresh header, JS location",
    "no length at all, close ends body",
    "one header line > 16 KiB, endless folding",
    "self-signed, wrong name, bare-IP certificate",
    "shorter than Content-Length; cut chunked; bad chunk; 300 kB chunk extension; trailer flood",
    "two different or negative Content-Length",
}


def test_the_rows_that_are_cases_are_there() -> None:
    modules = (test_hostile_content, test_hostile_robots, test_hostile_transport)
    assert {case.row for module in modules for case in module.CASES.values()} == CASES
    assert not CASES & ELSEWHERE.keys()


@pytest.mark.parametrize("place", sorted(set(ELSEWHERE.values())))
def test_what_is_shown_elsewhere_is_there_and_measured(place: str) -> None:
    module, _, name = place.partition(":")
    found = importlib.import_module(module)
    text = Path(str(found.__file__)).read_text(encoding="utf-8")
    assert hasattr(found, name) or f'"{name}"' in text
    assert hasattr(found, "crawl") or hasattr(found, "crawl_pages") or "tests.e2e.measured" in text
