"""Open Rebellion through the bot: initiative, activation, every action of a unit, fire and its answers, the turn."""

from __future__ import annotations

from typing import Any

from tests.cogs.beginnings import beginning
from tests.cogs.table import Table, Told
from tests.cogs.undoing import undo_entry

SQUAD, MARINES, SCOUTS = "Line rifle squad", "Marine assault team", "Scout sharpshooters"
MILITIA, HEAVY = "Colonial militia section", "Heavy weapons squad"
OPEN: dict[str, Any] = {"attacker": SQUAD, "target": MILITIA, "distance": "15", "cover": "open"}
LIGHT: dict[str, Any] = OPEN | {"cover": "light", "situation": "nearest_hard=7"}
FIVE_BANGS, NOTHING = "5 5 5 5 6 1 1 1 1 1 1 1 1 1", "1 1 1 1"
TEST, FAIL = "Stay: morale check (3 dice, 1 bang needed)", "Fall back"
GO, STAY = "Fall back 7″", "Stay"


@beginning
async def colony(table: Table) -> None:
    """Ann plays Red with the Expedition, Bob Blue with the Colonists; Cyd is the umpire."""
    await table.done(table.ann, "/game demo", system="opreb")
    await table.done(table.ann, "/game join", side="Red")
    await table.done(table.bob, "/game join", side="Blue")
    await table.done(table.ann, "/game umpire", player=table.cyd)


async def _red_first(colony: Table) -> None:
    await colony.done(colony.cyd, "/initiative", dice="5 5 5 5 5 / 1 1 1 1")


async def _hit_militia_in_light_cover(colony: Table, shot: dict[str, Any]) -> Told:
    """Five damage, and Bob's answer to it is waited for."""
    await _red_first(colony)
    await colony.done(colony.ann, "/activate", unit=SQUAD)
    dice = f"{FIVE_BANGS} / {NOTHING}{' 1 1 1 1' * (shot['cover'] != 'open')}"
    return await colony.say(colony.ann, "/fire", **shot, dice=dice)


# Before the first turn


async def test_the_explanation_of_dice_to_roll_is_above_the_dice_of_the_other_side(colony: Table) -> None:
    """Issue 45: "4 dice (4 skill dice)" below the five dice of the bot seemed to explain these."""
    await colony.done(colony.bob, "/game dice", mode="physical")
    asked = await colony.say(colony.ann, "/initiative")
    explained, rolled = ("\n".join(asked.lines).index(one) for one in ("4 dice (4 skill dice)", "initiative of Red"))
    assert explained < rolled


async def test_a_tied_initiative_is_rolled_again_unless_the_ruling_says_otherwise(colony: Table) -> None:
    tie = "5 1 1 1 1 / 1 5 1 1"
    told = await colony.done(colony.ann, "/initiative", dice=f"{tie} / 1 1 1 1 1 / 1 1 1 6")
    assert told.title == f"Initiative of turn 1: {MARINES} (Red) and {HEAVY} (Blue)"
    assert "Blue activates first with 1 bang." in told.text
    assert "initiative of Blue (2)" in told.text
    await undo_entry(colony)
    await colony.done(colony.cyd, "/rulings set", name="initiative_tie", value="first")
    assert "Red activates first with 1 bang." in (await colony.done(colony.ann, "/initiative", dice=tie)).text


async def test_a_side_nominates_one_unit_of_its_own(colony: Table) -> None:
    told = await colony.done(colony.ann, "/initiative", unit=SQUAD, dice="5 1 1 1 / 1 1 1 1")
    assert f"{SQUAD} (Red)" in told.title
    said = await colony.refused(colony.cyd, "/initiative", unit=f"{SQUAD},{MARINES}")
    assert "Red nominates one unit" in said
    assert "no modifiers" in await colony.refused(colony.cyd, "/initiative", modifier=1)


# Activations and actions


async def test_wound_markers_are_settled_with_the_opponents_dice(colony: Table) -> None:
    await colony.done(colony.cyd, "/marker set", unit=MILITIA, marker="wounds", count=9)
    await colony.done(colony.ann, "/game dice", mode="physical", side="Red")
    asked = await colony.say(colony.bob, "/activate", unit=MILITIA)
    assert "roll 9d6: wound markers" in asked.title
    form = await colony.click(colony.ann, asked, "Enter dice")
    told = await colony.fill(colony.ann, form, throw0="5 5 5 5 5 5 5 5 1")
    assert "9 wound markers settled: 8 kills. Nobody is left." in told.text
    assert f"📌 {MILITIA} is wiped out: remove it and its markers." in told.text
    assert not (await colony.unit(MILITIA)).alive


