"""Names to judged addresses, and TXT records. Asynchronous, so that no stranger's name server can exhaust threads.

The system's resolvers are asked (resolv.conf); /etc/hosts, search lists and NSS are not: names are absolute.
"""

import asyncio
from collections.abc import Sequence

import dns.asyncbackend
import dns.asyncresolver
import dns.exception
import dns.name
import dns.rdtypes.ANY.TXT
import dns.resolver

from crawler.core.addresses import classify
from crawler.core.limits import DNS_ANSWERS, DNS_SECONDS
from crawler.core.outcome import Ended, Ending, Outcome

#: IPv6 first (RFC 6724), one after another.
FAMILIES = ("AAAA", "A")


class Resolver:
    """Looks names up and refuses those that lead where we must not go."""

    def __init__(self) -> None:
        self._resolver = dns.asyncresolver.Resolver(configure=True)
        self._backend = dns.asyncbackend.get_backend("asyncio")

    async def addresses(self, host: str) -> tuple[str, ...]:
        """Every address of `host`, all of them public. Raises Ended: dns-failed or private-address."""
        answers = await asyncio.gather(*(self._ask(host, family) for family in FAMILIES), return_exceptions=True)
        found = tuple(str(value) for answer in answers if not isinstance(answer, BaseException) for value in answer)
        if not found:
            raise Ended(_failure(host, answers))
        judge(host, found)
        return found[: int(DNS_ANSWERS)]

    async def txt(self, name: str) -> tuple[bytes, ...]:
        """The TXT values of `name`, each with its strings joined; empty when there are none. Raises Ended."""
        try:
            answer = await self._ask(name, "TXT")
        except dns.resolver.NXDOMAIN:
            return ()
        except dns.exception.DNSException as error:
            raise Ended(_failure(name, (error,))) from None
        return tuple(b"".join(value.strings) for value in answer if isinstance(value, dns.rdtypes.ANY.TXT.TXT))

    async def _ask(self, host: str, kind: str) -> tuple[object, ...]:
        answer = await self._resolver.resolve(
            dns.name.from_text(host + "."),
            kind,
            search=False,
            raise_on_no_answer=False,
            lifetime=DNS_SECONDS.value,
            backend=self._backend,
        )
        return tuple(answer.rrset or ())


def judge(host: str, addresses: tuple[str, ...]) -> None:
    """Raise Ended(private-address) unless every one of `addresses` is public: a mixed answer is refused whole."""
    for address in addresses:
        verdict = classify(address)
        if not verdict.public:
            reason = f"{host} leads to {address}, which is not a public address ({verdict.reason})"
            evidence = {"host": host, "address": address, "class": verdict.reason, "answers": list(addresses)}
            raise Ended(Ending(Outcome.PRIVATE_ADDRESS, reason, evidence))


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
