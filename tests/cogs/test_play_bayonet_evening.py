"""Bayonet over an evening: states that last from bound to bound, remaining opponents in combat, and strays."""

from __future__ import annotations

from tests.cogs.beginnings import beginning
from tests.cogs.bounds import bound_over, next_step
from tests.cogs.components.play.test_control_row import board, menus
from tests.cogs.forging import forged, option_of
from tests.cogs.table import Table

_REACT = "Red: react …"


async def test_the_suppressed_and_those_who_flee_are_so_through_their_next_bound(moved: Table) -> None:
    await moved.done(moved.ann, "/fire", attacker="GI", target="Irregular", distance="12", dice="4 3")
    await moved.done(moved.ann, "/fire", attacker="GI 2", target="Irregular 2", distance="12", dice="5 2")
    assert (await moved.states("Irregular 2"))["fleeing"] == 1
    assert "Remove" not in (await bound_over(moved)).text
    await bound_over(moved)
    assert "Up to 2″." in (await moved.done(moved.bob, "/move", unit="Irregular")).text
    assert "It is fleeing: move it away" in (await moved.done(moved.bob, "/move", unit="Irregular 2")).text
    await bound_over(moved)
    assert await moved.states("Irregular") == await moved.states("Irregular 2") == {}


async def test_an_undo_does_not_mention_internal_states(ford: Table) -> None:
    await ford.done(ford.ann, "/marker set", unit="GI", marker="suppressed", count=1)
    await bound_over(ford)
    assert "recovers" in await ford.states("GI")
    assert "recovers" not in (await ford.done(ford.bob, "/undo")).text


# Hand to hand, pair by pair


async def _two_fights(ford: Table) -> None:
    """The Irregular against the GI, the second of each against each other."""
    await ford.anyway(ford.bob, "/assault", attacker="Irregular", target="GI", distance="3", dice="4 3")
    await ford.anyway(ford.bob, "/assault", attacker="Irregular 2", target="GI 2", distance="3", dice="4 3")


@beginning
async def fights(ford: Table) -> None:
    """The ford after these assaults."""
    await _two_fights(ford)


async def _in_combat(ford: Table) -> list[str]:
    units = (await ford.live()).game.units.values()
    return [unit.name for unit in units if unit.has("in_hand_to_hand")]


async def test_a_stray_shot_frees_its_victim_and_whom_that_fought(moved: Table) -> None:
    await _two_fights(moved)
    moved.dice.next(1, 6, 6, 1)
    asked = await moved.say(moved.ann, "/fire", attacker="Heavy", target="Irregular", distance="10")
    told = await moved.pick(moved.bob, asked, "GI")
    assert not (await moved.unit("GI")).alive
    assert sorted(await _in_combat(moved)) == ["GI 2", "Irregular 2"]
    assert "📌 Irregular: remove the in hand to hand marker." in told.text
    await bound_over(moved)
    await moved.done(moved.ann, "/move", unit="Sniper")
    await next_step(moved)
    await moved.done(moved.bob, "/fire", attacker="Irregular", target="Sniper", distance="10", dice="1 6")


async def test_a_stray_shot_may_hit_any_figure_of_the_combat_though_none_is_marked(moved: Table) -> None:
    moved.dice.next(1, 6, 6, 1)
    shot = {"attacker": "Heavy", "target": "Irregular", "distance": "10"}
    asked = await moved.say(moved.ann, "/fire", **shot, situation="hand_to_hand", cover="none/fortification")
    told = await moved.pick(moved.bob, asked, "Truck")
    assert "Stray shot at Truck: 9 against 6, suppressed." in told.text
    assert "fortification +3" in told.text
    assert (await moved.states("Truck"))["suppressed"] == 1


