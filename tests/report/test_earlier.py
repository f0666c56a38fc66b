"""`scrapy diff`, the comparison with the last run, and `scrapy checks`."""

import json
import subprocess
import sys
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from crawler.core.audit.catalogue import CATALOGUE
from crawler.core.audit.changes import compare
from crawler.core.audit.report import Report, build
from crawler.report import earlier
from crawler.report.as_changes import as_dict, as_text, summary
from crawler.report.as_checks import as_page
from crawler.report.files import fresh_folder, write
from tests.report.sample import report
from tests.report.schema import problems

ROOT = Path(__file__).parents[2]


def scrapy(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "scrapy", *words], cwd=ROOT, capture_output=True, text=True, timeout=60
    )


def later(found: Report, days: int = 7) -> Report:
    run = replace(
        found.run, started=found.run.started + timedelta(days=days), finished=found.run.finished + timedelta(days=days)
    )
    return replace(found, run=run)


def kept(root: Path, found: Report) -> Path:
    folder = fresh_folder(root, found.run.host, found.run.started)
    write(found, folder)
    return folder


def whole() -> Report:
    """The sample as if nothing had been left unseen."""
    return replace(report(), complete=True, gaps=(), not_evaluated=())


def a_week_later(found: Report) -> Report:
    """The same site with one fault mended and one more."""
    first = found.findings[0]
    rest = tuple(finding for finding in found.findings if finding is not first)
    return later(replace(found, findings=(replace(rest[0], url=rest[0].url + "#new"), *rest)))


def test_a_report_read_back_is_the_one_that_was_written(tmp_path: Path) -> None:
    found = report()
    before, run = earlier.read(kept(tmp_path, found))
    now = earlier.seen(found)
    assert (before.at, before.complete, before.silent) == (now.at, now.complete, now.silent)
    assert before.pages.keys() == now.pages.keys()
    assert [(x.check, x.url, x.evidence) for x in before.findings] == [
        (x.check, x.url, x.evidence) for x in now.findings
    ]
    assert run["start_url"] == found.run.start_url
    assert len(compare(before, earlier.seen(later(found))).still) == len(found.findings)


def test_the_last_run_of_the_same_start_is_found(tmp_path: Path) -> None:
    found = report()
    assert earlier.last(tmp_path, found) is None
    kept(tmp_path, found)
    other = later(replace(found, run=replace(found.run, start_url="https://www.harbour-museum.org/other")), 1)
    kept(tmp_path, other)
    middle = kept(tmp_path, later(found, 2))
    broken = fresh_folder(tmp_path, found.run.host, found.run.started + timedelta(days=3))
    (broken / "report.json").write_text("{")
    last = earlier.last(tmp_path, later(found))
    assert last is not None
    assert last.name == middle.name


def test_what_changed_is_in_report_json_by_its_schema(tmp_path: Path) -> None:
    found = whole()
    before, _ = earlier.read(kept(tmp_path, found))
    changed = a_week_later(found)
    changed = replace(changed, changes=compare(before, earlier.seen(changed)))
    folder = kept(tmp_path, changed)
    value = json.loads((folder / "report.json").read_bytes())
    assert problems(value) == []
    assert len(value["changes"]["new"]) == 1
    assert len(value["changes"]["fixed"]) == 1


def test_diff_tells_what_is_new_and_ends_with_1(tmp_path: Path) -> None:
    first, second = kept(tmp_path, whole()), kept(tmp_path, a_week_later(whole()))
    done = scrapy("diff", str(first), str(second / "report.json"))
    assert done.returncode == 1, done.stderr
    assert "1 new" in done.stdout
    assert "#new" in done.stdout
    told = json.loads(scrapy("diff", "--json", str(second), str(first)).stdout)
    assert [row["url"][-4:] for row in told["new"]] == ["#new"]  # whichever is named first
    same = scrapy("diff", str(first), str(kept(tmp_path, later(whole(), 9))))
    assert (same.returncode, "0 new" in same.stdout) == (0, True)


@pytest.mark.parametrize(
    ("write_it", "says"),
    [
        (lambda path: None, "No such file"),
        (lambda path: path.write_text("no json"), "expected a report.json of ours"),
        (lambda path: path.write_text('{"schema": "other/1"}'), "not a report of ours"),
        (lambda path: path.write_text("[]"), "not a report of ours"),
    ],
)
def test_diff_says_what_is_wrong_with_a_file(tmp_path: Path, write_it, says: str) -> None:  # type: ignore[no-untyped-def]
    write_it(tmp_path / "report.json")
    done = scrapy("diff", str(tmp_path / "report.json"), str(kept(tmp_path, report())))
    assert done.returncode == 2
    assert says in done.stderr
    assert "Traceback" not in done.stderr


def test_diff_refuses_runs_of_two_sites_and_other_numbers_of_arguments(tmp_path: Path) -> None:
    other = replace(report(), run=replace(report().run, start_url="https://other.org/"))
    done = scrapy("diff", str(kept(tmp_path, report())), str(kept(tmp_path, other)))
    assert (done.returncode, "two runs of one site" in done.stderr) == (2, True)
    assert scrapy("diff", "one").returncode == 2


def test_the_text_of_a_diff_is_bounded_and_says_what_partial_means(tmp_path: Path) -> None:
    found = report("stopped")
    many = later(replace(found, findings=tuple(replace(found.findings[0], url=f"/{n}") for n in range(50))))
    changes = compare(earlier.seen(found), earlier.seen(many))
    lines = list(as_text(changes))
    assert lines[0] == summary(changes)
    assert any("nothing is called fixed" in line for line in lines)
    assert any("more; --json has all" in line for line in lines)
    assert as_dict(changes)["fixed"] == []


def test_checks_lists_all_explains_one_and_knows_near_names() -> None:
    listed = scrapy("checks")
    assert listed.returncode == 0
    assert all(id in listed.stdout for id in CATALOGUE)
    one = scrapy("checks", "title-missing")
    check = CATALOGUE["title-missing"]
    assert all(part in " ".join(one.stdout.split()) for part in (check.why, check.fix, check.source))
    wrong = scrapy("checks", "title-mising")
    assert (wrong.returncode, "did you mean title-missing" in wrong.stderr) == (2, True)
    assert [row["id"] for row in json.loads(scrapy("checks", "--json").stdout)] == list(CATALOGUE)


def test_the_page_of_checks_is_the_catalogue() -> None:
    assert (ROOT / "docs/checks.md").read_text() == as_page(), "scrapy checks --markdown > docs/checks.md"


def test_a_report_built_from_kept_pages_is_the_same() -> None:
    found = report()
    again = build(found.run, found.urls, found.pages, found.robots, found.sitemaps)
    assert again.pages == found.pages
