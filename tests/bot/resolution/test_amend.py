"""An amended entry: which entries can be amended, which dice they use, and what happens to leftover dice."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from bot.dice.bot_dice import BotDice
from bot.errors import Refusal
from bot.game.people import Person
from bot.game.questions import AnsweredRoll, ConsentQuestion
from bot.resolution.amend import resolve_amendment
from bot.resolution.amend_command import amendment, find_entry_to_amend
from bot.resolution.amended_entry import mark_known
from bot.resolution.pending_command import Amend
from bot.resolution.questions import OpenQuestion
from bot.resolution.result import CommandResult
from bot.services import Services
from rules.game.entry import Entry
from rules.kernel.dice import Roll
from rules.kernel.plays import Shift
from rules.kernel.table import Faces, Made, Source
from rules.kernel.text import Text
from rules.kernel.wording import ENGLISH
from tests.bot.dice.rolls import entry, play, recorded_roll
from tests.bot.playing import ANN, BOB, PLACE, call, faces, fire, request, start_demo
from tests.cogs.table import Loaded, same_as_record
from tests.rows import for_each

# Entries that can be amended


def _entry(*throws: Any, **request: Any) -> Entry:
    one = play(*throws, decisions=(Made("allocation", "defender", "suppress=1"),))
    return entry(one, one, request={"command": "fire", "unit": ["u1"], "target": ["u2"], **request})


def test_situations_are_added_and_the_rest_replaced() -> None:
    old = _entry(situation=["reaction"], cover=["soft"], distance=["10"])
    attempt = amendment(old, {"situation": ("side", "reaction"), "cover": ("hard",), "distance": (), "count": None})
    assert attempt.request.situation == ("reaction", "side")
    assert attempt.request.cover == ("hard",)
    assert [str(one) for one in attempt.request.distance] == ["10"]
    assert attempt.choices == {"allocation": ("suppress=1", "suppress=1")}
    assert attempt.command == Amend(entry=5, request=attempt.request)


@pytest.mark.parametrize(("source", "otherwise"), [("bot", "bot"), ("physical", "physical"), ("counted", "physical")])
def test_new_dice_are_rolled_as_the_old_ones_were(source: Source, otherwise: str) -> None:
    assert amendment(_entry(recorded_roll("hit", 6, (1,), source)), {"count": 2}).otherwise == otherwise


@for_each(
    ("rolled", "agreed", "own"),
    [
        ((("Red", "physical"), ("Blue", "bot")), (), ("Blue", "bot")),
        ((("Red", "bot"), ("Blue", "counted")), (), ("Red", "bot")),
        ((("Red", "physical"), ("Blue", "bot")), ("Blue",), None),
        ((("Red", "physical"), ("Blue", "physical")), (), None),
        ((("Red", "bot"), ("Blue", "bot")), (), None),
        (((None, "physical"), ("Blue", "bot")), (), None),
        (((None, "bot"), ("Red", "physical"), ("Blue", "bot")), (), ("Blue", "bot")),
    ],
)
def test_the_bot_rolls_again_for_the_side_that_left_its_dice_to_it_unless_the_side_agreed_otherwise(
    rolled: tuple[tuple[str | None, Source], ...], agreed: tuple[str, ...], own: tuple[str, str] | None
) -> None:
    rolls = [recorded_roll("hit", 6, (1,), source).model_copy(update={"side": side}) for side, source in rolled]
    assert amendment(_entry(*rolls), {"count": 2}, agreed=agreed).own == own


def test_an_amendment_without_anything_forgotten() -> None:
    with pytest.raises(Refusal, match=r"Amend what\? Add situation:, cover:, distance:, firers:, count: or dice:\."):
        amendment(_entry(), {"situation": (), "count": None})


ROLLED = entry(play(recorded_roll("hit", 6, (1,))), number=2)


@pytest.mark.parametrize("number", [None, 2])
def test_the_last_entry_with_dice_is_amended(number: int | None) -> None:
    assert find_entry_to_amend([entry(number=1), ROLLED, entry(number=3)], number) is ROLLED


@for_each(
    ("record", "number", "said"),
    [
        ([entry(number=1)], None, "No dice have been rolled yet."),
        ([entry(number=1), ROLLED], 1, "Entry 1 has no dice: nothing to amend. Undo it with `/undo`."),
        (
            [ROLLED, entry(play(recorded_roll("hit", 6, (1,))), number=3)],
            2,
            "Entry 3 is later and has dice too. Undo entry 3 first, or undo only entry 2 with `/undo entry:2`.",
        ),
        ([ROLLED, entry(number=3, command="undo", undoes=2)], 2, "Entry 2 is already undone."),
        ([ROLLED], 9, "There is no entry 9 to undo; the last one is 2."),
    ],
)
def test_some_entries_cannot_be_amended(record: list[Entry], number: int | None, said: str) -> None:
    with pytest.raises(Refusal) as refused:
        find_entry_to_amend(record, number)
    assert str(refused.value) == said


def test_an_entry_of_an_older_version_is_not_amended() -> None:
    """Its rolls have no keys to find them by."""
    old = ROLLED.model_copy(update={"format": 0})
    with pytest.raises(Refusal, match=r"^Entry 2 is from an older version: undo it and give the command again"):
        find_entry_to_amend([old], None)


# Which dice and moves of an amendment are known


def test_the_dice_that_the_old_entry_had_and_those_that_waited_are_known() -> None:
    hits, saves = recorded_roll("hit", 6, (1, 2)), recorded_roll("save", 6, (3,), "physical")
    old = entry(play(hits, saves))
    rolls = (
        recorded_roll("hit", 6, (1, 2, 5, 6)),
        recorded_roll("save", 6, (3,), "physical"),
        recorded_roll("new", 6, (4,)),
    )
    waited = [
        AnsweredRoll(key="hit", label=Text("hit"), sides=6, faces=(5,), source="bot", queued=1, nth=nth)
        for nth in (0, 1)
    ]
    [found] = mark_known([play(*rolls)], old, waited)
    assert [(one.key, one.faces, one.queued) for one in found.throws] == [
        ("hit", (1, 2, 5, 6), 3),
        ("save", (3,), 0),
        ("new", (4,), 0),
    ]
    [fewer] = mark_known([play(recorded_roll("hit", 6, (1,)), recorded_roll("save", 8, (3,)))], old, [])
    assert [(one.key, one.queued) for one in fewer.throws] == [("hit", 1), ("save", 0)]


def test_a_play_that_the_old_entry_did_not_have_is_new_and_a_move_that_it_had_is_as_before() -> None:
    step, run = Shift("u1", 6, Text("ahead")), Shift("u1", 9)
    old = entry(play(recorded_roll("hit", 6, (1,))).model_copy(update={"moves": (step,)}))
    again = old.plays[0].model_copy(update={"moves": (step, run)})
    fate = again.model_copy(update={"roles": {"attacker": "u2"}})
    first, second = mark_known([again, fate], old, [])
    assert [(play.throws[0].queued, play.moves[1:]) for play in (first, second)] == [(1, (run,)), (0, (run,))]
    assert [ENGLISH(play.moves[0].way) for play in (first, second)] == ["ahead, as before", "ahead"]


# On the table


async def _amend_shot(services: Services, **facts: Any) -> CommandResult:
    answer = await services.corrections.amend(call(), None, facts)
    assert isinstance(answer, CommandResult)
    await same_as_record(services, await services.games.require_game(PLACE))
    return answer


async def _amend_with_consent(services: Services, **facts: Any) -> CommandResult:
    """Amend the shot with Bob's consent to new or waiting dice."""
    asked = await services.corrections.amend(call(), None, facts)
    assert isinstance(asked, OpenQuestion)
    answer = await services.corrections.agree(call(BOB), asked.row.id, asked.row.step)
    assert isinstance(answer, CommandResult)
    return answer


