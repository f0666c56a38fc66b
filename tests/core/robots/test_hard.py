"""Files made to cost time. The bounds are wide: what they catch is a power or an exponent, not a slow machine."""

from collections.abc import Callable
from time import perf_counter

import pytest

from crawler.core.robots import Robots, Why, parse
from crawler.core.robots.agents import products
from crawler.core.robots.match import WORK, Matcher, scan

OPEN = b"User-agent: *\n"
SECONDS = 5.0  # measured: every case under 1


def timed(body: bytes, url: str) -> tuple[Robots, float]:
    start = perf_counter()
    robots = parse(body)
    robots.verdict("LessonPeakSeoBot", url)
    return robots, perf_counter() - start


A = "/" + "a" * 2000
HARD = [
    ("stars that all but match", OPEN + b"Disallow: /" + b"*a" * 30 + b"b\n", A),
    ("a line of nothing but stars", OPEN + b"Disallow: /" + b"*" * 500_000 + b"b\n", A),
    ("a line of stars and letters", OPEN + b"Disallow: /" + b"*a" * 250_000 + b"b\n", A),
    ("stars to the very end", OPEN + b"Disallow: /" + b"*a" * 1000 + b"*b$\n", A),
    ("26,000 wildcards", OPEN + b"".join(b"Disallow: /*%dx\n" % n for n in range(26_000)), "/" + "ab/" * 300),
    ("26,000 wildcards of two letters", OPEN + b"Disallow: *ab*\n" * 26_000, "/" + "ba" * 500),
    ("10,000 long chains", OPEN + (b"Disallow:" + b"*a" * 20 + b"*b\n") * 10_000, A),
    ("half-matching pieces", OPEN + (b"Disallow:*" + b"a" * 150 + b"b" + b"a" * 149 + b"\n") * 1600, A),
    ("each prefix in the next", OPEN + b"".join(b"Disallow: /" + b"a" * n + b"\n" for n in range(970)), A),
    ("each in the next but for its end", OPEN + b"".join(b"Disallow: /" + b"a" * n + b"b\n" for n in range(970)), A),
    ("escapes", OPEN + b"Disallow: /" + b"%61" * 160_000 + b"\n", A),
    ("26,000 robots", b"".join(b"User-agent: a%d\n" % n for n in range(26_000)) + b"Disallow: /\n", A),
    ("18,000 groups of one robot", b"User-agent: *\nDisallow: /b\n" * 18_000, A),
    ("a group of ours in 18,000 parts", b"User-agent: L\nDisallow: /b\n" * 18_000, A),
    ("empty lines", b"\r" * 524_288, A),
    ("colons", b":" * 524_288, A),
    ("comments", b"#" * 524_288, A),
    ("NUL", b"\0" * 524_288, A),
    ("no UTF-8", b"\xff" * 524_288, A),
    ("one long name", b"User-agent: " + b"a" * 500_000, A),
    ("one long copied name", b"User-agent: Mozilla/5.0 " + b"a" * 500_000, A),
    ("one long copied name of parts", b"User-agent: Mozilla/5.0 " + b"a:/@" * 125_000, A),
    ("one long copied list of names", b"User-agent: Mozilla/5.0 (" + b"compatible;" * 45_000, A),
    ("brackets", b"User-agent: Mozilla/5.0 " + b"(compatible; a" * 35_000, A),
    ("a long delay", OPEN + b"Crawl-delay: " + b"9" * 500_000, A),
    ("10,000 delays for 10,000 names", b"User-agent: a\n" * 10_000 + b"Crawl-delay: 1\n" * 10_000, A),
    ("as many after a rule", b"User-agent: a\n" * 10_000 + b"Allow:\n" + b"Crawl-delay: 1\n" * 10_000, A),
]  # fmt: skip


@pytest.mark.parametrize(("body", "url"), [pytest.param(*case[1:], id=case[0]) for case in HARD])
def test_no_file_takes_long(body: bytes, url: str) -> None:
    assert timed(body, url)[1] < SECONDS


