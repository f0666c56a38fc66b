"""Versions whose makers no longer mend them.

Made on 2026-12-01. PHP, WordPress, Joomla and Drupal were checked with announcements; the other dates are as commonly
known, and to be checked with endoflife.date when the table is made anew. The first version that is mended stands in
the table. Where a distribution is named beside the number, its own makers may mend an older one: the oldest counts.
"""

import re
from typing import Final, NamedTuple


class Life(NamedTuple):
    """`alive` is the first version that is mended, `packaged` the oldest that some distribution still mends."""

    alive: str
    packaged: str
    why: str


TABLE: Final = {
    "jQuery": Life("3.5", "3.5", "holes that let strangers' scripts in were closed in 3.5.0 (CVE-2020-11022)"),
    "jQuery UI": Life(
        "1.13.2", "1.13.2", "a hole that lets strangers' scripts in was closed in 1.13.2 (CVE-2022-31160)"
    ),
    "Bootstrap": Life("5", "5", "3 ended in July 2019, 4 in January 2023"),
    "AngularJS": Life("2", "2", "ended in December 2021"),
    "Vue": Life("3", "3", "2 ended in December 2023"),
    "PHP": Life("8.2", "7.4", "8.1 ended in December 2025"),
    "Python": Life("3.11", "3.6", "3.10 ended in October 2026"),
    "WordPress": Life("6.8", "6.8", "more than two major releases behind 7.0 of May 2026"),
    "Drupal": Life("10", "10", "9 ended in November 2023, 7 in January 2025"),
    "Joomla": Life("5", "5", "3 ended in August 2023, 4 in October 2025"),
    "TYPO3": Life("12", "12", "11 ended in October 2024"),
    "MediaWiki": Life("1.43", "1.43", "1.39 ended in December 2025"),
    "Ghost": Life("5", "5", "only the last two major releases are mended"),
    "nginx": Life("1.28", "1.18", "only the current stable and mainline branches are mended"),
    "Apache": Life("2.4", "2.4", "2.2 ended in 2018"),
    "OpenSSL": Life("3.5", "1.1.1", "1.1.1 ended in September 2023, 3.0 in September 2026"),
    "Tomcat": Life("9", "9", "8.5 ended in March 2024"),
    "IIS": Life("10", "10", "8.5 ended with Windows Server 2012 R2 in October 2023"),
    "lighttpd": Life("1.4", "1.4", "older branches are not mended"),
}
_DISTRIBUTION = re.compile(
    r"ubuntu|debian|deb\d|\+deb|centos|red ?hat|rhel|\bel[789]\b|alma|rocky|fedora|suse|amazon|-fips|~", re.IGNORECASE
)
_NUMBER = re.compile(r"\d+")


def ended(name: str, version: str, evidence: str) -> str:
    """Why a version is no longer mended, or nothing. `evidence` is where it was read: it may name a distribution."""
    life = TABLE.get(name)
    if life is None or not version:
        return ""
    first = life.packaged if _DISTRIBUTION.search(f"{version} {evidence}") else life.alive
    return life.why if _is_before(_numbers(version), _numbers(first)) else ""


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(map(int, _NUMBER.findall(re.split(r"[-+~a-z]", version)[0])))


def _is_before(version: tuple[int, ...], first: tuple[int, ...]) -> bool:
    """`3` may be any 3.x and is not before 3.5."""
    shared = min(len(version), len(first))
    return version[:shared] < first[:shared]
