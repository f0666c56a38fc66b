"""What a world is made of: plain values that the test writes and the server reads."""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.world.net import Net

Pairs = Iterable[tuple[str, str]]
Site = Any  # a function of a Request, a dict of path -> answer, or the Path of a folder
Answers = Sequence[str] | Sequence[Sequence[str]]

#: Where hosts without an address of their own are put: allocated, routed, and nobody's special purpose.
POOL = "93.184.{}.{}"


@dataclass(slots=True)
class Host:
    """One host name with its addresses, its certificate and what it serves."""

    name: str
    site: Site = None
    v4: Sequence[str] | None = None
    v6: Sequence[str] = ()
    tls: str | None = "valid"
    http: bool = True
    tcp: Callable[[Any], Awaitable[None]] | None = None

    @property
    def addresses(self) -> tuple[str, ...]:
        return (*(self.v4 or ()), *self.v6)


@dataclass(slots=True)
class Name:
    """What the DNS says about one name."""

    name: str
    a: Answers = ()
    aaaa: Answers = ()
    cname: str | None = None
    txt: Answers = ()
    ttl: int = 60
    rcode: str = "NOERROR"
    delay: float = 0.0
    silent: bool | str = False


@dataclass(slots=True)
class Request:
    """One request as the origin server received it."""

    method: str
    path: str
    headers: list[tuple[str, str]]
    host: str
    scheme: str
    body: bytes
    peer: str
    address: str
    port: int
    at: float
    nth: int
    connection: int

    def header(self, name: str, default: str | None = None) -> str | None:
        """The first value of a header, by name without regard to case."""
        return next((value for key, value in self.headers if key.lower() == name.lower()), default)


@dataclass(slots=True)
class Response:
    """What a site answers; see the package's docstring for the meaning of each part."""

    status: int = 200
    headers: Mapping[str, str] | Pairs = ()
    body: bytes | str | AsyncIterator[bytes] = b""
    delay: float = 0.0
    raw: bytes | Callable[[Any], Awaitable[None]] | None = None
    close: bool = False


@dataclass(slots=True)
class World:
    """A small internet: hosts, and names beyond those the hosts bring."""

    hosts: Sequence[Host] = ()
    names: Sequence[Name] = ()
    _given: int = field(default=0, repr=False)

    def start(self, folder: Path | None = None) -> "Net":
        """Bring it up; a context manager. Files go to `folder`, or to a temporary one that is removed."""
        from tests.world.net import Net

        for host in self.hosts:
            self.place(host)
        return Net(self, folder)

    def place(self, host: Host) -> None:
        """Give a host that named no address one that no other host has."""
        taken = {address for other in self.hosts for address in other.addresses}
        while host.v4 is None:
            self._given += 1
            address = POOL.format(216 + self._given // 250, self._given % 250 + 1)
            host.v4 = None if address in taken else (address,)

    @staticmethod
    def available() -> str | None:
        """The reason why this machine cannot have a world, or None."""
        from tests.world.net import unavailable

        return unavailable()


def html(body: bytes | str, status: int = 200, **headers: str) -> Response:
    """An HTML page in UTF-8; keyword `x_robots_tag` is the header X-Robots-Tag."""
    more = {key.replace("_", "-").title(): value for key, value in headers.items()}
    return Response(status, {"Content-Type": "text/html; charset=utf-8"} | more, body)


def text(body: bytes | str, status: int = 200) -> Response:
    """A plain text, such as robots.txt."""
    return Response(status, {"Content-Type": "text/plain; charset=utf-8"}, body)


def xml(body: bytes | str, status: int = 200) -> Response:
    """An XML document, such as a sitemap."""
    return Response(status, {"Content-Type": "application/xml"}, body)


def redirect(location: str, status: int = 302) -> Response:
    """A redirect to `location`, written as it is given."""
    return Response(status, {"Location": location})
