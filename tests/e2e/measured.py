"""`python -m tests.e2e.measured FILE MODULE arguments...`: runs a module, and writes the most memory it took, as JSON.

The most of every process by itself (VmHWM), of all of them together: more than ever was in use at once, never less.
"""

import json
import subprocess
import sys
import time
from pathlib import Path

#: How often the processes are looked at, seconds. A high-water mark is missed only of what ends in between.
EVERY = 0.02


def peaks(pid: int) -> dict[int, int]:
    """Kilobytes by process: of `pid` and of those it started."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except OSError:
        return {}
    own = next((int(line.split()[1]) for line in lines if line.startswith("VmHWM")), 0)
    found = {pid: own}
    for child in children:
        found |= peaks(int(child))
    return found


def main(file: str, *module: str) -> int:
    most: dict[int, int] = {}
    with subprocess.Popen([sys.executable, "-m", *module]) as program:
        while program.poll() is None:
            for pid, size in peaks(program.pid).items():
                most[pid] = max(size, most.get(pid, 0))
            time.sleep(EVERY)
    # Readers that were ended are followed by others: those stood one after another.
    crawl, *readers = [size for _, size in sorted(most.items())]
    Path(file).write_text(json.dumps({"kilobytes": crawl + max(readers, default=0)}))
    return program.returncode


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
