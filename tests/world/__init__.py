"""The private internet of the tests: hosts, names, certificates and listeners in namespaces of their own.

The crawler refuses loopback and has no switch for it, so the tests bring an internet along. `World.start`
makes a user, a network and a mount namespace (`unshare --user --map-root-user --net --mount`). In them `lo`
carries public addresses, a DNS server answers on 127.0.0.1:53, origin servers listen on 80 and 443 of every
address, the system's trust store holds one throw-away authority, and every contact with a private address is
written down. Programs run in there unmodified. Nothing in there has a way to the machine's network.

    from tests.world import Host, Name, Response, World, html, redirect, require_world

    def shop(request):                       # module level: the server imports it by file and name
        if request.path == "/robots.txt":
            return Response(200, {"Content-Type": "text/plain"}, "User-agent: *\\nDisallow: /cart\\n")
        if request.path == "/old":
            return redirect("/new", 301)
        return html("<title>Hello</title>")

    def test_it(tmp_path):
        require_world()                      # skips with the reason; with CI=true fails instead
        require_command("nft")               # the same for a program; gives its path
        world = World(
            [Host("www.shop-example.com", shop), Host("bad.shop-example.com", shop, tls="expired")],
            [Name("mixed.shop-example.com", a=["93.184.215.14", "10.0.0.1"])],
        )
        with world.start(tmp_path) as net:
            done = net.run([sys.executable, "-m", "scrapy", "crawl", "page", ...], cwd=..., timeout=60)
            log = net.requests().host("www.shop-example.com")
            assert log.paths() == ["/robots.txt", "/"]
            assert min(log.gaps()) >= 0.5 and not log.overlaps()
            assert net.victims() == []

`World(hosts, names=())`

`Host(name, site=None, v4=None, v6=(), tls="valid", http=True, tcp=None)`
    v4: None takes a free public address, () has none. Hosts may share an address.
    tls: valid, expired, not-yet-valid, self-signed, wrong-name, unknown-authority, bare-address (the certificate
        names an IP address alone), too-old (TLS 1.1 at most), expiring (in nine days); None closes port 443.
    http: False closes port 80.
    site: a function `site(request) -> Response | str | bytes | None` (may be async; str and bytes are HTML,
        None is 404), a dict of path -> the same ("*" is any other path), a `Path` (folder of files),
        `partial` of a function, or an instance of a class with `__call__`. Functions and classes must be at
        module level: the server imports them by file and name. They run, and keep their state, in the
        server's process.
    tcp: an async function `tcp(connection)` that gets every accepted connection to the host's addresses, TLS
        done on 443, before a byte is read: `await connection.read(n)`, `.head()`, `.send(bytes)`;
        `connection.reset()`, `.port`, `.address`. The connection is closed when it returns.

`Name(name, a=(), aaaa=(), cname=None, txt=(), ttl=60, rcode="NOERROR", delay=0.0, silent=False)`
    What DNS says of a name; it replaces what a Host of that name brought. "*.name" is a wildcard. Unknown
    names are NXDOMAIN. A list of lists in `a`, `aaaa`, `txt` is successive answers, one per query, the last
    one for ever.
    rcode: "SERVFAIL", "REFUSED", "NXDOMAIN". silent: never answers, or, where it is "A" or "AAAA",
    not that question. delay: seconds.

`Request`: method, path (the raw target), headers (pairs as received), host, scheme, body, peer, address,
    port, at (wall clock), nth (the nth request for this host and path, from 1), connection (its number),
    header(name).

`Response(status=200, headers=(), body=b"", delay=0.0, raw=None, close=False)`
    headers: pairs or a dict, sent verbatim. Content-Length is added unless you name it or Transfer-Encoding.
    body: bytes, str, or an async iterator of bytes: chunked or, with close=True, ended by closing.
    delay: seconds before the first byte. raw: bytes sent instead of everything else, or an async function of
    the connection; it is closed afterwards. Shorthands: html(body, status=200, x_robots_tag=...), text(body,
    status=200), xml(body), redirect(location, status=302).

`hostile.WAYS`: a dict of path -> Response for a Host: /endless, /drip, /reset, /gzip-bomb, /cut-chunked, ...

`Net`, what `start` gives
    run(command, env=None, cwd=None, timeout=120, input=None, home=None) -> CompletedProcess of text. env is laid
        over the own environment (without its proxy and certificate variables). The uid inside reads 0, unless
        `home` is a folder that `with account.home()` gave: then the program runs as an ordinary account.
    popen(command, env=None, cwd=None, home=None, **more) -> Popen; pid and signals are the program's own.
    requests() -> Log. victims(), connections(), lookups(), errors() -> dicts; errors are tracebacks of sites,
        and leaving the `with` raises them. forget() empties the logs.
    victims() holds each contact with an address that is not public or a port other than 80 and 443, TCP or UDP,
        listening or not: {"protocol", "address", "port", "why": "address" | "port", "t", "wall"}.
    set_site(host, site), add_host(Host(...)), set_dns(name, "A", values, ttl=..., delay=..., ...),
        set_name(Name(...)), publish(host, *txt) and withdraw(host) of the owner's proof: while it runs.
    url(path="/", host=None), folder, authority (path of its PEM), started_in (seconds), stop().

`Log`, a list of `Entry`: t_first, t_start, t_end (monotonic seconds), wall_start, wall_end, peer, address,
    port, scheme, host, method, path, url, headers, header(name), status, bytes (on the wire, head included),
    complete, nth, connection.
    host(name), path(p) -> Log; paths(), by_path(); gaps(host=None), overlaps(host=None).
"""

from tests.world.log import Entry, Log
from tests.world.net import Net, require_command, require_world
from tests.world.spec import Host, Name, Request, Response, World, html, redirect, text, xml

__all__ = [
    "Entry",
    "Host",
    "Log",
    "Name",
    "Net",
    "Request",
    "Response",
    "World",
    "html",
    "redirect",
    "require_command",
    "require_world",
    "text",
    "xml",
]
