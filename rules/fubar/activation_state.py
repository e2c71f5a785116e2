"""One activation, one action: the used part of a unit's action, and the objections to more (Activation)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.command.effects import mark
from rules.command.turns import rolls_initiative
from rules.fubar.facts import action_name
from rules.fubar.tables import Board
from rules.game.events import Event
from rules.game.unit import Unit
from rules.kernel.text import N_, Term, Text


def is_on_guard(unit: Unit) -> bool:
    """True if it is On Guard: by choice, after a failed roll, or by a marker placed by hand."""
    return unit.has("on_guard") or unit.word("action") == "on_guard"


def is_of_this_turn(board: Board, unit: Unit) -> bool:
    """True if its states refer to this turn, as far as the table rolls for the initiative."""
    return unit.has("tried") or not board.game.order


def chosen_action(board: Board, unit: Unit) -> str | None:
    """Return the action of its activation; one of an earlier turn no longer limits its fire."""
    return unit.word("action") if is_of_this_turn(board, unit) else None


def is_out_of_turn(board: Board, unit: Unit) -> bool:
    """True if a shot or a move would lack an activation, as far as the table counts them."""
    return not unit.has("activated") and bool(board.game.order or unit.has("tried") or rolls_initiative(board))


def shot_objections(board: Board, unit: Unit) -> tuple[Text, ...]:
    """Return the objections to an ordinary shot, which is not a reaction."""
    if unit.has("engaged_with"):
        return (Text("{unit} is in close combat.", unit=unit.ref),)
    if is_out_of_turn(board, unit):
        return (_not_activated_text(unit), *_on_guard_text(unit))
    return (*_spent_texts(unit, "acted"), *_on_guard_text(unit), *_spent_texts(unit, "fired"))


STANDS = ("aimed_fire", "on_guard")
"""Actions without a move: a unit that moves takes another one."""


def move_objections(unit: Unit, action: str) -> tuple[Text, ...]:
    """Return the objections to a move by that action; a walk's shot may come before or after it."""
    if not unit.has("activated"):
        return (
            _not_activated_text(unit),
            *(_on_guard_text(unit) if unit.has("tried") and action != "on_guard" else ()),
        )
    done = unit.word("action")
    if unit.has("acted"):
        return _spent_texts(unit, "acted")
    if done and (done != action or action in STANDS):
        return _chosen_text(unit, done)
    if is_on_guard(unit) and action != "on_guard":
        return _on_guard_text(unit)
    # A walk may fire before it moves; an assault has no shot.
    return _spent_texts(unit, "moved") if done and done != "assault" else _spent_texts(unit, "moved", "fired")


def assault_objections(unit: Unit) -> tuple[Text, ...]:
    """Return the objections to a new assault; its move of 8″ may have been recorded."""
    if not unit.has("activated"):
        return (
            Text("{unit} has not been activated this turn; an assault is an action (Close Combat).", unit=unit.ref),
            *(_on_guard_text(unit) if unit.has("tried") else ()),
        )
    done = unit.word("action")
    if unit.has("acted"):
        return _spent_texts(unit, "acted")
    if done and done != "assault":
        return (Text("{unit} has already used its action this turn (Activation).", unit=unit.ref),)
    return (*_on_guard_text(unit), *(_spent_texts(unit, "fired") if done else _spent_texts(unit, "fired", "moved")))


def ramming_objections(vehicle: Unit) -> tuple[Text, ...]:
    """Return the objections to a ram, the assault of a vehicle; its move into contact may have been recorded."""
    if not vehicle.has("activated"):
        return (_not_activated_text(vehicle), *(_on_guard_text(vehicle) if vehicle.has("tried") else ()))
    if vehicle.has("acted"):
        return (Text("{unit} has rammed this turn: that was its action (Activation).", unit=vehicle.ref),)
    done = vehicle.word("action")
    if done and done != "assault":
        return _chosen_text(vehicle, done)
    return (
        *_on_guard_text(vehicle),
        *(_spent_texts(vehicle, "fired") if done else _spent_texts(vehicle, "fired", "moved")),
    )


def round_objections(one: Unit, other: Unit) -> tuple[Text, ...]:
    """Return the objection to another round of a fight: there is one per turn."""
    told = Text("{one} and {other} have fought their round this turn (Close Combat).", one=one.ref, other=other.ref)
    return (told,) if have_fought(one, other) else ()


def breaking_off_objections(unit: Unit) -> tuple[Text, ...]:
    """Return the objection to another try to break off: there is one per turn."""
    told = Text("{unit} has tried to break off this turn already (Close Combat).", unit=unit.ref)
    return (told,) if unit.has("withdrew") else ()


def has_fought(board: Board, unit: Unit) -> bool:
    """True if a unit has fought this turn's round with one of its opponents in close combat."""
    return any(have_fought(unit, enemy) for enemy in opponents(board, unit))


def leaving_late_objections(board: Board, unit: Unit) -> tuple[Text, ...]:
    """Return the objection to breaking off in a turn whose round was fought, by ruling."""
    if board.rulings.withdraw_after_round == "allowed" or not has_fought(board, unit):
        return ()
    told = Text(
        "{unit} has fought its round this turn, and breaks off from the next turn on (ruling: {ruling}).",
        unit=unit.ref,
        ruling=Term("withdraw_after_round"),
    )
    return (told,)


