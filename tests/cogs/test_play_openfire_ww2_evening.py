"""Open Fire WW2 over a whole evening: the winner, the phases of each side, and holders of objectives."""

from __future__ import annotations

from cogs.rendering import phone
from cogs.rendering.dice_line import unlabelled_line
from cogs.rendering.rolls import roll_views
from cogs.rendering.text import Reader
from data.texts import language
from tests.cogs.table import Table
from tests.cogs.undoing import agree


async def _mark_pinned(ww2: Table, unit: str, *markers: str) -> None:
    for marker in markers:
        await ww2.done(ww2.ann, "/marker set", unit=unit, marker=marker, count=1)


# Who wins


SQUADS = ("Company HQ (Blue)", "Conscript team", "Conscript team 2", "Rifle team (Blue)", "MG team", "Sniper", "AT gun")


async def test_an_enemy_forced_to_retreat_has_lost(ww2: Table) -> None:
    for squad in SQUADS[1:]:
        await _mark_pinned(ww2, squad, "retreating")
    assert "are retreating or gone" not in (await ww2.done(ww2.ann, "/game victory")).text
    await ww2.done(ww2.ann, "/unit edit", unit=SQUADS[0], field="models", value="0")
    told = await ww2.done(ww2.ann, "/game victory")
    assert "All enemy squads are retreating or gone: Red wins." in told.text
    await _mark_pinned(ww2, "Rifle team", "retreating")
    assert "Red wins" in (await ww2.done(ww2.ann, "/game victory")).text


# The phases


async def test_thumb_a_turn_that_is_to_be_taken_back_is_asked_about_on_a_phone(ww2: Table) -> None:
    """Units with the same text share a line."""
    for who, side in ((ww2.ann, "Red"), (ww2.bob, "Blue")):
        await ww2.done(who, "/turn phase", phase="movement")
        for unit in [one.name for one in (await ww2.live()).game.units_of_side(side)]:
            await ww2.say(who, "/move", unit=unit)
        await ww2.done(who, "/turn phase", phase="combat")
        ww2.dice.next(*[1] * 40)
        if side == "Red":
            await ww2.done(who, "/fire", attacker="Rifle squad", target="Conscript team", distance="10")
        await ww2.done(who, "/turn end")
    await ww2.done(ww2.ann, "/turn next")
    assert "last turn" not in (await ww2.done(ww2.ann, "/game status")).text, "it is over"
    asked = await ww2.say(ww2.ann, "/undo")
    lines = asked.text.split("\n")[1:]
    assert "wants to undo" in asked.text, asked.text
    assert "units of Blue: moved this turn again." in asked.text
    assert "may act again" not in asked.text
    high = phone.headed_height(asked.title, lines, phone.MENTION) + phone.ROW
    assert high - phone.FOOT * (not asked.footer) <= phone.MOST, asked.text


async def test_thumb_many_dice_before_a_question_are_grouped_by_side(ww2: Table) -> None:
    await ww2.done(ww2.bob, "/game dice", mode="physical", side="Blue")
    await ww2.done(ww2.ann, "/turn phase", phase="combat")
    asked = await ww2.done(ww2.ann, "/assault", attacker="Rifle squad", target="Conscript team", distance="3")
    ww2.dice.next(*[6, 1] * 20)
    asked = await ww2.click(ww2.bob, asked, "Shoot first")
    while "Terror" not in asked.title:
        asked = await ww2.fill(ww2.bob, await ww2.click(ww2.bob, asked, "Enter dice"), throw0="0")
    lines = asked.text.split("\n")[1:]
    assert "🎲 Blue to hit 0 of 10 (counted) · Red to hit 4 of 7 · damage 2 of 4" in asked.text
    await ww2.fill(ww2.bob, await ww2.click(ww2.bob, asked, "Enter dice"), throw0="1 2")
    entry, system = await ww2.entry(), (await ww2.live()).system
    words = Reader(language("en"))
    line = unlabelled_line(words, roll_views(words, entry, system), False)
    assert line.startswith("Blue 0 of 10 · "), "whose each is"
    assert " · Blue 1+2" in line, "also of a test"
    assert phone.headed_height(asked.title, lines, phone.MENTION) + phone.ROW <= phone.MOST + phone.FOOT, asked.text


# The owners of the dice


# Dice of another size


async def test_a_scatter_die_of_twelve_sides_is_read_in(ww2: Table) -> None:
    await ww2.done(ww2.ann, "/rulings set", name="scatter_directions", value="12")
    aim = {"action": "smoke", "unit": "Mortar team", "target": "MG team", "distance": "30"}
    said = (await ww2.say(ww2.ann, "/act", **aim, dice="13 3")).whole
    assert "13 is not a face of a d12" in said
    assert "3″ at 11 o'clock" in (await ww2.done(ww2.ann, "/act", **aim, dice="12 3")).text
    shot = {"attacker": "Rifle squad", "target": "Conscript team", "distance": "18"}
    assert "7 shots, no hits" in (await ww2.done(ww2.ann, "/fire", **shot, dice="1111111")).text


# Types of units


async def test_no_vehicle_is_conscript_and_a_destroyed_gun_no_weapon_of_the_tank(ww2: Table) -> None:
    await ww2.done(ww2.ann, "/marker set", unit="Heavy tank", marker="weapons_lost", count=1)
    told = await ww2.done(ww2.ann, "/unit show", unit="Heavy tank")
    assert "Weapons: 1 LMG" in told.text
    assert "88mm" not in told.text
    await ww2.done(ww2.ann, "/marker set", unit="Heavy tank", marker="weapons_lost", count=2)
    assert "Weapons:" not in (await ww2.done(ww2.ann, "/unit show", unit="Heavy tank")).text
    said = await ww2.refused(ww2.ann, "/unit edit", unit="Medium tank", field="rank", value="conscript")
    assert "choose trained or veteran; a vehicle is never conscript" in said
    await ww2.done(ww2.ann, "/unit edit", unit="Medium tank", field="rank", value="veteran")
    await ww2.done(ww2.ann, "/unit edit", unit="Rifle team", field="rank", value="conscript")


