"""The network alone: programs without any guard of ours get nowhere inside, and the crawler works as before.

Each way in is tried with the rules and without them: a way that reaches no victim without them shows nothing.
"""

import json
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.e2e.support import ROOT, crawl
from tests.world import Host, Name, Net, Request, Response, World, html, require_command, text
from tests.world.victims import ADDRESSES, TCP_PORTS, UDP_PORTS

DOMAIN = "walled-example.com"
PUBLIC4, PUBLIC6 = "93.184.215.79", "2606:2800:21f:cb07::79"
SCRIPT = ROOT / "deploy" / "egress.sh"
#: Victims that answer; what needs a zone (fe80::1) is reached by the sockets below only.
INSIDE = [address for address in ADDRESSES if not address.startswith("fe80:")]
ODD = ("127.1", "127.0.1", "0x7f000001", "2130706433", "017700000001", "0x7f.1", "0", "[::]", "[::ffff:10.0.0.1]",
       "[::ffff:a00:1]", "[0:0:0:0:0:0:0:1]", "10.1", "localhost")  # fmt: skip
NAMES = {
    "four": {"a": ["10.0.0.1"]},
    "six": {"aaaa": ["fd00::1"]},
    "mapped": {"aaaa": ["::ffff:192.168.0.1"]},
    "alias": {"cname": f"four.{DOMAIN}"},
    "metadata": {"a": ["169.254.169.254"]},
}
BRACKETED = [f"[{address}]" if ":" in address else address for address in INSIDE]
URLS = [f"http://{host}/" for host in (*BRACKETED, *ODD, *(f"{name}.{DOMAIN}" for name in NAMES))]
URLS += [f"http://{PUBLIC4}:8080/", f"http://public.{DOMAIN}:6379/", "https://10.0.0.1/"]

SPIDER = f"""
import scrapy

class Plain(scrapy.Spider):
    name = "plain"
    start_urls = ["http://public.{DOMAIN}/", *{URLS!r}]

    def parse(self, response):
        pass
"""
#: What the browser has against pages that look inside is switched off: the rules alone shall hold.
CHROMIUM = ("--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
            "--disable-features=LocalNetworkAccessChecks,BlockInsecurePrivateNetworkRequests,PrivateNetworkAccessChecks",
            "--timeout=8000", "--dump-dom")  # fmt: skip
PAGE = (
    "<title>x</title><img src='/slow.png'>"
    + "".join(f"<img src='{url}x.png'>" for url in URLS)
    + "".join(f"<iframe src='http://{host}/'></iframe>" for host in BRACKETED[:4])
    + "<script>"
    + "".join(f"fetch('http://{host}/', {{mode: 'no-cors'}}).catch(() => 0);" for host in BRACKETED)
    + """
navigator.sendBeacon("http://172.16.0.1/beacon", "x");
new WebSocket("ws://10.0.0.1:8080/");
const peer = new RTCPeerConnection({iceServers: [{urls: "stun:192.168.0.1:443"}]});
peer.createDataChannel("x");
peer.createOffer().then(offer => peer.setLocalDescription(offer));
</script>"""
)


def site(request: Request) -> Response | None:
    if request.path == "/slow.png":  # keeps the page loading until everything has been tried
        return Response(404, delay=1.5)
    return text("", 404) if request.path == "/robots.txt" else html(PAGE) if request.path == "/" else None


def world() -> World:
    names = [Name(f"{name}.{DOMAIN}", **records) for name, records in NAMES.items()]
    return World([Host(f"public.{DOMAIN}", site, v4=[PUBLIC4], v6=[PUBLIC6])], names)


def egress(net: Net, *arguments: str) -> None:
    require_command("nft")
    done = net.run(["sh", SCRIPT, *arguments])
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.fixture
def walled(net: Net) -> Iterator[Net]:
    """The world behind the rules, as a container."""
    egress(net, "container")
    yield net
    egress(net, "remove")
    net.forget()


def ruleset(net: Net) -> str:
    """What the kernel holds, without the counters' values."""
    return net.run([require_command("nft"), "-s", "list", "ruleset"]).stdout


def attempts(net: Net, kind: str, *targets: str, before: tuple[str, ...] = ()) -> dict[str, tuple[str, float]]:
    """What became of each target, and how long that took."""
    done = net.run([*before, sys.executable, "-m", "tests.e2e.ways_out", kind, *targets], cwd=ROOT)
    assert done.returncode == 0, done.stderr
    return {target: (what, seconds) for target, what, seconds in map(json.loads, done.stdout.splitlines())}


# Programs


