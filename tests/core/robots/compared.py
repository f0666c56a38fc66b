"""Random files given to another parser and to ours, and the row of docs/robots.md that explains each difference.

A row is shown to explain a difference by taking its cause out of the file and the URL: after that the two agree. So
every row here is a function that takes one cause out, and leaves alone what has nothing to do with it.
"""

import random
import re
from collections import Counter
from collections.abc import Callable
from itertools import combinations
from typing import Final, NamedTuple
from urllib.parse import quote, unquote

from crawler.core.robots import Kind, Matching, parse
from crawler.core.robots.agents import both, named
from crawler.core.robots.lines import Line
from crawler.core.robots.paths import normal


class Case(NamedTuple):
    """A file by its lines, an agent, and a path."""

    lines: tuple[str, ...]
    agent: str
    path: str

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    @property
    def url(self) -> str:
        return "https://h.example.com" + self.path


Parser = Callable[[str, str, str], bool]  # file, agent, URL -> allowed; may raise
AGENTS: Final = ("ab", "abc", "x-bot", "Other")
NAMES: Final = (
    "*",
    "*",
    "a",
    "ab",
    "AB/1.0",
    "ab cd",
    "abc",
    "x-bot",
    "x_bot",
    "ab2",
    "* all",
    "*ab",
    "",
    "ab*",
    "other",
)
SIGNS: Final = (
    *("/", "/", "/", "a", "a", "b", "ab", "c", "*", "*", "?", "=", "&", ":", ";", "+", ".", "-", "~", "$", " ", "<"),
    *(
        "%61",
        "%7e",
        "%2F",
        "%2f",
        "%3F",
        "%3d",
        "%26",
        "%2A",
        "%24",
        "%25",
        "%zz",
        "%",
        "%C5",
        "%c5%be",
        "ž",
        "é",
        "日",
    ),
    *("index.html", "index.htm", "robots.txt"),
)
PLAIN: Final = ("/", "/", "a", "b", "ab", "c", "*", ".")
KEYS: Final = (
    *("Disallow",) * 12,
    *("Allow",) * 7,
    *("dissallow", "disalow", "desallow", "Disallowed", "Alow", "Allows", "dsallow", "Noindex", "Foo", "Crawl-delay"),
)
ODD: Final = (
    *("", "# note", "prose is here for you", "Disallow /a", "Allow /a", "Sitemap: https://h/s", "Crawl-delay: 2"),
    *("word", "User-agent ab", "Useragent: ab", "User agent: *", "Host: h", "Foo Disallow: /a", "Visit-time: 1-2"),
    *("Disallow: http://h.example.com/a", "Disallow: /a\u2028Disallow: /b", "Disallow: /a\vb", "Disallow: /a\x85"),
    *("Allow: /\xa0", "Disallow: /" + "a" * 17_000 + "*b"),
)


def case(chance: random.Random) -> Case:
    """One random file; half of them of common signs only, so that rules meet URLs."""
    signs = SIGNS if chance.random() < 0.5 else PLAIN
    lines = []
    for _ in range(chance.randint(1, 4)):
        lines += [f"User-agent: {chance.choice(NAMES)}" for _ in range(chance.choice((1, 1, 1, 2)))]
        for _ in range(chance.randint(0, 4)):
            lines.append(f"{chance.choice(KEYS)}: {_pattern(chance, signs)}")
            if chance.random() < 0.15:
                lines.insert(chance.randint(0, len(lines)), chance.choice(ODD))
    return Case(tuple(lines), chance.choice(AGENTS), _path(chance, signs, lines))


def _pattern(chance: random.Random, signs: tuple[str, ...]) -> str:
    start = "/" if chance.random() < 0.93 else ""
    return start + "".join(chance.choices(signs, k=chance.randint(0, 4))) + chance.choice(("", "", "", "", "$"))


def _path(chance: random.Random, signs: tuple[str, ...], lines: list[str]) -> str:
    """A path near one of the rules, or any."""
    values = [value for line in lines for value in [line.partition(": ")[2]] if value.startswith("/")]
    if values and chance.random() < 0.8:
        value = chance.choice(values).partition("#")[0].removesuffix("$").strip()
        if chance.random() < 0.4:
            value = re.sub("%[0-9A-Fa-f]{2}", lambda escape: unquote(escape[0], errors="ignore"), value)
        elif chance.random() < 0.4:
            value = re.sub("[?=&~žé$]", lambda sign: quote(sign[0], safe=""), value)
        return value.replace("*", chance.choice(("", "a", "/b"))) + chance.choice(("", "", "a", "/"))
    return "/" + "".join(chance.choices(signs, k=chance.randint(0, 5)))


# The rows. Each takes its cause out.


def _keep(case: Case, keep: Callable[[Line], bool]) -> Case:
    lines = parse(case.text.encode()).lines
    return case._replace(lines=tuple(line.text for line in lines if keep(line)))


def _values(case: Case, change: Callable[[str], str], kinds: tuple[Kind, ...] = (Kind.ALLOW, Kind.DISALLOW)) -> Case:
    lines = parse(case.text.encode()).lines
    changed = (
        line.text if line.kind not in kinds else f"{line.key}{':' if line.colon else ''} {change(line.value)}"
        for line in lines
    )
    return case._replace(lines=tuple(changed))


def _everywhere(case: Case, change: Callable[[str], str]) -> Case:
    changed = _values(case, change)
    return changed._replace(path=change(case.path))


def _token(value: str) -> str:
    return named(value)[0] or "nobody"


def _letters(value: str) -> str:
    return value if value.startswith("*") else both(_token(value))[-1]


_OCTETS: Final = re.compile("(?:%[89A-F][0-9A-F])+|[^\x00-\x7f]+", re.IGNORECASE)

