"""How far a shot goes: to its target or its point of aim; and the friends who aid it (Shooting › Aid)."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import NamedTuple

from rules.bayonet.commands.board_facts import Gun, profile
from rules.bayonet.shooting import AREA
from rules.bayonet.tables import AID, Board
from rules.command.effects import mark
from rules.game.events import Event
from rules.game.unit import Unit
from rules.kernel.request import Ask, Choice, MissingFacts, Request
from rules.kernel.text import Listed, Plural, Text, UnitRef

# Friends who aid, in a shot and hand to hand: how many there are, and against whom (Shooting › Aid).

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
    """Events which mark that these units have aided against an enemy in this bound."""
    found = [board.unit(unit.id) for unit in aiding]
    return [
        event
        for unit in found
        for event in mark(unit, aids_against=",".join(dict.fromkeys((*unit.words("aids_against"), enemy))))
    ]


# How far it is, and to whom.

_OFF = Decimal("1.5")


class Aim(NamedTuple):
    """The point of aim of an area effect: how far off it is, None if unsaid, and from there to each target."""

    away: Decimal | None
    rings: tuple[Decimal, ...]


def aim(request: Request) -> Aim:
    """The distances of an area shot. One more than it has targets, or two for many of them, begin with its range."""
    given, targets = request.distance, len(request.target)
    if len(given) == targets + 1 or len(given) == 2 < targets:
        return Aim(given[0], given[1:])
    return Aim(None, given)


def aimed(request: Request, shot: Gun, targets: Sequence[Unit]) -> Aim:
    """Where an area effect is aimed; raises MissingFacts for one that has a range and no aim."""
    found = aim(request)
    if shot.profile.area is not None and shot.profile.range is not None and found.away is None:
        raise MissingFacts([rings_asked(shot, targets)])
    return found


def rings(request: Request, shot: Gun, targets: Sequence[Unit]) -> list[Decimal]:
    """How far each target is from the point of aim; raises MissingFacts where nobody has said so."""
    found = aimed(request, shot, targets)
    if not found.rings:
        raise MissingFacts([rings_asked(shot, targets)])
    return [request.each(found.rings, at, Decimal(0)) for at in range(len(targets))]


def rings_asked(shot: Gun, targets: Sequence[Unit]) -> Ask:
    """The question for the distances of an area effect; one with a range is aimed at a point."""
    units = Listed([unit.ref for unit in targets])
    if shot.profile.range is None:
        question = Text("how far from the point of aim is {units}? ({section})", units=units, section=AREA)
        return Ask("distance", question)
    question = Text(
        "how far is it from {shooter} to the point of aim, and from there to {units}? ({section})",
        shooter=shot.name,
        units=units,
        section=AREA,
    )
    hint = Text("The point of aim first, then each target from it: {far:″}/{at:″}/{off:″}", far=20, at=0, off=_OFF)
    return Ask("distance", question, hint=hint)


def too_far(request: Request, shooter: Unit, aiding: Sequence[Unit], shot: Gun, targets: Sequence[Unit]) -> list[Text]:
    """The warnings for who shoots at or aids against something beyond its own range."""
    if shot.profile.area:
        far = theirs = aim(request).away
    else:
        away = [request.each(request.distance, at, None) for at in range(len(targets))]
        far = max((inches for inches in away if inches is not None), default=None)
        theirs = away[aided(shooter, targets) or 0]
    ranges = [(shot.name, shot.profile.range, far)]
    ranges += [(unit.ref, profile(unit).range, theirs) for unit in aiding]
    return [_beyond(shot, *one) for one in ranges if one[1] is not None and one[2] is not None and one[2] > one[1]]


def _beyond(shot: Gun, who: Text, reach: Decimal | None, far: Decimal | None) -> Text:
    told = {"shooter": who, "inches": reach or 0, "distance": far or 0}
    if shot.profile.area:
        return Text("{shooter} reaches {inches}″; the point of aim is {distance}″ away.", **told)
    return Text("{shooter} reaches {inches}″; the target is {distance}″ away.", **told)