async def test_a_unit_out_of_turn_waits_until_the_other_side_is_done(colony: Table) -> None:
    """Only its own side ends the remaining actions of a unit; the umpire ends them without a question."""
    await _red_first(colony)
    await colony.done(colony.ann, "/activate", unit=SQUAD)
    told = await colony.warned(colony.bob, "/activate", unit=MILITIA)
    assert "Red activates a unit now, not Blue" in told.text
    assert f"{SQUAD} has actions left" in told.text
    asked = await colony.click(colony.bob, told, told.buttons[0])
    assert asked.title == f"Ann: are you done? {SQUAD} has 2 actions left."
    assert asked.buttons[:2] == ("Done", "Not yet")
    assert (await colony.click(colony.bob, asked, "Done")).refused
    kept = await colony.click(colony.ann, asked, "Not yet")
    assert kept.title == "Ann is not done yet"
    assert await colony.states(MILITIA) == {}
    assert (await colony.states(SQUAD))["actions_left"] == 2
    asked = await colony.anyway(colony.bob, "/activate", unit=MILITIA)
    await colony.click(colony.ann, asked, "Done")
    assert (await colony.states(MILITIA))["actions_left"] == 2
    assert "actions_left" not in await colony.states(SQUAD)
    await colony.anyway(colony.cyd, "/activate", unit=MARINES)
    assert "actions_left" not in await colony.states(MILITIA)


async def test_a_side_is_asked_again_for_a_unit_that_became_active_while_a_command_waited(colony: Table) -> None:
    """Its word about the first unit was taken for the second."""
    await _red_first(colony)
    await colony.done(colony.ann, "/activate", unit=SQUAD)
    await colony.done(colony.cyd, "/marker set", unit=MILITIA, marker="wounds", count=9)
    await colony.done(colony.ann, "/game dice", mode="physical", side="Red")
    asked = await colony.anyway(colony.bob, "/activate", unit=MILITIA)
    waits = await colony.click(colony.ann, asked, "Done")
    await colony.anyway(colony.ann, "/turn end")
    await colony.anyway(colony.cyd, "/activate", unit=SCOUTS)
    told = await colony.click(colony.ann, waits, "Bot rolls")
    while told.buttons[0].endswith("anyway"):
        told = await colony.click(colony.bob, told, told.buttons[0])
    assert told.title.startswith("Ann: are you done?"), told.whole
    assert (await colony.states(SCOUTS))["actions_left"] == 2


async def test_getting_into_position_brings_the_support_weapon_in(colony: Table) -> None:
    await colony.done(colony.bob, "/activate", unit=HEAVY)
    told = await colony.done(colony.bob, "/act", action="position", unit=HEAVY)
    assert "counts one tier better, and fires with HMG +3 dice" in told.text
    assert "in position already" in await colony.refused(colony.bob, "/act", action="position", unit=HEAVY)
    shot = {"attacker": HEAVY, "target": MARINES, "distance": "11", "cover": "hard"}
    told = await colony.done(colony.bob, "/fire", **shot, dice=f"{NOTHING * 2} 1 1 1 / 1 1 1 1 1 1 1 1 1")
    assert "4 models × ROF 1 = 4, 1 HMG × 3, in position = 3, 4 skill dice = 4" in told.text
    assert "is no longer in position" in (await colony.anyway(colony.bob, "/move", unit=HEAVY)).text


async def test_pinned_units_stay_where_the_ruling_holds_them(colony: Table) -> None:
    await colony.done(colony.cyd, "/rulings set", name="pin_effect", value="no_move")
    await colony.done(colony.cyd, "/marker set", unit=MARINES, marker="pinned", count=1)
    for command, options in (("/move", {}), ("/act", {"action": "tac_move"})):
        assert "pinned unit does not move" in await colony.refused(colony.ann, command, unit=MARINES, **options)
    assert "move 5″" not in (await colony.done(colony.ann, "/activate", unit=MARINES)).text


async def test_a_morale_check_needs_the_bangs_of_the_ruling(colony: Table) -> None:
    await colony.done(colony.cyd, "/rulings set", name="morale_bangs", value="2")
    told = await colony.done(colony.bob, "/morale", unit=MILITIA, dice="5 1 1")
    assert "Morale breaks: 1 bang, 2 needed." in told.text
    assert "5+ (a bang, 2 to pass)" in told.text


# Fire