_RESERVED: Final = "%(2[1-9A-CF]|3[ABDF]|40|5[BD])"
_NO_KEY: Final = re.compile("(?!allow|alow|d|user)", re.IGNORECASE)

ROWS: Final[dict[str, Callable[[Case], Case]]] = {
    "misspelt-keys": lambda c: _keep(c, lambda line: not line.typo and line.kind is not Kind.UNKNOWN),
    "only-rules-close-a-run": lambda c: _keep(c, _is_no_other_key),
    "agent-token": lambda c: _values(c, _token, (Kind.USER_AGENT,)),
    "agent-digits": lambda c: _values(c, _letters, (Kind.USER_AGENT,)),
    "one-letter-agent": lambda c: _values(c, lambda v: "*" if v == "a" else v, (Kind.USER_AGENT,)),
    "missing-colon": lambda c: _keep(c, lambda line: line.kind is not Kind.PROSE and line.colon and not _spaced(line)),
    "absolute-url": lambda c: _keep(c, lambda line: not line.value.startswith("http")),
    "index-html": lambda c: _everywhere(c, lambda v: re.sub(r"index\.html?", "front", v)),
    "long-lines": lambda c: _keep(c, lambda line: len(line.text) < 16_000),
    "robots-txt-itself": lambda c: c._replace(path=c.path.replace("/robots.txt", "/robots.tx")),
    "caller-normalises": lambda c: _everywhere(c, normal_outside_signs),
    "unicode-space": lambda c: _everywhere(c, lambda v: re.sub("[\x85\xa0\u3000]", "", v)),
    "line-ends": lambda c: c._replace(lines=tuple(re.sub("[\v\f\x1c-\x1e\x85\u2028\u2029].*", "", t) for t in c.lines)),
    "dollar-is-no-literal": lambda c: c._replace(path=re.sub(r"\$|%24", "", c.path)),
    "escaped-wildcards": lambda c: _without_signs(_everywhere(c, lambda v: re.sub("%2A|%24", "x", v, flags=re.I))),
    "reserved-escapes": lambda c: _everywhere(c, lambda v: re.sub(_RESERVED, "x", v, flags=re.I)),
    "octets-that-are-no-text": lambda c: _everywhere(c, lambda v: _OCTETS.sub("z", v)),
    "broken-escapes": lambda c: _everywhere(c, lambda v: re.sub("%(?![0-9A-Fa-f]{2})", "x", v)),
    "rank-in-octets": lambda c: _everywhere(c, lambda v: re.sub("[?&:;+,@!'()=~ <]|%2F|%25", "y", v, flags=re.I)),
}  # fmt: skip


def _without_signs(case: Case) -> Case:
    return case._replace(path=re.sub("[*$]", "x", case.path))


def _is_no_other_key(line: Line) -> bool:
    odd = line.kind is Kind.UNKNOWN and _NO_KEY.match(line.key)
    return line.kind not in (Kind.CRAWL_DELAY, Kind.UNUSED) and not odd


#: The rows that are about each parser; nothing else may explain a difference with it.
PROTEGO: Final = (
    *("only-rules-close-a-run", "misspelt-keys", "agent-token", "agent-digits", "one-letter-agent", "missing-colon"),
    *("absolute-url", "index-html", "unicode-space", "line-ends", "dollar-is-no-literal", "reserved-escapes"),
    *("escaped-wildcards", "octets-that-are-no-text", "broken-escapes", "rank-in-octets"),
)
GOOGLE: Final = (
    *("misspelt-keys", "missing-colon", "index-html", "long-lines", "robots-txt-itself", "caller-normalises"),
    *("escaped-wildcards", "agent-digits", "unicode-space"),
)


def _spaced(line: Line) -> bool:
    return line.kind is Kind.UNKNOWN and " " in line.key


def normal_outside_signs(value: str) -> str:
    """The form for comparing, with `*` and `$` left as they are."""
    return re.sub("[^*$]+", lambda run: normal(run[0]), value)


def ours(case: Case, matching: Matching) -> bool:
    return parse(case.text.encode()).verdict(case.agent, case.url, matching=matching).allowed


def differs(case: Case, theirs: Parser, matching: Matching) -> bool:
    try:
        return theirs(case.text, case.agent, case.url) != ours(case, matching)
    except Exception:
        return True  # it fell over


def explained(case: Case, theirs: Parser, matching: Matching, about: tuple[str, ...]) -> tuple[str, ...]:
    """The fewest rows that explain a difference; none where no three do."""
    for count in (1, 2, 3):
        for names in combinations(about, count):
            changed = case
            for name in names:
                changed = ROWS[name](changed)
            if not differs(changed, theirs, matching):
                return names
    return ()


def compare(
    theirs: Parser, matching: Matching, about: tuple[str, ...], files: int, seed: int
) -> tuple[int, Counter[str], list[Case]]:
    """How many of the files they differ on; how often each row explains one; what no rows explain."""
    chance = random.Random(seed)
    different, rows, left = 0, Counter[str](), []
    for _ in range(files):
        made = case(chance)
        if differs(made, theirs, matching):
            different += 1
            names = explained(made, theirs, matching, about)
            rows.update(names)
            if not names:
                left.append(made)
    return different, rows, left


def protego(text: str, agent: str, url: str) -> bool:
    from protego import Protego

    return bool(Protego.parse(text).can_fetch(url, agent))


def gpyrobotstxt(text: str, agent: str, url: str) -> bool:
    from gpyrobotstxt.robots_cc import RobotsMatcher  # type: ignore[import-not-found]

    return bool(RobotsMatcher().one_agent_allowed_by_robots(text, agent, url))
