"""The bot's dice for one command: waiting dice first, for the next side that rolls, then new ones; none is lost."""

from __future__ import annotations

import pytest

from bot.dice.bot_dice import (
    BotDice,
    ConsentNeeded,
    Why,
    format_faces,
    next_dice_lines,
    own_roll_text,
    places_held_by,
)
from bot.dice.returned import Lot, ReturnedDice, WaitingDie
from bot.errors import Refusal
from bot.game.questions import AnsweredRoll, DiceConsent
from rules.game.dice_events import Agreed
from rules.game.game import Game
from rules.game.unit import Unit
from rules.kernel.dice import Need
from rules.kernel.table import Source
from rules.kernel.text import Text
from rules.kernel.wording import ENGLISH
from tests.bot.dice.rolls import Fresh, die, nines, recorded_roll
from tests.rows import for_each

HIT, HITS_ON_D12 = die(6, "hit"), die(12, "hit")
KILL = die(6, "kill")


def waiting_dice(*faces: int, command: str = "a", whose: str = "", sides: int = 6) -> ReturnedDice:
    return ReturnedDice({sides: tuple(WaitingDie(face, command, whose) for face in faces)})


def test_dice_that_were_given_back_come_first_and_only_those_of_that_size() -> None:
    fresh = Fresh()
    dice = BotDice(fresh, ReturnedDice({**waiting_dice(1, 2, 3).queues, **waiting_dice(11, sides=12).queues}), "a")
    assert dice(HIT, 2) == ((1, 2), "bot", 2, 0)
    assert dice(KILL, 3) == ((3, 1001, 1002), "bot", 1, 0)
    assert dice(HITS_ON_D12, 1) == ((11,), "bot", 1, 0)
    assert dice.remaining() == ReturnedDice()
    assert ENGLISH(dice.notes()[0]) == "Undone dice used again: 1 2 3 11."


def test_each_side_draws_its_own() -> None:
    dice = BotDice(Fresh(), waiting_dice(1, 2, whose="Red").put({("Blue", 6): [5]}, "a"), "a", "Red")
    assert dice(HIT, 1, "Blue").faces == (5,)
    assert dice(HIT, 1, "Blue").faces == (1001,)
    assert dice(HIT, 3, "Red").faces == (1, 2, 1002)
    assert dice(HIT, 1).faces == (1003,)
    assert dice.remaining() == ReturnedDice()


def test_in_a_command_of_the_enemy_only_its_own_dice_come_out() -> None:
    """Blue's die was rolled for another command: Red's shot does not draw it, and Blue's next command does."""
    dice = BotDice(Fresh(), ReturnedDice().put({("Blue", 6): [5]}, "b"), "a", "Red", others=("side:Blue",))
    assert not dice.must_draw("Blue", 6)
    assert dice(HIT, 1, "Blue").faces == (1001,)
    assert BotDice(Fresh(), dice.remaining(), "c", "Blue")(HIT, 1, "Blue").faces == (5,)


def test_dice_agreed_to_be_next_are_used_in_the_next_roll_of_the_side() -> None:
    """This includes commands of the enemy, who has agreed to it; the undo stays visible."""
    lying = ReturnedDice().put({("Blue", 6): [5, 2]}, "b", 3, "next")
    dice = BotDice(Fresh(), lying, "a", "Red", ("side:Blue",), ("side:Blue",))
    assert dice(HIT, 1, "Blue").faces == (5,)
    own = BotDice(Fresh(), dice.remaining(), "c", "Blue", ("side:Red",), ("side:Red",))
    assert own(HIT, 2, "Blue").faces == (2, 1001)
    assert [ENGLISH(note) for note in own.notes()] == ["Blue uses the undone 2."]


def test_the_same_command_draws_its_own_dice_before_all_others() -> None:
    lying = ReturnedDice().put({("Red", 6): [1]}, "a", 3, "next").put({("Red", 6): [6]}, "b", 5, "next")
    dice = BotDice(Fresh(), lying, "b", "Red", ("side:Blue",), ("side:Blue",))
    assert dice(HIT, 2, "Red").faces == (6, 1)
    left = BotDice(Fresh(), lying, "c", "Red", ("side:Blue",), ("side:Blue",))
    assert left(HIT, 2, "Red").faces == (1, 6), "in the order in which they were drawn"


