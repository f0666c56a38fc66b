"""What concerns one line: its key, its colon, whether it is a line of a robots.txt at all."""

import re
from collections.abc import Iterator
from difflib import get_close_matches
from functools import lru_cache
from typing import Final

from crawler.core.robots.lines import Kind, Line
from crawler.core.robots.lint.catalogue import GOOGLE, HOUSE, RFC, UNSUPPORTED, File, Hit, check
from crawler.core.robots.rules import seconds_of

_KNOWN: Final = ("user-agent", "allow", "disallow", "crawl-delay", "sitemap")
_LONGEST: Final = 20  # characters; nothing longer is a slip of one of these
_RULES: Final = frozenset({Kind.ALLOW, Kind.DISALLOW})

#: Keys that once meant something, or were proposed, and are followed by nobody large. Current ones such as
#: Content-Signal and Yandex's Clean-param are not here.
RETIRED: Final = {
    **dict.fromkeys(("noindex", "nofollow", "noarchive", "nosnippet"), "Use a robots meta tag or X-Robots-Tag."),
    "host": "Redirect the other host names with 301, and name the canonical URL.",
    "request-rate": "Answer 429 or 503 with Retry-After to robots that ask too often.",
    "visit-time": "Answer 503 with Retry-After at times when robots are not welcome.",
    "revisit-after": "Take it out; lastmod in the sitemap says what changed.",
    "robot-version": "Take it out.",
}

#: Keys that some program reads and few files had until lately. Yoast SEO writes Schemamap, for NLWeb.
CURRENT: Final = frozenset({"schemamap"})


@check(
    "directive-misspelt", "warning",
    why="Some robots guess what was meant and others ignore the line.",
    mend="Correct the spelling.",
    source=GOOGLE,
)  # fmt: skip
def misspelt(file: File) -> Iterator[Hit]:
    for line in file.robots.lines:
        guess = str(line.kind) if line.typo else guessed(line.key) if line.kind is Kind.UNKNOWN else ""
        if guess:
            read = "read as" if line.typo else "ignored; it looks like"
            yield Hit(line.number, f"“{line.key}” is {read} {guess.capitalize()}", f"Write {guess.capitalize()}.")


@check(
    "directive-unknown", "warning",
    why="Robots ignore what they do not know: if you rely on it, it does not hold.",
    mend="Take it out, or make it a comment with #.",
    source=f"{RFC} 2.2.4",
)  # fmt: skip
def unknown(file: File) -> Iterator[Hit]:
    for line in file.robots.lines:
        if line.kind is Kind.UNKNOWN and line.key.lower() not in CURRENT and not guessed(line.key):
            yield Hit(line.number, f"no directive is called “{line.key[:40]}”")


@check(
    "directive-retired", "warning",
    why="Large engines do not follow it, or no longer do.",
    mend="Take it out.",
    source=UNSUPPORTED,
)  # fmt: skip
def retired(file: File) -> Iterator[Hit]:
    for line in file.robots.lines:
        if line.kind is Kind.UNUSED and line.key.lower() in RETIRED:
            yield Hit(line.number, f"“{line.key}” in robots.txt has no effect", RETIRED[line.key.lower()])


@check(
    "colon-missing", "warning",
    why="RFC 9309 wants a colon. Some robots read the line without, others do not; here an Allow without is not read.",
    mend="Put a colon behind the directive.",
    source=f"{RFC} 2.2",
)  # fmt: skip
def colon_missing(file: File) -> Iterator[Hit]:
    for line in file.robots.lines:
        word = _bare(line)
        if word:
            yield Hit(line.number, f"no colon behind “{word}”")


@check(
    "prose", "warning",
    why="It is neither a directive nor a comment; a word in it may be taken for a directive by some robot.",
    mend="Put # before it.",
    source=f"{RFC} 2.2",
)  # fmt: skip
def prose(file: File) -> Iterator[Hit]:
    for line in file.robots.lines:
        if line.kind is Kind.PROSE and not _bare(line):
            yield Hit(line.number, "text that is no directive, outside a comment")


@check(
    "rule-outside-group", "error",
    why="A rule before every User-agent line is for nobody.",
    mend="Put a User-agent line before it.",
    source=f"{RFC} 2.2.1",
)  # fmt: skip
def outside_group(file: File) -> Iterator[Hit]:
    for line in file.robots.lines:
        if line.kind is Kind.USER_AGENT:
            return
        if line.kind in _RULES or line.kind is Kind.CRAWL_DELAY:
            yield Hit(line.number, f"{line.key} before any User-agent line")


@check(
    "path-without-slash", "warning",
    why="A path begins with a slash: without it the rule matches no URL.",
    mend="Begin the path with /.",
    source=f"{RFC} 2.2.2",
)  # fmt: skip
def path_without_slash(file: File) -> Iterator[Hit]:
    for line in file.robots.lines:
        if line.kind in _RULES and line.value and line.value[0] not in "/*":
            whole = re.match(r"https?://[^/]*(/.*)?", line.value, re.IGNORECASE)
            path = (whole[1] or "/") if whole else f"/{line.value}"
            said = "a whole URL" if whole else "a path without a slash before it"
            yield Hit(line.number, f"{said} matches nothing", f"Write {str(line.kind).capitalize()}: {path[:200]}")


@check(
    "wildcard-useless", "notice",
    why="Rules are prefixes: a star at the end matches what the rule matches without it. It only makes the rule rank "
    "higher, and a lone dollar takes it back.",
    mend="Take it out.",
    source=f"{RFC} 2.2.3",
)  # fmt: skip
def wildcard_useless(file: File) -> Iterator[Hit]:
    for line in file.robots.lines:
        if line.kind in _RULES and (plain := without_useless(line.value)) != line.value:
            yield Hit(
                line.number, "a wildcard in it does nothing", f"Write {str(line.kind).capitalize()}: {plain[:200]}"
            )


@check(
    "crawl-delay-unreadable", "warning",
    why="It has to be a number of seconds; anything else is ignored.",
    mend="Write digits, with a point if need be: Crawl-delay: 2",
    source=HOUSE,
)  # fmt: skip
def crawl_delay_unreadable(file: File) -> Iterator[Hit]:
    for line in file.robots.lines:
        if line.kind is Kind.CRAWL_DELAY and seconds_of(line.value) is None:
            yield Hit(line.number, f"“{line.value[:40]}” is no number of seconds" if line.value else "no seconds given")


@lru_cache(maxsize=256)
def guessed(key: str) -> str:
    """The directive an unknown key looks like, or nothing."""
    if len(key) > _LONGEST:
        return ""
    near = get_close_matches(key.lower(), _KNOWN, n=1, cutoff=0.75)
    return near[0] if near else ""


def without_useless(pattern: str) -> str:
    """The pattern without stars that change nothing."""
    once = re.sub(r"\*\*+", "*", pattern)
    body = once.removesuffix("$") if once.endswith("*$") else once
    return body[:-1] if len(body) > 1 and body.endswith("*") else body


def _bare(line: Line) -> str:
    """The directive of a line without a colon, or nothing."""
    if line.kind is Kind.PROSE:
        words = line.written.split(None, 2)
        # A word alone, or with one more behind: longer is a sentence that begins with the word.
        return words[0] if words and len(words) <= 2 and words[0].lower() in _KNOWN else ""
    return "" if line.colon else line.key
