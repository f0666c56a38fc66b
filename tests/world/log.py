"""Reading what the servers wrote: one JSON object a line, and the judgements tests make of them."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any


@dataclass(frozen=True, slots=True)
class Entry:
    """One request, as its server saw it. t_* are seconds of the monotonic clock, wall_* of the wall clock.

    t_first: its first byte arrived. t_start: its head was complete. t_end: the last byte of the answer had
    left.
    """

    t_first: float
    t_start: float
    t_end: float
    wall_start: float
    wall_end: float
    peer: str
    address: str
    port: int
    scheme: str
    host: str
    method: str
    path: str
    headers: tuple[tuple[str, str], ...]
    status: int | None
    bytes: int
    complete: bool
    nth: int
    connection: int

    def header(self, name: str, default: str | None = None) -> str | None:
        """The first value of a request header, by name without regard to case."""
        return next((value for key, value in self.headers if key.lower() == name.lower()), default)

    @property
    def url(self) -> str:
        return f"{self.scheme}://{self.host}{self.path}"


class Log(list[Entry]):
    """Requests in the order in which they arrived."""

    def __init__(self, entries: Iterable[Entry]):
        super().__init__(sorted(entries, key=lambda entry: entry.t_first))

    def host(self, name: str) -> "Log":
        return Log(entry for entry in self if entry.host == name)

    def path(self, path: str) -> "Log":
        return Log(entry for entry in self if entry.path == path)

    def paths(self) -> list[str]:
        return [entry.path for entry in self]

    def by_path(self) -> dict[str, "Log"]:
        return {path: self.path(path) for path in dict.fromkeys(self.paths())}

    def gaps(self, host: str | None = None) -> list[float]:
        """Seconds from the end of each request to the first byte of the next; negative: two at once."""
        entries = self.host(host) if host else self
        ends = accumulate((entry.t_end for entry in entries), max)
        return [after.t_first - end for end, after in zip(ends, entries[1:], strict=False)]

    def overlaps(self, host: str | None = None) -> list[tuple[Entry, Entry]]:
        """Neighbouring requests that were in flight at the same time."""
        return [(one, two) for one, two in pairwise(self.host(host) if host else self) if two.t_first < one.t_end]


def lines(path: Path) -> list[dict[str, Any]]:
    """Every record of a log; a line still being written is left for the next reading."""
    if not path.exists():
        return []
    return [json.loads(line) for line in path.read_bytes().splitlines(keepends=True) if line.endswith(b"\n")]


def read(path: Path) -> Log:
    """The request log."""
    return Log(Entry(**record | {"headers": tuple(map(tuple, record["headers"]))}) for record in lines(path))
