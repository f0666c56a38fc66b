"""What drawing stands on: a Chromium, and a network namespace to shut it in. Looked at before anything starts."""

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

from crawler.core.limits import RENDER_MEMORY

#: Where each is found on the PATH, the first first.
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
#: Where Playwright keeps the one it installs, below the home folder.
OWN = ".cache/ms-playwright/chromium-*/chrome-linux*/chrome"
TOOLS = ("unshare", "mount", "sh")


class NoBrowser(Exception):
    """Pages cannot be drawn here; says what is missing and what to do."""


def find() -> Path:
    """The browser. Raises NoBrowser."""
    for name in NAMES:
        found = shutil.which(name)
        if found:
            return Path(found)
    own = max(Path.home().glob(OWN), key=_version, default=None)
    if own is not None:
        return own
    raise NoBrowser(f"render: no browser found, expected one of {', '.join(NAMES)}: run `make browser`")


def _version(own: Path) -> tuple[int, ...]:
    """Of one that Playwright installed: they stand side by side, each in a folder with its number."""
    numbers = (part.partition("-")[2] for part in own.parts if part.startswith("chromium-"))
    return tuple(int(number) for number in numbers if number.isdecimal())


def must_render() -> None:
    """Raise NoBrowser where no page can be drawn: without an empty network there is no drawing."""
    if not sys.platform.startswith("linux"):
        raise NoBrowser(f"render: a browser needs an empty network namespace, which {sys.platform} does not have")
    missing = [tool for tool in TOOLS if shutil.which(tool) is None]
    if missing:
        raise NoBrowser(f"render: the command {missing[0]} is missing, expected util-linux and mount: install them")
    find()
    command = ["/bin/sh", "-c", shut_in("true"), "true"]
    probe = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - words of our own
    if probe.returncode:
        raise NoBrowser(
            f"render: no network namespace can be made here ({probe.stderr.strip()[:200]}); expected a kernel that lets"
            " this account make user namespaces. Without render nothing changes"
        )


def launcher(browser: Path, pids: Path) -> str:
    """The program that is started in the browser's place; it writes its pid and its parent's."""
    return f"#!/bin/sh\necho $$ $PPID >{shlex.quote(str(pids))}\n{shut_in(str(browser))}\n"


def shut_in(program: str) -> str:
    """Shell words that run `program` with the arguments of the shell, without a network.

    /run is hidden: the sockets in it lead to services that do have one, such as a resolver. The second namespace gives
    the account its own number back, for as an ordinary user Chromium keeps its sandbox, and as root it has none.
    """
    back = f"exec unshare --user --map-user={os.getuid()} --map-group={os.getgid()} --"
    hidden = f'{{ [ ! -d /run ] || mount -t tmpfs none /run; }} && {back} "$0" "$@"'
    # A process that takes more than this before the watch sees it has no more memory, and crashes.
    most = f"ulimit -d {4 * int(RENDER_MEMORY) // 1024}"
    outer = "exec unshare --user --map-root-user --net --mount --"
    return f'{most} && {outer} sh -c {shlex.quote(hidden)} {shlex.quote(program)} "$@"'
