"""What processes of their own do to a store of hosts, and what they write down of it. Run by `multiprocessing`."""

import json
import os
import random
import time

from crawler.core.pacing import HostState


def race(opening, folder, seed, hosts, address, turns):
    """Take turns at `hosts` of one address, at random; note when each was ours (monotonic: one machine, one clock)."""
    store, chance, held = opening(folder, time.time), random.Random(seed), []
    while len(held) < turns:
        host = chance.choice(hosts)
        if not store.take(host, store.recall(host).ended_ago, [address]):
            time.sleep(0.001)
            continue
        began = time.monotonic()
        time.sleep(chance.random() / 200)
        held.append((host, began, time.monotonic()))
        store.give_back(host, HostState())
    store.close()
    (folder / f"held-{seed}.json").write_text(json.dumps(held))


def die(opening, folder, host, address):
    """Take a lease and die without a word."""
    assert opening(folder, time.time).take(host, None, [address])
    os._exit(0)
