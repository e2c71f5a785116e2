"""Amendments of a shot when an entry of an earlier turn was undone meanwhile."""

from __future__ import annotations

from tests.cogs.table import Table
from tests.cogs.undoing import agree, undo_entry


async def test_an_action_of_a_turn_that_is_over_keeps_no_turn(table: Table) -> None:
    """The undone shot leaves its unit an action of the last turn, which must not block the game."""
    await table.done(table.ann, "/game demo", system="zombie_wargame")
    await table.done(table.ann, "/game join", side="Red")
    await table.done(table.bob, "/game join", side="Blue")
    await table.done(table.ann, "/initiative", dice="6 1")
    await table.done(table.ann, "/activate", unit="Rifleman")
    await table.done(table.ann, "/fire", attacker="Rifleman", target="Brute", distance="10", dice="1 1")
    first = await table.last()
    await table.anyway(table.ann, "/turn next")
    await table.done(table.ann, "/initiative", dice="6 1")
    await table.done(table.ann, "/activate", unit="Rifleman 2")
    await table.done(table.ann, "/fire", attacker="Rifleman 2", target="Brute", distance="10", dice="1 1")
    await table.done(table.bob, "/activate", unit="Shambler")
    await undo_entry(table, table.ann, entry=first)
    assert (await table.live()).game.holder == "Blue"
    await agree(table, await table.done(table.ann, "/amend", distance="11"))
    assert (await table.live()).game.holder == "Blue"


async def test_a_second_amendment_counts_by_the_rulings_of_the_first_roll(table: Table) -> None:
    """Pinned markers took no dice then, and take none when the shot is amended again."""
    await table.done(table.ann, "/game demo", system="opreb")
    await table.done(table.ann, "/game join", side="Red")
    await table.done(table.bob, "/game join", side="Blue")
    game = (await table.live()).game
    red, blue = (game.units_of_side(side)[0].name for side in ("Red", "Blue"))
    await table.done(table.ann, "/marker set", unit=red, marker="pinned", count=2)
    await table.done(table.ann, "/fire", attacker=red, target=blue, distance="9", cover="light")
    dice = await _dice(table)
    await agree(table, await table.done(table.ann, "/rulings set", name="pin_effect", value="minus_skill_die"))
    for distance in ("10", "11"):
        told = await table.done(table.ann, "/amend", distance=distance)
        if "Agree" in told.buttons:
            await agree(table, told)
        assert await _dice(table) == dice


async def _dice(table: Table) -> int:
    """Return the dice of the attacker in the last entry."""
    return len((await table.entry()).plays[0].throws[0].faces)
