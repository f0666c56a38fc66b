"""What all stores raise that a crawl cannot do without."""


class StateFailed(Exception):
    """What a crawl does could not be written down, or read back: it must not go on. Says what and why."""
