"""A coverage-guided search for texts of strangers that the door's parsers mishandle, with atheris.

    python -m tests.bench.fuzz_door TARGET CORPUS tests/data/door/TARGET -max_total_time=600 -max_len=4096 -seed=1

TARGET is url, address, sitemap or retry-after, CORPUS a folder. atheris is no dependency of ours: install it, and
what crawler.core needs (idna, lxml), in an environment of its own. What it finds goes to tests/data/door/TARGET,
where tests/core/test_door_fuzzed.py looks at it from then on.
"""

import sys

import atheris  # type: ignore[import-not-found]

with atheris.instrument_imports(include=["crawler"]):
    from tests.core.door_holds import check


def main(target: str) -> None:
    atheris.Setup(sys.argv, lambda data: check(target, data))
    atheris.Fuzz()


if __name__ == "__main__":
    main(sys.argv.pop(1))
