"""Attacks and assaults of the Open Fire core rules through Discord: decisions, retained facts, refusals, warnings."""

from __future__ import annotations

from typing import Any

from tests.cogs.table import Table, Told

SHOT = {"attacker": "Line squad", "target": "Turncoats", "distance": "14"}
CLOSE = {"attacker": "Raiders", "target": "Line squad"}
EVADE = "Evade: +2 Defence, then 1 suppression token"
MISSES = "1 1 1 1 1 1 1 1 1 1"
LEAVES = {"unit": "Line squad", "extra": "leaves_assault_range"}


async def _tokens(core: Table, unit: str, count: int) -> None:
    who = core.ann if (await core.unit(unit)).side == "Red" else core.bob
    await core.done(who, "/marker set", unit=unit, marker="suppression", count=count)


async def _assault(core: Table) -> Told:
    return await core.done(core.bob, "/assault", **CLOSE, distance="8")


# Attack


async def test_whether_the_target_evades_is_for_its_player_to_say(core: Table) -> None:
    asked = await core.done(core.ann, "/fire", **SHOT, cover="light")
    assert asked.text.startswith(f"<@{core.bob.id}>")
    assert "**Line squad → Turncoats, 14″, light cover**" in asked.text
    assert "This question is for" in (await core.click(core.cyd, asked, EVADE)).whole
    core.dice.next(7, 6, 12, 3, 9, 1, 10, 8, 2, 11, 6, 6, 6, 6, 12, 1)
    told = await core.click(core.bob, asked, EVADE)
    # DEF 7, PRC 1, light cover, evading: 5+.
    assert "6 hits, 1 failed Defence test. 1 × DMG 1 = 1 damage, no models lost." in told.text
    assert "DEF 7, PRC 1 +1, light cover −1, evading −2" in told.text
    turncoats = await core.unit("Turncoats")
    assert (turncoats.hp, turncoats.count("suppression")) == ((1, 2, 2, 2, 2), 1)
    assert "📌 Turncoats: place 1 suppression marker; HP now 1/2/2/2/2." in told.text


async def test_no_unit_evades_from_near_or_with_two_tokens(core: Table) -> None:
    told = await core.done(core.ann, "/fire", **SHOT | {"distance": "6"}, dice=MISSES)
    assert "Decision" not in told.text
    await _tokens(core, "Raiders", 2)
    raiders = {"attacker": "Second squad", "target": "Raiders", "distance": "20"}
    assert "Decision" not in (await core.anyway(core.ann, "/fire", **raiders)).text


REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"distance": "25"}, "no weapon for 25″ (service rifle 24″)"),
    (
        {"distance": "1", "situation": "in_assault_range"},
        "no weapon for 1″ (service rifle 24″). With an enemy in assault range use only",
    ),
    ({"situation": "blocked"}, "choose another target"),
    ({"situation": "seen_blocked=3"}, "choose another target"),
    ({"attacker": "Heavy trooper", "distance": "4"}, "no weapon for 4″ (autocannon 6–30″)"),
    ({"firers": "6 service_rifle"}, "5 service rifles left"),
    ({"target": "Second squad"}, "same side"),
    ({"situation": "impact"}, "no weapon with Impact"),
]


async def test_attacks_that_are_refused(core: Table) -> None:
    for changes, said in REFUSED:
        assert said in await core.refused(core.ann, "/fire", **SHOT | changes)


async def test_two_tokens_bar_any_attack(core: Table) -> None:
    await _tokens(core, "Line squad", 2)
    assert "2 suppression tokens" in await core.refused(core.ann, "/fire", **SHOT)
    told = await core.done(core.ann, "/activate", unit="Line squad")
    assert "Two actions for Line squad: recover (2 tokens) or interact." in told.text


# Assault range


async def test_an_assault_keeps_who_is_in_whose_range_by_name(core: Table) -> None:
    told = await _assault(core)
    assert "Up to 10″ (MOV 7, Assault +3), into assault range: 7″ away." in told.text
    raiders, squad = await core.unit("Raiders"), await core.unit("Line squad")
    assert raiders.words("in_assault_range_of") == (squad.id,)
    assert squad.words("in_assault_range_of") == (raiders.id,)
    await core.anyway(core.bob, "/assault", attacker="Howling band", target="Line squad", distance="3")
    shown = await core.done(core.ann, "/game status")
    assert "in assault range of Raiders and Howling band" in shown.text
    assert "u5" not in shown.text


async def test_impact_is_a_button_for_one_free_attack(core: Table) -> None:
    told = await _assault(core)
    assert "Impact: a free attack at" in told.text
    core.dice.next(*(1,) * 12)
    assert "side" in (await core.click(core.cyd, told, "Raiders: free attack")).text.lower()
    attack = await core.click(core.bob, told, "Raiders: free attack")
    assert "Attacked with: 6 blades." in attack.text
    states = await core.states("Raiders")
    assert (states["actions_left"], states["actions_done"]) == (1, "assault,impact")
    assert "Too late to react" in (await core.click(core.bob, told, "Raiders: free attack")).whole
    assert (
        "has made its free attack, or another unit"
        in (await core.warned(core.bob, "/fire", **CLOSE, situation="impact")).text
    )


async def test_only_the_enemy_in_assault_range_is_attacked(core: Table) -> None:
    await _assault(core)
    shot = {"attacker": "Raiders", "target": "Second squad", "distance": "5"}
    assert "may attack nobody else" in await core.refused(core.bob, "/fire", **shot)
    pistols = {**CLOSE, "firers": "6 pistol"}
    assert "only weapons of range 1" in await core.refused(core.bob, "/fire", **pistols)
    assert "may not rush" in await core.refused(core.ann, "/move", unit="Line squad", action="rush")


async def test_leaving_an_assault_range_is_asked_of_the_enemy(core: Table) -> None:
    await _assault(core)
    await core.done(core.bob, "/move", unit="Raiders", extra="stays_in_assault_range")
    asked = await core.done(core.ann, "/move", **LEAVES)
    assert asked.text.startswith(f"<@{core.bob.id}>")
    assert "This question is for" in (await core.click(core.cyd, asked, "Let it go")).whole
    told = await core.click(core.bob, asked, "A free attack before it moves")
    assert "Before the models move: free attack by Raiders." in told.text
    assert "in_assault_range_of" not in await core.states("Line squad")
    before = await core.states("Raiders")
    assert before.pop("free_attack_at") == (await core.unit("Line squad")).id
    core.dice.next(*(1,) * 12)
    attack = await core.click(core.bob, told, "Raiders: free attack")
    assert attack.title == "Raiders → Line squad"
    assert await core.states("Raiders") == before
    assert "Too late to react" in (await core.click(core.bob, told, "Raiders: free attack")).whole
