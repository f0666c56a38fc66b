"""The world that the world's own tests look at, and the small programs they run in it."""

import asyncio
import json
import sys
from collections.abc import AsyncIterator
from functools import partial
from typing import Any

from tests.world import Host, Name, Net, Request, Response, World, html, redirect, text

TLS = ("valid", "expired", "not-yet-valid", "self-signed", "wrong-name", "unknown-authority")
FETCH = """
import json, socket, ssl, sys, urllib.error, urllib.request
for url in sys.argv[1:]:
    try:
        with urllib.request.urlopen(url, timeout=3) as got:
            print(json.dumps([got.status, got.read().decode("latin-1")]))
    except urllib.error.HTTPError as error:
        print(json.dumps([error.code, error.read().decode("latin-1")]))
    except Exception as error:
        print(json.dumps([0, str(getattr(error, "reason", error))]))
"""
ASK = """
import json, sys, dns.exception, dns.resolver
for name, kind in zip(sys.argv[1::2], sys.argv[2::2]):
    try:
        got = dns.resolver.resolve(name, kind, lifetime=1.5, search=False)
        print(json.dumps(sorted(item.to_text().strip('"') for item in got)))
    except dns.exception.DNSException as error:
        print(json.dumps(type(error).__name__))
"""
SEND = """
import socket, sys
for text in sys.argv[1:]:
    kind, address, port = text.split("|")
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM if kind == "tcp" else socket.SOCK_DGRAM) as sock:
        sock.settimeout(2)
        try:
            sock.connect((address, int(port)))
            sock.send(b"x")
        except OSError as error:
            print(text, error)
"""


def shop(request: Request, title: str = "Shop") -> Response | str | None:
    if request.path == "/robots.txt":
        return text("User-agent: *\nDisallow:\n")
    if request.path == "/old":
        return redirect("/new", 301)
    if request.path == "/twice":
        return html("fine") if request.nth > 1 else html("not yet", 503)
    return f"<title>{title}</title>" if request.path == "/" else None


async def many(request: Request) -> Response:
    return Response(200, {"Content-Type": "text/html"}, pieces())


async def pieces() -> AsyncIterator[bytes]:
    for number in range(3):
        yield b"piece %d " % number


async def never(request: Request) -> Response:
    await asyncio.sleep(60)
    return html("too late")


def broken(request: Request) -> Response:
    raise ValueError("a fault of the test's own")


async def garbage(connection: Any) -> None:
    await connection.head()
    await connection.send(b"\x00\x01 nonsense")


async def resets(connection: Any) -> None:
    connection.reset()


class Counter:
    def __init__(self) -> None:
        self.count = 0

    def __call__(self, request: Request) -> str:
        self.count += 1
        return str(self.count)


def world() -> World:
    hosts = [Host(f"{kind}.tls-example.com", shop, tls=kind) for kind in TLS]
    ways: dict[str, object] = {"cut": Response(200, {"Content-Length": "99"}, b"short", close=True)}
    ways["raw"] = Response(raw=b"HTTP/1.0 200 OK\r\n\r\nas it is")
    return World(
        [
            Host("www.shop-example.com", partial(shop, title="Books"), v6=["2606:2800:21f:cb07::8b2c"]),
            *hosts,
            Host("ways.shop-example.com", {f"/{way}": answer for way, answer in ways.items()} | {"*": "any"}),
            Host("many.shop-example.com", many),
            Host("never.shop-example.com", never),
            Host("counter.shop-example.com", Counter()),
            Host("garbage.shop-example.com", tcp=garbage),
            Host("reset.shop-example.com", tcp=resets),
            Host("plain.shop-example.com", shop, tls=None),
        ],
        [
            Name("mixed.shop-example.com", a=["93.184.215.14", "10.0.0.1"]),
            Name("turns.shop-example.com", a=[["93.184.215.14"], ["10.0.0.1"]]),
            Name("alias.shop-example.com", cname="www.shop-example.com"),
            Name("loop.shop-example.com", cname="loop.shop-example.com"),
            Name("fails.shop-example.com", rcode="SERVFAIL"),
            Name("mute.shop-example.com", silent=True),
            Name("slow.shop-example.com", a=["93.184.215.14"], delay=0.5),
            Name("proof.shop-example.com", txt=["first", "x" * 300]),
            Name("large.shop-example.com", txt=[f"{number:02d}" + "y" * 200 for number in range(20)]),
            Name("*.wild.shop-example.com", a=["93.184.215.14"]),
        ],
    )


def slowly(request: Request, delay: float) -> Response:
    return Response(200, (), b"slow", delay=delay)


def fetch(net: Net, *urls: str) -> list[list[Any]]:
    done = net.run([sys.executable, "-c", FETCH, *urls], timeout=30)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def ask(net: Net, *questions: str) -> list[Any]:
    done = net.run([sys.executable, "-c", ASK, *questions], timeout=30)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]
