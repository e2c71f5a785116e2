"""The row under a result: the next step by name, then Amend, Undo and Why?; and the forms behind it."""

from __future__ import annotations

from typing import Any

import pytest

from bot.resolution.result import CommandResult
from cogs.components.play.entry_buttons import entry_buttons
from cogs.components.play.next_controls import ROOMY, labels_of
from cogs.rendering import phone
from cogs.tasks.live_board import EVERY
from tests.cogs.components.going import marines_go, newest, red_first
from tests.cogs.components.play.test_control_row import board, menus
from tests.cogs.table import Table, Told
from tests.soak.answers import EVERYBODY
from tests.taps.thumb import fields_of

__all__ = ["marines_go", "red_first"]


@pytest.fixture
async def short(red_first: Table) -> Table:
    red_first.services.details.usual = "short"
    return red_first


@pytest.fixture
async def going(marines_go: Table) -> Table:
    marines_go.services.details.usual = "short"
    return marines_go


async def _activate(short: Table, unit: str = "Marines") -> Told:
    short.dice.next(6)
    return await short.pick(short.ann, await board(short), unit, "Activate")


def field_of(told: Told, id: str) -> dict[str, Any]:
    return next(one for one in fields_of(told) if one["custom_id"] == id)


async def test_whose_go_it_becomes_begins_with_an_activation(table: Table) -> None:
    """Moving there activates too: the menu has the more general name."""
    table.services.details.usual = "short"
    await table.done(table.ann, "/game demo", system="openfire_d12")
    await table.done(table.ann, "/initiative", dice="12 12 / 1 1")
    await table.done(table.ann, "/move", unit="Line squad", action="advance")
    told = await table.done(table.ann, "/move", unit="Line squad", action="rush")
    assert "Blue's turn" in told.text
    assert list(menus(told)) == ["Next: Activate …"]


@pytest.mark.parametrize(("chosen", "then"), [(["rear"], ["rear"]), ([], [])])
async def test_choices_in_the_form_replace_earlier_ones(short: Table, chosen: list[str], then: list[str]) -> None:
    """A corrected side is not a second side; a cleared choice no longer counts."""
    target = "Technical" if chosen else "Militia"
    shot = {"attacker": "Marines", "target": target, "distance": "10", "dice": "roll"}
    await _activate(short)
    told = await short.done(short.ann, "/fire", **shot, situation="side" if chosen else "aimed")
    said = (await short.entry()).request["situation"]
    form = await short.click(short.ann, await short.say(short.ann, "/why"), "Amend")
    asked = await short.fill(short.ann, form, situation=chosen)
    done = await short.click(short.ann, asked, "Amend")
    if "Agree" in done.buttons:
        await short.click(short.bob, done, "Agree")
    assert said != then
    assert (await short.entries())[-1].request.get("situation", []) == then, told


async def test_dice_that_come_back_unchanged_amend_nothing_by_themselves(going: Table) -> None:
    """Other options are shown before they count, as without dice; changed dice count at once."""
    shot = {"attacker": "Marines", "target": "Militia", "distance": "10", "firers": "4 assault_rifle", "cover": "soft"}
    told = await going.done(going.ann, "/fire", **shot, dice="1 1 1 1 1 1 1 1")
    form = await going.click(going.ann, told, "Amend")
    before = await going.last()
    asked = await going.fill(going.ann, form, cover=["none"], owndice="1 1 1 1 1 1 1 1")
    assert "cover: soft → none" in asked.lines
    assert await going.last() == before
    form = await going.click(going.ann, told, "Amend")
    asked = await going.fill(going.ann, form, cover=["none"], owndice="2 1 1 1 1 1 1 1")
    await going.click(going.bob, asked, "Agree")
    assert await going.last() == before + 1


async def test_an_amendment_shows_its_result_before_it_counts(going: Table) -> None:
    """The dice on the table decide; the old result is struck through, and nothing moves before that."""
    going.dice.next(3, 2, 6, 1, 1, 1, 1, 1)
    shot = {"attacker": "Marines", "target": "Militia", "distance": "10", "firers": "4 assault_rifle", "cover": "none"}
    told = await going.done(going.ann, "/fire", **shot)
    before = await going.entry()
    hits = before.plays[0].throws[0].successes
    asked = await going.fill(going.ann, await going.click(going.ann, told, "Amend"), cover=["soft"])
    (line,) = [one for one in asked.lines if one.startswith("to hit: ")]
    done = await going.click(going.ann, asked, "Amend")
    if "Agree" in done.buttons:
        done = await going.click(going.bob, done, "Agree")
    now = await going.entry()
    assert now.undoes == before.number
    assert line == f"to hit: {now.plays[0].throws[0].successes} instead of {hits}"
    await going.env.advance_time(2 * EVERY)
    old = going.now(told.messages[0])
    assert old.lines[0] == f"**Amended: #{now.number} counts.**"
    assert all(one.startswith("~~") for one in old.lines[1:]), old.lines


