"""The bot plays a side: it gives orders, asks for its facts, and players move its figures."""

from __future__ import annotations

import re
from decimal import Decimal
from random import Random
from typing import Any

import pytest

from bot.game.people import OPPONENT
from bot.resolution.execution import command_of
from bot.services.play import opponent_orders
from bot.services.play.opponent_orders import ORDER
from data.files import opponent_of
from rules.command.system import Board
from rules.game.entry import Entry
from rules.kernel.request import Request
from rules.kernel.resolve import resolve
from rules.kernel.table import DecisionNeeded, Given
from rules.opponent.choice import Decided
from rules.opponent.decide import Opponent
from rules.opponent.sight import Around, Sight
from rules.opponent.worth import Appraiser
from tests.cogs.components.going import newest
from tests.cogs.components.solo import ann_first, asked, bot_first, bound_asked, fair_bound
from tests.cogs.forging import forged
from tests.cogs.shown import Told, fields
from tests.cogs.table import Table
from tests.proving import proven

__all__ = ["ann_first", "asked", "bot_first", "bound_asked", "fair_bound"]

FIRST = {"opreb": "1 1 1 1 / 5 5 5 5 5", "fubar": "1 6", "bayonet": "1 6", "openfire_d12": "1 1 12 12"}
"""Dice for the initiative with which Blue goes first."""


def lines(told: Told) -> list[str]:
    """Return the lines of the menus under an answer."""
    rows = [row["components"] for message in told.messages for row in message.components]
    return [option["label"] for row in rows for one in row for option in one.get("options", ())]


def ids(told: Told) -> list[str]:
    rows = [row["components"] for message in told.messages for row in message.components]
    return [one.get("custom_id", "") for row in rows for one in row]


async def start_against_bot(table: Table, system: str, dice: str = "", minutes: int = 0) -> Told:
    """Ann plays Red; the bot plays Blue, and is first, unless other dice are rolled for it,
    and questions have `minutes` to wait for an answer.
    """
    await table.done(table.ann, "/game demo", system=system)
    if minutes:
        await table.done(table.ann, "/game timeout", minutes=minutes, policy="default")
    await table.done(table.ann, "/game join", side="Red")
    told = await table.done(table.ann, "/game opponent", side="Blue")
    assert told.title == "Adjutant plays Blue"
    assert not table.has(told, "Adjutant plays on"), "nobody has the go yet"
    told = await table.done(table.ann, "/initiative", dice=dice or FIRST[system])
    assert (await table.live()).game.holder == ("Red" if dice else "Blue")
    return told


async def sight_form(table: Table, told: Told) -> Told:
    """Return the form for the view of a unit, from the message with the bot's assumptions."""
    told = await table.click(table.ann, told, "Adjutant plays on")
    return await table.click(table.ann, told, "Correct it …")


async def fill(table: Table, told: Told, system: str) -> Told:
    """Fill in one distance for each enemy, or else the first offered one."""
    assert told.form
    given: dict[str, Any] = {}
    for field in fields(told.form["components"]):
        id, options = field["custom_id"], [one["value"] for one in field.get("options", [])]
        if id != "around":
            given[id] = [next((one for one in options if one.startswith("24|")), options[-1])]
    return await table.fill(table.ann, told, **given)


async def play_orders(table: Table, told: Told, system: str, most: int = 40) -> tuple[list[Told], int]:
    """Carry out the bot's orders as Ann until it has none left; return its messages and the number of taps."""
    said, taps = list[Told](), 1
    told = await table.click(table.ann, told, "Adjutant plays on")
    for _ in range(most):
        said.append(told)
        if told.form:
            taps += 1 + sum(one["custom_id"] != "around" for one in fields(told.form["components"]))
            told = await fill(table, told, system)
            continue
        label = next((one for one in told.buttons if one in ("Done", "Correct it …")), None)
        if label is None and told.title.startswith("Ann: "):
            label = told.buttons[0]
        elif label is None and "nothing to do" not in told.text and (await table.live()).game.holder == "Blue":
            label = "Adjutant plays on"
        if label is None:
            return said, taps
        taps += 1
        told = await table.click(table.ann, told, label)
    raise AssertionError("it never comes to an end")


async def check_turn(table: Table, said: list[Told], taps: int) -> None:
    live = await table.live()
    entries = await table.entries()
    mine = [entry for entry in entries if entry.by == OPPONENT.id]
    assert mine
    assert all(entry.side == "Blue" for entry in mine)
    assert not any(entry.warnings for entry in mine)
    assert not any(one.refused for one in said)
    assert live.game.holder != "Blue" or "nothing to do" in said[-1].text
    assert taps <= 40