def test_an_agreement_is_not_asked_for_again() -> None:
    """Returned dice from before this release, or from a game that was ended, need one agreement for all of them."""
    lying = ReturnedDice().put({("Red", 6): [1, 2, 3]}, "b")
    asked = BotDice(Fresh(), lying, "a", "Red", ("side:Blue",), ("side:Blue",))
    with pytest.raises(ConsentNeeded) as needed:
        asked(HIT, 1, "Red")
    assert needed.value.faces == (1, 2, 3)
    agreed = BotDice(Fresh(), lying, "a", "Red", (), ("side:Blue",))
    assert agreed(HIT, 1, "Red").faces == (1,)
    after = BotDice(Fresh(), agreed.remaining(), "c", "Red", ("side:Blue",), ("side:Blue",))
    assert after(HIT, 2, "Red").faces == (2, 3)


def test_own_dice_before_those_that_wait_are_agreed_to_once() -> None:
    lying = ReturnedDice().put({("Red", 6): [1, 2]}, "b", 3, "next")
    with pytest.raises(ConsentNeeded):
        BotDice(Fresh(), lying, "a", "Red", ("side:Blue",), ("side:Blue",)).give_way("Red", 6)
    agreed = BotDice(Fresh(), lying, "a", "Red", (), ("side:Blue",))
    agreed.give_way("Red", 6)
    again = BotDice(Fresh(), agreed.remaining(), "c", "Red", ("side:Blue",), ("side:Blue",))
    again.give_way("Red", 6)
    assert again(HIT, 2, "Red").faces == (1, 2), "and they stay next in line for the bot's rolls"


def test_a_later_step_takes_the_dice_of_its_own_command_out_of_the_middle() -> None:
    """An identical die before them was rolled for another command; it keeps waiting."""
    lying = ReturnedDice().put({("Blue", 6): [5]}, "b").put({("Blue", 6): [5, 2]}, "a")
    dice = BotDice(Fresh(), lying, "a", "Red", others=("side:Blue",))
    assert dice.draw_again("Blue", 6, [5, 2])
    assert dice.remaining() == ReturnedDice().put({("Blue", 6): [5]}, "b")


def test_a_second_try_rolls_the_same_dice() -> None:
    """Another writer came first and took the returned die."""
    fresh = Fresh()
    dice = BotDice(fresh, waiting_dice(1, command="fire"))
    first = dice(HIT, 3).faces + dice(KILL, 2).faces
    again = dice.for_retry(Game(queues={6: (1,)}), "fire")
    assert again(HIT, 3).faces + again(KILL, 2).faces == first
    assert dice.for_retry(Game(), "fire")(HIT, 4).faces == first[1:]
    assert fresh.thrown == list(first[1:])


def test_new_dice_that_a_second_try_does_not_need_are_not_lost() -> None:
    """Another writer came first and returned a die."""
    first = BotDice(Fresh())
    first(HIT, 3)
    second = first.for_retry(Game(queues={6: (1,)}, seen={6: ("mine",)}), "mine")
    assert second(HIT, 3).faces == (1, 1001, 1002)
    assert second.remaining().faces("", 6) == (1003,)


def test_new_dice_of_a_size_that_a_second_try_does_not_need_are_not_lost() -> None:
    first = BotDice(Fresh())
    first(HIT, 1)
    first(HITS_ON_D12, 2)
    second = first.for_retry(Game(), "mine")
    second(HIT, 1)
    assert second.remaining().faces("", 12) == (1002, 1003)


def test_dice_of_another_command_are_not_touched_before_all_agree() -> None:
    game = Game(queues={6: (1, 2, 3)}, seen={6: ("mine", "mine", "other")})
    dice = BotDice(nines).for_retry(game, "mine", groups=("side:Blue",))
    assert dice(HIT, 2).faces == (1, 2)
    with pytest.raises(ConsentNeeded) as needed:
        dice(KILL, 2)
    assert (needed.value.why, needed.value.faces, needed.value.groups) == ("seen", (3,), ("side:Blue",))
    assert not any(dice.fresh.values())
    agreed = BotDice(nines).for_retry(game, "mine")
    assert agreed(HIT, 4).faces == (1, 2, 3, 9)
    assert [ENGLISH(note) for note in agreed.notes()] == [
        "Undone dice used again: 1 2.",
        "Uses the undone 3.",
    ]


