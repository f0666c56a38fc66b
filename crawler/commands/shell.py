"""`scrapy shell` is not available here; see `crawler.refused_command`."""

from crawler.refused_command import RefusedCommand


class Command(RefusedCommand):
    """Refuses."""
