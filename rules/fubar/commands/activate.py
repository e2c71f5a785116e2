"""`/activate` and `/initiative`: who may act, who goes next, and what the unit may do now."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from rules.commands import Board, Choice, Command, Planned, Request, ResolvedCommand, able, clearing, mark
from rules.errors import RuleError
from rules.events import Event, TurnAdvanced
from rules.facts import checked
from rules.fubar.activation import Activate
from rules.fubar.commands.board_facts import is_vehicle, tables, unit_facts
from rules.fubar.facts import ACTION_NAMES, action_name
from rules.fubar.initiative import Initiative
from rules.system import Played
from rules.text import counted, say, unsaid
from rules.turns import next_side
from rules.unit import Unit


def order(board: Board, request: Request) -> ResolvedCommand:
    """The activation throw; suppressed figures and a stunned crew are read off the board (Activation)."""
    unit = able(board.unit(request.unit[0]), say("activate"))
    _can_obey(unit, request.action)
    facts = checked(
        Activate,
        {
            "unit": unit_facts(unit),
            "out_of_touch": request.number("out_of_touch"),
            "no_visible_enemy": request.said("no_visible_enemy"),
            "stunned": unit.has("stunned"),
        },
    )
    return ResolvedCommand(
        (Planned("activate", facts, {"unit": unit.id}),),
        after=partial(_after, unit.id, request.action),
        notes=partial(_notes, unit.id),
        warnings=_warnings(board, unit, request),
        title=say("{unit} tries to activate", unit=unit.name),
    )


def _can_obey(unit: Unit, action: str | None) -> None:
    if is_vehicle(unit) and action in ("duck_and_weave", "gone_to_ground"):
        raise RuleError(say("{unit} is a vehicle and cannot do that.", unit=unit.name), "Vehicles")


def _warnings(board: Board, unit: Unit, request: Request) -> tuple[str, ...]:
    found: list[str] = []
    game = board.game
    if unit.has("engaged_with"):
        found.append(
            say("{unit} is in close combat and counts as activated; use /assault or /act withdraw.", unit=unit.name)
        )
    elif unit.has("tried"):
        found.append(say("{unit} has had its try this turn (Initiative).", unit=unit.name))
    if game.holder and game.holder != unit.side:
        found.append(
            say("The initiative is with {holder}, not with {side} (Initiative).", holder=game.holder, side=unit.side)
        )
    if request.number("out_of_touch") > unit.models:
        found.append(
            say(
                "More figures out of touch than the {models} that {unit} has (Units).",
                models=unit.models,
                unit=unit.name,
            )
        )
    return tuple(found)


def _after(id: str, action: str | None, board: Board, played: Sequence[Played]) -> list[Event]:
    unit, outcome = board.unit(id), played[0].outcome
    events = [*clearing(board, unit, "activation"), *mark(unit, tried=1)]
    if outcome.passed:
        events += mark(unit, activated=1) + (mark(unit, action=action) if action else [])
    if (action == "on_guard" and outcome.passed) or outcome.result == "on_guard":
        events += mark(unit, on_guard=1, action="on_guard")
    return [*events, *passed_on(board.after(events), unit.side, outcome.passed)]


def untried(board: Board, side: str | None = None) -> list[Unit]:
    """Living units that have not had their try this turn; those inside a vehicle may still get out."""
    units = board.game.units.values()
    return [unit for unit in units if unit.alive and not unit.has("tried") and side in (None, unit.side)]


def passed_on(board: Board, side: str, keeps: bool) -> list[Event]:
    """The initiative after a try of `side`: it stays with success, while the side has units to try (Initiative)."""
    game = board.game
    if not game.order:
        return []
    able_sides = {unit.side for unit in untried(board)}
    out_of_turn = game.holder is not None and game.holder != side
    stays = game.holder if out_of_turn else side
    keeps = (keeps or out_of_turn) and stays in able_sides
    holder = stays if keeps else next_side(game.order, stays, able_sides)
    return [TurnAdvanced(turn=game.turn, order=game.order, holder=holder, phase=game.phase)]


def _notes(id: str, board: Board, played: Sequence[Played]) -> list[str]:
    unit = board.unit(id)
    lines = (
        [say("{unit} may now: {may_do}.", unit=unit.name, may_do="; ".join(may_do(board, unit)))]
        if played[0].outcome.passed
        else []
    )
    return [*lines, *initiative_note(board)]


def initiative_note(board: Board) -> list[str]:
    """Whose initiative it is, in a sentence; nothing before the initiative was thrown."""
    game = board.game
    if not game.order:
        return []
    if game.holder is None:
        return [say("Every unit has had its try: `/turn next`.")]
    return [
        say(
            "Initiative: {holder} ({units} to try).",
            holder=game.holder,
            units=counted(len(untried(board, game.holder)), "unit"),
        )
    ]


def may_do(board: Board, unit: Unit) -> tuple[str, ...]:
    """What an activated unit may do with its action, with inches."""
    action = unit.word("action")
    if action:
        return (_described(board, action),)
    actions = tables(board).moves
    skip = ("duck_and_weave", "gone_to_ground", "run", "assault") if is_vehicle(unit) else ()
    return tuple(_described(board, name) for name in actions if name not in skip)


_FIRES = {
    "walk": unsaid(", small arms fire"),
    "aimed_fire": unsaid(", +1 to hit"),
    "on_guard": unsaid(", one reaction shot"),
}


def _described(board: Board, action: str) -> str:
    inches = tables(board).moves[action]  # pyright: ignore[reportArgumentType] — states hold actions of the table
    far = f" {inches}″" if inches else ""
    return f"{action_name(action)}{far}{say(_FIRES.get(action, ''))}"


def initiative(board: Board, request: Request) -> ResolvedCommand:
    """A die for every side, in the order in which they sat down; the modifier is for the caller's side."""
    sides = board.game.sides
    if len(sides) < 2:
        raise RuleError(
            say("Initiative needs two sides: use `/game join` or `/force load` for the other."), "Initiative"
        )
    mine = board.unit(request.unit[0]).side if request.unit else request.side
    given = [{"modifier": request.modifier or 0 if side == mine else 0, "name": side} for side in sides]
    facts = checked(Initiative, {"sides": tuple(given)})
    thrown = (say("The initiative of turn {turn} has been thrown.", turn=board.game.turn),) if board.game.order else ()
    return ResolvedCommand(
        (Planned("initiative", facts, {}),),
        after=partial(_ranked, sides),
        notes=lambda after, _: initiative_note(after),
        warnings=thrown,
        title=say("Initiative of turn {turn}", turn=board.game.turn),
    )


def _ranked(sides: tuple[str, ...], board: Board, played: Sequence[Played]) -> list[Event]:
    places: tuple[int, ...] = played[0].outcome.order
    order = tuple(sides[place] for place in places)
    able_sides = {unit.side for unit in untried(board)}
    first = next((side for side in order if side in able_sides), order[0])
    return [TurnAdvanced(turn=board.game.turn, order=order, holder=first)]


ACTIONS = tuple(Choice(code, name) for code, name in ACTION_NAMES.items())

COMMAND = Command(
    key="activate",
    title="Activate",
    order=order,
    actions=ACTIONS,
    situations=(
        Choice("no_visible_enemy", "No enemy in sight: +1"),
        *(Choice(f"out_of_touch={n}", f"{counted(n, 'figure')} more than 3″ away: −{n}") for n in range(1, 7)),
    ),
)
INITIATIVE = Command(key="initiative", title="Initiative", order=initiative, needs=())
