"""The two actions of an active unit: who is active, what an action costs, and who activates next (Initiative)."""

from __future__ import annotations

from rules.commands import Board, mark
from rules.events import Event, StateCounted, TurnAdvanced
from rules.opreb.bangs import held
from rules.opreb.commands.board_facts import skill_dice, support_weapons, tables
from rules.text import counted, listed, say, spoken
from rules.turns import next_side
from rules.unit import Unit

ACTIONS_A_TURN = 2


def waiting(board: Board, side: str | None = None) -> list[Unit]:
    """Living units that have not been activated this turn."""
    units = board.game.units.values()
    return [unit for unit in units if unit.alive and not unit.has("activated") and side in (None, unit.side)]


def active(board: Board) -> list[Unit]:
    """Units with actions left; one of them, if nobody bends the rules."""
    return [unit for unit in board.game.units.values() if unit.alive and unit.count("actions_left")]


def third_action(unit: Unit) -> tuple[str, ...]:
    """The warning for an active unit that has taken its actions."""
    if unit.has("activated") and not unit.count("actions_left"):
        return (say("{unit} has taken its two actions this turn (Initiative › Actions).", unit=unit.name),)
    return ()


def out_of_go(board: Board, unit: Unit) -> tuple[str, ...]:
    """The warnings for a unit that acts though it is not active; none before the initiative was thrown."""
    if unit.has("activated") or not board.game.order:
        return third_action(unit)
    return (say("{unit} has not been activated this turn: `/activate` (Initiative).", unit=unit.name),)


def acted(board: Board, unit: Unit) -> list[Event]:
    """An action is spent; after the last one the other side activates."""
    left = unit.count("actions_left")
    if not left:
        return []
    events: list[Event] = [StateCounted(unit=unit.id, state="actions_left", change=-1)]
    return events if left > 1 else [*events, *passed_on(board.after(events), unit.side)]


def passed_on(board: Board, side: str) -> list[Event]:
    """The next side that still has units to activate; nothing before the initiative was thrown (Initiative)."""
    game = board.game
    if not game.order:
        return []
    holder = next_side(game.order, side, {unit.side for unit in waiting(board)})
    return [TurnAdvanced(turn=game.turn, order=game.order, holder=holder, phase=game.phase)]


def ended(board: Board, units: list[Unit]) -> list[Event]:
    """Actions that are left are forfeited."""
    return [event for unit in units for event in mark(unit, actions_left=None)]


def go_note(board: Board) -> list[str]:
    """Who goes on or activates next, in a sentence; before the initiative was thrown, only who goes on."""
    game, going = board.game, active(board)
    if going:
        return [
            say("{unit} has {actions} left.", unit=unit.name, actions=counted(unit.count("actions_left"), "action"))
            for unit in going
        ]
    if not game.order:
        return []
    if game.holder is None:
        return [say("Every unit has been activated: `/turn next`.")]
    units = counted(len(waiting(board, game.holder)), "unit")
    return [say("{side} activates next ({units} to go).", side=game.holder, units=units)]


def inactive_note(board: Board, unit: Unit) -> list[str]:
    """A reminder for a unit that acts without having been activated, where no warning has said so."""
    if unit.has("activated") or board.game.order:
        return []
    if not unit.count("wounds"):
        return [say("{unit} has not been activated this turn.", unit=unit.name)]
    wounds = counted(unit.count("wounds"), "wound")
    return [
        say("{unit} has not been activated this turn; its {wounds} are settled then.", unit=unit.name, wounds=wounds)
    ]


def may_do(board: Board, unit: Unit) -> tuple[str, ...]:
    """What an active unit may do with an action, with inches and dice; before that, what awaits it."""
    if third_action(unit):
        return ()
    found = [] if held(unit.count("pinned"), board.book) else _moves(board, unit)
    found.append(say("fire ({reach})", reach=_reach(board, unit)))
    if not unit.has("in_position"):
        found.append(say("get into position"))
    if unit.count("pinned"):
        found.append(say("rally ({pinned} pinned)", pinned=unit.count("pinned")))
    return tuple(found)


def _moves(board: Board, unit: Unit) -> list[str]:
    moves = tables(board).moves
    dice = counted(skill_dice(board, unit), "die", "dice")
    least, whiff = moves.tac_move, moves.whiff
    tac_move = say("tac-move {least}″ + bangs of {dice} ({whiff}″ on a whiff)", least=least, dice=dice, whiff=whiff)
    return [say("move {inches}″", inches=moves.standard), tac_move]


def _reach(board: Board, unit: Unit) -> str:
    rows = tables(board).weapons
    bands = sorted({row.band for weapon in unit.weapons if (row := rows[weapon.name]).band})
    reach = say("bands of {bands}", bands=listed([f"{band}″" for band in bands])) if bands else say("support")
    guns = [spoken(weapon.name) for weapon in support_weapons(board, unit)]
    if not guns or unit.has("in_position"):
        return reach
    return say("{reach}; {support_weapons} only in position", reach=reach, support_weapons=", ".join(guns))
