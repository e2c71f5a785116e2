"""`/assault` and `/act withdraw`: into a fight, on with it, out of it (FUBAR › Close Combat)."""

from __future__ import annotations

from tests.cogs.table import Table, Told

FIGHT = {"attacker": "Marines", "target": "Militia"}
# Five veterans need 4+, eight green need 6+, without armour; the marines save on 5+.
ONE_DOWN = "4 1 1 1 1 / 1 1 1 1 1 1 1 1"


async def _assault(demo: Table) -> None:
    await demo.done(demo.ann, "/activate", unit="Marines", action="assault", dice="6")
    await demo.done(demo.ann, "/assault", **FIGHT, distance="6", dice=ONE_DOWN)


async def test_both_sides_strike_and_are_engaged(demo: Table) -> None:
    told = await demo.warned(demo.ann, "/assault", **FIGHT, distance="6")
    assert "has not been activated" in told.text
    await demo.done(demo.ann, "/activate", unit="Marines", action="assault", dice="6")
    assert "moves 8″" in await demo.refused(demo.ann, "/assault", **FIGHT, distance="9")
    told = await demo.done(demo.ann, "/assault", **FIGHT, distance="6", dice="4 5 1 1 1 / 6 1 1 1 1 1 1 1 / 1")
    assert "Losses: Marines 1 figure, Militia 2 figures." in told.text
    marines, militia = await demo.unit("Marines"), await demo.unit("Militia")
    assert (marines.models, militia.models) == (4, 6)
    assert marines.word("engaged_with") == militia.id
    assert militia.word("engaged_with") == marines.id
    assert "They fight on at the start of the next turn" in told.text
    assert "`/act withdraw`" in await demo.refused(demo.bob, "/move", unit="Militia", action="walk")


async def test_suppressed_defenders_strike_last(demo: Table) -> None:
    await demo.done(demo.bob, "/marker set", unit="Militia", marker="suppressed", count=1)
    await demo.done(demo.ann, "/activate", unit="Marines", action="assault", dice="6")
    told = await demo.done(demo.ann, "/assault", **FIGHT, distance="6", dice="1 1 1 1 1 / 1 1 1 1 1 1 1 / 1")
    assert [line for line in told.lines if line.startswith("🎲")] == [
        "🎲 strikes of Marines, 4+ (own dice): 1 1 1 1 1 → **0**",
        "🎲 strikes of Militia, 6+ (own dice): 1 1 1 1 1 1 1 → **0**",
        "🎲 late strikes of Militia, 6+ (own die): 1 → **failure**",
    ]


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


async def test_a_fight_ends_with_the_last_figure(demo: Table) -> None:
    await demo.done(demo.bob, "/unit edit", unit="Militia", field="models", value="1")
    await demo.done(demo.ann, "/activate", unit="Marines", action="assault", dice="6")
    told = await demo.done(demo.ann, "/assault", **FIGHT, distance="6", dice="4 1 1 1 1 / 1")
    assert told.text.count("Militia is wiped out") == 1
    assert "engaged_with" not in await demo.states("Marines")


async def test_a_unit_shot_away_leaves_no_unit_engaged(demo: Table) -> None:
    await _assault(demo)
    await demo.done(demo.bob, "/unit edit", unit="Militia", field="models", value="1")
    await demo.done(demo.bob, "/marker set", unit="Militia", marker="suppressed", count=1)
    await demo.anyway(
        demo.ann,
        "/fire",
        attacker="Commandos",
        target="Militia",
        distance="10",
        firers="1 lmg",
        dice="6 6 1",
    )
    assert not (await demo.unit("Militia")).alive
    assert "engaged_with" not in await demo.states("Marines")


async def _break_off(demo: Table, dice: str) -> Told:
    """Let the Militia break off by running; Ann decides whether the Marines follow."""
    await _assault(demo)
    told = await demo.done(demo.bob, "/act", action="withdraw", unit="Militia", dice=dice)
    assert told.title == "Ann: Do you follow them?"
    assert f"<@{demo.ann.id}>" in told.text
    assert any("4″ or more catches them" in label for label in told.buttons)
    return told


async def test_breaking_off_frees_both(demo: Table) -> None:
    asked = await _break_off(demo, "5 / 4 / 1")
    told = await demo.click(demo.ann, asked, asked.buttons[0])
    assert "It breaks off 4″" in told.text
    assert "nobody follows" in told.text
    assert "engaged_with" not in await demo.states("Militia")
    assert "engaged_with" not in await demo.states("Marines")


async def test_caught_the_fight_goes_on(demo: Table) -> None:
    asked = await _break_off(demo, "5 / 4 / 6 / 4")
    told = await demo.click(demo.ann, asked, asked.buttons[0])
    assert "catches it: the fight goes on" in told.text
    assert "engaged_with" in await demo.states("Militia")


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


async def test_no_unit_withdraws_from_nothing(demo: Table) -> None:
    assert "not in close combat" in await demo.refused(demo.bob, "/act", action="withdraw", unit="Militia")


async def test_a_removed_unit_leaves_no_unit_engaged(demo: Table) -> None:
    await _assault(demo)
    await demo.done(demo.bob, "/unit remove", unit="Militia")
    assert "engaged_with" not in await demo.states("Marines")


async def test_vehicles_are_not_fought_hand_to_hand(demo: Table) -> None:
    said = await demo.refused(demo.ann, "/assault", attacker="Marines", target="Technical", distance="4")
    assert "vehicle" in said
