"""Units of the record as Bayonet's figures: their options, weapons and ranges."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import NamedTuple

from rules.bayonet.facts import FACTORS, RESOLVED, SHOOTING, BayonetFigure, BayonetProfile
from rules.bayonet.shooting import AREA
from rules.bayonet.tables import Board, Kind
from rules.bayonet.turn import FIGHTING, TURNS
from rules.command.choices import weapon_groups
from rules.game.unit import Unit, UnitSpec, Weapon, cache_per_unit, remove_weapons
from rules.kernel.errors import BadFacts, RuleError
from rules.kernel.facts import Ask, Choice, MissingFacts
from rules.kernel.request import Request
from rules.kernel.text import N_, Listed, Term, Text


@cache_per_unit
def profile(unit: Unit) -> BayonetProfile:
    return BayonetProfile.model_validate(unit.profile)


@cache_per_unit
def figure(unit: Unit) -> BayonetFigure:
    found = profile(unit)
    return BayonetFigure.model_validate({name: getattr(found, name) for name in BayonetFigure.model_fields})


def require_factor(unit: Unit, kind: Kind) -> None:
    """Raise RuleError for a unit without the factor against such attacks (Resolution)."""
    if getattr(profile(unit), f"{kind}_cf") is None:
        none = N_("{unit} has no {factor}: it cannot be attacked like that.")
        raise RuleError(Text(none, unit=unit.ref, factor=Text(FACTORS[kind])), RESOLVED)


def must_fight(unit: Unit, section: str) -> None:
    """Raise RuleError for a figure that cannot fight hand to hand."""
    if profile(unit).physical_cf is None:
        unable = Text("{unit} has no Physical Combat Factor: it cannot fight hand to hand.", unit=unit.ref)
        raise RuleError(unable, section)


def kind_of_combat(unit: Unit) -> str | None:
    """Return the kind of combat of a figure, for a shot into it (Into combat)."""
    if unit.has("in_hand_to_hand"):
        return "hand_to_hand"
    return "overlap" if unit.has("overlapping") else None


def may_do(board: Board, unit: Unit) -> tuple[Text, ...]:
    """Return the options of a figure in this step of the bound, with inches; all of them without a bound."""
    side, phase = TURNS.current_side(board), board.game.phase
    found: list[Text | None] = []
    if side is None or (side == unit.side and phase in (None, FIGHTING)):
        found += [_describe_fight(unit, phase == FIGHTING)] if side is None or phase == FIGHTING else []
        found += [_describe_move(board, unit)] if phase is None else []
    if side is None or (side != unit.side and phase != FIGHTING):
        found += [_describe_shot(unit)]
    return tuple(said for said in found if said)


def _describe_fight(unit: Unit, at_touch: bool) -> Text | None:
    """Return the fight of a figure; in the fights of a bound also one with a figure in contact."""
    if unit.has("fleeing") or profile(unit).physical_cf is None:
        return None
    if unit.has("in_hand_to_hand"):
        return Text("Fight on hand to hand")
    # A suppressed figure moves into cover instead (Results).
    free = at_touch and not unit.has("suppressed")
    return Text("Fight hand to hand with an enemy it touches") if free else None


def _describe_move(board: Board, unit: Unit) -> Text | None:
    own = profile(unit).move
    if own is None or unit.has("moved"):
        return None
    if unit.has("fleeing"):
        return Text("Flee {inches}″", inches=own)
    if unit.has("suppressed"):
        return Text("Move {inches}″ into cover", inches=min(own, board.tables.suppressed_move))
    return (
        Text("Move {inches}″ out of combat", inches=own) if kind_of_combat(unit) else Text("Move {inches}″", inches=own)
    )


def may_shoot(unit: Unit) -> bool:
    """True if nothing on the board prevents a shot by the figure."""
    hindered = any(unit.has(state) for state in ("suppressed", "fleeing", "fired", "reloading"))
    return profile(unit).range_cf is not None and not hindered and (profile(unit).indirect or not kind_of_combat(unit))


def _describe_shot(unit: Unit) -> Text | None:
    if not may_shoot(unit):
        return None
    reach = profile(unit).range
    if reach is None:
        return Text("Shoot after the enemy's moves")
    return Text("Shoot to {inches}″ after the enemy's moves", inches=reach)


# The weapon of a figure: its own, or one that it carries, whole or in parts.


class Gun(NamedTuple):
    """A weapon's numbers, named after the shooter, and its parts if split; `carried` if not the figure's own."""

    name: Text
    profile: BayonetProfile
    parts: tuple[int, ...] = ()
    carried: bool = False


def gun(board: Board, unit: Unit, firers: Sequence[str]) -> Gun:
    """Return the weapon that `firers` names, or the figure's own; numbers are parts of its factor, one per target.

    Raise RuleError for a weapon that the figure does not carry or has used up, BadFacts for an invalid text.
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
    found = BayonetProfile.model_validate(board.system.units[name].profile)
    kinds = board.system.units
    came_with = sum(weapon.count for weapon in unit.weapons if kinds[weapon.name].profile.get("thrown"))
    if found.thrown and unit.count("grenades_thrown") >= came_with:
        none = N_("{unit} has no {weapon} left to throw.")
        raise RuleError(Text(none, unit=unit.ref, weapon=Term(name)), SHOOTING)
    return Gun(Text("{unit} ({weapon})", unit=unit.ref, weapon=Term(name)), found, carried=True)


