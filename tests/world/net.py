"""The test's side: making the namespaces, running programs in them, and reading what happened."""

import contextlib
import functools
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Self

from tests.world import account, log, refs
from tests.world.spec import Host, Name, Site, World

UNSHARE = ("unshare", "--user", "--map-root-user", "--net", "--mount")
ENTER = ("nsenter", "--preserve-credentials", "--user", "--net", "--mount")
START_SECONDS, ORDER_SECONDS = 15, 15
#: They describe the network of the machine, not this one.
_FOREIGN = {
    "ssl_cert_file",
    "ssl_cert_dir",
    "http_proxy",
    "https_proxy",
    "ftp_proxy",
    "all_proxy",
    "no_proxy",
}

Command = Sequence[str | Path]


@functools.cache
def unavailable() -> str | None:
    """Why no such namespaces can be made here, or None."""
    if not sys.platform.startswith("linux"):
        return f"network namespaces need Linux, this is {sys.platform}"
    for tool in (UNSHARE[0], ENTER[0], "env"):
        if shutil.which(tool) is None:
            return f"the command {tool} is missing"
    probe = subprocess.run([*UNSHARE, "true"], capture_output=True, text=True)
    return f"namespaces are not permitted: {probe.stderr.strip()}" if probe.returncode else None


def require_world() -> None:
    """Skip the calling test where there can be no world; with CI=true fail it: no skip goes unseen."""
    reason = unavailable()
    if reason:
        _do_without(f"no private internet: {reason}")


def require_command(*names: str) -> str:
    """The path of the first of these commands that is here; without any, as `require_world`."""
    path = os.pathsep.join((os.environ.get("PATH", os.defpath), "/usr/sbin", "/sbin"))
    found = next(filter(None, (shutil.which(name, path=path) for name in names)), None)
    if not found:
        _do_without(f"the command {names[0]} is missing")
    return str(found)


def _do_without(reason: str) -> None:
    import pytest

    if os.environ.get("CI", "").lower() == "true":
        pytest.fail(reason)
    pytest.skip(reason)


