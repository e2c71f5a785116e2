"""The laws of the dice that were given back: no second throw, no choice of target, nobody's own, and each once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.dice.returned import (
    ReturnedDice,
    bot_faces,
    laid_by,
    not_needed,
    own_dice_kept,
)
from bot.dice.sources import BotDice, Seen
from rules.entry import Entry, Play, Throwing
from rules.events import DiceReturned
from rules.game import Game
from tests.bot.dice.throws import Fresh, die, entry, play, thrown

COMMANDS = ("fire u1 > u2", "fire u1 > u3", "activate u2 > ")
SIDES: tuple[int, ...] = (6, 12)


def waiting(returned: ReturnedDice) -> dict[int, list[tuple[int, str]]]:
    """Each die that waits with its command, by size; sizes of which none waits are left out."""
    found = {sides: list(zip(*queue, strict=True)) for sides, queue in returned.queues.items()}
    return {sides: dice for sides, dice in found.items() if dice}


PUTS = st.tuples(
    st.sampled_from(SIDES), st.lists(st.integers(1, 12), max_size=4), st.sampled_from(COMMANDS), st.booleans()
)


@st.composite
def returneds(draw: Any) -> ReturnedDice:
    """Any dice that may wait, made of what was put in."""
    returned = ReturnedDice()
    for sides, faces, command, first in draw(st.lists(PUTS, max_size=5)):
        put = returned.put_first if first else returned.put_last
        returned = put({sides: faces}, command)
    return returned


THROWS = st.lists(st.tuples(st.sampled_from(SIDES), st.integers(0, 5)), max_size=6)
"""Throws of a command: the die, and how many."""

# Each once

PUT = st.tuples(st.sampled_from(["first", "last"]), st.sampled_from(SIDES), st.integers(0, 4))
DRAW = st.tuples(st.just("draw"), st.sampled_from(SIDES), st.integers(0, 6))


@given(st.lists(st.tuples(PUT | DRAW, st.sampled_from(COMMANDS)), max_size=20))
def test_every_die_that_is_put_in_comes_out_once_and_in_its_order(
    steps: list[tuple[tuple[str, int, int], str]],
) -> None:
    returned, faces, came = ReturnedDice(), count(1), list[int]()
    expected: dict[int, list[tuple[int, str]]] = {sides: [] for sides in SIDES}
    for (what, sides, n), command in steps:
        if what == "draw":
            dice = BotDice(Fresh(), returned, command)
            got, old = dice(die(sides), n), [face for face, _ in expected[sides][:n]]
            del expected[sides][:n]
            assert (list(got.faces[: got.queued]), got.queued) == (old, len(old))
            assert all(face > 1000 for face in got.faces[got.queued :])
            returned, came = dice.left(), [*came, *old]
            continue
        some = [next(faces) for _ in range(n)]
        dealt = [(face, command) for face in some]
        expected[sides] = [*dealt, *expected[sides]] if what == "first" else [*expected[sides], *dealt]
        returned = (returned.put_first if what == "first" else returned.put_last)({sides: some}, command)
        assert waiting(returned) == {sides: dice for sides, dice in expected.items() if dice}
    left = [face for dice in expected.values() for face, _ in dice]
    assert sorted([*came, *left]) == list(range(1, next(faces)))


@given(returneds(), THROWS)
def test_dice_that_were_not_drawn_wait_as_before(returned: ReturnedDice, throws: list[tuple[int, int]]) -> None:
    before, dice = waiting(returned), BotDice(Fresh(), returned, COMMANDS[0])
    drawn = {sides: sum(n for one, n in throws if one == sides) for sides in SIDES}
    for sides, n in throws:
        dice(die(sides), n)
    left = {sides: all_[drawn[sides] :] for sides, all_ in before.items()}
    assert waiting(dice.left()) == {sides: some for sides, some in left.items() if some}
    assert waiting(returned) == before, "a value does not change"


# An undo is no second throw


@given(returneds(), THROWS, st.data())
def test_an_undo_is_never_a_second_throw(returned: ReturnedDice, throws: list[tuple[int, int]], data: Any) -> None:
    """The dice of a command that is undone come out again in their order, however they are parted; none is new."""
    fresh, command = Fresh(), COMMANDS[0]
    dice = BotDice(fresh, returned, command)
    first = [thrown(f"throw {at}", sides, dice(die(sides), n).faces) for at, (sides, n) in enumerate(throws)]
    new = list(fresh.thrown)
    undone = dice.left().put_first(bot_faces(first), command)
    again, came = BotDice(fresh, undone, command), dict[int, list[int]]()
    for sides, n in _parted(throws, data):
        came.setdefault(sides, []).extend(again(die(sides), n).faces)
    assert {sides: faces for sides, faces in came.items() if faces} == bot_faces(first)
    assert fresh.thrown == new, "the same command threw new dice"
    assert waiting(again.left()) == waiting(dice.left())


def _parted(throws: list[tuple[int, int]], data: Any) -> Iterator[tuple[int, int]]:
    """As many dice of each size in other throws, in another order of sizes."""
    for sides in data.draw(st.permutations(SIDES)):
        left = sum(n for one, n in throws if one == sides)
        while left:
            n = data.draw(st.integers(1, left))
            yield sides, n
            left -= n


@given(returneds(), st.integers(1, 8))
def test_dice_of_one_size_never_come_out_for_another(returned: ReturnedDice, n: int) -> None:
    got = BotDice(Fresh(), returned)(die(20), n)
    assert (got.queued, returned.faces(20)) == (0, ())
    assert len(got.faces) == n


# Nor a choice of target


@given(returneds(), st.sampled_from(COMMANDS), st.sampled_from(SIDES), st.integers(0, 12), st.integers(0, 12))
def test_dice_of_another_command_are_strange(
    returned: ReturnedDice, command: str, sides: int, start: int, more: int
) -> None:
    there = waiting(returned).get(sides, [])[start : start + more]
    strange = returned.strange(sides, start, start + more, command)
    assert list(strange) == [face for face, of in there if of != command]


@given(returneds(), THROWS, st.sampled_from(COMMANDS))
def test_no_strange_die_is_touched_before_all_agree(
    returned: ReturnedDice, throws: list[tuple[int, int]], command: str
) -> None:
    """The throw that would use one is asked about with all that would come out, before a new die is thrown."""
    fresh, groups, at = Fresh(), ("side:Blue",), dict.fromkeys(SIDES, 0)
    dice = BotDice(fresh, returned, command, groups)
    for sides, n in throws:
        there = waiting(returned).get(sides, [])[at[sides] : at[sides] + n]
        if all(of == command for _, of in there):
            assert dice(die(sides), n).queued == len(there)
            at[sides] += len(there)
            continue
        before, left = list(fresh.thrown), waiting(dice.left())
        with pytest.raises(Seen) as seen:
            dice(die(sides), n)
        assert (seen.value.faces, seen.value.groups) == (tuple(face for face, _ in there), groups)
        assert (fresh.thrown, waiting(dice.left())) == (before, left)
        assert replace(dice, groups=())(die(sides), n).queued == len(there)
        return


def test_dice_of_which_nobody_knows_the_command_are_strange() -> None:
    """A record that does not say it."""
    old = Game(queues={6: (1, 2)})
    returned = ReturnedDice.in_game(old)
    assert returned.strange(6, 0, 2, "mine") == (1, 2)
    more = returned.put_first({6: [3]}, "mine").put_last({6: [4]}, "mine")
    assert more.faces(6) == (3, 1, 2, 4)
    assert more.strange(6, 0, 4, "mine") == (1, 2)
    assert waiting(ReturnedDice.in_game(old.with_events(more.changes(old)))) == waiting(more)


# Nobody's own


@st.composite
def throwings(draw: Any, key: str, numbers: Iterator[int]) -> Throwing:
    """Any throw: the bot's faces are above 0, a player's own below."""
    source, size = draw(st.sampled_from(["bot", "physical", "counted"])), draw(st.integers(0, 5))
    bots = size if source == "bot" else draw(st.integers(0, size))
    faces = (*(-next(numbers) for _ in range(size - bots)), *(next(numbers) for _ in range(bots)))
    return thrown(key, draw(st.sampled_from(SIDES)), faces, source, 0 if source == "bot" else bots)


@st.composite
def entries(draw: Any) -> Entry:
    """An entry of any plays, no two dice of which show the same face."""
    numbers = count(1)
    return entry(
        *(
            play(*(draw(throwings(f"throw {at}", numbers)) for at in range(draw(st.integers(0, 3)))))
            for _ in range(draw(st.integers(0, 3)))
        )
    )


def faces_of(one: Entry) -> list[int]:
    return [face for play in one.plays for throw in play.throws for face in throw.faces]


@given(entries())
def test_a_players_own_dice_are_no_dice_of_the_bot(one: Entry) -> None:
    """The bot's faces go back to its dice and a player's own to theirs: each in one place."""
    bots = [
        face for faces in bot_faces(throw for play in one.plays for throw in play.throws).values() for face in faces
    ]
    assert sorted(bots) == sorted(face for face in faces_of(one) if face > 0)
    kept = [face for event in own_dice_kept(one, "fire") for laid in event.throws for face in laid.faces]
    assert kept == [face for face in faces_of(one) if face < 0]


@given(entries(), st.data())
def test_a_players_own_dice_never_enter_the_bots_on_an_amendment(old: Entry, data: Any) -> None:
    """Whatever a new play uses of the old dice: what is over of the bot's goes back, and nothing else."""
    plays, over = list[Play](), {sides: list[int]() for sides in SIDES}
    kept = data.draw(st.integers(0, len(old.plays)))
    for nth, before in enumerate(old.plays):
        throws = list[Throwing]()
        for throw in before.throws:
            fate = data.draw(st.sampled_from(["again", "gone", "other die"])) if nth < kept else "gone"
            used = data.draw(st.integers(0, len(throw.faces) + 2)) if fate == "again" else 0
            over[throw.sides] += [face for face in throw.faces[used:] if face > 0]
            if fate != "gone":
                faces = (*throw.faces[:used], *[2000] * (used - len(throw.faces)))
                sides = throw.sides if fate == "again" else 18 - throw.sides
                throws.append(throw.model_copy(update={"faces": faces or (2000,) * (fate != "again"), "sides": sides}))
        if nth < kept:
            plays.append(before.model_copy(update={"throws": tuple(throws)}))
    assert not_needed(old, plays) == {sides: faces for sides, faces in over.items() if faces}


