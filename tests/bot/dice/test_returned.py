"""The laws of waiting dice: each side's own, no second roll, no choice of target, and each once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.dice.bot_dice import BotDice, ConsentNeeded
from bot.dice.own_dice import keep_own_dice, rolls_of_entry
from bot.dice.returned import (
    PLACES,
    Lot,
    ReturnedDice,
    ReturnedFaces,
    WaitingDie,
    bot_faces,
    earlier_places,
    places_of_bot_faces,
    recorded_roller,
    side_of_command_key,
    unneeded_faces,
)
from bot.game.permissions import same_command
from bot.game.questions import DiceConsent
from rules.game.dice_events import DiceReturned
from rules.game.entry import Entry
from rules.game.game import Game
from rules.game.unit import Unit
from rules.kernel.plays import Play, RecordedRoll
from rules.kernel.request import Request
from rules.kernel.table import Faces
from tests.bot.dice.rolls import Fresh, die, entry, play, recorded_roll

COMMANDS = ("fire u1 > u2", "fire u1 > u3", "activate u2 > ")
SIDES: tuple[int, ...] = (6, 12)
LOTS: tuple[Lot, ...] = tuple((whose, sides) for whose in ("Red", "Blue", "") for sides in SIDES)
UNITS = {id: Unit(id=id, name=id, side=side, models=1, starting=1) for id, side in (("u1", "Red"), ("u2", "Blue"))}


def waiting_dice(returned: ReturnedDice) -> dict[Lot, list[tuple[int, str]]]:
    """Return each waiting die with its command, by side and size."""
    found = {lot: [(one.face, one.command) for one in returned.of(*lot)] for lot in LOTS}
    assert sum(map(len, found.values())) == sum(map(len, returned.queues.values()))
    return {lot: dice for lot, dice in found.items() if dice}


PUTS = st.tuples(
    st.sampled_from(LOTS), st.lists(st.integers(1, 12), max_size=4), st.sampled_from(COMMANDS), st.integers(0, 4)
)


@st.composite
def returneds(draw: Any) -> ReturnedDice:
    """Any dice that may wait, made of what was put in."""
    returned = ReturnedDice()
    for nth, (lot, faces, command, number) in enumerate(draw(st.lists(PUTS, max_size=6))):
        returned = returned.put({lot: faces}, command, 6 * number + nth + 1)
    return returned


ROLLS = st.lists(st.tuples(st.sampled_from(LOTS), st.integers(0, 5)), max_size=6)
"""Throws of a command: whose, the die, and how many."""

# Each once, and each its side's

PUT = st.tuples(st.integers(1, 9), st.sampled_from(LOTS), st.integers(0, 4))
DRAW = st.tuples(st.just("draw"), st.sampled_from(LOTS), st.integers(0, 6))


@given(st.lists(st.tuples(PUT | DRAW, st.sampled_from(COMMANDS)), max_size=20))
def test_every_die_comes_out_once_in_its_order_and_for_the_side_that_rolled_it(
    steps: list[tuple[tuple[str | int, Lot, int], str]],
) -> None:
    """The dice of the same command come before all others, both in the order of drawing."""
    returned, faces, came = ReturnedDice(), count(1), list[int]()
    expected: dict[Lot, list[tuple[int, int, str]]] = {lot: [] for lot in LOTS}
    for (what, lot, n), command in steps:
        if isinstance(what, str):
            dice = BotDice(Fresh(), returned, command)
            next_ones = sorted(expected[lot], key=lambda one: one[2] != command)[:n]
            got, old = dice(die(lot[1]), n, lot[0]), [face for _, face, _ in next_ones]
            expected[lot] = [one for one in expected[lot] if one not in next_ones]
            assert (list(got.faces[: got.queued]), got.queued) == (old, len(old))
            assert all(face > 1000 for face in got.faces[got.queued :])
            returned, came = dice.remaining(), [*came, *old]
            continue
        some = [next(faces) for _ in range(n)]
        dealt = [(what * PLACES + nth, face, command) for nth, face in enumerate(some)]
        expected[lot] = sorted([*expected[lot], *dealt], key=lambda one: one[0])
        returned = returned.put({lot: some}, command, what)
        told = {one: [(face, given) for _, face, given in dice] for one, dice in expected.items() if dice}
        assert waiting_dice(returned) == told
    left = [face for dice in expected.values() for _, face, _ in dice]
    assert sorted([*came, *left]) == list(range(1, next(faces)))


@given(returneds(), ROLLS)
def test_dice_that_were_not_drawn_wait_as_before(returned: ReturnedDice, throws: list[tuple[Lot, int]]) -> None:
    """The rolls of one side take no dice from another."""
    before, dice = waiting_dice(returned), BotDice(Fresh(), returned, COMMANDS[0])
    drawn = {lot: sum(n for one, n in throws if one == lot) for lot in LOTS}
    for (whose, sides), n in throws:
        dice(die(sides), n, whose)
    left = {lot: _without_next(dice, drawn[lot]) for lot, dice in before.items()}
    assert waiting_dice(dice.remaining()) == {lot: some for lot, some in left.items() if some}
    assert waiting_dice(returned) == before, "a value does not change"


def _without_next(dice: list[tuple[int, str]], n: int) -> list[tuple[int, str]]:
    """Return the dice that still wait after the first command has used `n`."""
    order = sorted(range(len(dice)), key=lambda at: dice[at][1] != COMMANDS[0])
    return [one for at, one in enumerate(dice) if at not in order[:n]]


# An undo is no second roll


@given(returneds(), ROLLS, st.data())
def test_an_undo_is_never_a_second_roll(returned: ReturnedDice, throws: list[tuple[Lot, int]], data: Any) -> None:
    """The dice of an undone command are used again in their order, however they are divided; no new die is rolled."""
    fresh, command = Fresh(), COMMANDS[0]
    dice = BotDice(fresh, returned, command)
    thrown = [_recorded_roll(at, lot, dice(die(lot[1]), n, lot[0])) for at, (lot, n) in enumerate(throws)]
    first = entry(play(*thrown), number=99, events=dice.changes(Game().with_events(returned.changes(Game()))))
    new, faces = list(fresh.thrown), bot_faces(Game(), first)
    undone = dice.remaining().put(faces, command, drawn=places_of_bot_faces(Game(), first, first.number))
    again, came = BotDice(fresh, undone, command), dict[Lot, list[int]]()
    for (whose, sides), n in _divide(throws, data):
        came.setdefault((whose, sides), []).extend(again(die(sides), n, whose).faces)
    assert {lot: some for lot, some in came.items() if some} == faces
    assert fresh.thrown == new, "the same command threw new dice"
    assert waiting_dice(again.remaining()) == waiting_dice(dice.remaining())


def _recorded_roll(at: int, lot: Lot, got: Faces) -> RecordedRoll:
    return recorded_roll(f"throw {at}", lot[1], got.faces).model_copy(update={"side": lot[0], "queued": got.queued})


def _divide(throws: list[tuple[Lot, int]], data: Any) -> Iterator[tuple[Lot, int]]:
    """Yield the same dice in other rolls, in another order."""
    for lot in data.draw(st.permutations(LOTS)):
        left = sum(n for one, n in throws if one == lot)
        while left:
            n = data.draw(st.integers(1, left))
            yield lot, n
            left -= n


@given(returneds(), st.integers(1, 8))
def test_dice_of_one_size_never_come_out_for_another(returned: ReturnedDice, n: int) -> None:
    got = BotDice(Fresh(), returned)(die(20), n, "Red")
    assert (got.queued, returned.faces("Red", 20)) == (0, ())
    assert len(got.faces) == n


# Nor a choice of target


@given(returneds(), ROLLS, st.sampled_from(COMMANDS))
def test_no_strange_die_is_touched_before_all_agree(
    returned: ReturnedDice, throws: list[tuple[Lot, int]], command: str
) -> None:
    """The roll that would use one is asked about with all that wait, before a new die is rolled."""
    fresh, groups, at = Fresh(), ("side:Blue",), dict.fromkeys(LOTS, 0)
    dice = BotDice(fresh, returned, command, "Red", groups, groups)
    for lot, n in throws:
        mine = [one for one in waiting_dice(returned).get(lot, []) if lot[0] in ("Red", "") or one[1] == command]
        mine.sort(key=lambda one: one[1] != command)
        there = mine[at[lot] : at[lot] + n]
        if lot[0] != "Red" or all(of == command for _, of in there):
            assert dice(die(lot[1]), n, lot[0]).queued == len(there)
            at[lot] += len(there)
            continue
        before, left = list(fresh.thrown), waiting_dice(dice.remaining())
        with pytest.raises(ConsentNeeded) as needed:
            dice(die(lot[1]), n, "Red")
        strange = tuple(face for face, of in mine[at[lot] :] if of != command)
        assert (needed.value.faces, needed.value.groups) == (strange, groups)
        assert (fresh.thrown, waiting_dice(dice.remaining())) == (before, left)
        assert replace(dice, groups=())(die(lot[1]), n, "Red").queued == len(there)
        return


@given(returneds(), st.sampled_from(LOTS), st.data())
def test_dice_that_were_drawn_are_found_where_they_lie(returned: ReturnedDice, lot: Lot, data: Any) -> None:
    mine, theirs = returned.faces(*lot), returned.places(*lot)
    picked = data.draw(st.lists(st.integers(0, max(0, len(mine) - 1)), unique=True).map(sorted)) if mine else []
    places = returned.places_of([mine[at] for at in picked], lot[1], theirs)
    assert places is not None
    assert [returned.queues[lot[1]][at].face for at in places] == [mine[at] for at in picked]
    assert {returned.queues[lot[1]][at].whose for at in places} <= {lot[0]}
    assert returned.places_of([*mine, 99], lot[1], theirs) is None


# Records of old


def test_where_a_record_does_not_say_whose_a_die_is_it_is_the_commanders() -> None:
    """Red's shot at Blue's unit: the record does not say that the 2 was its save."""
    old = Game(queues={6: (1, 2, 3)}, seen={6: ("fire u1 > u2", "activate u2 > ")}, units=UNITS)
    returned = ReturnedDice.in_game(old)
    assert waiting_dice(returned) == {
        ("Red", 6): [(1, "fire u1 > u2")],
        ("Blue", 6): [(2, "activate u2 > ")],
        ("", 6): [(3, "")],
    }
    more = returned.put({("Red", 6): [5]}, "mine", 4)
    after = old.with_events(more.changes(old))
    assert waiting_dice(ReturnedDice.in_game(after)) == waiting_dice(more)
    assert returned.changes(old) == ()


def test_the_side_of_a_command_is_read_off_its_key() -> None:
    game = Game(units=UNITS)
    for command in ("fire", "act"):
        request = Request(command=command, action="withdraw", unit=("u2", "u1"), target=("u1",))
        assert side_of_command_key(game, same_command(request)) == "Blue"
    for request in (Request(command="initiative"), Request(command="fire", unit=("u9",))):
        assert side_of_command_key(game, same_command(request)) == ""
    gone = Game(departed={"u1": UNITS["u1"]})
    assert side_of_command_key(gone, same_command(Request(command="fire", unit=("u1",)))) == "Red"


@pytest.mark.parametrize(("by", "side"), [("attacker", "Red"), ("unit", "Red"), ("defender", "Blue")])
def test_a_roll_of_old_is_its_units(by: str, side: str) -> None:
    throw = recorded_roll("hit", 6, (1,)).model_copy(update={"by": by})
    one = entry(play(throw).model_copy(update={"roles": {"attacker": "u1", "target": "u2"}}), side="Green")
    assert recorded_roller(Game(units=UNITS), one, one.plays[0], throw) == side
    assert recorded_roller(Game(), one, one.plays[0], throw) == "Green"
    assert recorded_roller(Game(units=UNITS), one, one.plays[0], throw.model_copy(update={"side": "Blue"})) == "Blue"


def test_a_roll_of_old_is_its_units_even_if_that_has_left() -> None:
    throw = recorded_roll("hit", 6, (1,))
    one = entry(play(throw).model_copy(update={"roles": {"attacker": "u1"}}), side="Green")
    gone = Game(departed={"u1": UNITS["u1"]})
    assert recorded_roller(gone, one, one.plays[0], throw) == "Red"
    assert recorded_roller(gone, one, one.plays[0], throw.model_copy(update={"by": "defender"})) == "Green"
    assert recorded_roller(Game(), one.model_copy(update={"side": None}), one.plays[0], throw) == ""


def test_a_record_without_places_and_agreements_has_neither() -> None:
    old = Game(queues={6: (1, 2)}, seen={6: ("a", "b")}, whose={6: ("Red", "Blue")})
    assert ReturnedDice.in_game(old).queues == {
        6: (WaitingDie(1, "a", "Red", 0, ""), WaitingDie(2, "b", "Blue", 0, ""))
    }


# The agreement of the others

TOLD = ReturnedDice(
    {
        6: (
            WaitingDie(1, "a", "Red"),
            WaitingDie(2, "a", "Red", 0, "behind"),
            WaitingDie(3, "a", "Red", 0, "first"),
            WaitingDie(4, "a", "Blue"),
            WaitingDie(5, "a", "Red", 0, "next"),
        ),
        12: (WaitingDie(6, "a", "Red"),),
    }
)


def lines_of(returned: ReturnedDice) -> list[str]:
    """Return the agreement about each die."""
    return [die.line for dice in returned.queues.values() for die in dice]


def test_an_agreement_settles_the_dice_of_its_side_and_size() -> None:
    """Dice that come after own ones stay there."""
    assert lines_of(TOLD) == ["", "behind", "first", "", "next", ""]
    assert lines_of(TOLD.with_agreement("Red", 6, "next")) == ["next", "behind", "next", "", "next", ""]
    assert lines_of(TOLD.with_agreement("Red", 20, "next")) == lines_of(TOLD)
    assert lines_of(TOLD.with_agreement_on_all()) == ["next", "behind", "first", "next", "next", "next"]


def test_a_no_leaves_dice_next_or_before_own_ones() -> None:
    seen = TOLD.with_refusal(DiceConsent(why="seen", side="Red", sides=6))
    assert lines_of(seen) == ["next", "behind", "first", "", "next", ""]
    own = TOLD.with_refusal(DiceConsent(why="own", side="Red", sides=6))
    assert lines_of(own) == ["first", "behind", "first", "", "first", ""]
    assert TOLD.with_refusal(DiceConsent(why="seen", side="Red", sides=20)) == TOLD


def test_dice_without_an_agreement_are_unsettled() -> None:
    assert TOLD.unsettled_faces == {("Red", 6): [1], ("Blue", 6): [4], ("Red", 12): [6]}


# Dice without a side


@st.composite
def recorded_rolls(draw: Any, key: str, numbers: Iterator[int]) -> RecordedRoll:
    """Any roll: the bot's faces are above 0, a player's own below."""
    source, size = draw(st.sampled_from(["bot", "physical", "counted"])), draw(st.integers(0, 5))
    bots = size if source == "bot" else draw(st.integers(0, size))
    faces = (*(-next(numbers) for _ in range(size - bots)), *(next(numbers) for _ in range(bots)))
    one = recorded_roll(key, draw(st.sampled_from(SIDES)), faces, source, 0 if source == "bot" else bots)
    return one.model_copy(update={"side": draw(st.sampled_from(["Red", "Blue", ""]))})


@st.composite
def entries(draw: Any) -> Entry:
    """An entry of any plays, no two dice of which show the same face."""
    numbers = count(1)
    return entry(
        *(
            play(*(draw(recorded_rolls(f"throw {at}", numbers)) for at in range(draw(st.integers(0, 3)))))
            for _ in range(draw(st.integers(0, 3)))
        )
    )


def faces_of(one: Entry) -> list[int]:
    return [face for play in one.plays for throw in play.throws for face in throw.faces]


@given(entries())
def test_a_players_own_dice_are_no_dice_of_the_bot(one: Entry) -> None:
    """The bot's faces go back to its dice and a player's own to theirs, each to one place."""
    bots = [face for faces in bot_faces(Game(), one).values() for face in faces]
    assert sorted(bots) == sorted(face for face in faces_of(one) if face > 0)
    kept = [face for event in keep_own_dice(one, "fire") for laid in event.throws for face in laid.faces]
    assert kept == [face for face in faces_of(one) if face < 0]


@given(entries(), st.data())
def test_a_players_own_dice_never_enter_the_bots_on_an_amendment(old: Entry, data: Any) -> None:
    """Whatever the new play uses, surplus dice of the bot go back to its side, and no others."""
    plays, over = list[Play](), {lot: list[int]() for lot in LOTS}
    kept = data.draw(st.integers(0, len(old.plays)))
    for nth, before in enumerate(old.plays):
        throws = list[RecordedRoll]()
        for throw in before.throws:
            fate = data.draw(st.sampled_from(["again", "gone", "other die"])) if nth < kept else "gone"
            used = data.draw(st.integers(0, len(throw.faces) + 2)) if fate == "again" else 0
            over[throw.side or "", throw.sides] += [face for face in throw.faces[used:] if face > 0]
            if fate != "gone":
                faces = (*throw.faces[:used], *[2000] * (used - len(throw.faces)))
                sides = throw.sides if fate == "again" else 18 - throw.sides
                throws.append(throw.model_copy(update={"faces": faces or (2000,) * (fate != "again"), "sides": sides}))
        if nth < kept:
            plays.append(before.model_copy(update={"throws": tuple(throws)}))
    assert unneeded_faces(Game(), old, plays) == {lot: faces for lot, faces in over.items() if faces}


def test_the_hands_of_a_mixed_roll_part_after_the_players_own() -> None:
    mixed, game = recorded_roll("hit", 6, (1, 2, 5, 6), "physical", 2), Game()
    assert rolls_of_entry(entry(play(mixed)))[0, "hit"].own_faces == (1, 2)
    assert unneeded_faces(game, entry(play(mixed)), [play(recorded_roll("hit", 6, (1,), "physical"))]) == {
        ("", 6): [5, 6]
    }
    assert unneeded_faces(game, entry(play(mixed)), [play(recorded_roll("hit", 6, (1, 2, 5), "physical", 1))]) == {
        ("", 6): [6]
    }
    assert unneeded_faces(game, entry(play(mixed)), [play(mixed)]) == {}


# Dice of several actions of an entry


def rolled_again(*rolls: tuple[str, int, int], came: tuple[tuple[str, int], ...] = ()) -> Entry:
    """Return an entry whose rolls each have a side, a number of dice of the bot and of those that had waited."""
    found = [
        recorded_roll(f"roll {at}", 6, tuple(range(1, n + 1))).model_copy(update={"side": side, "queued": queued})
        for at, (side, n, queued) in enumerate(rolls)
    ]
    return entry(play(*found), events=(DiceReturned(sides=6, faces=(), came=came),))


def test_dice_that_had_waited_keep_their_places_and_new_ones_have_their_entrys() -> None:
    one = rolled_again(("Red", 2, 1), ("Blue", 2, 2), came=(("Blue", 3001), ("Red", 1002), ("Blue", 3004)))
    assert places_of_bot_faces(Game(), one, 5) == {("Red", 6): [1002, 5001], ("Blue", 6): [3001, 3004]}
    assert places_of_bot_faces(Game(), one, 4) == {("Red", 6): [4000, 5001], ("Blue", 6): [4000, 4001]}
    later = rolled_again(("Red", 1, 0), ("Red", 1, 1), came=(("Red", 1002),))
    assert places_of_bot_faces(Game(), later, 5) == {("Red", 6): [1002, 1002]}, "none before one rolled before it"


def test_an_action_is_found_again_by_its_name_and_units() -> None:
    first, second = (play().model_copy(update={"roles": {"unit": id}}) for id in ("u1", "u2"))
    other = first.model_copy(update={"action": "assault"})
    assert earlier_places([second, first], [first, second]) == [0, 1], "as many as before have the same places"
    assert earlier_places([second], [first, second]) == [1]
    assert earlier_places([first, other, first], [second, first]) == [1, None, None]
    assert earlier_places([other], [first, other]) == [1]
    assert earlier_places([first, first, other], [first, first]) == [0, 1, None]


# The events of a game


@given(returneds(), returneds())
def test_the_changes_bring_a_game_exactly_there(there: ReturnedDice, wanted: ReturnedDice) -> None:
    game = Game().with_events(there.changes(Game()))
    assert waiting_dice(ReturnedDice.in_game(game)) == waiting_dice(there)
    changes = wanted.changes(game)
    after = game.with_events(changes)
    assert ReturnedDice.in_game(after) == wanted
    assert wanted.changes(after) == ()
    differ = {sides for sides in SIDES if there.queues.get(sides) != wanted.queues.get(sides)}
    assert {change.sides for change in changes} == differ
    assert len(changes) == len(differ)
    same = {"queues": {}, "seen": {}, "whose": {}, "drawn": {}, "line": {}}
    assert replace(after, **same) == replace(game, **same), "nothing else of the game changes"


def test_dice_of_the_same_faces_and_another_command_or_side_are_others() -> None:
    game = Game(queues={6: (1,)}, seen={6: ("mine",)}, whose={6: ("Red",)})
    for command, whose in (("other", "Red"), ("mine", "Blue")):
        changed = DiceReturned(sides=6, faces=(1,), of=(command,), whose=(whose,), drawn=(0,), line=("",))
        assert ReturnedDice({6: (WaitingDie(1, command, whose),)}).changes(game) == (changed,)


def test_dice_that_were_drawn_and_wait_again_are_told_too() -> None:
    game = Game(queues={6: (1,)}, seen={6: ("mine",)}, whose={6: ("Red",)}, drawn={6: (2001,)}, line={6: ("next",)})
    there = ReturnedDice.in_game(game)
    same = DiceReturned(sides=6, faces=(1,), of=("mine",), whose=("Red",), drawn=(2001,), line=("next",))
    assert there.changes(game, {6: there.queues[6]}) == (same.model_copy(update={"came": (("Red", 2001),)}),)
    assert there.changes(game, {6: []}) == ()


def test_a_roller_gives_the_dice_that_wait_before_new_ones() -> None:
    roller = ReturnedFaces([1, 2, 3], Fresh())
    assert roller(die(6), 2) == ((1, 2), "bot", 2, 0)
    assert roller(die(6), 2) == ((3, 1001), "bot", 1, 0)
    assert roller(die(6), 1) == ((1002,), "bot", 0, 0)
    assert roller.faces == (1, 2, 3, 1001, 1002)
