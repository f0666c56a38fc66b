"""Hands pages and sitemaps to the process that reads them, and says when one cannot be read within its limits."""

import asyncio
import logging
import os
import pickle
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from typing import Any

from crawler.core.limits import PARSE_MEMORY, PARSE_SECONDS, PARSE_WAIT
from crawler.core.outcome import Ending, Outcome
from crawler.engine.reader import LENGTH

logger = logging.getLogger(__name__)


class ReadingRoom:
    """One reader process, started when it is needed and again when a page has ended it."""

    def __init__(self) -> None:
        self._process: Process | None = None
        self._turn = asyncio.Lock()

    async def read(self, job: str, **arguments: Any) -> Any:
        """What the reader makes of `arguments`, or the ending parse-limit. Raises RuntimeError for a fault of ours."""
        async with self._turn:
            try:
                async with asyncio.timeout(PARSE_WAIT.value):
                    good, value = await self._ask(job, arguments)
            except (TimeoutError, asyncio.IncompleteReadError, ConnectionError):
                self.close()
                return Ending.past(Outcome.PARSE_LIMIT, PARSE_SECONDS, "its reader used up its time or memory")
            except asyncio.CancelledError:
                self.close()  # its answer would be taken for the next one's
                raise
        if not good:
            raise RuntimeError(value)
        if isinstance(value, Ending) and value.evidence.get("limit") == PARSE_MEMORY.name:
            self.close()  # what it holds of that page would be missing for the next
        return value

    async def start(self) -> None:
        """Start the reader, so that the first page does not wait for it."""
        if self._process is None:
            command = (sys.executable, "-m", "crawler.engine.reader")
            environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
            self._process = await asyncio.create_subprocess_exec(
                *command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, env=environment
            )

    def close(self) -> None:
        """Let the reader go."""
        process, self._process = self._process, None
        if process is not None and process.returncode is None:
            process.kill()

    async def _ask(self, job: str, arguments: dict[str, Any]) -> tuple[bool, Any]:
        await self.start()
        process = self._process
        assert process is not None
        assert process.stdin is not None
        assert process.stdout is not None
        packed = pickle.dumps((job, arguments), protocol=pickle.HIGHEST_PROTOCOL)
        process.stdin.write(LENGTH.pack(len(packed)) + packed)
        await process.stdin.drain()
        (size,) = LENGTH.unpack(await process.stdout.readexactly(LENGTH.size))
        result: tuple[bool, Any] = pickle.loads(await process.stdout.readexactly(size))  # noqa: S301 - our own child
        return result
