"""`/act artillery`: the shells of several guns land on the units under them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from rules.command.effects import mark
from rules.command.planned import Planned
from rules.game.events import Event
from rules.game.unit import Unit
from rules.game.unit import Weapon as Carried
from rules.kernel.action import Played
from rules.kernel.errors import RuleError
from rules.kernel.text import Listed, Text, UnitRef, counted
from rules.openfire_ww2.artillery import Artillery
from rules.openfire_ww2.board_facts import Fields, armed, nearby, weapon_facts
from rules.openfire_ww2.facts import ARTILLERY, SMOKE
from rules.openfire_ww2.own_turn import apply_tests, ask_free_objectives
from rules.openfire_ww2.tables import Board, Order

ROUNDS = 3
"""Shells of a team in a Barrage, and shells of Supporting Fire."""
_MOST_ROUNDS = 20
_SUPPORTING: Fields = {"rng": 1000, "rof": 1, "mobility": "artillery", "domain": "vehicle_weapon", "explosive": True}
"""Mortars and guns off the table (Orders › Supporting Fire)."""


def is_supporting_by_shells(unit: Unit) -> bool:
    """True if a unit's Supporting Fire test was passed and its shells have not landed yet."""
    return unit.word("manoeuvre") == "supporting_fire"


def guns_of(board: Board, unit: Unit) -> list[Carried]:
    """Return the remaining artillery pieces of a unit."""
    return [weapon for weapon in armed(unit) if board.tables.weapons[weapon.name].mobility == "artillery"]


def gun_of(board: Board, unit: Unit, smoke: bool = False) -> Carried:
    """Return the artillery of a unit; raise RuleError if it has none."""
    rows = board.tables.weapons
    found = [weapon for weapon in guns_of(board, unit) if rows[weapon.name].smoke or not smoke]
    if not found and smoke:
        raise RuleError(Text("{unit} has no smoke rounds.", unit=unit.ref), SMOKE)
    if not found:
        raise RuleError(Text("{unit} has no artillery.", unit=unit.ref), ARTILLERY)
    return found[0]


class LandShells(Order):
    """`/act artillery`: `target` lists the units under the shells, once per shell; `count` repeats them all."""

    key, title, anybody, counted = Artillery.key, Text("Units under the shells"), True, True
    needs, several, done_to = ("unit", "target"), ("target",), Text("be hit")

    def checks(self) -> None:
        if not is_supporting_by_shells(self.unit):
            gun_of(self.board, self.unit)
        if self.unit.has("fired"):
            return
        if not self.unit.alive:
            unfired = Text("{unit} is out of action and has not fired: no shells land.", unit=self.unit.ref)
            raise RuleError(unfired, ARTILLERY)
        self.warn(Text("{unit} has not fired: `/act scatter` first (Artillery).", unit=self.unit.ref))

    def rolls(self) -> Iterable[Planned]:
        board, unit, ids = self.board, self.unit, self.request.target
        rounds = _assign_rounds(ids, 1 if self.request.count is None else self.request.count)
        supports = is_supporting_by_shells(unit)
        weapon = _SUPPORTING | {"pen": board.rulings.supporting_pen}
        if not supports:
            weapon = weapon_facts(board, unit, gun_of(board, unit).name)
        known = {id: nearby(board.unit(id)) | {"name": part} for part, id in self._parts.items()}
        facts = {"weapon": weapon, "targets": tuple(tuple(known[id] for id in under) for under in rounds)}
        struck = {part: board.unit(id) for part, id in self._parts.items()}
        yield Artillery.plan_roll(facts, attacker=unit, **struck)

    @property
    def _parts(self) -> Mapping[str, str]:
        """The units by their parts."""
        return {f"target {n}": id for n, id in enumerate(dict.fromkeys(self.request.target), 1)}

    def _results(self, played: Sequence[Played]) -> list[tuple[str, str]]:
        parts = self._parts
        return [(parts[one.name], one.terror) for one in played[0].outcome.others]

    def after(self, now: Board, played: Sequence[Played]) -> Iterator[Event]:
        unit = now.unit(self.unit.id)
        if unit.word("manoeuvre") in ("supporting_fire", "barrage"):
            yield from mark(unit, manoeuvre=None)
        yield from apply_tests(now, self._results(played))

    def notes(self, now: Board, played: Sequence[Played]) -> Iterable[Text]:
        return ask_free_objectives(now, self._results(played))

    def headline(self) -> Text:
        targets = Listed([UnitRef(id) for id in self._parts.values()])
        return Text("Shells of {unit} on {targets}", unit=self.unit.ref, targets=targets)

    def often(self) -> int:
        """Return the number of shells that a unit may be under."""
        if is_supporting_by_shells(self.unit):
            return ROUNDS
        shells = sum(min(gun.count, self.unit.models) for gun in guns_of(self.board, self.unit)[:1])
        return shells * (ROUNDS if self.unit.word("manoeuvre") == "barrage" else 1)


def _assign_rounds(targets: Sequence[str], times: int) -> list[list[str]]:
    """Put the nth mention of a unit under the nth shell; raise RuleError for too many shells."""
    rounds: list[list[str]] = []
    for id in [*targets] * times:
        under = next((units for units in rounds if id not in units), None)
        if under is None:
            rounds.append(under := [])
        under.append(id)
    if len(rounds) > _MOST_ROUNDS:
        shells = counted(len(rounds), "shell", "shells")
        too_many = Text("{shells} on one unit: at most {most} are allowed.", shells=shells, most=_MOST_ROUNDS)
        raise RuleError(too_many, ARTILLERY)
    return rounds or [[]]
