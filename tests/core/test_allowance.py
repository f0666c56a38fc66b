"""What a drawn page may still have: both sides of each limit."""

import pytest

from crawler.core.allowance import Allowance
from crawler.core.limits import RENDER_BYTES, RENDER_REQUESTS
from crawler.core.outcome import Ended, Outcome

MOST = int(RENDER_BYTES)


def test_so_many_requests_leave_and_no_more():
    allowance = Allowance()
    for _ in range(int(RENDER_REQUESTS)):
        allowance.leave()
    assert allowance.passed == {}
    with pytest.raises(Ended) as refused:
        allowance.leave()
    assert refused.value.ending.evidence["limit"] == "render-requests"
    assert allowance.requests == int(RENDER_REQUESTS)


def test_what_is_announced_is_kept_free_for_it():
    allowance = Allowance(MOST // 2)
    allowance.announced(MOST - MOST // 2)
    with pytest.raises(Ended):
        allowance.announced(1)
    assert list(allowance.passed) == ["render-bytes"]


def test_an_answer_that_does_not_fit_takes_nothing_from_one_that_does():
    allowance = Allowance()
    with pytest.raises(Ended):
        allowance.announced(MOST + 1)
    allowance.announced(MOST)


def test_what_nobody_announced_is_counted_as_it_comes():
    allowance = Allowance(MOST - 2)
    allowance.came(2)
    with pytest.raises(Ended):
        allowance.came(1)
    with pytest.raises(Ended):
        allowance.announced(0)


def test_nothing_leaves_for_a_page_that_is_over_and_that_says_nothing_of_the_site():
    allowance = Allowance()
    allowance.over = True
    with pytest.raises(Ended) as refused:
        allowance.leave()
    assert refused.value.ending.outcome is Outcome.STOPPED
    assert allowance.requests == 0
