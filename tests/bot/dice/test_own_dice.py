"""Players' own dice of an undone entry: they wait until the same command uses them."""

from __future__ import annotations

import pytest

from bot.dice.own_dice import (
    corrected_rolls,
    drop_kept_own_dice,
    keep_own_dice,
    own_dice_notes,
    own_faces,
    parse_own_dice,
    reused_own_dice,
    unused_own_rolls,
)
from bot.errors import Refusal
from bot.game.questions import AnsweredRoll
from rules.game.game import Game
from rules.kernel.dice import Need
from rules.kernel.errors import BadDice
from rules.kernel.plays import Laid, RecordedRoll
from rules.kernel.text import Text
from rules.kernel.wording import ENGLISH
from tests.bot.dice.rolls import entry, play, recorded_roll
from tests.rows import for_each


def test_own_dice_lie_there_until_the_same_command_uses_them() -> None:
    old = entry(play(recorded_roll("hit", 6, (1, 2), "physical"), recorded_roll("save", 6, (3,))))
    game = Game().with_events(keep_own_dice(old, "fire"))
    assert drop_kept_own_dice(game, "assault") == ()
    laid = Laid(nth=0, key="hit", sides=6, faces=(1, 2), source="physical")
    assert game.kept == {"fire": (laid,)}
    assert game.with_events(drop_kept_own_dice(game, "fire")).kept == {}


def test_of_a_mixed_roll_the_players_own_are_kept() -> None:
    (kept,) = keep_own_dice(entry(play(recorded_roll("hit", 6, (1, 2, 5, 6), "physical", 2))), "fire")
    assert [(laid.faces, laid.own_faces) for laid in kept.throws] == [((1, 2), (1, 2))]


def test_where_there_are_no_own_dice_nothing_is_kept() -> None:
    assert keep_own_dice(entry(play(recorded_roll("hit", 6, (1, 2)))), "fire") == ()


@for_each(
    ("now", "again"),
    [
        (recorded_roll("hit", 6, (1, 2), "physical"), [(1, 2)]),
        (recorded_roll("hit", 6, (1,), "physical"), [(1,)]),
        (recorded_roll("hit", 6, (2, 1), "physical"), []),
        (recorded_roll("hit", 6, (1, 2), "bot"), []),
        (recorded_roll("save", 6, (1, 2), "physical"), []),
    ],
)
def test_own_dice_that_counted_again(now: RecordedRoll, again: list[tuple[int, ...]]) -> None:
    game = Game().with_events(keep_own_dice(entry(play(recorded_roll("hit", 6, (1, 2), "physical"))), "fire"))
    assert [roll.faces for roll in reused_own_dice(game, "fire", [play(now)])] == again
    assert reused_own_dice(game, "assault", [play(now)]) == []
    assert reused_own_dice(game, "fire", []) == []


# Own dice of an amended entry

SHOT = play(recorded_roll("hit", 6, (1, 2, 6), "physical", 1), recorded_roll("save", 12, (11,), "physical"))
FATE = play(recorded_roll("hit", 6, (3,), "physical"), recorded_roll("save", 6, (4,))).model_copy(
    update={"roles": {"target": "u2"}}
)
OLD = entry(SHOT, FATE)


@pytest.mark.parametrize(
    ("typed", "faces"),
    [("5 6 / 12 / 4", (5, 6, 12, 4)), ("56 12 4", (5, 6, 12, 4)), ("1 2 11 3", (1, 2, 11, 3))],
)
def test_corrected_own_dice_are_typed_in_the_order_of_the_entry(typed: str, faces: tuple[int, ...]) -> None:
    assert parse_own_dice(OLD, typed, 6) == faces


@for_each("typed", ["5 6 12", "5 6 12 4 4", "roll", "", "2 hits"])
def test_another_number_of_own_dice_than_before_is_refused_with_those_of_the_entry(typed: str) -> None:
    with pytest.raises(Refusal) as refused:
        parse_own_dice(OLD, typed, 6)
    assert ENGLISH(refused.value.text) == (
        "Entry 5 has these real dice: 1 2 / 11 / 3. Enter as many, in the same order."
    )


def test_a_corrected_die_must_have_its_face() -> None:
    with pytest.raises(BadDice, match=r"^save: 13 is not a face of a d12 \(1 to 12\)$"):
        parse_own_dice(OLD, "5 6 13 4", 6)