class Net:
    """A world that is up. A context manager; `stop` ends it too."""

    def __init__(self, world: World, folder: Path | None):
        began = time.monotonic()
        self.world = world
        self._temporary = None if folder else tempfile.TemporaryDirectory(prefix="world-")
        base = Path(self._temporary.name if self._temporary else folder or ".").resolve()
        self.folder = Path(tempfile.mkdtemp(prefix="world-", dir=base))
        self._programs: list[subprocess.Popen[Any]] = []
        self._speaking = threading.Lock()
        self._spawn()
        try:
            self.authority = Path(self._order("start", world)["authority"])
        except BaseException:
            self.stop()
            raise
        self.started_in = time.monotonic() - began

    def _spawn(self) -> None:
        self._channel, other = socket.socketpair()
        self._channel.settimeout(START_SECONDS)
        self._lines = self._channel.makefile("rwb")
        command = [*UNSHARE, sys.executable, "-m", "tests.world.serve", str(other.fileno()), str(self.folder)]
        with other, open(self.folder / "server.err", "wb") as errors:
            # A session of its own: Ctrl-C is for the programs inside; the world goes when the last of them
            # has.
            self._server = subprocess.Popen(
                command, pass_fds=[other.fileno()], cwd=refs.ROOT, stdin=subprocess.DEVNULL, stdout=errors,
                stderr=errors, start_new_session=True, env=_environment({"PYTHONSAFEPATH": ""}),
            )  # fmt: skip

    def _order(self, name: str, *arguments: Any) -> Any:
        order = json.dumps({"do": name, "with": refs.dump(arguments)}).encode() + b"\n"
        try:
            with self._speaking:
                self._lines.write(order)
                self._lines.flush()
                answer = json.loads(self._lines.readline() or b"null")
        except OSError as error:
            answer = {"error": repr(error)}
        if answer is None or "error" in answer:
            said = (self.folder / "server.err").read_text(errors="replace")
            raise RuntimeError(f"the world did not obey {name!r}: {(answer or {}).get('error', '')}\n{said}")
        return answer["ok"]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        faults = self.errors()
        self.stop()
        if faults and kind is None:
            raise AssertionError(f"a site of the world raised: {faults[0]['url']}\n{faults[0]['error']}")

    def stop(self) -> None:
        """End every program and the servers, by their ids."""
        for program in self._programs:
            if program.poll() is None:
                program.kill()
            with contextlib.suppress(subprocess.TimeoutExpired):
                program.wait(5)
        with contextlib.suppress(OSError):
            self._lines.close()
        self._channel.close()
        try:
            self._server.wait(5)
        except subprocess.TimeoutExpired:
            self._server.kill()
            self._server.wait()
        if self._temporary:
            self._temporary.cleanup()

    def popen(
        self,
        command: Command,
        *,
        env: Mapping[str, str] | None = None,
        cwd: Path | str | None = None,
        home: Path | None = None,
        **more: Any,
    ) -> subprocess.Popen[Any]:
        """Start a program inside; its pid is the program's own (every step on the way there is an exec)."""
        enter = [*ENTER, f"--target={self._server.pid}", "--"]
        if home is not None:
            enter = account.enter(enter, self._server.pid, home)
        place = ["env", "-C", str(cwd or Path.cwd())]
        program = subprocess.Popen([*enter, *place, *map(str, command)], env=_environment(env), **more)
        self._programs.append(program)
        return program

    def run(
        self, command: Command, *, env: Mapping[str, str] | None = None, cwd: Path | str | None = None,
        timeout: float = 120, input: str | None = None, home: Path | None = None,
    ) -> subprocess.CompletedProcess[str]:  # fmt: skip
        """Run a program inside to its end; past `timeout` kill it and raise subprocess.TimeoutExpired."""
        pipe = subprocess.PIPE
        more = {"text": True, "errors": "replace", "stdin": pipe if input is not None else subprocess.DEVNULL}
        with self.popen(command, env=env, cwd=cwd, home=home, stdout=pipe, stderr=pipe, **more) as program:
            try:
                out, err = program.communicate(input, timeout)
            except BaseException:
                program.kill()
                raise
        self._programs.remove(program)
        return subprocess.CompletedProcess(list(map(str, command)), program.returncode, out, err)

    def _settled(self, name: str) -> Path:
        """A log, once what has already happened is in it."""
        if self._server.poll() is None:
            self._order("settle")
        return self.folder / f"{name}.jsonl"

    def requests(self) -> log.Log:
        """Every request that is over: answered, or left by its client."""
        return log.read(self._settled("requests"))

    def connections(self) -> list[dict[str, Any]]:
        return log.lines(self._settled("connections"))

    def lookups(self) -> list[dict[str, Any]]:
        return log.lines(self._settled("lookups"))

    def victims(self) -> list[dict[str, Any]]:
        """Every contact with a private address, or a port other than 80 and 443. The right answer is []."""
        return log.lines(self._settled("victims"))

    def errors(self) -> list[dict[str, Any]]:
        return log.lines(self._settled("errors"))

    def forget(self) -> None:
        """Empty every log."""
        self._settled("requests")
        for path in self.folder.glob("*.jsonl"):
            os.truncate(path, 0)

    def set_site(self, host: str, site: Site) -> None:
        self._order("set_site", host, site)

    def add_host(self, host: Host) -> None:
        self.world.place(host)
        self.world.hosts = [*self.world.hosts, host]
        self._order("add_host", host)

    def set_name(self, name: Name) -> None:
        self._order("set_name", name)

    def set_dns(self, name: str, kind: str, values: Any, **fields: Any) -> None:
        """Change one record type ("A", "AAAA", "CNAME", "TXT") of a name, and any other field of `Name`."""
        self._order("set_dns", name, kind, values, fields)

    def publish(self, host: str, *txt: str) -> None:
        """Publish the owner's proof: TXT at `_lessonpeak-verification.<host>`."""
        self.set_dns(f"_lessonpeak-verification.{host}", "TXT", list(txt), rcode="NOERROR")

    def withdraw(self, host: str) -> None:
        self.set_name(Name(f"_lessonpeak-verification.{host}", rcode="NXDOMAIN"))

    def url(self, path: str = "/", host: str | None = None) -> str:
        """The https URL of a path, on the first host unless another is named."""
        return f"https://{host or self.world.hosts[0].name}{path}"


def _environment(more: Mapping[str, str] | None) -> dict[str, str]:
    own = {key: value for key, value in os.environ.items() if key.lower() not in _FOREIGN}
    return own | dict(more or {})
