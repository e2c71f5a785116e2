"""`/assault` and `/act withdraw`: into a fight, on with it, out of it (FUBAR › Close Combat)."""

from __future__ import annotations

from tests.cogs.table import Table, Told

FIGHT = {"attacker": "Marines", "target": "Militia"}
# Five veterans need 4+, eight green need 6+, without armour; the marines save on 5+.
ONE_DOWN = "4 1 1 1 1 / 1 1 1 1 1 1 1 1"


async def _assault(demo: Table) -> None:
    await demo.done(demo.ann, "/activate", unit="Marines", action="assault", dice="6")
    await demo.done(demo.ann, "/assault", **FIGHT, distance="6", dice=ONE_DOWN)


async def test_the_next_turn_lists_the_fights_and_counts_them_as_activated(demo: Table) -> None:
    """Two phones, 20: after the roll for initiative the round was offered nowhere, and missed."""
    await _assault(demo)
    told = await demo.anyway(demo.ann, "/turn next")
    assert "Marines and Militia fight on." in told.text
    for name in ("Marines", "Militia"):
        states = await demo.states(name)
        assert states["tried"] == states["activated"] == 1
    told = await demo.done(demo.ann, "/initiative", dice="6 1")
    assert "Marines and Militia fight on" in told.buttons
    told = await demo.done(demo.bob, "/assault", attacker="Militia", target="Marines")
    assert told.title == "Close combat: Militia and Marines"
    told = await demo.anyway(demo.ann, "/initiative", dice="6 1")
    assert "Marines and Militia fight on" not in told.buttons


async def _break_off(demo: Table, dice: str) -> Told:
    """Let the Militia break off by running; Ann decides whether the Marines follow."""
    await _assault(demo)
    told = await demo.done(demo.bob, "/act", action="withdraw", unit="Militia", dice=dice)
    assert told.title == "Ann: Do you follow them?"
    assert f"<@{demo.ann.id}>" in told.text
    assert any("4″ or more catches them" in label for label in told.buttons)
    return told


async def test_the_enemy_may_let_them_go_after_a_restart_too(demo: Table) -> None:
    asked = await _break_off(demo, "5 / 4")
    before = await demo.last()
    told = await demo.click(demo.bob, asked, asked.buttons[1])
    assert told.refused
    assert await demo.last() == before
    await demo.restart()
    told = await demo.click(demo.ann, asked, "Let them go")
    assert "nobody follows" in told.whole
    assert not demo.has(asked, "Let them go")
    assert (await demo.entry()).plays[0].decisions[0].value == "no"
    assert [entry.command for entry in await demo.entries()].count("act") == 1
