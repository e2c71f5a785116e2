"""A shot in numbers: what each die adds to, why, and which shots the page forbids."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from rules.bayonet.facts import SHOOTING, Area, Figure, Fire, Target, factor, personal, protection
from rules.bayonet.tables import AID, COVERS, Book, Tables, aid, aid_leaned
from rules.kernel.dice import Line, Throw, Total, total
from rules.kernel.errors import RuleError
from rules.kernel.text import N_, Role, Sentence, Text

AREA = f"{SHOOTING} › Area effect"
AUTOMATIC = f"{SHOOTING} › Automatic weapons"
DIRECT = f"{SHOOTING} › Direct fire"
INTO_COMBAT = f"{SHOOTING} › Into combat"
OPPORTUNITY = f"{SHOOTING} › Opportunity fire"
COVER = "Modifiers › Cover"
MOST_TERRAIN = 3

SHOOTER = Text("the shooter")
TARGET, BYSTANDER = N_("target"), N_("bystander")
"""The parts of those under fire; several have a number behind them."""


class Side(NamedTuple):
    """A die of a comparison and what is added to it."""

    throw: Throw[int]
    bonus: int


class Shot(NamedTuple):
    """A comparison: the attack, and its target's die, None where the effect does not reach.

    `unit` is the target's part; `more` is what an attack die that serves for all counts for this one alone: its
    distance from the point of aim, and friends who aid against it; `leaned` are the rulings that decided something for
    its target.
    """

    attack: Side
    target: Side | None
    unit: str
    more: int = 0
    leaned: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False, slots=True)
class FirePlan:
    """A shot in numbers. `blast` is the one attack die of an area effect; `strays` has a shot per bystander, and with
    `strays_once` only one is made however many targets it may stray off.
    """

    blast: Side | None
    shots: tuple[Shot, ...]
    strays: tuple[Shot, ...]
    strays_once: bool
    into_combat: bool
    double: bool
    strays_by: str
    leaned: tuple[str, ...]


def plan(facts: Fire, book: Book) -> FirePlan:
    """Raises RuleError for a shot that the page forbids, or a factor that is missing."""
    rulings = book.rulings
    _allowed(facts)
    blast, shots = _blast(facts, book) if facts.area else (None, _pairs(facts, book))
    strays = _strays(facts, book) if facts.into_combat else ()
    reached = [leaned for shot in shots if shot.target for leaned in shot.leaned]
    return FirePlan(
        blast=blast,
        shots=shots,
        strays=strays,
        strays_once=rulings.area_stray == "once_a_shot" and facts.area is not None,
        into_combat=facts.into_combat is not None,
        double=rulings.results == "double",
        strays_by=rulings.stray_dice,
        leaned=(*aid_leaned(facts.aiding, rulings), *dict.fromkeys(reached)),
    )


def _allowed(facts: Fire) -> None:
    _in_sight(facts)
    if facts.opportunity and not facts.exposed_move:
        raise RuleError(
            Text("Opportunity fire needs a target that was exposed over more than half of its possible move."),
            OPPORTUNITY,
        )
    if facts.aided is not None and facts.aided >= len(facts.targets):
        raise RuleError(Text("Friends aid against one of the targets (aided, from 0)."), AID)
    if facts.split is not None:
        _whole_parts(facts, facts.split)
    elif facts.area is None and len(facts.targets) > 1:
        raise RuleError(
            Text("One shot has one target: split an automatic weapon's factor, or use an area effect."), AUTOMATIC
        )
    if facts.area and any(target.ring_distance is None for target in facts.targets):
        raise RuleError(
            Text("An area effect needs every target's distance from the point of aim (ring_distance)."), AREA
        )


UNSEEN = {
    "blocked": N_("The target is out of sight: no direct fire"),
    "figure_between": N_("Another figure is at least partly between shooter and target: no direct fire"),
    "out_of_arc": N_(
        "The target is outside the shooter's arc, 45° from straight ahead unless trained or mounted: no direct fire"
    ),
}


def _in_sight(facts: Fire) -> None:
    if facts.sight != "clear" and not facts.indirect:
        raise RuleError(Sentence(Text(UNSEEN[facts.sight])), DIRECT)


def _whole_parts(facts: Fire, split: Sequence[int]) -> None:
    if facts.area:
        raise RuleError(Text("An area effect strikes all with one factor and cannot be split."), AUTOMATIC)
    if len(split) != len(facts.targets):
        few = Text(
            "{parts} parts of the factor need as many targets, not {targets}.",
            parts=len(split),
            targets=len(facts.targets),
        )
        raise RuleError(few, AUTOMATIC)
    has = factor(facts.shooter, "range", SHOOTER).value
    if sum(split) != has:
        wrong = Text("The parts add up to {total}; the Range Combat Factor is {factor}.", total=sum(split), factor=has)
        raise RuleError(wrong, AUTOMATIC)


def _attack_lines(facts: Fire, book: Book, part: int | None = None, aided: bool = True) -> list[Line]:
    """The shooter's side: a part replaces the factor, everything else counts in full for each part; friends aid against
    their own enemy only.
    """
    lines = [_own(facts)]
    if part is not None and part != lines[0].value:
        why = Text("automatic fire: {part} of it on this target", part=part)
        lines.append(Line(why, part - lines[0].value, AUTOMATIC, "total"))
    lines += personal(facts.shooter, book.tables, "attacker")
    lines += aid(facts.aiding, book.rulings) if aided else []
    return lines + _hard_to_hit(facts, book.tables)


def _own(facts: Fire) -> Line:
    """The shooter's factor; gas that lies on the table is no figure and shoots over no range."""
    line = factor(facts.shooter, "range", SHOOTER, "attacker")
    if facts.kind == "abc" and facts.shooter.physical_cf is None:
        return line._replace(why=Text("Combat Factor of the gas"))
    return line


