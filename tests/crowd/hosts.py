"""The hosts of the crowd: each with a Crawl-delay, a time it takes to answer, and perhaps a way to fail."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from tests.world import Host, Request, Response, World, redirect, text

#: Redirects before a page. They belong to it, so the pages of one job last for a crawl of so many hosts.
HOPS = 5
DELAYS = (0.5, 0.7, 1.0, 1.4, 2.0, 2.8, 4.0, 5.0)
ANSWERS = (0.05, 0.1, 0.15, 0.2, 0.3)
RETRY_AFTER = 3
#: Ways to fail: status 503, 429 with Retry-After, no answer, every other page at first, connections cut, no rules.
FAILING = ("unavailable", "too-many", "silent", "flapping", "cut", "no-rules")


@dataclass(frozen=True)
class Plan:
    """One host."""

    name: str
    address: str
    delay: float
    answer: float
    kind: str = "healthy"

    @property
    def healthy(self) -> bool:
        return self.kind == "healthy"

    def urls(self, seconds: float) -> list[str]:
        """What a crawl of so many seconds asks of it, and somewhat more; one of it may not be asked for."""
        pages = int((seconds + 5) / (self.delay + self.answer) / (HOPS + 1)) + 1
        return [f"https://{self.name}/private/secret", *(f"https://{self.name}/{page}/0" for page in range(pages))]


def plans(count: int, addresses: int, failing: Sequence[str] = (), delays: Sequence[float] = DELAYS) -> list[Plan]:
    """`count` hosts on `addresses` addresses, the last of them failing, one for each kind named."""
    kinds = ["healthy"] * (count - len(failing)) + list(failing)
    return [
        Plan(
            f"host{number}.crowd-{number % 7}.com", f"93.184.220.{number * addresses // count + 1}",
            delays[number % len(delays)], ANSWERS[number % len(ANSWERS)], kind,
        )
        for number, kind in enumerate(kinds)
    ]  # fmt: skip


def world(crowd: Sequence[Plan]) -> World:
    return World([Host(plan.name, partial(site, plan), v4=[plan.address]) for plan in crowd])


def site(plan: Plan, request: Request) -> Response:
    """What the host of `plan` answers."""
    if request.path == "/robots.txt":
        return rules(plan)
    failure = failed(plan, request)
    if failure is not None:
        return failure
    page, hop = map(int, request.path.strip("/").split("/"))
    answer = redirect(f"/{page}/{hop + 1}") if hop < HOPS else Response(200, {"Content-Type": "text/html"}, "<title>x")
    answer.delay = plan.answer
    return answer


def rules(plan: Plan) -> Response:
    answer = text(f"User-agent: *\nCrawl-delay: {plan.delay:g}\nDisallow: /private/\n")
    answer.delay = plan.answer
    return Response(503, delay=plan.answer) if plan.kind == "no-rules" else answer


def failed(plan: Plan, request: Request) -> Response | None:
    """The way in which the host of `plan` fails this request; None where it does not."""
    answers = {
        "unavailable": Response(503, delay=plan.answer),
        "too-many": Response(429, {"Retry-After": str(RETRY_AFTER)}, delay=plan.answer),
        "silent": Response(200, delay=60),
        "cut": Response(raw=b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 900\r\n\r\n<title>"),
    }
    if plan.kind == "flapping":
        odd = sum(map(int, request.path.strip("/").split("/"))) % 2
        return Response(503, delay=plan.answer) if odd and request.nth == 1 else None
    return answers.get(plan.kind)