async def test_its_go_ends_though_the_table_allows_it_nothing(table: Table) -> None:
    """No enemy is in sight and no figure can move: it gives up its remaining actions, and the log says so."""
    await table.done(table.ann, "/game demo", system="opreb")
    for unit in (await table.live()).game.units_of_side("Blue")[2:]:
        await table.done(table.ann, "/unit remove", unit=unit.id)
    await table.done(table.ann, "/game join", side="Red")
    await table.done(table.ann, "/game opponent", side="Blue")
    table.dice.next(1, 1, 1, 1, 1, 5, 5)
    told = await table.done(table.ann, "/initiative")
    assert (await table.live()).game.holder == "Blue"
    told = await table.click(table.ann, told, "Adjutant plays on")
    for _ in range(60):
        label = next((one for one in ("It sees no enemy", "Could not") if one in told.buttons), None)
        if label is None:
            break
        told = await table.click(table.ann, told, label)
        assert not told.refused
    assert (await table.live()).game.holder == "Red"
    mine = [entry for entry in await table.entries() if entry.by == OPPONENT.id]
    assert [entry.command for entry in mine][-1] == "turn end"
    assert mine[-1].warnings
    assert not any(entry.warnings for entry in mine[:-1])


async def test_an_order_has_a_reason_and_lists_its_alternatives(bound_asked: Table) -> None:
    """Units do not shoot in their own bound, so the first order is a move."""
    table = bound_asked
    told = await table.click(table.ann, newest(table), "Correct it …")
    assert told.form
    told = await fill(table, told, "bayonet")
    while "Done" not in told.buttons:
        told = await table.click(table.ann, told, "Correct it …")
        told = await fill(table, told, "bayonet")
    assert "move up to" in told.text
    assert "strength" not in told.text, "F8: shares of strength stand behind Why?"
    why = await table.click(table.ann, told, "Why?")
    assert why.private
    assert "strength" in why.text
    assert "Ground +" in why.text.partition("balanced")[2]
    before, done = await table.last(), next(id for id in ids(told) if "oppdone" in id)
    other = await table.click(table.ann, told, "Could not")
    assert await table.last() == before
    assert other.text != told.text
    stale = await table.click_of_before(table.ann, told, done)
    assert stale.refused or await table.last() > before


async def test_it_is_a_player_of_its_side_and_no_more(bot_first: Table) -> None:
    """It ends its own activations; a solo player names the winner, as it sees no table and would agree to no loss."""
    playing, player = newest(bot_first), (await bot_first.live()).game.players[OPPONENT.id]
    assert (player.side, player.umpire) == ("Blue", False)
    assert "not Red" in await bot_first.refused(bot_first.ann, "/turn end")
    assert (await bot_first.say(bot_first.ann, "/game end")).buttons
    over = await bot_first.say(bot_first.ann, "/game end", winner="Red")
    told = await bot_first.click(bot_first.ann, over, "End the game")
    assert "The game is over" in told.whole
    assert "does not agree" not in told.whole
    gone = await bot_first.click(bot_first.ann, playing, "Adjutant plays on")
    assert gone.refused, "without the bot at the table no player plays on for it"


async def test_the_bot_reacts_to_an_enemy_that_moves_into_its_fire(bot_first: Table) -> None:
    """A unit On Guard may fire at a moving enemy; the shot is the first thing it does."""
    gunners = next(unit.id for unit in (await bot_first.live()).game.units.values() if unit.name == "HMG team")
    await bot_first.services.unit_corrections.mark(
        bot_first.call(bot_first.ann)._replace(who=OPPONENT), gunners, "on_guard", 1
    )
    bot_first.dice.next(6)
    await bot_first.anyway(bot_first.ann, "/activate", unit="Marines", action="walk")
    moved = await bot_first.done(bot_first.ann, "/move", unit="Marines")
    assert "HMG team" in moved.whole
    told = await bot_first.click(bot_first.ann, moved, "Adjutant plays on")
    near = next(line for line in lines(told) if "in the open" in line)
    told = await bot_first.pick(bot_first.ann, told, near)
    shot = next(entry for entry in await bot_first.entries() if entry.by == OPPONENT.id and entry.command == "fire")
    assert shot.request["situation"] == ["reaction"]
    assert (await bot_first.unit("HMG team")).has("reacted")


