"""The process inside the namespaces: `python -m tests.world.serve FD`, spoken to over a socket in lines of
JSON.

It ends when that socket does, whatever became of the other side, and takes every process of its network
along.
"""

import asyncio
import json
import os
import signal
import socket
import sys
import time
import traceback
from dataclasses import replace
from pathlib import Path
from typing import Any

from tests.world import ground, kernel, refs
from tests.world.nameserver import Server, Zone
from tests.world.origin import GRACE, Origins
from tests.world.pki import Certificates
from tests.world.spec import Host, Name, World
from tests.world.victims import Victims

LINE_BYTES = 1 << 26
LOGS = ("requests", "connections", "lookups", "victims", "received", "errors")


class Inside:
    """The running world."""

    def __init__(self, folder: Path):
        self._files = {name: os.open(folder / f"{name}.jsonl", os.O_WRONLY | os.O_APPEND | os.O_CREAT) for name in LOGS}
        self.folder = folder
        self.addresses: set[str] = set()

    def write(self, log: str, record: dict[str, Any]) -> None:
        """One line, at once: a log is whole even if this process is killed."""
        stamped = record if log == "requests" else {"t": time.monotonic(), "wall": time.time()} | record
        os.write(self._files[log], json.dumps(stamped).encode() + b"\n")

    async def start(self, world: World) -> dict[str, Any]:
        """Everything up and listening; what the other side wants to know about it."""
        kernel.lo_up()
        (self.folder / "keys").mkdir()
        certificates = Certificates(self.folder / "keys")
        authority = ground.lay(certificates.trusted, self.folder / "ground")
        self.victims = Victims(self.addresses, self.write)
        self.victims.settle()
        self.zone = Zone([])
        self.origins = Origins(certificates, self.write)
        for host in world.hosts:
            self.add_host(host)
        for name in world.names:
            self.zone.set(name)
        await self.victims.listen()
        await Server(self.zone, lambda record: self.write("lookups", record)).listen()
        return {"authority": str(authority)}

    def add_host(self, host: Host) -> None:
        if not socket.has_dualstack_ipv6():  # a kernel started without IPv6: the host has none either
            host = replace(host, v6=())
        for address in set(host.addresses) - self.addresses:
            kernel.add_address(address)
            self.addresses.add(address)
        self.origins.add(host)
        self.zone.set(Name(host.name, a=host.v4 or (), aaaa=host.v6))

    def set_site(self, host: str, site: Any) -> None:
        self.origins.hosts[host.lower()].site = site

    async def settle(self) -> None:
        """Wait until what clients that have left were sent is written down."""
        await asyncio.sleep(3 * GRACE)

    def set_name(self, name: Name) -> None:
        self.zone.set(name)

    def set_dns(self, name: str, kind: str, values: Any, fields: dict[str, Any]) -> None:
        old = self.zone.names.get(name.rstrip(".").lower()) or Name(name)
        self.zone.set(replace(old, **{kind.lower(): values}, **fields))

    async def obey(self, order: dict[str, Any]) -> Any:
        """Carry out one order: the name of a method above, and its arguments."""
        done = getattr(self, order["do"])(*refs.load(order["with"]))
        return await done if asyncio.iscoroutine(done) else done


async def main(fd: int, folder: Path) -> None:
    """Take orders until the other side is gone."""
    inside = Inside(folder)
    reader, writer = await asyncio.open_connection(sock=socket.socket(fileno=fd), limit=LINE_BYTES)
    while line := await reader.readline():
        try:
            answer = {"ok": await inside.obey(json.loads(line))}
        except Exception:
            answer = {"error": traceback.format_exc()}
        writer.write(json.dumps(answer).encode() + b"\n")
        await writer.drain()
    if hasattr(inside, "origins"):
        await inside.origins.close()


def inhabitants() -> list[int]:
    """The processes of this network and their descendants, but for this one."""
    own, found, parents = os.stat("/proc/self/ns/net").st_ino, set(), {}
    for entry in filter(str.isdigit, os.listdir("/proc")):
        try:
            parents[int(entry)] = int(Path(f"/proc/{entry}/stat").read_text().rpartition(")")[2].split()[1])
            if os.stat(f"/proc/{entry}/ns/net").st_ino == own:
                found.add(int(entry))
        except OSError:
            continue  # gone, or somebody else's
    while more := {pid for pid, parent in parents.items() if parent in found and pid not in found}:
        found |= more
    return sorted(found - {os.getpid()})


def clear() -> None:
    """End them by id; twice, for what was being born meanwhile."""
    for _ in range(2):
        for pid in inhabitants():
            try:
                os.kill(pid, signal.SIGKILL)
            except OSError:
                continue


if __name__ == "__main__":
    try:
        asyncio.run(main(int(sys.argv[1]), Path(sys.argv[2])))
    finally:
        clear()
