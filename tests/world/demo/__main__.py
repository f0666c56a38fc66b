"""`python -m tests.world.demo COMMAND...`: run a command where the demo shop is a site like any other.

The owner's proof for the shop is published first. The exit code is the command's.
"""

import json
import signal
import subprocess
import sys
from pathlib import Path

from tests.world.demo import DOMAIN, world
from tests.world.net import unavailable
from tests.world.refs import ROOT


def token_for(host: str, state_dir: Path | None = None) -> str:
    """The token the owner of `host` has to publish, as the crawler itself says it."""
    command = [sys.executable, "-m", "scrapy", "ownership", "show", host, "--json"]
    if state_dir is not None:
        command += ["-s", f"STATE_DIR={state_dir}"]
    done = subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True)
    return str(json.loads(done.stdout)["token"])


def main(command: list[str]) -> int:
    reason = unavailable()
    if not command or reason:
        print(f"The demo needs a private network: {reason}." if reason else __doc__, file=sys.stderr)
        return 2
    with world().start() as net:
        net.publish(DOMAIN, token_for(DOMAIN))
        program = net.popen(command)
        signal.signal(signal.SIGTERM, lambda number, _: program.send_signal(number))
        while True:
            try:
                return program.wait()
            except KeyboardInterrupt:  # the program got it too, and ends in its own time
                continue


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
