"""Inside the namespaces: bringing `lo` up, giving it addresses and routes, and laying files over the
system's.

Straight to the kernel (rtnetlink, mount(2)), so that nothing but util-linux has to be installed.
"""

import contextlib
import ctypes
import fcntl
import os
import socket
import struct
import tempfile
from ipaddress import ip_address, ip_network
from pathlib import Path

_LIBC = ctypes.CDLL(None, use_errno=True)
_MS_REMOUNT, _MS_BIND, _MS_REC = 32, 4096, 16384
_SIOCGIFFLAGS, _SIOCSIFFLAGS, _IFF_UP = 0x8913, 0x8914, 1
_RTM_NEWADDR, _RTM_NEWROUTE = 20, 24
_REQUEST_ACK_CREATE = 0x1 | 0x4 | 0x400
_IFA_ADDRESS, _IFA_LOCAL, _IFA_FLAGS, _NODAD = 1, 2, 8, struct.pack("=I", 0x02)
_RTA_DST, _RTA_OIF, _TABLE_LOCAL, _PROTO_STATIC, _SCOPE_HOST, _RTN_LOCAL = 1, 4, 255, 4, 254, 2


def lo_up() -> None:
    """Bring the loopback interface up; the kernel adds 127.0.0.1 and ::1 itself."""
    with contextlib.suppress(OSError):  # read-only where /proc is; then IPv6 is as the kernel was started
        Path("/proc/sys/net/ipv6/conf/lo/disable_ipv6").write_text("0")
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        request = fcntl.ioctl(sock, _SIOCGIFFLAGS, struct.pack("16sH14x", b"lo", 0))
        flags = struct.unpack("16sH14x", request)[1]
        fcntl.ioctl(sock, _SIOCSIFFLAGS, struct.pack("16sH14x", b"lo", flags | _IFF_UP))


def add_address(text: str) -> None:
    """Give `lo` one address; having it already is fine. OSError where the kernel has no such family."""
    address = ip_address(text)
    index = socket.if_nametoindex("lo")
    family = socket.AF_INET if address.version == 4 else socket.AF_INET6
    scope = 253 if address.is_link_local and address.version == 6 else 0
    header = struct.pack("=BBBBI", family, address.max_prefixlen, 0, scope, index)
    attributes = _attribute(_IFA_LOCAL, address.packed) + _attribute(_IFA_ADDRESS, address.packed)
    _rtnetlink(_RTM_NEWADDR, header + attributes + _attribute(_IFA_FLAGS, _NODAD))


def add_local_range(text: str) -> None:
    """Deliver a whole range of addresses to this machine itself."""
    network = ip_network(text)
    family = socket.AF_INET if network.version == 4 else socket.AF_INET6
    header = struct.pack(
        "=BBBBBBBBI", family, network.prefixlen, 0, 0, _TABLE_LOCAL, _PROTO_STATIC, _SCOPE_HOST, _RTN_LOCAL, 0
    )
    out = _attribute(_RTA_OIF, struct.pack("=I", socket.if_nametoindex("lo")))
    _rtnetlink(_RTM_NEWROUTE, header + _attribute(_RTA_DST, network.network_address.packed) + out)


def _attribute(kind: int, value: bytes) -> bytes:
    return struct.pack("=HH", 4 + len(value), kind) + value + b"\0" * (-len(value) % 4)


def _rtnetlink(kind: int, payload: bytes) -> None:
    with socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0) as sock:
        sock.send(struct.pack("=IHHII", 16 + len(payload), kind, _REQUEST_ACK_CREATE, 1, 0) + payload)
        code = -struct.unpack_from("=i", sock.recv(4096), 16)[0]
    if code:
        raise OSError(code, os.strerror(code))


def lay_over(source: Path, target: Path) -> None:
    """Show `source` where `target` is, in this mount namespace only."""
    # Recursive: a folder with mounts below it, as containers have in /etc, may not be bound without them.
    if _LIBC.mount(os.fsencode(source), os.fsencode(target), None, _MS_BIND | _MS_REC, None):
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code), str(target))


def place(source: Path, target: Path, scratch: Path) -> None:
    """`lay_over`, following links, and also where `target` is missing or a link to nowhere."""
    real = target.resolve()
    if not real.exists():
        real = _make_room(target, scratch)
    lay_over(source, real)


def _read_only(place: Path) -> None:
    """So that whoever empties the world's folder from inside does not empty the machine's."""
    kept = os.statvfs(place).f_flag & (os.ST_NOSUID | os.ST_NODEV | os.ST_NOEXEC | os.ST_NOATIME)
    flags = _MS_BIND | _MS_REMOUNT | os.ST_RDONLY | kept
    if _LIBC.mount(None, os.fsencode(place), None, flags, None):
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code), str(place))


def _make_room(target: Path, scratch: Path) -> Path:
    """A place for a missing file or folder where we may not write: the folder above, remade of links."""
    parent = target.parent
    while not parent.is_dir():
        parent = parent.parent
    real, copy = (Path(tempfile.mkdtemp(prefix=prefix, dir=scratch)) for prefix in ("real-", "copy-"))
    copy.chmod(0o755)
    lay_over(parent, real)
    _read_only(real)
    first = target.relative_to(parent).parts[0]
    for name in os.listdir(parent):
        if name != first:
            (copy / name).symlink_to(real / name)
    made = copy / target.relative_to(parent)
    made.parent.mkdir(parents=True, exist_ok=True)
    if target.suffix:
        made.touch()
    else:
        made.mkdir()
    lay_over(copy, parent)
    return target
