"""`scrapy robots` on files, standard input and URLs; a URL is asked for as a crawl asks for it."""

import json
import os
import sqlite3
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from crawler.core import identity
from tests.e2e.support import ROOT, Run, scrapy
from tests.world import Host, Name, Net, Request, Response, World, html, redirect, text

HOST = "www.robots-tool.com"
URL = f"https://{HOST}/"
SLOW = "slow.robots-tool.com"
RULES = "User-agent: *\nDisallow: /no\nAllow: /no/but\nCrawl-delay: 2\nNoindex: /x\nSitemap: /s.xml\n"


def answers(response: Response, request: Request) -> Response | None:
    return response if request.path == "/robots.txt" else None


def world() -> World:
    sites = {
        HOST: text(RULES),
        "missing.robots-tool.com": text("", 404),
        "error.robots-tool.com": text("", 503),
        "page.robots-tool.com": html("<!doctype html><title>Welcome</title>"),
        "large.robots-tool.com": text("#" * 600_000),
        "inward.robots-tool.com": redirect("http://10.0.0.1/robots.txt", 302),
        SLOW: text("User-agent: *\nDisallow: /no\nCrawl-delay: 3\n"),
        "new.robots-tool.com": text(RULES.replace("/no\n", "/other\n")),
    }
    hosts = [Host(name, partial(answers, response)) for name, response in sites.items()]
    return World(hosts, [Name("inside.robots-tool.com", a=["10.0.0.1"])])


def robots(net: Net, folder: Path, *args: str) -> Run:
    """The command in the world; `folder` takes its state."""
    return scrapy(net, "robots", *args, "-s", f"STATE_DIR={folder / 'state'}")


def on_files(*args: str | Path, stdin: bytes = b"") -> Run:
    """The command on this machine, without a network to be asked."""
    command = [sys.executable, "-m", "scrapy", "robots", *map(str, args)]
    done = subprocess.run(command, input=stdin, capture_output=True, cwd=ROOT, timeout=60)
    return Run(done.returncode, done.stdout.decode(), done.stderr.decode())


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "robots.txt"
    path.write_text(RULES, "utf-8")
    return path


def test_a_url_is_asked_for_by_the_one_door(net: Net, tmp_path: Path) -> None:
    net.forget()
    run = robots(net, tmp_path, "show", f"{URL}some/page")
    assert run.code == 0, run.err
    assert f"{URL}robots.txt" in run.out
    assert "Disallow     /no" in run.out
    (asked,) = net.requests()
    assert (asked.host, asked.path) == (HOST, "/robots.txt")
    assert asked.header("User-Agent") == identity.USER_AGENT
    assert asked.header("From") == identity.FROM
    with sqlite3.connect(tmp_path / "state" / "ledger.sqlite") as ledger:
        assert ledger.execute("SELECT count(*) FROM requests").fetchone() == (1,)


def test_the_crawl_delay_holds_between_commands(net: Net, tmp_path: Path) -> None:
    net.forget()
    for word in ("show", "check", "lint"):
        assert robots(net, tmp_path, word, f"https://{SLOW}/", *["/yes"] * (word == "check")).code == 0
    gaps = net.requests().gaps(SLOW)
    assert len(gaps) == 2
    assert min(gaps) >= 3


def test_two_urls_are_read_in_one_run(net: Net, tmp_path: Path) -> None:
    net.forget()
    run = robots(net, tmp_path, "diff", URL, "https://new.robots-tool.com/", "/no", "/other", "/same")
    assert run.code == 1, run.err
    assert "now allowed * /no until now line 2: Disallow: /no" in run.out
    assert "NOW REFUSED * /other" in run.out
    assert sorted(net.requests().paths()) == ["/robots.txt", "/robots.txt"]


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("http://10.0.0.1/", "private-address"),
        ("https://inside.robots-tool.com/", "private-address"),
        ("https://inward.robots-tool.com/", "private-address"),
        ("ftp://www.robots-tool.com/", "scheme"),
    ],
)
def test_refused_addresses_are_code_2(url: str, reason: str, net: Net, tmp_path: Path) -> None:
    for word in ("show", "lint"):
        run = robots(net, tmp_path, word, url)
        assert run.code == 2
        assert reason in run.err + run.out