async def test_the_bot_agrees_neither_to_a_second_roll_nor_to_a_loss_of_its_side(ann_first: Table) -> None:
    """It did not answer a question raised by the button of a warning, and the command waited for ever."""
    failed = await ann_first.done(ann_first.ann, "/activate", unit="Marines", dice="1")
    before = await ann_first.last()
    for told in (await ann_first.say(ann_first.ann, "/undo"), await ann_first.click(ann_first.ann, failed, "Undo")):
        assert "does not agree" in told.whole
    assert await ann_first.last() == before, "she failed that, and could throw again"
    told = await ann_first.say(ann_first.ann, "/marker set", unit="HMG team", marker="suppressed", count=1)
    assert "does not agree" in told.whole
    assert not await ann_first.services.record.questions.open((await ann_first.live()).info.id)
    asked = await ann_first.say(ann_first.ann, "/activate", unit="Marines")
    told = await ann_first.click(ann_first.ann, asked, "Anyway")
    assert "does not agree" in told.whole
    assert not await ann_first.services.record.questions.open((await ann_first.live()).info.id)


async def next_question(table: Table, told: Told) -> Told:
    """Return the question about the second unit of the bot; all units pass, and no order that is done has buttons."""
    for _ in range(12):
        if "Correct it …" in told.buttons:
            return told
        table.dice.next(*([] if table.dice.faces else [6]))
        label = next(one for one in ("Done", "Adjutant plays on") if one in told.buttons)
        done, told = told, await table.click(table.ann, told, label)
        assert label != "Done" or not table.now(done.messages[0]).buttons
    raise AssertionError("it asks of one unit only")


async def test_the_likely_view_of_a_unit_is_accepted_by_one_tap_after_which_its_question_has_no_buttons(
    bot_first: Table,
) -> None:
    """The report of the first unit probably holds for its neighbour, so nothing is typed or chosen again.

    The newest message has the next action; the one above it cannot be mistaken for it. All of it outlasts a restart.
    """
    told = newest(bot_first)
    assert (await bot_first.click(bot_first.cyd, told, "Adjutant plays on")).refused, "not at the table"
    asked = await bot_first.click(bot_first.ann, told, "Adjutant plays on")
    form = await bot_first.click(bot_first.ann, asked, "Correct it …")
    assert bot_first.now(asked.messages[0]).buttons, "nothing was told yet"
    bot_first.dice.next(6)
    told = await fill(bot_first, form, "fubar")
    assert not bot_first.now(asked.messages[0]).buttons
    told = await next_question(bot_first, told)
    assert told.buttons[0] == "That is right"
    assert re.search("All enemies: up to (24|32)″, in the open.", told.text)
    assert not re.search("Out of sight", told.text)
    before = await bot_first.services.opponent.state(await bot_first.live())
    await bot_first.restart()
    assert await bot_first.services.opponent.state(await bot_first.live()) == before
    after = await bot_first.click(bot_first.ann, told, "That is right")
    assert not after.refused, after.text
    plays = await bot_first.services.opponent.state(await bot_first.live())
    assert len(plays.fresh) >= 1
    assert after.text != told.text
    assert not bot_first.now(told.messages[0]).buttons


async def test_a_unit_without_enemies_in_sight_is_reported_by_one_tap(asked: Table) -> None:
    """The positions of enemies are known at the table, whether in sight or not, so that no unit waits behind a house
    for ever.

    The last result of the bot offers the units of the other side, and nothing that the rules refuse.
    """
    told = newest(asked)
    assert told.buttons[0] == "That is right"
    live = await asked.live()
    unit = next(one for one in live.game.units_of_side("Blue") if f"What does {one.name} see?" in told.text)
    for what in ("oppsame", "oppnone", "opptell"):
        assert (await forged(asked, asked.ann, f"adj1:{what}:{live.info.id}:u99")).refused, "no such unit"
    assert (await asked.click(asked.cyd, told, "It sees no enemy")).refused, "not at the table"
    asked.dice.next(*[1] * 8)
    told = await asked.click(asked.ann, told, "It sees no enemy")
    sight = (await asked.services.opponent.state(await asked.live())).sight
    for foe in live.game.units_of_side("Red"):
        assert not sight.sees(unit.id, foe.id)
        assert sight.inches_between(unit.id, foe.id) == 24
    assert (await asked.live()).game.holder == "Red", "its first activation has failed"
    assert "Regular section" in " ".join(lines(told))
    assert "Adjutant plays on" not in told.buttons
    for name in ("Regular section", "Marines"):
        told = await asked.done(asked.ann, "/activate", unit=name, dice="6")
        assert "Adjutant plays on" not in told.buttons, "nothing is to be answered"
    told = await asked.done(asked.ann, "/activate", unit="Commandos", dice="1")
    assert "Adjutant plays on" in told.buttons


