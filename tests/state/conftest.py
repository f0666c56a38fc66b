"""A store of hosts, of every kind there is, and two holders of it."""

import pytest

from tests.state.stores import STORES, Shared


@pytest.fixture(params=STORES, ids=lambda opening: opening.__qualname__)
def shared(request, tmp_path):
    made = Shared(request.param, tmp_path)
    yield made
    for holder in made.holders:
        holder.close()


@pytest.fixture
def one(shared):
    return shared.open()


@pytest.fixture
def two(shared):
    return shared.open()
