"""All dice of one command: dice already on the table, answered or typed dice, and the bot's."""

from __future__ import annotations

from typing import Any, Literal

import pytest

from bot.dice.bot_dice import BotDice, ConsentNeeded
from bot.dice.parsing import SuccessCount, Word
from bot.dice.table_dice import AnsweredRolls, TableDice
from rules.kernel.dice import Need, Roll, Successes, Total
from rules.kernel.errors import BadDice
from rules.kernel.plays import RecordedRoll
from rules.kernel.table import DiceNeeded, Faces
from rules.kernel.text import Role, Text, UnitRef
from rules.kernel.wording import ENGLISH
from tests.bot.dice.rolls import die, nines
from tests.bot.dice.sitting import HIT, HITS_ON_D12, KILL, answered_roll, answered_rolls, lying, table, waiting
from tests.rows import for_each

# Dice already on the table when an entry is amended


def test_the_first_of_the_old_faces_count_again() -> None:
    dice = table(again=lying("bot", 1, 2, 3))
    assert dice(HIT, 2) == Faces((1, 2), "bot")
    assert not answered_rolls(dice)


def test_only_missing_dice_are_rolled() -> None:
    dice = table(again=lying("bot", 1, 2))
    assert dice(HIT, 4) == Faces((1, 2, 9, 9), "bot")
    assert [one.faces for one in answered_rolls(dice)] == [(9, 9)]


@pytest.mark.parametrize("more", [{"otherwise": "physical"}, {"hands": "physical"}])
def test_the_bot_rolls_the_missing_dice_of_its_own_roll(more: dict[str, Any]) -> None:
    assert table(again=lying("bot", 1), **more)(HIT, 2) == Faces((1, 9), "bot")


@pytest.mark.parametrize("more", [{"otherwise": "physical"}, {"hands": "physical"}])
def test_the_side_of_a_player_rolls_the_missing_dice_of_the_player(more: dict[str, Any]) -> None:
    with pytest.raises(DiceNeeded):
        table(again=lying("physical", 1), **more)(HIT, 2)


def test_each_roll_is_asked_whose_it_is() -> None:
    def whose(throw: Roll[Any]) -> Literal["bot", "physical"]:
        return "physical" if throw.key == "hit" else "bot"

    dice = TableDice(BotDice(nines), AnsweredRolls([]), hands=whose)
    assert dice(KILL, 1) == Faces((9,), "bot")
    with pytest.raises(DiceNeeded):
        dice(HIT, 1)
    with pytest.raises(DiceNeeded):
        TableDice(BotDice(nines), AnsweredRolls([]), hands=whose, again=lying("physical", 1))(HIT, 2)


def test_only_missing_dice_are_asked_for() -> None:
    with pytest.raises(DiceNeeded) as needed:
        table(again=lying("physical", 1, 2), otherwise="physical")(HIT, 5)
    assert needed.value.count == 3


def test_dice_of_both_hands_in_one_roll() -> None:
    mixed = table(again=lying("physical", 1, 2), hands="bot")(HIT, 4)
    assert mixed == Faces((1, 2, 9, 9), "physical", added=2)
    written = RecordedRoll(key="hit", label=Text("hit"), by="attacker", sides=6, faces=mixed.faces, source="physical")
    assert written.model_copy(update={"added": mixed.added}).bot_faces == (9, 9)
    again = lying("physical", *mixed.faces, added=mixed.added)
    assert table(again=again)(HIT, 2) == Faces((1, 2), "physical")
    assert table(again=again)(HIT, 3) == Faces((1, 2, 9), "physical", added=1)
    assert table(again=again)(HIT, 5) == Faces((1, 2, 9, 9, 9), "physical", added=3)


def test_the_bot_rolls_the_missing_dice_of_a_mixed_roll() -> None:
    """Whatever dice the side uses now: a player's own dice cannot wait behind the bot's."""
    assert table(again=lying("physical", 1, 9, added=1), hands="physical")(HIT, 3).added == 2


@pytest.mark.parametrize("throw", [HITS_ON_D12, die(6, "hit 2"), KILL])
def test_another_die_or_another_roll_is_a_new_one(throw: Roll[Any]) -> None:
    assert table(again=lying("bot", 1, 2))(throw, 2).faces == (9, 9)


def test_the_same_roll_of_another_action_is_a_new_one() -> None:
    dice = table(again=lying("bot", 1, 2))
    dice.nth = 1
    assert dice(HIT, 2).faces == (9, 9)


def test_another_label_is_the_same_roll() -> None:
    """A roll is known by its key, in every language and however it is reworded."""
    reworded = HIT._replace(label=Text("shots of {unit}", unit=UnitRef("u1")))
    assert table(again=lying("bot", 1, 2))(reworded, 2).faces == (1, 2)
    assert table(kept=lying("physical", 1, 2), hands="physical")(reworded, 2).faces == (1, 2)