@pytest.mark.parametrize(
    ("name", "show", "check", "lint"), [("missing", 0, 0, 2), ("error", 2, 1, 2), ("page", 0, 0, 1), ("large", 2, 1, 2)]
)
def test_what_the_server_says_counts(name: str, show: int, check: int, lint: int, net: Net, tmp_path: Path) -> None:
    url = f"https://{name}.robots-tool.com/"
    assert robots(net, tmp_path, "show", url).code == show
    judged = robots(net, tmp_path, "check", url, "/x", "--json")
    assert judged.code == check, judged.err
    (result,) = json.loads(judged.out)["results"]
    assert result["allowed"] is (check == 0)
    assert robots(net, tmp_path, "lint", url).code == lint


def test_a_url_of_another_origin_is_no_matter_of_this_file(net: Net, tmp_path: Path) -> None:
    run = robots(net, tmp_path, "check", URL, "https://elsewhere.robots-tool.com/no")
    assert run.code == 2
    assert "another origin" in run.err


def test_show_has_everything_in_order_with_line_numbers(file: Path) -> None:
    run = on_files("show", file)
    lines = [line.split()[:2] for line in run.out.splitlines()[2:]]
    assert lines == [
        ["1", "User-agent"],
        ["2", "Disallow"],
        ["3", "Allow"],
        ["4", "Crawl-delay"],
        ["5", "Noindex"],
        ["6", "Sitemap"],
    ]
    shown = json.loads(on_files("show", file, "--json").out)
    assert shown["groups"][0]["agents"] == [{"value": "*", "token": "*", "line": 1, "crawl_delay": 2.0}]
    assert [rule["line"] for rule in shown["groups"][0]["rules"]] == [2, 3]
    assert shown["sitemaps"] == [{"url": "/s.xml", "line": 6}]
    assert [line["key"] for line in shown["not_followed"]] == ["Noindex"]


def test_check_says_which_line_and_ends_with_1_where_something_is_refused(file: Path) -> None:
    allowed = on_files("check", file, "/no/but/this", f"{URL}yes")
    assert (allowed.code, allowed.out.count("allowed")) == (0, 2)
    assert "line 3: Allow: /no/but" in allowed.out
    refused = on_files("check", file, "--agent", "Googlebot", "--agent", "*", "/no", "/yes", "--json")
    assert refused.code == 1
    results = json.loads(refused.out)["results"]
    assert [(r["agent"], r["url"], r["allowed"], r["line"]) for r in results] == [
        ("Googlebot", "/no", False, 2),
        ("Googlebot", "/yes", True, None),
        ("*", "/no", False, 2),
        ("*", "/yes", True, None),
    ]


def test_standard_input_is_read(file: Path) -> None:
    assert on_files("check", "-", "/no", stdin=RULES.encode()).code == 1
    assert on_files("diff", "-", file, stdin=RULES.encode()).code == 0
    assert on_files("diff", "-", "-", stdin=b"").code == 2


def test_lint_prints_text_json_and_annotations(file: Path) -> None:
    text_, json_, github = (on_files("lint", file, "--format", kind) for kind in ("text", "json", "github"))
    assert text_.code == json_.code == github.code == 1
    assert f"{file}:6: error: sitemap-relative" in text_.out
    assert {"directive-retired", "sitemap-relative"} <= {f["id"] for f in json.loads(json_.out)["findings"]}
    assert f"::error file={file},line=6,title=sitemap-relative::" in github.out
    assert all(line.startswith("::") for line in github.out.splitlines())


def test_annotations_of_standard_input_name_no_file() -> None:
    run = on_files("lint", "--format", "github", "-", stdin=f"{RULES}file=-,: x\n".encode())
    assert run.code == 1
    assert "::error line=6,title=sitemap-relative::" in run.out
    assert all(line.partition(" ")[2].startswith("line=") for line in run.out.splitlines())


@pytest.mark.parametrize(
    ("args", "code"),
    [
        (["show"], 0),
        (["show", "--json"], 0),
        (["check", "/no"], 1),
        (["lint"], 1),
        (["lint", "--format", "github"], 1),
        (["diff", "README.md"], 1),
    ],
)
@pytest.mark.parametrize("lines", [1, 5000])
def test_a_reader_that_has_seen_enough_changes_nothing(args: list[str], code: int, lines: int, tmp_path: Path) -> None:
    path = tmp_path / "robots.txt"
    path.write_text(RULES * lines, "utf-8")
    read_end, write_end = os.pipe()
    os.close(read_end)
    command = [sys.executable, "-m", "scrapy", "robots", args[0], str(path), *args[1:]]
    with os.fdopen(write_end, "wb") as pipe:
        done = subprocess.run(command, stdout=pipe, stderr=subprocess.PIPE, cwd=ROOT, timeout=60)
    assert (done.returncode, done.stderr) == (code, b"")


