"""Friends who aid, in a shot and hand to hand: how many there are, and against whom (Shooting › Aid)."""

from __future__ import annotations

from collections.abc import Sequence

from rules.bayonet.scores import AID
from rules.command.effects import mark
from rules.command.system import Board
from rules.game.events import Event
from rules.game.unit import Unit
from rules.kernel.request import Choice
from rules.kernel.text import Listed, Plural, Text, UnitRef

AIDING = (
    Choice("aiding=1", Text("1 more aiding")),
    Choice("aiding=2", Text("2 more aiding")),
    Choice("aiding=3", Text("3 more aiding")),
    Choice("aiding=4", Text("4 more aiding")),
)


def aided(unit: Unit, targets: Sequence[Unit]) -> int | None:
    """The place of the enemy against whom friends of the unit aid, the first that is named; None where all of it is at
    one figure, or at friends.
    """
    if len({one.id for one in targets}) < 2:
        return None
    return next((at for at, one in enumerate(targets) if one.side != unit.side), None)


def aid_note(aiding: Sequence[Unit], unit: Unit, targets: Sequence[Unit]) -> list[Text]:
    """Against whom they aid, where there are several; the one who is meant is named first."""
    at = aided(unit, targets)
    if at is None or not aiding:
        return []
    return [
        Plural(
            "{friends} aids against {enemy} alone, who is named first: a figure aids against one enemy ({section}).",
            "{friends} aid against {enemy} alone, who is named first: a figure aids against one enemy ({section}).",
            len(aiding),
            friends=Listed([one.ref for one in aiding]),
            enemy=targets[at].ref,
            section=AID,
        )
    ]


def aid_elsewhere(board: Board, aiding: Sequence[Unit], enemy: Unit) -> list[Text]:
    """The warnings for those who have aided against somebody else in this bound."""
    return [
        Text(
            "{unit} has aided against {other} in this bound: a figure aids against one enemy ({section}).",
            unit=unit.ref,
            other=UnitRef(id),
            section=AID,
        )
        for unit in aiding
        for id in unit.words("aids_against")
        if id != enemy.id
    ]


def aids(board: Board, aiding: Sequence[Unit], enemy: str) -> list[Event]:
    """They have aided against that enemy in this bound."""
    found = [board.unit(unit.id) for unit in aiding]
    return [
        event
        for unit in found
        for event in mark(unit, aids_against=",".join(dict.fromkeys((*unit.words("aids_against"), enemy))))
    ]
