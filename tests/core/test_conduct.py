"""The ledger's judge: a crawl that kept the rules is found clean, and every rule that is broken is named."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawler.core import pacing
from crawler.core.conduct import FRAMING, LATE, SLACK, TOLD, Rule, judge
from crawler.core.ledger_row import Row
from crawler.core.limits import HEADER_BYTES, PAGE_BYTES, PAGES, PROOF_BYTES, ROBOTS_BYTES, ROBOTS_KEPT
from crawler.core.outcome import Outcome

START = datetime(2026, 5, 1, 14, 5, tzinfo=UTC)
LATER = START + timedelta(hours=5)


def at(seconds):
    return START + timedelta(seconds=seconds)


def row(number, began, path="/", *, took=0.2, host="example.com", due=0.5, kept=None, purpose="page", **more):
    ended = None if took is None else at(began + took)
    given = {
        "status": None if took is None else 200,
        "address": "93.184.215.14",
        "bytes": 1000,
        "job": "a",
        "robots": f"https://{host}" if purpose == "robots" else "allowed: no-rule",
    }
    return Row(
        f"ledger.sqlite row {number}", at(began), ended, host, method="GET", url=f"https://{host}{path}",
        purpose=purpose, wait_due=due, wait_kept=kept, **given | more,
    )  # fmt: skip


ROBOTS = row(1, 0, "/robots.txt", purpose="robots")
CLEAN = [
    ROBOTS,
    row(2, 0.7, kept=0.5),
    row(3, 1.4, "/a", kept=0.5, status=503),
    row(4, 2.6, "/b", due=1.0, kept=1.0),
    row(5, 3.3, "/c", kept=0.5),
]


def found(rows, now=LATER):
    return [(finding.rule, finding.row.name.rpartition(" ")[2]) for finding in judge(rows, now)]


def broken(rows, now=LATER):
    return [(rule, name) for rule, name in found(rows, now) if rule not in TOLD]


def doctored(number, **changes):
    return [replace(one, **changes) if one.name.endswith(f" {number}") else one for one in CLEAN]


def test_a_crawl_that_kept_the_rules_is_clean():
    assert found(CLEAN) == []


DOCTORED = [
    (Rule.TWO_AT_ONCE, "3", doctored(2, ended=at(1.6))),
    (Rule.TWO_AT_ONCE, "4", doctored(3, ended=None, status=None)),
    (Rule.TOO_SOON, "3", doctored(3, started=at(1.3))),
    (Rule.TOO_SOON, "3", doctored(3, wait_kept=0.4)),
    (Rule.TOO_SOON, "3", doctored(3, wait_due=0.6)),  # Retry-After, or a pace of the operator's
    (Rule.TOO_SOON, "4", doctored(4, started=at(2.4))),  # the failure before it doubled the wait
    (Rule.WAIT_UNDERSTATED, "4", doctored(4, wait_due=0.5)),
    (Rule.ROBOTS_NOT_READ, "2", CLEAN[1:]),
    (Rule.ROBOTS_NOT_READ, "2", doctored(2, job="b")),
    (Rule.ROBOTS_NOT_READ, "2", doctored(2, robots=None)),
    (Rule.ROBOTS_DENIED, "3", doctored(3, robots="denied by line 2")),
    (Rule.ROBOTS_UNREADABLE, "2", [replace(ROBOTS, status=None, outcome="timeout"), *CLEAN[1:]]),
    (Rule.ROBOTS_UNREADABLE, "2", [replace(ROBOTS, status=429), *CLEAN[1:]]),
    (Rule.ROBOTS_UNREADABLE, "2", [replace(ROBOTS, status=302), *CLEAN[1:]]),
    (Rule.ROBOTS_OLD, "9", [*CLEAN, row(9, ROBOTS_KEPT.value + 3)]),
    (Rule.PRIVATE_ADDRESS, "2", doctored(2, address="10.0.0.1")),
    (Rule.PRIVATE_ADDRESS, "2", doctored(2, address="::1")),
    (Rule.URL, "2", doctored(2, url="https://other.com/")),
    (Rule.URL, "2", doctored(2, url="https://example.com:8443/")),
    (Rule.URL, "2", doctored(2, url="ftp://example.com/")),
    (Rule.METHOD, "2", doctored(2, method="POST")),
    (Rule.TIMES, "5", doctored(5, ended=at(3.0))),
    (Rule.REQUEST_SECONDS, "5", doctored(5, ended=at(3.3 + 20 + LATE + 0.1))),
    (Rule.JOB_SECONDS, "9", [*CLEAN, row(9, 120 + LATE)]),
    (Rule.BYTES, "5", doctored(5, bytes=int(PAGE_BYTES) * FRAMING + int(HEADER_BYTES) + 1)),
    (Rule.BYTES, "1", doctored(1, bytes=int(ROBOTS_BYTES) * FRAMING + int(HEADER_BYTES) + 1)),
    (Rule.BYTES, "5", doctored(5, purpose="proof", bytes=int(PROOF_BYTES) * FRAMING + int(HEADER_BYTES) + 1)),
    (Rule.REDIRECTS, "5", doctored(5, hop=6)),
    (Rule.RETRIES, "5", doctored(5, attempt=3)),
    (Rule.RETRIES, "9", [*CLEAN, row(9, 5, "/c", attempt=1)]),  # after a success
    (Rule.RETRIES, "9", [*doctored(5, status=404), row(9, 5, "/c", attempt=1)]),
    (Rule.RETRIES, "9", [*doctored(5, status=None, outcome="unreachable"), row(9, 6, "/c", due=1, kept=2, attempt=1)]),
    (Rule.RETRIES, "9", [*CLEAN, row(9, 5, "/robots.txt", purpose="robots", attempt=1)]),
    (Rule.URL, "9", [*CLEAN, row(9, 5, "/secret", purpose="robots")]),
    (Rule.TOO_SOON, "9", [*CLEAN, row(8, 5, took=None), row(9, 5.2, "/robots.txt", job="b", purpose="robots")]),
]


@pytest.mark.parametrize(("rule", "name", "rows"), DOCTORED, ids=[f"{case[0]}-{n}" for n, case in enumerate(DOCTORED)])
def test_a_row_doctored_to_break_a_rule_is_caught_and_named(rule, name, rows):
    assert (rule, name) in broken(rows)


def test_every_rule_is_shown_to_fire():
    elsewhere = {Rule.HOSTS_OF_ADDRESS, Rule.PAGES}
    assert {rule for rule, _, _ in DOCTORED} | elsewhere == set(Rule) - TOLD


@pytest.mark.parametrize(
    "rows",
    [
        doctored(3, started=at(1.4 - SLACK + 0.001)),
        doctored(5, hop=5, attempt=2),
        doctored(5, ended=at(3.3 + 20 + LATE - 0.1)),
        doctored(5, bytes=int(PAGE_BYTES) * 2, outcome="too-large", status=None),
        doctored(5, method="HEAD"),
        doctored(5, address=None),
        doctored(5, address="2a00:1450:4001::5"),
        [replace(ROBOTS, status=404), *CLEAN[1:]],
        [replace(ROBOTS, status=401), *CLEAN[1:]],
        [
            *CLEAN,
            row(9, ROBOTS_KEPT.value, "/robots.txt", job="b", purpose="robots"),
            row(10, ROBOTS_KEPT.value + 1, job="b"),
        ],
        [*doctored(5, status=503), row(9, 5, "/c", due=1, kept=1, attempt=1)],
        [*CLEAN, row(8, 5, took=None), row(9, 36, "/robots.txt", job="b", purpose="robots")],
        [replace(one, job=None, robots=None) for one in CLEAN],  # as version 1 wrote it
        [one if one.purpose == "robots" else replace(one, purpose="proof") for one in CLEAN],
    ],
)
def test_the_nearest_innocent_is_left_alone(rows):
    assert broken(rows) == []


# Failures, one by one


@pytest.mark.parametrize(
    ("status", "outcome", "due"),
    [
        (503, None, 1.0), (429, None, 1.0), (None, "timeout", 1.0), (None, "dns-failed", 1.0), (None, "closed", 1.0),
        (404, None, 0.5), (200, None, 0.5), (None, "too-large", 0.5), (None, "job-limit", 0.5), (None, "stopped", 0.5),
    ],
)  # fmt: skip
def test_what_doubles_the_wait_and_what_does_not(status, outcome, due):
    before = [ROBOTS, row(2, 0.7, status=status, outcome=outcome)]
    after = row(3, 0.9 + due, due=due)
    assert broken([*before, after]) == []
    assert (Rule.TOO_SOON, "3") in broken([*before, replace(after, started=after.started - timedelta(seconds=0.1))])


def test_a_crawl_delay_is_the_wait_and_is_doubled_too():
    rows = [ROBOTS, row(2, 3.2, due=3.0, crawl_delay=3.0, status=500), row(3, 9.4, due=6.0, crawl_delay=3.0)]
    assert broken(rows) == []
    assert broken([*rows[:2], replace(rows[2], started=at(9.2))]) == [(Rule.TOO_SOON, "3")]


@pytest.mark.parametrize(("took", "asked", "due"), [(0.2, 3.0, 3.0), (4.0, 0.0, 4.0), (4.0, 3.0, 4.0), (0.2, 0.0, 0.5)])
def test_what_a_request_took_and_what_its_answer_asked_for_is_due_after_it(took, asked, due):
    before = row(2, 0.7, took=took, retry_after=asked)
    after = row(3, 0.7 + took + due, due=due)
    assert broken([ROBOTS, before, after]) == []
    assert broken([ROBOTS, before, replace(after, started=at(0.6 + took + due))]) == [(Rule.TOO_SOON, "3")]
    if due > 0.5:
        assert broken([ROBOTS, before, replace(after, wait_due=0.5)]) == [(Rule.WAIT_UNDERSTATED, "3")]


def test_a_request_of_before_that_rule_may_have_been_slow():
    assert broken([ROBOTS, row(2, 0.7, took=4.0), row(3, 5.3)]) == []


def test_a_retry_after_of_a_day_is_kept_from_job_to_job():
    rows = [ROBOTS, row(2, 0.7, status=503, retry_after=86_400.0)]
    early = row(3, 3600, "/robots.txt", purpose="robots", job="b", due=86_400.0)
    assert broken([*rows, early]) == [(Rule.TOO_SOON, "3")]
    assert broken([*rows, replace(early, started=at(86_401), ended=at(86_401.2))]) == []


def test_a_crawl_delay_past_the_ceiling_is_not_doubled():
    rows = [ROBOTS, row(2, 700.2, due=700, crawl_delay=700.0, status=500), row(3, 1400.4, due=700, crawl_delay=700.0)]
    assert {rule for rule, _ in broken(rows)} <= {Rule.JOB_SECONDS}


def test_the_wait_is_held_from_job_to_job_and_from_http_to_https():
    robots = row(6, 3.6, "/robots.txt", purpose="robots", job="b")
    assert (Rule.TOO_SOON, "6") in broken([*CLEAN, robots])
    assert broken([*CLEAN, replace(robots, url="http://example.com/robots.txt", started=at(4.0), ended=at(4.1))]) == []


# Rows without an end


def test_a_row_without_an_end_is_told_and_breaks_nothing():
    rows = [*CLEAN, row(6, 4.0, took=None)]
    assert found(rows) == [(Rule.DIED, "6")]
    assert found(rows, now=at(5)) == [(Rule.UNDER_WAY, "6")]
    assert found([*rows, row(7, 40, "/robots.txt", job="b", purpose="robots")]) == [(Rule.DIED, "6")]


def test_a_row_still_open_while_its_job_went_on_is_two_at_once():
    assert (Rule.TWO_AT_ONCE, "7") in broken([*CLEAN, row(6, 4.0, took=None), row(7, 5.0)])


# Several hosts


def shared(count, address="93.184.215.14"):
    hosts = [f"h{number}.example.com" for number in range(count)]
    robots = [row(n, n / 100, "/robots.txt", host=host, purpose="robots", took=0.1) for n, host in enumerate(hosts)]
    pages = [row(100 + n, 1 + n / 100, host=host, took=0.5, address=address) for n, host in enumerate(hosts)]
    return [replace(one, address=f"93.184.216.{n + 1}") for n, one in enumerate(robots)] + pages


def test_five_hosts_of_an_address_at_once_and_no_sixth():
    assert broken(shared(5)) == []
    assert broken(shared(6)) == [(Rule.HOSTS_OF_ADDRESS, "105")]
    assert broken([replace(one, address=f"93.184.217.{n + 1}") for n, one in enumerate(shared(6))]) == []


def test_one_host_after_another_may_be_any_number():
    rows = [row(n, n * 2, "/robots.txt", host=f"h{n}.example.com", purpose="robots") for n in range(20)]
    assert broken(rows) == []


def test_so_many_pages_a_job_and_no_more():
    rows = [row(n, 1 + n / 100, host=f"h{n}.example.com", address=None, took=0.001) for n in range(int(PAGES))]
    robots = [row(9, 0, "/robots.txt", host=one.host, address=None, purpose="robots", took=0.1) for one in rows]
    hop = replace(rows[0], name="x hop", hop=1, started=at(40), ended=at(41))
    page = replace(rows[0], name="x more", started=at(50), ended=at(51))
    assert broken([*robots, *rows, hop]) == []
    assert broken([*robots, *rows, hop, page]) == [(Rule.PAGES, "more")]


def test_the_pages_of_a_crawl_are_counted_over_its_jobs() -> None:
    """Two jobs of half the pages each; one page more is too many for a crawl of both, and not for two crawls."""
    half = int(PAGES) // 2

    def rows(crawls):
        for number, (job, crawl, pages) in enumerate(zip("ab", crawls, (half, half + 1), strict=True)):
            began = 10_000.0 * number
            yield row(f"r{job}", began, "/robots.txt", purpose="robots", job=job, crawl=crawl, took=0.001)
            for page in range(pages):
                began_at = began + 1 + page / 100
                yield row(page, began_at, host="example.com", job=job, crawl=crawl, took=0.001, address=None)

    def pages_broken(crawls):
        return [rule for rule, _ in broken(list(rows(crawls)), LATER + timedelta(days=1)) if rule is Rule.PAGES]

    assert pages_broken(("x", "x")) == [Rule.PAGES]
    assert pages_broken(("x", "y")) == []
    assert pages_broken((None, None)) == []


def test_a_robots_txt_that_was_redirected_is_judged_by_where_it_ended():
    first = replace(ROBOTS, status=301)
    second = row(8, 0.3, "/robots.txt", host="www.example.com", purpose="robots", hop=1, robots="https://example.com")
    assert broken([first, second, *CLEAN[1:]]) == []
    assert (Rule.ROBOTS_UNREADABLE, "2") in broken([first, replace(second, status=503), *CLEAN[1:]])


# Its arithmetic and the gate's

ENDINGS = [(200, None), (404, None), (503, None), (429, None), (None, Outcome.TIMEOUT), (None, Outcome.TOO_LARGE)]
ASKED = st.sampled_from([0.0, 0.0, 0.0, 3.0, 500.0, 3600.0])
REQUESTS = st.lists(
    st.tuples(st.sampled_from(ENDINGS), st.floats(0, 19), st.floats(0, 3), ASKED), min_size=1, max_size=30
)


def paced(requests, delay):
    """Rows of one host as the gate lets them out; a job each, so that only the pace is judged."""
    state, now, rows = pacing.delayed(pacing.HostState(), delay), 0.0, []
    for number, ((status, outcome), took, idle, asked) in enumerate(requests):
        began = max(now + idle, state.ready_at)
        due = pacing.wait(state)
        now, state = began + took, pacing.started(state)
        rows.append(
            row(number, began, "/robots.txt", took=took, due=due, status=status, outcome=outcome and str(outcome),
                purpose="robots", job=str(number), crawl_delay=delay, retry_after=asked)
        )  # fmt: skip
        failure = pacing.failed(status, outcome)
        state = pacing.ended(state, now, failure=failure, took=took, retry_after=asked)
    return rows


@given(REQUESTS, st.sampled_from([0.0, 0.3, 2.0, 700.0]))
def test_what_the_gate_lets_out_is_found_clean(requests, delay):
    assert found(paced(requests, delay), now=START + timedelta(days=90)) == []


@given(REQUESTS.filter(lambda requests: len(requests) > 1), st.data())
def test_a_request_sooner_than_the_gate_lets_it_out_is_caught(requests, data):
    rows = paced([(ending, took, 0.0, asked) for ending, took, _, asked in requests], 0.0)
    number = data.draw(st.integers(1, len(rows) - 1))
    sooner = timedelta(seconds=SLACK + 0.01)
    rows[number] = replace(rows[number], started=rows[number].started - sooner)
    assert (Rule.TOO_SOON, str(number)) in broken(rows, now=START + timedelta(days=90))
