"""The world itself: names, certificates, logs and victims are what they claim to be."""

import signal
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from tests.world import Host, Net, World, require_world
from tests.world.refs import dump
from tests.world.sample import FETCH, TLS, ask, broken, fetch, many, slowly


def test_starts_in_under_two_seconds(net: Net) -> None:
    print(f"the world started in {net.started_in:.3f} s")
    assert net.started_in < 2


def test_names_answer_as_described(net: Net) -> None:
    names = ["mixed", "turns", "turns", "turns", "alias", "loop", "fails", "mute", "slow", "nowhere", "a.wild"]
    questions = [part for name in names for part in (f"{name}.shop-example.com", "A")]
    www = list(net.world.hosts[0].v4 or ())
    assert ask(net, *questions) == [
        ["10.0.0.1", "93.184.215.14"], ["93.184.215.14"], ["10.0.0.1"], ["10.0.0.1"], www,
        "NoNameservers", "NoNameservers", "LifetimeTimeout", ["93.184.215.14"], "NXDOMAIN", ["93.184.215.14"],
    ]  # fmt: skip


def test_other_types_and_long_answers(net: Net) -> None:
    aaaa, txt, large, none = ask(
        net, "www.shop-example.com", "AAAA", "proof.shop-example.com", "TXT",
        "large.shop-example.com", "TXT", "shop-example.com", "A",
    )  # fmt: skip
    assert aaaa == ["2606:2800:21f:cb07::8b2c"]
    assert [value.replace('" "', "") for value in txt] == ["first", "x" * 300]
    assert len(large) == 20
    assert none == "NoAnswer"  # an empty non-terminal, not a name that is missing
    assert {"udp", "tcp"} <= {record["transport"] for record in net.lookups()}


def test_only_the_valid_certificate_is_trusted(net: Net) -> None:
    got = fetch(net, *(f"https://{kind}.tls-example.com/" for kind in TLS))
    assert got[0] == [200, "<title>Shop</title>"]
    assert [status for status, _ in got[1:]] == [0] * 5
    reasons = ("expired", "not yet valid", "self-signed", "Hostname mismatch", "unable to get local issuer")
    for (_, said), reason in zip(got[1:], reasons, strict=True):
        assert reason in said
    assert len([item for item in net.connections() if item["event"] == "tls-failed"]) >= 4


def test_the_log_shows_what_was_asked(net: Net) -> None:
    fetch(
        net,
        "http://www.shop-example.com/old?a=%41",
        "https://www.shop-example.com/",
        "https://www.shop-example.com/old",
    )
    log = net.requests().host("www.shop-example.com")
    assert log.paths() == ["/old?a=%41", "/", "/old", "/new"]
    assert [entry.status for entry in log] == [404, 200, 301, 404]
    assert [entry.scheme for entry in log] == ["http", "https", "https", "https"]
    assert all(entry.t_first <= entry.t_start <= entry.t_end and entry.complete for entry in log)
    assert "Python-urllib" in (log[0].header("user-agent") or "")
    assert min(log.gaps()) > 0
    assert log.overlaps() == []


def test_requests_at_once_overlap(net: Net) -> None:
    net.set_site("many.shop-example.com", partial(slowly, delay=0.4))
    programs = [net.popen([sys.executable, "-c", FETCH, net.url("/", "many.shop-example.com")]) for _ in range(2)]
    assert [program.wait(10) for program in programs] == [0, 0]
    net.set_site("many.shop-example.com", many)
    assert len(net.requests().overlaps("many.shop-example.com")) == 1
    assert net.requests().gaps()[0] < 0


def test_bodies_of_every_kind(net: Net) -> None:
    urls = [f"https://ways.shop-example.com/{way}" for way in ("raw", "other", "cut")]
    raw, other, cut = fetch(net, *urls)
    assert (raw, other) == ([200, "as it is"], [200, "any"])
    assert "IncompleteRead" in cut[1]
    more = fetch(net, net.url("/", "many.shop-example.com"), *[net.url("/", "counter.shop-example.com")] * 2)
    assert more == [[200, "piece 0 piece 1 piece 2 "], [200, "1"], [200, "2"]]
    again = fetch(net, *[net.url("/twice")] * 2)
    assert [status for status, _ in again] == [503, 200]


def test_handlers_of_bare_connections(net: Net) -> None:
    garbled, gone = fetch(net, "https://garbage.shop-example.com/", "http://reset.shop-example.com/")
    assert "nonsense" in garbled[1]
    assert "reset" in gone[1].lower()


def test_a_client_that_leaves_is_in_the_log(net: Net) -> None:
    program = net.popen([sys.executable, "-c", FETCH, "https://never.shop-example.com/"], stdout=subprocess.PIPE)
    assert b"timed out" in program.communicate(timeout=10)[0]
    (entry,) = net.requests()
    assert (entry.complete, entry.status, entry.bytes) == (False, None, 0)
    assert 2.5 < entry.t_end - entry.t_start < 3.5


def test_closed_ports_and_empty_addresses_refuse(net: Net) -> None:
    closed, nowhere = fetch(net, "https://plain.shop-example.com/", "http://slow.shop-example.com/")
    assert "refused" in closed[1]
    assert "unreachable" in nowhere[1]
    assert net.requests() == []


def test_changes_while_it_runs(net: Net, tmp_path: Path) -> None:
    assert ask(net, "_lessonpeak-verification.www.shop-example.com", "TXT") == ["NXDOMAIN"]
    net.publish("www.shop-example.com", "token")
    assert ask(net, "_lessonpeak-verification.www.shop-example.com", "TXT") == [["token"]]
    net.withdraw("www.shop-example.com")
    assert ask(net, "_lessonpeak-verification.www.shop-example.com", "TXT") == ["NXDOMAIN"]
    (tmp_path / "index.html").write_text("from a file")
    net.add_host(Host("late.shop-example.com", tmp_path))
    got = fetch(net, "https://late.shop-example.com/", "https://late.shop-example.com/../../etc/passwd")
    assert (got[0], got[1][0]) == ([200, "from a file"], 404)


def test_a_fault_in_a_site_is_not_hidden(tmp_path: Path) -> None:
    require_world()
    net = World([Host("www.shop-example.com", broken)]).start(tmp_path)
    with pytest.raises(AssertionError, match="a fault of the test's own"), net:
        assert fetch(net, "https://www.shop-example.com/")[0][0] == 500


def test_functions_without_a_name_are_refused() -> None:
    with pytest.raises(TypeError, match="module level"):
        dump(World([Host("www.shop-example.com", lambda request: None)]))


def test_programs_keep_their_folder_environment_and_signals(net: Net, tmp_path: Path) -> None:
    script = "import os, signal; print(os.getcwd(), os.environ['MARK'], flush=True); signal.pause()"
    program = net.popen(
        [sys.executable, "-c", script], env={"MARK": "here"}, cwd=tmp_path, stdout=subprocess.PIPE, text=True
    )
    assert program.stdout is not None
    assert program.stdout.readline() == f"{tmp_path} here\n"
    program.send_signal(signal.SIGTERM)
    assert program.wait(5) == -signal.SIGTERM
    program.stdout.close()
