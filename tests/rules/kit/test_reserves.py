"""Units in reserve, in every system: no rule sees them, and they count for victory."""

from __future__ import annotations

import pytest

from data import SYSTEMS, system_of
from data.files import sample_forces
from rules.command.effects import mark
from rules.command.force import muster_units, specs
from rules.command.legality import targets
from rules.command.next_steps import candidates
from rules.command.planned import Planned
from rules.command.system import Board, System
from rules.command.turns import not_acted_warnings, waiting_units
from rules.command.victory import judge_victory
from rules.game.events import TurnAdvanced, UnitPlaced
from rules.game.game import Game
from rules.game.reserves import ReserveArrived, ReserveSet
from rules.game.table_events import GameEnded, SidesNamed
from rules.kernel.errors import RuleError
from rules.kernel.facts import Facts
from rules.kernel.odds import Odds
from rules.kernel.request import Request
from rules.kernel.resolve import resolve
from rules.kernel.table import Given
from rules.kernel.text import kind_of
from rules.kernel.wording import ENGLISH
from rules.kit.reserves import (
    ARRIVAL_ACTIONS,
    ARRIVAL_COMMANDS,
    ARRIVE,
    action_of,
    due_reserves,
    put_in_reserve,
    reminders,
    reserve_line,
    terms_text,
)
from tests.rows import for_each

every_system = for_each("system", SYSTEMS)


def table_of(system: System) -> Board:
    """Return the two forces of a system's demo, face to face."""
    board = Board.of(Game().with_events([SidesNamed(sides=("Red", "Blue"))]), system)
    for side, name in zip(("Red", "Blue"), system.about.demo, strict=True):
        units = muster_units(system, board.game, side, specs(system, sample_forces(system.key)[name]), set())
        board = board.after([UnitPlaced(unit=unit) for unit in units])
    return board


def first_of(board: Board, side: str) -> str:
    return board.game.units_of_side(side)[0].id


def refusal_of(board: Board) -> str:
    """Return why the first unit of Red does not arrive."""
    with pytest.raises(RuleError) as refused:
        ARRIVAL_COMMANDS[ARRIVE].plan(board, Request(ARRIVE, unit=("u1",)))
    return ENGLISH(refused.value.text)


@every_system
def test_a_unit_in_reserve_is_offered_to_no_command_and_is_no_target(system: System) -> None:
    board = table_of(system)
    held, foe = first_of(board, "Red"), board.game.units_of_side("Blue")[0]
    aside = board.after(put_in_reserve(board, board.unit(held), 3, None))
    for key in system.commands:
        assert held not in {one.unit.id for one in candidates(aside, key)}
    assert held in {one.id for one in targets(board, foe)}
    assert held not in {one.id for one in targets(aside, foe)}


@every_system
def test_a_unit_in_reserve_is_not_idle_and_holds_up_no_turn(system: System) -> None:
    board = table_of(system)
    held = first_of(board, "Red")
    aside = board.after(put_in_reserve(board, board.unit(held), 3, None))
    assert held not in {one.id for one in waiting_units(aside)}
    assert not_acted_warnings(aside, waiting_units(aside)) != not_acted_warnings(board, waiting_units(board))


@every_system
def test_a_side_whose_units_are_all_in_reserve_has_not_lost(system: System) -> None:
    board = table_of(system)
    for unit in board.game.units_of_side("Red"):
        board = board.after(put_in_reserve(board, unit, 3, None))
    assert "Red" in board.game.sides
    assert board.game.living_sides() == ("Blue", "Red")
    assert not judge_victory(board).over