async def _waiting_dice(services: Services) -> tuple[int, ...]:
    return (await services.games.require_game(PLACE)).game.queues.get(6, ())


async def test_the_bots_dice_that_are_left_over_come_out_first(services: Services, dice: Loaded) -> None:
    await start_demo(services)
    dice.next(4, 4, 1, 2)
    await fire(services, distance=20, firers=("4 assault_rifle",))
    answer = await _amend_with_consent(services, firers=("2 assault_rifle",))
    assert answer.entry.undoes == answer.entry.number - 1
    over = "No longer needed: d6 1 2. Red uses them first on the next roll."
    assert over in [ENGLISH(note) for note in answer.entry.notes]
    assert (faces(answer), await _waiting_dice(services)) == ([4, 4], (1, 2))
    assert dice.thrown == [4, 4, 1, 2]


async def test_a_players_own_leftover_dice_belong_to_no_side(services: Services, dice: Loaded) -> None:
    """They stay on the table; the bot's dice are unchanged."""
    await start_demo(services)
    own = await fire(services, dice="4 4 1 2", distance=20, firers=("4 assault_rifle",))
    assert {throw.source for throw in own.entry.plays[0].throws} == {"physical"}
    answer = await _amend_shot(services, firers=("2 assault_rifle",))
    assert (faces(answer), await _waiting_dice(services)) == ([4, 4], ())
    assert not [note for note in answer.entry.notes if "No longer needed" in ENGLISH(note)]
    assert dice.thrown == []


