"""The crawl's manners over many hosts, by the servers' logs: 200 names on 40 addresses, 20 of them failing, a minute.

    python -m tests.bench.hosts [HOSTS [ADDRESSES [SECONDS]]]

The engine and the settings are the product's; the spider asks for pages and follows redirects, no more. With 25
addresses there are 8 hosts of each, so that the limit of an address binds. Ends with 1 where a rule was broken, the
ledger does not agree with the servers, or less than 0.95 of what the rules allow was reached.
"""

import sys
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.crowd.crawl import Crawled, crawl
from tests.crowd.hosts import FAILING, plans, world
from tests.crowd.judge import share, shares, wait

GOAL, NEAR_GOAL = 0.95, 0.99


def main(hosts: int = 200, addresses: int = 40, seconds: int = 60) -> int:
    crowd = plans(hosts, addresses, [FAILING[number % len(FAILING)] for number in range(hosts // 10)])
    with TemporaryDirectory() as name, world(crowd).start(Path(name)) as net:
        crawled = crawl(net, crowd, Path(name), seconds)
        victims = net.victims()
    per_address = max(Counter(plan.address for plan in crowd).values())
    print(f"{hosts} hosts on {addresses} addresses (at most {per_address} of one), {hosts // 10} failing, {seconds} s")
    print(f"{len(crawled.log)} requests, {len(victims)} contacts with private addresses")
    print(crawled.said, end="")
    good = [tell_violations(crawled), tell_shares(crawled), tell_failing(crawled), tell_ledger(crawled), not victims]
    return 0 if all(good) else 1


def tell_violations(crawled: Crawled) -> bool:
    found = crawled.violations()
    print(f"violations in the servers' logs: {len(found)} {dict(Counter(one.rule for one in found)) or ''}")
    for one in found[:10]:
        print(f"  {one}")
    return not found


def tell_shares(crawled: Crawled) -> bool:
    """The share of what the rules allow on healthy hosts, and by Crawl-delay."""
    reached = shares(crawled.log, crawled.crowd, crawled.until)
    least = min(one.made / one.allowed for one in reached)
    print(f"share of what the rules allow on {len(reached)} healthy hosts: {share(reached):.3f} (goal {GOAL})")
    print(f"  of the host that got least: {least:.3f}")
    for delay in sorted({one.plan.delay for one in reached}):
        some = [one for one in reached if one.plan.delay == delay]
        print(f"  Crawl-delay {delay:3}: {share(some):.3f} ({sum(one.made for one in some)} requests)")
    return share(reached) >= GOAL


def tell_failing(crawled: Crawled) -> bool:
    """How often failing hosts were asked, and how often the rules would let somebody ask who never gets through."""
    print("failing hosts: requests each, and how many doubling allows where all but robots.txt fails")
    first, asked_too_often = crawled.log[0].t_first, False
    for plan in (plan for plan in crawled.crowd if not plan.healthy):
        asked, most = len(crawled.log.host(plan.name)), 2
        free = first + wait(plan, 0) + wait(plan, 1)
        while free <= crawled.until:
            most, free = most + 1, free + wait(plan, most)
        always = plan.kind != "flapping"
        asked_too_often |= always and asked > most
        print(f"  {plan.kind:12} Crawl-delay {plan.delay:3}: {asked} ({most if always else 'some succeed'})")
    return not asked_too_often


def tell_ledger(crawled: Crawled) -> bool:
    compared = crawled.compared()
    print(f"ledger: {len(crawled.rows)} rows, {len(compared.pairs)} pairs, {len(compared.faults)} disagree")
    for fault in compared.faults[:10]:
        print(f"  {fault}")
    print(f"  times within 50 ms: {compared.near:.4f}, the worst {max(compared.apart) * 1000:.0f} ms apart")
    print(f"  scrapy ledger check: exit {crawled.check.code}")
    return not compared.faults and compared.near >= NEAR_GOAL and crawled.check.code == 0


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
