"""Spider traps: URL spaces without end, recognised by what was let through of each pattern before. No clock, no I/O.

A URL is judged by counts of structure; one odd URL is nobody's trap. What a pattern may have is in `core.limits`, and
generous beside the pages of one crawl. All state follows from the URLs let through and from the texts read, each in
their order: a crawl that is resumed tells both again, and the verdicts are the same.

Where it stops: a trap whose every URL looks like a page of its own (`/p/1`, `/p/2`, ...) differs from an honest shop in
its texts alone; where those differ too, the limits of pages and of depth end it.
"""

from crawler.core.traps.catch import Trap
from crawler.core.traps.judge import Traps

__all__ = ["Trap", "Traps"]
