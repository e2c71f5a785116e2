"""How far a shot goes: to its target, or to the point of aim of an area effect and from there to each target."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import NamedTuple

from rules.bayonet.commands.aid import aided
from rules.bayonet.commands.board_facts import profile
from rules.bayonet.commands.guns import Gun
from rules.bayonet.shooting import AREA
from rules.game.unit import Unit
from rules.kernel.request import Ask, MissingFacts, Request
from rules.kernel.text import Listed, Text

_OFF = Decimal("1.5")


class Aim(NamedTuple):
    """Where an area effect is aimed: how far that is, None where nobody has said, and from there to each target."""

    away: Decimal | None
    rings: tuple[Decimal, ...]


def aim(request: Request) -> Aim:
    """The distances of an area shot. One more than it has targets, or two for many of them, begin with its range."""
    given, targets = request.distance, len(request.target)
    if len(given) == targets + 1 or len(given) == 2 < targets:
        return Aim(given[0], given[1:])
    return Aim(None, given)


def rings(request: Request, shot: Gun, targets: Sequence[Unit]) -> list[Decimal]:
    """How far each target is from the point of aim; raises MissingFacts for a weapon that has a range and no aim."""
    found = aim(request)
    if not found.rings or (found.away is None and shot.profile.range is not None):
        raise MissingFacts([_ask(shot, targets)])
    return [request.each(found.rings, at, Decimal(0)) for at in range(len(targets))]


def _ask(shot: Gun, targets: Sequence[Unit]) -> Ask:
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
