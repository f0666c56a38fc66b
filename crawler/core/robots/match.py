"""Which rule of a group decides about a path: the longest, and Allow on a tie (RFC 9309 2.2.2).

A matcher finds rules without `*` by one bisect among sorted prefixes and a walk up the chain of shorter ones.
Rules with `*` are chains of `str.find`, leftmost first, which needs no backtracking; no stranger's pattern is ever
made into a regular expression. The work for one path is bounded by rules x length, and that by WORK. `scan` gives
the same answer without making anything ready: for a path or two that is less work than a matcher.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable
from typing import Final, NamedTuple

from crawler.core.limits import Limit
from crawler.core.robots.lines import Kind, Line
from crawler.core.robots.paths import is_plain_path, is_plain_wild, normal

#: 58,000 wildcard rules fit into ROBOTS_BYTES; this lets 15,000 of them judge the longest URL we fetch.
WORK: Final = Limit("robots-work", 32_000_000, "rules x octets", "wildcard rules of a group times the path's length")

#: From this many wildcard rules on they are looked up by a word the path must contain.
_INDEX_FROM: Final = 24

#: RFC 9309 2.2: a path pattern begins with "/"; one that begins with "*" is understood everywhere. Anything else
#: begins no path; the empty one says nothing and so allows.
_BEGINS: Final = ("/", "*")
_ALLOW: Final = Kind.ALLOW

_words: Final = re.compile("[A-Za-z0-9]+").findall
#: A line feed parts the pieces of a pattern, and what stands next to it may go on in the path.
_whole_words: Final = re.compile("(?<=[^A-Za-z0-9\\n])[A-Za-z0-9]+(?=[^A-Za-z0-9\\n])").findall


class Rule(NamedTuple):
    """One Allow or Disallow: its pattern and its line as written, and the 1-based number of the line."""

    allow: bool
    pattern: str
    text: str
    line: int


#: More than ROBOTS_BYTES has lines. The rank of a rule is twice its octets, and one more for Allow, so that Allow
#: wins a tie; that times _LINES, less its line, so that of equals the first is named.
_LINES: Final = 1 << 20
#: A rule behind its rank.
Hit = tuple[int, Rule]


class _Wild(NamedTuple):
    """A rule with `*`: what the path must start with, contain in order, and end with (None: anything)."""

    rank: int
    need: str  # the longest of all these pieces: without it nothing else needs a look
    head: str
    pieces: tuple[str, ...]
    tail: str | None
    rule: Rule


class TooMuchWork(Exception):
    """Judging this path would take more work than WORK; the answer is then a refusal."""


class Matcher:
    """The rules of one group (or of several merged), made ready for many paths."""

    __slots__ = ("_chain", "_exact", "_index", "_keys", "_rest", "_wild_count")

    def __init__(self, rules: Iterable[Rule]):
        prefixes: dict[str, Hit] = {}
        exact: dict[str, Hit] = {}
        wild: list[_Wild] = []
        for rule in rules:
            pattern = rule[1]
            if is_plain_path(pattern):
                _keep(prefixes, pattern, ((len(pattern) * 2 + rule[0]) * _LINES - rule[3], rule))
            elif pattern[:1] in _BEGINS:
                _sort_in(rule, prefixes, exact, wild)
        self._keys = sorted(prefixes)
        self._chain = _chain(self._keys, prefixes)
        self._exact = exact
        self._wild_count = len(wild)
        wild.sort(key=_by_rank)
        self._index, self._rest = _indexed(wild) if len(wild) >= _INDEX_FROM else ({}, wild)

    def decide(self, path: str) -> Rule | None:
        """The rule that decides about `path` (as `paths.path_of` gives it), or None; raises TooMuchWork."""
        best = -_LINES
        rule = None
        i = bisect_right(self._keys, path) - 1
        while i >= 0:
            # Every key that is a prefix of `path` is one of the greatest key not above it.
            key, i, hit = self._chain[i]
            if path.startswith(key):
                best, rule = hit
                break
        if self._exact:
            found = self._exact.get(path)
            if found and found[0] > best:
                best, rule = found
        return self._wild(path, best, rule) if self._wild_count else rule

    def _wild(self, path: str, best: int, rule: Rule | None) -> Rule | None:
        if self._wild_count * len(path) > WORK.value:
            raise TooMuchWork
        candidates = [self._rest]
        if self._index:
            candidates += [self._index[word] for word in set(_words(path)) if word in self._index]
        for rules in candidates:
            for rank, need, head, pieces, tail, own in rules:
                if rank <= best:
                    break
                if need in path and path.startswith(head) and _fits(path, len(head), pieces, tail):
                    best, rule = rank, own
                    break
        return rule


def scan(lines: Iterable[Line], path: str) -> Line | None:
    """The rule line that decides, as `Matcher(rules of these lines).decide(path)` has it; raises where that does."""
    best, decided, wild = -1, None, 0
    for line in lines:
        pattern = line[3]
        if is_plain_path(pattern):
            if not path.startswith(pattern):
                continue
            rank = len(pattern) * 2
        elif pattern[:1] in _BEGINS:
            rank, head, rest, anchored = _taken_apart(pattern)
            if any(rest):
                wild += 1
                if wild * len(path) > WORK.value:
                    raise TooMuchWork
            if not (path.startswith(head) and _rest_fits(path, len(head), rest, anchored)):
                continue
        else:
            continue
        rank += line[1] is _ALLOW
        if rank > best:
            best, decided = rank, line
    return decided


def _rest_fits(path: str, at: int, rest: list[str], anchored: bool) -> bool:
    if not rest:
        return not anchored or len(path) == at
    return _fits(path, at, rest[:-1], rest[-1]) if anchored else _fits(path, at, rest, None)


def _fits(path: str, at: int, pieces: Iterable[str], tail: str | None) -> bool:
    """Whether `pieces` stand in `path` one behind the other from `at` on, and `tail` at its end."""
    for piece in pieces:
        at = path.find(piece, at)
        if at < 0:
            return False
        at += len(piece)
    return tail is None or (path.endswith(tail) and len(path) - len(tail) >= at)


def _taken_apart(pattern: str) -> tuple[int, str, list[str], bool]:
    """Twice its octets, what stands before the first `*`, what stands behind each, whether `$` ends it."""
    anchored = pattern[-1] == "$"  # RFC 9309 2.2.3: special at the end of the pattern only
    body = pattern[:-1] if anchored else pattern
    rest = body.split("*")
    if not is_plain_wild(body):
        rest = [normal(piece) for piece in rest]
    octets = sum(map(len, rest)) + len(rest) - 1 + anchored
    return octets * 2, rest.pop(0), rest, anchored


def _sort_in(rule: Rule, prefixes: dict[str, Hit], exact: dict[str, Hit], wild: list[_Wild]) -> None:
    rank, head, rest, anchored = _taken_apart(rule.pattern)
    rank = (rank + rule.allow) * _LINES - rule.line
    if any(rest):
        tail = rest.pop() if anchored else None
        pieces = tuple(filter(None, rest))
        wild.append(_Wild(rank, max((head, *pieces, tail or ""), key=len), head, pieces, tail, rule))
    elif anchored and not rest:
        _keep(exact, head, (rank, rule))
    else:
        _keep(prefixes, head, (rank, rule))  # nothing but stars behind the head, if anything


def _keep(table: dict[str, Hit], key: str, hit: Hit) -> None:
    kept = table.get(key)
    if kept is None or hit[0] > kept[0]:
        table[key] = hit


def _chain(keys: list[str], prefixes: dict[str, Hit]) -> list[tuple[str, int, Hit]]:
    """For each key: itself, the place of the longest key it starts with (or -1), the best hit of these."""
    chain: list[tuple[str, int, Hit]] = []
    at = -1
    for key in keys:
        while at >= 0 and not key.startswith(chain[at][0]):
            at = chain[at][1]
        hit = prefixes[key]
        # `/a**` outranks `/ab`, and matches wherever that does.
        if at >= 0 and chain[at][2][0] > hit[0]:
            hit = chain[at][2]
        chain.append((key, at, hit))
        at = len(chain) - 1
    return chain


def _indexed(wild: list[_Wild]) -> tuple[dict[str, list[_Wild]], list[_Wild]]:
    """The rules by a whole word that every path they match contains, and those that have none."""
    index: dict[str, list[_Wild]] = {}
    rest = []
    for entry in wild:
        words = _whole_words("\n".join((entry.head, *entry.pieces, f"{entry.tail}/" if entry.tail else "")))
        if words:
            index.setdefault(max(words, key=len), []).append(entry)
        else:
            rest.append(entry)
    return index, rest


def _by_rank(entry: _Wild) -> int:
    return -entry.rank
