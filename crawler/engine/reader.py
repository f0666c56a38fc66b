"""The reading room's own process: bytes of strangers are parsed here, under limits of time and memory.

Run as `python -m crawler.engine.reader`; takes jobs on standard input and gives results on standard output, each a
length and a pickle. A job that uses up its processor time ends the process: a parser in C cannot be asked to stop.
"""

import pickle
import resource
import signal
import struct
import sys
from collections.abc import Callable
from typing import Any, BinaryIO

from crawler.core import sitemap
from crawler.core.audit.page import read_beginning, read_page
from crawler.core.limits import PARSE_MEMORY, PARSE_SECONDS

LENGTH = struct.Struct(">Q")
JOBS: dict[str, Callable[..., Any]] = {"page": read_page, "beginning": read_beginning, "sitemap": sitemap.read}


def main() -> None:
    """Serve jobs until standard input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the crawl, which lets this process go when it is done
    signal.signal(signal.SIGVTALRM, signal.SIG_DFL)
    _limit_memory()
    jobs, results = sys.stdin.buffer, sys.stdout.buffer
    while (size := jobs.read(LENGTH.size)) and len(size) == LENGTH.size:
        name, arguments = pickle.loads(jobs.read(LENGTH.unpack(size)[0]))  # noqa: S301 - from our own parent
        _answer(results, _do(name, arguments))


def _do(name: str, arguments: dict[str, Any]) -> tuple[bool, Any]:
    signal.setitimer(signal.ITIMER_VIRTUAL, PARSE_SECONDS.value)
    try:
        return True, JOBS[name](**arguments)
    except Exception as fault:
        return False, f"{type(fault).__name__}: {fault}"[:500]
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)


def _answer(results: BinaryIO, result: tuple[bool, Any]) -> None:
    packed = pickle.dumps(result, protocol=pickle.HIGHEST_PROTOCOL)
    results.write(LENGTH.pack(len(packed)) + packed)
    results.flush()


def _limit_memory() -> None:
    """Where the platform knows how: macOS does not hold RLIMIT_AS."""
    if sys.platform == "linux":
        resource.setrlimit(resource.RLIMIT_AS, (int(PARSE_MEMORY), int(PARSE_MEMORY)))


if __name__ == "__main__":
    main()