# A die of its own, and its recorded reasons.


async def all_told(table: Table) -> Told:
    """Return the bot's turn with full reports: all units see each other at 24 inches, each near an objective."""
    live, services = await table.live(), table.services
    plays, sight = await services.opponent.state(live), Sight()
    foes = dict.fromkeys((unit.id for unit in live.game.units_of_side("Red")), Decimal(24))
    mine = [unit.id for unit in live.game.units_of_side("Blue")]
    for unit in mine:
        sight = sight.with_pairs(unit, foes).with_around(unit, Around(objective=True))
    known = plays.model_copy(update={"sight": sight, "fresh": frozenset(mine), "number": live.game.number})
    await services.record.remember(f"opponent {live.info.id}", known.model_dump_json())
    return await table.click(table.ann, newest(table), "Adjutant plays on")


async def test_near_ties_fall_by_a_provable_die_that_is_an_entry_of_its_own(fair: Table) -> None:
    """It was rolled before the order was shown; the meaning of each face is recorded, and the die can be verified."""
    await start_against_bot(fair, "bayonet")
    said = [await all_told(fair)]
    why = [await fair.click(fair.ann, said[0], "Why?")]
    for _ in range(4):
        said.append(await fair.click(fair.ann, said[-1], "Could not"))
        why.append(await fair.click(fair.ann, said[-1], "Why?"))
    dice = [entry for entry in await fair.entries() if entry.command == ORDER]
    assert len(dice) == sum("The die chose it" in told.text for told in why) > 2
    await proven(fair.services, (await fair.live()).info.id)
    for entry in dice:
        (throw,) = entry.plays[0].throws
        assert (throw.sides, throw.source, throw.side, entry.by) == (len(entry.weighed), "bot", "Blue", OPPONENT.id)
        assert [fresh.faces for fresh in entry.fresh] == [throw.faces]
    faces = [entry.plays[0].throws[0].faces[0] for entry in dice]
    assert len(set(faces)) > 1, "it is not always the first"
    why = await fair.done(fair.ann, "/why", entry=dice[-1].number)
    order = why.text.partition(f"• {faces[-1]}: ")[2].splitlines()[0]
    assert order
    assert f"the die chose: {order}" in why.text
    assert any(order in told.text for told in said)
    assert (await fair.live()).system.throws.named(ORDER).better is None, "nobody is lucky by it"