@pytest.mark.parametrize(
    ("why", "wish", "effect", "dice"),
    [
        (
            "seen",
            "use undone dice (5 1) for something else: a shot",
            ["If “No”, nothing happens now, and these dice come next."],
            DiceConsent(why="seen", side="Red", sides=6),
        ),
        (
            "own",
            "roll real dice, though undone dice (5 1) come first: a shot",
            ["If “No”, these dice come before real ones."],
            DiceConsent(why="own", side="Red", sides=6),
        ),
        ("new", "roll 3 more d6 for an amendment: a shot", [], None),
    ],
)
def test_the_other_side_is_asked_to_agree_to_the_use_of_dice(
    why: Why, wish: str, effect: list[str], dice: DiceConsent | None
) -> None:
    needed = ConsentNeeded(why, ("side:Blue",), 6, (5, 1), 3, "Red")
    assert ENGLISH(needed.proposal(Text("a shot"))) == wish
    assert [ENGLISH(line) for line in needed.refusal_effect] == effect
    assert needed.dice == dice


def test_own_dice_after_a_no_are_refused_until_the_dice_that_wait_are_used() -> None:
    lying = ReturnedDice().put({("Red", 6): [1, 2]}, "b", 3, "first")
    dice = BotDice(Fresh(), lying, "a", "Red", ("side:Blue",), ("side:Blue",))
    with pytest.raises(Refusal) as refused:
        dice.give_way("Red", 6)
    assert ENGLISH(refused.value.text) == ("Roll with the bot's dice. 1 2 come first, as real dice were not agreed to.")
    assert dice.must_draw("Red", 6)
    assert not dice.must_draw("Red", 12)
    dice.give_way("Red", 12)
    assert dice(HIT, 2, "Red").faces == (1, 2)
    assert not dice.must_draw("Red", 6)
    dice.give_way("Red", 6)


@for_each(
    ("line", "others", "whose", "must"),
    [
        ("next", ("side:Blue",), "Red", False),
        ("first", ("side:Blue",), "Red", True),
        ("first", (), "Red", False),
        ("behind", ("side:Blue",), "Blue", False),
        ("next", ("side:Blue",), "Blue", True),
        ("next", (), "Blue", False),
    ],
)
def test_a_side_must_use_its_dice_after_a_no_and_in_commands_of_others(
    line: Agreed, others: tuple[str, ...], whose: str, must: bool
) -> None:
    lying = ReturnedDice().put({(whose, 6): [1]}, "a", 3, line)
    assert BotDice(nines, lying, "a", "Red", others, others).must_draw(whose, 6) == must


def test_only_its_own_side_asks_for_own_dice_and_for_typed_ones_any() -> None:
    lying = ReturnedDice().put({("Blue", 6): [1]}, "a", 3, "next")
    dice = BotDice(nines, lying, "a", "Red", ("side:Blue",), ("side:Blue",))
    dice.give_way("Blue", 6)
    with pytest.raises(ConsentNeeded) as needed:
        dice.give_way("Blue", 6, typed=True)
    assert (needed.value.why, needed.value.whose, needed.value.faces) == ("own", "Blue", (1,))


def test_each_side_reads_which_dice_come_next() -> None:
    faces: dict[Lot, tuple[int, ...]] = {("Red", 6): (1, 2), ("Red", 12): (11,), ("Blue", 6): (), ("", 6): (3,)}
    assert [ENGLISH(line) for line in next_dice_lines(faces)] == [
        "Red rolls these dice next: d6 1 2, d12 11.",
        "These dice come next: d6 3.",
    ]


def test_only_returned_dice_of_the_bot_are_held_by_a_waiting_command() -> None:
    returned = waiting_dice(1, 2, 1, 5, whose="Red").put({("Blue", 6): [1]}, "a", 9)

    def held(*rolled: AnsweredRoll) -> dict[int, set[int]]:
        return places_held_by(returned, rolled)

    def rolled(*faces: int, queued: int, side: str | None = "Red", source: Source = "bot") -> AnsweredRoll:
        return AnsweredRoll(key="hit", label=Text("hit"), sides=6, faces=faces, source=source, queued=queued, side=side)

    assert held(rolled(1, 5, 6, queued=2)) == {6: {0, 3}}
    assert held(rolled(1, queued=1), rolled(1, 2, queued=1), rolled(1, queued=1, side="Blue")) == {6: {0, 2, 4}}
    assert held(rolled(1, queued=1, side=None), rolled(1, queued=0), rolled(1, queued=1, source="physical")) == {}
    assert held(rolled(6, queued=1)) == {6: set()}


