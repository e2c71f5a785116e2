"""`/turn next`, `/turn end`, the end of the game, and the automatic changes after every entry."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rules.command.effects import clear_fallen, mark
from rules.command.turns import (
    active_units,
    forfeit_texts,
    hand_to,
    must_have_taker,
    not_acted_warnings,
    pass_on,
    require_active_side,
    waiting_units,
)
from rules.command.verdict import Verdict, most_points
from rules.game.events import Event
from rules.game.unit import Unit
from rules.kernel.action import Played
from rules.kernel.text import Listed, Text, counted
from rules.kit import alternate
from rules.openfire_d12.actions import ACTIVATIONS, TURNS
from rules.openfire_d12.board_facts import MOST_TOKENS
from rules.openfire_d12.leaving import lost_attack_warnings
from rules.openfire_d12.tables import Board, D12Rulings, D12Tables

# Automatic changes of a board: destroyed units engage no unit, their passengers are out, the activation passes on.


def settle(board: Board) -> list[Event]:
    """Return events that keep the board consistent: no states on destroyed units, no absent enemies, an active side."""
    units = board.game.units.values()
    events = [event for unit in units for event in _correct_unit(board, unit)]
    cut_short = {unit.side for unit in units if not unit.alive and unit.count("actions_left")}
    return [*events, *_activate_next(board.after(events), cut_short)]


def _correct_unit(board: Board, unit: Unit) -> Iterator[Event]:
    if not unit.alive:
        yield from clear_fallen(board, unit)
        return
    for state in ("in_assault_range_of", "free_attack_at"):
        ids = unit.words(state)
        foes = [foe for foe in (board.game.units.get(id) for id in ids) if foe and foe.alive and foe.side != unit.side]
        # Assault ranges are mutual.
        kept = [foe.id for foe in foes if state != "in_assault_range_of" or unit.id in foe.words(state)]
        if len(kept) < len(ids):
            yield from mark(unit, **{state: ",".join(kept)})
    carrier = unit.word("aboard")
    if carrier and not (carrier in board.game.units and board.unit(carrier).alive):
        yield from mark(unit, aboard=None)
    # Markers placed by hand that the rules do not allow.
    if unit.count("suppression") > MOST_TOKENS:
        yield from mark(unit, suppression=MOST_TOKENS)
    if not unit.has("activated"):
        yield from mark(unit, **{name: None for name in ("actions_left", "actions_done") if unit.has(name)})


def _activate_next(board: Board, fallen: set[str]) -> list[Event]:
    """Return events that activate the next side if the active unit has fallen, or its side has no units left."""
    holder = board.game.holder
    able, acting = {unit.side for unit in waiting_units(board)}, active_units(board)
    if holder is None and acting:
        return hand_to(board, acting[0].side)
    if acting or (holder in able and holder not in fallen):
        return []
    events = pass_on(board, holder or "")
    return events if board.after(events).game.holder != holder else []


# The commands.


class NextRound(alternate.NextTurn[D12Tables, D12Rulings]):
    """`/turn next`: clears the states that end with the round; warns of idle units, and after the last round."""

    turns, title = TURNS, Text("Next round")

    def checks(self) -> None:
        board, last = self.board, self.board.rulings.rounds
        self.warn(
            *TURNS.unfinished_warnings(board),
            *not_acted_warnings(board, _idle_units(board)),
            *lost_attack_warnings(board),
        )
        if board.game.turn >= last:
            self.warn(Text("Round {round} was the last: the side with the most points wins (Rounds).", round=last))

    def notes(self, now: Board, played: Sequence[Played]) -> Iterable[Text]:
        yield from forfeit_texts(self.board)
        rounds = now.rulings.rounds
        if now.game.turn == rounds:
            yield Text("This is the last of {rounds}.", rounds=counted(rounds, "round", "rounds"))
        yield from super().notes(now, played)

    def headline(self) -> Text:
        return Text("Round {round}", round=self.board.game.turn + 1)


class D12EndOfGo(alternate.EndOfGo[D12Tables, D12Rulings]):
    """`/turn end`: a side with units to activate may not pass."""

    turns = TURNS

    def checks(self) -> None:
        side = require_active_side(self.board, self.request.side, ACTIVATIONS)
        if active_units(self.board, side):
            return
        must_have_taker(side, waiting_units(self.board), ACTIVATIONS)
        if idle := _idle_units(self.board, side):
            values = {"side": side, "units": Listed([unit.ref for unit in idle], "or"), "section": ACTIVATIONS}
            self.warn(Text("{side} has not activated a unit and may not pass: activate {units} ({section}).", **values))

    def notes(self, now: Board, played: Sequence[Played]) -> Iterable[Text]:
        side = require_active_side(self.board, self.request.side, ACTIVATIONS)
        return (*forfeit_texts(self.board, side), *super().notes(now, played))


def _idle_units(board: Board, side: str | None = None) -> list[Unit]:
    """Return units that are still to be activated; those aboard may stay there."""
    return [unit for unit in waiting_units(board, side) if not unit.has("aboard")]


def victory(board: Board) -> Verdict:
    """Return the verdict: the most points win after the last round, which ends with the last actions.

    (Rounds; Aftermath Stage)
    """
    last = board.rulings.rounds
    game = board.game
    done = bool(game.units) and not _idle_units(board) and not active_units(board)
    return most_points(board, game.turn > last or (game.turn == last and done))
