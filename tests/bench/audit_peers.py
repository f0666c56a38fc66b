"""Processor time for a page of a crawl with its audit against advertools and linkchecker, over one site in one run.

    python -m tests.bench.audit_peers FOLDER

FOLDER holds an environment with both peers (FOLDER/bin/python, FOLDER/bin/linkchecker); they are no part of ours. All
three crawl the same made site from the same server over http in the tests' private internet, robots.txt obeyed: ours
with every check and every file of its report and at its own pace; advertools writes its table; linkchecker checks the
links of pages with two threads. A page costs the time of a crawl of all pages less that of a crawl of few, by the
pages between, so that starting does not count. Times are user and system, of each crawl and its children.
"""

import json
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.bench import made_site
from tests.e2e.support import ROOT, prove
from tests.world import Host, Net, World

FEW, PAGES = 10, 100
HOSTS = {count: f"pages-{count}.made.org" for count in (FEW, PAGES)}
#: Runs a command and prints what it used, in seconds, as the last line of standard error.
TIMED = (
    "import os,subprocess,sys;"
    "done=subprocess.run(sys.argv[1:],stdout=subprocess.DEVNULL,stderr=subprocess.DEVNULL);"
    "t=os.times();print(done.returncode,t.children_user+t.children_system)"
)
ADVERTOOLS = (
    "import advertools,sys;advertools.crawl(sys.argv[1],sys.argv[2],follow_links=True,"
    "custom_settings={'ROBOTSTXT_OBEY':True,'LOG_LEVEL':'WARNING','AUTOTHROTTLE_ENABLED':False})"
)


def used(net: Net, *command: str, cwd: Path = ROOT) -> float:
    """Processor seconds of one command in the private internet."""
    done = net.run([sys.executable, "-c", TIMED, *command], cwd=cwd, timeout=600)
    code, seconds = done.stdout.split()
    if code not in ("0", "1"):  # linkchecker's 1: it found a broken link
        raise RuntimeError(f"{' '.join(command)}: exit code {code}")
    return float(seconds)


def ours(net: Net, host: str, folder: Path) -> float:
    prove(net, host, folder)
    settings = ["-s", f"STATE_DIR={folder / 'state'}", "-s", f"REPORTS_DIR={folder / 'reports'}", "-L", "WARNING"]
    seconds = used(
        net, sys.executable, "-m", "scrapy", "crawl", "site", "-a", f"url=http://{host}/", "-a", "fresh=1", *settings
    )
    written = sorted((folder / "reports" / host).glob("*/report.json"))
    pages = json.loads(written[-1].read_bytes())["counts"]["pages"]
    if pages != next(count for count, name in HOSTS.items() if name == host):
        raise RuntimeError(f"{pages} pages were read of {host}")
    return seconds


def advertools(net: Net, peers: Path, host: str, folder: Path) -> float:
    table = folder / f"{host}.jsonl"
    path = f"PATH={peers / 'bin'}:/usr/bin:/bin"  # it looks for its own scrapy there
    seconds = used(
        net, "env", path, str(peers / "bin/python"), "-c", ADVERTOOLS, f"http://{host}/", str(table), cwd=folder
    )
    rows = len(table.read_text().splitlines())
    expected = next(count for count, name in HOSTS.items() if name == host)
    if rows < expected:
        raise RuntimeError(f"advertools read {rows} pages of {host}")
    return seconds


def linkchecker(net: Net, peers: Path, host: str, folder: Path) -> float:
    table = folder / f"{host}.csv"
    as_nobody_special = ("unshare", "--user", "--map-user=1000", "--map-group=1000")  # as root it wants to be another
    program = str(peers / "bin/linkchecker")
    seconds = used(
        net, *as_nobody_special, program, "--no-status", "-t", "2", "-v", "-F", f"csv/utf-8/{table}", f"http://{host}/"
    )
    pages = {line.split(";")[0] for line in table.read_text().splitlines() if "/page-" in line.split(";")[0]}
    if len(pages) < next(count for count, name in HOSTS.items() if name == host) - 1:
        raise RuntimeError(f"linkchecker asked for {len(pages)} pages of {host}")
    return seconds


def main(peers: Path) -> None:
    hosts = [Host(name, made_site.served, tls=None) for name in HOSTS.values()]
    between = PAGES - FEW
    with World(hosts).start() as net, TemporaryDirectory() as name:
        folder = Path(name)
        took = {
            "advertools": [advertools(net, peers, host, folder) for host in HOSTS.values()],
            "linkchecker": [linkchecker(net, peers, host, folder) for host in HOSTS.values()],
            "ours": [ours(net, host, folder) for host in HOSTS.values()],
        }
    page = {who: (many - few) / between * 1000 for who, (few, many) in took.items()}
    for who, milliseconds in page.items():
        print(f"{who:12} {milliseconds:7.1f} ms of CPU a page; ours / {who}: {page['ours'] / milliseconds:.2f}")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
