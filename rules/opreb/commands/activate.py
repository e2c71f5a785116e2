"""`/activate` and `/initiative`: whose go it is, wound markers settled, and a unit's two actions."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from rules.command.effects import able, mark
from rules.command.system import Command, Planned, ResolvedCommand
from rules.command.turns import (
    active,
    contending,
    ends_own_first,
    first_waiting,
    forfeited,
    go_note,
    held_by,
    nobodys_go,
    not_their_go,
    others_end,
    passed_on,
    thrown_before,
)
from rules.game.events import Event, StateCounted, TurnAdvanced
from rules.game.unit import Unit
from rules.kernel.action import Played
from rules.kernel.errors import BadFacts, RuleError
from rules.kernel.facts import checked
from rules.kernel.request import Request
from rules.kernel.text import Joined, Listed, Plural, Term, Text, counted, inch
from rules.opreb.commands.weapons_used import skill_dice, skilled, support_weapons
from rules.opreb.initiative import Activate, Initiative
from rules.opreb.pools import held
from rules.opreb.tables import Board

# The two actions of an active unit: who is active, what an action costs, and who activates next (Initiative).

ACTIONS_A_TURN = 2


def third_action(unit: Unit) -> tuple[Text, ...]:
    """The warning for an active unit that has taken its actions."""
    if unit.has("activated") and not unit.count("actions_left"):
        return (Text("{unit} has taken its two actions this turn (Initiative › Actions).", unit=unit.ref),)
    return ()


def out_of_go(board: Board, unit: Unit) -> tuple[Text, ...]:
    """The warnings for a unit that acts though it is not active."""
    if unit.has("activated"):
        return third_action(unit)
    if not board.game.order:
        return tuple(nobodys_go(board, unit, "Initiative"))
    inactive = Text("{unit} has not been activated this turn: `/activate` (Initiative).", unit=unit.ref)
    return (*not_their_go(board, unit, "Initiative"), inactive)


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
        return () if active(board) or not_their_go(board, unit, "") else (Text("activate"),)
    found = [] if held(unit.count("pinned"), board.book) else _moves(board, unit)
    found.append(Text("fire ({reach})", reach=_reach(board, unit)))
    if not unit.has("in_position"):
        found.append(Text("get into position"))
    if unit.count("pinned"):
        found.append(Text("rally ({pinned} pinned)", pinned=unit.count("pinned")))
    return tuple(found)


def numbers(board: Board, unit: Unit) -> tuple[Text, ...]:
    """How far a unit moves, whoever's go it is."""
    return tuple(_moves(board, unit))


def _moves(board: Board, unit: Unit) -> list[Text]:
    moves = board.tables.moves
    dice = counted(skill_dice(board, unit), "die", "dice")
    least, whiff = moves.tac_move, moves.whiff
    tac_move = Text("tac-move {least}″ + 1″ a bang of {dice}, {whiff}″ on a whiff", least=least, dice=dice, whiff=whiff)
    return [Text("move {inches}″", inches=moves.standard), tac_move]


def _reach(board: Board, unit: Unit) -> Text:
    rows = board.tables.weapons
    bands = sorted({row.band for weapon in unit.weapons if (row := rows[weapon.name]).band})
    reach = Text("bands of {bands}", bands=Listed(map(inch, bands))) if bands else Text("support")
    guns = [Term(weapon.name) for weapon in support_weapons(board, unit)]
    if not guns or unit.has("in_position"):
        return reach
    return Text("{reach}; {support_weapons} only in position", reach=reach, support_weapons=Joined(guns, ", "))


# `/activate`.


def order(board: Board, request: Request) -> ResolvedCommand:
    """Wound and pinned markers are read off the board (Small arms fire › Apply damage)."""
    unit, warnings = board.unit(request.unit[0]), before(board, request)
    markers = {"models": unit.models, "wounds": unit.count("wounds"), "pinned": unit.count("pinned")}
    return ResolvedCommand(
        (Planned("activate", checked(Activate, {"unit": markers}), {"unit": unit.id}),),
        after=partial(_after, unit.id),
        notes=partial(_notes, unit.id),
        warnings=warnings,
        rethrows=_activated(unit),
        ends=others_end(board, unit.side),
        title=Text("{unit}: activation", unit=unit.ref),
    )


def before(board: Board, request: Request) -> tuple[Text, ...]:
    """Whoever is to go activates one unit at a time, each once a turn (Initiative)."""
    unit = able(board.unit(request.unit[0]), Text("activate"))
    if not unit.has("activated"):
        ends_own_first(board, unit, "Initiative")
    found = [
        Text("{unit} has not finished its actions (Initiative).", unit=other.ref)
        for other in active(board)
        if other != unit
    ]
    found += [*nobodys_go(board, unit, "Initiative"), *not_their_go(board, unit, "Initiative")]
    return (*_activated(unit), *found)