def actions_left(unit: Unit, actions: Sequence[str]) -> tuple[str, ...]:
    """Return the actions, or the one chosen, that it may take or continue; none once it is used up."""
    if is_on_guard(unit):
        return () if unit.has("reacted") else ("on_guard",)
    if not unit.has("activated") or unit.has("acted"):
        return ()
    action = unit.word("action")
    if action:
        return () if _is_used_up(unit, action) else (action,)
    if unit.has("fired"):
        return ()
    return ("walk",) if unit.has("moved") else tuple(actions)


def _is_used_up(unit: Unit, action: str) -> bool:
    """True if an action is used up: a walk has its move and its shot, an assault its fight."""
    moved = unit.has("moved") or unit.has("immobilised")
    match action:
        case "walk":
            return moved and unit.has("fired")
        case "aimed_fire":
            return unit.has("fired")
        case "assault":
            return unit.has("immobilised") or unit.has("fired")
        case _:
            return moved


def _not_activated_text(unit: Unit) -> Text:
    if unit.has("tried"):
        return Text("{unit} has failed its activation this turn (Activation).", unit=unit.ref)
    return Text("{unit} has not been activated this turn (Activation).", unit=unit.ref)


def _on_guard_text(unit: Unit) -> tuple[Text, ...]:
    if not is_on_guard(unit):
        return ()
    return (Text("{unit} is On Guard: it may react once, and nothing else (Activation › On Guard).", unit=unit.ref),)


def _chosen_text(unit: Unit, done: str) -> tuple[Text, ...]:
    return (Text("{unit} has already chosen {done} this turn (Activation).", unit=unit.ref, done=action_name(done)),)


_SPENT = {
    "acted": N_("{unit} has been in close combat this turn: that was its action (Close Combat)."),
    "fired": N_("{unit} has fired since its activation; an action is spent once."),
    "moved": N_("{unit} has moved since its activation; an action is spent once."),
}
"""The use of a unit's action, by the state that records it."""


def _spent_texts(unit: Unit, *states: str) -> tuple[Text, ...]:
    """Return a sentence for each of the states that it has."""
    return tuple(Text(_SPENT[state], unit=unit.ref) for state in states if unit.has(state))


# Opponents in close combat: a set for each unit, equal on both sides (Close Combat).


def opponents(board: Board, unit: Unit) -> list[Unit]:
    """Return the living enemies in close combat with a unit."""
    units = board.game.units
    return [units[id] for id in unit.words("engaged_with") if id in units and units[id].alive]


def are_engaged(one: Unit, other: Unit) -> bool:
    """True if these two are in close combat with each other."""
    return other.id in one.words("engaged_with") or one.id in other.words("engaged_with")


def pairs_in_combat(board: Board) -> list[tuple[Unit, Unit]]:
    """Return the pairs of units in close combat, each pair once."""
    pairs: dict[tuple[str, ...], tuple[Unit, Unit]] = {}
    for unit in board.game.units.values():
        for enemy in opponents(board, unit) if unit.alive else ():
            pairs.setdefault(tuple(sorted((unit.id, enemy.id))), (unit, enemy))
    return list(pairs.values())


def have_fought(one: Unit, other: Unit) -> bool:
    """True if these two have fought their round of this turn."""
    return other.id in one.words("fought")


def figures_to_strike(unit: Unit, enemy: Unit) -> int:
    """Return its figures that can strike at that enemy: all but those that struck in other fights this turn.

    In a round that is repeated in spite of the warning, all of them strike.
    """
    left = unit.word("yet_to_strike")
    return unit.models if left is None or have_fought(unit, enemy) else min(unit.models, int(left))


def use_up_figures(unit: Unit, enemy: Unit, assigned: int | None) -> list[Event]:
    """Return events that remove the figures assigned to a fight from the unit's other fights of this turn.

    The fallen are among them, so the others keep their number. `assigned` is None if the unit did not divide them.
    """
    if assigned is None or have_fought(unit, enemy):
        return []
    return mark(unit, yet_to_strike=str(max(0, figures_to_strike(unit, enemy) - assigned)))


def engage_only(unit: Unit, ids: Iterable[str]) -> list[Event]:
    """Return events that leave a unit in close combat with these of its enemies only."""
    kept = ",".join(ids)
    return [] if kept == unit.word("engaged_with") else mark(unit, engaged_with=kept or None)


def leave_fights(board: Board, unit: Unit, but: Iterable[str] = ()) -> list[Event]:
    """Return events by which the unit leaves all its fights except those with `but`."""
    stay = set(but)
    events = engage_only(unit, [id for id in unit.words("engaged_with") if id in stay])
    for other in board.game.units.values():
        if unit.id in other.words("engaged_with") and other.id not in stay:
            events += engage_only(other, [id for id in other.words("engaged_with") if id != unit.id])
    return events


def has_moved(board: Board, target: Unit) -> bool:
    """True if the unit has moved this turn, or has chosen an action with a move, recorded or not."""
    moves = target.has("moved") or target.word("action") not in (None, *STANDS)
    return target.has("boarded") or (moves and is_of_this_turn(board, target))
