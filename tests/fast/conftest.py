"""Kernels take seconds to compile: each is built once for all tests."""

import pytest

from gradatim.core import Game, load
from gradatim.fast import Bulk, Compiled


@pytest.fixture(scope="session")
def escalation() -> Game:
    return load("escalation")


@pytest.fixture(scope="session")
def compiled(escalation: Game) -> Bulk:
    return Bulk(escalation)


@pytest.fixture(scope="session")
def interpreted(escalation: Game) -> Bulk:
    return Bulk(escalation, compiled=False)


@pytest.fixture(scope="session")
def executor(escalation: Game) -> Compiled:
    return Compiled(escalation.rules)
