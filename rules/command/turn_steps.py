"""What the turn can do next: its phases, its end, and the next one, in the words of the system."""

from __future__ import annotations

from collections.abc import Iterator

from rules.command.next_steps import Standing, Step, planned
from rules.command.system import Board, ResolvedCommand
from rules.kernel.request import Request, changed

TURN = ("initiative", "turn phase", "turn end", "turn next")
"""The commands that are about nobody in particular, in the order in which a turn goes through them."""


def turn_steps(board: Board, side: str | None) -> list[Step]:
    """What the turn can do now for a side, in its order: what nothing stands against, and the next turn in any case.

    Of two that come to the same there is the first: where a side goes through the turn alone, its end is the next one.
    """
    found: list[tuple[Step, ResolvedCommand | None]] = []
    for key in TURN:
        for step, order in _of_turn(board, key, side):
            offered = step.standing <= Standing.ASKS or _forces(step)
            if offered and not any(_is_same(board, order, other) for _, other in found):
                found.append((step, order))
    return [step for step, _ in found]


def _forces(step: Step) -> bool:
    return step.request.command == "turn next" and step.standing is Standing.WARNED


def _is_same(board: Board, one: ResolvedCommand | None, other: ResolvedCommand | None) -> bool:
    """Whether the same happens by both; what dice say, nobody knows."""
    if one is None or other is None or one.plays or other.plays:
        return False
    return list(one.after(board, ())) == list(other.after(board, ()))


def _of_turn(board: Board, key: str, side: str | None) -> Iterator[tuple[Step, ResolvedCommand | None]]:
    """The steps of a command of the turn, each with what it is planned as."""
    command = board.system.commands.get(key)
    if command is None or (key == "initiative" and len(board.game.sides) < 2):
        return
    base = Request(key, side=side)
    ways = [(changed(base, action=one.code), one.label) for one in command.actions] or [(base, command.title)]
    for request, label in ways:
        stands, order = planned(board, request)
        yield Step(label, request, stands), order
