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
from pathlib import Path
from typing import Any, BinaryIO

from lxml.etree import LxmlError
from selectolax.lexbor import SelectolaxError

from crawler.core import sitemap
from crawler.core.audit.page import read_beginning, read_page
from crawler.core.limits import PARSE_MEMORY, PARSE_SECONDS
from crawler.core.outcome import Ending, Outcome

LENGTH = struct.Struct(">Q")
JOBS: dict[str, Callable[..., Any]] = {"page": read_page, "beginning": read_beginning, "sitemap": sitemap.read}
#: What parsers say when they get no more memory, or give up for a reason they keep to themselves.
GAVE_UP = (MemoryError, RecursionError, SelectolaxError, LxmlError)
#: Of the memory that may be used: past it, whatever goes wrong is taken for its doing. Parsers do not always say.
NEARLY = 0.75


def main() -> None:
    """Serve jobs until standard input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the crawl, which lets this process go when it is done
    signal.signal(signal.SIGVTALRM, signal.SIG_DFL)
    spent = _limit_memory()
    jobs, results = sys.stdin.buffer, sys.stdout.buffer
    while (size := jobs.read(LENGTH.size)) and len(size) == LENGTH.size:
        name, arguments = pickle.loads(jobs.read(LENGTH.unpack(size)[0]))  # noqa: S301 - from our own parent
        _answer(results, _do(name, arguments, spent))


def _do(name: str, arguments: dict[str, Any], spent: Callable[[], bool]) -> tuple[bool, Any]:
    signal.setitimer(signal.ITIMER_VIRTUAL, PARSE_SECONDS.value)
    try:
        return True, JOBS[name](**arguments)
    except Exception as fault:
        said = f"{type(fault).__name__}: {fault}"[:500]
        if isinstance(fault, GAVE_UP) or spent():
            return True, Ending.past(Outcome.PARSE_LIMIT, PARSE_MEMORY, f"its reader gave up ({said})")
        return False, said
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)


def _answer(results: BinaryIO, result: tuple[bool, Any]) -> None:
    packed = pickle.dumps(result, protocol=pickle.HIGHEST_PROTOCOL)
    results.write(LENGTH.pack(len(packed)) + packed)
    results.flush()


def _limit_memory() -> Callable[[], bool]:
    """Bound what is used from now on, where the platform knows how: macOS does not hold RLIMIT_AS.

    What comes back tells whether the bound was nearly reached.
    """
    if sys.platform != "linux":
        return lambda: False
    base = _kilobytes("VmSize") * 1024
    most = base + int(PARSE_MEMORY)
    resource.setrlimit(resource.RLIMIT_AS, (most, most))
    return lambda: _kilobytes("VmPeak") * 1024 > base + NEARLY * PARSE_MEMORY.value


def _kilobytes(name: str) -> int:
    lines = Path("/proc/self/status").read_text("ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(name))


if __name__ == "__main__":
    main()
