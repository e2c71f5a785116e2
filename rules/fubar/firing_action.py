"""The action by which a unit shoots: its own, a reaction, or a walk; and the weapons that it allows (Activation)."""

from __future__ import annotations

from collections.abc import Sequence

from rules.fubar.activation_state import chosen_action, is_of_this_turn, is_on_guard, is_out_of_turn
from rules.fubar.board_facts import armed
from rules.fubar.facts import ACTION_NAMES, action_name
from rules.fubar.tables import Board
from rules.fubar.weapons_used import Shooting
from rules.game.unit import Unit, Weapon
from rules.kernel.errors import RuleError
from rules.kernel.request import Request
from rules.kernel.text import Text

_FIRE_ACTIONS = ("walk", "on_guard", "aimed_fire")


def firing_action(board: Board, unit: Unit, request: Request) -> str:
    """Return the action by which the unit fires; raise RuleError if none allows it."""
    if request.has_situation("reaction"):
        return _reaction_action(unit)
    named = request.single_situation(_FIRE_ACTIONS)
    done = chosen_action(board, unit)
    if done and named and named != done:
        raise RuleError(
            Text(
                "{unit} has chosen {chosen} this turn, not {action}.",
                unit=unit.ref,
                chosen=action_name(done),
                action=action_name(named),
            ),
            "Activation",
        )
    action = done or named or ("walk" if has_walked(board, unit) else "aimed_fire")
    if action not in _FIRE_ACTIONS:
        raise RuleError(
            Text("{unit} chose {action} this turn and cannot fire.", unit=unit.ref, action=action_name(action)),
            f"Activation › {ACTION_NAMES.get(action, action)}",
        )
    return "on_guard" if action == "aimed_fire" and is_out_of_actions(board, unit) else action


def is_out_of_actions(board: Board, unit: Unit) -> bool:
    """True if the unit has no action left for aiming; a shot in spite of the warning gains no bonus."""
    return is_on_guard(unit) or unit.has("acted") or is_out_of_turn(board, unit) or has_walked(board, unit)


def has_walked(board: Board, unit: Unit) -> bool:
    """True if the unit has moved this turn by an unknown action, which for a shot counts as a walk."""
    return unit.has("moved") and is_of_this_turn(board, unit) and not unit.word("action")


def _reaction_action(unit: Unit) -> str:
    if not unit.has("on_guard"):
        raise RuleError(Text("{unit} is not On Guard and cannot react.", unit=unit.ref), "Activation › On Guard")
    if unit.has("reacted"):
        raise RuleError(
            Text("{unit} has already reacted this turn: once per turn.", unit=unit.ref), "Activation › On Guard"
        )
    return "on_guard"


def ready_to_fire(board: Board, unit: Unit) -> Sequence[Weapon]:
    """Return the weapons that its action allows; all of them if it cannot fire at all."""
    try:
        shooting = Shooting(board.book, unit, firing_action(board, unit, Request("fire", (unit.id,))))
    except RuleError:
        return armed(unit)
    return [weapon for weapon in armed(unit) if shooting.allows(weapon.name)]