async def test_a_winner_fights_on_where_it_has_another_enemy(fights: Table) -> None:
    await fights.anyway(fights.bob, "/assault", attacker="Irregular 2", target="GI", dice="4 3")
    await bound_over(fights)
    await fights.anyway(fights.ann, "/assault", attacker="GI", target="Irregular", dice="3 3")
    assert sorted(await _in_combat(fights)) == ["GI", "GI 2", "Irregular 2"]


async def test_hand_to_hand_markers_set_by_hand_make_a_pair(fights: Table) -> None:
    for player, name in ((fights.ann, "Engineer"), (fights.bob, "Chief"), (fights.ann, "Sniper")):
        await fights.done(player, "/marker set", unit=name, marker="in_hand_to_hand", count=1)
    await fights.done(fights.bob, "/move", unit="Chief")
    assert sorted(await _in_combat(fights)) == ["GI", "GI 2", "Irregular", "Irregular 2", "Sniper"]
    await fights.anyway(fights.bob, "/move", unit="Irregular")
    await fights.done(fights.ann, "/marker set", unit="GI 2", marker="in_hand_to_hand", count=0)
    assert await _in_combat(fights) == []


async def test_a_unit_that_is_taken_off_the_table_leaves_none_fighting(fights: Table) -> None:
    await fights.done(fights.bob, "/unit remove", unit="Irregular")
    await fights.done(fights.ann, "/unit edit", unit="GI 2", field="models", value="0")
    assert await _in_combat(fights) == []


async def test_the_only_enemy_of_a_unit_taken_off_the_table_is_free(ford: Table) -> None:
    await ford.anyway(ford.bob, "/assault", attacker="Chief", target="GI", distance="3", dice="2 4")
    assert await _in_combat(ford) == ["GI", "Chief"]
    await ford.done(ford.bob, "/unit remove", unit="Chief")
    assert await ford.states("GI") == {}


async def test_the_fallen_keep_no_markers(moved: Table) -> None:
    await moved.done(moved.bob, "/marker set", unit="Irregular", marker="suppressed", count=1)
    told = await moved.done(moved.ann, "/fire", attacker="GI", target="Irregular", distance="10", dice="6 1")
    assert "📌 Lay Irregular down and remove its markers; its fate is rolled after the battle." in told.text
    assert set(await moved.states("Irregular")) == {"acted", "downed", "targeted"}


# Actions allowed once, or at certain times


async def test_each_grenade_is_thrown_once_and_leaves_the_list(moved: Table) -> None:
    thrown = {"firers": "grenade", "distance": "5/0"}
    await moved.done(moved.ann, "/fire", attacker="GI", target="Irregular", **thrown)
    said = await moved.refused(moved.ann, "/fire", attacker="GI", target="Irregular", **thrown)
    assert "GI has no grenade left to throw." in said
    assert await _offered_weapons(moved, "Engineer") == ["2 grenades"]
    await moved.done(moved.ann, "/fire", attacker="Engineer", target="Irregular 2", **thrown)
    assert (await moved.states("Engineer"))["grenades_thrown"] == 1
    assert await _offered_weapons(moved, "Engineer") == ["1 grenade"]
    assert "Weapons: 1 grenade" in (await moved.done(moved.ann, "/unit show", unit="Engineer")).text
    await moved.anyway(moved.ann, "/fire", attacker="Engineer", target="Irregular 3", **thrown)
    assert await _offered_weapons(moved, "Engineer") == []
    assert "Weapons" not in (await moved.done(moved.ann, "/unit show", unit="Engineer")).text


async def _offered_weapons(ford: Table, unit: str) -> list[str]:
    """Return the weapons that are offered to a unit that fires."""
    return [label for label, _ in await ford.type(ford.ann, "/fire", "firers", attacker=(await ford.unit(unit)).id)]


async def test_an_assault_is_a_move_that_may_be_shot_at(ford: Table) -> None:
    await ford.anyway(ford.bob, "/assault", attacker="Chief", target="Engineer", dice="2 4")
    told = await ford.click(ford.ann, await next_step(ford), "React …")
    assert "Sniper: opportunity fire" in menus(told)[_REACT]
    assert "Engineer: opportunity fire" not in menus(told)[_REACT]


