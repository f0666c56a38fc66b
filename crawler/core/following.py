"""Whether a URL that a page or a sitemap names is asked for, or how it ends without."""

from crawler.core.limits import DEPTH
from crawler.core.outcome import Ending, Outcome
from crawler.core.scope import Scope
from crawler.core.urls import Url

OUT_OF_SCOPE = Ending(Outcome.OUT_OF_SCOPE, "not a host of this site")


def why_not(url: Url, scope: Scope, *, followed: bool, depth: int | None, named_by: str) -> Ending | None:
    """The ending of a URL that is not asked for; None for one that is. `depth`: links from the start URL, if known."""
    if not scope.covers(url):
        return OUT_OF_SCOPE
    if not followed:
        return Ending(Outcome.NOFOLLOW, f"every link to it that was seen says nofollow; first on {named_by}")
    if depth is not None and depth > int(DEPTH):
        return Ending.past(Outcome.DEPTH_LIMIT, DEPTH, depth)
    return None
