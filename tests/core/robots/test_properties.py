"""What holds for every file. Files are made of what files are made of; some are any octets at all."""

from hypothesis import given
from hypothesis import strategies as st

from crawler.core.robots import Kind, Line, Matching, parse
from crawler.core.robots.match import Matcher, Rule, scan
from crawler.core.robots.paths import normal, path_of

AGENTS = st.sampled_from(["LessonPeakSeoBot", "Lesson", "a", "ab", "*", "Mozilla/5.0 (compatible; ab/1; +http://a/)"])
MATCHING: st.SearchStrategy[Matching] = st.sampled_from(["prefix", "exact"])
PATHS = st.lists(
    st.sampled_from(["/", "a", "b", "ab", "%61", "%2F", "%2a", "$", "*", "?", "ž", "%C5"]), max_size=8
).map("".join)
URLS = PATHS.map("https://h/".__add__)
PATTERNS = st.one_of(PATHS.map("/".__add__), PATHS, PATHS.map("{}$".format))
KEYS = st.sampled_from(["Allow", "Disallow"])
RULES = st.builds("{}: {}".format, KEYS, PATTERNS)
NAMES = st.sampled_from(["*", "a", "ab", "Lesson", "LessonPeakSeoBot/1.0", "x y", ""]).map("User-agent: {}".format)
ODD = st.sampled_from(["", "# a", "Sitemap: /s", "Crawl-delay: 3", "words", "Disalow: /a", "Alow: /b", "noindex: /"])
LINES = st.lists(st.one_of(RULES, RULES, NAMES, ODD), max_size=25)
GROUP = st.lists(RULES, max_size=12)


def file(lines: list[str], end: str = "\n") -> bytes:
    return end.join(lines).encode()


@given(st.binary(max_size=400), AGENTS, URLS, MATCHING)
def test_any_octets_parse_and_are_judged(body: bytes, agent: str, url: str, matching: Matching) -> None:
    robots = parse(body)
    verdict = robots.verdict(agent, url, matching=matching)
    assert robots.verdict(agent, url, matching=matching) == verdict
    assert [line.number for line in robots.lines] == list(range(1, len(robots.lines) + 1))
    assert all(line.text.encode().decode() == line.text for line in robots.lines)


@given(st.text(max_size=60), st.text(max_size=40))
def test_any_url_and_any_agent_are_judged(url: str, agent: str) -> None:
    assert parse(b"User-agent: *\nDisallow: /").verdict(agent, url).why in ("rule", "robots-txt")


@given(st.text(max_size=60))
def test_the_form_for_comparing_is_ascii_and_stable(url: str) -> None:
    path = path_of(url)
    assert path.startswith("/")
    assert path.isascii()
    assert path_of("https://h" + path) == path


@given(LINES, AGENTS, URLS, MATCHING)
def test_the_named_line_is_the_rule_and_its_group_is_named(
    lines: list[str], agent: str, url: str, matching: Matching
) -> None:
    robots = parse(file(lines))
    verdict = robots.verdict(agent, url, matching=matching)
    assert (verdict.why == "rule") == (verdict.line is not None)
    if verdict.line is not None:
        line = robots.lines[verdict.line - 1]
        assert line.written == verdict.rule
        assert line.kind == (Kind.ALLOW if verdict.allowed else Kind.DISALLOW)
        assert verdict.group


@given(GROUP, st.randoms(use_true_random=False), URLS)
def test_a_verdict_never_depends_on_the_order_of_rules(rules: list[str], chance, url: str) -> None:  # type: ignore[no-untyped-def]
    shuffled = list(rules)
    chance.shuffle(shuffled)
    before, after = (parse(file(["User-agent: *", *those])).verdict("a", url) for those in (rules, shuffled))
    assert before.allowed == after.allowed


@given(LINES, GROUP, PATTERNS, st.data(), AGENTS, URLS, MATCHING)
def test_adding_a_disallow_never_allows(
    lines: list[str], rules: list[str], pattern: str, data: st.DataObject, agent: str, url: str, matching: Matching
) -> None:
    # Into a group that has a rule: the first rule of a group also ends its run of user-agent lines.
    text = [*lines, data.draw(NAMES), "Allow: /b", *rules]
    at = data.draw(st.integers(len(text) - len(rules), len(text)))
    more = [*text[:at], f"Disallow: {pattern}", *text[at:]]
    before = parse(file(text)).verdict(agent, url, matching=matching)
    after = parse(file(more)).verdict(agent, url, matching=matching)
    assert before.allowed or not after.allowed


NOTHING = st.one_of(
    st.just(""),
    st.just("  \t"),
    st.text("ab: /*$", max_size=8).map("#{}".format),
    st.just("X-Odd-Key: /"),
    st.just("Alow: /"),
)


