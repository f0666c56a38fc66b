"""For research: the slowest pace and few pages of each site."""

from crawler.settings import *  # noqa: F403

MIN_WAIT = 2.0
MAX_PAGES = 500
