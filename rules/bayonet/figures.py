"""Units of the record as Bayonet's figures: what they may still do, what they shoot with, how far."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import NamedTuple

from rules.bayonet.facts import FACTORS, RATE, RESOLVED, SHOOTING, Figure, Profile
from rules.bayonet.shooting import AREA
from rules.bayonet.tables import AID, Board, Kind
from rules.bayonet.turn import FIGHTING, TURNS
from rules.command.choices import weapon_groups
from rules.game.unit import Unit, UnitSpec, Weapon, less, once_a_unit
from rules.kernel.errors import BadFacts, RuleError
from rules.kernel.facts import Ask, Choice, MissingFacts
from rules.kernel.request import Request
from rules.kernel.text import Listed, Plural, Term, Text, counted


@once_a_unit
def profile(unit: Unit) -> Profile:
    return Profile.model_validate(unit.profile)


@once_a_unit
def figure(unit: Unit) -> Figure:
    """A unit as the rules are told of it."""
    found = profile(unit)
    return Figure.model_validate({name: getattr(found, name) for name in Figure.model_fields})


def ready(unit: Unit) -> Unit:
    """The unit itself; raises RuleError for one whose state keeps it from shooting (Results; Direct fire)."""
    if unit.has("suppressed"):
        raise RuleError(
            Text("{unit} is suppressed: it seeks cover and does not return fire.", unit=unit.ref), "Results"
        )
    if unit.has("fleeing"):
        raise RuleError(Text("{unit} flees: it moves away and does not return fire.", unit=unit.ref), "Results")
    return unit


def attackable(unit: Unit, kind: Kind) -> Unit:
    """The unit itself; raises RuleError for one without the factor that meets such attacks (Resolution)."""
    if getattr(profile(unit), f"{kind}_cf") is None:
        factor = Text(FACTORS[kind])
        raise RuleError(
            Text("{unit} has no {factor}: it cannot be attacked like that.", unit=unit.ref, factor=factor), RESOLVED
        )
    return unit


def in_combat(unit: Unit) -> str | None:
    """What kind of combat the figure is in, as a shot into it asks (Into combat)."""
    if unit.has("in_hand_to_hand"):
        return "hand_to_hand"
    return "overlap" if unit.has("overlapping") else None


def spent(unit: Unit) -> Text | None:
    """Why the figure has no shot left in this bound, or None (Rate of fire)."""
    if unit.has("fired"):
        return Text(
            "{unit} has shot in this bound: one shot or burst a bound ({section}).", unit=unit.ref, section=RATE
        )
    if unit.has("reloading"):
        bounds = counted(unit.count("reloading"), "bound", "bounds")
        return Text(
            "{unit} is reloading for {bounds} of the enemy ({section}).", unit=unit.ref, bounds=bounds, section=RATE
        )
    return None


def may_do(board: Board, unit: Unit) -> tuple[Text, ...]:
    """What a figure may do in this step of the bound, with inches; all of it while the bound is nobody's."""
    side, phase = TURNS.whose(board), board.game.phase
    found: list[Text | None] = []
    if side is None or (side == unit.side and phase in (None, FIGHTING)):
        found += [_fights(unit, phase == FIGHTING)] if side is None or phase == FIGHTING else []
        found += [_moves(board, unit)] if phase is None else []
    if side is None or (side != unit.side and phase != FIGHTING):
        found += [_shoots(unit)]
    return tuple(said for said in found if said)


def _fights(unit: Unit, at_touch: bool) -> Text | None:
    """The fight that it is in; in the fights of a bound also one with whomever it touches."""
    if unit.has("fleeing") or profile(unit).physical_cf is None:
        return None
    if unit.has("in_hand_to_hand"):
        return Text("Fight on hand to hand")
    return Text("Fight hand to hand whom it touches") if at_touch else None


def _moves(board: Board, unit: Unit) -> Text | None:
    own = profile(unit).move
    if own is None or unit.has("moved"):
        return None
    if unit.has("fleeing"):
        return Text("Flee {inches}″", inches=own)
    if unit.has("suppressed"):
        return Text("Move {inches}″ into cover", inches=min(own, board.tables.suppressed_move))
    return Text("Move {inches}″ out of combat", inches=own) if in_combat(unit) else Text("Move {inches}″", inches=own)


