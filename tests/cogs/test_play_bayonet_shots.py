"""Shots of Bayonet through Discord: their timing, aid and its range, and second moves."""

from __future__ import annotations

from tests.cogs.bounds import bound_over, next_step
from tests.cogs.components.play.test_control_row import board, menus
from tests.cogs.forging import forged, option_of
from tests.cogs.table import Table
from tests.cogs.test_play_bayonet_evening import fights
from tests.taps.thumb import fields_of

__all__ = ["fights"]

_REACT = "Red: react …"


# Friends who aid


async def test_a_big_gun_that_aids_loads_as_after_a_shot_of_its_own(moved: Table) -> None:
    await moved.done(moved.ann, "/fire", attacker="GI, Light mortar", target="Truck", distance="20")
    assert await moved.states("Light mortar") == {"fired": 1, "reloading": 2}
    await bound_over(moved)
    await bound_over(moved)
    await next_step(moved)
    again = {"attacker": "Light mortar", "target": "Truck", "distance": "20/0"}
    assert "Light mortar is reloading for 1 bound" in (await moved.warned(moved.ann, "/fire", **again)).text


async def test_a_figure_aids_against_one_enemy_of_a_burst(moved: Table) -> None:
    moved.dice.next(1, 6, 1, 6)
    burst = {"attacker": "Heavy, GI", "target": "Irregular, Irregular 2", "distance": "10"}
    told = await moved.done(moved.ann, "/fire", **burst)
    assert "Irregular: 5 against 8, no effect. Irregular 2: 3 against 8, no effect." in told.text
    assert told.text.count("1 friend aiding") == 1
    assert "GI aids only against Irregular, named first: a figure aids against one enemy" in told.text


async def test_a_figure_aids_against_one_enemy_under_an_area_shot(moved: Table) -> None:
    moved.dice.next(2, 6, 6, 6)
    shot = {
        "attacker": "GI, GI 2",
        "firers": "grenade",
        "target": "GI 3, Irregular, Irregular 2",
        "distance": "5/0/0/0",
    }
    told = await moved.done(moved.ann, "/fire", **shot)
    found = (await moved.entry()).plays[0].outcome["results"]
    assert [row["score"] for row in found] == [6, 7, 6]
    assert "GI 2 aids only against Irregular" in told.text


async def test_a_figure_aids_against_one_enemy_hand_to_hand(fights: Table) -> None:
    await bound_over(fights)
    await fights.anyway(fights.ann, "/assault", attacker="GI, GI 3", target="Irregular", dice="3 3")
    fight = {"attacker": "GI 2, GI 3", "target": "Irregular 2"}
    said = (await fights.warned(fights.ann, "/assault", **fight)).text
    assert "GI 3 has already aided against Irregular in this bound; a figure aids against only one enemy" in said
    await fights.anyway(fights.ann, "/assault", attacker="GI, GI 3", target="Irregular")


# Shots in their time


async def test_under_a_result_only_those_are_next_who_may_shoot_now(ford: Table) -> None:
    """Blue does not shoot in its own bound."""
    told = await ford.anyway(ford.bob, "/fire", attacker="Irregular", target="GI", distance="10")
    assert not [menu for menu in menus(told) if menu.startswith("Next: Fire")]
    for mover in ("Chief", "Truck"):
        await ford.done(ford.bob, "/move", unit=mover)
    await next_step(ford)
    told = await ford.done(ford.ann, "/fire", attacker="Sniper", target="Chief", distance="10", dice="1 6")
    shooters = next(menu for menu in menus(told) if menu.startswith("Next: Fire"))
    assert {"GI", "Heavy", "Light mortar"} <= set(menus(told)[shooters])
    assert "Gunner" not in menus(told)[shooters]


async def test_a_friend_under_an_area_shot_is_no_target_out_of_its_time(ford: Table) -> None:
    await next_step(ford)
    grenade = {"attacker": "GI", "firers": "grenade", "distance": "5/0/0"}
    await ford.done(ford.ann, "/fire", **grenade, target="GI 2, Irregular")


async def test_no_answer_to_a_move_in_anothers_bound(ford: Table) -> None:
    """Blue shoots in Red's bounds, and Red has no answer to its own moves."""
    told = await ford.anyway(ford.ann, "/move", unit="GI")
    assert not [menu for menu in menus(told) if "react" in menu]
    assert "opportunity fire" not in told.whole.lower()
    await ford.done(ford.ann, "/game board")
    assert not [label for label in (await board(ford)).buttons if "react" in label]


