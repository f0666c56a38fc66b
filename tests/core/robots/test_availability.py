"""What a fetch of robots.txt means: both sides of every boundary."""

import pytest

from crawler.core.identity import PRODUCT_TOKEN
from crawler.core.limits import REDIRECTS, ROBOTS_BYTES, ROBOTS_FAILURE_KEPT, ROBOTS_KEPT
from crawler.core.outcome import Ending, Outcome
from crawler.core.robots.availability import decide

RULES = f"User-agent: {PRODUCT_TOKEN}\nDisallow: /a\nCrawl-delay: 7\nUser-agent: *\nDisallow: /\nSitemap: /s".encode()

STATUSES = [
    (100, "deny-all"), (199, "deny-all"),
    (200, "rules"), (201, "rules"), (204, "rules"), (299, "rules"),
    (300, "deny-all"), (301, "deny-all"), (302, "deny-all"), (304, "deny-all"), (399, "deny-all"),
    (400, "allow-all"), (401, "allow-all"), (403, "allow-all"), (404, "allow-all"), (410, "allow-all"),
    (428, "allow-all"), (429, "deny-all"), (430, "allow-all"), (451, "allow-all"), (499, "allow-all"),
    (500, "deny-all"), (503, "deny-all"), (599, "deny-all"), (600, "deny-all"), (999, "deny-all"), (0, "deny-all"),
]  # fmt: skip


@pytest.mark.parametrize(("status", "policy"), STATUSES)
def test_status(status: int, policy: str) -> None:
    decision = decide(status, RULES)
    assert decision.policy == policy
    assert str(status) in decision.reason
    assert (decision.robots is not None) == (policy == "rules")
    kept = ROBOTS_FAILURE_KEPT if policy == "deny-all" else ROBOTS_KEPT
    assert decision.keep_seconds == kept.value


@pytest.mark.parametrize("outcome", list(Outcome))
def test_house_every_fetch_that_ended_otherwise_refuses(outcome: Outcome) -> None:
    decision = decide(Ending(outcome, "as the test says"))
    assert (decision.policy, decision.robots, decision.keep_seconds) == ("deny-all", None, ROBOTS_FAILURE_KEPT.value)
    assert outcome in decision.reason
    assert "as the test says" in decision.reason
    assert decision.verdict("https://h/") == (False, None, None, (), "unreachable")


def test_house_one_redirect_too_many_refuses() -> None:
    ending = Ending.past(Outcome.TOO_MANY_REDIRECTS, REDIRECTS, int(REDIRECTS) + 1)
    assert not decide(ending).verdict("https://h/a").allowed


@pytest.mark.parametrize(("size", "policy"), [(0, "rules"), (1, "deny-all")])
def test_house_over_the_limit_refuses(size: int, policy: str) -> None:
    decision = decide(200, RULES + b"\n#" + b"x" * (int(ROBOTS_BYTES) - len(RULES) - 2 + size))
    assert decision.policy == policy


@pytest.mark.parametrize("status", [404, 503])
def test_house_size_says_nothing_where_the_status_decides(status: int) -> None:
    assert decide(status, b"x" * (int(ROBOTS_BYTES) + 1)).reason == decide(status).reason


def test_rules_are_read_in_our_name() -> None:
    decision = decide(200, RULES)
    assert decision.verdict("https://h/a").line == 2
    assert decision.verdict("https://h/b").why == "no-rule"
    assert decision.crawl_delay == 7
    assert decision.sitemaps == ("/s",)


def test_an_empty_file_allows_everything() -> None:
    assert decide(200).verdict("https://h/a") == (True, None, None, (), "no-group")


def test_no_file_allows_everything() -> None:
    decision = decide(404, RULES)
    assert decision.verdict("https://h/a") == (True, None, None, (), "unavailable")
    assert (decision.crawl_delay, decision.sitemaps) == (None, ())


@pytest.mark.parametrize("path", ["/", "/a", "/robots.txt?a", "/robots.txt/", "/Robots.txt", "/a/robots.txt"])
def test_no_answer_refuses_everything(path: str) -> None:
    assert not decide(503, RULES).verdict("https://h" + path).allowed


@pytest.mark.parametrize("found", [200, 404, 503, Ending(Outcome.TIMEOUT, "too slow")])
def test_robots_txt_itself_may_always_be_asked_for(found: int | Ending) -> None:
    verdict = decide(found, b"User-agent: *\nDisallow: /").verdict("https://h/robots.txt")
    assert (verdict.allowed, verdict.why) == (True, "robots-txt")
