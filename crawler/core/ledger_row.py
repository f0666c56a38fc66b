"""One row of the ledger: a request that left, as it was written before its first byte and completed at its end."""

from dataclasses import dataclass
from datetime import datetime

from crawler.core.outcome import Outcome


@dataclass(frozen=True, slots=True)
class Row:
    """Times are aware; waits in seconds; what was not known yet, or not recorded by an older ledger, is None."""

    name: str  # of the row: file and number
    started: datetime
    ended: datetime | None
    host: str
    address: str | None
    method: str
    url: str
    purpose: str  # robots, proof, page, sitemap, asset, check, probe
    wait_due: float
    wait_kept: float | None
    status: int | None = None
    outcome: str | None = None
    bytes: int | None = None
    job: str | None = None
    crawl_delay: float = 0.0
    hop: int = 0
    attempt: int = 0
    robots: str | None = None
    crawl: str | None = None  # of which the job is one
    retry_after: float | None = None  # seconds that its response asked for, as judged; 0: none

    @property
    def seconds(self) -> float | None:
        """How long it took; None while nobody knows."""
        return None if self.ended is None else (self.ended - self.started).total_seconds()

    @property
    def ending(self) -> Outcome | None:
        """The outcome, if it is one of ours."""
        return Outcome(self.outcome) if self.outcome in set(Outcome) else None