@pytest.mark.parametrize("agent", ["a" * 200_000, "a/" * 100_000, "(compatible; " * 20_000, "a@" * 100_000])
def test_no_agent_takes_long(agent: str) -> None:
    start = perf_counter()
    products(agent)
    assert perf_counter() - start < SECONDS


def test_a_star_more_does_not_double_the_time() -> None:
    def best(stars: int) -> float:
        robots = parse(OPEN + b"Disallow: /" + b"*a" * stars + b"*b\n" + b"Disallow: /b*b")
        return min(timed_verdict(robots, A) for _ in range(5))

    assert best(40) < 20 * best(10) + 0.01


def timed_verdict(robots: Robots, url: str) -> float:
    start = perf_counter()
    for _ in range(50):
        robots.verdict("x", url)
    return perf_counter() - start


def test_many_wildcards_match_inside_words_too() -> None:
    robots = parse(OPEN + b"".join(b"Disallow: /*ab*%d-\nAllow: /*/cd*%d$\n" % (n, n) for n in range(100)))
    assert robots.verdict("x", "/xaby7-").line == 16
    assert robots.verdict("x", "/x/cdy107").line == 17
    assert robots.verdict("x", "/xcd7").line is None


RULE_COUNT = 26_000
LONGEST = int(WORK.value) // RULE_COUNT


@pytest.mark.parametrize(
    ("octets", "why", "allowed"), [(LONGEST, Why.NO_RULE, True), (LONGEST + 1, Why.WORK_LIMIT, False)]
)
def test_house_too_much_work_is_refused(octets: int, why: Why, allowed: bool) -> None:
    robots = parse(OPEN + b"".join(b"Disallow: /*%dx\n" % n for n in range(RULE_COUNT)))
    verdict = robots.verdict("x", "/" + "b" * (octets - 1))
    assert (verdict.allowed, verdict.why, verdict.rule, verdict.group) == (allowed, why, None, ("*",))


def test_house_too_much_work_does_not_refuse_robots_txt() -> None:
    robots = parse(OPEN + b"Disallow: /*a*b\n" * 26_000)
    assert robots.verdict("x", "https://h/robots.txt").allowed


def shortest(work: Callable[[], object]) -> float:
    """Seconds, the best of seven."""
    times = []
    for _ in range(7):
        start = perf_counter()
        work()
        times.append(perf_counter() - start)
    return min(times)


def judging(rules: int, octets: int, *, first: bool) -> float:
    """Seconds for a path that no rule matches, all of them having to look: by scanning or with a matcher made."""
    body = OPEN + b"".join(b"Disallow: /*a*b%dc*d\n" % n for n in range(rules))
    robots, path = parse(body), "/" + "ab" * (octets // 2)
    if first:
        lines = robots.lines[1:-1]
        return shortest(lambda: scan(lines, path))
    matcher = Matcher(robots.groups[0].rules)
    return shortest(lambda: matcher.decide(path))


@pytest.mark.parametrize("first", [True, False], ids=["scan", "matcher"])
def test_time_is_linear_in_rules_and_in_octets(first: bool) -> None:
    base = judging(1000, 500, first=first) + 0.0002
    assert judging(4000, 500, first=first) < 4 * base * 3  # measured: 4.0
    assert judging(1000, 2000, first=first) < 4 * base * 3  # measured: under 4
    assert judging(4000, 2000, first=first) < 16 * base * 3


@pytest.mark.parametrize("first", [True, False], ids=["scan", "matcher"])
def test_time_is_flat_on_a_chain_of_stars(first: bool) -> None:
    def judged(stars: int) -> float:
        robots = parse(OPEN + b"Disallow: /" + b"*a" * stars + b"*b\n")
        if first:
            lines = robots.lines[1:-1]
            return shortest(lambda: [scan(lines, A) for _ in range(50)])
        matcher = Matcher(robots.groups[0].rules)
        return shortest(lambda: [matcher.decide(A) for _ in range(50)])

    assert judged(500) < 500 / 10 * 3 * (judged(10) + 0.0005)  # at most in proportion to the rule's own length
    assert judged(20) < 2 * 3 * (judged(10) + 0.0005)
