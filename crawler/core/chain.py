"""A crawl is a chain of jobs: whether another follows, and how a URL ends that none of them came to.

Each job has its own time, proof and robots.txt; what they share is the frontier.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from crawler.core.limits import JOB_SECONDS, JOB_TAIL, PAGES, Limit
from crawler.core.outcome import Ending, Outcome

#: Endings that leave a URL waiting: a later job of the same crawl may ask for it.
LATER: Final = frozenset({Outcome.DEFERRED, Outcome.JOB_LIMIT, Outcome.STOPPED})


class Stop(StrEnum):
    """Why no job follows."""

    FINISHED = "finished"
    STOPPED = "stopped"
    NOT_VERIFIED = "not-verified"
    BLOCKED = "blocked"
    PAGE_LIMIT = "page-limit"
    DEFERRED = "deferred"
    JOB_LIMIT = "job-limit"
    UNREADABLE = "robots-unreadable"
    INTERNAL_ERROR = "internal-error"


@dataclass(frozen=True, slots=True)
class JobEnd:
    """What is known when a job has ended."""

    waiting: int  # URLs that have no final ending yet
    progress: int  # URLs that got one in this job
    deferred_for: float | None  # seconds until the first of those a host put off may be asked for; None: there is none
    pages_left: int
    time_used_up: bool
    stopped: bool = False  # somebody asked for it, or what we do could not be written down
    refused: bool = False  # the owner's proof is not there (any more)
    unreadable: bool = False  # some wait because their host, or its robots.txt, could not be read in this job
    blocked: bool = False  # a host of the site is not asked again in this job


def why_no_more(end: JobEnd, *, goes_on: bool) -> Stop | None:
    """Why no job follows; None: one does. `goes_on`: whether the crawl may have another at all."""
    for holds, why in (
        (end.stopped, Stop.STOPPED),
        (end.refused, Stop.NOT_VERIFIED),
        (end.blocked, Stop.BLOCKED),
        (not end.waiting, Stop.FINISHED),
        (end.pages_left <= 0, Stop.PAGE_LIMIT),
        # A job more would only wait, and end as this one did.
        ((end.deferred_for or 0.0) > JOB_SECONDS.value - JOB_TAIL.value, Stop.DEFERRED),
        (not end.progress or not goes_on, _out_of_time(end)),
    ):
        if holds:
            return why
    return None


def _out_of_time(end: JobEnd) -> Stop:
    if end.deferred_for is not None:
        return Stop.DEFERRED
    if end.unreadable:
        return Stop.UNREADABLE
    return Stop.JOB_LIMIT if end.time_used_up else Stop.INTERNAL_ERROR


def unasked(why: Stop, pages: Limit = PAGES, deferral: Ending | None = None) -> Ending:
    """The ending of a URL that was still waiting when the crawl ended so.

    `pages`: the limit in force. `deferral`: how the URL ended that its host put off.
    """
    if why is Stop.DEFERRED and deferral is not None:
        return deferral
    if why is Stop.JOB_LIMIT:
        return Ending.past(Outcome.JOB_LIMIT, JOB_SECONDS, "job time used up before this URL's turn")
    if why is Stop.PAGE_LIMIT:
        return Ending.past(Outcome.PAGE_LIMIT, pages, "all of them asked for before this URL's turn")
    return _UNASKED[why]


_UNASKED: Final = {
    Stop.STOPPED: Ending(Outcome.STOPPED, "the crawl was stopped before this URL's turn came"),
    Stop.NOT_VERIFIED: Ending(Outcome.NOT_VERIFIED, "the proof of ownership was not there when its turn came"),
    Stop.BLOCKED: Ending(Outcome.BLOCKED, "its host blocked us, and the crawl ended before this URL's turn"),
    Stop.DEFERRED: Ending(Outcome.DEFERRED, "the site asks for a longer wait than a job lasts"),
    Stop.UNREADABLE: Ending(Outcome.ROBOTS_UNREADABLE, "its host or its robots.txt could not be read in this job"),
    Stop.FINISHED: Ending(Outcome.INTERNAL_ERROR, "a fault of ours: it was to be asked for and has no ending"),
    Stop.INTERNAL_ERROR: Ending(Outcome.INTERNAL_ERROR, "a fault of ours: it was to be asked for and has no ending"),
}
