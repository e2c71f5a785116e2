"""Reactions: the units that move, and the enemies On Guard that may fire at them (Activation › On Guard)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from rules.command.planned import CommandPlan, Instead, Reaction
from rules.command.turns import by_side
from rules.fubar.board_facts import is_vehicle, unit_facts, weapons_left
from rules.fubar.tables import Board, Order
from rules.game.entry import Entry
from rules.game.events import StateSet
from rules.game.unit import Unit
from rules.kernel.action import Played
from rules.kernel.plays import Fields
from rules.kernel.request import Request, changed
from rules.kernel.text import N_, Text, ask_note

Moves = Iterable[tuple[str, Mapping[str, str], Fields]]
"""Actions that were played: the action, its units by part, its outcome."""


class Exposed(Order):
    """An order that moves figures; its result names the possible reactions."""

    @property
    def approaching_units(self) -> list[str]:
        """The units that move although no roll of the order shows it."""
        return []

    def make_plan(self) -> CommandPlan:
        found = super().make_plan()

        def notes(now: Board, played: Sequence[Played]) -> Sequence[Text]:
            plays = zip(found.plays, played, strict=True)
            moved = _movers((plan.action, plan.roles, done.outcome._asdict()) for plan, done in plays)
            ready = _ready_reactors(now, [*self.approaching_units, *moved])
            if not ready:
                return found.notes(now, played)
            said = Text("May react, if they see it: {names}.", names=by_side(unit for unit, _ in ready))
            first = Text("If they fire, remove losses before the move ends.")
            return [*found.notes(now, played), first, ask_note(said)]

        return changed(found, notes=notes)


class ContactOrder(Exposed):
    """An order that leads into contact; if its move was not recorded, possible reactions come first."""

    @property
    def approaching_units(self) -> list[str]:
        """The unit, unless it continues a fight or its move into contact was recorded."""
        unit = self.unit
        return [] if self.target.id in unit.words("engaged_with") or has_charged(unit) else [unit.id]

    @cached_property
    def answers(self) -> Text | None:
        """The enemies that may still fire at the charge, by name."""
        ready = _ready_reactors(self.board, self.approaching_units)
        return by_side(unit for unit, _ in ready) if ready else None

    def warn_of_answers(self) -> None:
        if self.answers:
            first = N_(
                "May react before it strikes: {names}. For that, record the charge first: `/move` with Assault "
                "(Activation › On Guard)."
            )
            self.warn(Text(first, names=self.answers))

    def alternative(self) -> Instead | None:
        """Return the charge as a separate move, if there is no other warning.

        So enemies On Guard are asked for their shot before the blows.
        """
        if not self.answers or len(self.warnings) > 1:
            return None
        request = self.request
        move = Request("move", request.unit, request.target, action="assault", side=request.side)
        return Instead(Text("Charge, then ask {names}", names=self.answers), move)


def _movers(plays: Moves) -> list[str]:
    """Return the units that moved, by the outcome, including the pursuer and a unit that withdrew."""
    found: list[str] = []
    for action, roles, outcome in plays:
        match action:
            case "movement" if outcome["inches"]:
                found.append(roles["unit"])
            case "activate" if outcome["result"] == "withdraw":
                found.append(roles["unit"])
            case "withdraw" if outcome["passed"]:
                found += [roles["unit"], *([roles["pursuer"]] if outcome["pursued"] else [])]
            case _:
                pass
    return found


def has_charged(unit: Unit) -> bool:
    """True if the unit's move into contact is recorded, and possible reactions were announced."""
    return unit.has("moved") and unit.word("action") == "assault"


def reactions(board: Board, entry: Entry) -> list[Reaction]:
    """Return the reaction shots at the units that moved in an entry, one for each enemy that may fire."""
    asked = entry.request
    boards = asked.get("unit", ()) if (asked.get("command"), asked.get("action")) == ("act", "board") else ()
    plays = [(play.action, play.roles, play.outcome) for play in entry.plays]
    # Those that moved into contact, without those in a fight or with a recorded charge.
    attackers = {play.roles.get("attacker") or play.roles.get("vehicle") for play in entry.plays}
    marked = [event for event in entry.events if isinstance(event, StateSet) and event.state == "moved"]
    charging = [event.unit for event in marked if event.value and event.unit in attackers]
    return _reaction_shots(board, [*boards, *charging, *_movers(plays)])


def further_reactions(board: Board, entry: Entry) -> list[Reaction]:
    """Return the reaction shots that are left at the target of an entry that was one."""
    return _reaction_shots(board, entry.request.get("target", ())) if _is_reaction(entry) else []


def _reaction_shots(board: Board, movers: Iterable[str]) -> list[Reaction]:
    return [
        Reaction(
            unit.id,
            Text("{unit}: reaction", unit=unit.ref),
            Request("fire", (unit.id,), (mover.id,), situation=("reaction",)),
        )
        for unit, mover in _ready_reactors(board, movers)
    ]


def _is_reaction(entry: Entry) -> bool:
    return entry.command == "fire" and "reaction" in entry.request.get("situation", ())


def resume_charge(board: Board, entry: Entry) -> Request | None:
    """Return the blows of a charge, if the entry was the last reaction to it; None if there are none to strike yet."""
    if not _is_reaction(entry):
        return None
    units = board.game.units
    for unit in [units[id] for id in entry.request.get("target", ()) if id in units]:
        enemy = units.get(unit.word("charging_at") or "")
        ready = unit.alive and has_charged(unit) and not unit.has("engaged_with") and not is_vehicle(unit)
        if ready and enemy is not None and enemy.alive and not _ready_reactors(board, [unit.id]):
            return Request("assault", (unit.id,), (enemy.id,), side=unit.side)
    return None


def _ready_reactors(board: Board, movers: Iterable[str]) -> list[tuple[Unit, Unit]]:
    """Return the enemies that may react, each with its first possible target among the movers."""
    units = board.game.units
    found: dict[str, tuple[Unit, Unit]] = {}
    for mover in [units[id] for id in movers if id in units and units[id].alive]:
        for unit in units.values():
            if unit.side != mover.side and may_react(board, unit):
                found.setdefault(unit.id, (unit, mover))
    return list(found.values())


def may_react(board: Board, unit: Unit) -> bool:
    """True if a unit may react: On Guard, no reaction this turn, free to fire, with a manned weapon."""
    waits = unit.alive and unit.has("on_guard") and not unit.has("reacted")
    return waits and not unit.has("aboard") and not unit.has("engaged_with") and can_serve(board, unit)


def can_serve(board: Board, unit: Unit) -> bool:
    """True if enough upright figures are left to fire one of its working weapons."""
    rows, standing = board.tables.weapons, unit_facts(unit).standing
    mounted = {weapon.name for weapon in unit.weapons if weapon.mounted or is_vehicle(unit)}
    left = [name for name, count in weapons_left(unit).items() if count]
    return standing > 0 and any(name in mounted or rows[name].crew <= standing for name in left)
