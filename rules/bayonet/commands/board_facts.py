"""Units of the record as Bayonet's figures, and what they may still do."""

from __future__ import annotations

from rules.bayonet.figures import FACTORS, RATE, RESOLVED, Figure
from rules.bayonet.fire_facts import Profile
from rules.bayonet.tables import Board, Kind
from rules.game.unit import Unit, once_a_unit
from rules.kernel.errors import RuleError
from rules.kernel.text import Text, counted


@once_a_unit
def profile(unit: Unit) -> Profile:
    return Profile.model_validate(unit.profile)


@once_a_unit
def figure(unit: Unit) -> Figure:
    """A unit as the rules are told of it."""
    found = profile(unit)
    return Figure.model_validate({name: getattr(found, name) for name in Figure.model_fields})


def ready(unit: Unit) -> Unit:
    """The unit itself; raises RuleError for one whose state keeps it from shooting (Results; Direct fire)."""
    if unit.has("suppressed"):
        raise RuleError(
            Text("{unit} is suppressed: it seeks cover and does not return fire.", unit=unit.ref), "Results"
        )
    if unit.has("fleeing"):
        raise RuleError(Text("{unit} flees: it moves away and does not return fire.", unit=unit.ref), "Results")
    return unit


def attackable(unit: Unit, kind: Kind) -> Unit:
    """The unit itself; raises RuleError for one without the factor that meets such attacks (Resolution)."""
    if getattr(profile(unit), f"{kind}_cf") is None:
        factor = Text(FACTORS[kind])
        raise RuleError(
            Text("{unit} has no {factor}: it cannot be attacked like that.", unit=unit.ref, factor=factor), RESOLVED
        )
    return unit


def in_combat(unit: Unit) -> str | None:
    """What kind of combat the figure is in, as a shot into it asks (Into combat)."""
    if unit.has("in_hand_to_hand"):
        return "hand_to_hand"
    return "overlap" if unit.has("overlapping") else None


def spent(unit: Unit) -> Text | None:
    """Why the figure has no shot left in this bound, or None (Rate of fire)."""
    if unit.has("fired"):
        return Text(
            "{unit} has shot in this bound: one shot or burst a bound ({section}).", unit=unit.ref, section=RATE
        )
    if unit.has("reloading"):
        bounds = counted(unit.count("reloading"), "bound", "bounds")
        return Text(
            "{unit} is reloading for {bounds} of the enemy ({section}).", unit=unit.ref, bounds=bounds, section=RATE
        )
    return None


def may_do(board: Board, unit: Unit) -> tuple[Text, ...]:
    """What a figure may still do, with inches: shoot in any bound, move and fight in its own."""
    own = (_fights(unit), _moves(board, unit)) if board.game.holder in (None, unit.side) else ()
    return tuple(said for said in (*own, _shoots(unit)) if said)


def _fights(unit: Unit) -> Text | None:
    return Text("Fight on hand to hand") if unit.has("in_hand_to_hand") and not unit.has("fleeing") else None


def _moves(board: Board, unit: Unit) -> Text | None:
    own = profile(unit).move
    if own is None or unit.has("moved"):
        return None
    if unit.has("fleeing"):
        return Text("Flee {inches}″", inches=own)
    if unit.has("suppressed"):
        return Text("Move {inches}″ into cover", inches=min(own, board.tables.suppressed_move))
    return Text("Move {inches}″ out of combat", inches=own) if in_combat(unit) else Text("Move {inches}″", inches=own)


def may_shoot(unit: Unit) -> bool:
    """Whether nothing on the board keeps the figure from a shot of its own."""
    hindered = any(unit.has(state) for state in ("suppressed", "fleeing", "fired", "reloading"))
    return profile(unit).range_cf is not None and not hindered and (profile(unit).indirect or not in_combat(unit))


def _shoots(unit: Unit) -> Text | None:
    if not may_shoot(unit):
        return None
    reach = profile(unit).range
    if reach is None:
        return Text("Shoot after the enemy's bound")
    return Text("Shoot to {inches}″ after the enemy's bound", inches=reach)
