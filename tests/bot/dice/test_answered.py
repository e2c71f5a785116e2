"""Rolls already answered for a waiting command: they are kept, even if fewer are needed now."""

from __future__ import annotations

from typing import Any

import pytest

from bot.dice.bot_dice import BotDice
from bot.dice.returned import ReturnedDice
from bot.dice.table_dice import join_faces, result_of
from rules.kernel.dice import Highest, Need, Roll, Successes, Tally, Total
from rules.kernel.table import DiceNeeded, Faces
from rules.kernel.wording import ENGLISH
from tests.bot.dice.rolls import die, nines
from tests.bot.dice.sitting import HIT, HITS_ON_D12, KILL, answered_roll, answered_rolls, table, waiting
from tests.rows import for_each

# Earlier answers


def test_answered_dice_are_not_rolled_again() -> None:
    dice = table(answered_roll("hit", 4, 4), answered_roll("kill", 5, source="physical"))
    assert dice(HIT, 2) == Faces((4, 4), "bot")
    assert dice(KILL, 1) == Faces((5,), "physical")
    assert dice(die(6, "save"), 1) == Faces((9,), "bot")
    assert [(one.key, one.faces) for one in answered_rolls(dice)] == [("hit", (4, 4)), ("kill", (5,)), ("save", (9,))]
    assert not dice.notes()


@for_each(
    ("throw", "count", "faces", "over"),
    [(HIT, 3, (4, 3, 9), ()), (HIT, 1, (4,), (3,)), (HITS_ON_D12, 2, (9, 9), (4, 3)), (KILL, 1, (5,), (4, 3))],
)
def test_answered_dice_stay_if_other_dice_are_needed_now(
    throw: Roll[Any], count: int, faces: tuple[int, ...], over: tuple[int, ...]
) -> None:
    """Only missing dice are rolled; surplus dice, and those of departed units, wait for their side."""
    dice = table(answered_roll("hit", 4, 3), answered_roll("kill", 5))
    assert dice(throw, count).faces == faces
    left = over if throw is KILL else (*over, 5)
    dice.finish()
    assert dice.bot.remaining().faces("Red", 6) == left
    assert answered_rolls(dice)[0].faces == (4, 3), "they are not forgotten before the command has come to its end"


def test_the_same_through_several_questions() -> None:
    first = table(answered_roll("hit", 4, 3))
    assert first(HIT, 3).faces == (4, 3, 9)
    second = table(*answered_rolls(first))
    assert second(HIT, 2).faces == (4, 3)
    third = table(*answered_rolls(second))
    assert third(HIT, 4).faces == (4, 3, 9, 9)
    assert not third.bot.remaining().queues


def test_of_own_dice_only_the_missing_ones_are_asked_for() -> None:
    dice = table(answered_roll("hit", 4, 3, source="physical"), hands="physical")
    with pytest.raises(DiceNeeded) as needed:
        dice(HIT, 3)
    assert needed.value.count == 1
    more = answered_roll("hit", 2, source="physical")
    assert table(*answered_rolls(dice), more, hands="physical")(HIT, 3) == Faces((4, 3, 2), "physical")
    fewer = table(answered_roll("hit", 4, 3, source="physical"))
    assert fewer(HIT, 1).faces == (4,)
    fewer.finish()
    assert not fewer.bot.remaining().queues, "a player's own dice never wait with the bot's"


def test_counted_dice_are_asked_for_again() -> None:
    dice = table(answered_roll("hit", 4, 3, source="counted"), hands="physical")
    with pytest.raises(DiceNeeded) as needed:
        dice(HIT, 3)
    assert needed.value.count == 3


def test_a_count_holds_for_the_same_number_needed_only() -> None:
    four, five = (HIT._replace(reading=Successes(face), needed=Need(face)) for face in (4, 5))
    counted = answered_roll("hit", 4, 3, source="counted").model_copy(update={"needed": Need(4)})
    assert table(counted, hands="physical")(four, 2) == Faces((4, 3), "counted")
    older = counted.model_copy(update={"needed": None})
    assert table(older, hands="physical")(five, 2) == Faces((4, 3), "counted"), "what it was for was not recorded"
    dice = table(counted, hands="physical")
    with pytest.raises(DiceNeeded) as needed:
        dice(five, 2)
    assert needed.value.count == 2
    assert [ENGLISH(note) for note in dice.notes()] == [
        "The rules have changed since the question; some dice are asked for again."
    ]