async def test_of_a_mixed_roll_only_the_bots_dice_are_left_over(services: Services, dice: Loaded) -> None:
    await start_demo(services)
    await services.preferences.dice(call(), "bot", "Red")
    await fire(services, dice="1 2", firers=("1 assault_rifle",))
    dice.next(3, 2)
    (hit,) = (await _amend_with_consent(services, firers=("2 assault_rifle",))).entry.plays[0].throws
    assert (hit.faces, hit.source, hit.added, hit.bot_faces) == ((1, 2, 3, 2), "physical", 2, (3, 2))
    answer = await _amend_with_consent(services, firers=("1 assault_rifle",))
    assert (faces(answer), await _waiting_dice(services)) == ([1, 2], (3, 2))


async def test_a_player_is_asked_for_the_missing_dice_of_a_roll(services: Services) -> None:
    await start_demo(services)
    await fire(services, dice="1 2", firers=("1 assault_rifle",))
    asked = await services.corrections.amend(call(), None, {"firers": ("2 assault_rifle",)})
    assert isinstance(asked, OpenQuestion)
    asked = await services.corrections.agree(call(BOB), asked.row.id, asked.row.step)
    assert isinstance(asked, OpenQuestion)
    done = await services.questions.answer(call(), asked.row.id, asked.row.step, faces="3 1")
    assert isinstance(done, CommandResult)
    assert (faces(done), await _waiting_dice(services)) == ([1, 2, 3, 1], ())


async def test_a_roll_that_was_reworded_keeps_its_faces(services: Services, dice: Loaded) -> None:
    """The texts of the rules have changed between the shot and its amendment: a roll is known by its key."""
    await start_demo(services)
    dice.next(4, 4, 1, 2)
    await fire(services, distance=20, firers=("4 assault_rifle",))
    live = await services.games.require_game(PLACE)
    entries = await services.record.entries.all(live.info.id)
    first = entries[-1].plays[0]
    throws = tuple(throw.model_copy(update={"label": Text("something else")}) for throw in first.throws)
    entries[-1] = entries[-1].model_copy(update={"plays": (first.model_copy(update={"throws": throws}),)})

    def none(throw: Roll[Any], count: int) -> Faces:
        raise AssertionError("the same dice were thrown anew")

    attempt = amendment(entries[-1], {"cover": ("soft",)})
    answer = resolve_amendment(live, call(), attempt, entries, BotDice(none), 0.0)
    assert faces(answer) == [4, 4, 1, 2]
    assert ENGLISH(answer.entry.plays[0].throws[0].label) == "to hit"


@pytest.mark.parametrize(
    ("first", "facts", "whole", "said"),
    [
        ({}, {"cover": ("soft",)}, False, "cover soft"),
        ({"cover": ("soft",)}, {"cover": ("soft",)}, False, "nothing new"),
        ({"cover": ("soft",)}, {"cover": ()}, True, "without cover"),
        ({"cover": ("soft",)}, {"cover": (), "distance": (Decimal(8),)}, True, "without cover and distance 8″"),
    ],
)
async def test_the_others_agree_before_another_players_entry_is_amended(
    services: Services, first: dict[str, Any], facts: dict[str, Any], whole: bool, said: str
) -> None:
    await start_demo(services)
    await fire(services, dice="1 2", firers=("1 assault_rifle",), **first)
    asked = await services.corrections.amend(call(BOB), None, facts, whole)
    assert isinstance(asked, OpenQuestion)
    assert ENGLISH(asked.question.wish) == (  # pyright: ignore[reportAttributeAccessIssue]
        f"amend entry {asked.live.game.number} (u2 → u5): {said}"
    )
    done = await services.corrections.agree(call(), asked.row.id, asked.row.step)
    assert isinstance(done, CommandResult)
    assert ENGLISH(done.entry.title) == f"Amended: u2 → u5 (entry {done.entry.number - 1})"
    assert done.entry.by == BOB.id


# Below later entries


async def _give_command(
    services: Services, who: Person, command: str, unit: str = "", target: str = "", dice: str = "", **more: Any
) -> None:
    wanted = await request(services, command, unit, target, **more)
    await services.referee.order(call(who), wanted, dice, anyway=True)