def test_where_the_bot_rolled_there_are_no_own_dice_to_correct() -> None:
    with pytest.raises(Refusal) as refused:
        parse_own_dice(entry(play(recorded_roll("hit", 6, (1, 2)))), "5 6", 6)
    assert ENGLISH(refused.value.text) == "Entry 5 has no real dice."


def test_corrected_faces_replace_own_dice_and_leave_those_of_the_bot() -> None:
    assert own_faces(OLD) == (1, 2, 11, 3)
    before = corrected_rolls(OLD, None, [SHOT, FATE])
    assert {at: one.faces for at, one in before.items()} == {
        (0, "hit"): (1, 2, 6),
        (0, "save"): (11,),
        (1, "hit"): (3,),
        (1, "save"): (4,),
    }
    after = corrected_rolls(OLD, (5, 5, 12, 6), [SHOT, FATE])
    assert {at: one.faces for at, one in after.items()} == {
        (0, "hit"): (5, 5, 6),
        (0, "save"): (12,),
        (1, "hit"): (6,),
        (1, "save"): (4,),
    }
    assert {at: (one.sides, one.source, one.added) for at, one in after.items()} == {
        (0, "hit"): (6, "physical", 1),
        (0, "save"): (12, "physical", 0),
        (1, "hit"): (6, "physical", 0),
        (1, "save"): (6, "bot", 0),
    }


def test_corrected_faces_follow_their_action_to_its_new_place() -> None:
    """The shot fell away: the second action comes first, and keeps its own dice."""
    found = corrected_rolls(OLD, (5, 5, 12, 6), [FATE])
    assert {at: one.faces for at, one in found.items()} == {(0, "hit"): (6,), (0, "save"): (4,)}
    more = corrected_rolls(OLD, None, [FATE, FATE, SHOT])
    assert {at: one.faces for at, one in more.items()} == {
        (0, "hit"): (3,),
        (0, "save"): (4,),
        (2, "hit"): (1, 2, 6),
        (2, "save"): (11,),
    }


def test_own_dice_that_an_amendment_no_longer_needs_count_as_rolled() -> None:
    needed = Need(4)
    hits = recorded_roll("hit", 6, (5, 2, 6), "physical").model_copy(update={"side": "Red", "needed": needed})
    saves = recorded_roll("save", 6, (4, 3), "counted").model_copy(update={"needed": needed})
    before = entry(play(hits, saves), FATE)

    def unused(*now: RecordedRoll) -> list[tuple[str, tuple[int, ...]]]:
        return [(one.key, one.faces) for one in unused_own_rolls(before, entry(play(*now), FATE))]

    assert unused(hits, saves) == []
    assert unused(hits.model_copy(update={"faces": (5,)}), saves) == [("hit", (2, 6))]
    assert unused(hits.model_copy(update={"faces": (5, 3)}), saves) == [], "other faces were rolled in their place"
    assert unused(hits, saves.model_copy(update={"faces": (4,)})) == [], "of a count none is left"
    assert unused() == [("hit", (5, 2, 6)), ("save", (4, 3))]
    assert unused_own_rolls(before, entry(play(saves), FATE)) == (
        AnsweredRoll(
            key="hit",
            label=Text("hit"),
            sides=6,
            faces=(5, 2, 6),
            source="physical",
            needed=needed,
            nth=0,
            side="Red",
        ),
    )
    (gone,) = unused_own_rolls(before, entry(play(hits, saves)))
    assert (gone.key, gone.faces, gone.nth, gone.side) == ("hit", (3,), 1, "")


def test_players_read_which_of_their_own_dice_are_used_again() -> None:
    hits = recorded_roll("hit", 6, (5, 2), "physical")
    saves = recorded_roll("save", 6, (4, 3, 4), "counted").model_copy(update={"needed": Need(4)})
    game = Game().with_events(keep_own_dice(entry(play(hits, saves)), "fire"))
    (note,) = own_dice_notes(game, "fire", [play(hits, saves)])
    assert ENGLISH(note) == "Your own dice from before the undo are used again: 5 2 / 2 successes, as counted."
    assert own_dice_notes(game, "fire", []) == ()
    assert own_dice_notes(game, "assault", [play(hits, saves)]) == ()
