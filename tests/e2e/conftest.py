"""Every e2e module brings its own world; whatever it does, nothing private may have been contacted,

and no request of ours may have lasted for longer than a request may.
"""

from collections.abc import Iterator

import pytest

from crawler.core.identity import USER_AGENT
from crawler.core.limits import REQUEST_SECONDS
from tests.e2e.support import LATE
from tests.world import Net, World, require_world


@pytest.fixture(scope="module")
def net(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Net]:
    """The running world of the module's `world()`; fails in the end by what its victims and its servers saw."""
    require_world()
    world: World = request.module.world()
    with world.start(tmp_path_factory.mktemp("world")) as running:
        yield running
        assert running.victims() == []
        ours = (entry for entry in running.requests() if entry.header("User-Agent") == USER_AGENT)
        assert [entry.url for entry in ours if entry.t_end - entry.t_start > REQUEST_SECONDS.value + LATE] == []