def armed(kinds: Mapping[str, UnitSpec], unit: Unit) -> tuple[Weapon, ...]:
    """Return the weapons that a figure still has, the first kind used up first; `kinds` has all weapons."""
    rolled, gone = unit.count("grenades_thrown"), dict[str, int]()
    for weapon in unit.weapons if rolled else ():
        if kinds[weapon.name].profile.get("thrown"):
            gone[weapon.name] = gone.get(weapon.name, 0) + min(weapon.count, rolled)
            rolled -= min(weapon.count, rolled)
    return remove_weapons(unit.weapons, gone)


# Friends who aid, in a shot and hand to hand: their number and their target (Shooting › Aid).

AIDS = "aiding"
AIDING = (
    Choice("aiding=1", Text("1 more aiding")),
    Choice("aiding=2", Text("2 more aiding")),
    Choice("aiding=3", Text("3 more aiding")),
    Choice("aiding=4", Text("4 more aiding")),
)


def friends_of(board: Board, unit: Unit) -> list[Unit]:
    """Return the other living figures of a figure's side."""
    return [one for one in board.game.living if one.side == unit.side and one.id != unit.id]


def aided_enemy(unit: Unit, targets: Sequence[Unit]) -> int | None:
    """Return the index of the enemy that friends of the unit aid against, the first one named.

    None if the whole attack is on one figure, or on friends.
    """
    if len({one.id for one in targets}) < 2:
        return None
    return next((at for at, one in enumerate(targets) if one.side != unit.side), None)


def must_aid(aiding: Sequence[Unit], unit: Unit, section: str) -> None:
    """Raise RuleError for a figure that aids another side."""
    for friend in aiding:
        if friend.side != unit.side:
            values = {"friend": friend.ref, "unit": unit.ref}
            raise RuleError(Text("{friend} cannot aid {unit}: they are on different sides.", **values), section)


# Distances to targets.

_OFF = Decimal("1.5")


class AreaAim(NamedTuple):
    """The aim of an area effect: the distance to its point, None if unknown, and from there to each target."""

    away: Decimal | None
    rings: tuple[Decimal, ...]


def aim(request: Request, shot: Gun) -> AreaAim:
    """Return the distances of an area shot.

    The first is its range if there is one more than targets, or two for more than two targets. A single distance for
    a single target is also the range, and the shot is aimed at that target.
    """
    given, targets = request.distance, len(request.target)
    if len(given) == targets == 1 and shot.profile.range is not None:
        return AreaAim(given[0], (Decimal(0),))
    if len(given) == targets + 1 or len(given) == 2 < targets:
        return AreaAim(given[0], given[1:])
    return AreaAim(None, given)


def rings(request: Request, shot: Gun, targets: Sequence[Unit]) -> list[Decimal]:
    """Return the distance of each target from the point of aim; raise MissingFacts if it, or the range, is unknown."""
    found = aim(request, shot)
    if not found.rings or (found.away is None and shot.profile.range is not None):
        raise MissingFacts([ask_rings(shot, targets)])
    return [request.value_for(found.rings, at, Decimal(0)) for at in range(len(targets))]


def ask_rings(shot: Gun, targets: Sequence[Unit]) -> Ask:
    """Return the question for the distances of an area effect; one with a range is aimed at a point."""
    units = Listed([unit.ref for unit in targets])
    if shot.profile.range is None:
        question = Text("how far from the point of aim is {units}? ({section})", units=units, section=AREA)
        return Ask("distance", question)
    parts = [Text("Distance to the point of aim"), *(Text("From there to {unit}", unit=unit.ref) for unit in targets)]
    question = Text(
        "how far is it from {shooter} to the point of aim, and from there to {units}? ({section})",
        shooter=shot.name,
        units=units,
        section=AREA,
    )
    hint = Text("The point of aim first, then each target from it: {far:″}/{at:″}/{off:″}", far=20, at=0, off=_OFF)
    if len(targets) == 1:
        hint = Text("Aimed at it: {far:″}. Beside it, with how far from it: {far:″}/{off:″}", far=20, off=_OFF)
    return Ask("distance", question, hint=hint, parts=tuple(parts))


def range_warnings(request: Request, aiding: Sequence[Unit], shot: Gun, targets: Sequence[Unit]) -> list[Text]:
    """Return the warnings for a shooter, and friends who aid against the first target, out of their own range."""
    if shot.profile.area:
        far = theirs = aim(request, shot).away
    else:
        away = [request.value_for(request.distance, at, None) for at in range(len(targets))]
        far = max((inches for inches in away if inches is not None), default=None)
        theirs = away[0]
    ranges = [(shot.name, shot.profile.range, far)]
    ranges += [(unit.ref, profile(unit).range, theirs) for unit in aiding]
    said = N_("{shooter} reaches {inches}″; the target is {distance}″ away.")
    if shot.profile.area:
        said = N_("{shooter} reaches {inches}″; the point of aim is {distance}″ away.")
    return [
        Text(said, shooter=who, inches=reach, distance=away)
        for who, reach, away in ranges
        if reach is not None and away is not None and away > reach
    ]
