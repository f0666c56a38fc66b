"""Every hostile way sends something of its kind, and ends with its client."""

import json
import sys
from pathlib import Path

from tests.world import Host, World, hostile, require_world

PEEK = """
import concurrent.futures, json, socket, sys, time
def peek(path):
    sock = socket.create_connection(("hostile-example.com", 80), 2)
    sock.sendall(b"GET %s HTTP/1.1\\r\\nHost: hostile-example.com\\r\\n\\r\\n" % path.encode())
    sock.settimeout(8)
    got, end, ends = b"", "limit", time.monotonic() + 10
    while len(got) < 1 << 19 and time.monotonic() < ends:
        try:
            data = sock.recv(1 << 16)
        except TimeoutError:
            end = "silence"
            break
        except ConnectionResetError:
            end = "reset"
            break
        if not data:
            end = "closed"
            break
        got += data
    sock.close()
    return json.dumps([path, end, len(got)])
with concurrent.futures.ThreadPoolExecutor(len(sys.argv)) as pool:
    print("\\n".join(pool.map(peek, sys.argv[1:])))
"""
OPEN = {"/": "silence", "/silent": "silence", "/silent-body": "silence", "/reset": "reset", "/reset-body": "reset"}
NEVER_ENDING = ("/endless", "/drip", "/many-headers", "/announced-huge", "/many-cookies")


def test_every_way_behaves_as_it_is_called(tmp_path: Path) -> None:
    require_world()
    with World([Host("hostile-example.com", hostile.WAYS, tls=None)]).start(tmp_path) as net:
        done = net.run([sys.executable, "-c", PEEK, *hostile.WAYS], timeout=60)
        seen = {path: (end, size) for path, end, size in map(json.loads, done.stdout.splitlines())}
        assert len(net.requests()) == len(hostile.WAYS), done.stderr
    assert set(seen) == set(hostile.WAYS)
    for path, (end, size) in seen.items():
        ends = OPEN.get(path, "limit" if path.startswith(NEVER_ENDING) else "closed")
        assert end == ends, (path, end, size)
        assert size > 0 or path in ("/silent", "/reset", "/closed")