async def test_an_amendment_that_needs_more_dice_foretells_nothing(going: Table) -> None:
    """Their faces are unknown, and asking rolls no dice."""
    going.dice.next(3, 6)
    shot = {"attacker": "Marines", "target": "Militia", "distance": "10", "firers": "2 assault_rifle"}
    await going.done(going.ann, "/fire", **shot)
    number, dice, foresee_plays = await going.last(), len(going.dice.thrown), going.services.corrections.foresee_plays
    assert await foresee_plays(going.call(going.ann), number, {"firers": ("1 assault_rifle",)})
    assert await foresee_plays(going.call(going.ann), number, {"firers": ("4 assault_rifle",)}) == ()
    assert (await going.last(), len(going.dice.thrown)) == (number, dice)


async def test_amend_is_offered_behind_why_if_the_row_has_no_room_for_it(going: Table) -> None:
    shot = await going.done(going.ann, "/fire", attacker="Marines", target="Militia", distance="10")
    why = await going.click(going.ann, shot, "Why?")
    assert "Amend" in why.buttons
    form = await going.click(going.ann, why, "Amend")
    assert (await going.fill(going.ann, form)).refused, "nothing has changed"
    await going.click(going.bob, await going.click(going.ann, shot, "Undo"), "Agree")
    assert "Amend" not in (await going.click(going.ann, shot, "Why?")).buttons


async def test_the_question_shows_a_range_as_a_range(short: Table) -> None:
    await short.done(short.ann, "/game dice", mode="physical")
    form = await short.click(short.ann, await _activate_by_hand(short), "Fire …")
    asked = await short.fill(short.ann, form, distance=["24in"])
    assert "Marines → Planet defence squad, over 12″, up to 24″, aimed fire" in asked.text
    assert ", 24″" not in asked.text


async def _activate_by_hand(short: Table) -> Told:
    return await short.done(short.ann, "/activate", unit="Marines", dice="6")


async def test_thumb_a_unit_with_an_action_left_may_end_its_go_from_the_newest_message(table: Table) -> None:
    """Open Rebellion: its side is shown the actions that it gives up, and the other side continues."""
    table.services.details.usual = "short"
    await table.done(table.ann, "/game demo", system="opreb")
    await table.done(table.ann, "/game join", side="Red")
    await table.done(table.bob, "/game join", side="Blue")
    await table.done(table.ann, "/initiative", dice="5 5 5 5 5 / 1 1 1 1")
    told = await table.pick(table.ann, await board(table), "Marine assault team", "Activate")
    assert not any("Split fire" in line for lines in menus(told).values() for line in lines), "it has one target"
    (called,) = menus(told)
    assert called == "Next: Marine assault team …"
    assert "Marine assault team" not in menus(told)[called], "what it may do stands there by name"
    told = await table.click(table.ann, told, "Move 5″")
    now = table.now(table.env.backend.get_message(table.channel.id, told.clicked or 0)) if not told.messages else told
    ends = await table.pick(table.ann, now, "End your turn", called)
    assert "Marine assault team forfeits 1 action." in ends.text
    await table.click(table.ann, ends, "Anyway")
    assert (await table.live()).game.holder == "Blue"


async def test_thumb_a_player_who_takes_their_own_dice_continues_with_the_newest_buttons(going: Table) -> None:
    """This changes nothing on the table: neither the result nor an open form is outdated."""
    told = newest(going)
    await going.done(going.ann, "/game dice", mode="physical")
    form = await going.click(going.ann, told, "Fire …")
    await going.done(going.ann, "/game dice", mode="bot")
    shot = await going.fill(going.ann, form, distance=["24in"])
    assert not shot.refused, shot
    assert (await going.entry()).command == "fire"


async def test_thumb_who_has_struck_in_close_combat_strikes_again_before_it_leaves(table: Table) -> None:
    """d12: a move would leave the assault range, of which something is asked."""
    table.services.details.usual = "short"
    await table.done(table.ann, "/game demo", system="openfire_d12")
    await table.done(table.ann, "/initiative", dice="1 1 / 12 12")
    charged = await table.done(table.ann, "/assault", attacker="Howling band", target="Heavy trooper", distance="5")
    table.dice.next(*[1] * 24)
    told = await table.click(table.ann, charged, "Howling band: free attack")
    labels = [*told.buttons, *(line for lines in menus(told).values() for line in lines)]
    assert next(one for one in labels if "Attack" in one or "Advance" in one).endswith("Attack …"), labels


