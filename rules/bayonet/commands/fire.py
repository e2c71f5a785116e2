"""`/fire`: one target, a burst or an area, and bystanders of a shot into combat; `/act gas`: what lies on the table."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from functools import partial

from rules.bayonet.assault import out_of_combat, partners
from rules.bayonet.commands.shots import after, notes, once, suffered, suffering, warnings
from rules.bayonet.facts import SHOOTING, Fire
from rules.bayonet.figures import (
    AIDING,
    Gun,
    aid_note,
    aided,
    attackable,
    figure,
    gun,
    in_combat,
    must_aid,
    parts,
    profile,
    ready,
    rings,
    rings_asked,
)
from rules.bayonet.shooting import AREA, AUTOMATIC, DIRECT
from rules.bayonet.tables import AID, Board, Kind
from rules.bayonet.turn import TURNS
from rules.command.effects import able, enemies
from rules.command.system import Command, Planned, ResolvedCommand
from rules.game.events import Event
from rules.game.tabletop import TableObject
from rules.game.unit import Unit
from rules.kernel.action import Played
from rules.kernel.errors import BadFacts, RuleError
from rules.kernel.facts import Ask, Choice, MissingFacts, checked
from rules.kernel.request import Request, changed
from rules.kernel.text import N_, Listed, Text

# Whom a shot into combat may attack instead (Shooting › Into combat).


def bystanders(board: Board, shooter: Unit, targets: Sequence[Unit], kind: Kind) -> tuple[Unit, ...]:
    """Everybody else who has a factor against such a shot, those of the same combat first, then other combats.

    Of those in no combat the target's enemies come first: hand to hand with whom nobody has marked, one of them is.
    """
    taken = {shooter.id, *(unit.id for unit in targets)}
    there = [unit for unit in board.game.units.values() if unit.alive and unit.id not in taken]
    exposed = [unit for unit in there if getattr(profile(unit), f"{kind}_cf") is not None]
    foes = {id for unit in targets for id in partners(unit)}
    sides = {unit.side for unit in targets}

    def farther(unit: Unit) -> tuple[bool, bool, bool]:
        return unit.id not in foes, not in_combat(unit), unit.side in sides

    return tuple(sorted(exposed, key=farther))


def behind(cover: int, unit: Unit) -> dict[str, object]:
    """A bystander as the rules are told of it, with its cover."""
    return {**figure(unit).model_dump(), "cover": cover}


# The command.

COVERS = (
    Choice("none", Text("None: in the open"), Text("in the open")),
    Choice("partial", Text("Partial cover: +1"), Text("partial cover")),
    Choice("cover", Text("Cover: +2"), Text("in cover")),
    Choice("fortification", Text("Fortification: +3"), Text("in a fortification")),
)


def order(board: Board, request: Request) -> ResolvedCommand:
    """The first unit shoots, further ones aid it; raises RuleError for figures that may not."""
    shooter, aiding, shot, targets = _shot(board, request)
    asked = [*_position_asked(board, request), *_range_asked(board, request, shot, targets)]
    if asked:
        raise MissingFacts(asked)
    beside = bystanders(board, shooter, targets, _kind(request, shot)) if _into_combat(request, targets) else ()
    facts = _facts(request, shooter, len(aiding), shot, targets, beside)
    planned = Planned("fire", facts, _roles(shooter, targets, beside))
    return ResolvedCommand(
        (planned,),
        after=partial(after, planned, shooter, aiding, shot, targets),
        notes=partial(notes, board, aid_note(aiding, shooter, targets)),
        warnings=warnings(board, request, shooter, aiding, shot, targets),
        title=_title(aiding, shot, targets),
    )


def before(board: Board, request: Request) -> tuple[Text, ...]:
    """Raises MissingFacts for opportunity fire of which nobody has said from where its target set out."""
    shooter, aiding, shot, targets = _shot(board, request)
    if asked := _position_asked(board, request):
        raise MissingFacts(asked)
    return warnings(board, request, shooter, aiding, shot, targets)


def distance_asked(board: Board, request: Request) -> Ask | None:
    """How far off the point of aim of an area effect is, and its targets from there; of a direct shot, its range."""
    try:
        _, _, shot, targets = _shot(board, request)
    except (RuleError, BadFacts):
        return None
    if targets and shot.profile.area is not None:
        return rings_asked(shot, targets)
    return next(iter(_range_asked(board, changed(request, distance=()), shot, targets)), None)


def _range_asked(board: Board, request: Request, shot: Gun, targets: Sequence[Unit]) -> list[Ask]:
    """The question how far the target of a direct shot is, where nobody has said it and the weapon has a range."""
    if request.distance or shot.profile.area is not None or shot.profile.range is None or not targets:
        return []
    if board.rulings.shot_range == "left_out":
        return []
    units = Listed(list(dict.fromkeys(unit.ref for unit in targets)))
    return [Ask("distance", Text("how far is it to {units}? ({section})", units=units, section=DIRECT))]


def _shot(board: Board, request: Request) -> tuple[Unit, list[Unit], Gun, tuple[Unit, ...]]:
    """Who shoots, who aids, with what and at whom; raises RuleError for figures that may not."""
    shooter, *aiding = (ready(able(board.unit(id), Text("shoot"))) for id in dict.fromkeys(request.unit))
    shot = gun(board, shooter, request.firers)
    _together(shooter, aiding, shot)
    return shooter, aiding, shot, _targets(board, request, shooter, shot)


_TITLES = {
    (False, False): N_("{shooter} → {targets}"),
    (False, True): N_("{shooter} with {friends} → {targets}"),
    (True, False): N_("Attack: {shooter} → {targets}"),
    (True, True): N_("Attack: {shooter} with {friends} → {targets}"),
}


def _title(aiding: Sequence[Unit], shot: Gun, targets: Sequence[Unit]) -> Text:
    return Text(
        _TITLES[shot.carried, bool(aiding)],
        shooter=shot.name,
        friends=Listed([unit.ref for unit in aiding]),
        targets=Listed(dict.fromkeys(unit.ref for unit in targets)),
    )


POSITIONS = {
    "opportunity_known": N_("a known position, or in sight: −1"),
    "opportunity_unknown": N_("anywhere else: −2"),
}


def _position_asked(board: Board, request: Request) -> list[Ask]:
    """The question where the target of opportunity fire set out from, where nobody has said it."""
    if request.action != "opportunity" or request.one_of(POSITIONS):
        return []
    question = Text("where did {target} set out from?", target=board.unit(request.target[0]).ref)
    choices = tuple(Choice(code, Text(label)) for code, label in POSITIONS.items())
    return [Ask("situation", question, choices)]


def _together(shooter: Unit, aiding: Sequence[Unit], shot: Gun) -> None:
    if shot.profile.range_cf is None:
        raise RuleError(Text("{shooter} has no Range Combat Factor: it cannot shoot.", shooter=shooter.ref), SHOOTING)
    must_aid(aiding, shooter, AID)
    for unit in aiding:
        if profile(unit).range_cf is None:
            raise RuleError(Text("{unit} cannot shoot, and so cannot aid.", unit=unit.ref), AID)


def _targets(board: Board, request: Request, shooter: Unit, shot: Gun) -> tuple[Unit, ...]:
    """The figures under fire; one that takes several parts of a burst is there once for each."""
    kind = _kind(request, shot)
    found = tuple(attackable(able(board.unit(id), Text("be a target")), kind) for id in request.target)
    area = shot.profile.area
    if area is None or area.selective:
        for target in found:
            enemies(shooter, target)
    if area is None and not shot.profile.automatic and (len(found) > 1 or shot.parts):
        raise RuleError(Text("{shooter} is not automatic: one shot, one target.", shooter=shot.name), AUTOMATIC)
    return found * len(shot.parts) if len(found) == 1 and shot.parts else found


def _kind(request: Request, shot: Gun) -> Kind:
    said = request.one_of(("abc", "psi"))
    return "abc" if said == "abc" else "psi" if said else shot.profile.kind


def _facts(
    request: Request, shooter: Unit, aiding: int, shot: Gun, targets: Sequence[Unit], beside: Sequence[Unit]
) -> Fire:
    area = shot.profile.area
    into = _into_combat(request, targets)
    burst = area is None and (len(targets) > 1 or bool(shot.parts))
    position = request.one_of(POSITIONS)
    astray = _cover(request, len(targets)) if len(request.cover) > len(targets) else 0
    facts: dict[str, object] = {
        "shooter": figure(shooter).model_copy(update={"range_cf": shot.profile.range_cf}),
        "aiding": aiding + request.number("aiding"),
        "aided": aided(shooter, targets),
        "kind": _kind(request, shot),
        "targets": _targets_facts(request, shot, targets),
        "split": parts(shot, len(targets)) if burst else None,
        "area": area,
        "opportunity": position.removeprefix("opportunity_") if position else None,
        "exposed_move": not request.said("not_exposed"),
        "into_combat": into,
        "bystanders": tuple(behind(astray, unit) for unit in beside),
        "indirect": shot.profile.indirect or request.said("indirect"),
        "from_behind": request.said("behind"),
    }
    return checked(Fire, facts)


def _into_combat(request: Request, targets: Sequence[Unit]) -> str | None:
    """How a shot goes into combat: as said, or by the targets' states, hand to hand before overlapping."""
    said = request.one_of(("overlap", "hand_to_hand"))
    found = {in_combat(unit) for unit in targets}
    return said or next((kind for kind in ("hand_to_hand", "overlap") if kind in found), None)


