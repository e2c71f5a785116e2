"""The actions of an active unit: who is active, what an action costs, who activates next (Battle Stage; Actions)."""

from __future__ import annotations

from rules.commands import Board, clearing, mark
from rules.events import Event, StateCounted, TurnAdvanced
from rules.openfire_d12.commands.board_facts import close_to, profile, tables, unit_facts
from rules.openfire_d12.commands.weapons_used import span
from rules.openfire_d12.movement import Way, inches_of
from rules.openfire_d12.shooting import ASSAULT_RANGE
from rules.openfire_d12.tables import MoveAction
from rules.text import counted, listed, say, spoken, unsaid
from rules.turns import next_side
from rules.unit import Unit

ACTIVATIONS = "Alternate Activations"
EACH_ROUND = 2
TITLES = {
    "recover": unsaid("Recover"),
    "advance": unsaid("Advance"),
    "rush": unsaid("Rush"),
    "assault": unsaid("Assault"),
    "attack": unsaid("Attack"),
    "interact": unsaid("Interact"),
    "impact": unsaid("the free attack by Impact"),
}


def waiting(board: Board, side: str | None = None) -> list[Unit]:
    """Living units that have not been activated this round."""
    units = board.game.units.values()
    return [unit for unit in units if unit.alive and not unit.has("activated") and side in (None, unit.side)]


def active(board: Board) -> list[Unit]:
    """Units with actions left; one of them, if nobody bends the rules."""
    return [unit for unit in board.game.units.values() if unit.alive and unit.count("actions_left")]


def out_of_turn(board: Board, unit: Unit) -> tuple[str, ...]:
    """Warnings for a unit that activates while another has actions left, or while it is the other side's go."""
    found = [
        say(
            "{unit} has not finished its actions and forfeits {actions} ({section}).",
            unit=other.name,
            actions=counted(other.count("actions_left"), "action"),
            section=ACTIVATIONS,
        )
        for other in active(board)
        if other != unit
    ]
    holder = board.game.holder
    if holder and holder != unit.side and not found:
        found.append(
            say(
                "It is for {holder} to activate a unit, not for {side} ({section}).",
                holder=holder,
                side=unit.side,
                section=ACTIVATIONS,
            )
        )
    return (*found, *unplaced(unit))


def unplaced(unit: Unit) -> tuple[str, ...]:
    """A warning of a scout that is not on the table yet (Deploy Scouts)."""
    if not unit.has("scout_waiting"):
        return ()
    return (say("{unit} is a scout that waits to be placed: `/act scout` (Deploy Scouts).", unit=unit.name),)


def bent(board: Board, unit: Unit, action: str) -> tuple[str, ...]:
    """Warnings for an action: one that was taken before, one more than there are, or one out of turn (Actions)."""
    if not unit.has("activated"):
        return out_of_turn(board, unit)
    found: list[str] = []
    if action != "recover" and action in unit.words("actions_done"):
        title = say(TITLES[action])
        found.append(
            say(
                "{unit} has taken {action} this round; only Recover is repeated (Actions).",
                unit=unit.name,
                action=title,
            )
        )
    if not unit.count("actions_left"):
        found.append(say("{unit} has no action left this round (Actions).", unit=unit.name))
    return tuple(found)


def begun(board: Board, unit: Unit) -> list[Event]:
    """A unit is activated, with two actions; whoever was active forfeits the rest (Alternate Activations)."""
    others = [other for other in active(board) if other.id != unit.id]
    events = [*forfeited(others), *clearing(board, unit, "activation")]
    events += mark(unit, activated=1, actions_left=EACH_ROUND, scout_waiting=None)
    game = board.game
    if game.order and game.holder != unit.side:
        events.append(TurnAdvanced(turn=game.turn, order=game.order, holder=unit.side, phase=game.phase))
    return events


