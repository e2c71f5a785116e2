"""The two actions of an active unit: who is active, what an action costs, and who activates next (Initiative)."""

from __future__ import annotations

from rules.alternate_activation import active, not_their_go, passed_on
from rules.events import Event, StateCounted
from rules.opreb.bangs import held
from rules.opreb.commands.board_facts import skill_dice, support_weapons, tables
from rules.system import Board
from rules.text import Joined, Listed, Plural, Term, Text, counted, inch
from rules.unit import Unit

ACTIONS_A_TURN = 2


def third_action(unit: Unit) -> tuple[Text, ...]:
    """The warning for an active unit that has taken its actions."""
    if unit.has("activated") and not unit.count("actions_left"):
        return (Text("{unit} has taken its two actions this turn (Initiative › Actions).", unit=unit.ref),)
    return ()


def out_of_go(board: Board, unit: Unit) -> tuple[Text, ...]:
    """The warnings for a unit that acts though it is not active; none before the initiative was thrown."""
    if unit.has("activated") or not board.game.order:
        return third_action(unit)
    return (Text("{unit} has not been activated this turn: `/activate` (Initiative).", unit=unit.ref),)


def acted(board: Board, unit: Unit) -> list[Event]:
    """An action is spent; after the last one the other side activates."""
    left = unit.count("actions_left")
    if not left:
        return []
    events: list[Event] = [StateCounted(unit=unit.id, state="actions_left", change=-1)]
    return events if left > 1 else [*events, *passed_on(board.after(events), unit.side)]


def inactive_note(board: Board, unit: Unit) -> list[Text]:
    """A reminder for a unit that acts without having been activated, where no warning has said so."""
    if unit.has("activated") or board.game.order:
        return []
    if not unit.count("wounds"):
        return [Text("{unit} has not been activated this turn.", unit=unit.ref)]
    return [
        Plural(
            "{unit} has not been activated this turn; its {n} wound is settled then.",
            "{unit} has not been activated this turn; its {n} wounds are settled then.",
            unit.count("wounds"),
            unit=unit.ref,
        )
    ]


def may_do(board: Board, unit: Unit) -> tuple[Text, ...]:
    """What a unit may do with an action, with inches and dice; once there is an order of play, activate first."""
    if third_action(unit):
        return ()
    if out_of_go(board, unit):
        others = [other for other in active(board) if other != unit]
        return () if others or not_their_go(board, unit, "") else (Text("activate"),)
    found = [] if held(unit.count("pinned"), board.book) else _moves(board, unit)
    found.append(Text("fire ({reach})", reach=_reach(board, unit)))
    if not unit.has("in_position"):
        found.append(Text("get into position"))
    if unit.count("pinned"):
        found.append(Text("rally ({pinned} pinned)", pinned=unit.count("pinned")))
    return tuple(found)


def _moves(board: Board, unit: Unit) -> list[Text]:
    moves = tables(board).moves
    dice = counted(skill_dice(board, unit), "die", "dice")
    least, whiff = moves.tac_move, moves.whiff
    tac_move = Text("tac-move {least}″ + 1″ a bang of {dice}, {whiff}″ on a whiff", least=least, dice=dice, whiff=whiff)
    return [Text("move {inches}″", inches=moves.standard), tac_move]


def _reach(board: Board, unit: Unit) -> Text:
    rows = tables(board).weapons
    bands = sorted({row.band for weapon in unit.weapons if (row := rows[weapon.name]).band})
    reach = Text("bands of {bands}", bands=Listed(map(inch, bands))) if bands else Text("support")
    guns = [Term(weapon.name) for weapon in support_weapons(board, unit)]
    if not guns or unit.has("in_position"):
        return reach
    return Text("{reach}; {support_weapons} only in position", reach=reach, support_weapons=Joined(guns, ", "))