def _targets_facts(request: Request, shot: Gun, targets: Sequence[Unit]) -> tuple[dict[str, object], ...]:
    """The targets, each in its cover; under an area effect with its distance from the point of aim."""
    found: list[dict[str, object]] = [
        {"figure": figure(unit), "cover": _cover(request, at), "uphill": request.said("uphill")}
        for at, unit in enumerate(targets)
    ]
    if shot.profile.area is None:
        return tuple(found)
    return tuple(one | {"ring_distance": away} for one, away in zip(found, rings(request, shot, targets), strict=True))


def _cover(request: Request, at: int) -> int:
    """What a target's cover is worth; one more than there are targets is that of whom a stray shot hits."""
    return [choice.code for choice in COVERS].index(request.each(request.cover, at, "none"))


def _roles(shooter: Unit, targets: Sequence[Unit], beside: Sequence[Unit]) -> dict[str, str]:
    roles = {"attacker": shooter.id}
    for number, unit in enumerate(targets, 1):
        roles[f"target {number}" if len(targets) > 1 else "target"] = unit.id
    return roles | {f"bystander {number}": unit.id for number, unit in enumerate(beside, 1)}


def _suits(board: Board, request: Request, code: str) -> bool:
    """Opportunity fire answers to what moves in another side's bound."""
    unit = board.game.units.get(request.unit[0]) if request.unit else None
    own = unit is not None and TURNS.whose(board) == unit.side
    return not (own and code in ("opportunity_known", "opportunity_unknown", "not_exposed"))


