"""The memory of the browser: all its processes and the driver's, looked at so often that none eats the machine."""

import asyncio
import os
import signal
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from crawler.core.limits import RENDER_MEMORY

#: How often, seconds.
LOOK = 0.2


class Watch:
    """Of one browser, by the pids that its launcher wrote: of its session, and of the driver above it."""

    def __init__(self, pids: Path, *others: int):
        """`others`: pids of processes that only this browser needs."""
        self._pids = pids
        self._others = others
        self.most = 0  # bytes seen at once

    async def full(self) -> None:
        """Wait until the processes have more than they may."""
        while self.look() <= int(RENDER_MEMORY):  # noqa: ASYNC110 - nobody tells of memory, it has to be looked at
            await asyncio.sleep(LOOK)

    def look(self) -> int:
        """Bytes that they have now: their own, and what they share with each other as often as they do."""
        seen = sum(map(_memory, self._processes()))
        self.most = max(self.most, seen)
        return seen

    def kill(self) -> None:
        """End the browser, whatever it does: it leads a session of its own, and all its processes are of that."""
        for pid in list(self._of_session()):
            with suppress(OSError):
                os.kill(pid, signal.SIGKILL)

    @property
    def session(self) -> int | None:
        return next(iter(self._read()), None)

    def _read(self) -> list[int]:
        with suppress(OSError, ValueError):
            return [int(pid) for pid in self._pids.read_text().split()]
        return []

    def _processes(self) -> Iterator[int]:
        yield from self._of_session()
        yield from self._read()[1:]
        yield from self._others

    def _of_session(self) -> Iterator[int]:
        session = self.session
        for name in os.listdir("/proc"):
            if session is not None and name.isdigit() and _session(name) == session:
                yield int(name)


def _session(pid: str) -> int | None:
    with suppress(OSError, ValueError, IndexError):
        return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[3])
    return None


def _memory(pid: int) -> int:
    """RssAnon and RssShmem; libraries and fonts that lie in files are nobody's burden."""
    total = 0
    with suppress(OSError, ValueError, IndexError):
        for line in Path(f"/proc/{pid}/status").read_text().splitlines():
            if line.startswith(("RssAnon:", "RssShmem:")):
                total += int(line.split()[1]) * 1024
    return total