def test_lint_of_a_file_in_order_ends_with_0(tmp_path: Path) -> None:
    path = tmp_path / "ok.txt"
    path.write_text("User-agent: *\nDisallow: /a\nSitemap: https://www.robots-tool.com/s.xml\n", "utf-8")
    run = on_files("lint", path)
    assert (run.code, run.out) == (0, "0 errors, 0 warnings, 0 notices\n")


def test_diff_takes_the_urls_of_a_sitemap(file: Path, tmp_path: Path) -> None:
    new, sitemap = tmp_path / "new.txt", tmp_path / "sitemap.xml"
    new.write_text(RULES.replace("Allow: /no/but\n", ""), "utf-8")
    head = '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
    urls = "".join(f"<url><loc>{URL}{path}</loc></url>" for path in ("no/but", "no/more", "yes"))
    sitemap.write_text(f"{head}{urls}</urlset>", "utf-8")
    found = json.loads(on_files("diff", file, new, "--sitemap", sitemap, "--agent", "x", "--json").out)
    assert [(c["url"], c["after"]["line"]) for c in found["changes"]] == [(f"{URL}no/but", 2)]
    assert found["compared"] == 3


def test_diff_without_urls_looks_at_what_the_rules_are_about(file: Path, tmp_path: Path) -> None:
    new = tmp_path / "new.txt"
    new.write_text(RULES + "Disallow: /late*r$\n", "utf-8")
    run = on_files("diff", file, new)
    assert run.code == 1
    assert "NOW REFUSED * /later " in run.out


def test_selftest_prints_the_count() -> None:
    run = on_files("selftest")
    assert run.code == 0
    count, _, failed = run.out.partition(" vectors, ")
    assert int(count) >= 250
    assert failed == "0 failed\n"
    assert run.err == ""


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["show", "no-such-file.txt"], "there is no such file"),
        (["show", "www.robots-tool.com"], "https://www.robots-tool.com/"),
        (["show", "crawler"], "Is a directory"),
        (["show"], "expected: scrapy robots show FILE|URL"),
        (["check", "README.md"], "expected: scrapy robots check"),
        (["check", "README.md", "no-path"], "expected a path that begins with /"),
        (["check", "README.md", "file:///etc/passwd"], "no URL"),
        (["lint", "README.md", "LICENSE"], "expected: scrapy robots lint"),
        (["lint", "README.md", "--colour"], "--colour"),
        (["diff", "README.md", "LICENSE", "--sitemap", "scrapy.cfg"], "no URLs in it"),
        (["diff", "README.md", "LICENSE", "/a", "--sitemap", "scrapy.cfg"], "expected one of them"),
        (["polish", "README.md"], "show|check|lint|diff|selftest"),
        ([], "show|check|lint|diff|selftest"),
    ],
)
def test_wrong_use_is_code_2_and_says_what_was_expected(args: list[str], says: str) -> None:
    run = on_files(*args)
    assert run.code == 2
    assert says in run.err + run.out
    assert "Traceback" not in run.err


def test_a_file_that_no_robot_would_read_is_too_large(tmp_path: Path) -> None:
    path = tmp_path / "large.txt"
    path.write_bytes(b"#" * (8 * 1024 * 1024 + 1))
    run = on_files("show", path)
    assert run.code == 2
    assert "too large" in run.err + run.out


def test_lint_says_of_any_large_file_that_it_is_too_large(tmp_path: Path) -> None:
    path = tmp_path / "large.txt"
    path.write_bytes(b"User-agent: *\nDisallow: /a\n" + b"# filling\n" * 850_000)
    for run in (on_files("lint", path), on_files("lint", "-", stdin=path.read_bytes()), on_files("lint", "/dev/zero")):
        assert run.code == 1, run.err
        assert "over-500-kib: over 524,288 bytes" in run.out


def test_a_file_over_512_kib_is_read_to_its_last_whole_line(tmp_path: Path) -> None:
    path = tmp_path / "over.txt"
    path.write_bytes(b"User-agent: *\nDisallow: /a\n" + b"#" * 500 * 1024 + b"\n" + b"Disallow: /b\n" * 2000)
    run = on_files("check", path, "/a", "/c")
    assert run.code == 1
    assert "over 512 KiB" in run.out
    assert "over-500-kib" in on_files("lint", path).out


def test_control_signs_of_a_stranger_do_not_reach_the_terminal() -> None:
    for word in ("show", "lint"):
        assert (
            "\x1b"
            not in on_files(word, "-", stdin=b"User-agent: *\n\x1b[2Jboo: \x1b]0;x\x07 y\n\x1b[1m some words").out
        )
