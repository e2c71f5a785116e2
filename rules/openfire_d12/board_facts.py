"""Units of the record as facts of the core rules, and their assault ranges."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Set

from rules.command.effects import add_words, mark, require_alive
from rules.game.events import Event
from rules.game.unit import Unit, cache_per_unit
from rules.kernel.errors import RuleError
from rules.kernel.facts import validate
from rules.kernel.text import Listed, Note, Text, table_note
from rules.openfire_d12.facts import D12UnitFacts, profile
from rules.openfire_d12.shooting import ASSAULT_RANGE
from rules.openfire_d12.tables import Board

TRANSPORT = "Special Rules › Transport"
MOST_TOKENS = 2


@cache_per_unit
def unit_facts(unit: Unit) -> D12UnitFacts:
    """Return a unit as facts: its profile, hit points and suppression."""
    of = profile(unit)
    return validate(
        D12UnitFacts,
        {
            "skl": of.skl,
            "def": of.defence,
            "cmd": of.cmd,
            "mov": of.mov,
            "hp": hit_points(unit),
            "max_hp": of.hp,
            "suppression": min(MOST_TOKENS, unit.count("suppression")),
            "stealth": of.stealth,
            "heavy_armour": of.heavy_armour,
            "fearless": of.fearless,
            "flying": of.flying,
            "vehicle": of.vehicle,
            "scout": of.scout,
            "transport": of.transport,
        },
    )


@cache_per_unit
def hit_points(unit: Unit) -> tuple[int, ...]:
    """Return the hit points per model, the leader last, with no more living models than `models`."""
    full = profile(unit).hp
    points = [min(full, hp) for hp in unit.hp] or [full] * unit.models
    for at, hp in enumerate(points):
        if hp and sum(map(bool, points)) > unit.models:
            points[at] = 0
    return tuple(points)


def require_on_table(unit: Unit, what: Text) -> Unit:
    """Return the unit; raise RuleError if it is destroyed, or inside another."""
    require_alive(unit, what)
    if unit.has("aboard"):
        raise RuleError(Text("{unit} is inside another unit: get out with `/act leave`.", unit=unit.ref), TRANSPORT)
    return unit


def enemies_close_to(board: Board, unit: Unit) -> list[Unit]:
    """Return the living enemies in whose assault range the unit is."""
    units = board.game.units
    return [units[id] for id in unit.words("in_assault_range_of") if id in units and units[id].alive]


def close_in(board: Board, unit: Unit, other: Unit) -> list[Event]:
    """Return events by which two units enter each other's assault range."""
    events: list[Event] = []
    for one, two in ((unit, other), (other, unit)):
        events += add_words(board.unit(one.id), "in_assault_range_of", two.id)
    return events


def leave_ranges(board: Board, unit: Unit, enemies: Collection[str] | None = None) -> list[Event]:
    """Return events by which the unit and those enemies leave each other's assault range; None means all."""
    left = {*unit.words("in_assault_range_of"), *board.game.units} if enemies is None else set(enemies)
    events = _remove_assault_ranges(unit, left)
    for other in board.game.units.values():
        if other.id in left:
            events += _remove_assault_ranges(other, {unit.id})
    return events


def _remove_assault_ranges(unit: Unit, gone: Set[str]) -> list[Event]:
    """Return events that remove the `gone` from the unit's assault ranges."""
    ids = unit.words("in_assault_range_of")
    if gone.isdisjoint(ids):
        return []
    return mark(unit, in_assault_range_of=",".join(id for id in ids if id not in gone))


def may_strike(board: Board, unit: Unit) -> bool:
    """True if it can make a free attack: fewer than two tokens, and a weapon of range 1 (Attack)."""
    armed = any(board.tables.weapons[one.name].rng <= ASSAULT_RANGE for one in unit.weapons)
    here = unit.alive and not unit.has("aboard")
    return here and armed and unit.count("suppression") < MOST_TOKENS


def may_impact(board: Board, unit: Unit) -> bool:
    """True if it has its free attack by Impact, once after an Assault, on an enemy still there (Impact)."""
    armed = any(board.tables.weapons[one.name].impact for one in unit.weapons)
    done = unit.words("actions_done")
    ready = "assault" in done and "impact" not in done and unit.count("suppression") < MOST_TOKENS
    return armed and ready and bool(enemies_close_to(board, unit))


def staying_notes(board: Board, unit: Unit, but: str = "") -> list[Note]:
    """Return a note on the enemies in whose assault range a moved unit still is, without `but`."""
    names = Listed([enemy.ref for enemy in enemies_close_to(board, unit) if enemy.id != but])
    return [table_note(Text("It stays within 1″ of {enemies}.", enemies=names))] if names else []


def units_inside(board: Board, carrier: str) -> list[Unit]:
    """Return the living units aboard another."""
    return [unit for unit in board.game.living if unit.word("aboard") == carrier]


def passengers_note(before: Board, board: Board, ids: Iterable[str]) -> list[Note]:
    """Return a note to place the passengers of each destroyed unit."""
    lines: list[Note] = []
    for unit in [unit for unit in map(board.unit, dict.fromkeys(ids)) if not unit.alive]:
        if out := Listed([one.ref for one in units_inside(before, unit.id)]):
            lines.append(table_note(Text("Place the models of {units} where {unit} was.", units=out, unit=unit.ref)))
    return lines