def test_the_hands_of_a_mixed_throw_part_after_the_players_own() -> None:
    mixed = thrown("hit", 6, (1, 2, 5, 6), "physical", 2)
    assert laid_by(entry(play(mixed)))[0, "hit"].own == (1, 2)
    assert not_needed(entry(play(mixed)), [play(thrown("hit", 6, (1,), "physical"))]) == {6: [5, 6]}
    assert not_needed(entry(play(mixed)), [play(thrown("hit", 6, (1, 2, 5), "physical", 1))]) == {6: [6]}
    assert not_needed(entry(play(mixed)), [play(mixed)]) == {}


# What a game is told


@given(returneds(), returneds())
def test_the_changes_bring_a_game_exactly_there(there: ReturnedDice, wanted: ReturnedDice) -> None:
    game = Game().with_events(there.changes(Game()))
    assert waiting(ReturnedDice.in_game(game)) == waiting(there)
    changes = wanted.changes(game)
    after = game.with_events(changes)
    assert waiting(ReturnedDice.in_game(after)) == waiting(wanted)
    assert wanted.changes(after) == ()
    differ = {sides for sides in SIDES if waiting(there).get(sides) != waiting(wanted).get(sides)}
    assert {change.sides for change in changes} == differ
    assert len(changes) == len(differ)
    assert replace(after, queues={}, seen={}) == replace(game, queues={}, seen={}), "nothing else of the game changes"


def test_dice_of_the_same_faces_and_another_command_are_others() -> None:
    game = Game(queues={6: (1,)}, seen={6: ("mine",)})
    assert ReturnedDice({6: ((1,), ("other",))}).changes(game) == (DiceReturned(sides=6, faces=(1,), of=("other",)),)
