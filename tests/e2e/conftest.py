"""Every e2e module brings its own world; whatever it does, nothing private may have been contacted."""

from collections.abc import Iterator

import pytest

from tests.world import Net, World, require_world


@pytest.fixture(scope="module")
def net(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Net]:
    """The running world of the module's `world()`; fails in the end if a victim was contacted."""
    require_world()
    world: World = request.module.world()
    with world.start(tmp_path_factory.mktemp("world")) as running:
        yield running
        assert running.victims() == []
