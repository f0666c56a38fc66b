"""A score for each area: what takes from it, what does not, and when there is none."""

from dataclasses import replace

import pytest

from crawler.core.audit.catalogue import CATALOGUE
from crawler.core.audit.finding import Finding, NotEvaluated, Severity
from crawler.core.audit.report import Report, build
from crawler.core.audit.score import Score, scores
from tests.core.audit.build import ROOT, fetched, page, robots, run

PAGES = 100


def report(*findings: Finding, silent: tuple[NotEvaluated, ...] = (), complete: bool = True) -> Report:
    """A hundred pages of which exactly this was found."""
    pages = [page("<title>x</title>", "/" if number == 0 else f"/{number}") for number in range(PAGES)]
    built = build(run(), [fetched(one.url.removeprefix(ROOT)) for one in pages], pages, [robots("")])
    return replace(built, findings=findings, not_evaluated=silent, complete=complete)


def score(area: str, made: Report) -> Score:
    return next(one for one in scores(made) if one.area == area)


def found(check: str, paths: int, severity: Severity | None = None, **also: object) -> list[Finding]:
    severity = severity or CATALOGUE[check].severity
    return [Finding(check, severity, f"{ROOT}/{number}", "x", also) for number in range(1, paths + 1)]


@pytest.mark.parametrize(
    ("check", "paths", "points"),
    [
        ("title-missing", 1, 95),  # an error on a hundredth: a tenth of a half
        ("title-missing", 25, 75),
        ("title-missing", 100, 50),
        ("description-missing", 25, 90),
        ("description-missing", 100, 80),
        ("title-too-short", 1, 99),  # never 100 where anything was found
        ("title-too-short", 100, 95),
    ],
)
def test_a_finding_takes_by_its_severity_and_the_root_of_its_share(check: str, paths: int, points: int) -> None:
    assert score("content", report(*found(check, paths))).points == points


def test_what_several_checks_take_is_taken_of_what_is_left() -> None:
    made = score("content", report(*found("title-missing", 100), *found("description-missing", 100)))
    assert (made.points, made.grade) == (40, "poor")
    assert [(loss.check.id, loss.points) for loss in made.losses] == [
        ("title-missing", 50.0), ("description-missing", 20.0)
    ]  # fmt: skip
    assert made.severities == {Severity.ERROR: 100, Severity.WARNING: 100, Severity.NOTICE: 0}


def test_severities_of_one_check_are_weighed_apart() -> None:
    one = found("slow-response", 1, Severity.ERROR)
    many = [replace(finding, url=finding.url + "x") for finding in found("slow-response", 100)]
    assert score("performance", report(*one, *many)).points == 76  # 0.95 * 0.8


def test_a_finding_that_names_pages_concerns_them_all() -> None:
    pages = tuple(f"{ROOT}/{number or ''}" for number in range(PAGES))
    made = score("security", report(Finding("sec-hsts-missing", Severity.WARNING, f"{ROOT}/", "x", {"pages": pages})))
    assert (made.points, made.losses[0].addresses, made.losses[0].everywhere) == (80, 100, False)


@pytest.mark.parametrize(
    ("check", "path", "points"),
    [
        ("robots-missing", "/robots.txt", 95),  # of the whole site, whatever the number of pages
        ("https-cert-expiring", "/", 80),
        ("slow-response", "/", 98),  # of the home page alone, though it is the home page
        ("title-missing", "/", 95),
        ("robots-blocks-linked-page", "/7", 98),
    ],
)
def test_what_speaks_of_the_site_concerns_all_of_it(check: str, path: str, points: int) -> None:
    made = report(Finding(check, CATALOGUE[check].severity, ROOT + path, "x"))
    assert score(CATALOGUE[check].area, made).points == points


def test_an_area_without_a_verdict_has_no_score() -> None:
    ids = [check.id for check in CATALOGUE.values() if check.area == "robots"]
    silent = tuple(NotEvaluated(id, "not-evaluated", "why") for id in ids)
    made = score("robots", report(silent=silent))
    assert (made.points, made.grade, made.judged, made.checks) == (None, "", 0, len(ids))
    assert score("robots", report(silent=silent[1:])).points == 100
    told = score("robots", report(*found(ids[0], 1), silent=silent))
    assert told.points is not None
    assert told.judged == 1


@pytest.mark.parametrize(
    ("state", "url", "judged"), [("partly", "", True), ("inconclusive", f"{ROOT}/a", True), ("inconclusive", "", False)]
)
def test_what_could_not_be_told_of_one_page_was_told_of_the_others(state: str, url: str, judged: bool) -> None:
    (only,) = (check.id for check in CATALOGUE.values() if check.area == "mobile")
    made = score("mobile", report(silent=(NotEvaluated(only, state, "why", url),)))
    assert (made.points == 100) is judged


def test_a_part_of_a_site_is_marked() -> None:
    assert all(one.partial for one in scores(report(complete=False)))
    assert not any(one.partial for one in scores(report()))


@pytest.mark.parametrize(("paths", "grade"), [(4, "good"), (5, "fair"), (36, "fair"), (37, "poor")])
def test_grades_have_their_bounds(paths: int, grade: str) -> None:
    assert score("content", report(*found("title-missing", paths))).grade == grade


def test_every_area_has_one_place() -> None:
    areas = [one.area for one in scores(report())]
    assert sorted(areas) == sorted({check.area for check in CATALOGUE.values()})


def test_without_a_page_nothing_is_divided_by() -> None:
    empty = replace(build(run(), [], []), findings=tuple(found("title-missing", 1)))
    assert score("content", empty).points == 50