async def test_the_defender_alone_answers_damage_in_the_open_and_takes_it_back_with_the_shooters_leave(
    colony: Table,
) -> None:
    asked = await _hit_militia_in_light_cover(colony, OPEN)
    assert asked.title == "Bob: Hit in the open: stay or fall back?"
    assert ", 15″, in the open**" in asked.text
    assert "🎲 attacker pool 5 of 14" in asked.text
    assert (await colony.click(colony.ann, asked, FAIL)).refused
    colony.dice.next(5, 1, 1)
    told = await colony.click(colony.bob, asked, TEST)
    assert "5 damage: 5 bangs against 0. Morale holds (1 bang)." in told.text
    assert f"{MILITIA} at tier 0 (in the open): 5 wounds." in told.text
    asked = await colony.say(colony.bob, "/undo")
    assert (await colony.click(colony.bob, asked, "Agree")).refused
    assert await colony.states(MILITIA) == {"wounds": 5, "disorganised": 1}
    told = await colony.click(colony.ann, asked, "Agree")
    assert f"{SQUAD} has 2 actions left again." in told.text
    assert await colony.states(MILITIA) == {}


async def test_the_nearest_cover_is_not_always_whole_inches_off(colony: Table) -> None:
    asked = await _hit_militia_in_light_cover(colony, OPEN | {"situation": "nearest_light=6.5"})
    colony.dice.next(5, 1, 1)
    told = await colony.click(colony.bob, asked, FAIL)
    assert "stops short of light cover (6.5″ away)" in told.text
    assert (await colony.entry()).plays[0].facts["nearest_cover"] == {"kind": "light", "distance": 6.5}


async def test_a_fall_back_after_a_restart_ends_in_position_and_tells_where_to_move(colony: Table) -> None:
    await colony.done(colony.cyd, "/marker set", unit=MILITIA, marker="in_position", count=1)
    asked = await _hit_militia_in_light_cover(colony, OPEN | {"situation": "nearest_light=8"})
    await colony.restart()
    assert (await colony.click(colony.ann, asked, FAIL)).refused
    colony.dice.next(5, 6, 1, 5, 6, 1, 1, 1)
    told = await colony.click(colony.bob, asked, FAIL)
    assert f"Move {MILITIA} by 7″ toward light cover, away from the shooter." in told.text
    assert "stops short of light cover (8″ away), in the open" in told.text
    assert f"{MILITIA} is no longer in position." in told.text
    assert await colony.states(MILITIA) == {"wounds": 5, "disorganised": 1}


async def test_an_amended_shot_tells_again_who_falls_back_and_that_it_is_as_before(colony: Table) -> None:
    """The text is never "Nothing changes on the table. It falls back"."""
    asked = await _hit_militia_in_light_cover(colony, OPEN | {"situation": "nearest_light=8"})
    colony.dice.next(5, 6, 1)
    told = await colony.click(colony.bob, asked, FAIL)
    move = f"Move {MILITIA} by 7″ toward light cover, away from the shooter"
    assert f"📌 {move}." in told.text
    asked = await colony.say(colony.ann, "/amend", distance="14")
    told = await colony.click(colony.bob, asked, "Agree") if "Agree" in asked.buttons else asked
    assert f"📌 {move}, as before." in told.text
    assert "Nothing changes on the table" not in told.text


async def test_an_amended_shot_puts_those_back_who_no_longer_fall_back(colony: Table) -> None:
    """The faces were mistyped, and nothing was hit."""
    asked = await _hit_militia_in_light_cover(colony, OPEN | {"situation": "nearest_light=8"})
    colony.dice.next(5, 6, 1)
    await colony.click(colony.bob, asked, FAIL)
    asked = await colony.say(colony.ann, "/amend", dice=" ".join("1" * 18))
    told = await colony.click(colony.bob, asked, "Agree") if "Agree" in asked.buttons else asked
    assert f"📌 Put {MILITIA} back where the move began." in told.text.replace("**", "")


async def test_figures_that_moved_on_since_are_not_put_back_where_they_stood(colony: Table) -> None:
    """The player who undoes the first of two moves agrees to where the unit is now."""
    await _red_first(colony)
    await colony.done(colony.ann, "/activate", unit=SQUAD)
    await colony.done(colony.ann, "/move", unit=SQUAD)
    first = await colony.last()
    await colony.done(colony.ann, "/move", unit=SQUAD)
    told = await colony.say(colony.ann, "/undo", entry=first)
    assert f"📌 Agree where to place {SQUAD}: later moves stay." in told.text.replace("**", "")
    assert "back where the move began" not in told.text


async def test_light_cover_offers_the_wall_with_the_effect_of_each_choice(colony: Table) -> None:
    asked = await _hit_militia_in_light_cover(colony, LIGHT)
    assert f"• {STAY}: about 3.3 wounds and 1.7 pinned" in asked.text
    colony.dice.next(5, 6, 1, 5, 1, 1, 1, 1)
    told = await colony.click(colony.bob, asked, GO)
    assert told.title == "Ann, roll 5d6: attacker conversion on 5+", "she typed the dice of her pool"
    told = await colony.click(colony.ann, told, "Bot rolls")
    assert f"Move {MILITIA} by 7″ away from the shooter, into hard cover." in told.text
    assert "↳ 5+ (a bang turns a pinned marker into a wound)" in told.text
    states = await colony.states(MILITIA)
    assert (states["wounds"], states["pinned"]) == (1, 4)


