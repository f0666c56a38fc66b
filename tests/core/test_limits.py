"""The limits: the values that are fixed, and that nothing can change one."""

from dataclasses import FrozenInstanceError

import pytest

from crawler.core import limits
from crawler.core.limits import Limit

ALL = {name: value for name, value in vars(limits).items() if isinstance(value, Limit)}
MIB, KIB = 1024 * 1024, 1024


@pytest.mark.parametrize(
    ("limit", "value", "unit"),
    [
        ("PAGE_BYTES", 8 * MIB, "bytes"),
        ("ROBOTS_BYTES", 512 * KIB, "bytes"),
        ("PROOF_BYTES", 4 * KIB, "bytes"),
        ("REDIRECTS", 5, "hops"),
        ("REQUEST_SECONDS", 20, "s"),
        ("PAGE_SECONDS", 45, "s"),
        ("JOB_SECONDS", 120, "s"),
        ("JOB_TAIL", 5, "s"),
        ("LEASE", 30, "s"),
        ("LEASE_BEAT", 10, "s"),
        ("HOSTS_PER_ADDRESS", 5, "hosts"),
        ("RETRY_AFTER", 366 * 86_400, "s"),
        ("DEPTH", 10, "links"),
        ("PAGES", 2000, "pages"),
        ("ASSETS", 500, "files"),
        ("EXTERNALS", 200, "addresses"),
        ("MIN_WAIT", 0.5, "s"),
        ("MAX_WAIT", 600, "s"),
        ("ROBOTS_KEPT", 3600, "s"),
        ("ROBOTS_FAILURE_KEPT", 300, "s"),
        ("RENDER_SECONDS", 45, "s"),
        ("RENDER_REQUESTS", 150, "requests"),
        ("RENDER_BYTES", 24 * MIB, "bytes"),
    ],
)
def test_a_fixed_limit_has_its_value(limit, value, unit):
    assert (ALL[limit].value, ALL[limit].unit) == (value, unit)


@pytest.mark.parametrize("field", ["name", "value", "unit", "reason"])
def test_a_limit_cannot_be_changed(field):
    with pytest.raises(FrozenInstanceError):
        setattr(limits.PAGES, field, 10**9)


def test_a_limit_takes_no_new_attribute():
    with pytest.raises((FrozenInstanceError, AttributeError, TypeError)):
        limits.PAGES.enabled = False


@pytest.mark.parametrize("limit", ALL.values(), ids=list(ALL))
def test_every_limit_says_what_it_is(limit):
    assert limit.name
    assert limit.unit
    assert limit.reason
    assert 0 < limit.value < float("inf")


def test_every_limit_has_a_name_of_its_own():
    assert len({limit.name for limit in ALL.values()}) == len(ALL)


def test_a_limit_counts_as_a_whole_number():
    assert int(limits.PAGE_BYTES) == 8 * MIB
