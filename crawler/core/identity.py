"""Who we are, to every server, on every request. There is one answer and no way to give another.

To run this as somebody else's robot, change this file and no other.
"""

from types import MappingProxyType
from typing import Final

#: Names the state folder and the proofs of ownership: `_<organisation>-verification`.
ORGANISATION: Final = "lessonpeak"
PRODUCT_TOKEN: Final = "LessonPeakSeoBot"  # noqa: S105 - RFC 9309 calls it a token
VERSION: Final = "1.0"
PUBLIC_PAGE: Final = "https://seo.lessonpeak.com/roboti"
FROM: Final = "roboti@lessonpeak.com"
USER_AGENT: Final = f"Mozilla/5.0 (compatible; {PRODUCT_TOKEN}/{VERSION}; +{PUBLIC_PAGE})"

#: The two headers that say who asks (RFC 9110 10.1.5 and 10.1.2), put on every request by the egress handler.
HEADERS: Final = MappingProxyType({"User-Agent": USER_AGENT, "From": FROM})