def stock_scrapy(net: Net, folder: Path) -> None:
    (folder / "plain.py").write_text(SPIDER)
    done = net.run([sys.executable, "-m", "scrapy", "runspider", "plain.py"], cwd=folder, timeout=100)
    assert done.returncode == 0, done.stderr


def urls(net: Net, folder: Path) -> None:
    attempts(net, "url", f"http://public.{DOMAIN}/", *URLS)


def curl(net: Net, folder: Path) -> None:
    targets = (f"http://public.{DOMAIN}/", *URLS)
    outputs = [part for _ in targets for part in ("-o", "/dev/null")]
    net.run([require_command("curl"), "-gsSkL", "-m", "3", *outputs, *targets])


def chromium(net: Net, folder: Path) -> None:
    browser = require_command("chromium", "chromium-browser", "google-chrome")
    profile = f"--user-data-dir={folder / 'profile'}"
    done = net.run([browser, *CHROMIUM, profile, f"http://public.{DOMAIN}/"], timeout=60)
    assert "<title>x</title>" in done.stdout, done.stderr


@pytest.mark.parametrize("program", [stock_scrapy, urls, curl, chromium])
def test_a_program_without_a_guard_gets_nowhere_inside(
    program: Callable[[Net, Path], None], walled: Net, tmp_path: Path
) -> None:
    for folder in ("with", "without"):
        (tmp_path / folder).mkdir()
    program(walled, tmp_path / "with")
    assert walled.victims() == []
    assert "/" in walled.requests().host(f"public.{DOMAIN}").paths()  # it ran, and the web is open
    egress(walled, "remove")
    program(walled, tmp_path / "without")
    seen = {victim["address"] for victim in walled.victims()}
    assert len(seen & set(INSIDE)) >= 9
    assert PUBLIC4 in seen  # by another port


# Sockets

REFUSED = {
    "tcp": [f"{address}|{port}" for address in (*INSIDE, "fe80::1%lo", "::ffff:10.0.0.1") for port in TCP_PORTS],
    "udp": [f"{address}|{port}" for address in (*INSIDE, "::ffff:10.0.0.1") for port in UDP_PORTS],
}
REFUSED["tcp"] += [f"{address}|{port}" for address in (PUBLIC4, PUBLIC6) for port in (22, 53, 853, 8080)]
REFUSED["udp"] += [f"{address}|{port}" for address in (PUBLIC4, PUBLIC6) for port in (53, 80, 443)]
REFUSED["udp"].remove("127.0.0.1|53")  # the configured resolver
REFUSED |= {kind: [PUBLIC4, PUBLIC6, "10.0.0.1", "fd00::1"] for kind in ("echo", "sctp")}
REFUSED |= {"via": [f"{PUBLIC4}|{PUBLIC4}"], "routed": [f"{PUBLIC6}|{PUBLIC6}", f"{PUBLIC6}|fd00::1"]}


@pytest.mark.parametrize("kind", REFUSED)
def test_a_socket_is_refused_at_once(kind: str, walled: Net) -> None:
    done = attempts(walled, kind, *REFUSED[kind])
    assert {what.split(":")[0] for what, _ in done.values()} <= {"ConnectionRefusedError", "PermissionError", "OSError"}
    assert max(seconds for _, seconds in done.values()) < 0.9  # Linux retries a connection after a second
    assert walled.victims() == []


@pytest.mark.parametrize("kind", ["tcp", "udp", "echo", "sctp", "routed"])
def test_without_the_rules_a_socket_gets_there(kind: str, net: Net) -> None:
    done = attempts(net, kind, *REFUSED[kind])
    net.forget()
    reached = [target for target, (what, _) in done.items() if what == "reached"]
    assert len(reached) >= 0.75 * len(REFUSED[kind])


def test_the_web_and_the_resolver_stay_open(walled: Net) -> None:
    web = [f"{address}|{port}" for address in (PUBLIC4, PUBLIC6) for port in (80, 443)]
    assert {what for what, _ in attempts(walled, "tcp", *web, "127.0.0.1|53").values()} == {"reached"}
    assert {what for what, _ in attempts(walled, "udp", "127.0.0.1|53").values()} == {"reached"}


def test_the_crawler_crawls_behind_the_rules(walled: Net, tmp_path: Path) -> None:
    url = f"https://public.{DOMAIN}/"
    assert crawl(walled, "page", url, tmp_path).outcome(url) == "fetched"
    assert walled.victims() == []


# Who is bound, and who may unbind