async def _two_gos(services: Services) -> None:
    """Open Rebellion: Red has shot with its last action, then Blue has acted and ended its activation."""
    await start_demo(services, "opreb")
    await _give_command(services, ANN, "initiative", dice="5 5 5 5 5 / 1 1 1 1")
    await _give_command(services, ANN, "activate", "Line rifle squad")
    await _give_command(services, ANN, "move", "Line rifle squad")
    shot = {"distance": 15, "cover": ("hard",), "firers": ("5 assault_rifle",)}
    await _give_command(
        services, ANN, "fire", "Line rifle squad", "Heavy weapons squad", "1 1 1 1 1 / 1 1 1 1 1 1 1 1 1", **shot
    )
    await _give_command(services, BOB, "activate", "Colonial militia section")


async def _go(services: Services) -> tuple[int, str | None]:
    game = (await services.games.require_game(PLACE)).game
    return game.turn, game.holder


async def test_an_amendment_does_not_change_whose_turn_it_is_since(services: Services) -> None:
    await _two_gos(services)
    assert await _go(services) == (1, "Blue")
    await _give_command(services, BOB, "turn end", side="Blue")
    assert await _go(services) == (1, "Red")
    for inches in (16, 17):
        answer = await services.corrections.amend(call(), None, {"distance": (Decimal(inches),)})
        while isinstance(answer, OpenQuestion):
            answer = await services.corrections.agree(call(BOB), answer.row.id, answer.row.step)
        assert await _go(services) == (1, "Red")
    await same_as_record(services, await services.games.require_game(PLACE))


async def test_undoing_an_action_below_an_amendment_gives_the_turn_back(services: Services) -> None:
    """After Blue's last action Red was next; the amendment of an earlier shot has not changed this."""
    await _two_gos(services)
    for _ in range(2):
        await _give_command(services, BOB, "move", "Colonial militia section")
    assert await _go(services) == (1, "Red")
    number = (await services.games.require_game(PLACE)).game.number
    answer = await services.corrections.amend(call(), None, {"distance": (Decimal(16),)})
    while isinstance(answer, OpenQuestion):
        answer = await services.corrections.agree(call(BOB), answer.row.id, answer.row.step)
    assert await _go(services) == (1, "Red")
    answer = await services.corrections.undo(call(BOB), number)
    while isinstance(answer, OpenQuestion):
        answer = await services.corrections.agree(call(), answer.row.id, answer.row.step)
    assert await _go(services) == (1, "Blue")
    await same_as_record(services, await services.games.require_game(PLACE))


# A die that was mistyped


async def test_a_mistyped_own_die_is_corrected_where_the_other_side_agrees(services: Services) -> None:
    """The shot is computed again with the dice on the table; undoing the correction restores the old faces."""
    await start_demo(services)
    was = await fire(services, dice="1 1 1 1", distance=20, firers=("4 assault_rifle",))
    asked = await services.corrections.amend(call(), None, {}, own="4 1 1 1")
    assert isinstance(asked, OpenQuestion)
    assert isinstance(asked.question, ConsentQuestion)
    assert "real dice 4 1 1 1, not 1 1 1 1" in ENGLISH(asked.question.wish)
    done = await services.corrections.agree(call(BOB), asked.row.id, asked.row.step)
    assert isinstance(done, CommandResult)
    assert (faces(done)[:4], done.entry.undoes) == ([4, 1, 1, 1], was.entry.number)
    assert {throw.source for throw in done.entry.plays[0].throws[:1]} == {"physical"}
    await same_as_record(services, await services.games.require_game(PLACE))
    back = await services.corrections.undo(call())
    assert isinstance(back, OpenQuestion)
    again = await services.corrections.agree(call(BOB), back.row.id, back.row.step)
    assert isinstance(again, CommandResult)
    assert faces(again)[:4] == [1, 1, 1, 1]


@pytest.mark.parametrize(
    ("own", "said"),
    [
        ("4 1 1", "Entry 5 has these real dice: 1 1 1 1. Enter as many, in the same order."),
        ("4 1 1 1 1", "Entry 5 has these real dice: 1 1 1 1. Enter as many, in the same order."),
    ],
)
async def test_as_many_dice_are_typed_as_there_were(services: Services, own: str, said: str) -> None:
    await start_demo(services)
    was = await fire(services, dice="1 1 1 1", distance=20, firers=("4 assault_rifle",))
    with pytest.raises(Refusal) as refused:
        await services.corrections.amend(call(), None, {}, own=own)
    assert str(refused.value) == said.replace("5", str(was.entry.number), 1)


async def test_the_bots_dice_are_no_players(services: Services) -> None:
    await start_demo(services)
    await fire(services, distance=20, firers=("4 assault_rifle",))
    with pytest.raises(Refusal, match="has no real dice"):
        await services.corrections.amend(call(), None, {}, own="6 6 6 6")
