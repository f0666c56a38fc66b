"""One case per clause, house rule or known fault of another parser: the built-in vectors, and what is no row."""

import pytest

from crawler.core.robots import Why, parse
from crawler.core.robots.vectors import VECTORS, Vector

US = "LessonPeakSeoBot"
USER_AGENT = "Mozilla/5.0 (compatible; LessonPeakSeoBot/1.0; +https://seo.lessonpeak.com/roboti)"

ENDS = {"lf": b"\n", "cr": b"\r", "crlf": b"\r\n"}


@pytest.mark.parametrize("end", ENDS)
@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector.name)
def test_vector(vector: Vector, end: str) -> None:
    assert vector.look(parse(_ended(vector.body, ENDS[end]))) == vector.expected


def _ended(body: bytes, end: bytes) -> bytes:
    """The same file with other line ends, where its own are not what it is about."""
    plain = b"\r" not in body and b"\0" not in body and len(body) < 100_000
    return body.replace(b"\n", end) if plain else body


def test_there_are_enough_vectors_with_a_name_and_a_clause_each() -> None:
    assert len(VECTORS) >= 250
    assert len({vector.name for vector in VECTORS}) == len(VECTORS)
    assert all(vector.clause for vector in VECTORS)


def test_no_vector_expects_nothing() -> None:
    empty = parse(b"")
    told = [vector for vector in VECTORS if vector.look(empty) != vector.expected]
    assert len(told) > len(VECTORS) / 2


@pytest.mark.parametrize(
    ("agent", "seconds"), [("a", 1.0), ("b", 2.0), ("c", 4.0), ("d", 4.0), ("e", 9.0), ("z", None)]
)
def test_house_a_crawl_delay_is_for_the_lines_it_was_written_under(agent: str, seconds: float | None) -> None:
    text = "User-agent: a\nCrawl-delay: 1\nUser-agent: b\nCrawl-delay: 2\nDisallow: /\n"
    text += "User-agent: c\nUser-agent: d\nDisallow: /\nCrawl-delay: 4\nUser-agent: e\nCrawl-delay: 3\nAllow: /\n"
    assert parse(f"{text}User-agent: e\nCrawl-delay: 9".encode()).crawl_delay(agent, matching="exact") == seconds


def test_house_a_group_of_ours_hides_the_crawl_delay_of_star() -> None:
    robots = parse(b"User-agent: *\nCrawl-delay: 9\nUser-agent: LessonPeakSeoBot\nDisallow: /a")
    assert robots.crawl_delay(USER_AGENT) is None
    assert robots.crawl_delay("Other") == 9


def test_the_verdict_names_rule_line_and_group() -> None:
    text = b"# hello\nUser-agent: Lesson/1.0 # us\r\nUser-Agent: other\n\n  Disallow :  /a b  # no\n"
    text += b"user-agent: LESSON\nAllow: /b"
    robots = parse(text)
    assert robots.verdict(US, "/a%20bc") == (False, "Disallow :  /a b", 5, ("Lesson/1.0", "LESSON"), Why.RULE)
    assert robots.verdict(US, "/b") == (True, "Allow: /b", 7, ("Lesson/1.0", "LESSON"), Why.RULE)
    assert robots.verdict(US, "/c") == (True, None, None, ("Lesson/1.0", "LESSON"), Why.NO_RULE)
    assert robots.verdict("x", "/c") == (True, None, None, (), Why.NO_GROUP)


def test_groups_are_kept_as_written() -> None:
    groups = parse(b"User-agent: A/1\nUser-agent: *\nDisallow: /a\nAllow:\nUser-agent: B\nCrawl-delay: 3").groups
    assert [[(a.value, a.token, a.line, a.crawl_delay) for a in group.agents] for group in groups] == [
        [("A/1", "a", 1, None), ("*", "*", 2, None)],
        [("B", "b", 5, 3.0)],
    ]
    assert groups[0].rules == ((False, "/a", "Disallow: /a", 3), (True, "", "Allow:", 4))


def test_sitemaps_stand_outside_groups_once_each_and_in_order() -> None:
    text = b"Sitemap: https://h/b.xml\nUser-agent: x\nSITEMAP:https://h/a.xml # c\nsite-map: /c\n"
    text += b"Sitemap: https://h/b.xml\nSitemap:\n"
    assert parse(text).sitemaps == ("https://h/b.xml", "https://h/a.xml", "/c")


def test_no_such_matching_is_an_error_of_the_caller() -> None:
    with pytest.raises(KeyError):
        parse(b"").verdict(US, "/", matching="fuzzy")  # type: ignore[arg-type]


def test_house_a_crawl_delay_of_more_digits_than_a_number_holds_is_the_longest_there_is() -> None:
    delay = parse(b"User-agent: *\nCrawl-delay: " + b"9" * 400).crawl_delay("x")
    assert delay is not None
    assert delay > 1e300
