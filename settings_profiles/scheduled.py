"""For recurring crawls: nobody waits for them, so they ask at half the pace."""

from crawler.settings import *  # noqa: F403

MIN_WAIT = 1.0
