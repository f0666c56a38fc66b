"""How many clicks a page is from the home page: breadth first over the links that engines follow."""

from collections.abc import Callable, Mapping, Sequence

from crawler.core.audit.page import Page


def depths(start: Sequence[str], pages: Mapping[str, Page], chain: Callable[[str], Sequence[str]]) -> Mapping[str, int]:
    """The fewest clicks to each URL; `start` is the start URL with its redirects, the home page last.

    A redirect costs no click: where it leads is as near as the redirect. What no followed link leads to has no depth.
    """
    found = dict.fromkeys(start, 0)
    level = [start[-1]]
    while level:
        reached: list[str] = []
        for url in level:
            for target in pages[url].follow if url in pages else ():
                _reach(target, found[url] + 1, found, reached, chain)
        level = reached
    return found


def _reach(
    target: str, clicks: int, found: dict[str, int], reached: list[str], chain: Callable[[str], Sequence[str]]
) -> None:
    if target in found:
        return
    for hop in chain(target):
        if hop in found:  # as near or nearer, and so is where it leads
            return
        found[hop] = clicks
        reached.append(hop)
