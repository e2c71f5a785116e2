"""The commands of Bayonet through Discord: bounds, moves, opportunity fire, shots of every kind, and their effects."""

from __future__ import annotations

from tests.cogs.bounds import bound_over, next_step
from tests.cogs.components.play.test_control_row import menus
from tests.cogs.forging import forged, option_of
from tests.cogs.table import Table, Told

REACT = "Red: react …"
NEAR = {"attacker": "GI", "target": "Irregular", "distance": "10"}
BURST = {"attacker": "Heavy", "target": "Chief", "distance": "10"}


async def _engage(ford: Table) -> None:
    """The Chief and the Engineer are hand to hand."""
    await ford.anyway(ford.bob, "/assault", attacker="Chief", target="Engineer", dice="2 4")


async def _astray(ford: Table) -> Told:
    """Bob is asked whom the Heavy's shot at his Chief attacks instead."""
    await _engage(ford)
    await next_step(ford)
    ford.dice.next(1, 4)
    return await ford.done(ford.ann, "/fire", **BURST)


# Bounds


async def test_a_figure_acts_in_its_own_bound(ford: Table) -> None:
    told = await ford.done(ford.bob, "/activate", unit="Gunner")
    assert "Gunner may: Move 4″." in told.text
    told = await ford.anyway(ford.ann, "/activate", unit="Sniper")
    assert "Done anyway: It is Blue's bound, not Red's (Bounds)." in told.text
    status = (await ford.done(ford.ann, "/game status")).text
    assert "Has acted: **Gunner**" in status
    await bound_over(ford)
    assert "Has acted" not in (await ford.done(ford.ann, "/game status")).text


# Moves and opportunity fire


async def test_opportunity_fire_asks_where_its_target_came_from(ford: Table) -> None:
    await ford.done(ford.bob, "/move", unit="Chief")
    shooting = await next_step(ford)
    assert "you play Blue" in (await ford.click(ford.bob, shooting, "React …")).whole
    moved = await ford.click(ford.ann, shooting, "React …")
    form = await ford.pick(ford.ann, moved, "Sniper: opportunity fire", REACT)
    ford.dice.next(3, 3)
    told = await ford.fill(ford.ann, form, situation=["opportunity_unknown"], distance="20")
    assert "**Chief: 5 against 8, no effect.**" in told.text
    assert "opportunity fire, unknown position −2" in told.text
    assert "GI: opportunity fire" in menus(told)[REACT], "the shots that are left stay at hand"
    assert "Sniper: opportunity fire" not in menus(await ford.click(ford.ann, shooting, "React …"))[REACT]


async def test_opportunity_fire_ends_with_the_bound(ford: Table) -> None:
    await ford.done(ford.bob, "/move", unit="Chief")
    shot = option_of(await ford.click(ford.ann, await next_step(ford), "React …"), "Sniper: opportunity fire")
    await bound_over(ford)
    assert "Too late to react" in (await forged(ford, ford.ann, *shot)).whole
    hidden = {**NEAR, "situation": "opportunity_known, not_exposed"}
    assert "more than half" in await ford.refused(ford.ann, "/fire", **hidden)


# Shots


async def test_suppressed_figures_do_not_return_fire(moved: Table) -> None:
    await moved.done(moved.ann, "/fire", **NEAR, dice="4 3")
    assert "does not return fire" in await moved.refused(moved.bob, "/fire", attacker="Irregular", target="GI")
    told = await moved.done(moved.bob, "/unit show", unit="Irregular")
    assert "Options:" not in told.text
    for _ in range(5):
        await next_step(moved)
    told = await moved.done(moved.bob, "/unit show", unit="Irregular")
    assert "Options: Move 2″ into cover" in told.text
    assert (
        "Up to 2″. It is suppressed: move it into cover."
        in (await moved.done(moved.bob, "/move", unit="Irregular")).text
    )


async def test_a_burst_is_divided(moved: Table) -> None:
    told = await moved.done(moved.ann, "/fire", **BURST | {"target": "Irregular"}, firers="4/1", dice="1 6 3 3")
    assert told.text.count("🎲 attack on Irregular") == 2
    assert "add up to 6" in await moved.refused(moved.ann, "/fire", **BURST, firers="4/2")
    assert "not automatic" in await moved.refused(moved.ann, "/fire", attacker="GI", target="Chief, Gunner")


