"""Units of the record as Bayonet's figures, and what they may still do."""

from __future__ import annotations

from rules.bayonet.figures import FACTORS, RATE, RESOLVED, Figure
from rules.bayonet.profile import Profile
from rules.bayonet.tables import Kind, Rulings, Tables
from rules.commands import Board
from rules.errors import RuleError
from rules.text import counted, say
from rules.unit import Unit


def tables(board: Board) -> Tables:
    return board.book.tables


def rulings(board: Board) -> Rulings:
    return board.book.rulings


def profile(unit: Unit) -> Profile:
    return Profile.model_validate(unit.profile)


def figure(unit: Unit) -> Figure:
    """A unit as the rules are told of it."""
    found = profile(unit)
    return Figure.model_validate({name: getattr(found, name) for name in Figure.model_fields})


def ready(unit: Unit) -> Unit:
    """The unit itself; raises RuleError for one whose state keeps it from shooting (Results; Direct fire)."""
    if unit.has("suppressed"):
        raise RuleError(
            say("{unit} is suppressed: it seeks cover and does not return fire.", unit=unit.name), "Results"
        )
    if unit.has("fleeing"):
        raise RuleError(say("{unit} flees: it moves away and does not return fire.", unit=unit.name), "Results")
    return unit


def attackable(unit: Unit, kind: Kind) -> Unit:
    """The unit itself; raises RuleError for one without the factor that meets such attacks (Resolution)."""
    if getattr(profile(unit), f"{kind}_cf") is None:
        factor = say(FACTORS[kind])
        raise RuleError(
            say("{unit} has no {factor}: it cannot be attacked so.", unit=unit.name, factor=factor), RESOLVED
        )
    return unit


def in_combat(unit: Unit) -> str | None:
    """What kind of combat the figure is in, as a shot into it asks (Into combat)."""
    if unit.has("in_hand_to_hand"):
        return "hand_to_hand"
    return "overlap" if unit.has("overlapping") else None


def spent(unit: Unit) -> str | None:
    """Why the figure has no shot left in this bound, or None (Rate of fire)."""
    if unit.has("fired"):
        return say(
            "{unit} has shot in this bound: one shot or burst a bound ({section}).",
            unit=unit.name,
            section=RATE,
        )
    if unit.has("reloading"):
        bounds = counted(unit.count("reloading"), "bound")
        return say(
            "{unit} is reloading for {bounds} of the enemy ({section}).",
            unit=unit.name,
            bounds=bounds,
            section=RATE,
        )
    return None


def may_do(board: Board, unit: Unit) -> tuple[str, ...]:
    """What a figure may still do, with inches."""
    return tuple(said for said in (_fights(unit), _moves(board, unit), _shoots(unit)) if said)


def _fights(unit: Unit) -> str | None:
    return say("Fight on hand to hand") if unit.has("in_hand_to_hand") else None


def _moves(board: Board, unit: Unit) -> str | None:
    own = profile(unit).move
    if own is None:
        return None
    if unit.has("fleeing"):
        return say("Flee {inches}″", inches=own)
    if unit.has("suppressed"):
        return say("Move {inches}″ into cover", inches=min(own, tables(board).suppressed_move))
    return say("Move {inches}″ out of combat" if in_combat(unit) else "Move {inches}″", inches=own)


def may_shoot(unit: Unit) -> bool:
    """Whether nothing on the board keeps the figure from a shot of its own."""
    hindered = any(unit.has(state) for state in ("suppressed", "fleeing", "fired", "reloading"))
    return profile(unit).range_cf is not None and not hindered and not in_combat(unit)


def _shoots(unit: Unit) -> str | None:
    if not may_shoot(unit):
        return None
    reach = profile(unit).range
    if reach is None:
        return say("Shoot after the enemy's bound")
    return say("Shoot to {inches}″ after the enemy's bound", inches=reach)
