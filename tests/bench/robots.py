"""Verdict and parse time against Protego, in one run: `python -m tests.bench.robots` from the repository.

Prints, for each kind of file, our time divided by Protego's (below 1 we are faster). Our verdict names the
rule and its line, and our parse classifies every line; Protego says yes or no. Each time is the best of many.
Groups are made of the lines when they are asked for: "+ groups" is the parse with them, "+ first" the parse with
the first verdict.
"""

import random
from collections.abc import Callable
from time import perf_counter

from protego import Protego

from crawler.core.robots import parse

AGENT = "LessonPeakSeoBot"
HOST = "https://www.example.com"
SECTIONS = (
    "admin",
    "api",
    "archive",
    "blog",
    "cart",
    "checkout",
    "feed",
    "files",
    "images",
    "login",
    "news",
    "old",
)
GOALS = {"20 lines": 0.75, "500 lines": 0.20, "500 KiB": 0.05, "realistic mix": 0.60}
PARSE_GOAL = 0.8


def path(chance: random.Random, depth: int) -> str:
    return "/" + "/".join(
        f"{chance.choice(SECTIONS)}{chance.choice(['', '', '-', chance.randint(1, 99)])}" for _ in range(depth)
    )


def rule(chance: random.Random, wild: float) -> str:
    key = "Allow" if chance.random() < 0.2 else "Disallow"
    if chance.random() >= wild:
        return f"{key}: {path(chance, chance.randint(1, 4))}{chance.choice(['', '/', '/', '.html'])}"
    word = chance.choice(SECTIONS)
    shapes = [
        f"/*?{word}=",
        f"/*/{word}/",
        f"/*.{word}$",
        f"{path(chance, 1)}/*/{word}",
        f"/*{word}-",
        f"/{word}*&{word}=",
    ]
    return f"{key}: {chance.choice(shapes)}"


def file(chance: random.Random, lines: int, wild: float = 0.2) -> str:
    out = [
        "# a file made for measuring",
        "User-agent: OtherBot",
        "Disallow: /",
        "",
        "User-agent: *",
        "Crawl-delay: 1",
    ]
    while len(out) < lines - 2:
        out.append(rule(chance, wild) if chance.random() > 0.05 else chance.choice(["", "# a remark"]))
    return "\n".join([*out, "", f"Sitemap: {HOST}/sitemap.xml"]) + "\n"


def large(chance: random.Random, octets: int) -> str:
    text = file(chance, octets // 30)
    return text[: text.rfind("\n", 0, octets) + 1]


def urls(chance: random.Random, count: int = 200) -> list[str]:
    tails = ["", "", "/", ".html", "?page=2", "?sort=price&search=x", "/caf\u00e9", "%7euser"]
    return [HOST + path(chance, chance.randint(1, 5)) + chance.choice(tails) for _ in range(count)]


def best(work: Callable[[], object], rounds: int) -> float:
    times = []
    for _ in range(rounds):
        start = perf_counter()
        work()
        times.append(perf_counter() - start)
    return min(times)


def compare(files: list[str], asked: list[str], rounds: int) -> tuple[float, ...]:
    """Ours over Protego's: verdicts, parse, with groups, with first verdict; our microseconds for one verdict."""
    bodies = [text.encode() for text in files]
    ours = [parse(body) for body in bodies]
    theirs = [Protego.parse(text) for text in files]
    a = best(lambda: [robots.verdict(AGENT, url) for robots in ours for url in asked], rounds)
    b = best(lambda: [robots.can_fetch(url, AGENT) for robots in theirs for url in asked], rounds)
    c = best(lambda: [parse(body).lines for body in bodies], rounds)
    d = best(lambda: [Protego.parse(body.decode()) for body in bodies], rounds)
    e = best(lambda: [parse(body).verdict(AGENT, asked[0]) for body in bodies], rounds)
    f = best(lambda: [Protego.parse(body.decode()).can_fetch(asked[0], AGENT) for body in bodies], rounds)
    g = best(lambda: [parse(body).groups for body in bodies], rounds)
    return a / b, c / d, g / d, e / f, a / len(files) / len(asked) * 1e6


def main() -> None:
    chance = random.Random(9309)
    asked = urls(chance)
    sizes = [8, 12, 20, 20, 35, 60, 120, 300]
    cases = {
        "20 lines": ([file(chance, 20) for _ in range(10)], 30),
        "500 lines": ([file(chance, 500) for _ in range(3)], 15),
        "500 KiB": ([large(chance, 500 * 1024)], 5),
        "realistic mix": ([file(chance, size, chance.choice([0, 0.1, 0.4])) for size in sizes * 3], 15),
    }
    parsing = f"{'parse':>8}{'goal':>6}{'+ groups':>10}{'+ first':>9}{'goal':>6}"
    print(f"{'':15}{'verdict':>9}{'goal':>7}{'us each':>9}{parsing}")
    for name, (files, rounds) in cases.items():
        verdict, parsed, grouped, first, each = compare(files, asked, rounds)
        rest = f"{parsed:8.2f}{PARSE_GOAL:6.1f}{grouped:10.2f}{first:9.2f}{PARSE_GOAL:6.1f}"
        print(f"{name:15}{verdict:9.3f}{GOALS[name]:7.2f}{each:9.2f}{rest}")


if __name__ == "__main__":
    main()
