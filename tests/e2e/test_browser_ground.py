"""Where pages cannot be drawn: told before anything is asked, and a crawl without `render` is as it is elsewhere."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.e2e.support import ROOT
from tests.world import Host, Net, World, html

HOST = "www.ground-example.com"
#: user_namespaces(7): how many may be made below this one. Written in a user namespace, it counts for that one alone.
NONE_BELOW = [*("unshare", "--user", "--map-root-user", "sh", "-c"),
              'echo 0 >/proc/sys/user/max_user_namespaces; exec "$@"', "sh"]  # fmt: skip


def world() -> World:
    return World([Host(HOST, {"/": html("<title>Ground</title><p>x")})])


def no_namespaces(folder: Path) -> list[str]:
    return NONE_BELOW


def path_of(folder: Path, **scripts: str) -> list[str]:
    """Words that put `scripts` before what else is on the PATH; what is empty is left out."""
    tools = folder / "tools"
    tools.mkdir()
    for name in ("unshare", "mount", "sh", "chromium"):
        if name not in scripts:
            (tools / name).symlink_to(f"/usr/bin/{name}")
    for name, script in scripts.items():
        if script:
            (tools / name).write_text(f"#!/bin/sh\n{script}\n")
            (tools / name).chmod(0o755)
    return ["env", f"PATH={tools}", f"HOME={folder}"]


def refused_by_kernel(folder: Path) -> list[str]:
    return path_of(folder, unshare='echo "unshare: Operation not permitted" >&2; exit 1')


def no_unshare(folder: Path) -> list[str]:
    return path_of(folder, unshare="")


def no_browser(folder: Path) -> list[str]:
    return path_of(folder, chromium="")


WHERE: dict[Callable[[Path], list[str]], tuple[str, ...]] = {
    no_namespaces: ("render: no network namespace can be made here", "unshare", "Without render nothing changes"),
    refused_by_kernel: (
        "no network namespace can be made here",
        "Operation not permitted",
        "expected a kernel that lets",
    ),
    no_unshare: ("render: the command unshare is missing", "install them"),
    no_browser: ("render: no browser found, expected one of chromium, ", "run `make browser`"),
}
EVERYWHERE = pytest.mark.parametrize("where", WHERE, ids=lambda where: where.__name__)


def words(folder: Path, spider: str, render: str) -> list[str]:
    asked = [sys.executable, "-m", "scrapy", "crawl", spider, "-a", f"url=https://{HOST}/", "-a", f"render={render}"]
    return [*asked, "-s", f"STATE_DIR={folder / 'state'}", "-s", f"REPORTS_DIR={folder / 'reports'}"]


@EVERYWHERE
@pytest.mark.parametrize(("spider", "render"), [("page", "1"), ("site", "all")])
def test_rendering_is_refused_by_a_line_that_says_why_and_nothing_is_asked(
    spider: str, render: str, where: Callable[[Path], list[str]], net: Net, tmp_path: Path
) -> None:
    net.forget()
    done = net.run([*where(tmp_path), *words(tmp_path, spider, render)], cwd=ROOT)
    assert done.returncode == 2
    line = done.stderr.splitlines()[-1]
    assert [part for part in WHERE[where] if part not in line] == []
    assert "Traceback" not in done.stderr
    assert net.requests() == []
    assert net.lookups() == []
    assert list((tmp_path / "reports").rglob("*")) == []


@EVERYWHERE
def test_without_render_nothing_changes(where: Callable[[Path], list[str]], net: Net, tmp_path: Path) -> None:
    net.forget()
    done = net.run([*where(tmp_path), *words(tmp_path, "page", "0")], cwd=ROOT)
    assert done.returncode == 0, done.stderr
    assert "1 page of www.ground-example.com was read" in done.stdout
    assert net.requests().paths() == ["/robots.txt", "/"]
