"""Who wins: most objectives for two turns, or the last man standing (Objectives)."""

from __future__ import annotations

from rules.events import Event, PointsScored
from rules.system import Board, Verdict, last_side_standing
from rules.text import Joined, Text, counted

TURNS = 2


def majority(board: Board) -> str | None:
    """The side that holds more than half of the objectives, if any does."""
    held = _held(board)
    number = sum(thing.kind == "objective" for thing in board.game.things.values())
    return next((side for side, has in held.items() if has * 2 > number), None)


def _held(board: Board) -> dict[str, int]:
    held: dict[str, int] = {}
    for thing in board.game.things.values():
        if thing.kind == "objective" and thing.holder:
            held[thing.holder] = held.get(thing.holder, 0) + 1
    return held


def majority_events(board: Board) -> list[Event]:
    """At a turn's end: points count the turns in which a side has held the majority without a break."""
    side = majority(board)
    events: list[Event] = [
        PointsScored(side=other, points=-points, why=Text("lost the majority of objectives"))
        for other, points in board.game.scores.items()
        if other != side and points
    ]
    return [*events, PointsScored(side=side, points=1, why=Text("held the majority of objectives"))] if side else events


def victory(board: Board) -> Verdict:
    """By turns with the majority of objectives; before that, who holds most of them is ahead."""
    standing = last_side_standing(board)
    if standing.over:
        return standing
    for side, turns in board.game.scores.items():
        if turns >= TURNS:
            lasting = counted(turns, "turn", "turns")
            why = Text("{side} has held the majority of objectives for {turns}.", side=side, turns=lasting)
            return Verdict(side, why, True)
    held = _held(board)
    most = max(held.values(), default=0)
    leaders = [side for side, has in held.items() if has == most]
    shown = Joined([Text("{side} {n}", side=side, n=has) for side, has in held.items()], ", ")
    reason = Text("Objectives: {holders}.", holders=shown or Text("nobody holds any"))
    return Verdict(leaders[0] if len(leaders) == 1 else None, reason, False)