def test_own_dice_are_told_by_their_faces_or_their_successes() -> None:
    needed = {"needed": Need(4)}
    counted = recorded_roll("hit", 6, (4, 4, 3), "counted").model_copy(update=needed)
    assert ENGLISH(own_roll_text(counted, (4, 4, 3))) == "2 successes, as counted"
    assert ENGLISH(own_roll_text(counted, (4,))) == "1 success, as counted"
    for other in ({"source": "physical"}, {"needed": None}):
        assert own_roll_text(counted.model_copy(update=other), (4, 3)) == "4 3"


def test_dice_of_an_earlier_step_are_taken_once() -> None:
    dice = BotDice(nines, waiting_dice(1, 2, 3), "a")
    assert dice.draw_again("", 6, (1, 2))
    assert not dice.draw_again("", 6, (1, 2)), "they have been taken"
    assert dice.draw_again("", 6, ())
    assert dice(HIT, 2) == ((3, 9), "bot", 1, 0)


def test_dice_of_an_earlier_step_are_found_behind_dice_returned_since() -> None:
    dice = BotDice(nines, waiting_dice(5, 1, 6, 2), "a")
    assert dice.draw_again("", 6, (1, 2))
    assert dice(HIT, 3).faces == (5, 6, 9)


def test_dice_taken_by_others_are_gone() -> None:
    dice = BotDice(nines, waiting_dice(2, 3), "a")
    assert not dice.draw_again("", 6, (1, 2))
    assert not dice.draw_again("", 12, (2,))
    assert not dice.draw_again("Blue", 6, (2,))
    assert dice(HIT, 2).faces == (2, 3)


def test_dice_of_another_open_question_wait_for_it() -> None:
    game = Game(queues={6: (1, 2, 3)}, seen={6: ("a",) * 3}, whose={6: ("Red",) * 3})
    elsewhere = AnsweredRoll(
        key="hit", label=Text("hit"), sides=6, faces=(1, 2, 6), source="bot", queued=2, nth=0, side="Red"
    )
    dice = BotDice(nines).for_retry(game, "a", "Red", elsewhere=[elsewhere])
    assert dice(HIT, 2, "Red").faces == (3, 9)
    assert dice.remaining() == waiting_dice(1, 2, whose="Red"), "they lie there still"


def test_dice_undone_by_another_side_are_used_without_asking_it() -> None:
    """Blue's save of Red's shot: Red's undo put it there, and must not hold Blue up."""
    game = Game(queues={6: (2,)}, seen={6: ("fire u1 > u2",)}, whose={6: ("Blue",)})
    game.units["u1"] = _unit("u1", "Red")
    dice = BotDice(nines).for_retry(game, "activate u2 > ", "Blue", ("side:Red",), ("side:Red",))
    assert dice(HIT, 1, "Blue").faces == (2,)


def _unit(id: str, side: str) -> Unit:
    return Unit(id=id, name=id, side=side, models=1, starting=1)


def test_new_dice_of_a_refused_command_come_out_next() -> None:
    fresh, unseen = Fresh(), dict[Lot, list[int]]()
    refused = BotDice(fresh, unseen=unseen)
    assert refused(HIT, 3, "Red").faces == (1001, 1002, 1003)
    refused.keep_refused()
    other = BotDice(fresh, unseen=unseen)
    assert other(HIT, 1, "Blue").faces == (1004,)
    assert BotDice(fresh, unseen=unseen)(HIT, 2, "Red").faces == (1001, 1002)
    assert BotDice(fresh, unseen=unseen)(HIT, 2, "Red").faces == (1003, 1005)


def test_only_dice_that_were_seen_before_are_worth_a_note() -> None:
    dice = BotDice(nines, waiting_dice(1), "a")
    assert dice.notes() == ()
    dice(HITS_ON_D12, 1)
    assert dice.notes() == ()


def test_faces_as_they_are_written_down() -> None:
    assert (format_faces((5, 12, 1)), format_faces(())) == ("5 12 1", "")
