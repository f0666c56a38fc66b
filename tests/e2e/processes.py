"""The processes of a program, seen from outside by what the kernel says of them."""

import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Process:
    """One process; `depth`: the pid namespaces it is in, `user_namespace`: empty where that may not be known."""

    pid: int
    words: tuple[str, ...]
    uids: tuple[int, ...]  # as the reader's user namespace numbers them
    seccomp: int
    depth: int
    user_namespace: str
    network: str

    @property
    def kind(self) -> str:
        """What Chromium calls it: renderer, zygote, utility, ...; empty for any other program."""
        return next((word.partition("=")[2] for word in self.words if word.startswith("--type=")), "")


def below(root: int) -> list[Process]:
    """The process `root` and all that descend from it, as they are now."""
    parents = {pid: _number(pid, "PPid") for pid in map(int, filter(str.isdigit, os.listdir("/proc")))}
    return [found for pid in parents if root in _line(pid, parents) for found in _read(pid)]


def named(word: str) -> list[int]:
    """The programs that have `word` among theirs."""
    found = []
    for pid in map(int, filter(str.isdigit, os.listdir("/proc"))):
        with suppress(OSError):
            if word.encode() in Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0"):
                found.append(pid)
    return found


def _line(pid: int, parents: dict[int, int]) -> Iterator[int]:
    while pid:
        yield pid
        pid = parents.get(pid, 0)


def _read(pid: int) -> Iterator[Process]:
    """The process, if it is still there; a program may write over its words, with spaces between them."""
    with suppress(OSError):
        words = Path(f"/proc/{pid}/cmdline").read_text(errors="replace").replace("\0", " ").split()
        uids = tuple(map(int, _status(pid)["Uid"].split()))
        depth = len(_status(pid)["NSpid"].split())
        spaces = (_space(pid, "user"), _space(pid, "net"))
        yield Process(pid, tuple(words), uids, _number(pid, "Seccomp"), depth, *spaces)


def _status(pid: int) -> dict[str, str]:
    lines = Path(f"/proc/{pid}/status").read_text(errors="replace").splitlines()
    return {name: value for name, _, value in (line.partition(":") for line in lines)}


def _number(pid: int, name: str) -> int:
    with suppress(OSError, KeyError):
        return int(_status(pid)[name])
    return 0


def _space(pid: int, name: str) -> str:
    with suppress(OSError):
        return os.readlink(f"/proc/{pid}/ns/{name}")
    return ""