# Own dice that were kept


def test_kept_dice_answer_their_roll_where_there_are_enough() -> None:
    assert table(kept=lying("physical", 1, 2), hands="physical")(HIT, 2) == Faces((1, 2), "physical")
    assert table(kept=lying("physical", 1, 2), otherwise="physical")(HIT, 1) == Faces((1,), "physical")
    with pytest.raises(DiceNeeded) as needed:
        table(kept=lying("physical", 1, 2), hands="physical")(HIT, 3)
    assert needed.value.count == 1


def test_kept_dice_come_again_whatever_hands_are_preferred_now() -> None:
    assert table(kept=lying("physical", 1, 2), hands="bot")(HIT, 2) == Faces((1, 2), "physical")
    assert table(kept=lying("physical", 1, 2), hands="bot")(HIT, 3) == Faces((1, 2, 9), "physical", added=1)
    assert table(kept=lying("physical", 1, 2), typed=(5, 6))(HIT, 2) == Faces((5, 6), "physical")


def test_of_kept_dice_a_mere_count_holds_for_as_many_dice_only() -> None:
    assert table(kept=lying("counted", 4, 3), hands="bot")(HIT, 2) == Faces((4, 3), "counted")
    assert table(kept=lying("counted", 4, 3), hands="bot")(HIT, 1) == Faces((9,), "bot")


def test_own_dice_instead_of_those_that_wait_need_the_others() -> None:
    for more in ({"typed": (5, 6)}, {"hands": "physical"}, {"otherwise": "physical"}):
        bot = BotDice(nines, waiting(1, 2), "a", "Red", ("side:Blue",), ("side:Blue",))
        with pytest.raises(ConsentNeeded) as needed:
            table(bot=bot, **more)(HIT, 2)
        assert (needed.value.why, needed.value.groups, needed.value.faces) == ("own", ("side:Blue",), (1, 2))


def test_own_dice_typed_as_an_answer_need_them_too() -> None:
    """They were asked for when no dice waited; an undo in the meantime is no way around the consent."""
    bot = BotDice(nines, waiting(1, 2), "a", "Red", ("side:Blue",), ("side:Blue",))
    with pytest.raises(ConsentNeeded):
        table(answered_roll("hit", 6, 6, source="physical"), bot=bot)(HIT, 2)
    counted = answered_roll("hit", 6, 6, source="physical").model_copy(update={"side": "Red", "nth": 0})
    assert table(counted, bot=bot)(HIT, 2).faces == (6, 6), "they had counted before"


def test_another_side_has_nothing_to_do_with_dice_that_wait() -> None:
    bot = BotDice(nines, waiting(1, 2), "a", "Blue", ("side:Red",), ("side:Red",))
    typed = TableDice(bot, AnsweredRolls([]), whose=lambda _: "Blue", typed=(5, 6))
    rolled = TableDice(bot, AnsweredRolls([]), whose=lambda _: "Blue", otherwise="bot")
    for dice in (typed, rolled):
        assert dice(HIT, 2).faces in ((5, 6), (9, 9))
    with pytest.raises(DiceNeeded):
        TableDice(bot, AnsweredRolls([]), otherwise="physical", whose=lambda _: "Blue")(HIT, 2)
    assert bot.remaining() == waiting(1, 2)


def test_in_the_command_of_another_a_side_rolls_with_its_dice_that_wait() -> None:
    bot = BotDice(nines, waiting(1), "a", "Blue", ("side:Red",), ("side:Red",))
    assert table(bot=bot, hands="physical")(HIT, 2) == Faces((1, 9), "bot", 1)


def test_an_amendment_rolls_nothing_new_before_the_others_agree() -> None:
    for more in ({"hands": "bot"}, {"hands": "physical"}):
        bot = BotDice(nines, waiting(1, command="b"), "a", "Red", ("side:Blue",), ("side:Blue",))
        with pytest.raises(ConsentNeeded) as needed:
            table(bot=bot, again=lying("bot", 1), **more)(HIT, 3)
        assert (needed.value.why, needed.value.count, bot.remaining()) == ("new", 2, waiting(1, command="b"))
        assert table(bot=bot, again=lying("bot", 1, 2), **more)(HIT, 2).faces == (1, 2)


# Typed dice


def test_typed_faces_answer_roll_after_roll() -> None:
    dice = table(typed=(5, 2, 6))
    assert dice(HIT, 2) == Faces((5, 2), "physical")
    assert dice.remaining_words() == (6,)
    assert dice(KILL, 1) == Faces((6,), "physical")
    dice.finish()


