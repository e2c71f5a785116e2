"""Who fires when nobody says so: every living, unsuppressed figure whose weapon reaches and whose action allows it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import NamedTuple

from rules.command.choices import served, weapon_groups
from rules.command.movement import Band, up_to
from rules.fubar.board_facts import is_vehicle, unit_facts, weapons_left
from rules.fubar.facts import Shooters
from rules.fubar.shooting import fire_points, reach_of
from rules.fubar.tables import Board, WeaponRow
from rules.game.unit import Unit
from rules.kernel.errors import RuleError
from rules.kernel.facts import Ask, MissingFacts
from rules.kernel.text import NOTHING, Joined, Plural, Term, Text, counted

# Why a unit has nobody that fires: who lies, who fires elsewhere, what is destroyed, what a weapon takes.


def hands_for(board: Board, unit: Unit, groups: Iterable[Shooters]) -> int:
    """Figures that it takes to serve those weapons: one each on the mount of a bunker; a vehicle has its crew."""
    rows = board.tables.weapons
    if is_vehicle(unit):
        return 0
    return sum((1 if group.mounted else rows[group.weapon].crew) * group.count for group in groups)


def nobody(
    board: Board, unit: Unit, left: Mapping[str, int], used: Sequence[Shooters], distance: Decimal, action: str
) -> Text:
    """The reason in a sentence; `left` are the weapons that work and have not fired in this volley."""
    standing = unit_facts(unit).standing
    if not standing:
        return Text(
            "All {figures} of {unit} are suppressed: nobody can fire.",
            figures=counted(unit.models, "figure", "figures"),
            unit=unit.ref,
        )
    names = [name for name, count in left.items() if count > 0]
    hands = standing - hands_for(board, unit, used)
    if used and (not names or hands <= 0):
        return Text("Nobody of {unit} is left for this target: all who can fire do so at the others.", unit=unit.ref)
    if unit.weapons and not names:
        return Text("{unit} has nothing that fires: its weapons are destroyed.", unit=unit.ref)
    return _too_few(board, unit, names, distance, hands) or _out_of_reach(board, unit, names, distance, action)


def _too_few(board: Board, unit: Unit, names: Iterable[str], distance: Decimal, hands: int) -> Text | None:
    """The weapon that would reach, had it its crew; those of a vehicle need none (Weapons)."""
    if is_vehicle(unit):
        return None
    rows = board.tables.weapons
    mounted = {weapon.name for weapon in unit.weapons if weapon.mounted}
    for name in names:
        row = rows[name]
        if name not in mounted and row.crew > hands and fire_points(row, distance):
            return Text(
                "{unit} has nothing that fires {distance}″: the {weapon} on foot needs {crew}, it has {left}.",
                unit=unit.ref,
                distance=distance,
                weapon=Term(name),
                crew=counted(row.crew, "standing figure", "standing figures"),
                left=hands,
            )
    return None


def _out_of_reach(board: Board, unit: Unit, names: Iterable[str], distance: Decimal, action: str) -> Text:
    rows = board.tables.weapons
    reach = Joined([reach_of(name, rows[name]) for name in names], ", ")
    walking = Text("; on a walk only small arms and thrown grenades fire") if action == "walk" else NOTHING
    return Text(
        "{unit} has nothing that fires {distance}″ ({reach}{walking}).",
        unit=unit.ref,
        distance=distance,
        reach=reach or Text("no weapons"),
        walking=walking,
    )


# Who fires.


class Manned(NamedTuple):
    """A kind of weapon of a unit about to fire.

    `mounted` is one on a vehicle, or on a mount that is not left for a walk (Weapons, note 1); `hands` are the standing
    figures that one takes: those of a vehicle are its crew's.
    """

    row: WeaponRow
    mounted: bool
    hands: int


@dataclass
class Shooting:
    """A unit about to fire by an action; `mount` says that its crewed weapons stand on the mount of a bunker."""

    board: Board
    unit: Unit
    action: str
    mount: bool = False

    def __post_init__(self) -> None:
        self.weapons = {weapon.name: self._manned(weapon.name) for weapon in self.unit.weapons}

    def _manned(self, name: str) -> Manned:
        row = self.board.tables.weapons[name]
        if is_vehicle(self.unit):
            return Manned(row, True, 0)
        fixed = any(weapon.mounted for weapon in self.unit.weapons if weapon.name == name)
        mounted = self.action != "walk" and (fixed or (self.mount and row.crew > 1))
        return Manned(row, mounted, 1 if mounted else row.crew)

    def group(self, name: str, count: int) -> Shooters:
        return Shooters.model_validate({"weapon": name, "count": count, "mounted": self.weapons[name].mounted})

    def allows(self, name: str) -> bool:
        """Whether its action does: on a walk only small arms, what is thrown and what has a mount (Activation)."""
        row, mounted, _ = self.weapons[name]
        return self.action != "walk" or row.small or row.on_the_walk or mounted

    def left_over(self, used: Iterable[Shooters]) -> int:
        """Standing figures that do not serve those weapons."""
        return unit_facts(self.unit).standing - hands_for(self.board, self.unit, used)


def can_fire_by(board: Board, unit: Unit, action: str) -> bool:
    """True if enough figures stand to serve one of its weapons that works and that its action allows."""
    shooting, left = Shooting(board, unit, action), weapons_left(unit)
    hands = shooting.left_over(())
    return hands > 0 and any(
        left[name] and shooting.allows(name) and weapon.hands <= hands for name, weapon in shooting.weapons.items()
    )


def firers(shooting: Shooting, text: str, distance: Decimal, used: Iterable[Shooters]) -> list[Shooters]:
    """The weapons that fire: those named, or all that can; `used` ones have fired at another target of the volley.

    Raises RuleError for more of them than the standing figures can serve, over all targets (Firing), MissingFacts where
    the owner has to say what the fallen have left.
    """
    used, unit = list(used), shooting.unit
    left = _left(unit, used)
    chosen = _named(shooting, text, left) if text.strip() else _all(shooting, distance, left, used)
    if not chosen:
        raise RuleError(nobody(shooting.board, unit, left, used, distance, shooting.action), "Firing")
    if text.strip() or used:  # of its own accord a unit takes no more than it can serve
        _enough_hands(shooting, [*used, *chosen])
        _one_weapon_when_moving(unit, chosen, used, shooting.action)
    return chosen


def picked_by_ruling(shooting: Shooting, text: str, distance: Decimal) -> bool:
    """Whether the ruling `best_weapon_survives` decides who fires: with `yes` where nobody was named, with `no` where
    somebody had to be.
    """
    named = bool(text.strip()) == (shooting.board.rulings.best_weapon_survives == "no")
    if not named or shooting.unit.models >= shooting.unit.starting:
        return False
    return _in_doubt(shooting, _able(shooting, distance, weapons_left(shooting.unit)))


def _in_doubt(shooting: Shooting, able: Iterable[str]) -> bool:
    """Whether figures have fallen, and it matters which: those left cannot serve every weapon that there was."""
    unit, kinds = shooting.unit, list(able)
    if is_vehicle(unit) or unit.models >= unit.starting or len(kinds) < 2:
        return False
    left = weapons_left(unit)
    return sum(shooting.weapons[name].hands * left[name] for name in kinds) > unit.models


def _enough_hands(shooting: Shooting, groups: Iterable[Shooters]) -> None:
    unit = shooting.unit
    needed, standing = hands_for(shooting.board, unit, groups), unit_facts(unit).standing
    if needed > standing:
        raise RuleError(
            Text(
                "{needed} needed to serve these weapons, {attacker} has {standing}; suppressed figures cannot fire.",
                attacker=unit.ref,
                needed=counted(needed, "standing figure", "standing figures"),
                standing=counted(standing, "standing figure", "standing figures"),
            ),
            "Firing",
        )


def _left(unit: Unit, used: Iterable[Shooters]) -> dict[str, int]:
    left = weapons_left(unit)
    for group in used:
        left[group.weapon] = left.get(group.weapon, 0) - group.count
    return left


def _named(shooting: Shooting, text: str, left: dict[str, int]) -> list[Shooters]:
    unit = shooting.unit
    found: list[Shooters] = []
    for count, name in weapon_groups(text, left):
        if left[name] <= 0:
            raise RuleError(Text("{unit} has no {name} left to fire.", unit=unit.ref, name=Term(name)), "Firing")
        if count is not None and count > left[name]:
            raise RuleError(
                Text(
                    "{unit} has {left} {name} to fire, not {count}.",
                    unit=unit.ref,
                    left=left[name],
                    name=Term(name),
                    count=count,
                ),
                "Firing",
            )
        found.append(shooting.group(name, left[name] if count is None else count))
        left[name] -= found[-1].count
    return found


def _all(shooting: Shooting, distance: Decimal, left: dict[str, int], used: Iterable[Shooters]) -> list[Shooters]:
    """The weapons with the most dice a figure first, as many as there are standing figures to serve them."""
    able, hands = _able(shooting, distance, left), shooting.left_over(used)
    if _has_to_say(shooting, able, hands):
        raise MissingFacts([Ask("firers", _what_is_left(shooting.unit))])
    if is_vehicle(shooting.unit) and _moving(shooting.unit, shooting.action):
        return [shooting.group(name, 1) for name in able[:1]]
    chosen = served([(name, left[name], shooting.weapons[name].hands) for name in able], hands)
    return [shooting.group(name, count) for name, count in chosen.items()]


def _has_to_say(shooting: Shooting, able: Sequence[str], hands: int) -> bool:
    """Whether the owner has to say which weapons are left; where nobody stands who could serve any of them, no answer
    would do.
    """
    if shooting.board.rulings.best_weapon_survives != "no":
        return False
    return any(shooting.weapons[name].hands <= hands for name in able) and _in_doubt(shooting, able)


def _what_is_left(unit: Unit) -> Text:
    return Plural(
        "{n} figure of {unit} has fallen with its weapon: which ones fire? (ruling: {ruling})",
        "{n} figures of {unit} have fallen with their weapons: which ones fire? (ruling: {ruling})",
        unit.starting - unit.models,
        unit=unit.ref,
        ruling=Term("best_weapon_survives"),
    )


def _able(shooting: Shooting, distance: Decimal, left: dict[str, int]) -> list[str]:
    """The kinds of weapons that may fire so far, those with the most dice a figure first."""
    able = [name for name, count in left.items() if count > 0 and _can(shooting, name, distance)]

    def dice_a_figure(name: str) -> float:
        weapon = shooting.weapons[name]
        return fire_points(weapon.row, distance) / max(1, weapon.hands)

    return sorted(able, key=dice_a_figure, reverse=True)


def _can(shooting: Shooting, name: str, distance: Decimal) -> bool:
    return bool(fire_points(shooting.weapons[name].row, distance)) and shooting.allows(name)


def _moving(unit: Unit, action: str) -> bool:
    """Whether it moves in this activation: it has, or it will."""
    return unit.has("moved") or action == "walk"


def _one_weapon_when_moving(unit: Unit, chosen: list[Shooters], used: Iterable[Shooters], action: str) -> None:
    weapons = sum(group.count for group in (*chosen, *used))
    if is_vehicle(unit) and _moving(unit, action) and weapons > 1:
        moved = Text("{unit} has moved: it fires one weapon only.", unit=unit.ref)
        moves = Text("{unit} moves this turn: it fires one weapon only.", unit=unit.ref)
        raise RuleError(moved if unit.has("moved") else moves, "Vehicles")


# The bands of distance of a unit's weapons: their ranges, and the 6″ within an area of cover (Firing; Weapons).

SAME_AREA = 6


def bands(board: Board, unit: Unit) -> tuple[Band, ...]:
    rows = [board.tables.weapons[weapon.name] for weapon in unit.weapons]
    close = [row.close.range for row in rows if row.close]
    return up_to((SAME_AREA, *close, *(row.range for row in rows))) if rows else ()
