"""The crawler's end of the line to the process that speaks to the browser (`stage`)."""

import asyncio
import json
import os
import signal
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Self

from crawler.egress.browser.desk import Reply

#: Longest line that is read; those of `stage` are shorter, whatever a page does.
LONGEST = 256 * 1024


class Talk:
    """With one process, for one page."""

    def __init__(self, process: Process):
        self._process = process

    @classmethod
    async def start(cls, url: str, program: Path, home: Path) -> Self:
        """Start the process. It leads a group of its own: what a terminal sends to ours, it is told by us."""
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        command = (sys.executable, "-m", "crawler.egress.browser.stage", url, str(program), str(home))
        return cls(
            await asyncio.create_subprocess_exec(
                *command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, env=environment, limit=LONGEST,
                start_new_session=True,
            )
        )  # fmt: skip

    @property
    def pid(self) -> int:
        return self._process.pid

    async def lines(self) -> AsyncIterator[dict[str, Any]]:
        """What the process says, to its end. Raises ValueError for what is none of its lines."""
        assert self._process.stdout is not None
        while line := await self._process.stdout.readline():
            yield json.loads(line)

    def read(self) -> None:
        """Have the page read."""
        self._tell({"do": "read"})

    def answer(self, number: int, reply: Reply | None) -> None:
        """What a request of the page is answered; None: it is refused."""
        reply = reply or Reply(0)
        file = None if reply.file is None else str(reply.file)
        self._tell(
            {"do": "answer", "number": number, "status": reply.status, "headers": dict(reply.headers), "file": file}
        )

    async def end(self) -> None:
        """The process goes now, and its driver with it."""
        with suppress(ProcessLookupError):
            os.killpg(self.pid, signal.SIGKILL)
        await self._process.wait()

    def _tell(self, order: dict[str, object]) -> None:
        assert self._process.stdin is not None
        if not self._process.stdin.is_closing():
            self._process.stdin.write((json.dumps(order) + "\n").encode())