#: No capability, and no way to one: what a container started with all capabilities dropped has.
WITHOUT = ("setpriv", "--bounding-set=-all", "--inh-caps=-all", "--ambient-caps=-all", "--no-new-privs")
NESTED = (*WITHOUT, "unshare", "--user", "--keep-caps")  # all capabilities, over what it makes there
LIFTS = (
    "nft flush ruleset",
    "nft delete table inet crawler_egress",
    "nft flush chain inet crawler_egress judge",
    "nft insert rule inet crawler_egress judge accept",
    "nft add element inet crawler_egress resolver4 { 10.0.0.1 }",
    "nft delete element inet crawler_egress special4 { 10.0.0.0/8 }",
    "nft add table inet other",
    f"sh {SCRIPT} remove",
    f"sh {SCRIPT} container",
    "ip addr add 93.184.215.99/32 dev lo",
    "ip link add name own0 type veth",
)


@pytest.mark.parametrize("as_whom", [WITHOUT, NESTED], ids=["no capability", "a user namespace of its own"])
def test_a_container_cannot_lift_them(as_whom: tuple[str, ...], walled: Net) -> None:
    before = ruleset(walled)
    assert "crawler_egress" in before
    for lift in LIFTS:
        done = walled.run([*as_whom, *lift.split()], env={"PATH": f"{os.environ['PATH']}:/usr/sbin:/sbin"})
        assert done.returncode != 0, lift
        assert "not permitted" in done.stderr, (lift, done.stderr)
    assert ruleset(walled) == before
    done = attempts(walled, "tcp", *REFUSED["tcp"], f"{PUBLIC4}|80", before=as_whom)
    assert [target for target, (what, _) in done.items() if what == "reached"] == [f"{PUBLIC4}|80"]
    assert walled.victims() == []


def test_of_a_host_only_the_accounts_that_were_named_are_bound(net: Net) -> None:
    """Inside there is no account but root; to the rules it is one like any other."""
    egress(net, "account", "root")
    assert attempts(net, "tcp", "10.0.0.1|80", f"{PUBLIC4}|80").popitem()[1][0] == "reached"
    assert attempts(net, "udp", "10.0.0.1|80")["10.0.0.1|80"][0] != "reached"
    assert net.victims() == []
    egress(net, "account", "nobody")
    assert attempts(net, "tcp", "10.0.0.1|80")["10.0.0.1|80"][0] == "reached"
    egress(net, "remove")
    net.forget()


# What a machine has

OWN = "93.184.250.3"
INTERFACE = """
ip link add own0 type dummy 2>/dev/null || ip link add name own0 type veth peer name own1
ip link set own0 up
"""


def test_a_public_address_of_this_machine_is_refused(net: Net) -> None:
    assert net.run(["sh", "-ec", f"{INTERFACE} ip addr add {OWN}/24 dev own0"]).returncode == 0
    net.popen([sys.executable, "-m", "http.server", "80", "--bind", OWN], cwd=net.folder, stderr=-3)
    try:
        egress(net, "container")
        assert attempts(net, "tcp", f"{OWN}|80")[f"{OWN}|80"][0].startswith("ConnectionRefused")
        assert net.victims() == []
    finally:
        egress(net, "remove")
        net.run(["ip", "link", "del", "own0"])


FAR4, FAR6 = "93.184.251.2", "2606:2800:21f:cb08::2"
NEIGHBOUR = f"""
ip link add name near0 type veth peer name far0
unshare --net sleep 60 & far=$!
while [ "$(readlink /proc/$far/ns/net)" = "$(readlink /proc/self/ns/net)" ]; do sleep 0.1; done
ip link set far0 netns $far
ip addr add 93.184.251.1/24 dev near0; ip addr add 2606:2800:21f:cb08::1/64 dev near0 nodad; ip link set near0 up
inside() {{ nsenter --target $far --net "$@"; }}
inside ip addr add {FAR4}/24 dev far0; inside ip addr add {FAR6}/64 dev far0 nodad; inside ip link set far0 up
inside "$PYTHON" -m http.server 80 --bind :: >/dev/null 2>&1 & served=$!
for _ in 1 2 3 4 5 6 7 8 9; do
    sleep 0.5; "$PYTHON" -m tests.e2e.ways_out tcp "{FAR4}|80" | grep -q reached && break
done
"$PYTHON" -m tests.e2e.ways_out tcp "{FAR4}|80" "{FAR6}|80" "{FAR6}|8080"
kill $served $far
ip link del near0
"""


def test_neighbours_are_found_over_a_real_link(walled: Net) -> None:
    """IPv6 finds them by ICMP to link-local and multicast addresses: the kernel's own, and let pass."""
    done = walled.run(["sh", "-c", NEIGHBOUR], env={"PYTHON": sys.executable}, cwd=ROOT)
    what = [json.loads(line)[1] for line in done.stdout.splitlines()]
    assert [one.split(":")[0] for one in what] == ["reached", "reached", "ConnectionRefusedError"], done