@given(LINES, NOTHING, st.data(), AGENTS, URLS, MATCHING)
def test_a_comment_an_empty_line_or_an_unknown_key_changes_nothing(
    lines: list[str], nothing: str, data: st.DataObject, agent: str, url: str, matching: Matching
) -> None:
    at = data.draw(st.integers(0, len(lines)))
    before, after = parse(file(lines)), parse(file([*lines[:at], nothing, *lines[at:]]))
    a, b = (robots.verdict(agent, url, matching=matching) for robots in (before, after))
    assert a._replace(line=None) == b._replace(line=None)
    assert before.crawl_delay(agent, matching=matching) == after.crawl_delay(agent, matching=matching)
    assert before.sitemaps == after.sitemaps


@given(LINES, AGENTS, URLS, MATCHING)
def test_all_line_ends_are_one(lines: list[str], agent: str, url: str, matching: Matching) -> None:
    files = [parse(file(lines, end)) for end in ("\n", "\r", "\r\n")]
    assert len({robots.verdict(agent, url, matching=matching) for robots in files}) == 1
    assert len({robots.groups for robots in files}) == 1


@given(LINES, AGENTS, URLS, MATCHING)
def test_what_was_read_written_again_gives_the_same_verdicts(
    lines: list[str], agent: str, url: str, matching: Matching
) -> None:
    first = parse(file(lines))
    text = [
        part for g in first.groups for part in ([f"User-agent: {a.value}" for a in g.agents], [r.text for r in g.rules])
    ]
    again = parse(file([line for part in text for line in part]))
    a, b = (robots.verdict(agent, url, matching=matching) for robots in (first, again))
    assert a._replace(line=None) == b._replace(line=None)


@given(LINES, AGENTS, st.lists(URLS, min_size=1, max_size=4), MATCHING)
def test_a_first_verdict_is_as_every_later_one(
    lines: list[str], agent: str, urls: list[str], matching: Matching
) -> None:
    used = parse(file(lines))
    for url in ["/", "/", "/", *urls]:
        used.verdict(agent, url, matching=matching)  # from the third on a matcher answers
    for url in urls:
        first = parse(file(lines)).verdict(agent, url, matching=matching)
        assert used.verdict(agent, url, matching=matching) == first


def plain_match(pattern: str, path: str) -> bool:
    """RFC 9309 2.2.3 word for word: every place the pattern can have got to, sign by sign."""
    anchored = pattern.endswith("$")
    places = {0}
    for sign in pattern.removesuffix("$"):
        if sign == "*":
            places = set(range(min(places, default=len(path) + 1), len(path) + 1))
        else:
            places = {at + 1 for at in places if path[at : at + 1] == sign}
    return len(path) in places if anchored else bool(places)


SIGNS = st.text("/ab*$", max_size=9).map("/".__add__)


def agree(rules: list[tuple[bool, str]], path: str) -> None:
    fits = [(len(pattern), allow) for allow, pattern in rules if plain_match(pattern, path)]
    decided = Matcher(Rule(allow, pattern, "", n) for n, (allow, pattern) in enumerate(rules)).decide(path)
    assert (decided and (len(decided.pattern), decided.allow)) == (max(fits) if fits else None)
    kinds = (Kind.DISALLOW, Kind.ALLOW)
    scanned = scan((Line(n, kinds[allow], "", pattern, "") for n, (allow, pattern) in enumerate(rules)), path)
    assert (scanned and scanned.number) == (decided and decided.line)


@given(st.lists(st.tuples(st.booleans(), SIGNS), max_size=60), st.text("/ab", max_size=12).map("/".__add__))
def test_the_fast_matcher_agrees_with_the_plain_one(rules: list[tuple[bool, str]], path: str) -> None:
    agree([(allow, pattern) for allow, pattern in rules if "$" not in pattern[:-1]], path)


PARTS = st.lists(st.sampled_from(["/", "ab", "cd", "?", "=", ".", "e"]), max_size=4).map("".join)
#: Each has a star that counts, so that there are enough of them for looking them up by words.
WILD = st.builds("/{}*{}e{}{}".format, PARTS, PARTS, PARTS, st.sampled_from(["", "*", "*ab", "$", "*.cd$"]))


@given(
    st.lists(st.tuples(st.booleans(), WILD), min_size=30, max_size=50),
    st.lists(PARTS, max_size=4).map(lambda parts: "/" + "".join(parts)),
)
def test_looking_rules_up_by_words_loses_none(rules: list[tuple[bool, str]], path: str) -> None:
    agree(rules, path)


@given(PATHS)
def test_normal_is_idempotent(path: str) -> None:
    assert normal(normal(path)) == normal(path)
