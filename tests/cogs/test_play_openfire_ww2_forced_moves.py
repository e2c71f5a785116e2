"""Open Fire WW2 through the bot: falling back, moves by order, and the actions left after a manoeuvre."""

from __future__ import annotations

from tests.cogs.table import Table

DRIVEN_BACK = "6 6 6 6 6 / 1 1 / 6 6 1 1 1 / 6 6"
"""Two of three men of the MG team fall to the Rifle squad, and it fails its Terror test."""


async def _mark_pinned(ww2: Table, unit: str, *markers: str) -> None:
    for marker in markers:
        await ww2.done(ww2.ann, "/marker set", unit=unit, marker=marker, count=1)


async def _may(ww2: Table, unit: str) -> str:
    told = await ww2.done(ww2.ann, "/unit show", unit=unit)
    return next((line for line in told.lines if line.startswith("Options: ")), "")


async def _phase(ww2: Table, phase: str) -> None:
    who = ww2.bob if (await ww2.live()).game.holder == "Blue" else ww2.ann
    await ww2.done(who, "/turn phase", phase=phase)


# Terror


async def test_falling_back_is_free_and_leaves_the_move_of_its_own_turn(ww2: Table) -> None:
    await _phase(ww2, "combat")
    shot = {"attacker": "Rifle squad", "target": "MG team", "distance": "18", "dice": DRIVEN_BACK}
    assert "falls back" in (await ww2.done(ww2.ann, "/fire", **shot)).text
    assert "fall back 5″" in await _may(ww2, "MG team")
    assert "Up to 5″" in (await ww2.done(ww2.bob, "/move", unit="MG team")).text
    assert "MG team has already fallen back" in (await ww2.warned(ww2.bob, "/move", unit="MG team")).text
    ww2.dice.next(1, 1)
    assert "its nerve holds" in (await ww2.done(ww2.ann, "/turn end")).text
    await _phase(ww2, "movement")
    assert "move 5″" in await _may(ww2, "MG team")
    await ww2.done(ww2.bob, "/move", unit="MG team")


async def test_who_has_to_fall_back_is_warned_of_anything_else(ww2: Table) -> None:
    await _phase(ww2, "combat")
    await _mark_pinned(ww2, "Engineers", "retreating")
    assert await _may(ww2, "Engineers") == "Options: fall back 5″"
    shot = {"attacker": "Engineers", "target": "MG team", "distance": "9"}
    assert "must fall back first" in (await ww2.warned(ww2.ann, "/fire", **shot)).text
    told = await ww2.warned(ww2.ann, "/act", action="set_up_position", unit="Engineers")
    assert "must fall back first" in told.text
    assert "Engineers must fall back first" in (await ww2.warned(ww2.ann, "/turn end")).text
    await ww2.done(ww2.ann, "/move", unit="Engineers")
    await ww2.done(ww2.ann, "/turn end")


# Orders


async def test_those_sent_back_by_order_move_at_once(ww2: Table) -> None:
    await _phase(ww2, "combat")
    order = {"action": "fall_back", "unit": "Company HQ", "target": "Rifle team, Medium tank", "distance": "12"}
    await ww2.done(ww2.ann, "/act", **order, dice="3 3")
    await ww2.done(ww2.ann, "/move", unit="Rifle team")
    assert "combat phase" in (await ww2.warned(ww2.ann, "/move", unit="Rifle team")).text
    assert "combat phase" in (await ww2.warned(ww2.ann, "/move", unit="Medium tank")).text


async def test_those_who_rally_move_at_once_though_they_have_fallen_back(ww2: Table) -> None:
    await _phase(ww2, "combat")
    await _mark_pinned(ww2, "Rifle team", "retreating")
    await ww2.done(ww2.ann, "/move", unit="Rifle team")
    order = {"action": "rally_on_me", "unit": "Company HQ", "target": "Rifle team", "distance": "9"}
    await ww2.done(ww2.ann, "/act", **order, dice="3 3")
    assert "toward the officer" in (await ww2.done(ww2.ann, "/move", unit="Rifle team")).text


# Manoeuvres


async def test_sprint_in_the_combat_phase_comes_after_a_move(ww2: Table) -> None:
    await _phase(ww2, "movement")
    await ww2.done(ww2.ann, "/move", unit="Engineers")
    await _phase(ww2, "combat")
    await ww2.done(ww2.ann, "/act", action="sprint", unit="Engineers", dice="1 1")
    assert "Up to 7″" in (await ww2.done(ww2.ann, "/move", unit="Engineers")).text
    shot = {"attacker": "Engineers", "target": "MG team", "distance": "9"}
    assert "used its action" in (await ww2.warned(ww2.ann, "/fire", **shot)).text
    assert await _may(ww2, "Engineers") == ""


async def test_or_before_one_if_the_combat_phase_comes_first(ww2: Table) -> None:
    await _phase(ww2, "combat")
    await ww2.done(ww2.ann, "/act", action="sprint", unit="Engineers", dice="1 1")
    await ww2.done(ww2.ann, "/move", unit="Engineers")
    await _phase(ww2, "movement")
    assert await _may(ww2, "Engineers") == "Options: move 5″ in the open"
    await ww2.done(ww2.ann, "/move", unit="Engineers")
    assert "moved this turn" in (await ww2.warned(ww2.ann, "/move", unit="Engineers")).text


