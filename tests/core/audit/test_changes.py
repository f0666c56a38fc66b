"""Two runs compared: nothing is called fixed, gone or new by a crawl that could not know."""

from datetime import UTC, datetime

import pytest

from crawler.core.audit.changes import Facts, Seen, compare, is_open
from crawler.core.audit.finding import Finding, Severity

BEFORE, AFTER = datetime(2026, 5, 1, tzinfo=UTC), datetime(2026, 5, 8, tzinfo=UTC)


def finding(url: str, check: str = "title-missing", **also: object) -> Finding:
    return Finding(check, Severity.ERROR, url, "what was seen", also)


def seen(
    *findings: Finding, at: datetime = BEFORE, complete: bool = True, silent: tuple[str, ...] = (), **pages: str
) -> Seen:
    read = {f"/{name}": Facts(200, title) for name, title in (pages or {"a": "A", "b": "B"}).items()}
    return Seen(at, complete, findings, frozenset(silent), read)


def test_what_is_in_one_run_alone_is_new_or_fixed_and_in_both_still_there() -> None:
    changes = compare(
        seen(finding("/a"), finding("/b")), seen(finding("/b"), finding("/c"), at=AFTER, a="A", b="B", c="C")
    )
    assert [one.url for one in changes.new] == ["/c"]
    assert [one.url for one in changes.fixed] == ["/a"]
    assert [one.url for one in changes.still] == ["/b"]
    assert (changes.first_seen, changes.unknown, changes.partial) == ((), (), ())
    assert changes.pages_added == ("/c",)


@pytest.mark.parametrize("read", [{"a": "A", "b": "B"}, {"b": "B"}])
def test_a_partial_crawl_calls_nothing_fixed_and_no_page_gone(read: dict[str, str]) -> None:
    changes = compare(seen(finding("/a")), seen(at=AFTER, complete=False, **read))
    assert changes.fixed == ()
    assert [one.url for one in changes.unknown] == ["/a"]
    assert changes.pages_gone == ()
    assert changes.partial == ("later",)


def test_after_a_partial_crawl_only_what_it_had_read_can_be_new() -> None:
    changes = compare(
        seen(complete=False, a="A"), seen(finding("/a"), finding("/b"), at=AFTER, a="A", b="B")
    )  # fmt: skip
    assert [one.url for one in changes.new] == ["/a"]
    assert [one.url for one in changes.first_seen] == ["/b"]
    assert changes.pages_added == ()
    assert changes.partial == ("earlier",)


def test_a_check_without_a_verdict_settles_nothing() -> None:
    changes = compare(seen(finding("/a")), seen(at=AFTER, silent=("title-missing",)))
    assert (changes.fixed, len(changes.unknown)) == ((), 1)
    changes = compare(seen(silent=("title-missing",)), seen(finding("/a"), at=AFTER))
    assert (changes.new, len(changes.first_seen)) == ((), 1)


def test_a_check_that_this_version_does_not_know_is_not_called_fixed() -> None:
    changes = compare(seen(finding("/a", "no-such-check")), seen(at=AFTER))
    assert (changes.fixed, len(changes.unknown)) == ((), 1)


def test_findings_of_one_check_at_one_url_are_told_apart_by_their_target() -> None:
    changes = compare(
        seen(finding("/a", target="/x.png"), finding("/a", target="/y.png")),
        seen(finding("/a", target="/y.png"), at=AFTER),
    )
    assert [one.also["target"] for one in changes.fixed] == ["/x.png"]


def test_pages_that_are_gone_or_changed_are_named() -> None:
    changes = compare(seen(a="A", b="B", c="C"), seen(at=AFTER, a="A", b="Bee"))
    assert changes.pages_gone == ("/c",)
    assert changes.pages_changed == ("/b",)


@pytest.mark.parametrize("state", ["inconclusive", "partly", "not-evaluated"])
def test_a_check_without_a_verdict_is_open(state: str) -> None:
    assert is_open(state)
    assert not is_open("passed")
