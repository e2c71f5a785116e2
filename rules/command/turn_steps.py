"""Next steps of the turn (phases, end, next turn) in the words of the system, whose turn it is, and the setup."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from rules.command.legality import Legality, best_legality
from rules.command.next_steps import Step
from rules.command.system import Board
from rules.command.turns import active_units
from rules.kernel.request import Request, bare_request, changed
from rules.kernel.text import Term, Text

TURN = ("initiative", "turn phase", "turn end", "turn next")
"""The commands without a unit, in their order within a turn."""


def turn_steps(board: Board, side: str | None) -> list[Step]:
    """Return the steps of the turn that a side can take now, in order: those that are legal.

    The next turn and the end of an unfinished activation are always included. The next turn comes first once all
    units have acted. Of two equivalent commands only the first is kept: if a side plays the turn alone, its end is
    the next turn.
    """
    found = list(_offered_steps(board, side))
    if board.game.order and board.game.holder is None:
        found.sort(key=lambda step: step.request.command != "turn next")
    return found


def whose_turn(board: Board, side: str | None = None) -> Text | None:
    """Return the side with the turn as a sentence, or `side` in its place; before any turn its first step, if any."""
    game = board.game
    if side or game.holder:
        return board.system.whose_go(game, side)
    if game.order:
        return Text("The {turn} is over.", turn=Term(board.system.turn))
    forces = {unit.side for unit in game.all_units.values()}
    if "initiative" in board.system.commands and len(forces) < 2 and not game.begun:
        return Text("Next: the other side's force.")
    step = _first_step(board)
    return Text("Next: {step}.", step=step.label) if step else None


def step_due(board: Board) -> Step | None:
    """Return the step that comes before any side has the turn, unless it ends the turn."""
    step = None if board.game.holder or board.game.order else _first_step(board)
    return None if step is None or step.request.command in ("turn end", "turn next") else step


def _first_step(board: Board) -> Step | None:
    """Return the first unrestricted step of the setup, else of the turn; later ones are not judged."""
    steps = chain(setup_steps(board), _offered_steps(board, None))
    return next((step for step in steps if step.legality is Legality.OK), None)


def _offered_steps(board: Board, side: str | None) -> Iterator[Step]:
    """Yield the steps offered, in the order of a turn, without those of a command equivalent to an earlier one."""
    given = set[str]()
    # The next turn and the end of an activation may have warnings.
    forced = ("turn next", "turn end") if active_units(board) else ("turn next",)
    for key in TURN:
        command = board.system.commands.get(key)
        steps = [
            step
            for step in _turn_command_steps(board, key, side)
            if step.legality <= (Legality.WARNED if step.request.command in forced else Legality.NEEDS_INPUT)
        ]
        if command is not None and steps and command.same_as not in given:
            yield from steps
        given.update(key for _ in steps[:1])


def setup_steps(board: Board) -> list[Step]:
    """Return the acts for which units still wait in the first turn, before any side has it."""
    if board.game.turn > 1:
        return []
    acts = (board.system.acts.get(step.command.removeprefix("/act ")) for step in board.system.setup if step.waits)
    due = (act for act in acts if act is not None and waiting_units(board, act.key))
    return [Step(act.title, Request("act", action=act.key), Legality.OK) for act in due]


def waiting_units(board: Board, act: str | None) -> list[str]:
    """Return the ids of the units that wait for an act before the first turn."""
    states = [step.waits for step in board.system.setup if step.waits and step.command == f"/act {act}"]
    return [one.id for one in board.game.living if any(map(one.has, states))]


def is_setup_act(board: Board, act: str | None) -> bool:
    """True if units wait for an act before the first turn."""
    return f"/act {act}" in [step.command for step in board.system.setup if step.waits]


def _turn_command_steps(board: Board, key: str, side: str | None) -> Iterator[Step]:
    """Yield the steps of a command of the turn."""
    command = board.system.commands.get(key)
    if command is None or (key == "initiative" and len(board.game.sides) < 2):
        return
    base = changed(bare_request(key), side=side)
    called = command.called(board) if command.called else None
    ways = [(changed(base, action=one.code), called or one.label) for one in command.actions]
    ways = ways or [(base, called or command.title)]
    for request, label in ways:
        if key != "turn phase" or request.action != board.game.phase:
            yield Step(label, request, best_legality(board, request))
