"""Undoing a change of turn: only if nothing was played since."""

from __future__ import annotations

from typing import Any

from tests.cogs.table import Table, Told
from tests.cogs.undoing import sound

SQUAD = {"unit": "Line rifle squad"}


async def give_command(table: Table, command: str, **options: Any) -> Told:
    """Give a command as Ann, an umpire without a side, and confirm all warnings."""
    before = await table.last()
    told = await table.say(table.ann, command, **options)
    told = await table.click(table.ann, told, "Anyway") if told.warned else told
    assert await table.last() == before + 1, told
    return told


async def clock(table: Table) -> tuple[Any, ...]:
    game = (await table.live()).game
    states = {unit.name: dict(unit.states) for unit in game.units.values()}
    return game.turn, game.phase, game.order, game.holder, states


async def test_a_change_of_turn_is_not_undone_below_later_entries(table: Table) -> None:
    """The refusal names the entries that depend on it; half a turn is never undone. Changes made by hand stay."""
    await table.done(table.ann, "/game demo", system="opreb")
    await give_command(table, "/activate", **SQUAD)
    first = await clock(table)
    await give_command(table, "/turn next")
    turned, second = await table.last(), await clock(table)
    await give_command(table, "/activate", **SQUAD)
    await give_command(table, "/turn next")
    said = await table.refused(table.ann, "/undo", entry=turned)
    assert said == (
        f"Entries {turned + 1} and {turned + 2} are later than this change of turn. Undo them first "
        "with `/undo`, the last one first."
    )
    assert await clock(table) != second
    for _ in range(2):
        await table.done(table.ann, "/undo")
    assert await clock(table) == second
    await table.done(table.ann, "/undo", entry=turned)
    assert await clock(table) == first
    await sound(table)
    await give_command(table, "/turn next")
    turned = await table.last()
    await table.done(table.ann, "/place add", kind="objective", label="Bridge")
    told = await table.done(table.ann, "/undo", entry=turned)
    assert f"Entry {turned + 1} stays as it is." in told.text
    assert await clock(table) == first
    assert "Bridge" in (await table.live()).game.things
    await sound(table)


async def test_the_initiative_is_not_undone_below_later_entries(table: Table) -> None:
    """This holds even if it is rolled again, and the same side is first again."""
    await table.done(table.ann, "/game demo", system="fubar")
    first = await clock(table)
    await give_command(table, "/initiative", dice="6 1")
    thrown = await table.last()
    await give_command(table, "/activate", unit="Marines", dice="6")
    said = await table.refused(table.ann, "/undo", entry=thrown)
    assert f"Entry {thrown + 1} is later than" in said
    await table.done(table.ann, "/undo")
    await table.done(table.ann, "/undo")
    assert await clock(table) == first
    for _ in range(2):
        await give_command(table, "/initiative", dice="6 1")
    thrown = await table.last()
    await give_command(table, "/activate", unit="Marines", dice="6")
    assert f"Entry {thrown + 1} is later than" in await table.refused(table.ann, "/undo", entry=thrown)


async def test_a_go_that_was_ended_is_not_taken_up_again_below_the_next_one(table: Table) -> None:
    """Otherwise two units would be active at the same time."""
    await table.done(table.ann, "/game demo", system="opreb")
    await give_command(table, "/initiative", dice="5 5 5 5 5 / 1 1 1 1")
    await give_command(table, "/activate", **SQUAD)
    await give_command(table, "/turn end")
    ended = await table.last()
    await give_command(table, "/activate", unit="Heavy weapons squad")
    assert f"Entry {ended + 1} is later than" in await table.refused(table.ann, "/undo", entry=ended)


async def test_a_marker_whose_removal_was_undone_returns_when_its_turn_continues(table: Table) -> None:
    """The removal was undone after the end of the turn, which restored nothing; then the end is undone too."""
    await table.done(table.ann, "/game demo", system="bayonet")
    await give_command(table, "/move", unit="GI")
    first = await clock(table)
    assert (await table.states("GI"))["moved"]
    await give_command(table, "/marker set", unit="GI", marker="moved", count=0)
    await table.done(table.ann, "/undo")
    assert await clock(table) == first, "within its turn it is there again"
    await give_command(table, "/marker set", unit="GI", marker="moved", count=0)
    cleared = await table.last()
    await give_command(table, "/turn end")
    second = await clock(table)
    told = await table.done(table.ann, "/undo", entry=cleared)
    assert await clock(table) == second, "its turn is over"
    assert "GI: " not in told.text
    await sound(table)
    await table.done(table.ann, "/undo")
    assert await clock(table) == first
    await sound(table)
    await give_command(table, "/turn end")
    assert "moved" not in await table.states("GI")


async def test_the_initiative_is_with_who_has_units_left_again_once_they_are_there_again(table: Table) -> None:
    """Red was passed over by an undo, because none of its units was left; then one is back."""
    await table.done(table.ann, "/game demo", system="fubar")
    await give_command(table, "/initiative", dice="6 1")
    for unit in ("Regular section", "Commandos", "IFV"):
        await give_command(table, "/marker set", unit=unit, marker="activated", count=1)
    first = await clock(table)
    await give_command(table, "/turn end")
    passed = await table.last()
    await give_command(table, "/marker set", unit="Marines", marker="activated", count=1)
    await give_command(table, "/place add", kind="objective", label="Bridge")
    await table.done(table.ann, "/undo", entry=passed)
    assert (await clock(table))[3] == "Blue"
    await table.done(table.ann, "/undo")
    assert (await clock(table))[3] == "Blue"
    await table.done(table.ann, "/undo")
    assert await clock(table) == first
    await table.done(table.ann, "/undo")
    assert (await clock(table))[3] == "Red"
    await sound(table)


async def test_a_shot_of_an_earlier_turn_gives_back_its_markers_and_dice_and_no_action(table: Table) -> None:
    await table.done(table.ann, "/game demo", system="opreb")
    await give_command(table, "/initiative", dice="5 5 5 5 5 / 1 1 1 1")
    await give_command(table, "/activate", **SQUAD)
    table.dice.next(5, 5, 5, 5, 6, 1, 1, 1, 1, 1, 1, 1, 1, 1, *[1] * 12)
    target = "Colonial militia section"
    shot = {"attacker": "Line rifle squad", "target": target, "distance": "15", "cover": "hard"}
    await give_command(table, "/fire", **shot, dice="roll")
    fired, wounded = await table.last(), await table.unit(target)
    assert wounded.count("wounds") + wounded.count("pinned")
    await give_command(table, "/turn next")
    await give_command(table, "/activate", **SQUAD)
    turn, before = (await clock(table))[0], await table.states("Line rifle squad")
    told = await table.done(table.ann, "/undo", entry=fired)
    assert "Red rolls these dice next: d6 5" in told.text
    assert not (await table.unit(target)).states
    assert await table.states("Line rifle squad") == before
    assert (await clock(table))[0] == turn == 2
    await sound(table)