def may_shoot(unit: Unit) -> bool:
    """Whether nothing on the board keeps the figure from a shot of its own."""
    hindered = any(unit.has(state) for state in ("suppressed", "fleeing", "fired", "reloading"))
    return profile(unit).range_cf is not None and not hindered and (profile(unit).indirect or not in_combat(unit))


def _shoots(unit: Unit) -> Text | None:
    if not may_shoot(unit):
        return None
    reach = profile(unit).range
    if reach is None:
        return Text("Shoot after the enemy's moves")
    return Text("Shoot to {inches}″ after the enemy's moves", inches=reach)


# What a figure shoots with: its own weapon, or one it carries beside it, whole or in parts.


class Gun(NamedTuple):
    """A weapon's numbers, under the name of whoever or whatever shoots, and the parts it was told to split into.

    `carried` says that a figure has it beside its own.
    """

    name: Text
    profile: Profile
    parts: tuple[int, ...] = ()
    carried: bool = False


def gun(board: Board, unit: Unit, firers: Sequence[str]) -> Gun:
    """The weapon that `firers` names, or the figure's own; numbers are parts of its factor, one per target.

    Raises RuleError for a weapon that the figure does not carry or has thrown, BadFacts for a text that names none.
    """
    said = [part.strip() for text in firers for part in text.split(",") if part.strip()]
    if all(part.isdecimal() for part in said):
        return Gun(unit.ref, profile(unit), tuple(map(int, said)))
    if not unit.weapons:
        raise RuleError(Text("{unit} carries no other weapon than its own.", unit=unit.ref), SHOOTING)
    names = {name for _, name in weapon_groups(",".join(said), [weapon.name for weapon in unit.weapons])}
    if len(names) > 1:
        raise BadFacts([Text("firers: one weapon at a time; name one, or the parts of a burst such as 3/2")])
    name = names.pop()
    found = Profile.model_validate(board.system.units[name].profile)
    if found.thrown and unit.count("grenades_thrown") >= _carried(board, unit):
        raise RuleError(
            Text("{unit} has thrown what it carried: no {weapon} left.", unit=unit.ref, weapon=Term(name)), SHOOTING
        )
    return Gun(Text("{unit} ({weapon})", unit=unit.ref, weapon=Term(name)), found, carried=True)


def armed(kinds: Mapping[str, UnitSpec], unit: Unit) -> tuple[Weapon, ...]:
    """What a figure carries, without what it has thrown, the first kind first; `kinds` are of all weapons."""
    thrown, gone = unit.count("grenades_thrown"), dict[str, int]()
    for weapon in unit.weapons if thrown else ():
        if kinds[weapon.name].profile.get("thrown"):
            gone[weapon.name] = gone.get(weapon.name, 0) + min(weapon.count, thrown)
            thrown -= min(weapon.count, thrown)
    return less(unit.weapons, gone)


def _carried(board: Board, unit: Unit) -> int:
    """How many things to throw it came with."""
    kinds = board.system.units
    return sum(weapon.count for weapon in unit.weapons if kinds[weapon.name].profile.get("thrown"))


def parts(shot: Gun, targets: int) -> tuple[int, ...]:
    """How the factor falls on so many targets: as said, or as evenly as it goes; raises RuleError."""
    whole = shot.profile.range_cf or 0
    if shot.parts:
        return shot.parts
    if targets > max(1, whole):
        few = Text(
            "{shooter} has a factor of {factor}: it cannot be split between {targets} targets.",
            shooter=shot.name,
            factor=whole,
            targets=targets,
        )
        raise RuleError(few, SHOOTING)
    each, more = divmod(whole, targets)
    return tuple(each + (at < more) for at in range(targets))


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


def must_aid(aiding: Sequence[Unit], unit: Unit, section: str) -> None:
    """Raise RuleError for a figure that aids another side."""
    for friend in aiding:
        if friend.side != unit.side:
            values = {"friend": friend.ref, "unit": unit.ref}
            raise RuleError(Text("{friend} cannot aid {unit}: they are on different sides.", **values), section)


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
