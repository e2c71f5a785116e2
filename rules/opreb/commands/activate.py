"""`/activate` and `/initiative`: whose go it is, wound markers settled, and two actions to take."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from rules.commands import Board, Command, Planned, Request, ResolvedCommand, able, mark
from rules.errors import BadFacts, RuleError
from rules.events import Event, TurnAdvanced
from rules.facts import checked
from rules.opreb.activation import Activate
from rules.opreb.commands.actions import (
    ACTIONS_A_TURN,
    active,
    ended,
    go_note,
    may_do,
    passed_on,
    waiting,
)
from rules.opreb.commands.board_facts import skill_dice, skilled
from rules.opreb.initiative import Initiative
from rules.system import Played
from rules.text import listed, say
from rules.unit import Unit


def order(board: Board, request: Request) -> ResolvedCommand:
    """Wound and pinned markers are read off the board (Small arms fire › Apply damage)."""
    unit = able(board.unit(request.unit[0]), say("activate"))
    markers = {"models": unit.models, "wounds": unit.count("wounds"), "pinned": unit.count("pinned")}
    return ResolvedCommand(
        (Planned("activate", checked(Activate, {"unit": markers}), {"unit": unit.id}),),
        after=partial(_after, unit.id),
        notes=partial(_notes, unit.id),
        warnings=_warnings(board, unit),
        title=say("{unit} activates", unit=unit.name),
    )


def _warnings(board: Board, unit: Unit) -> tuple[str, ...]:
    found = [
        say("{unit} has not finished its actions (Initiative).", unit=other.name)
        for other in active(board)
        if other != unit
    ]
    holder = board.game.holder
    if unit.has("activated"):
        found.append(say("{unit} has been activated this turn (Initiative).", unit=unit.name))
    elif holder and holder != unit.side and not found:
        found.append(
            say("It is for {side} to activate a unit, not for {other} (Initiative).", side=holder, other=unit.side)
        )
    return tuple(found)


def _after(id: str, board: Board, played: Sequence[Played]) -> list[Event]:
    """Nobody else is active any more; a unit that its wounds have killed takes no action."""
    unit = board.unit(id)
    others = [other for other in active(board) if other.id != id]
    order = None if unit.count("wounds") else {"disorganised": None}
    events = [*ended(board, others), *mark(unit, activated=1, **(order or {}))]
    if unit.alive:
        return [*events, *mark(unit, actions_left=ACTIONS_A_TURN), *_holds(board, unit.side)]
    return [*events, *mark(unit, actions_left=None), *passed_on(board.after(events), unit.side)]


def _holds(board: Board, side: str) -> list[Event]:
    game = board.game
    if not game.order or game.holder == side:
        return []
    return [TurnAdvanced(turn=game.turn, order=game.order, holder=side, phase=game.phase)]


def _notes(id: str, board: Board, played: Sequence[Played]) -> list[str]:
    unit = board.unit(id)
    if not unit.alive:
        return [say("{unit} is wiped out.", unit=unit.name), *go_note(board)]
    actions = listed(may_do(board, unit), "or")
    return [say("Two actions for {unit}: {actions}.", unit=unit.name, actions=actions)]


def initiative(board: Board, request: Request) -> ResolvedCommand:
    """A skill test by the unit each side nominates: those named, else the side's best (Initiative)."""
    sides = board.game.sides
    if len(sides) < 2:
        raise RuleError(
            say("Initiative needs two sides: use `/game join` or `/force load` for the other."), "Initiative"
        )
    if request.modifier:
        raise RuleError(say("A skill test has no modifiers; more dice are the only advantage."), "Concepts › Bang dice")
    units = _nominated(board, sides, request)
    facts = checked(Initiative, {"sides": tuple(skilled(unit) | {"name": unit.side[:60]} for unit in units)})
    thrown = (say("The initiative of turn {turn} has been thrown.", turn=board.game.turn),) if board.game.order else ()
    return ResolvedCommand(
        (Planned("initiative", facts, {}),),
        after=partial(_won, sides),
        notes=lambda after, _: go_note(after),
        warnings=thrown,
        title=say("Initiative of turn {turn}: {units}", turn=board.game.turn, units=_who(units)),
    )


def _nominated(board: Board, sides: Sequence[str], request: Request) -> list[Unit]:
    named = [able(board.unit(id), say("be nominated")) for id in request.unit]
    found: list[Unit] = []
    for side in sides:
        mine = [unit for unit in named if unit.side == side]
        if len(mine) > 1:
            names = listed([unit.name for unit in mine])
            raise BadFacts([say("unit: {side} nominates one unit, not {units}", side=side, units=names)])
        found.append(mine[0] if mine else _best(board, side))
    return found


def _best(board: Board, side: str) -> Unit:
    """The unit that throws the most skill dice, and of those the one with the fewest pinned markers."""
    living = [unit for unit in board.game.of_side(side) if unit.alive]
    if not living:
        raise RuleError(say("{side} has no unit left to nominate.", side=side), "Initiative")
    return max(living, key=lambda unit: (skill_dice(board, unit), -unit.count("pinned")))


def _who(units: Sequence[Unit]) -> str:
    """The units that were nominated, each with its side."""
    return listed([f"{unit.name} ({unit.side})" for unit in units])


def _won(sides: tuple[str, ...], board: Board, played: Sequence[Played]) -> list[Event]:
    """The winner first, then the others in turn from there."""
    first: int = played[0].outcome.winner
    order = (*sides[first:], *sides[:first])
    able_sides = {unit.side for unit in waiting(board)}
    holder = next((side for side in order if side in able_sides), None)
    return [TurnAdvanced(turn=board.game.turn, order=order, holder=holder)]


COMMAND = Command(key="activate", title="Activate", order=order)
INITIATIVE = Command(key="initiative", title="Initiative", order=initiative, needs=(), several=("unit",))
