"""Services whose games have provable dice."""

from __future__ import annotations

from collections.abc import AsyncIterator
from functools import partial
from itertools import count
from pathlib import Path

import pytest

from bot.services import Services
from tests.bot import playing
from tests.cogs.table import Loaded, services_on
from tests.proving import seeds


@pytest.fixture
async def fair(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Services]:
    """Services whose games have seeds; the dice are the same in every run."""
    monkeypatch.setattr(playing, "_SOURCES", count(1))
    found = await services_on(tmp_path / "fair.sqlite", Loaded(), "run1", seeds())
    found.record.games.begin = partial(found.record.games.begin, id="game-1")
    yield found
    await found.record.close()