async def test_a_figure_is_offered_the_actions_that_are_accepted_without_a_question(ford: Table) -> None:
    shown = (await ford.done(ford.ann, "/unit show", unit="GI")).text
    assert "Options: Shoot to 24″ after the enemy's moves" in shown
    await ford.done(ford.bob, "/marker set", unit="Irregular", marker="fleeing", count=1)
    assert "Options: Flee 6″" in (await ford.done(ford.bob, "/unit show", unit="Irregular")).text
    await ford.done(ford.bob, "/move", unit="Irregular")
    assert "Options:" not in (await ford.done(ford.bob, "/unit show", unit="Irregular")).text


async def test_a_figure_marked_as_downed_does_not_stand(ford: Table) -> None:
    """No figure is downed twice: no more recover than there were."""
    await ford.done(ford.ann, "/marker set", unit="GI", marker="downed", count=2)
    assert ((await ford.unit("GI")).models, (await ford.states("GI"))["downed"]) == (0, 1)
    await ford.done(ford.ann, "/act", action="afterwards", unit="GI", dice="6")
    assert (await ford.unit("GI")).models <= 1


async def test_a_bound_of_moves_is_answered_from_one_menu_under_the_board(ford: Table) -> None:
    """After two moves the shooting side chooses a figure, then its target."""
    await ford.done(ford.ann, "/game board")
    for mover in ("Chief", "Irregular"):
        await ford.done(ford.bob, "/move", unit=mover)
    await next_step(ford)
    here = await board(ford)
    assert [label for label in here.buttons if "react" in label] == [_REACT]
    assert "you play Blue" in (await ford.click(ford.bob, here, _REACT)).whole
    mine = await ford.click(ford.ann, here, _REACT)
    assert mine.private
    assert len(menus(mine)[_REACT]) == len(set(menus(mine)[_REACT])) == 7
    shot = option_of(mine, "Sniper: opportunity fire")
    who = await ford.pick(ford.ann, mine, "Sniper: opportunity fire", _REACT)
    assert menus(who)["Which target?"] == ["Chief", "Irregular"]
    form = await ford.pick(ford.ann, who, "Irregular", "Which target?")
    await ford.fill(ford.ann, form, situation=["opportunity_unknown"], distance="20")
    entry = await ford.entry()
    assert (entry.request["action"], entry.request["target"]) == ("opportunity", ["u10"])
    assert "Too late to react" in (await forged(ford, ford.ann, *shot)).whole
    await next_step(ford)
    assert _REACT not in (await board(ford)).buttons


async def test_a_move_by_a_control_is_private_although_its_enemies_may_shoot_later(ford: Table) -> None:
    ford.services.details.usual = "short"
    await ford.done(ford.ann, "/game board")
    told = await ford.pick(ford.bob, await board(ford), "Chief", "Move")
    assert told.private
    assert _REACT not in (await board(ford)).buttons
    await next_step(ford)
    assert _REACT in (await board(ford)).buttons


async def test_a_downed_figure_is_down_until_a_die_decides_its_fate(moved: Table) -> None:
    await moved.done(moved.ann, "/game board")
    await moved.done(moved.ann, "/fire", attacker="GI", target="Irregular", distance="10", dice="6 1")
    status = (await moved.done(moved.ann, "/game status")).text
    assert "Out of action: **Irregular** · down" in status
    assert "**Irregular** · down" in (await board(moved)).text.replace("** down", "** · down")
    assert "down" in (await moved.done(moved.bob, "/unit show", unit="Irregular")).text
    await moved.done(moved.bob, "/act", action="afterwards", dice="2")
    settled = (await moved.done(moved.ann, "/game status")).text + (await board(moved)).text
    assert "Out of action: **Irregular**" in settled
    assert "down" not in settled
    assert "destroyed" not in status + settled