def _hard_to_hit(facts: Fire, tables: Tables) -> list[Line]:
    """What opportunity fire and a target in combat take off."""
    lines: list[Line] = []
    if known := facts.opportunity:
        why = (
            Text("opportunity fire, known position") if known == "known" else Text("opportunity fire, unknown position")
        )
        lines.append(Line(why, tables.opportunity[known], OPPORTUNITY, "total"))
    if into := facts.into_combat:
        why = Text("target overlapping") if into == "overlap" else Text("target in hand to hand")
        lines.append(Line(why, tables.into_combat[into], INTO_COMBAT, "total"))
    return lines


def _target_lines(facts: Fire, book: Book, figure: Figure, who: str) -> list[Line]:
    lines = [factor(figure, facts.kind, Role(who, article=True)), *personal(figure, book.tables)]
    if _armoured_against_psi(facts, figure) and book.rulings.armour_against_psi == "not":
        return lines
    return [*lines, *protection(figure, facts.kind, facts.from_behind)]


def _armoured_against_psi(facts: Fire, figure: Figure) -> bool:
    """Whether it is a ruling that says what its armour is worth."""
    return facts.kind == "psi" and bool(figure.armour) and not facts.from_behind


def _psi_leaned(facts: Fire, figure: Figure) -> tuple[str, ...]:
    return ("armour_against_psi",) if _armoured_against_psi(facts, figure) else ()


def _terrain(target: Target) -> list[Line]:
    """Cover and height, together 3 at most (Modifiers)."""
    lines = _covered(target.cover)
    lines += [Line(Text("uphill"), 1, COVER, "total")] if target.uphill else []
    over = total(lines, "total") - MOST_TERRAIN
    return [*lines, Line(Text("terrain adds 3 at most"), -over, COVER, "total")] if over > 0 else lines


def _covered(cover: int) -> list[Line]:
    return [Line(Text(COVERS[cover]), cover, COVER, "total")] if cover else []


def _side(key: str, label: Text, by: str, lines: Iterable[Line], more: Iterable[Line] = ()) -> Side:
    ledger = tuple(lines)
    return Side(Throw(key, label, by, 6, Total(), None, (*ledger, *more), SHOOTING), total(ledger, "total"))


def _defence(who: str, lines: Iterable[Line], more: Iterable[Line] = ()) -> Side:
    """The die of a figure under fire, which its own player throws."""
    side = _side(who, Role(who), "defender", lines, more)
    return side._replace(throw=side.throw._replace(part=who))


def numbered(key: str, at: int, of: int) -> str:
    """`target` where it is the only one, else `target 2`."""
    return key if of == 1 else f"{key} {at + 1}"


def _pairs(facts: Fire, book: Book) -> tuple[Shot, ...]:
    return tuple(_pair(facts, book, at, target) for at, target in enumerate(facts.targets))


def _pair(facts: Fire, book: Book, at: int, target: Target) -> Shot:
    who = numbered(TARGET, at, len(facts.targets))
    part = facts.split[at] if facts.split else None
    label = Text("attack") if len(facts.targets) == 1 else Text("attack on {target}", target=Role(who))
    own = _attack_lines(facts, book, part, facts.aided in (None, at))
    attack = _side(numbered("attack", at, len(facts.targets)), label, "attacker", own)
    lines = _target_lines(facts, book, target.figure, who) + _terrain(target)
    return Shot(attack, _defence(who, lines), who, leaned=_psi_leaned(facts, target.figure))


def _blast(facts: Fire, book: Book) -> tuple[Side, tuple[Shot, ...]]:
    """One attack die for all, each target its own (Area effect)."""
    assert facts.area
    lines = _attack_lines(facts, book, aided=facts.aided is None)
    blast = _side("attack", Text("attack"), "attacker", lines)
    return blast, tuple(_struck(facts, book, facts.area, blast, at) for at in range(len(facts.targets)))


def _struck(facts: Fire, book: Book, area: Area, blast: Side, at: int) -> Shot:
    target = facts.targets[at]
    who = numbered(TARGET, at, len(facts.targets))
    assert target.ring_distance is not None
    if not area.reaches(target.ring_distance):
        return Shot(blast, None, who)
    lines = _target_lines(facts, book, target.figure, who) + _terrain(target)
    rings = area.ring(target.ring_distance)
    why = Text("{rings} × radius {radius}″ further from the point of aim", rings=rings, radius=area.radius)
    more = [Line(why, rings * book.tables.ring, AREA, "attack")] if rings else []
    if facts.aided == at:
        more += [line._replace(of="attack") for line in aid(facts.aiding, book.rulings)]
    return Shot(blast, _defence(who, lines, more), who, total(more, "attack"), _psi_leaned(facts, target.figure))


def _strays(facts: Fire, book: Book) -> tuple[Shot, ...]:
    """A shot at each bystander with the full factor and every modifier but the ring (Into combat)."""
    by = "attacker" if book.rulings.stray_dice == "shooter" else "defender"
    return tuple(_stray(facts, book, by, at) for at in range(len(facts.bystanders)))


def _stray(facts: Fire, book: Book, by: str, at: int) -> Shot:
    who = f"{BYSTANDER} {at + 1}"
    label = Text("stray attack on {bystander}", bystander=Role(who))
    attack = _side(f"stray_attack {at + 1}", label, by, _attack_lines(facts, book))
    bystander = facts.bystanders[at]
    lines = _target_lines(facts, book, bystander, who) + _covered(bystander.cover)
    return Shot(attack, _defence(who, lines), who, leaned=_psi_leaned(facts, bystander))
