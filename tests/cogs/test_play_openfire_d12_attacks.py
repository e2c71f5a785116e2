"""Attacks and assaults of the Open Fire core rules through Discord: decisions, retained facts, refusals, warnings."""

from __future__ import annotations

from typing import Any

from tests.cogs.table import Table, Told

SHOT = {"attacker": "Line squad", "target": "Turncoats", "distance": "14"}
CLOSE = {"attacker": "Raiders", "target": "Line squad"}
TAKE_IT = "Do not evade"
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


async def test_damage_is_added_up_and_taken_model_by_model(core: Table) -> None:
    core.dice.next(12, 12, 12, 1, 1, 12)
    asked = await core.done(core.ann, "/fire", attacker="Heavy trooper", target="Raiders", distance="10")
    told = await core.click(core.bob, asked, TAKE_IT)
    assert "3 hits, 2 failed Defence tests. 2 × DMG 2 = 4 damage, 2 models lost." in told.text
    raiders = await core.unit("Raiders")
    assert (raiders.models, raiders.hp) == (4, (0, 0, 2, 2, 2, 2))


async def test_a_volley_names_all_its_targets_and_spends_one_action(core: Table) -> None:
    firers = "3 service_rifle/2 service_rifle"
    shot = {"attacker": "Line squad", "target": "Raiders, Turncoats", "distance": "5", "firers": firers}
    told = await core.done(core.ann, "/fire", **shot, dice="1 1 1 1 1 1 / 1 1 1 1")
    assert "Raiders: **No hits.**" in told.text
    assert "Turncoats: **No hits.**" in told.text
    assert "Attacked with: 5 service rifles." in told.text
    assert (await core.states("Line squad"))["actions_left"] == 1


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


async def test_longshot_at_twice_the_range(core: Table) -> None:
    shot = {"attacker": "Scout pair", "target": "Line squad"}
    told = await core.anyway(core.bob, "/fire", **shot, distance="45")
    told = await core.click(core.ann, told, TAKE_IT)
    assert "2 dice (2 long rifles × ATT 1 (Longshot beyond 30″)), 7+ (SKL 6, Longshot +1)" in told.text
    assert "30″, by Longshot 60″" in await core.refused(core.bob, "/fire", **shot, distance="61")


async def test_odds_show_the_decisions_they_assume(core: Table) -> None:
    told = await core.done(core.ann, "/odds", **SHOT)
    assert "Assuming: evade no." in told.text
    assert "HP 0/1/2/2/2" in told.text
    assert "Assuming" not in (await core.done(core.ann, "/odds", **SHOT | {"distance": "5"})).text


async def test_why_adds_up_the_needed_number_and_the_dice(core: Table) -> None:
    await core.done(core.ann, "/fire", **SHOT | {"distance": "5"}, situation="obscured", dice=MISSES)
    told = await core.done(core.ann, "/why")
    assert "· +7: SKL" in told.text
    assert "· +3: obscured line of sight" in told.text
    assert "= 10+ needed\n· +10: 5 service rifles × ATT 2" in told.text
    assert "= 10 dice" in told.text


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


async def test_assaults_that_are_refused(core: Table) -> None:
    for changes, said in (
        ({"distance": "11.5"}, "10.5″ to its assault range"),
        ({"target": "Howling band"}, "same side"),
    ):
        assert said in await core.refused(core.bob, "/assault", **CLOSE | {"distance": "8"} | changes)


async def test_a_refusal_comes_before_any_warning(core: Table) -> None:
    await core.done(core.ann, "/initiative", dice="12 12 / 1 1")
    assert "out of reach" in await core.refused(core.bob, "/assault", **CLOSE, distance="12")
    await _tokens(core, "Raiders", 1)
    assert "1 suppression token" in await core.refused(core.bob, "/assault", **CLOSE, distance="5")


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


async def test_who_is_let_go_is_left_alone(core: Table) -> None:
    await _assault(core)
    await core.done(core.bob, "/move", unit="Raiders", extra="stays_in_assault_range")
    told = await core.click(core.bob, await core.done(core.ann, "/move", **LEAVES), "Let it go")
    assert told.buttons[-2:] == ("Undo", "Why?")