@pytest.mark.parametrize(("hands", "came"), [("bot", (9,)), ("physical", None)])
def test_behind_typed_faces_each_side_rolls_as_agreed(hands: Literal["bot", "physical"], came: Any) -> None:
    dice = table(typed=(5, 2), hands=hands)
    dice(HIT, 2)
    if came is None:
        with pytest.raises(DiceNeeded):
            dice(KILL, 1)
    else:
        assert dice(KILL, 1).faces == came


FOUR = HIT._replace(reading=Successes(4), needed=Need(4))


def test_a_typed_count_answers_a_roll_whose_faces_do_not_matter() -> None:
    dice = table(typed=(SuccessCount(successes=1), 6, 2))
    assert dice(FOUR, 3) == Faces((4, 3, 3), "counted")
    assert dice(KILL, 2) == Faces((6, 2), "physical")
    dice.finish()
    after = table(typed=(6, 2, SuccessCount(successes=2)))
    assert after(KILL, 2) == Faces((6, 2), "physical")
    assert after.remaining_words() == (SuccessCount(successes=2),)
    assert after(FOUR, 2) == Faces((4, 4), "counted")
    after.finish()


@pytest.mark.parametrize("roll", [HIT, FOUR._replace(reading=Total()), FOUR._replace(needed=None)])
def test_a_typed_count_is_refused_where_faces_are_needed(roll: Roll[Any]) -> None:
    with pytest.raises(BadDice, match=r"^hit: give the faces, not only the number of successes$"):
        table(typed=(SuccessCount(successes=1),))(roll, 2)


@for_each(
    ("typed", "rolls", "said"),
    [
        ((5, "12"), (FOUR,), r"hit: 12 is not a face of a d6 \(1 to 6\)"),
        ((5, "11", 3), (FOUR,), "2 faces too many after hit"),
        ((5, 3, SuccessCount(successes=3)), (HIT,), "3 faces too many after hit"),
        ((SuccessCount(successes=1), 5, "66"), (FOUR, KILL), r"kill: 66 is not a face of a d6 \(1 to 6\)"),
    ],
)
def test_faces_left_over_are_counted_or_named_where_they_are_none(
    typed: tuple[Word, ...], rolls: tuple[Roll[Any], ...], said: str
) -> None:
    dice = table(typed=typed)
    for roll in rolls:
        dice(roll, 2)
    with pytest.raises(BadDice, match=f"^{said}$"):
        dice.finish()


def test_typed_faces_for_another_side_must_suffice_for_all_rolls() -> None:
    """A player types the saves of the enemy too, or leaves them to it before the first."""
    dice = TableDice(BotDice(nines), AnsweredRolls([]), typed=(5, 2), whose=lambda roll: roll.by, mine="attacker")
    assert dice(HIT, 1).faces == (5,)
    assert dice.remaining_words() == (2,)
    save = KILL._replace(by="defender")
    assert dice(save, 1).faces == (2,)
    with pytest.raises(BadDice, match=r"^kill: 1 d6 needed, 0 given$"):
        dice(KILL, 1)
    own = TableDice(BotDice(nines), AnsweredRolls([]), typed=(5,), whose=lambda roll: roll.by, mine="attacker")
    assert (own(HIT, 1).faces, own(save, 1).faces) == ((5,), (9,))


OF_TARGET = HIT._replace(label=Text("attack on {target}", target=Role("target")))


@for_each(
    ("typed", "said"),
    [
        ((5,), "attack on u2: 2 d6 needed, 1 given"),
        ((), "attack on u2: 2 d6 needed, 0 given"),
        ((5, 7), "attack on u2: 7 is not a face of a d6 (1 to 6)"),
        ((5, 5, 5), "1 face too many after attack on u2"),
    ],
)
def test_faces_that_do_not_fit_are_refused_in_the_name_of_the_unit(typed: tuple[int, ...], said: str) -> None:
    dice = table(typed=typed)
    with pytest.raises(BadDice) as refused:  # noqa: PT012 - the last face is missed only at the end
        dice(OF_TARGET, 2)
        dice.finish()
    assert str(refused.value) == said


def test_a_roll_is_asked_for_in_the_name_of_the_unit() -> None:
    with pytest.raises(DiceNeeded) as needed:
        table(hands="physical")(OF_TARGET, 2)
    assert ENGLISH(needed.value.throw.label) == "attack on u2"
    dice = table()
    dice(OF_TARGET, 1)
    dice.roles = {"target": "u3"}
    dice(OF_TARGET, 1)
    assert [ENGLISH(one.label) for one in dice.so_far] == ["attack on u2", "attack on u3"]
