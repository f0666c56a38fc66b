"""Who we are, to every server, on every request. There is one answer and no way to give another."""

from types import MappingProxyType
from typing import Final

PRODUCT_TOKEN: Final = "LessonPeakSeoBot"
VERSION: Final = "1.0"
PUBLIC_PAGE: Final = "https://seo.lessonpeak.com/roboti"
FROM: Final = "roboti@lessonpeak.com"
USER_AGENT: Final = f"Mozilla/5.0 (compatible; {PRODUCT_TOKEN}/{VERSION}; +{PUBLIC_PAGE})"

#: The two headers that say who asks (RFC 9110 10.1.5 and 10.1.2), put on every request by the egress handler.
HEADERS: Final = MappingProxyType({"User-Agent": USER_AGENT, "From": FROM})
