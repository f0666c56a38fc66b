"""One line that says where a crawl stands."""

import pytest

from crawler.core.standing import Standing, told


@pytest.mark.parametrize(
    ("now", "line"),
    [
        (Standing(), "0 pages, 0 queued"),
        (Standing(pages=1, queued=3), "1 page, 3 queued"),
        (
            Standing(12, 1030, {"fetched": 12, "blocked": 1, "http-error": 1}, "a.org", 0.42, 0.6, 900),
            "12 pages, 1,030 queued; waiting 0.4 s for a.org; about 10 min left; fetched 12, blocked 1, http-error 1",
        ),
        (
            Standing(12, 500, {"fetched": 12}, "a.org", 0.05, 1, 60.4),
            "12 pages, 500 queued; about 8 min left, 60 s of them in this job; fetched 12",
        ),
        (Standing(queued=1, pace=0.5, job_left=100), "0 pages, 1 queued; about 0.5 s left"),
        (
            Standing(queued=9000, pace=1.2, job_left=-3),
            "0 pages, 9,000 queued; about 3.0 h left, 0.0 s of them in this job",
        ),
    ],
)  # fmt: skip
def test_it_tells_pages_queue_outcomes_wait_and_time_left(now: Standing, line: str) -> None:
    assert told(now) == line