async def test_the_answer_to_a_move_ends_with_its_bound_though_the_figure_moves_again(ford: Table) -> None:
    await ford.done(ford.bob, "/move", unit="Chief")
    first = option_of(await ford.click(ford.ann, await next_step(ford), "React …"), "Sniper: opportunity fire")
    await bound_over(ford)
    await bound_over(ford)
    await ford.done(ford.bob, "/move", unit="Chief")
    again = await ford.click(ford.ann, await next_step(ford), "React …")
    assert "Too late to react" in (await forged(ford, ford.ann, *first)).whole
    assert (await ford.pick(ford.ann, again, "Sniper: opportunity fire", _REACT)).form


# Defences against psi


async def _by_magic(moved: Table) -> str:
    """Attack an armoured Irregular by psi: 3 + 4 against 2 + 2 and its armour."""
    await moved.done(moved.bob, "/unit edit", unit="Irregular", field="armour", value="2")
    magic = {"attacker": "GI", "target": "Irregular", "distance": "10", "situation": "psi"}
    return (await moved.done(moved.ann, "/fire", **magic, dice="4 2")).text


async def test_br_body_armour_counts_against_psi(moved: Table) -> None:
    told = await _by_magic(moved)
    assert "Irregular: 7 against 6, suppressed" in told
    assert "counts (armour against psi)" in told


async def test_br_body_armour_does_not_count_against_psi_by_ruling(moved: Table) -> None:
    asked = await moved.done(moved.ann, "/rulings set", name="armour_against_psi", value="not")
    await moved.click(moved.bob, asked, "Agree")
    told = await _by_magic(moved)
    assert "Irregular: 7 against 4, suppressed" in told
    assert "not (armour against psi)" in told


# A shot that is amended


async def test_a_shot_is_amended_though_a_figure_has_come_since(moved: Table) -> None:
    await moved.done(moved.ann, "/fire", attacker="GI", target="Irregular", distance="10")
    await moved.done(moved.ann, "/unit add", name="Late GI", profile="gi", side="Red")
    told = await moved.say(moved.ann, "/amend", distance="11")
    told = await moved.click(moved.bob, told, "Agree") if "Agree" in told.buttons else told
    assert "Amended: GI → Irregular" in told.whole


async def test_thumb_the_end_of_a_bound_first_offers_its_enemies_their_shots(ford: Table) -> None:
    """The enemies act first, and only they declare their shots finished; then its own side fights, and ends it."""
    ford.services.details.usual = "short"
    await ford.done(ford.bob, "/move", unit="Chief")
    told = await ford.done(ford.bob, "/turn end")
    assert "Red shoots: 8 units." in told.text
    assert (await ford.live()).game.holder == "Red"
    (called,) = menus(told)
    assert called == "Next: Fire …", "a shot at where it stands now, before one at −1 or −2"
    assert "Sniper" in menus(told)[called]
    assert told.messages[-1].components[0]["components"][0]["placeholder"] == called, "it comes before the end"
    late = await ford.click(ford.ann, told, "React …")
    assert (await ford.pick(ford.ann, late, "Sniper: opportunity fire", _REACT)).form
    controls = await ford.pick(ford.ann, told, "All controls …", called)
    assert "More …" in controls.buttons
    assert not [label for label in controls.buttons if label.startswith("End of")], "it is not her bound"
    assert "Red shoots now, not Blue" in (await ford.click(ford.bob, told, "Red: shots are done")).whole
    fights = await ford.click(ford.ann, told, "Red: shots are done")
    over = await ford.pick(ford.bob, fights, "End of Blue's bound")
    assert over.title == "Bound 1 of Blue is over" or "Bound 1 of Blue is over" in over.text
    assert (await ford.live()).game.holder == "Red"


async def test_thumb_a_fight_that_is_over_does_not_lead_to_another(ford: Table) -> None:
    """Figures that recoil are out of reach: the next options are the other figures, and those that may shoot."""
    ford.services.details.usual = "short"
    for _ in range(2):
        await next_step(ford)
    form = await ford.pick(ford.bob, await board(ford), "Light tank", "Assault")
    ford.dice.next(6, 6)
    told = await ford.fill(ford.bob, form, target=[(await ford.unit("GI")).id])
    assert "recoils" in told.text
    assert "Assault …" not in told.buttons
    assert not [line for lines in menus(told).values() for line in lines if "Assault" in line]
    assert list(menus(told)) == ["Next: Assault …"], "the others of its side"


async def test_thumb_a_unit_that_may_split_a_burst_fires_only_at_the_targets_of_the_form(ford: Table) -> None:
    await ford.done(ford.bob, "/move", unit="Chief")
    await next_step(ford)
    for name, most, likeliest in (("Heavy", 9, []), ("GI", 1, ["Irregular"])):
        form = await ford.pick(ford.ann, await board(ford), name, "Fire")
        (menu,) = [one for one in fields_of(form) if one["custom_id"] == "target"]
        assert menu["max_values"] == most
        assert [one["label"] for one in menu["options"] if one.get("default")] == likeliest