async def test_thumb_a_unit_fired_at_in_reaction_continues_its_own_activation(short: Table) -> None:
    """FUBAR: the charge that caused the shot is the next step, below the newest result."""
    await short.done(short.bob, "/marker set", unit="Militia", marker="on_guard", count=1)
    await short.done(short.ann, "/activate", unit="Marines", action="assault", dice="6")
    charged = await short.done(short.ann, "/move", unit="Marines")
    form = await short.click(short.bob, charged, "Militia: reaction")
    short.dice.next(*[1] * 40)
    shot = await short.fill(short.bob, form, distance=["6in"])
    assert shot.buttons[0] == "Assault …", shot.buttons


async def test_thumb_a_step_by_name_is_worth_more_than_the_word_for_all_else(short: Table) -> None:
    """If the row has no room for both, the way to all actions is one short word, or the sign of a menu."""
    result = await _last_result(short)
    found = {
        labels
        for room in range(phone.rows_height(1), ROOMY + phone.rows_height(1), 3)
        if (labels := tuple(labels_of(entry_buttons(EVERYBODY, result, room))))
    }
    named = {labels for labels in found if {"Next", "…"} & {*labels} and "Fire …" in labels}
    assert named, found
    words = [tuple("Next …" if one in ("Next", "…") else one for one in labels) for labels in named]
    assert all(one not in found or "Fire …" in one for one in words)


async def _last_result(short: Table) -> CommandResult:
    """Marines that may fire, as the result of their activation."""
    before = (await short.live()).board
    await _activate(short)
    live = await short.live()
    return CommandResult(live.info.id, await short.entry(), before, live.board)


async def test_the_next_figure_of_a_bound_is_chosen_under_the_move_before_it(table: Table) -> None:
    """Enemies shoot after the moves: until then the menu offers the next unit to move, and nothing to the enemy."""
    table.services.details.usual = "short"
    await table.done(table.ann, "/game demo", system="bayonet")
    begun = await table.done(table.ann, "/initiative", dice="6 1")
    first = (await table.live()).game.units_of_side("Red")
    told = await table.pick(table.ann, await table.click(table.ann, begun, "Next …"), first[0].name, "Move")
    assert "React …" not in told.buttons
    (called,) = menus(told)
    assert called == "Next: Move …"
    assert first[1].name in menus(told)[called]
    assert told.messages[-1].components[0]["components"][0]["placeholder"] == called, "it comes first"


async def test_thumb_the_status_of_a_turn_that_is_over_has_the_next_one(short: Table) -> None:
    """However little room its controls have: a bot that has started again posts it."""
    game = (await short.live()).game
    last, *others = game.units_of_side("Red")
    for unit in (*others, *game.units_of_side("Blue")):
        who = short.call(short.ann if unit.side == "Red" else short.bob)
        await short.services.unit_corrections.mark(who, unit.id, "tried", 1)
    await short.done(short.ann, "/activate", unit=last.name, dice="1")
    told = await short.done(short.ann, "/game status")
    assert "The turn is over" in told.text
    assert told.buttons[0] == "Next turn", told.buttons


async def test_more_lists_no_control_twice(table: Table) -> None:
    """d12 has Recover as a command and as an act."""
    await table.done(table.ann, "/game demo", system="openfire_d12")
    told = await table.click(table.ann, await board(table), "More …")
    for lines in menus(told).values():
        assert len(lines) == len(set(lines))


async def test_a_failed_activation_of_a_unit_on_guard_is_shown_once(short: Table) -> None:
    await short.done(short.ann, "/marker set", unit="Commandos", marker="on_guard", count=1)
    told = await short.done(short.ann, "/activate", unit="Commandos", dice="1")
    assert told.lines[:2] == ["**Commandos: failed (own 1, needed 2+)**", "**On Guard now.**"]


async def test_a_side_chooses_its_phase_under_the_result_and_under_a_status(ww2: Table) -> None:
    """Issue 45: "which phase?" had one phase, and a status, as after a change of language, none.

    An undone phase is offered by name: before a phase no unit can act, so the phases come first.
    """
    ww2.services.details.usual = "short"
    await ww2.done(ww2.ann, "/turn phase", phase="movement")
    told = await ww2.done(ww2.ann, "/undo")
    told = await ww2.click(ww2.bob, told, "Agree") if "Agree" in told.buttons else told
    assert "Movement phase" in told.buttons, told
    assert told.buttons[0] in ("Combat phase", "Movement phase"), told.buttons
    await ww2.done(ww2.ann, "/turn phase", phase="movement")
    for told in (await ww2.done(ww2.ann, "/turn end"), await ww2.done(ww2.bob, "/game status")):
        assert [one for one in told.buttons if "phase" in one] == ["Movement phase", "Combat phase"], told
