"""A coverage-guided search for files the robots.txt parser or the linter mishandles, with atheris.

    python -m tests.bench.fuzz_robots CORPUS_FOLDER tests/data/robots/seeds -max_total_time=600 -max_len=4096

atheris is no dependency of ours: install it, and idna, in an environment of its own. What it finds
goes to tests/data/robots/crashes, where tests/core/robots/test_fuzzed.py looks at it from then on.
"""

import sys

import atheris  # type: ignore[import-not-found]

with atheris.instrument_imports(include=["crawler"]):
    from tests.core.robots.holds import check

if __name__ == "__main__":
    atheris.Setup(sys.argv, check)
    atheris.Fuzz()