@every_system
def test_a_unit_arrives_in_its_turn_as_it_was(system: System) -> None:
    """It is bound to no other unit any more."""
    board = table_of(system)
    unit = board.game.units_of_side("Red")[0]
    ties = {name: "u2" for name, state in system.states.items() if state.holds in ("unit", "words")}
    board = board.after(mark(unit, **ties))
    aside = board.after(put_in_reserve(board, board.unit(unit.id), 2, None))
    assert not ties.keys() & aside.game.reserves[unit.id].unit.states.keys()
    command, request = ARRIVAL_COMMANDS[ARRIVE], Request(ARRIVE, unit=(unit.id,))
    assert refusal_of(aside) == f"u1 arrives in {system.turn} 2; this is {system.turn} {aside.game.turn}."
    then = aside.after([TurnAdvanced(turn=2)])
    assert [kind_of(note) for note in reminders(aside, then)] == ["asks"]
    plan = command.plan(then, request)
    assert (plan.plays, ENGLISH(plan.title)) == ((), "u1 arrives from reserve")
    back = then.after(plan.after(then, ()))
    assert back.unit(unit.id).models == unit.models
    assert not back.game.reserves
    assert not reserve_line(back)


@every_system
def test_the_chance_to_arrive_is_that_of_the_systems_own_die(system: System) -> None:
    board = table_of(system)
    unit = board.game.units_of_side("Red")[0]
    aside = board.after([ReserveSet(unit=unit.id, roll=4)])
    (play,) = ARRIVAL_COMMANDS[ARRIVE].plan(aside, Request(ARRIVE, unit=(unit.id,))).plays
    action = ARRIVAL_ACTIONS[play.action]
    dist = Odds({}).of(action.rule, action.plan(play.facts, aside.book))
    assert {out.arrives: weight for out, weight in dist.weights.items()} == {True: system.die - 3, False: 3}


def test_a_failed_roll_waits_for_the_next_turn() -> None:
    board = table_of(SYSTEMS[0])
    unit = board.game.units_of_side("Red")[0]
    aside = board.after([ReserveSet(unit=unit.id, roll=4, rolled=1)])
    assert not due_reserves(aside)
    assert refusal_of(aside) == "u1 has rolled in this turn already. Roll again in the next one."
    assert due_reserves(aside.after([TurnAdvanced(turn=2)]), "Red")
    assert not due_reserves(aside.after([TurnAdvanced(turn=2)]), "Blue")


@for_each(
    ("face", "arrives", "note", "text"),
    [
        (4, True, "Place {unit} on the table.", "It arrives."),
        (3, False, "{unit} stays in reserve. Roll again next turn.", "It does not arrive this time."),
    ],
)
def test_a_unit_that_rolls_too_low_keeps_its_terms(face: int, arrives: bool, note: str, text: str) -> None:
    board = table_of(SYSTEMS[0])
    unit = first_of(board, "Red")
    now = board.after([ReserveSet(unit=unit, turn=2, roll=4), TurnAdvanced(turn=2)])
    order = ARRIVAL_COMMANDS[ARRIVE].plan(now, Request(ARRIVE, unit=(unit,)))
    (play,) = order.plays
    found = resolve(now.system, ARRIVAL_ACTIONS[play.action], play.facts, now.book, Given([face]), {})
    rolled = found.played
    after = now.after(order.after(now, [rolled]))
    assert ENGLISH(order.title) == f"{unit} rolls to arrive from reserve"
    assert list(map(ENGLISH, order.notes(after, [rolled]))) == [note.format(unit=unit)]
    assert ((unit in after.game.units), ENGLISH(found.text)) == (arrives, text)
    terms = [(one.turn, one.roll, one.rolled) for one in after.game.reserves.values()]
    assert terms == ([] if arrives else [(2, 4, 2)])


@for_each(
    ("turn", "roll", "words"),
    [(3, None, "turn 3"), (1, None, "may arrive now"), (3, 4, "4+ from turn 3"), (1, 4, "4+")],
)
def test_the_terms_of_an_arrival_are_told(turn: int, roll: int | None, words: str) -> None:
    board = table_of(SYSTEMS[0])
    aside = board.after([TurnAdvanced(turn=1), ReserveSet(unit=first_of(board, "Red"), turn=turn, roll=roll)])
    (reserve,) = aside.game.reserves.values()
    assert ENGLISH(terms_text(aside, reserve)) == words