async def test_a_manoeuvre_costs_the_move_or_the_fire(ww2: Table) -> None:
    await ww2.done(ww2.ann, "/act", action="hull_down", unit="Medium tank", dice="1 1")
    shot = {"attacker": "Medium tank", "target": "Heavy tank", "distance": "20", "situation": "front"}
    await ww2.done(ww2.ann, "/fire", **shot, dice="1")
    await ww2.done(ww2.ann, "/move", unit="Rifle team")
    await ww2.done(ww2.ann, "/act", action="hit_the_dirt", unit="Rifle team", dice="1 1")
    shot = {"attacker": "Rifle team", "target": "MG team", "distance": "9"}
    assert "used its action" in (await ww2.warned(ww2.ann, "/fire", **shot)).text
    told = await ww2.warned(ww2.ann, "/act", action="overdrive", unit="Medium tank")
    assert "fought and used its action" in told.text


async def test_or_both_by_ruling(ww2: Table) -> None:
    await ww2.done(ww2.ann, "/rulings set", name="manoeuvre_costs", value="both")
    await ww2.done(ww2.ann, "/act", action="hull_down", unit="Medium tank", dice="1 1")
    shot = {"attacker": "Medium tank", "target": "Heavy tank", "distance": "20", "situation": "front"}
    assert "used its action" in (await ww2.warned(ww2.ann, "/fire", **shot)).text
    await ww2.done(ww2.ann, "/move", unit="Rifle team")
    assert "moved this turn" in (await ww2.warned(ww2.ann, "/act", action="hit_the_dirt", unit="Rifle team")).text
    await ww2.done(ww2.ann, "/act", action="sprint", unit="Rifle team", dice="1 1")


async def test_the_shots_of_a_manoeuvre_are_part_of_it(ww2: Table) -> None:
    await ww2.done(ww2.ann, "/act", action="button_vehicle", unit="Rifle team", dice="1 1")
    slits = {"action": "button_vehicle", "unit": "Rifle team", "target": "Heavy tank", "distance": "9"}
    await ww2.done(ww2.ann, "/act", **slits, dice="6")
    assert await _may(ww2, "Rifle team") == "Options: move 5″ in the open"
    await ww2.done(ww2.ann, "/move", unit="Rifle team")


async def test_guns_do_no_manoeuvres_of_infantry_and_who_cannot_move_neither_sprints_nor_overdrives(ww2: Table) -> None:
    for name in ("hit_the_dirt", "set_up_position", "sprint", "button_vehicle"):
        assert "for infantry only" in await ww2.refused(ww2.bob, "/act", action=name, unit="AT gun")
    assert await _may(ww2, "AT gun") == "Options: move 5″ in the open; fire 75mm gun to 36″"
    await _mark_pinned(ww2, "Rifle team", "pinned")
    assert "Sprint" not in await _may(ww2, "Rifle team")
    assert "cannot move: pinned" in await ww2.refused(ww2.ann, "/act", action="sprint", unit="Rifle team")
    for marker in ("immobilised", "buttoned"):
        await _mark_pinned(ww2, "Medium tank", marker)
        assert "Overdrive" not in await _may(ww2, "Medium tank")
        said = await ww2.refused(ww2.ann, "/act", action="overdrive", unit="Medium tank")
        assert "Medium tank cannot move: " in said


# Guns


async def test_a_gun_behind_a_wreck_is_pushed_by_its_crew(ww2: Table) -> None:
    await ww2.done(ww2.bob, "/act", action="tow", unit="AT gun", target="Tractor")
    await ww2.done(ww2.ann, "/unit edit", unit="Tractor", field="hp", value="0")
    assert "towed_by" not in await ww2.states("AT gun")
    assert "move 5″" in await _may(ww2, "AT gun")
    assert "Up to 5″" in (await ww2.done(ww2.bob, "/move", unit="AT gun")).text


async def test_a_gun_that_moves_by_itself_leaves_its_tractor(ww2: Table) -> None:
    await ww2.done(ww2.bob, "/act", action="tow", unit="AT gun", target="Tractor")
    told = await ww2.done(ww2.bob, "/move", unit="AT gun")
    assert "Up to 5″" in told.text
    assert "AT gun is unhitched: its crew pushes it." in told.text
    assert "Moves with it" not in (await ww2.done(ww2.bob, "/move", unit="Tractor")).text


# The fallen


async def test_the_fallen_leave_no_markers_and_are_no_target_nor_is_a_vehicle_marked_as_knocked_out(ww2: Table) -> None:
    await _mark_pinned(ww2, "Heavy tank", "knocked_out")
    assert not (await ww2.unit("Heavy tank")).alive
    await _mark_pinned(ww2, "MG team", "pinned", "retreating")
    order = {"action": "concentrate_fire", "unit": "Company HQ", "target": "Rifle squad, MG team", "distance": "6"}
    await ww2.done(ww2.ann, "/act", **order, dice="1 1")
    await ww2.done(ww2.bob, "/unit edit", unit="MG team", field="models", value="0")
    assert await ww2.states("MG team") == {}
    assert "concentrate_fire" not in await ww2.states("Rifle squad")
    await ww2.done(ww2.ann, "/fire", attacker="Rifle squad", target="Sniper", distance="9", dice="1 1 1 1 1 / 1 1")