def test_players_read_what_became_of_dice_that_are_needed_no_more() -> None:
    own = answered_roll("hit", 4, 3, source="physical").model_copy(update={"side": "Red", "nth": 0})
    dice = table(answered_roll("kill", 5, 6).model_copy(update={"side": ""}), answered_roll("save", 2, 1), own)
    dice(HIT, 1)
    assert [ENGLISH(note) for note in dice.notes()] == [
        "No longer needed: d6 5 6. They come first on the next roll.",
        "No longer needed: d6 2 1. Red uses them first on the next roll.",
        "No longer needed of own dice: d6 3.",
    ]
    more = table(answered_roll("hit", 4, 3))
    more(HIT, 4)
    assert [ENGLISH(note) for note in more.notes()] == ["hit: the dice rolled before stay; 2 d6 more were needed."]


def test_dice_of_the_bot_follow_own_ones_where_some_wait_for_the_command() -> None:
    own = answered_roll("hit", 4, source="physical").model_copy(update={"side": "Red", "nth": 0})
    bot = BotDice(nines, waiting(1), "a", "Red")
    assert table(own, bot=bot, hands="physical")(HIT, 3) == Faces((4, 1, 9), "physical", added=2)
    other = BotDice(nines, waiting(1, command="b"), "a", "Red")
    with pytest.raises(DiceNeeded):
        table(own, bot=other, hands="physical")(HIT, 3)


def test_rolls_of_a_record_that_does_not_say_their_action_are_taken_in_turn() -> None:
    dice = table(answered_roll("hit", 1, 2), answered_roll("hit", 3, 4))
    assert dice(HIT, 3).faces == (1, 2, 9)
    dice.nth = 1
    assert dice(HIT, 2).faces == (3, 4)


def test_pieces_of_a_roll() -> None:
    assert join_faces([Faces((1, 2), "bot", 2), Faces((3, 9), "bot", 1)]) == Faces((1, 2, 3, 9), "bot", 3)
    assert join_faces([Faces((1, 2), "bot", 1), Faces((3,), "bot", 1)]) == Faces((1, 2, 3), "bot", 1)


def test_dice_given_back_come_out_once_through_any_number_of_questions() -> None:
    """The command is played again from the beginning with every answer, and uses the same dice."""
    returned = waiting(1, 2, 3)
    first = table(bot=BotDice(nines, returned, "a", "Red"))
    assert first(HIT, 2) == Faces((1, 2), "bot", 2)
    for _ in range(3):
        bot = BotDice(nines, returned, "a", "Red")
        again = table(*answered_rolls(first), bot=bot)
        assert again(HIT, 2) == Faces((1, 2), "bot", 2)
        assert not again.notes()
        assert again(KILL, 2) == Faces((3, 9), "bot", 1)
        assert bot.remaining() == ReturnedDice()


def test_dice_that_have_gone_since_the_question_are_rolled_again() -> None:
    dice = table(answered_roll("hit", 1, 2, queued=2), bot=BotDice(nines, waiting(2), "a", "Red"))
    assert dice(HIT, 2) == Faces((2, 9), "bot", 1)
    assert [str(note) for note in dice.notes()]


@pytest.mark.parametrize(
    ("reading", "needed", "faces", "result"),
    [(Successes(4), Need(4), (4, 6, 1), 2), (Total(), None, (4, 6), None), (Highest(), Need(5), (2, 5), 5)],
)
def test_the_result_of_dice_is_kept_if_a_number_was_needed(
    reading: Any, needed: Need | None, faces: tuple[int, ...], result: int | None
) -> None:
    throw = HIT._replace(reading=reading, needed=needed)
    dice = table(answered_roll("hit", *faces))
    dice(throw, len(faces))
    assert (dice.so_far[0].needed, dice.so_far[0].result) == (needed, result)


def test_several_marks_are_no_one_result() -> None:
    assert result_of(HIT._replace(reading=Tally((4, 6)), needed=Need(4)), (4, 6)) is None