async def test_a_grenade_is_carried_and_strikes_friends_too(moved: Table) -> None:
    thrown = {"target": "Irregular, GI 2", "firers": "grenade", "distance": "5/0/0"}
    told = await moved.done(moved.ann, "/fire", attacker="GI", **thrown, dice="5 2 6")
    assert told.title == "Attack: GI (grenade) → Irregular and GI 2"
    assert "GI 2: 9 against 9, no effect." in told.text
    assert "carries no other weapon" in await moved.refused(moved.ann, "/fire", attacker="Sniper", **thrown)


async def test_out_of_sight_goes_on_with_a_word(ford: Table) -> None:
    told = await ford.anyway(ford.ann, "/fire", **NEAR, situation="out_of_arc, uphill", cover="fortification")
    assert "Done anyway: The target is outside the shooter's arc" in told.text
    assert "fortification +3, uphill +1, terrain adds 3 at most −1" in told.text
    assert "reaches 24″" in (await ford.warned(ford.ann, "/fire", **NEAR | {"attacker": "GI 2", "distance": "25"})).text
    both = {**NEAR, "situation": "overlap, hand_to_hand"}
    assert "at the same time: overlap and hand to hand" in await ford.refused(ford.ann, "/fire", **both)


# Into combat


async def test_a_stray_shot_is_decided_by_its_targets_player_and_waits_through_a_restart(ford: Table) -> None:
    asked = await _astray(ford)
    assert "This question is for Bob" in (await ford.pick(ford.cyd, asked, "Engineer")).whole
    await ford.done(ford.bob, "/game dice", mode="physical")
    await ford.restart()
    thrown = await ford.pick(ford.bob, asked, "Engineer")
    assert thrown.title == "Bob, roll 1d6: stray attack on Engineer"
    await ford.restart()
    ford.dice.next(6)
    told = await ford.fill(ford.bob, await ford.click(ford.bob, thrown, "Enter dice"), throw0="1")
    assert "Stray shot at Engineer: 4 against 9, no effect." in told.text
    assert [len(throw.faces) for throw in (await ford.entry()).plays[0].throws] == [1] * 4


# Hand to hand


async def test_a_unit_that_walks_away_leaves_none_fighting(ford: Table) -> None:
    await _engage(ford)
    await bound_over(ford)
    await bound_over(ford)
    assert "Options: Move 6″ out of combat" in (await ford.done(ford.bob, "/unit show", unit="Chief")).text
    assert (await ford.done(ford.bob, "/move", unit="Chief")).title == "Chief: move out of combat"
    assert await ford.states("Engineer") == {}


# Everything else


async def test_gas_is_rolled_for_by_the_other_side(ford: Table) -> None:
    await ford.done(ford.ann, "/place add", kind="gas", label="Cloud", radius=2, turns=2, keywords="cf=4")
    await ford.done(ford.bob, "/game dice", mode="physical")
    ford.dice.next(6)
    asked = await ford.done(ford.ann, "/act", action="gas", target="Chief")
    assert asked.title == "Bob, roll 1d6: Chief"
    told = await ford.fill(ford.bob, await ford.click(ford.bob, asked, "Enter dice"), throw0="1")
    assert "**Chief: 10 against 5, it flees.**" in told.text
    assert "Range Combat Factor" not in told.text
    assert "no ABC Combat Factor" in await ford.refused(ford.ann, "/act", action="gas", target="Light mortar")
    assert "no gas called Fog" in await ford.refused(ford.ann, "/act", action="gas", target="GI", weapon="Fog")


async def test_afterwards_each_of_the_downed_has_its_die(moved: Table) -> None:
    assert "Nobody is downed" in await moved.refused(moved.ann, "/act", action="afterwards")
    for attacker, target in (("GI", "Irregular"), ("GI 2", "Irregular 2")):
        await moved.done(moved.ann, "/fire", attacker=attacker, target=target, distance="5", dice="6 1")
    assert "out of action" in await moved.refused(moved.bob, "/move", unit="Irregular")
    told = await moved.done(moved.bob, "/act", action="afterwards", dice="6 1")
    assert "Irregular: **Unhurt.**" in told.text
    assert "Irregular 2: **Dead.**" in told.text
    assert [(await moved.unit(name)).alive for name in ("Irregular", "Irregular 2")] == [True, False]
    assert "Of 2 downed" in (await moved.done(moved.ann, "/act", action="afterwards", count=2, dice="3 4")).text