async def test_the_die_of_an_order_is_rolled_once_and_not_taken_back(
    fair_bound: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Asking again gives the same order, even with less time to compute; an undo keeps its die."""
    told = await all_told(fair_bound)
    while (await fair_bound.entry()).command != ORDER:
        told = await fair_bound.click(fair_bound.ann, told, "Could not")
    before = await fair_bound.entry()
    board = await fair_bound.done(fair_bound.ann, "/game status")
    again = await fair_bound.click(fair_bound.ann, board, "Adjutant plays on")
    assert again.text == told.text
    monkeypatch.setattr(opponent_orders, "SECONDS", 0)
    await fair_bound.restart()
    again = await fair_bound.click(fair_bound.ann, board, "Adjutant plays on")
    assert again.text.splitlines()[0] == told.text.splitlines()[0]
    assert (await fair_bound.entry()).number == before.number
    assert "stays" in await fair_bound.refused(fair_bound.ann, "/undo", entry=before.number)


async def test_the_bot_plays_its_go_to_the_end_and_log_exports_and_why_show_its_reasons(bot_first: Table) -> None:
    told = newest(bot_first)
    await check_turn(bot_first, *await play_orders(bot_first, told, "fubar"))
    entry = next(one for one in await bot_first.entries() if one.by == OPPONENT.id and one.because)
    why = await bot_first.done(bot_first.ann, "/why", entry=entry.number)
    assert re.search(r"• [+-]\d+ %: .*\. (Now [+-]\d+ %|Next attack|Ground|\d+ % (less|more) danger)", why.text)
    assert not re.search(r"[+-]0 %,| 0 % |danger [+-]", why.text), "a part that changes nothing is left out (SOLO 22)"
    reason = next(line for line in why.lines if "strength" in line and not line.startswith("•"))
    log = await bot_first.done(bot_first.ann, "/log show")
    assert reason in log.text
    told = await bot_first.done(bot_first.ann, "/export", format="markdown")
    [file] = told.messages[-1].attachments
    assert reason in (await file.read()).decode().replace("\u00a0", " ")


# Decisions of its side.

DECISIONS: dict[str, tuple[str, str, dict[str, Any]]] = {
    "fubar": (
        "weapon_lost",
        "fire",
        {"attacker": "IFV", "target": "Technical", "distance": "10", "firers": "1 light_cannon", "situation": "side"},
    ),
    "openfire_d12": ("evade", "fire", {"attacker": "Line squad", "target": "Turncoats", "distance": "14"}),
    "openfire_ww2": (
        "stand_and_shoot",
        "assault",
        {"attacker": "Rifle squad", "target": "Conscript team", "distance": "5"},
    ),
    "opreb": (
        "morale",
        "fire",
        {"attacker": "Line rifle squad", "target": "Colonial militia section", "distance": "15", "cover": "open"},
    ),
    "bayonet": ("stray", "fire", {"attacker": "Heavy", "target": "Chief", "distance": "10"}),
}
DICE = {"fubar": (6, 1, 1, 1, 1, 3), "opreb": (6,) * 12, "bayonet": (1, 4)}


async def await_decision(table: Table, system: str) -> None:
    """Ann plays Red, the bot Blue, and one of its decisions is due at Ann's next command."""
    await table.done(table.ann, "/game demo", system=system)
    await table.done(table.ann, "/game join", side="Red")
    if system == "fubar":
        await table.done(table.ann, "/unit edit", unit="Technical", field="weapons", value="1 lmg, 1 rpg")
    await table.done(table.ann, "/game opponent", side="Blue")
    if system == "opreb":
        await table.done(table.ann, "/initiative", dice="5 5 5 5 5 / 1 1 1 1")
        await table.done(table.ann, "/activate", unit="Line rifle squad")
    if system == "bayonet":
        await table.done(table.ann, "/initiative", dice="2 5")
        units = {unit.name: unit.id for unit in (await table.live()).game.units.values()}
        table.dice.next(2, 4)
        ends, its = Request("turn end"), table.call(table.ann)._replace(who=OPPONENT)
        tied = Request("assault", unit=(units["Chief"],), target=(units["Engineer"],))
        # Blue's bound with its fight, Red's, and the moves of Blue's next one.
        for step, request in enumerate((ends, ends, tied, ends, ends, ends, ends, ends)):
            await table.services.questions.begin(table.call(table.ann) if step in (1, 4, 6) else its, request)


def as_in_a_duel(before: Board, entry: Entry, name: str) -> tuple[Decided, str]:
    """Return the opponent's decision in the middle of the same play, and the default."""
    table = opponent_of(before.system.key)
    opponent = Opponent("Blue", "balanced", table, Appraiser(table, Random(1).random))
    request = Request.of(entry.request)
    play = command_of(before.system, request).plan(before, request).plays[0]
    faces = [face for throw in entry.plays[0].throws for face in throw.faces]
    with pytest.raises(DecisionNeeded) as raised:
        resolve(before.system, before.system.actions[play.action], play.facts, before.book, Given(faces), {}, ask=True)
    decision = raised.value.decision
    assert decision.name == name
    return opponent.decision(before, play, raised.value, {}), decision.default


@pytest.mark.parametrize("system", DECISIONS)
async def test_the_bot_makes_the_decisions_of_its_side_at_once(table: Table, system: str) -> None:
    name, command, options = DECISIONS[system]
    await await_decision(table, system)
    before = (await table.live()).board
    table.dice.next(*DICE.get(system, ()))
    told = await table.done(table.ann, f"/{command}", **options)
    entry = await table.entry()
    assert entry.command == command, told.whole
    made = next(one for one in entry.plays[0].decisions if one.name == name)
    decided, default = as_in_a_duel(before, entry, name)
    assert made.value == decided.value
    if system == "bayonet":
        assert decided.worth[decided.value] > decided.worth[default], "it goes to an enemy, not to the first of a list"
    assert decided.worth, "something was weighed"
    assert decided.worth[decided.value] == max(decided.worth.values())
    assert any("decides" in str(text.msgid) for text in entry.because)
    assert "Blue decides: " in (await table.done(table.ann, "/why")).text
    assert len(entry.weighed) == min(6, len(decided.worth))
