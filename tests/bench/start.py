"""How long `scrapy crawl page` takes from its start to its first request, and from the last response to the report.

    python -m tests.bench.start [RUNS]

Judged from outside: the process's start and end on our clock, the request and response in the server's log.
"""

import statistics
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.e2e.support import ROOT
from tests.world import Host, Net, Request, Response, World, html, text


def site(request: Request) -> Response:
    return text("User-agent: *\n") if request.path == "/robots.txt" else html(PAGE)


PAGE = "<!doctype html><title>A page of common size</title>" + "".join(
    f'<h2>Part {n}</h2><p>{"some words of a paragraph " * 8}<a href="/{n}">link {n}</a></p>' for n in range(200)
)


def measure(net: Net, folder: Path) -> tuple[float, float]:
    """Seconds from start to the first request, and from the last response to the report on disk."""
    net.forget()
    command = [sys.executable, "-m", "scrapy", "crawl", "page", "-a", "url=https://bench.example-shop.com/"]
    settings = ["-L", "WARNING", "-s", f"STATE_DIR={folder / 's'}", "-s", f"REPORTS_DIR={folder / 'r'}"]
    began = time.monotonic()
    done = net.run([*command, *settings], cwd=ROOT)
    assert done.returncode == 0, done.stderr
    log = net.requests()
    written = max((folder / "r").glob("*/*/report.html"), key=lambda path: path.stat().st_mtime).stat().st_mtime
    return log[0].t_first - began, written - log[-1].wall_end


def main(runs: int) -> None:
    with TemporaryDirectory() as name, World([Host("bench.example-shop.com", site)]).start() as net:
        measured = [measure(net, Path(name)) for _ in range(runs)]
    for label, limit, values in zip(
        ("start to first request", "last response to report"), (1.5, 1.0), zip(*measured, strict=True), strict=True
    ):
        shown = f"min {min(values):.2f}  median {statistics.median(values):.2f}  max {max(values):.2f}"
        print(f"{label:26} {shown} s   goal: under {limit} s")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5)
