"""Following a redirect: where it leads, or why it is not followed. Location is text from a stranger."""

from collections.abc import Sequence

from crawler.core.limits import Limit
from crawler.core.outcome import Ended, Ending, Outcome, refusal
from crawler.core.urls import Refusal, Url, join

#: RFC 9110 15.4: those that name another URI to ask. 300 and 304 to 306 do not.
STATUSES = frozenset({301, 302, 303, 307, 308})


def is_redirect(status: int) -> bool:
    return status in STATUSES


def follow(
    base: Url, locations: Sequence[bytes], chain: Sequence[str], limit: Limit, *, entered_http: bool = False
) -> Url:
    """The next hop from `base`. `chain`: canonical URLs asked so far, `base` last. Raises Ended.

    From https down to http only where the site was entered as http: nobody is led out of https by us.
    """
    target = _target(base, locations)
    if str(target) in chain:
        evidence = {"chain": [*chain, str(target)]}
        raise Ended(Ending(Outcome.REDIRECT_LOOP, f"the redirect leads back to {target}", evidence))
    if len(chain) > int(limit):
        ending = Ending.past(Outcome.TOO_MANY_REDIRECTS, limit, len(chain))
        raise Ended(Ending(ending.outcome, ending.reason, {**ending.evidence, "chain": [*chain, str(target)]}))
    if base.scheme == "https" and target.scheme == "http" and not entered_http:
        reason = f"the redirect leads from https to http: {target}"
        raise Ended(Ending(Outcome.DOWNGRADE, reason, {"location": str(target)}))
    return target


def _target(base: Url, locations: Sequence[bytes]) -> Url:
    if len(set(locations)) != 1:
        reason = "a redirect without a Location" if not locations else "a redirect with different Locations"
        raise Ended(Ending(Outcome.URL_REFUSED, reason, {"refusal": "bad-location"}))
    target = join(base, locations[0].decode("utf-8", "surrogateescape"), strip=False)
    if isinstance(target, Refusal):
        raise Ended(refusal(target.reason, "the redirect leads to a refused URL", location=target.text))
    return target
