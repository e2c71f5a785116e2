"""The bot's dice for one command: those given back first, then new ones, and none of them lost."""

from __future__ import annotations

import pytest

from bot.dice.returned import ReturnedDice
from bot.dice.sources import BotDice, Seen, spaced
from rules.game import Game
from rules.wording import ENGLISH
from tests.bot.dice.throws import Fresh, die, nines

HIT, HITS_ON_D12 = die(6, "hit"), die(12, "hit")
KILL = die(6, "kill")


def test_dice_that_were_given_back_come_first_and_only_those_of_that_size() -> None:
    fresh = Fresh()
    dice = BotDice(fresh, ReturnedDice({6: ((1, 2, 3), ("a",) * 3), 12: ((11,), ("a",))}), "a")
    assert dice(HIT, 2) == ((1, 2), "bot", 2, 0)
    assert dice(KILL, 3) == ((3, 1001, 1002), "bot", 1, 0)
    assert dice(HITS_ON_D12, 1) == ((11,), "bot", 1, 0)
    assert dice.left() == ReturnedDice()
    assert ENGLISH(dice.notes()[0]) == "The undone dice were used again: 1 2 3 11."


def test_a_second_try_throws_the_same_dice() -> None:
    """Somebody else wrote first, and took the die that was given back."""
    fresh = Fresh()
    dice = BotDice(fresh, ReturnedDice({6: ((1,), ("fire",))}))
    first = dice(HIT, 3).faces + dice(KILL, 2).faces
    again = dice.again(Game(queues={6: (1,)}), "fire", ())
    assert again(HIT, 3).faces + again(KILL, 2).faces == first
    assert dice.again(Game(), "fire", ())(HIT, 4).faces == first[1:]
    assert fresh.thrown == list(first[1:])


def test_new_dice_that_a_second_try_does_not_need_are_not_lost() -> None:
    """Somebody else wrote first, and gave a die back."""
    first = BotDice(Fresh())
    first(HIT, 3)
    second = first.again(Game(queues={6: (1,)}, seen={6: ("mine",)}), "mine", ())
    assert second(HIT, 3).faces == (1, 1001, 1002)
    assert second.left() == ReturnedDice({6: ((1003,), ("mine",))})


def test_new_dice_of_a_size_that_a_second_try_does_not_need_are_not_lost() -> None:
    first = BotDice(Fresh())
    first(HIT, 1)
    first(HITS_ON_D12, 2)
    second = first.again(Game(), "mine", ())
    second(HIT, 1)
    assert second.left() == ReturnedDice({12: ((1002, 1003), ("mine",) * 2)})


def test_dice_of_another_command_are_not_touched_before_all_agree() -> None:
    game = Game(queues={6: (1, 2, 3)}, seen={6: ("mine", "mine", "other")})
    dice = BotDice(nines).again(game, "mine", ("side:Blue",))
    assert dice(HIT, 2).faces == (1, 2)
    with pytest.raises(Seen) as seen:
        dice(KILL, 2)
    assert (seen.value.faces, seen.value.groups) == ((3,), ("side:Blue",))
    assert not any(dice.fresh.values())
    agreed = BotDice(nines).again(game, "mine", ())
    assert agreed(HIT, 4).faces == (1, 2, 3, 9)
    assert [ENGLISH(note) for note in agreed.notes()] == ["Dice seen before an undo were used: 3."]


def test_what_an_earlier_step_drew_is_taken_once() -> None:
    dice = BotDice(nines, ReturnedDice({6: ((1, 2, 3), ("a",) * 3)}), "a")
    assert dice.drew(6, (1, 2))
    assert not dice.drew(6, (1, 2)), "they have been taken"
    assert dice.drew(6, ())
    assert dice(HIT, 2) == ((3, 9), "bot", 1, 0)


def test_what_others_have_taken_meanwhile_is_not_there() -> None:
    dice = BotDice(nines, ReturnedDice({6: ((2, 3), ("a",) * 2)}), "a")
    assert not dice.drew(6, (1, 2))
    assert not dice.drew(12, (2,))
    assert dice(HIT, 2).faces == (2, 3)


def test_only_dice_that_were_seen_before_are_worth_a_note() -> None:
    dice = BotDice(nines, ReturnedDice({6: ((1,), ("a",))}), "a")
    assert dice.notes() == ()
    dice(HITS_ON_D12, 1)
    assert dice.notes() == ()


def test_those_of_another_command_are_named_from_the_first() -> None:
    dice = BotDice(nines, ReturnedDice({6: ((5, 4, 3), ("other", "mine", "other"))}), "mine")
    dice(HIT, 2)
    assert ENGLISH(dice.notes()[0]) == "Dice seen before an undo were used: 5."


def test_faces_as_they_are_written_down() -> None:
    assert (spaced((5, 12, 1)), spaced(())) == ("5 12 1", "")
