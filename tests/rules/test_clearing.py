"""Every way in which a state may end by the tables of a system: its commands really end it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, get_args

import pytest

from data.files import bases
from data.python_systems import PYTHON_SYSTEMS
from rules.command.effects import changes, settle_board
from rules.command.legality import command_of
from rules.command.system import Board
from rules.files.file_system import FileSystem
from rules.files.system import read_system
from rules.files.trial import begin
from rules.game.events import StateSet
from rules.game.table_events import RulingSet
from rules.game.unit import Unit
from rules.kernel.action import Clearing, State
from rules.kernel.errors import BadFacts
from rules.kernel.request import Request
from rules.kernel.resolve import resolve
from rules.kernel.serialise import rulings_json
from rules.kernel.table import Faces
from rules.kernel.wording import ENGLISH

MOVES = {"fubar": "walk", "openfire_d12": "advance"}
RECOVERING = {"suppressed", "fleeing"}
"""States of Bayonet that end with the figure's own bound if they were there at its beginning."""


def command_for(base: str, unit: Unit, event: str) -> Request:
    """Return the command that is such an event for a unit."""
    one = (unit.id,)
    if event == "move":
        extra = ("leave_position",) if base == "openfire_ww2" else ()
        return Request("move", unit=one, action=MOVES.get(base), extra=extra)
    if event in ("turn_start", "turn_end"):
        return Request("turn next", side=unit.side)
    return Request({"activation": "activate", "test_passed": "morale"}[event], unit=one)


def give(board: Board, request: Request, face: int) -> Board:
    """Return the board after a command, with every die showing the same face."""
    command = command_of(board, request)
    assert command
    plan, played = command.plan(board, request), list[Any]()
    for one in plan.plays:
        action = board.system.actions[one.action]
        done = resolve(board.system, action, one.facts, board.book, lambda throw, n: Faces((face,) * n, "physical"))
        board = board.after(changes(board, done.effects, one.roles))
        played.append(done.played)
    return board.after(settle_board(board, plan.after(board, played)))


def with_state(board: Board, unit: Unit, state: State) -> Board:
    enemy = next(one.id for one in board.game.units.values() if one.side != unit.side)
    value: int | str = {"words": enemy, "unit": enemy, "word": "walk"}.get(state.holds, 1)
    events = [StateSet(unit=unit.id, state=state.name, value=value)]
    events += [StateSet(unit=unit.id, state="recovers", value=state.name)] if state.name in RECOVERING else []
    return board.after(events)


def boards(system: FileSystem) -> Iterator[Board]:
    """Yield a game of a system with its usual rulings, then with each other option of a ruling."""
    game = begin(system)[0].game
    yield Board.of(game, system)
    for ruling in rulings_json(system):
        for option in ruling["options"]:
            if option != ruling["default"]:
                yield Board.of(game.with_events([RulingSet(name=ruling["name"], value=option)]), system)


def ways_to_end(board: Board, base: str, state: State, event: str) -> list[int]:
    """Return the faces of all dice with which an event ends a state."""
    unit = next(iter(board.game.units_of_side(board.game.sides[0])))
    marked, command = with_state(board, unit, state), command_for(base, unit, event)
    return [face for face in (1, 6) if not give(marked, command, face).unit(unit.id).has(state.name)]


@pytest.mark.parametrize("key", sorted(bases()))
def test_each_state_ends_as_its_table_says(key: str) -> None:
    """Some only where the dice, or a ruling, want it so."""
    system = bases()[key]
    for state in system.states.values():
        for event in state.cleared_by:
            ends = event == "manual" or any(ways_to_end(board, key, state, event) for board in boards(system))
            assert ends, f"{state.name} outlasts {event}"


CLUB = """
base = "{base}"
[system]
key = "club"
name = "Club"
"""
MARKER = """[states.until_{event}]
set_by = "hand"
effect = "as the club says"
until = "{event}"
marker = true{more}
"""


def file_with_markers(base: str, events: Iterable[str]) -> bytes:
    """Return house rules with a marker for each event, which ends it."""
    more = "" if base in PYTHON_SYSTEMS else "\nby_hand = true"
    return "".join([CLUB.format(base=base), *(MARKER.format(event=one, more=more) for one in events)]).encode()


@pytest.mark.parametrize("base", sorted(bases()))
def test_a_marker_of_a_club_ends_as_it_says_or_is_refused(base: str) -> None:
    every = [one for one in get_args(Clearing) if one != "manual"]
    ending = [one for one in every if one in bases()[base].clearing]
    board = next(boards(read_system(file_with_markers(base, ending), "club.toml", bases())))
    for event in ending:
        found = ways_to_end(board, base, board.system.states[f"until_{event}"], event)
        assert found == ([1] if event == "test_passed" else [1, 6]), event
    others = [one for one in every if one not in ending]
    with pytest.raises(BadFacts) as refused:
        read_system(file_with_markers(base, others), "club.toml", bases())
    lines = 5 if base in PYTHON_SYSTEMS else 6
    for nth, (event, fault) in enumerate(zip(others, refused.value.faults, strict=True)):
        place = f"club.toml, line {9 + nth * lines}: states.until_{event}.until"
        assert ENGLISH(fault).startswith(f'{place}: nothing ends a state by "{event}" here: choose '), ENGLISH(fault)


def test_a_marker_that_nothing_ends_stays_in_a_game_that_goes_on() -> None:
    """A file that was accepted before is read again."""
    found = read_system(file_with_markers("bayonet", ["activation"]), "club.toml", bases(), kept=True)
    assert found.states["until_activation"].cleared_by == ("activation",)
