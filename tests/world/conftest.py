"""One world for all of the world's own tests, with its logs emptied before each."""

from collections.abc import Iterator

import pytest

from tests.world import Net, require_world, sample


@pytest.fixture(scope="package")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Net]:
    require_world()
    with sample.world().start(tmp_path_factory.mktemp("net")) as net:
        yield net


@pytest.fixture
def net(running: Net) -> Net:
    running.forget()
    return running
