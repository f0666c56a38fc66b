"""Arguments of spiders: checked before anything starts, with an error that says what to do."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from crawler.core.audit.ignored import BadIgnoreFile, Entry
from crawler.core.urls import Reason, Refusal, Url, normalise
from crawler.state.ignore_file import entries

FAIL_ON = ("error", "warning")
#: What render may say, and which pages are drawn then: where there is one page, and for a site.
RENDER_ONE = MappingProxyType({"0": "", "1": "all"})
RENDER_SITE = MappingProxyType({"0": "", "start": "start", "all": "all"})
#: Whether files that pages load, and addresses on hosts of others, are asked for.
ASSETS = ("check", "skip")
EXTERNAL = ("skip", "check")
#: scrapyd passes the job's id as an argument to every spider.
SERVICE = frozenset({"_job"})
#: Refusals that are about where the URL leads, not about how it is written: exit code 4, not 2.
WHERE = frozenset({Reason.PRIVATE_ADDRESS, Reason.SPECIAL_NAME, Reason.AMBIGUOUS_IPV4, Reason.ZONE_ID})


class BadArgument(ValueError):
    """An argument is missing, unknown or malformed. `exit_code`: 2, or 4 where we refuse the target."""

    def __init__(self, message: str, exit_code: int = 2):
        super().__init__(message)
        self.exit_code = exit_code


@dataclass(frozen=True, slots=True)
class Arguments:
    """What a page or site crawl was asked to do."""

    url: Url
    fail_on: str | None = None
    render: str = ""  # which pages a browser draws: start, all, or none
    assets: bool = False  # whether images, style sheets, scripts and icons are asked for
    external: bool = False  # whether links to other hosts, and files there, are
    fresh: bool = False  # start over, also where a crawl that is not done could be gone on with
    ignore: tuple[Entry, ...] = ()  # findings that somebody decided to live with
    max_new: int | None = None  # findings that may be new since the last run before the exit code is 1


def read(
    given: Mapping[str, str],
    more: frozenset[str] = frozenset(),
    render: Mapping[str, str] = RENDER_ONE,
    assets: str = "skip",
) -> Arguments:
    """Read `-a` values; `more`: further names; `render`: its words; `assets`: unless given. Raises BadArgument."""
    known = {"url", "fail_on", "render", "assets", "external", "ignore", "max_new", *more}
    for name in given:
        if name not in known | SERVICE:
            raise BadArgument(f"unknown argument -a {name}=…; this spider takes: {', '.join(sorted(known))}")
    if not given.get("url"):
        raise BadArgument("the argument -a url=… is missing; for example: -a url=https://example.com/")
    return Arguments(
        _url(given["url"]),
        _fail_on(given.get("fail_on")),
        _render(given.get("render", "0"), render),
        _word("assets", given.get("assets", assets), ASSETS) == "check",
        _word("external", given.get("external", "skip"), EXTERNAL) == "check",
        _switch("fresh", given.get("fresh", "0")),
        _ignore(given.get("ignore")),
        _max_new(given.get("max_new")),
    )


def _url(text: str) -> Url:
    url = normalise(text)
    if not isinstance(url, Refusal):
        return url
    hint = ""
    if "://" not in text and not isinstance(normalise("https://" + text), Refusal):
        hint = f"; write the whole URL: https://{text}"
    code = 4 if url.reason in WHERE and not hint else 2
    raise BadArgument(f"-a url={url.text}: refused ({url.reason}); expected a public http or https URL{hint}", code)


def _fail_on(value: str | None) -> str | None:
    if value is None or value in FAIL_ON:
        return value
    raise BadArgument(f"-a fail_on={value}: expected one of: {', '.join(FAIL_ON)}")


def _render(value: str, words: Mapping[str, str]) -> str:
    if value in words:
        return words[value]
    raise BadArgument(f"-a render={value}: expected one of: {', '.join(words)}")


def _ignore(name: str | None) -> tuple[Entry, ...]:
    try:
        return entries(name)
    except BadIgnoreFile as error:
        raise BadArgument(str(error)) from None


def _max_new(value: str | None) -> int | None:
    if value is None:
        return None
    if not (value.isascii() and value.isdecimal() and len(value) < 10):
        raise BadArgument(f"-a max_new={value}: expected how many findings may be new: 0, 1, 2 …")
    return int(value)


def _word(name: str, value: str, words: tuple[str, ...]) -> str:
    if value in words:
        return value
    raise BadArgument(f"-a {name}={value}: expected one of: {', '.join(words)}")


def _switch(name: str, value: str) -> bool:
    if value not in ("0", "1"):
        raise BadArgument(f"-a {name}={value}: expected 0 or 1")
    return value == "1"