SITUATIONS = (
    *AIDING,
    Choice("opportunity_known", Text("Opportunity fire from a known position or in sight: −1")),
    Choice("opportunity_unknown", Text("Opportunity fire otherwise: −2")),
    Choice("not_exposed", Text("The target was exposed over half of its possible move or less")),
    Choice("overlap", Text("Into combat, the target overlaps: −1")),
    Choice("hand_to_hand", Text("Into combat, the target is hand to hand: −2")),
    Choice("behind", Text("From behind: armour does not count")),
    Choice("uphill", Text("Uphill, thrown or primitive weapon: +1 for the target")),
    Choice("abc", Text("An ABC attack (gas)")),
    Choice("psi", Text("A psi attack (magic)")),
    Choice("indirect", Text("Indirect fire: needs no sight")),
    Choice("blocked", Text("The target is out of sight")),
    Choice("figure_between", Text("A figure is partly between")),
    Choice("out_of_arc", Text("The target is outside the shooter's arc")),
)

COMMAND = Command(
    key="fire",
    title=Text("Fire"),
    order=order,
    before=before,
    distance_asked=distance_asked,
    needs=("unit", "target"),
    several=("unit", "target"),
    situations=SITUATIONS,
    suits=_suits,
    covers=COVERS,
)


# `/act gas`: gas that lies on the table attacks whoever enters it (Lasting effects).


def order_gas(board: Board, request: Request) -> ResolvedCommand:
    """Throw one attack die for all who entered, with the factor of `count` or of the object's keyword `cf=4`."""
    victims = [attackable(able(board.unit(id), Text("be gassed")), "abc") for id in request.target]
    thing = _gas(board, request.weapon)
    facts = _gas_facts(_factor(request, thing), thing, victims)
    roles = {f"target {at}" if len(victims) > 1 else "target": unit.id for at, unit in enumerate(victims, 1)}
    planned = Planned("fire", facts, roles)
    return ResolvedCommand(
        (planned,),
        after=partial(_after, planned, victims),
        notes=lambda after, _: suffering(board, after),
        title=_gas_title(thing, Listed([unit.ref for unit in victims])),
    )


def _gas_title(thing: TableObject | None, units: Text) -> Text:
    if thing is None:
        return Text("Gas → {units}", units=units)
    return Text("Gas {label} → {units}", label=thing.label, units=units)


def _gas(board: Board, label: str | None) -> TableObject | None:
    """The gas of that label, or the only one there is; raises RuleError for a label that none has."""
    found = [thing for thing in board.game.things.values() if thing.kind == "gas"]
    if label is None:
        return found[0] if len(found) == 1 else None
    named = next((thing for thing in found if thing.label.casefold() == label.casefold()), None)
    if named is None:
        raise RuleError(Text("No gas called {label} lies on the table.", label=label), AREA)
    return named


def _factor(request: Request, thing: TableObject | None) -> int:
    if request.count is not None:
        return request.count
    said = [word.removeprefix("cf=") for word in (thing.keywords if thing else ()) if word.startswith("cf=")]
    if not said or not said[0].isdecimal():
        why = Text("give the gas's Combat Factor, or place it with the keyword cf=4")
        raise MissingFacts([Ask("count", why)])
    return int(said[0])


def _gas_facts(factor: int, thing: TableObject | None, victims: Sequence[Unit]) -> Fire:
    """Inside the gas everybody is as near to its middle as anybody."""
    radius = Decimal(str(thing.radius)) if thing and thing.radius else Decimal(1)
    return checked(
        Fire,
        {
            "shooter": {"range_cf": factor, "physical_cf": None},
            "kind": "abc",
            "targets": tuple({"figure": figure(unit), "ring_distance": 0} for unit in victims),
            "area": {"radius": radius},
        },
    )


def _after(planned: Planned, victims: Sequence[Unit], board: Board, played: Sequence[Played]) -> list[Event]:
    now = once(board, victims)
    gone = [unit for unit in now if unit.has("fleeing")]
    left = [event for unit in gone for event in out_of_combat(unit)]
    return [*left, *suffered(planned, board, played)]


GAS = Command(
    key="gas", title=Text("Gas attacks those who enter it"), order=order_gas, needs=("target",), several=("target",)
)
