"""Entries that may be undone below later ones: both records are played back and compared."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from bot.errors import Refusal
from bot.resolution.dependencies import (
    active_entries,
    find_entry_to_undo,
    keep_turn,
    require_independent,
    require_no_conflict,
    require_settled_board,
)
from data import system_of
from rules.command.system import Board
from rules.game.clocks_and_seals import OpenedSeal, SealLaid, SealsOpened, SealsReady
from rules.game.dice_events import DiceModeSet, DiceReturned, OwnDiceKept
from rules.game.division_events import UnitsJoined, UnitSplit
from rules.game.entry import Entry, Past, play_back, play_entries
from rules.game.events import (
    ALL,
    ClockSet,
    Event,
    LossesTaken,
    ObjectPlaced,
    ObjectRemoved,
    PointsScored,
    StateCounted,
    StateOver,
    StateSet,
    TurnAdvanced,
    UnitPlaced,
    UnitRemoved,
)
from rules.game.figure_events import FigureSet
from rules.game.game import Game
from rules.game.reserves import ReserveArrived, ReserveSet
from rules.game.scenario import ScenarioSet
from rules.game.table_events import (
    ConsentSet,
    GameEnded,
    MentionsSet,
    PlayerLeft,
    PlayerSeated,
    RulingSet,
    SetupStepTicked,
    SideColoured,
    SidesNamed,
    StoryTold,
    TimeoutSet,
    UnitDelegated,
)
from rules.game.tabletop import Player, Scenario, Seal, TableObject
from rules.game.unit import Figure, Unit
from rules.kernel.plays import Laid, Play
from rules.kernel.text import Text
from tests.rows import for_each


def squad(id: str = "u1", models: int = 8, **more: Any) -> Unit:
    return Unit(id=id, name=id, side="Red", models=models, starting=8, **more)


def entry(number: int, *events: Event, **more: Any) -> Entry:
    return Entry(number=number, command=more.pop("command", "fire"), by="1", at=0.0, events=events, **more)


def game(*events: Event) -> Game:
    return Game().with_events(events)


def count(change: int, unit: str = "u1") -> StateCounted:
    return StateCounted(unit=unit, state="suppressed", change=change)


def make_losses(models: int = 0, unit: str = "u1", hp: tuple[int, ...] | None = None) -> LossesTaken:
    return LossesTaken(unit=unit, models=models, hp=hp)


def make_gone(*words: str) -> StateSet:
    return StateSet(unit="u2", state="weapons_lost", value=",".join(words) or None)


def name_figure(unit: str, fell: int = 0) -> FigureSet:
    return FigureSet(unit=unit, name="Kane", figure=Figure(name="Kane", fell=fell))


U1, U2 = UnitPlaced(unit=squad()), UnitPlaced(unit=squad("u2", hp=(5,), states={"weapons_lost": "lmg"}))
U9, LATER, START = UnitPlaced(unit=squad("u9")), UnitPlaced(unit=squad("u8")), entry(1, U1, U2)
SPLIT = UnitSplit(unit=squad(models=5), part=squad("u9", 3, part_of="u1"))
JOINED = UnitsJoined(unit=squad(models=10), other="u9")
SMOKE = TableObject(kind="smoke", label="A", turns=2)
BOB = Player(id="2", name="Bob", side="Blue")
OTHERS: tuple[Event, ...] = (
    ObjectRemoved(label="A"),
    TurnAdvanced(turn=2),
    PointsScored(side="Red", points=1, why=Text("x")),
    PlayerLeft(player="2"),
    RulingSet(name="x", value=1),
    DiceReturned(sides=6, faces=(1,), of=("fire",)),
    OwnDiceKept(command="fire", throws=(Laid(nth=0, key="hit", sides=6, faces=(1,), source="physical"),)),
    DiceModeSet(side="Red", mode="bot"),
    MentionsSet(player="2", on=True),
    ConsentSet(on=True),
    SetupStepTicked(step="table"),
    TimeoutSet(minutes=1, policy="wait"),
    ClockSet(seconds=600),
    SealLaid(seal=Seal(by="2", digest="d")),
    SealsReady(digests=("d",)),
    SealsOpened(opened=(OpenedSeal(digest="d"),)),
    SideColoured(side="Red", colour="red"),
    SidesNamed(sides=("Red", "Blue")),
    StoryTold(entry=1, units=("u9",)),
    ScenarioSet(scenario=Scenario()),
    GameEnded(),
)
"""Events that can always have happened, and set nothing of a unit."""

BEFORE: list[tuple[Event, Event]] = [
    (U9, make_losses(1, "u9")),
    (U9, count(1, "u9")),
    (U9, StateSet(unit="u9", state="moved", value=1)),
    (U9, StateOver(unit="u9", state="moved", in_turn=1)),
    (U9, UnitRemoved(unit="u9")),
    (U9, UnitDelegated(unit="u9", player="2")),
    (U9, JOINED),
    (U9, ReserveSet(unit="u9")),
    (ReserveSet(unit="u1"), ReserveArrived(unit="u1")),
    (make_losses(2), SPLIT),
    (make_losses(2), UnitsJoined(unit=squad(models=8), other="u2")),
    (SPLIT, make_losses(1, "u9")),
    (SPLIT, JOINED),
    (UnitPlaced(unit=squad(models=12)), make_losses(10)),
    (UnitPlaced(unit=squad(models=12)), make_losses(9)),
    (count(2), count(-1)),
    (count(2), count(-2)),
    (make_losses(hp=(3,), unit="u2"), make_losses(hp=(1,), unit="u2")),
    (make_losses(2), UnitPlaced(unit=squad(models=5))),
    (make_gone("lmg", "rpg"), make_gone("lmg", "rpg", "hmg")),
    (ObjectPlaced(thing=SMOKE), ObjectPlaced(thing=SMOKE.model_copy(update={"turns": 1}))),
    (PlayerSeated(player=BOB), PlayerSeated(player=BOB.model_copy(update={"umpire": True}))),
    (ClockSet(seconds=600), ClockSet(seconds=60, side="Red")),
    (U9, name_figure("u9")),
    (name_figure("u1"), name_figure("u1", fell=1)),
    (make_losses(2), name_figure("u1", fell=1)),
]
"""Two events of which the later could not have happened as it did without the first."""
BESIDE: list[tuple[Event, Event]] = [
    (U9, LATER),
    (U9, make_losses(1)),
    (U9, UnitDelegated(unit="u9", player=None)),
    (make_losses(2), make_losses(2)),
    (make_losses(2), make_losses(6)),
    (make_losses(2), make_losses(20)),
    (U9, UnitRemoved(unit="u7")),
    (U9, SPLIT),
    (SPLIT, make_losses(2)),
    (make_losses(2), LATER),
    (make_losses(8), count(1)),
    (make_losses(2), name_figure("u1")),
    (name_figure("u1"), make_losses(2)),
    (count(1), count(1)),
    (count(1), StateSet(unit="u1", state="suppressed", value=None)),
    (count(-1), count(-1)),
    (StateSet(unit="u1", state="activated", value=1), StateSet(unit="u1", state="activated", value=None)),
    (make_gone("lmg", "rpg"), make_gone("lmg")),
    (make_gone("lmg", "rpg"), make_gone("lmg", "rpg")),
    (make_gone(), make_gone("rpg")),
    (make_losses(hp=(3,), unit="u2"), make_losses(1, "u2")),
    (ObjectPlaced(thing=SMOKE), ObjectRemoved(label="A")),
    (ObjectPlaced(thing=SMOKE), ObjectPlaced(thing=SMOKE.model_copy(update={"label": "B"}))),
    (StateSet(unit="u1", state="moved", value=1), StateOver(unit="u1", state="moved", in_turn=1)),
    (PlayerSeated(player=BOB), PlayerLeft(player="2")),
    (TurnAdvanced(turn=2), TurnAdvanced(turn=3)),
    (PointsScored(side="Red", points=2, why=Text("x")), PointsScored(side="Red", points=-3, why=Text("x"))),
    *((U9, other) for other in OTHERS),
]
"""Two events of which the later has nothing to do with the first."""


@for_each(("first", "later"), BEFORE)
def test_an_event_that_needs_another_does_not_apply_without_it(first: Event, later: Event) -> None:
    was, without = game(U1, U2, first), game(U1, U2)
    assert not later.applies_to(without, was)
    assert later.applies_to(was.copy(), was)


@for_each(("first", "later"), BESIDE)
def test_an_event_that_needs_nothing_of_another_applies_without_it(first: Event, later: Event) -> None:
    assert later.applies_to(game(U1, U2), game(U1, U2, first))


@for_each(
    ("event", "sets"),
    [
        (U1, ("u1", ALL)),
        (UnitRemoved(unit="u1"), None),
        (SPLIT, ("u1", ALL)),
        (JOINED, ("u1", ALL)),
        (make_losses(2), None),
        (make_losses(hp=()), ("u1", "hp")),
        (make_losses(1, hp=(3,)), ("u1", "hp")),
        (StateSet(unit="u1", state="moved", value=None), ("u1", "moved")),
        (StateOver(unit="u1", state="moved", in_turn=1), ("u1", "moved")),
        (count(1), ("u1", "suppressed")),
        (name_figure("u1"), ("u1", "figure Kane")),
        (ObjectPlaced(thing=SMOKE), None),
        (PlayerSeated(player=BOB), None),
        (UnitDelegated(unit="u1", player="2"), None),
        *((other, None) for other in OTHERS),
    ],
)
def test_values_that_an_event_sets_again(event: Event, sets: tuple[str, str] | None) -> None:
    assert event.sets == sets


def test_every_kind_of_event_is_asked_here() -> None:
    asked = {type(event) for pair in (*BEFORE, *BESIDE) for event in pair}
    assert asked == set(get_args(get_args(Event)[0]))


# Entries that can be undone


@for_each(("first", "later"), BEFORE)
def test_an_entry_that_others_stand_on(first: Event, later: Event) -> None:
    record = [START, entry(2, first), entry(3), entry(4, later)]
    with pytest.raises(Refusal, match=r"^Entry 4 depends on it: undo entry 4 first\.$"):
        require_independent(record, record[1])


@for_each(("first", "later"), BESIDE)
def test_an_entry_without_dependants(first: Event, later: Event) -> None:
    record = [START, entry(2, first), entry(3, later)]
    require_independent(record, record[1])


@for_each(("first", "later"), BEFORE)
def test_the_last_entry_depends_on_others_and_none_on_it(first: Event, later: Event) -> None:
    """Neither the undone entry itself nor an earlier one counts as depending on it."""
    record = [START, entry(2, first), entry(3, later)]
    require_independent(record, record[2])
    require_independent(record[:2], record[1])


def test_the_first_of_those_that_stand_on_it_is_named() -> None:
    record = [
        START,
        entry(2, U9),
        entry(3, make_losses(1)),
        entry(4, make_losses(1, "u9")),
        entry(5, make_losses(1, "u9")),
    ]
    with pytest.raises(Refusal, match="Entry 4 depends on it"):
        require_independent(record, record[1])


def test_an_entry_depends_on_another_through_the_entries_between() -> None:
    """A later entry is tested together with all entries between."""
    record = [START, entry(2, count(1)), entry(3, count(1)), entry(4, count(-2))]
    with pytest.raises(Refusal, match="Entry 4 depends on it"):
        require_independent(record, record[1])
    require_independent([*record[:3], entry(4, count(-1))], record[1])


def test_a_unit_that_took_part_in_later_dice_was_there() -> None:
    record = [START, entry(2, U9), entry(3, plays=(Play(action="fire", facts={}, roles={"target": "u9"}),))]
    with pytest.raises(Refusal, match="Entry 3 depends on it"):
        require_independent(record, record[1])


def test_an_undone_entry_depends_on_no_other() -> None:
    record = [START, entry(2, U9), entry(3, make_losses(1, "u9"))]
    require_independent([*record, entry(4, command="undo", undoes=3)], record[1])


# Room for the changes of an amendment


def room(old: Entry, new: Entry, *later: Entry) -> None:
    """Asks whether `new` has room where `old` was, below these entries; it only looks."""
    before = play_back([START])
    require_no_conflict([START, old, *later], old, before, new)
    assert before == play_back([START])


@for_each(
    ("new", "later"),
    [
        (count(1), count(1)),
        (count(1), StateSet(unit="u1", state="suppressed", value=None)),
        (count(1), UnitPlaced(unit=squad(models=3))),
        (make_losses(1), UnitPlaced(unit=squad(models=3))),
        (make_losses(hp=(3,), unit="u2"), make_losses(hp=(1,), unit="u2")),
        (make_losses(8), make_losses(1)),
    ],
)
def test_a_later_entry_leaves_no_room_for_the_amendment(new: Event, later: Event) -> None:
    with pytest.raises(Refusal, match="Entry 3 depends on it"):
        room(entry(2), entry(4, new), entry(3, later))


@for_each(
    ("new", "later"),
    [
        (count(1), count(1, "u2")),
        (count(1), StateSet(unit="u1", state="moved", value=1)),
        (make_losses(1), make_losses(1)),
        (make_losses(7), make_losses(1)),
        (make_losses(1), count(1)),
        (make_losses(hp=(3,), unit="u2"), make_losses(1, "u2")),
        (PointsScored(side="Red", points=1, why=Text("x")), PointsScored(side="Red", points=1, why=Text("y"))),
    ],
)
def test_a_later_entry_leaves_room_for_the_amendment(new: Event, later: Event) -> None:
    room(entry(2), entry(4, new), entry(3, later))


def test_an_amendment_of_the_last_entry_has_all_the_room() -> None:
    room(entry(2, count(1)), entry(3, count(3), make_losses(8)))
    require_no_conflict([START, entry(2, count(2)), entry(3)], entry(3), play_back([START]), entry(4, count(-1)))


def test_a_dependency_is_checked_with_all_earlier_entries() -> None:
    """If only the last entries of a long game are read, the earlier ones still count."""
    past = Past.from_base(play_back([START]), [entry(2, count(1)), entry(3, count(1, "u2"))])
    require_settled_board(past, past[0], Board.of(play_entries(past), system_of("fubar")), entry(4, count(2), undoes=2))


GO, NEXT = (TurnAdvanced(turn=1, order=("Red", "Blue"), holder=side) for side in ("Blue", "Red"))


def turns_kept(old: Entry, new: Entry, *later: Entry) -> list[TurnAdvanced]:
    """Return the turn after an amendment below these entries."""
    record = [START, old, *later]
    found = keep_turn(record, old, play_back([START]), play_back(record), new)
    return [event for event in found.events if isinstance(event, TurnAdvanced)]


def test_an_amendment_moves_the_turn_as_far_as_it_has_come_since() -> None:
    old, new = entry(2, GO), entry(9, GO, undoes=2)
    assert turns_kept(old, new) == [GO]
    assert turns_kept(old, new, entry(3)) == [GO]
    assert turns_kept(old, new, entry(3, NEXT)) == [NEXT]
    assert turns_kept(old, new, entry(3, NEXT), entry(4, command="undo", undoes=3)) == [GO]
    assert turns_kept(entry(2), entry(9, undoes=2), entry(3, NEXT)) == []


def test_an_amendment_is_amended_again_below_the_same_entries() -> None:
    """The entries that an amendment would have left are found by the entry that it amended."""
    record = [START, entry(2, GO), entry(3, NEXT), entry(4, NEXT, undoes=2)]
    for more in ([], [entry(5, NEXT)]):
        now = play_back([*record, *more])
        new = keep_turn([*record, *more], record[3], play_back([START]), now, entry(6, GO, undoes=4))
        assert new.events == (NEXT,)


def test_an_amendment_does_not_take_the_go_from_those_who_have_had_it_since() -> None:
    with pytest.raises(Refusal, match="Entry 3 depends on it"):
        turns_kept(entry(2, GO), entry(9, undoes=2), entry(3, NEXT))


# Entries in force


def test_an_amendment_takes_the_place_of_the_old_entry() -> None:
    record = [START, entry(2), entry(3, undoes=2)]
    assert [one.number for one in active_entries(record)] == [1, 3]
    assert find_entry_to_undo(record, None).number == 3
    undone = [*record, entry(4, command="undo", undoes=3)]
    assert [one.number for one in active_entries(undone)] == [1]


@pytest.mark.parametrize(
    ("number", "said"),
    [(2, "is already undone"), (7, "no entry 7 to undo; the last one is 3"), (3, "An undo cannot")],
)
def test_an_entry_that_cannot_be_undone_is_refused_with_the_reason(number: int, said: str) -> None:
    with pytest.raises(Refusal, match=said):
        find_entry_to_undo([START, entry(2), entry(3, command="undo", undoes=2)], number)


def test_there_is_nothing_to_undo_at_the_start() -> None:
    with pytest.raises(Refusal, match="nothing to undo"):
        find_entry_to_undo([entry(1, command="game new")], None)


@for_each("command", ["undo", "game new", "game reopen", "game move", "dice back"])
def test_some_commands_are_never_undone(command: str) -> None:
    record = [START, entry(2, command=command)]
    assert find_entry_to_undo(record, None).number == 1
    with pytest.raises(Refusal):
        find_entry_to_undo(record, 2)