def acted(board: Board, before: Unit, action: str, extra: int = 0) -> list[Event]:
    """An action is spent; after a unit's last one the next side activates.

    A unit that was not activated is so by its first action. `before` is the unit as it was before the action;
    `extra` are actions that the action itself gave.
    """
    events: list[Event] = [] if before.has("activated") else begun(board, before)
    if before.has("activated"):
        spent = -1 if before.count("actions_left") else 0
        events.append(StateCounted(unit=before.id, state="actions_left", change=spent))
    else:
        events += mark(before, actions_left=EACH_ROUND - 1 + extra)
    done = dict.fromkeys((*before.words("actions_done"), action))
    events += mark(before, actions_done=",".join(done))
    after = board.after(events)
    if after.unit(before.id).count("actions_left") and after.unit(before.id).alive:
        return events
    return [*events, *passed_on(after, before.side)]


def passed_on(board: Board, side: str) -> list[Event]:
    """The next side that still has units to activate; nothing before the initiative was thrown."""
    game = board.game
    if not game.order:
        return []
    holder = next_side(game.order, side, {unit.side for unit in waiting(board)})
    return [TurnAdvanced(turn=game.turn, order=game.order, holder=holder, phase=game.phase)]


def forfeited(units: list[Unit]) -> list[Event]:
    """Actions that are left are lost."""
    return [event for unit in units for event in mark(unit, actions_left=None)]


def go_note(board: Board) -> list[str]:
    """Who goes on or activates next, in a sentence."""
    game = board.game
    going = active(board)
    if going:
        return [_left(board, unit) for unit in going]
    if not game.order:
        return []
    if game.holder is None:
        return [say("Every unit has been activated: `/turn next`.")]
    left = counted(len(waiting(board, game.holder)), "unit")
    return [say("{holder} activates next ({left} to go).", holder=game.holder, left=left)]


def _left(board: Board, unit: Unit) -> str:
    """How many actions a unit has left, and which there are."""
    may = listed(may_do(board, unit), "or")
    return say(
        "{unit} has {actions} left: {choices}." if may else "{unit} has {actions} left.",
        unit=unit.name,
        actions=counted(unit.count("actions_left"), "action"),
        choices=may,
    )


def may_do(board: Board, unit: Unit) -> tuple[str, ...]:
    """What a unit may do with an action, with inches and ranges (Actions)."""
    if unit.has("activated") and not unit.count("actions_left"):
        return ()
    done, tokens = unit.words("actions_done"), unit.count("suppression")
    found = [say("recover ({tokens})", tokens=counted(tokens, "token"))] if tokens else []
    found += [_moving(board, unit, action) for action in _moves(board, unit) if action not in done]
    reach = _reach(board, unit)
    if reach and tokens < 2 and "attack" not in done:
        found.append(say("attack ({reach})", reach=reach))
    return tuple(found) if "interact" in done else (*found, say("interact"))


def _moves(board: Board, unit: Unit) -> list[MoveAction]:
    tokens, near = unit.count("suppression"), bool(close_to(board, unit))
    found: list[MoveAction] = ["advance"] if tokens < 2 else []
    if not tokens and not near and not profile(unit).vehicle:
        found.append("rush")
    return [*found, "assault"] if not tokens else found


def _moving(board: Board, unit: Unit, action: MoveAction) -> str:
    facts = unit_facts(unit)
    inches = sum(line.value for line in inches_of(facts, action, Way(), tables(board)))
    return f"{spoken(action)} {inches}″"


def _reach(board: Board, unit: Unit) -> str:
    """The weapons that it may attack with, with their ranges; empty for none."""
    near = close_to(board, unit)
    rows = [(weapon.name, tables(board).weapons[weapon.name]) for weapon in unit.weapons]
    usable = [(name, row) for name, row in rows if not near or row.rng <= ASSAULT_RANGE]
    found = listed([f"{spoken(name)} {span(row)}" for name, row in usable], "or")
    names = listed([enemy.name for enemy in near], "or")
    return say("{weapons}; only {enemies}", weapons=found, enemies=names) if near and found else found
