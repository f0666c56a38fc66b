"""What must not be reached is counted, nothing leaks out, and nothing stays behind."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.world import Net, require_world
from tests.world.net import UNSHARE
from tests.world.refs import ROOT
from tests.world.sample import SEND, ask, fetch

VICTIMS = (
    ("tcp", "10.0.0.1", 80), ("tcp", "10.77.3.9", 8443), ("tcp", "127.0.0.1", 6379), ("udp", "127.0.0.1", 80),
    ("tcp", "127.0.0.53", 53), ("tcp", "::1", 443), ("tcp", "fd00::1", 22), ("udp", "169.254.169.254", 53),
    ("tcp", "100.64.0.1", 443), ("tcp", "192.168.0.1", 8080), ("tcp", "172.16.0.1", 80), ("udp", "fd12::5", 443),
    ("tcp", "192.0.0.192", 80), ("tcp", "168.63.129.16", 80), ("tcp", "93.184.216.2", 8080),
)  # fmt: skip


@pytest.mark.parametrize("victim", VICTIMS, ids=str)
def test_every_contact_with_a_victim_counts(net: Net, victim: tuple[str, str, int]) -> None:
    done = net.run([sys.executable, "-c", SEND, "|".join(map(str, victim))])
    assert done.returncode == 0, done.stderr
    seen = [(item["protocol"], item["address"], item["port"]) for item in net.victims()]
    assert set(seen) == {victim}


def test_innocent_traffic_is_no_contact(net: Net) -> None:
    fetch(net, "https://www.shop-example.com/", "http://www.shop-example.com/")
    ask(net, "large.shop-example.com", "TXT", "nowhere.shop-example.com", "A")
    assert net.victims() == []


def test_nothing_outlives_the_test_process(tmp_path: Path) -> None:
    require_world()
    script = (
        "import os, sys, time; sys.path.insert(0, sys.argv[1])\n"
        "from tests.world import World\n"
        "net = World().start()\n"
        "child = net.popen(['sleep', '300'])\n"
        "print(net._server.pid, child.pid, net.folder, flush=True)\n"
        "time.sleep(0.3); os.kill(os.getpid(), 9)\n"
    )
    done = subprocess.run([sys.executable, "-c", script, str(ROOT)], stdout=subprocess.PIPE, text=True, cwd=tmp_path)
    assert done.returncode == -signal.SIGKILL
    pids = [int(text) for text in done.stdout.split()[:2]]
    ends = time.monotonic() + 5
    while any(alive(pid) for pid in pids) and time.monotonic() < ends:
        time.sleep(0.02)
    assert not any(alive(pid) for pid in pids)


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_the_machine_outside_is_unchanged(net: Net) -> None:
    inside = net.run(["cat", "/etc/resolv.conf"]).stdout
    assert inside == "nameserver 127.0.0.1\n"
    assert str(net.folder) not in Path("/proc/self/mountinfo").read_text()
    assert os.stat(f"/proc/{net._server.pid}/ns/net").st_ino != os.stat("/proc/self/ns/net").st_ino


def test_a_missing_file_is_made_where_we_may_not_write(tmp_path: Path) -> None:
    require_world()
    (tmp_path / "etc").mkdir()
    (tmp_path / "etc" / "kept").write_text("kept")
    (tmp_path / "ours").write_text("ours")
    (tmp_path / "scratch").mkdir()
    script = (
        "import sys; from pathlib import Path; from tests.world import kernel\n"
        "base = Path(sys.argv[1])\n"
        "kernel.place(base / 'ours', base / 'etc' / 'deep' / 'resolv.conf', base / 'scratch')\n"
        "print((base / 'etc/deep/resolv.conf').read_text(), (base / 'etc/kept').read_text())\n"
        "try: (base / 'etc/kept').write_text('lost')\n"
        "except OSError as error: print(error.strerror)\n"
    )
    command = [*UNSHARE, sys.executable, "-c", script, str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    assert done.stdout == "ours kept\nRead-only file system\n", done.stderr
    assert os.listdir(tmp_path / "etc") == ["kept"]