def test_an_arrival_depends_on_the_reserve() -> None:
    board = table_of(SYSTEMS[0])
    unit = board.game.units_of_side("Red")[0]
    aside = board.after([ReserveSet(unit=unit.id, turn=1)])
    arrival = ReserveArrived(unit=unit.id)
    assert arrival.applies_to(aside.game, aside.game)
    assert not arrival.applies_to(board.game, aside.game)


def test_new_terms_give_no_second_roll_in_a_turn() -> None:
    board = table_of(SYSTEMS[0])
    unit = board.unit(first_of(board, "Red"))
    turn = board.game.turn
    failed = board.after([*put_in_reserve(board, unit, 1, 4), ReserveSet(unit=unit.id, turn=1, roll=4, rolled=turn)])
    easier = failed.after(put_in_reserve(failed, failed.game.reserves[unit.id].unit, 1, 2))
    assert easier.game.reserves[unit.id].roll == 2
    assert due_reserves(easier) == []
    later = failed.after(put_in_reserve(failed, failed.game.reserves[unit.id].unit, 3, None))
    assert (later.game.reserves[unit.id].turn, later.game.reserves[unit.id].roll) == (3, None)


def test_a_unit_that_another_player_has_brought_arrives_no_second_time() -> None:
    assert refusal_of(table_of(SYSTEMS[0])) == "This unit is no longer in reserve."


def test_a_reserve_that_is_due_has_a_button_when_its_turn_begins() -> None:
    board = table_of(SYSTEMS[0])
    red, blue = first_of(board, "Red"), first_of(board, "Blue")
    aside = board.after([ReserveSet(unit=red, turn=2), ReserveSet(unit=blue, turn=2, roll=4)])
    then = aside.after([TurnAdvanced(turn=2)])
    assert [(ENGLISH(one), ENGLISH(one.label or ""), one.request) for one in reminders(aside, then)] == [
        (
            f"📌 Turn 2, Red: {red} may arrive. Place it on the table, then tap.",
            f"{red} arrives",
            Request(ARRIVE, unit=(red,), side="Red"),
        ),
        (
            f"🎲 Turn 2, Blue: roll for {blue} to arrive, 4+.",
            f"Roll for {blue}, 4+",
            Request(ARRIVE, unit=(blue,), side="Blue"),
        ),
    ]
    assert reminders(aside, aside.after([TurnAdvanced(turn=0)])) == []
    assert reminders(aside, then.after([GameEnded()])) == []
    assert ENGLISH(reserve_line(aside)) == f"{red} (turn 2), {blue} (4+ from turn 2)"
    assert ENGLISH(reserve_line(aside, "Blue")) == f"{blue} (4+ from turn 2)"


def test_a_unit_in_reserve_leaves_a_close_combat_and_forgets_its_turn() -> None:
    """A state that the system no longer has stays: an earlier version may have set it."""
    board = table_of(system_of("battle_forge"))
    unit, other, third = first_of(board, "Red"), *(one.id for one in board.game.units_of_side("Blue")[:2])
    states = {unit: {"in_contact": f"{other},{third}", "shock": 2, "focus": 1, "forgotten": 1, "activated": 1}}
    states |= {other: {"in_contact": unit}, third: {"in_contact": f"{unit},{other}"}}
    for id, of in states.items():
        board.game.units[id] = board.unit(id).model_copy(update={"states": of})
    board = board.after(put_in_reserve(board, board.unit(unit), 3, None))
    assert board.game.reserves[unit].unit.states == {"shock": 2, "forgotten": 1}
    assert dict(board.unit(other).states) == {}
    assert dict(board.unit(third).states) == {"in_contact": other}


def test_each_system_and_the_reserves_have_their_own_actions() -> None:
    board = table_of(SYSTEMS[0])
    own = next(iter(board.system.actions))
    facts = Facts()
    assert action_of(board, Planned(own, facts, {})) is board.system.actions[own]
    assert action_of(board, Planned("arrival", facts, {})) is ARRIVAL_ACTIONS["arrival"]
