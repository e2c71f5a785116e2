"""Who goes first: as many dice each as there are players; `/initiative`, and two actions by `/activate`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from pydantic import Field, model_validator

from rules.command.effects import able
from rules.command.system import Command, Planned, ResolvedCommand
from rules.command.turns import ends_own_first, first_waiting, thrown_before
from rules.game.events import Event, TurnAdvanced
from rules.game.unit import Unit
from rules.kernel.action import Action, Played
from rules.kernel.contests import Contest, ThrowOrder, contest, contest_told
from rules.kernel.dice import Line, Throw, Total
from rules.kernel.errors import RuleError
from rules.kernel.facts import Facts, checked
from rules.kernel.request import Request
from rules.kernel.text import N_, Listed, Text, Value
from rules.openfire_d12.attributes import DIE
from rules.openfire_d12.commands.actions import ACTIVATIONS, begun, go_note, may_do, out_of_turn, taken_over
from rules.openfire_d12.facts import Name
from rules.openfire_d12.tables import Board, Book

SECTION = "Battle Stage › Determine Initiative Order"


class Initiative(Facts):
    """The facts of an initiative throw."""

    players: int = Field(strict=True, ge=2, le=6, title=N_("Players"))
    names: tuple[Name, ...] = Field(
        default=(), max_length=6, title=N_("Their names"), description=N_("In order, or none.")
    )

    @model_validator(mode="after")
    def _adds_up(self) -> Initiative:
        if self.names and len(self.names) != self.players:
            raise ValueError(Text("names: {count} for {players} players", count=len(self.names), players=self.players))
        return self


def plan(facts: Initiative, book: Book) -> Contest:
    names = facts.names or tuple(Text("player {number}", number=at) for at in range(1, facts.players + 1))
    dice = facts.players
    return Contest(names, tuple((_throw(at, name, dice), dice, 0) for at, name in enumerate(names)))


def _throw(player: int, name: Value, dice: int) -> Throw[int]:
    ledger = (Line(Text("one for each player"), dice, SECTION, "dice"),)
    label = Text("initiative of {player}", player=name)
    return Throw(f"initiative {player + 1}", label, "unit", DIE, Total(), None, ledger, SECTION, player)


def detail(plan: Contest, played: Played) -> Mapping[str, object]:
    """Sums by player; of those who threw again, the last."""
    totals = {step.throw.side: step.got for step in played.steps}
    return {"totals": [totals[player] for player in range(len(plan.throws))]}


ACTION = Action(
    key="initiative",
    title=Text("Initiative"),
    topic="initiative",
    facts=Initiative,
    outcome=ThrowOrder,
    plan=plan,
    rule=contest,
    tell=contest_told,
    detail=detail,
    details=("totals",),
)


# `/activate` and `/initiative`.


def order(board: Board, request: Request) -> ResolvedCommand:
    """No dice: the unit has two actions (Alternate Activations)."""
    unit, warnings = board.unit(request.unit[0]), before(board, request)
    return ResolvedCommand(
        after=lambda after, _: begun(after, after.unit(unit.id)),
        notes=partial(_notes, unit.id),
        warnings=warnings,
        rethrows=_activated(unit),
        ends=taken_over(board, unit, "activate"),
        title=Text("{unit}: activation", unit=unit.ref),
    )


def before(board: Board, request: Request) -> tuple[Text, ...]:
    """Each unit is activated once a round, by the side whose go it is (Alternate Activations)."""
    unit = able(board.unit(request.unit[0]), Text("activate"))
    if found := _activated(unit):
        return found
    ends_own_first(board, unit, ACTIVATIONS)
    return out_of_turn(board, unit)


def _activated(unit: Unit) -> tuple[Text, ...]:
    """The warning for a second activation in a round."""
    done = Text("{unit} has been activated this round ({section}).", unit=unit.ref, section=ACTIVATIONS)
    return (done,) if unit.has("activated") else ()


def _notes(id: str, board: Board, played: Sequence[Played]) -> list[Text]:
    unit = board.unit(id)
    return [Text("Two actions for {unit}: {choices}.", unit=unit.ref, choices=Listed(may_do(board, unit), "or"))]


def initiative(board: Board, request: Request) -> ResolvedCommand:
    """As many dice for each side as there are sides, in the order in which they sat down."""
    warnings, sides = before_initiative(board, request), board.game.sides
    facts = checked(Initiative, {"players": len(sides), "names": sides})
    return ResolvedCommand(
        (Planned("initiative", facts, {}),),
        after=partial(_ranked, sides),
        notes=lambda after, _: go_note(after),
        warnings=warnings,
        rethrows=thrown_before(board),
        title=Text("Initiative of round {turn}", turn=board.game.turn),
    )


def before_initiative(board: Board, request: Request) -> tuple[Text, ...]:
    if not 2 <= len(board.game.sides) <= 6:
        raise RuleError(Text("Initiative needs two to six sides: use `/game join` or `/force load`."), SECTION)
    if request.modifier or request.modifiers:
        raise RuleError(Text("The core rules have no modifiers of the initiative."), SECTION)
    return thrown_before(board)


def _ranked(sides: tuple[str, ...], board: Board, played: Sequence[Played]) -> list[Event]:
    places: tuple[int, ...] = played[0].outcome.order
    order = tuple(sides[place] for place in places)
    return [TurnAdvanced(turn=board.game.turn, order=order, holder=first_waiting(board, order))]


COMMAND = Command(key="activate", title=Text("Activate"), order=order, before=before)
INITIATIVE = Command(key="initiative", title=Text("Initiative"), order=initiative, before=before_initiative, needs=())
