"""Open Fire WW2 through the bot: when a Terror test is due, and what falling back costs."""

from __future__ import annotations

from tests.cogs.table import Table

MINES = {"action": "minefield", "unit": "Rifle squad", "count": 1}
SHOT = {"attacker": "Rifle squad", "target": "Conscript team", "distance": "18"}


# When a test is due


async def test_new_losses_make_a_test_due_again_in_the_same_turn(ww2: Table) -> None:
    """Losses by hand too."""
    for _ in range(2):
        await ww2.done(ww2.ann, "/act", **MINES, dice="6")
        told = await ww2.done(ww2.ann, "/morale", unit="Rifle squad", dice="1 1")
        assert "its nerve holds" in told.text
    await ww2.done(ww2.ann, "/unit edit", unit="Rifle squad", field="models", value="6")
    await ww2.done(ww2.ann, "/morale", unit="Rifle squad", dice="1 1")


async def test_a_passed_test_counts_without_new_losses_and_the_other_side_is_asked(ww2: Table) -> None:
    await ww2.done(ww2.ann, "/act", **MINES, dice="6")
    await ww2.done(ww2.ann, "/morale", unit="Rifle squad", dice="6 6")
    told = await ww2.agreed(ww2.ann, ww2.bob, "/morale", unit="Rifle squad", dice="1 1")
    assert "its nerve holds" in told.text


async def test_the_test_that_fire_brings_is_the_test_of_the_turn(ww2: Table) -> None:
    told = await ww2.done(ww2.ann, "/fire", **SHOT, firers="1 LMG", dice="6 1 1 1 1 / 6 / 6 6")
    assert "It is pinned" in told.text
    told = await ww2.warned(ww2.bob, "/morale", unit="Conscript team", dice="1 1")
    assert "has already taken its Terror test this turn" in told.text
    assert "pinned" in await ww2.states("Conscript team")


async def test_the_test_of_a_steady_squad_without_losses_is_warned(ww2: Table) -> None:
    told = await ww2.warned(ww2.ann, "/morale", unit="Rifle squad")
    assert (
        "Rifle squad needs no Terror test: it has no new losses and is neither pinned nor falling back (Terror)."
    ) in told.text
    await ww2.anyway(ww2.ann, "/morale", unit="Rifle squad", dice="1 1")
    await ww2.done(ww2.ann, "/marker set", unit="Rifle team", marker="pinned", count=1)
    await ww2.done(ww2.ann, "/morale", unit="Rifle team", dice="1 1")


# The move of a unit that falls back