def test_a_connection_that_stood_before_is_ended(net: Net) -> None:
    program = (
        "import socket, sys\nsock = socket.create_connection(('10.0.0.1', 80))\nprint('up', flush=True)\n"
        "sys.stdin.readline()\nsock.settimeout(3)\ntry:\n    sock.send(b'GET'); print(sock.recv(9))\n"
        "except ConnectionError as error: print(type(error).__name__)\n"
    )
    with net.popen([sys.executable, "-c", program], stdin=-1, stdout=-1, text=True) as running:
        assert running.stdout.readline() == "up\n"
        net.forget()
        egress(net, "container")
        out, _ = running.communicate("\n", 10)
    egress(net, "remove")
    assert out in ("ConnectionResetError\n", "ConnectionRefusedError\n")


# The script

WORDS = {
    "": "usage:", "show": "usage:", "wall": "usage:", "container x": "usage:", "remove x": "usage:",
    "show remove": "usage:", "account": "of what name", "account nobodyatall": "no account nobodyatall",
    "account root nobodyatall": "no account nobodyatall", "account -x": "no account -x",
}  # fmt: skip


@pytest.mark.parametrize("arguments", WORDS)
def test_wrong_use_is_an_error_that_says_so(arguments: str, net: Net) -> None:
    done = net.run(["sh", SCRIPT, *arguments.split()])
    assert (done.returncode, done.stdout) == (2, "")
    assert WORDS[arguments] in done.stderr
    assert ruleset(net) == ""


def shown(net: Net, resolvers: str, *what: str) -> tuple[int, str, str]:
    """What the script says where /etc/resolv.conf holds `resolvers`."""
    (net.folder / "other.conf").write_text(resolvers)
    over = f'mount --bind {net.folder / "other.conf"} /etc/resolv.conf; exec "$@"'
    done = net.run(["unshare", "--mount", "sh", "-ec", over, "sh", "sh", SCRIPT, *what])
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize(
    ("resolvers", "said"),
    [
        ("nameserver 1.1.1.1\nnameserver\t10.0.0.53\n", "resolver4 { 1.1.1.1, 10.0.0.53 }"),
        ("# nameserver 9.9.9.9\nsearch a.com\nnameserver 127.0.0.53 # local\nnameserver 127.0.0.53", "{ 127.0.0.53 }"),
        ("nameserver fe80::1%eth0\nnameserver 2606:4700::1111\n", "resolver6 { 2606:4700::1111, fe80::1 }"),
    ],
)
def test_the_resolvers_are_read_from_the_system(resolvers: str, said: str, net: Net) -> None:
    code, out, _ = shown(net, resolvers, "show", "container")
    assert (code, [line for line in out.splitlines() if line.endswith(said)] != []) == (0, True)
    assert "9.9.9.9" not in out


@pytest.mark.parametrize(
    ("resolvers", "said"),
    [
        ("search a.com\n", "names no nameserver"),
        ("nameserver\n", "names no nameserver"),
        ("nameserver dns.google\n", "nameserver dns.google; expected an address"),
        ("nameserver 1.1.1.1};flush\n", "expected an address"),
        ("nameserver 1.1.1.999\n", "nothing has changed"),
    ],
)
def test_a_resolver_that_is_no_address_is_an_error_and_changes_nothing(resolvers: str, said: str, walled: Net) -> None:
    before = ruleset(walled)
    code, out, err = shown(walled, resolvers, "container")
    assert (code, out, said in err) == (2, "", True)
    assert ruleset(walled) == before


ELSEWHERE = """
table ip nat {
    chain output {
        type nat hook output priority -100
        ip daddr 127.0.0.11 udp dport 53 dnat to 127.0.0.1:53
    }
}
"""


def test_a_resolver_that_the_network_leads_elsewhere_still_answers(net: Net) -> None:
    """Docker's 127.0.0.11:53 is a rule of address translation, and what leaves bears another address and port."""
    assert shown(net, "nameserver 127.0.0.11\n", "container")[0] == 0
    assert net.run([require_command("nft"), ELSEWHERE]).returncode == 0
    done = attempts(net, "udp", "127.0.0.11|53", "127.0.0.1|53")
    assert done["127.0.0.11|53"][0] == "reached"
    assert done["127.0.0.1|53"][0] != "reached"
    net.run([require_command("nft"), "delete", "table", "ip", "nat"])
    egress(net, "remove")
    net.forget()


def test_loading_twice_is_loading_once(walled: Net) -> None:
    before = ruleset(walled)
    egress(walled, "container")
    assert ruleset(walled) == before
    egress(walled, "account", "root")
    egress(walled, "container")
    assert ruleset(walled) == before