async def test_lmgs_count_as_machine_guns_where_heavy_fire_pins(ww2: Table) -> None:
    await ww2.done(ww2.ann, "/rulings set", name="heavy_fire_pins", value="always")
    shot = {"attacker": "Rifle squad", "target": "Conscript team", "distance": "18"}
    rifles = await ww2.done(ww2.ann, "/fire", **shot, firers="2 bolt action rifle", dice="6 6 / 1 1")
    assert "pinned" not in rifles.text
    await agree(ww2, await ww2.click(ww2.ann, rifles, "Undo"))
    told = await ww2.done(ww2.ann, "/fire", **shot, firers="1 LMG", dice="6 1 1 1 1 / 1")
    assert "pinned" in told.text
    assert "pinned" in await ww2.states("Conscript team")


# Questions, and the sections in refusals


# Objectives


async def _chapel(ww2: Table) -> None:
    await ww2.done(ww2.ann, "/place add", kind="objective", label="Chapel")


async def _holder(ww2: Table) -> str | None:
    return (await ww2.live()).game.things["Chapel"].holder


async def test_a_unit_holds_an_objective_until_it_is_pinned(ww2: Table) -> None:
    await _chapel(ww2)
    told = await ww2.done(ww2.bob, "/objective hold", label="Chapel", unit="MG team")
    assert told.title == "Chapel is held by Blue: MG team"
    assert "Chapel (held by Blue: MG team)" in (await ww2.done(ww2.ann, "/game status")).text
    shot = {"attacker": "Rifle team", "target": "MG team", "distance": "9", "dice": "6 / 6 / 6 6"}
    told = await ww2.done(ww2.ann, "/fire", **shot)
    assert "Free again: Chapel." in told.text
    assert await _holder(ww2) is None
    await agree(ww2, await ww2.click(ww2.ann, told, "Undo"))
    assert await _holder(ww2) == "Blue"


async def test_vehicles_the_pinned_and_the_retreating_hold_none(ww2: Table) -> None:
    await _chapel(ww2)
    hold = {"label": "Chapel"}
    assert "vehicles cannot hold an objective" in await ww2.refused(
        ww2.bob, "/objective hold", **hold, unit="Heavy tank"
    )
    for marker in ("pinned", "retreating"):
        await ww2.done(ww2.ann, "/marker set", unit="Sniper", marker=marker, count=1)
        assert "cannot hold an objective" in await ww2.refused(ww2.bob, "/objective hold", **hold, unit="Sniper")
        await ww2.done(ww2.ann, "/marker set", unit="Sniper", marker=marker, count=0)
    assert "is not on the side of" in await ww2.refused(ww2.ann, "/objective hold", **hold, unit="MG team", side="Red")
    assert "Which unit holds it?" in (await ww2.done(ww2.bob, "/objective hold", **hold)).text
    for squad in SQUADS:
        await ww2.done(ww2.ann, "/marker set", unit=squad, marker="pinned", count=1)
    assert "Blue has no unit that can hold" in await ww2.refused(ww2.bob, "/objective hold", **hold)


async def test_who_moves_is_asked_whether_it_still_holds_the_objective(ww2: Table) -> None:
    await _chapel(ww2)
    await ww2.done(ww2.ann, "/objective hold", label="Chapel", unit="Rifle team")
    told = await ww2.done(ww2.ann, "/move", unit="Rifle team")
    assert "Is Rifle team still within 3″ of Chapel?" in told.text
    await ww2.done(ww2.ann, "/objective free", label="Chapel")
    assert "within 3″" not in (await ww2.done(ww2.ann, "/move", unit="Engineers")).text


# Unmeasured limits


async def test_how_far_the_officer_is_gets_asked(ww2: Table) -> None:
    for action, target in (("hold_the_line", "Engineers"), ("concentrate_fire", "Engineers, MG team")):
        asked = await ww2.say(ww2.ann, "/act", action=action, unit="Company HQ", target=target)
        assert "orders reach 12″" in (await ww2.fill(ww2.ann, asked, distance="13")).whole
    ww2.dice.next(1, 1)
    asked = await ww2.say(ww2.ann, "/act", action="hold_the_line", unit="Company HQ", target="Engineers")
    told = await ww2.fill(ww2.ann, asked, distance="12")
    assert (told.title, "passed" in told.text) == ("Company HQ: Hold the Line", True)


async def test_how_far_a_mortar_is_to_roll_gets_asked(ww2: Table) -> None:
    for action in ("scatter", "smoke"):
        asked = await ww2.say(ww2.ann, "/act", action=action, unit="Mortar team", target="MG team")
        assert "reaches 48″, the target is 49″ away" in (await ww2.fill(ww2.ann, asked, distance="49")).whole


# Markers by hand


async def test_a_vehicle_marked_as_pinned_by_hand_does_not_stop_the_turn(ww2: Table) -> None:
    """Vehicles have no MOR: they are never pinned nor driven back."""
    await _mark_pinned(ww2, "Heavy tank", "pinned", "retreating")
    assert not {"pinned", "retreating"} & set(await ww2.states("Heavy tank"))
    await ww2.anyway(ww2.ann, "/turn next")
    assert (await ww2.live()).game.turn == 2
