"""A shot in numbers: the modifiers of each die with their reasons, and forbidden shots."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from rules.bayonet.facts import (
    SHOOTING,
    BayonetFigure,
    BayonetFireFacts,
    Bystander,
    Target,
    factor,
    personal,
    protection,
)
from rules.bayonet.tables import AID, COVERS, Book, aid
from rules.kernel.dice import Line, Roll, Total, total
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
"""The parts of targets; several of them are numbered."""
UNSEEN = {
    "blocked": N_("The target is out of sight: no direct fire"),
    "figure_between": N_("Another figure is at least partly between shooter and target: no direct fire"),
    "out_of_arc": N_(
        "The target is outside the shooter's arc, 45° from straight ahead unless trained or mounted: no direct fire"
    ),
}


def must_be_allowed(facts: BayonetFireFacts) -> None:
    """Raise RuleError for a shot that the rules forbid."""
    if facts.sight != "clear" and not facts.indirect:
        raise RuleError(Sentence(Text(UNSEEN[facts.sight])), DIRECT)
    if facts.opportunity and not facts.exposed_move:
        hidden = Text("Opportunity fire needs a target that was exposed over more than half of its possible move.")
        raise RuleError(hidden, OPPORTUNITY)
    if facts.aided is not None and facts.aided >= len(facts.targets):
        raise RuleError(Text("Friends aid against one of the targets (aided, from 0)."), AID)
    if facts.split is not None:
        _must_be_whole(facts, facts.split)
    elif facts.area is None and len(facts.targets) > 1:
        several = Text("One shot has one target: split an automatic weapon's factor, or use an area effect.")
        raise RuleError(several, AUTOMATIC)
    if facts.area and any(target.ring_distance is None for target in facts.targets):
        unsaid = Text("An area effect needs every target's distance from the point of aim (ring_distance).")
        raise RuleError(unsaid, AREA)


def _must_be_whole(facts: BayonetFireFacts, split: Sequence[int]) -> None:
    parts, targets, added = len(split), len(facts.targets), sum(split)
    if facts.area:
        raise RuleError(Text("An area effect hits all with one factor and cannot be split."), AUTOMATIC)
    if parts != targets:
        few = Text(
            "Name one target for each part of the factor (parts: {parts}, targets: {targets}).",
            parts=parts,
            targets=targets,
        )
        raise RuleError(few, AUTOMATIC)
    has = factor(facts.shooter, "range", SHOOTER).value
    if added != has:
        wrong = Text(
            "The parts must add up to the Range Combat Factor, {factor}; they add up to {total}.",
            total=added,
            factor=has,
        )
        raise RuleError(wrong, AUTOMATIC)


class ComparisonDie(NamedTuple):
    """A die of a comparison and its modifier."""

    throw: Roll[int]
    bonus: int


def _make_side(key: str, label: Text, by: str, lines: Iterable[Line], more: Iterable[Line] = ()) -> ComparisonDie:
    ledger = tuple(lines)
    return ComparisonDie(Roll(key, label, by, 6, Total(), None, (*ledger, *more), SHOOTING), total(ledger, "total"))


class BayonetShot(NamedTuple):
    """A comparison: the attack, and its target's die, None if the effect does not reach it.

    `unit` is the target's part. `more` is the modifier of a common attack die for this target alone: its distance
    from the point of aim, and friends who aid against it. `rulings_used` are the rulings that decided something for its
    target.
    """

    attack: ComparisonDie
    target: ComparisonDie | None
    unit: str
    more: int = 0
    rulings_used: tuple[str, ...] = ()


def numbered_key(key: str, at: int, of: int) -> str:
    """Return `target` if it is the only one, else `target 2`."""
    return key if of == 1 else f"{key} {at + 1}"


class Numbers(NamedTuple):
    """The dice of a shot, from its facts."""

    facts: BayonetFireFacts
    book: Book

    def pairs(self) -> tuple[BayonetShot, ...]:
        """Return a shot for each target."""
        return tuple(self._make_shot(at, target) for at, target in enumerate(self.facts.targets))

    def _make_shot(self, at: int, target: Target) -> BayonetShot:
        facts, of = self.facts, len(self.facts.targets)
        who = numbered_key(TARGET, at, of)
        label = Text("attack") if of == 1 else Text("attack on {target}", target=Role(who))
        own = self._attack_lines(facts.split[at] if facts.split else None, facts.aided in (None, at))
        attack = _make_side(numbered_key("attack", at, of), label, "attacker", own)
        return BayonetShot(
            attack,
            self._defence_side(who, target.figure, _terrain_lines(target)),
            who,
            rulings_used=self._psi_rulings(target.figure),
        )

    def blast(self) -> tuple[ComparisonDie, tuple[BayonetShot, ...]]:
        """Return the one attack die of an area effect, and a shot for each target (Area effect)."""
        blast = _make_side("attack", Text("attack"), "attacker", self._attack_lines(aided=self.facts.aided is None))
        return blast, tuple(self._blast_shot(blast, at, target) for at, target in enumerate(self.facts.targets))

    def _blast_shot(self, blast: ComparisonDie, at: int, target: Target) -> BayonetShot:
        facts, area, away = self.facts, self.facts.area, target.ring_distance
        who = numbered_key(TARGET, at, len(facts.targets))
        assert area
        assert away is not None
        if not area.reaches(away):
            return BayonetShot(blast, None, who)
        rings = area.ring(away)
        why = Text("{rings} × radius {radius}″ further from the point of aim", rings=rings, radius=area.radius)
        more = [Line(why, rings * self.book.tables.ring, AREA, "attack")] if rings else []
        if facts.aided == at:
            more += [line._replace(of="attack") for line in aid(facts.aiding, self.book.rulings)]
        defence = self._defence_side(who, target.figure, _terrain_lines(target), more)
        return BayonetShot(blast, defence, who, total(more, "attack"), self._psi_rulings(target.figure))

    def strays(self) -> tuple[BayonetShot, ...]:
        """Return a shot at each bystander, with the full factor and every modifier but the ring (Into combat)."""
        by = "attacker" if self.book.rulings.stray_dice == "shooter" else "defender"
        return tuple(self._stray_shot(by, at, bystander) for at, bystander in enumerate(self.facts.bystanders))

    def _stray_shot(self, by: str, at: int, bystander: Bystander) -> BayonetShot:
        who = f"{BYSTANDER} {at + 1}"
        label = Text("stray attack on {bystander}", bystander=Role(who))
        attack = _make_side(f"stray_attack {at + 1}", label, by, self._attack_lines())
        return BayonetShot(
            attack,
            self._defence_side(who, bystander, _cover_lines(bystander.cover)),
            who,
            rulings_used=self._psi_rulings(bystander),
        )

    def _attack_lines(self, part: int | None = None, aided: bool = True) -> list[Line]:
        """Return the lines of an attack; a part replaces the factor, everything else counts in full.

        Friends aid against their own enemy only.
        """
        facts, tables = self.facts, self.book.tables
        own = factor(facts.shooter, "range", SHOOTER, "attacker")
        if facts.kind == "abc" and facts.shooter.physical_cf is None:  # gas on the table is not a figure
            own = own._replace(why=Text("Combat Factor of the gas"))
        lines = [own]
        if part is not None and part != own.value:
            why = Text("automatic fire: {part} of it on this target", part=part)
            lines.append(Line(why, part - own.value, AUTOMATIC, "total"))
        lines += personal(facts.shooter, tables, "attacker")
        lines += aid(facts.aiding, self.book.rulings) if aided else []
        if known := facts.opportunity:
            why = (
                Text("opportunity fire, known position")
                if known == "known"
                else Text("opportunity fire, unknown position")
            )
            lines.append(Line(why, tables.opportunity[known], OPPORTUNITY, "total"))
        if into := facts.into_combat:
            why = Text("target overlapping") if into == "overlap" else Text("target in hand to hand")
            lines.append(Line(why, tables.into_combat[into], INTO_COMBAT, "total"))
        return lines

    def _defence_side(
        self, who: str, figure: BayonetFigure, terrain: Iterable[Line], more: Iterable[Line] = ()
    ) -> ComparisonDie:
        """Return the die of a figure under fire, which its own player rolls."""
        facts, book = self.facts, self.book
        lines = [factor(figure, facts.kind, Role(who, article=True)), *personal(figure, book.tables)]
        if not (self._psi_rulings(figure) and book.rulings.armour_against_psi == "not"):
            lines += protection(figure, facts.kind, facts.from_behind)
        side = _make_side(who, Role(who), "defender", (*lines, *terrain), more)
        return side._replace(throw=side.throw._replace(part=who))

    def _psi_rulings(self, figure: BayonetFigure) -> tuple[str, ...]:
        """Return the ruling that decides about its armour, if one does."""
        facts = self.facts
        counts = facts.kind == "psi" and figure.armour and not facts.from_behind
        return ("armour_against_psi",) if counts else ()


def _terrain_lines(target: Target) -> list[Line]:
    """Return cover and height, together 3 at most (Modifiers)."""
    lines = _cover_lines(target.cover)
    lines += [Line(Text("uphill"), 1, COVER, "total")] if target.uphill else []
    over = total(lines, "total") - MOST_TERRAIN
    return [*lines, Line(Text("terrain adds 3 at most"), -over, COVER, "total")] if over > 0 else lines


def _cover_lines(cover: int) -> list[Line]:
    return [Line(Text(COVERS[cover]), cover, COVER, "total")] if cover else []
