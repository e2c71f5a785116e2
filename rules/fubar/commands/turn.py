"""`/turn next` and `/turn end`: what a turn ends; and what follows of itself after every entry."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from rules.command.effects import clearing, fallen, mark
from rules.command.system import Command, ResolvedCommand
from rules.command.turns import must_have_taker, next_side, next_turn, not_yet, passes, throw_for_it
from rules.fubar.commands.activate import initiative_note, passed_on, untried
from rules.fubar.own_action import fights, fought, only, opponents
from rules.fubar.tables import Board
from rules.game.events import Event, LossesTaken, StateSet, TurnAdvanced
from rules.game.unit import Unit
from rules.kernel.action import Played
from rules.kernel.errors import RuleError
from rules.kernel.request import Request
from rules.kernel.text import Note, Plural, Term, Text, asks, at_table


def next(board: Board, request: Request) -> ResolvedCommand:
    """Clears what ends with the turn; warns of units that have not had their try, and of fights not fought."""
    return ResolvedCommand(
        after=_turned,
        notes=partial(_notes, board),
        warnings=before_next(board, request),
        title=Text("Turn {turn}", turn=board.game.turn + 1),
    )


def before_next(board: Board, request: Request) -> tuple[Text, ...]:
    idle = [unit for unit in untried(board) if not unit.has("aboard") and not unit.has("engaged_with")]
    return (*not_yet(board, idle), *_not_fought(board))


def _not_fought(board: Board) -> list[Text]:
    return [
        Text("{one} and {other} have not fought their round this turn.", one=one.ref, other=other.ref)
        for one, other in fights(board)
        if not fought(one, other)
    ]


def _turned(board: Board, played: Sequence[Played]) -> list[Event]:
    """Units in close combat fight on at once: they count as activated and as having acted (Close Combat)."""
    events = next_turn(board)
    for unit in fighting(board):
        lie_on = board.rulings.melee_stand_up == "no"
        events += [event for event in clearing(board, unit, "activation") if not (lie_on and _of_suppression(event))]
        events += mark(unit, tried=1, activated=1, acted=1)
    return events


def _of_suppression(event: Event) -> bool:
    return isinstance(event, StateSet) and event.state == "suppressed"


def fighting(board: Board) -> list[Unit]:
    """Every unit that is in close combat, once."""
    return list({unit.id: unit for pair in fights(board) for unit in pair}.values())


def _notes(before: Board, board: Board, played: Sequence[Played]) -> list[Text]:
    return [*(_fight_on(one, other) for one, other in fights(board)), *_stood_up(before), throw_for_it(board)]


def _fight_on(one: Unit, other: Unit) -> Note:
    said = Text("{one} and {other} fight on.", one=one.ref, other=other.ref)
    label = Text("{one} and {other} fight on", one=one.ref, other=other.ref)
    return asks(said, label, Request("assault", (one.id,), (other.id,)))


def _stood_up(before: Board) -> list[Text]:
    """Who stands up, or lies on, because a fight goes on, with the ruling that says so."""
    rose = before.rulings.melee_stand_up == "yes"
    return [at_table(_lay(unit, rose)) for unit in fighting(before) if unit.count("suppressed")]


def _lay(unit: Unit, rose: bool) -> Text:
    ruling, count = Term("melee_stand_up"), unit.count("suppressed")
    if rose:
        return Plural(
            "{n} suppressed figure of {unit} stands up: the fight activates it (ruling: {ruling}).",
            "{n} suppressed figures of {unit} stand up: the fight activates them (ruling: {ruling}).",
            count,
            unit=unit.ref,
            ruling=ruling,
        )
    return Plural(
        "{n} figure of {unit} stays suppressed in the fight (ruling: {ruling}).",
        "{n} figures of {unit} stay suppressed in the fight (ruling: {ruling}).",
        count,
        unit=unit.ref,
        ruling=ruling,
    )


def end(board: Board, request: Request) -> ResolvedCommand:
    """Passes the initiative on without a try."""
    before_end(board, request)
    side = board.game.holder or ""
    return ResolvedCommand(
        after=lambda after, _: [*passes(after, side), *passed_on(after, side, keeps=False)],
        notes=lambda after, _: initiative_note(after),
        title=Text("{side}: initiative passed on", side=side),
    )


def before_end(board: Board, request: Request) -> tuple[Text, ...]:
    """Raises RuleError for a side that does not hold the initiative, and where no other side can take it."""
    game = board.game
    if not game.order:
        raise RuleError(Text("The initiative has not been thrown yet: `/initiative`."), "Initiative")
    if game.holder is None:
        raise RuleError(Text("Nobody has the initiative to pass on."), "Initiative")
    if request.side and game.holder != request.side:
        text = Text("The initiative is with {holder}, not with {side}.", holder=game.holder, side=request.side)
        raise RuleError(text, "Initiative")
    must_have_taker(board, untried(board), "Initiative")
    return ()


NEXT = Command(key="turn next", title=Text("Next turn"), order=next, before=before_next, needs=())
END = Command(key="turn end", title=Text("Pass the initiative"), order=end, before=before_end, needs=())


# What follows of itself after every entry: the fallen leave the table, and the initiative finds who can use it.


def aftermath(board: Board) -> Sequence[Event]:
    """Events by which nobody stays engaged with the dead, inside a wreck or while fighting, or more suppressed than
    alive.
    """
    wrecks = _wrecked(board)
    board = board.after(wrecks)
    events = [event for unit in board.game.units.values() for event in _of(board, unit)]
    return [*wrecks, *events, *_initiative(board.after(events))]


def _wrecked(board: Board) -> list[Event]:
    """Events by which nothing is left of vehicles marked as destroyed, by the rules or by hand."""
    units = board.game.units.values()
    return [LossesTaken(unit=unit.id, models=unit.models) for unit in units if unit.has("destroyed") and unit.models]


def _of(board: Board, unit: Unit) -> list[Event]:
    if not unit.alive:
        return fallen(board, unit)
    # A fight has two sides: what is left of one by an undo out of its middle is none.
    fights = [enemy.id for enemy in opponents(board, unit) if unit.id in enemy.words("engaged_with")]
    events = only(unit, fights) if unit.has("engaged_with") else []
    if unit.count("suppressed") > unit.models:
        events += mark(unit, suppressed=unit.models)
    vehicle = unit.word("aboard")
    # Nobody fights inside: an undo of what threw a unit out leaves it where it has fought since.
    if vehicle and (fights or vehicle not in board.game.units or not board.unit(vehicle).alive):
        events += mark(unit, aboard=None)
    return events


def _initiative(board: Board) -> list[Event]:
    """A side with nobody left to try is passed over, also when a fight or a loss took its last try (Initiative)."""
    game = board.game
    able = {unit.side for unit in untried(board)}
    if not game.order or game.holder in able:
        return []
    holder = next_side(game.order, game.holder, able)
    if holder == game.holder:
        return []
    return [TurnAdvanced(turn=game.turn, order=game.order, holder=holder, phase=game.phase)]
