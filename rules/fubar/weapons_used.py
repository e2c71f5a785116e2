"""Default firers: every living, unsuppressed figure whose weapon reaches and whose action allows it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import NamedTuple

from rules.command.movement import Band, up_to
from rules.fubar.board_facts import is_vehicle, unit_facts, weapons_left
from rules.fubar.facts import Shooters
from rules.fubar.shooting import fire_points, reach_of
from rules.fubar.tables import Board, Book, WeaponRow
from rules.game.unit import Unit, keep_with
from rules.kernel.errors import RuleError
from rules.kernel.facts import Ask, MissingFacts
from rules.kernel.text import N_, NOTHING, Joined, Plural, Term, Text, counted
from rules.kit.arms import Arms


class Manned(NamedTuple):
    """A kind of weapon of a unit about to fire.

    `mounted` is True on a vehicle, or on a mount that is not left for a walk (Weapons, note 1). `hands` are the
    upright figures that one weapon takes; in a vehicle its crew serves it.
    """

    row: WeaponRow
    mounted: bool
    hands: int


class Shooting(Arms):
    """A unit that fires by an action, at one target after the other.

    With `mount`, its crewed weapons are on the mount of a bunker. `distance` is the distance of the current target.
    No weapon and no figure fires twice in a volley (Firing).
    """

    section = "Firing"

    def __init__(
        self, book: Book, unit: Unit, action: str, mount: bool = False, distance: Decimal = Decimal(0)
    ) -> None:
        self.book, self.unit, self.action, self.mount, self.distance = book, unit, action, mount, distance
        self.weapons = {weapon.name: self._man_weapon(weapon.name) for weapon in unit.weapons}
        self.standing, self.fired = unit_facts(unit).standing, 0
        super().__init__(weapons_left(unit), self.standing)

    def _man_weapon(self, name: str) -> Manned:
        row = self.book.tables.weapons[name]
        if is_vehicle(self.unit):
            return Manned(row, True, 0)
        fixed = any(weapon.mounted for weapon in self.unit.weapons if weapon.name == name)
        mounted = self.action != "walk" and (fixed or (self.mount and row.crew > 1))
        return Manned(row, mounted, 1 if mounted else row.crew)

    def takes(self, name: str) -> int:
        return self.weapons[name].hands

    def worth(self, name: str) -> float:
        weapon = self.weapons[name]
        return fire_points(weapon.row, self.distance) / max(1, weapon.hands)

    def can_fire(self, name: str) -> bool:
        return bool(fire_points(self.weapons[name].row, self.distance)) and self.allows(name)

    def allows(self, name: str) -> bool:
        """True if its action allows it: on a walk only small arms, grenades and mounted weapons (Activation)."""
        row, mounted, _ = self.weapons[name]
        return self.action != "walk" or row.small or row.on_the_walk or mounted

    def fire(self, text: str, distance: Decimal) -> list[Shooters]:
        """Return the weapons that fire at the next target: those named, or all that can.

        Raise RuleError for more of them than the upright figures can serve, over all targets; MissingFacts if the
        owner has to name the weapons that survive.
        """
        self.distance, before = distance, self.fired
        chosen = self.choose(text)
        self.fired += sum(count for _, count in chosen)
        if text.strip() or before:  # by default, a unit takes no more than it can serve
            self._must_be_served()
        found = [{"weapon": name, "count": count, "mounted": self.weapons[name].mounted} for name, count in chosen]
        return list(map(Shooters.model_validate, found))

    def _must_be_served(self) -> None:
        unit, standing = self.unit, counted(self.standing, "standing figure", "standing figures")
        if self.hands < 0:
            needed = counted(self.standing - self.hands, "standing figure", "standing figures")
            few = N_(
                "{needed} needed to serve these weapons, {attacker} has {standing}; suppressed figures cannot fire."
            )
            raise RuleError(Text(few, attacker=unit.ref, needed=needed, standing=standing), self.section)
        if self.is_moving and self.fired > 1:
            moved = Text("{unit} has moved: it fires one weapon only.", unit=unit.ref)
            moves = Text("{unit} moves this turn: it fires one weapon only.", unit=unit.ref)
            raise RuleError(moved if unit.has("moved") else moves, "Vehicles")

    @property
    def is_moving(self) -> bool:
        """True for a vehicle that moves in this activation, before or after the shot."""
        return is_vehicle(self.unit) and (self.unit.has("moved") or self.action == "walk")

    def refusal_text(self, name: str, count: int) -> Text | None:
        left, values = self.left[name], {"unit": self.unit.ref, "name": Term(name)}
        if left <= 0:
            return Text("{unit} has no {name} left to fire.", **values)
        more = N_("{unit} has {left} {name} to fire, not {count}.")
        return Text(more, left=left, count=count, **values) if count > left else None

    def choose_best(self, able: Sequence[str]) -> list[tuple[str, int]]:
        is_served = any(self.takes(name) <= self.hands for name in able)
        if self.book.rulings.best_weapon_survives == "no" and is_served and self._is_in_doubt(able):
            raise MissingFacts([Ask("firers", self._fallen_text())])
        return [self.take(name, 1) for name in able[:1]] if self.is_moving else super().choose_best(able)

    # Weapons that survive the fallen.

    def _is_in_doubt(self, able: Iterable[str]) -> bool:
        """True if figures have fallen, and those left cannot serve every weapon, so that the choice matters."""
        unit, kinds = self.unit, list(able)
        if unit.models >= unit.starting or len(kinds) < 2:
            return False
        left = weapons_left(unit)
        return sum(self.takes(name) * left[name] for name in kinds) > unit.models

    def is_picked_by_ruling(self, text: str) -> bool:
        """True if the ruling `best_weapon_survives` decides the firers.

        With `yes` this applies if none were named, with `no` if they had to be.
        """
        named = bool(text.strip()) == (self.book.rulings.best_weapon_survives == "no")
        if not named or self.unit.models >= self.unit.starting:
            return False
        return self._is_in_doubt(
            name for name, count in weapons_left(self.unit).items() if count > 0 and self.can_fire(name)
        )

    def _fallen_text(self) -> Text:
        return Plural(
            "{n} figure of {unit} has fallen with its weapon: which ones fire? (ruling: {ruling})",
            "{n} figures of {unit} have fallen with their weapons: which ones fire? (ruling: {ruling})",
            self.unit.starting - self.unit.models,
            unit=self.unit.ref,
            ruling=Term("best_weapon_survives"),
        )

    # Reasons why nothing fires: suppressed figures, other targets, destroyed weapons, missing crew.

    def silence_text(self) -> Text:
        unit, names = self.unit, [name for name, count in self.left.items() if count > 0]
        if not self.standing:
            figures = counted(unit.models, "figure", "figures")
            return Text("All {figures} of {unit} are suppressed: none can fire.", figures=figures, unit=unit.ref)
        if self.fired and (not names or self.hands <= 0):
            others = N_("No figure of {unit} is left for this target: all that can fire do so at the others.")
            return Text(others, unit=unit.ref)
        if unit.weapons and not names:
            return Text("{unit} has no weapon left to fire: all are destroyed.", unit=unit.ref)
        return self._too_few_text(names) or self._out_of_reach_text(names)

    def _too_few_text(self, names: Iterable[str]) -> Text | None:
        """Return the sentence for a weapon in range without enough crew; a vehicle's weapons need none (Weapons)."""
        if is_vehicle(self.unit):
            return None
        mounted = {weapon.name for weapon in self.unit.weapons if weapon.mounted}
        for name in names:
            row = self.weapons[name].row
            if name not in mounted and row.crew > self.hands and fire_points(row, self.distance):
                return Text(
                    "{unit} has no weapon that reaches {distance}″: the {weapon} on foot needs {crew}, it has {left}.",
                    unit=self.unit.ref,
                    distance=self.distance,
                    weapon=Term(name),
                    crew=counted(row.crew, "standing figure", "standing figures"),
                    left=self.hands,
                )
        return None

    def _out_of_reach_text(self, names: Iterable[str]) -> Text:
        reach = Joined([reach_of(name, self.weapons[name].row) for name in names], ", ")
        walking = Text("; on a walk only small arms and thrown grenades fire") if self.action == "walk" else NOTHING
        return Text(
            "{unit} has no weapon that reaches {distance}″ ({reach}{walking}).",
            unit=self.unit.ref,
            distance=self.distance,
            reach=reach or Text("no weapons"),
            walking=walking,
        )


