"""Run in an empty network: takes every address as this machine's own, listens on port 80, and dials what it is told.

Reads addresses, one a line; prints those that were reached. So the kernel says what the firewall's rules let pass.
"""

import socket
import subprocess
import sys
from contextlib import ExitStack, suppress

FAMILIES = {socket.AF_INET: ("0.0.0.0", "-4", "0.0.0.0/0"), socket.AF_INET6: ("::", "-6", "::/0")}


def listener(family: socket.AddressFamily, anywhere: str) -> socket.socket:
    sock = socket.socket(family, socket.SOCK_STREAM)
    if family == socket.AF_INET6:
        sock.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
    sock.bind((anywhere, 80))
    sock.listen(4096)
    return sock


def reached(address: str) -> bool:
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as sock:
        sock.settimeout(1)
        with suppress(OSError):
            sock.connect((address, 80))
            return True
    return False


if __name__ == "__main__":
    subprocess.run(["ip", "link", "set", "lo", "up"], check=True)
    with ExitStack() as stack:
        for family, (anywhere, flag, all_) in FAMILIES.items():
            subprocess.run(["ip", flag, "route", "add", "local", all_, "dev", "lo"], check=True)
            stack.enter_context(listener(family, anywhere))
        for line in sys.stdin:
            if reached(line.strip()):
                print(line.strip())
