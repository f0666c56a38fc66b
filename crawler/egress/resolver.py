"""Names to judged addresses, and TXT records. Asynchronous, so that no stranger's name server can exhaust threads.

The system's resolvers are asked (resolv.conf); /etc/hosts, search lists and NSS are not: names are absolute.
"""

import asyncio
from collections.abc import Sequence
from time import monotonic
from typing import Any

import dns.asyncbackend
import dns.asyncresolver
import dns.exception
import dns.name
import dns.rdtypes.ANY.TXT
import dns.resolver

from crawler.core.addresses import OWN, classify
from crawler.core.limits import DNS_ANSWERS, DNS_KEPT, DNS_NAMES, DNS_OTHER, DNS_SECONDS
from crawler.core.outcome import Ended, Ending, Outcome
from crawler.egress.own import OwnAddresses

#: IPv6 first (RFC 6724), one after another.
FAMILIES = ("AAAA", "A")


class Resolver:
    """Looks names up and refuses those that lead where we must not go."""

    def __init__(self) -> None:
        self._resolver = dns.asyncresolver.Resolver(configure=True)
        self._backend = dns.asyncbackend.get_backend("asyncio")
        self._own = OwnAddresses()
        self._kept: dict[str, tuple[tuple[str, ...], float]] = {}  # addresses by name, and until when they hold

    async def addresses(self, host: str) -> tuple[str, ...]:
        """Every address of `host`, all of them such as may be dialled. Raises Ended: dns-failed or private-address.

        An answer is used for as long as its TTL and DNS_KEPT allow, and is judged again each time.
        """
        found, until = self._kept.get(host, ((), 0.0))
        if monotonic() >= until:
            found, seconds = await self._look_up(host)
            self._keep(host, found, seconds)
        self.judge(host, found)
        return found[: int(DNS_ANSWERS)]

    def judge(self, host: str, addresses: tuple[str, ...]) -> None:
        """Raise Ended(private-address) unless every one of `addresses` is public and no address of this machine.

        A mixed answer is refused whole.
        """
        for address in addresses:
            verdict = classify(address)
            if not verdict.public:
                raise Ended(_refusal(host, address, verdict.reason, "is not a public address", addresses))
            if verdict.text in self._own:
                raise Ended(_refusal(host, address, OWN, "is an address of this machine", addresses))

    async def txt(self, name: str) -> tuple[bytes, ...]:
        """The TXT values of `name`, each with its strings joined; empty when there are none. Raises Ended."""
        try:
            answer = await self._ask(name, "TXT")
        except dns.resolver.NXDOMAIN:
            return ()
        except dns.exception.DNSException as error:
            raise Ended(_failure(name, (error,))) from None
        values = answer.rrset or ()
        return tuple(b"".join(value.strings) for value in values if isinstance(value, dns.rdtypes.ANY.TXT.TXT))

    async def _look_up(self, host: str) -> tuple[tuple[str, ...], float]:
        """The addresses of `host`, unjudged, and for how many seconds they hold."""
        answers = await _answers([asyncio.ensure_future(self._ask(host, family)) for family in FAMILIES])
        good = [answer for answer in answers if _has_addresses(answer)]
        found = tuple(str(value) for answer in good for value in answer.rrset or ())
        if not found:
            raise Ended(_failure(host, answers))
        return found, min(answer.chaining_result.minimum_ttl for answer in good)

    def _keep(self, host: str, found: tuple[str, ...], seconds: float) -> None:
        if len(self._kept) >= int(DNS_NAMES):
            self._kept.clear()
        self._kept[host] = found, monotonic() + min(seconds, DNS_KEPT.value)

    async def _ask(self, host: str, kind: str) -> dns.resolver.Answer:
        return await self._resolver.resolve(
            dns.name.from_text(host + "."),
            kind,
            search=False,
            raise_on_no_answer=False,
            lifetime=DNS_SECONDS.value,
            backend=self._backend,
        )


async def _answers(asked: list["asyncio.Task[dns.resolver.Answer]"]) -> list[Any]:
    """What was answered, failures too. When one has addresses, the other is not waited for much longer.

    What comes later is neither dialled nor kept: only what was judged is.
    """
    try:
        done, waiting = await asyncio.wait(asked, return_when=asyncio.FIRST_COMPLETED)
        if waiting:
            enough = any(_has_addresses(_answer(task)) for task in done)
            await asyncio.wait(waiting, timeout=DNS_OTHER.value if enough else None)
        return [_answer(task) for task in asked if task.done()]
    finally:
        for task in asked:
            task.cancel()


def _answer(task: "asyncio.Task[dns.resolver.Answer]") -> Any:
    return task.exception() or task.result()


def _has_addresses(answer: Any) -> bool:
    return not isinstance(answer, BaseException) and bool(answer.rrset)


def _refusal(host: str, address: str, kind: str, why: str, answers: tuple[str, ...]) -> Ending:
    evidence = {"host": host, "address": address, "class": kind, "answers": list(answers)}
    return Ending(Outcome.PRIVATE_ADDRESS, f"{host} leads to {address}, which {why} ({kind})", evidence)


def _failure(host: str, answers: Sequence[object]) -> Ending:
    errors = [answer for answer in answers if isinstance(answer, BaseException)]
    for error in errors:
        if not isinstance(error, dns.exception.DNSException | UnicodeError):
            raise error
    reason = f"the name {host} could not be resolved: {_words(errors)}"
    return Ending(Outcome.DNS_FAILED, reason, {"host": host})


def _words(errors: list[BaseException]) -> str:
    if not errors:
        return "it has no address"
    if any(isinstance(error, dns.resolver.NXDOMAIN) for error in errors):
        return "no such name (NXDOMAIN)"
    if any(isinstance(error, dns.exception.Timeout) for error in errors):
        return f"no answer within {DNS_SECONDS.value:g} s"
    return "the name servers failed (SERVFAIL or the like)"
