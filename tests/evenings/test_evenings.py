"""A short evening in a browser; `make evenings` plays long ones in every system."""

from __future__ import annotations

import pytest

from tests.bot.simulation.chromium import FOUND
from tests.evenings.__main__ import evening

pytestmark = pytest.mark.skipif(FOUND is None, reason="there is no Chromium here")


async def test_an_evening_by_taps_shows_nothing_too_wide_too_small_private_or_in_another_language() -> None:
    """Issue 45: whatever Ann and Bob tap is measured and read on two phones, a desk and the table screen."""
    found = await evening(None, "fubar", "de", steps=7, setup=False, seed=2)
    assert not found.faults, "\n".join(f"{screen}: {fault}" for fault, screen in found.faults.items())
    assert found.entries > 1
    assert len(found.screens) > 10
