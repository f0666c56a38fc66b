"""How long a decision may be used: both sides of each limit."""

import pytest

from crawler.core.limits import ROBOTS_FAILURE_KEPT, ROBOTS_KEPT
from crawler.core.robots.availability import Kept, decide


@pytest.mark.parametrize(
    ("status", "seconds"),
    [
        (200, ROBOTS_KEPT.value),
        (404, ROBOTS_KEPT.value),
        (503, ROBOTS_FAILURE_KEPT.value),
        (429, ROBOTS_FAILURE_KEPT.value),
    ],
)
def test_house_an_answer_is_kept_for_an_hour_and_a_failure_for_five_minutes(status, seconds):
    kept = Kept(decide(status, b""), since=100.0)
    assert kept.holds(100.0)
    assert kept.holds(100.0 + seconds - 0.001)
    assert not kept.holds(100.0 + seconds)
