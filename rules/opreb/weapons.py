"""The models and weapons that fire (if none are named, all with the most dice), and their range bands."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from rules.command.movement import Band, bands_of_width
from rules.game.unit import Unit, Weapon
from rules.kernel.errors import RuleError
from rules.kernel.text import Text, counted, several_of
from rules.kit.arms import Arms
from rules.opreb.tables import Board

# Units of the game as facts of Open Rebellion.


def small_arms(board: Board, unit: Unit) -> list[Weapon]:
    return [weapon for weapon in unit.weapons if not board.tables.weapons[weapon.name].support]


def has_small_arms(board: Board, unit: Unit) -> bool:
    """True if the unit has a small arm that its models can serve: some model always fires it."""
    rows = (board.tables.weapons[weapon.name] for weapon in unit.weapons)
    return any(row.rof and row.crew <= unit.models for row in rows)


def support_weapons(board: Board, unit: Unit) -> list[Weapon]:
    return [weapon for weapon in unit.weapons if board.tables.weapons[weapon.name].support]


def ready_to_fire(board: Board, unit: Unit) -> list[Weapon]:
    """Return small arms, and support weapons in position or whose crews count as riflemen."""
    in_place = unit.has("in_position") or crews_fire(board)
    return [weapon for weapon in unit.weapons if in_place or not board.tables.weapons[weapon.name].support]


def crews_fire(board: Board) -> bool:
    """True if crews of support weapons count as riflemen, by ruling."""
    return board.rulings.support_crew == "rof"


# The firing models and their weapons.

SECTION = "Small arms fire › Attacker dice pool"


class Firers(NamedTuple):
    """Firing small arms and support weapons, with their numbers by name."""

    small: dict[str, int]
    support: dict[str, int]


class SquadArms(Arms):
    """The weapons of a squad and the models that serve them."""

    section = SECTION

    def __init__(self, board: Board, unit: Unit) -> None:
        self.board, self.unit, self.rows = board, unit, board.tables.weapons
        self.carried = Counter[str]()
        for weapon in unit.weapons:
            self.carried[weapon.name] += weapon.count
        super().__init__(self.carried, unit.models)

    def takes(self, name: str) -> int:
        return self.rows[name].crew

    def worth(self, name: str) -> float:
        """Return the dice per model; a support weapon out of position has only its crew's, by ruling."""
        row = self.rows[name]
        if not row.support:
            return row.rof
        crew = _usual_rof(self.board, self.unit) if crews_fire(self.board) else 0
        return crew + (row.dice / row.crew if self.unit.has("in_position") else 0)

    def refusal_text(self, name: str, count: int) -> Text | None:
        if count <= self.left[name]:
            return None
        there, wanted = several_of(self.carried[name], name), self.carried[name] - self.left[name] + count
        return Text("{unit} has {weapons}, not {wanted}.", unit=self.unit.ref, weapons=there, wanted=wanted)

    def choose(self, text: str) -> list[tuple[str, int]]:
        found = super().choose(text)
        if self.hands < 0:
            there = counted(self.unit.models, "model", "models")
            values = {"unit": self.unit.ref, "models": there, "needed": self.unit.models - self.hands}
            raise RuleError(Text("{unit} has {models}; these weapons need {needed}.", **values), SECTION)
        return found


def firers(board: Board, unit: Unit, text: str) -> Firers:
    """Return the named weapons, or all that the living models serve; raise RuleError for too many."""
    chosen, arms = Firers({}, {}), SquadArms(board, unit)
    for name, count in arms.choose(text):
        of_kind = chosen.support if arms.rows[name].support else chosen.small
        of_kind[name] = of_kind.get(name, 0) + count
    return chosen


def shooters(board: Board, chosen: Firers, band: int) -> list[dict[str, object]]:
    """Return small arms as facts; their band only if it differs from the squad's."""
    rows = board.tables.weapons
    return [
        {"count": count, "rof": rows[name].rof, "band": rows[name].band if rows[name].band != band else None}
        for name, count in chosen.small.items()
    ]


def support(board: Board, unit: Unit, chosen: Firers) -> list[dict[str, object]]:
    """Return support weapons as facts; crews that fire by ruling have the squad's rate of fire."""
    rows = board.tables.weapons
    rof = _usual_rof(board, unit)
    return [
        {"weapon": name, "count": count, "dice": rows[name].dice, "crew": count * rows[name].crew, "rof": rof}
        for name, count in chosen.support.items()
    ]


def _usual_rof(board: Board, unit: Unit) -> int:
    """Return the rate of fire of the small arm that most models carry."""
    most = max(small_arms(board, unit), key=lambda weapon: weapon.count, default=None)
    return board.tables.weapons[most.name].rof if most else 1


def squad_band(board: Board, unit: Unit, chosen: Firers) -> int:
    """Return the band of most firing models; of the whole squad if only support fires; or 8″."""
    rows = board.tables.weapons
    carried = chosen.small or {weapon.name: weapon.count for weapon in small_arms(board, unit)}
    bands: dict[int, int] = {}
    for name, count in carried.items():
        band = rows[name].band or 0
        bands[band] = bands.get(band, 0) + count
    return max(bands, key=lambda band: (bands[band], band), default=8)


# The range bands of a squad whose small arms all have the same band (Small Arms Fire).

FARTHEST = 72
"""Inches; the length of a large table."""


def bands(board: Board, unit: Unit) -> tuple[Band, ...]:
    """Return the range bands of a squad; none for mixed bands, which depend on the firing models."""
    rows = [board.tables.weapons[weapon.name] for weapon in unit.weapons]
    found = {row.band for row in rows if row.band}
    return bands_of_width(found.pop(), FARTHEST) if len(found) == 1 else ()