def _activated(unit: Unit) -> tuple[Text, ...]:
    """The warning for a second activation in a turn."""
    done = Text("{unit} has been activated this turn (Initiative).", unit=unit.ref)
    return (done,) if unit.has("activated") else ()


def _after(id: str, board: Board, played: Sequence[Played]) -> list[Event]:
    """Events of an activation: nobody else is active any more; a unit killed by its wounds takes no action."""
    unit = board.unit(id)
    others = [other for other in active(board) if other.id != id]
    order = None if unit.count("wounds") else {"disorganised": None}
    events = [*forfeited(others), *mark(unit, activated=1, **(order or {}))]
    if unit.alive:
        return [*events, *mark(unit, actions_left=ACTIONS_A_TURN), *held_by(board, unit.side)]
    return [*events, *mark(unit, actions_left=None), *passed_on(board.after(events), unit.side)]


def _notes(id: str, board: Board, played: Sequence[Played]) -> list[Text]:
    unit = board.unit(id)
    if not unit.alive:
        return go_note(board)
    if unit.has("hidden"):  # how far it fires, and with how many dice it is tested, would tell what it is
        return []
    actions = Listed(may_do(board, unit), "or")
    return [Text("Two actions for {unit}: {actions}.", unit=unit.ref, actions=actions)]


# `/initiative`.


def initiative(board: Board, request: Request) -> ResolvedCommand:
    """A skill test by the unit each side nominates: those named, else the best that lies open (Initiative)."""
    warnings, sides = before_initiative(board, request), board.game.sides
    units = _nominated(board, sides, request)
    facts = checked(Initiative, {"sides": tuple(skilled(unit) | {"name": unit.side[:60]} for unit in units)})
    return ResolvedCommand(
        (Planned("initiative", facts, {}),),
        after=partial(_won, sides),
        notes=lambda after, _: go_note(after),
        warnings=warnings,
        rethrows=thrown_before(board),
        title=Text("Initiative of turn {turn}: {units}", turn=board.game.turn, units=_who(units)),
    )


def before_initiative(board: Board, request: Request) -> tuple[Text, ...]:
    sides = contending(board, "Initiative")
    if request.modifier or request.modifiers:
        raise RuleError(
            Text("A skill test has no modifiers; more dice are the only advantage."), "Concepts › Bang dice"
        )
    _nominated(board, sides, request)
    return thrown_before(board)


def _nominated(board: Board, sides: Sequence[str], request: Request) -> list[Unit]:
    named = [able(board.unit(id), Text("be nominated")) for id in request.unit]
    found: list[Unit] = []
    for side in sides:
        mine = [unit for unit in named if unit.side == side]
        if len(mine) > 1:
            names = Listed([unit.ref for unit in mine])
            raise BadFacts([Text("unit: {side} nominates one unit, not {units}", side=side, units=names)])
        found.append(mine[0] if mine else _best(board, side))
    return found


def _best(board: Board, side: str) -> Unit:
    """The unit that throws the most skill dice, and of those the one with the fewest pinned markers; a card only where
    there is nothing else, and whatever it is: that it is the best would tell what it is.
    """
    living = [unit for unit in board.game.of_side(side) if unit.alive]
    if not living:
        raise RuleError(Text("{side} has no unit left to nominate.", side=side), "Initiative")
    shown = [unit for unit in living if not unit.has("hidden")]
    dice = {unit.id: skill_dice(board, unit) for unit in shown}
    return max(shown or living, key=lambda unit: (dice.get(unit.id, 0), -unit.count("pinned")))


def _who(units: Sequence[Unit]) -> Text:
    """The units that were nominated, each with its side."""
    return Listed([unit.with_side for unit in units])


def _won(sides: tuple[str, ...], board: Board, played: Sequence[Played]) -> list[Event]:
    """The winner first, then the others in turn from there."""
    first: int = played[0].outcome.winner
    order = (*sides[first:], *sides[:first])
    return [TurnAdvanced(turn=board.game.turn, order=order, holder=first_waiting(board, order))]


COMMAND = Command(key="activate", title=Text("Activate"), order=order, before=before)
INITIATIVE = Command(
    key="initiative",
    title=Text("Initiative"),
    order=initiative,
    before=before_initiative,
    needs=(),
    several=("unit",),
)