def fires_unasked(board: Board, unit: Unit, action: str, mount: bool) -> bool:
    """True if it may fire at 0″, where every weapon reaches, and its owner need not name the firers."""

    def fires() -> bool:
        try:
            return bool(Shooting(board.book, unit, action, mount).choose(""))
        except (RuleError, MissingFacts):
            return False

    return keep_with(unit, board.book, (fires_unasked, action, mount), fires)


def can_fire_by(board: Board, unit: Unit, action: str) -> bool:
    """True if enough upright figures can serve one of its working weapons that the action allows."""

    def can_fire() -> bool:
        arms = Shooting(board.book, unit, action)
        able = (name for name, count in arms.left.items() if count and arms.allows(name))
        return arms.hands > 0 and any(arms.takes(name) <= arms.hands for name in able)

    return keep_with(unit, board.book, (can_fire_by, action), can_fire)


# Distance bands of a unit's weapons: their ranges, and the 6″ within an area of cover (Firing; Weapons).

SAME_AREA = 6


def bands(board: Board, unit: Unit) -> tuple[Band, ...]:
    rows = [board.tables.weapons[weapon.name] for weapon in unit.weapons]
    close = [row.close.range for row in rows if row.close]
    return up_to((SAME_AREA, *close, *(row.range for row in rows))) if rows else ()
