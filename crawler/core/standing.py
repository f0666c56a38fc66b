"""Where a crawl stands, in one line for whoever waits for it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

_SHORTEST = 0.1  # seconds of a wait that are worth telling


@dataclass(frozen=True, slots=True)
class Standing:
    """What is known at a moment; times in seconds."""

    pages: int = 0  # read
    queued: int = 0  # to be asked for
    outcomes: Mapping[str, int] = field(default_factory=dict)  # of what ended in this job
    waits_for: str = ""  # the host
    wait: float = 0.0
    pace: float = 0.0  # of one URL in this job so far; 0 before the first ended
    job_left: float = 0.0


def told(now: Standing) -> str:
    """`12 pages, 30 queued; waiting 0.4 s for a.org; about 25 s left; fetched 12, redirected 1`."""
    parts = [f"{_pages(now.pages)}, {now.queued:,} queued"]
    if now.waits_for and now.wait >= _SHORTEST:
        parts.append(f"waiting {_seconds(now.wait)} for {now.waits_for}")
    if now.queued and now.pace:
        parts.append(_left(now.queued * now.pace, now.job_left))
    if now.outcomes:
        ordered = sorted(now.outcomes.items(), key=lambda one: (-one[1], one[0]))
        parts.append(", ".join(f"{outcome} {number:,}" for outcome, number in ordered))
    return "; ".join(parts)


def _pages(number: int) -> str:
    return f"{number:,} page" if number == 1 else f"{number:,} pages"


def _left(needed: float, job_left: float) -> str:
    """A crawl that needs more than this job goes on in the next, which begins with robots.txt."""
    text = f"about {_seconds(needed)} left"
    return f"{text}, {_seconds(max(job_left, 0.0))} of them in this job" if needed > job_left else text


def _seconds(value: float) -> str:
    if value < 10:
        return f"{value:.1f} s"
    if value < 120:
        return f"{value:.0f} s"
    return f"{value / 60:.0f} min" if value < 7200 else f"{value / 3600:.1f} h"