async def test_missing_cover_is_asked_for_once_and_mixed_cover_counted_out(colony: Table) -> None:
    shot = {name: value for name, value in OPEN.items() if name != "cover"}
    asked = await colony.say(colony.ann, "/fire", **shot)
    assert asked.form
    assert str(asked.form).count("'cover") == 1
    asked = await colony.fill(colony.ann, asked, cover=["mixed"])
    assert "How many models are in light cover?".lower() in asked.text.lower()
    form = await colony.click(colony.ann, asked, "Fill in")
    told = await colony.fill(colony.ann, form, **{"situation:0": ["in_light=4"], "situation:1": ["in_hard=1"]})
    assert "in cover = 4" in told.text
    assert (await colony.entry()).plays[0].facts["target"]["cover"] == "light"


async def test_shots_and_actions_that_are_refused(colony: Table) -> None:
    for action in ("smoke", "overwatch", "support_fire", "communications", "commander"):
        assert "say nothing of how" in await colony.refused(colony.ann, "/act", action=action, unit=SQUAD), action
    assert "blocked" in await colony.refused(colony.ann, "/fire", **OPEN, situation="blocked")
    assert "same side" in await colony.refused(colony.ann, "/fire", **OPEN | {"target": MARINES})
    assert "has 5 assault rifles, not 6" in await colony.refused(colony.ann, "/fire", **OPEN, firers="6 assault_rifle")
    two = "nearest_light=3,nearest_hard=5"
    assert "Not possible at the same time" in await colony.refused(colony.ann, "/fire", **OPEN, situation=two)
    assert "No model sees the target" in await colony.refused(colony.ann, "/fire", **OPEN, firers="1 saw")
    assert "Come close and shoot" in await colony.refused(colony.ann, "/assault", attacker=SQUAD, target=MILITIA)


# The turn


async def test_the_active_unit_comes_first_in_the_state_of_the_game_and_in_suggestions(colony: Table) -> None:
    await colony.done(colony.ann, "/activate", unit=MARINES)
    told = await colony.done(colony.ann, "/game status")
    heading = next(nth for nth, line in enumerate(told.lines) if line.endswith("Active now (1):"))
    assert told.lines[heading + 1].startswith(f"**{MARINES}** ")
    labels = [label for label, _ in await colony.type(colony.ann, "/fire", "attacker")]
    assert labels[0].startswith(MARINES)


async def test_wound_markers_and_disorder_go_together_in_a_correction(colony: Table) -> None:
    unit = next(iter((await colony.live()).game.units_of_side("Red")))
    await colony.done(colony.ann, "/marker set", unit=unit.id, marker="wounds", count=2)
    assert (await colony.states(unit.name))["disorganised"] == 1
    await colony.done(colony.ann, "/marker set", unit=unit.id, marker="wounds", count=0)
    assert await colony.states(unit.name) == {}


async def test_thumb_cover_that_is_named_later_asks_only_players_with_own_dice(colony: Table) -> None:
    """Blue rolls its own dice, Red uses the bot's, also for falling back, which has not been rolled yet."""
    colony.services.details.usual = "short"
    await colony.done(colony.bob, "/game dice", mode="physical")
    await colony.done(colony.cyd, "/initiative", dice="1 1 1 1 1 / 5 5 5 5")
    await colony.done(colony.bob, "/activate", unit=HEAVY)
    shot = {"attacker": HEAVY, "target": SQUAD, "distance": "20", "cover": "light"}
    colony.dice.next(5, 5, 5, 1, 1, 1, 1, 1, 1, 5, 1)
    told = await colony.done(colony.bob, "/fire", **shot, dice="5 5 5 5 5 1 1 1")
    form = await colony.click(colony.ann, told, "Cover …")
    asked = await colony.click(colony.bob, await colony.fill(colony.ann, form, situation=["nearest_hard=6"]), "Agree")
    assert asked.title == "Ann: Fall back to hard cover?"
    assert asked.buttons == ("Stay", "Fall back 6″", "Cancel")
    colony.dice.next(5, 5, 5, 5)
    asked = await colony.click(colony.ann, asked, "Fall back 6″")
    assert asked.title.startswith("Bob, roll 2d6: attacker conversion"), asked.title
    colony.dice.next(1, 1)
    told = await colony.click(colony.bob, asked, "Bot rolls")
    assert "place 1 pinned, 1 wound off" in told.text
