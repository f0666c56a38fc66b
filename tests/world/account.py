"""An ordinary account for programs of a world: where the tests run as root a real second one, otherwise their own.

Root enters the world's network and mounts without its user namespace, in which nobody else has a number, and gives up
everything: another number, no groups, no capability. An ordinary user cannot, and need not: in a user namespace of its
own the program has a number other than 0 again, and the machine knows it as the user who runs the tests.
"""

import functools
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.world.refs import ROOT

#: A number that no machine gives to anybody by itself.
OTHER = 61234
_LIKE_ONE = ("unshare", "--user", "--map-user=1000", "--map-group=1000", "--")
_ENTER = ("nsenter", "--net", "--mount")


@functools.cache
def second() -> bool:
    """Whether programs can run under a second account; a root that may do little, as in a container, cannot."""
    if os.getuid() or shutil.which("setpriv") is None:
        return False
    return subprocess.run(["unshare", "--mount", *_become("true")], capture_output=True).returncode == 0


@contextmanager
def home() -> Iterator[Path]:
    """A folder of the account, which only it can read; its path is short, for programs make sockets in it."""
    with tempfile.TemporaryDirectory(prefix="home-", ignore_cleanup_errors=True) as folder:
        if second():
            os.chown(folder, OTHER, OTHER)
        yield Path(folder)


def enter(plain: list[str], server: int, folder: Path) -> list[str]:
    """Words before a program of the account in the world of `server`; `plain`: those that enter as others do."""
    own = ["env", f"HOME={folder}", f"TMPDIR={folder}"]
    if not second():
        return [*plain, *_LIKE_ONE, *own]
    script = "\n".join(["set -e", *_opened(folder), 'exec "$@"'])
    return [*_ENTER, f"--target={server}", "--", "unshare", "--mount", "sh", "-c", script, "sh", *_become(), *own]


def _become(*program: str) -> list[str]:
    return ["setpriv", f"--reuid={OTHER}", f"--regid={OTHER}", "--clear-groups", "--inh-caps=-all", *program]


def _opened(aside: Path) -> Iterator[str]:
    """Shell lines that show the interpreter and the project to everybody, where a closed folder above hides them.

    In a mount namespace of this program alone: what is in use is laid aside, an empty folder laid over the closed one,
    and what is in use put back into it.
    """
    used = [Path(place).resolve() for place in (sys.base_prefix, sys.prefix, ROOT)]
    for closed in sorted({above for place in used if (above := _closed(place))}):
        inside = [place for place in used if place.is_relative_to(closed)]
        for nth, place in enumerate(inside):
            yield f"mkdir {aside}/{nth}; mount --rbind {_word(place)} {aside}/{nth}"
        yield f"mount -t tmpfs -o mode=755 none {_word(closed)}"
        for nth, place in enumerate(inside):
            yield f"mkdir -p {_word(place)}; mount --move {aside}/{nth} {_word(place)}; rmdir {aside}/{nth}"


def _closed(place: Path) -> Path | None:
    """The first folder on the way to `place` that strangers may not pass."""
    return next((above for above in reversed([place, *place.parents]) if not above.stat().st_mode & 0o001), None)


def _word(path: Path) -> str:
    return shlex.quote(str(path))
