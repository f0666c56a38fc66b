"""Random files read by Protego, by gpyrobotstxt (a port of Google's parser) and by us.

    python -m tests.bench.compare_robots [FILES [SEED]]

Prints for each parser how many files it judges otherwise than we, which rows of docs/robots.md explain that, and what
no row explains; ends with 1 where there is any. gpyrobotstxt is under the GPL, so it is no dependency of ours: install
it in a folder of its own and name that in PYTHONPATH. Without it, it is left out, and that is said.
"""

import importlib.util
import sys

from tests.core.robots.compared import GOOGLE, PROTEGO, compare, gpyrobotstxt, ours, protego


def main(files: int, seed: int) -> int:
    unexplained = 0
    for parser, matching, about in ((protego, "prefix", PROTEGO), (gpyrobotstxt, "exact", GOOGLE)):
        if importlib.util.find_spec(parser.__name__) is None:
            print(f"{parser.__name__}: not installed, not compared")
            continue
        different, rows, left = compare(parser, matching, about, files, seed)  # type: ignore[arg-type]
        print(f"{parser.__name__}: {different} of {files} files judged otherwise, {len(left)} without a row")
        for name, count in rows.most_common():
            print(f"  {count:6} {name}")
        for case in left[:10]:
            print(f"  {case} ours: {ours(case, matching)}")  # type: ignore[arg-type]
        unexplained += len(left)
    return 1 if unexplained else 0


if __name__ == "__main__":
    given = [int(argument) for argument in sys.argv[1:]]
    sys.exit(main(*given, *(20_000, 1)[len(given) :]))
