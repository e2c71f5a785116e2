"""`/fire`: default firers, facts known from the board, volleys, vehicles (FUBAR › Firing)."""

from __future__ import annotations

from tests.cogs.table import Table

SHOT = {"attacker": "Regular section", "target": "Militia", "distance": "20"}


async def test_every_figure_whose_weapon_reaches_fires_and_hits_suppress_up_to_the_limit_and_then_kill(
    demo: Table,
) -> None:
    """At 20″: 6 assault rifles with one die each, the LMG with three; the grenade launcher reaches 16″. Green units may
    have 1 suppressed figure: of three hits one suppresses, two kill. A second shot is warned of, and that is logged.
    """
    told = await demo.done(demo.ann, "/fire", **SHOT, dice="5 5 6 1 1 1 1 1 1")
    assert "Fired: 1 LMG, 6 assault rifles." in told.text
    assert not told.private
    assert told.title == "Regular section → Militia"
    militia = await demo.unit("Militia")
    assert (militia.models, militia.count("suppressed")) == (6, 1)
    assert "3 hits: 1 suppressed, 2 casualties." in told.text
    assert "📌 Militia: remove 2 models and place 1 suppressed marker." in told.text
    told = await demo.anyway(demo.ann, "/fire", **SHOT, dice="1 1 1 1 1 1 1 1 1")
    assert "Done anyway: Regular section has fired since its activation" in told.text
    assert (await demo.entry()).warnings


async def test_neither_suppressed_figures_nor_the_dead_fire(demo: Table) -> None:
    for unit, count in (("Militia", 3), ("HMG team", 2)):
        await demo.done(demo.ann, "/marker set", unit=unit, marker="suppressed", count=count)
    shot = {"attacker": "Militia", "target": "Marines", "distance": "10"}
    told = await demo.done(demo.bob, "/fire", **shot, dice="1 1 1 1 1")
    assert "Fired: 5 infantry rifles." in told.text
    assert "suppressed: none can fire" in await demo.refused(demo.bob, "/fire", **shot | {"attacker": "HMG team"})
    await demo.done(demo.bob, "/unit edit", unit="Militia", field="models", value="0")
    assert "Militia is out of action and cannot fire." in await demo.refused(demo.bob, "/fire", **shot)


async def test_a_moved_vehicle_fires_one_weapon(demo: Table) -> None:
    await demo.done(demo.ann, "/activate", unit="IFV", dice="6")
    await demo.done(demo.ann, "/move", unit="IFV", action="walk")
    told = await demo.done(demo.ann, "/fire", attacker="IFV", target="Militia", distance="20", dice="1 1 1 1")
    assert "Fired: 1 light cannon." in told.text
    said = await demo.refused(
        demo.ann, "/fire", attacker="IFV", target="Militia", distance="20", firers="1 light_cannon, 1 lmg"
    )
    assert "it fires one weapon only" in said


async def test_the_rest_of_the_unit_takes_the_second_target(demo: Table) -> None:
    volley = {"attacker": "Regular section", "target": "Militia, HMG team", "distance": "10 / 14"}
    told = await demo.done(demo.ann, "/fire", **volley, firers="6 assault_rifle / 1 lmg, 1 grenade_launcher")
    first, second = (await demo.entry()).plays
    assert first.roles["target"] != second.roles["target"]
    assert (first.facts["distance"], second.facts["distance"]) == (10, 14)
    assert told.text.count("🎲 to hit") >= 2


async def test_a_reaction_is_made_once_a_turn(demo: Table) -> None:
    shot = {"attacker": "Militia", "target": "Marines", "distance": "10", "situation": "reaction"}
    assert "not On Guard" in await demo.refused(demo.bob, "/fire", **shot)
    await demo.done(demo.bob, "/activate", unit="Militia", action="on_guard", dice="6")
    await demo.anyway(demo.bob, "/fire", **shot)
    assert "once per turn" in await demo.refused(demo.bob, "/fire", **shot)
    await demo.anyway(demo.ann, "/turn next")
    assert "reacted" not in await demo.states("Militia")


async def test_a_shot_that_cannot_be_is_refused_with_the_reason(demo: Table) -> None:
    """A figure takes one result a bout, so two shots at one unit would be one too many."""
    shot = {"attacker": "Marines", "target": "Militia", "distance": "10"}
    for who, other, why in (
        (demo.ann, {"target": "Commandos"}, "same side"),
        (demo.ann, {"distance": "40"}, "assault rifle 24″"),
        (demo.ann, {"attacker": "Regular section", "target": "HMG team, HMG team"}, "named twice"),
        (demo.ann, {"attacker": "Marine", "target": "Militai"}, "Did you mean Militia?"),
        (demo.ann, {"attacker": "Marines, Commandos"}, "Unit: give one unit. Repeat the command for each."),
        (demo.bob, {}, "Only Red can do that; you play Blue."),
        (demo.cyd, {}, "You are not in this game"),
    ):
        assert why in await demo.refused(who, "/fire", **shot | other), why
    said = await demo.refused(demo.ann, "/assault", attacker="Marines", target="Militia, HMG team")
    assert "Target: give one unit." in said


async def test_a_missing_distance_is_asked_for_never_guessed_by_a_form_that_outlives_a_restart(demo: Table) -> None:
    before = await demo.last()
    asked = await demo.say(demo.ann, "/fire", attacker="Marines", target="Militia", firers="1 rpg", dice="1 1 1")
    assert asked.form
    assert await demo.last() == before
    assert (await demo.fill(demo.ann, asked, distance="ten")).refused
    asked = await demo.say(demo.ann, "/fire", attacker="Marines", target="Militia", firers="1 rpg", dice="1 1 1")
    await demo.restart()
    told = await demo.fill(demo.ann, asked, distance="11,5", cover=["soft"])
    assert told.title == "Marines → Militia"
    facts = (await demo.entry()).plays[0].facts
    assert (facts["distance"], facts["cover"]) == (11.5, "soft")


async def test_an_umpire_without_a_side_fires_for_any_side(demo: Table) -> None:
    await demo.done(demo.ann, "/game umpire", player=demo.cyd)
    await demo.done(demo.cyd, "/fire", attacker="Militia", target="Marines", distance="10")


async def test_a_preview_is_private_and_records_nothing(demo: Table) -> None:
    before = await demo.last()
    told = await demo.say(demo.ann, "/fire", **SHOT, preview=True)
    assert told.private
    assert told.title.startswith("Odds")
    assert await demo.last() == before
