"""A turn order as a value, with its orders: sides activate units alternately, each with a number of actions.

A system makes one `Alternate` and derives its commands from the orders here: `RollForInitiative`, `Activation`,
`UnitAction` for the actions of an active unit, `NextTurn` and `EndOfGo`. It overrides the parts in which its
rules differ.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from rules.command import turns
from rules.command.effects import clear_fallen, mark
from rules.command.order import Order, refuse_if
from rules.command.planned import Ends
from rules.command.system import Board
from rules.game.events import Event, StateCounted, TurnAdvanced
from rules.game.unit import Unit
from rules.kernel.action import Played, Rulings, Tables
from rules.kernel.text import Listed, Plural, Term, Text, Value, counted


@dataclass(frozen=True)
class Alternate:
    """Alternating activations: the actions of each, and the sections of the rules about activations and actions.

    The state `activated` of a unit ends with the turn; `actions_left` counts the actions that it still has.
    """

    actions: int
    section: str
    of_actions: str
    word: str = "turn"
    """The term for a turn in the rules."""

    def spent_warnings(self, unit: Unit) -> tuple[Text, ...]:
        """Return the warning for an active unit that has used its actions."""
        if not unit.has("activated") or unit.count("actions_left"):
            return ()
        values = {"unit": unit.ref, "section": self.of_actions}
        return (Text("{unit} has no action left ({section}).", **values),)

    def second_activation_warnings(self, unit: Unit) -> Text:
        """Return the warning for a second activation in a turn."""
        values = {"unit": unit.ref, "section": self.section}
        return Text("{unit} has already been activated ({section}).", **values)

    def unfinished_warnings(self, board: Board, but: Unit | None = None) -> list[Text]:
        """Return the warnings for units that would lose the actions they have left."""
        return [
            Text(
                "{unit} has actions left and forfeits {actions} ({section}).",
                unit=other.ref,
                actions=counted(other.count("actions_left"), "action", "actions"),
                section=self.section,
            )
            for other in turns.active_units(board)
            if but is None or other.id != but.id
        ]

    def out_of_go(self, board: Board, unit: Unit) -> tuple[Text, ...]:
        """Return the warnings for a unit that acts without being active."""
        if unit.has("activated"):
            return self.spent_warnings(unit)
        if not board.game.order:
            return tuple(turns.not_rolled_warnings(board, unit, self.section))
        values = {"unit": unit.ref, "section": self.section}
        inactive = Text("{unit} has not been activated yet: `/activate` ({section}).", **values)
        return (*turns.out_of_go_warnings(board, unit, self.section), inactive)

    def begin_activation(self, board: Board, unit: Unit, **also: int | str | None) -> list[Event]:
        """Return events that activate a unit and set the states in `also`; no other unit remains active.

        If the unit is destroyed, the next side becomes active.
        """
        others = [other for other in turns.active_units(board) if other.id != unit.id]
        left = self.actions if unit.alive else None
        events = [*turns.forfeit_actions(others), *mark(unit, activated=1, **also, actions_left=left)]
        return [
            *events,
            *(turns.hand_to(board, unit.side) if unit.alive else self.pass_activation(board.after(events), unit.side)),
        ]

    def spend_action(self, board: Board, unit: Unit) -> list[Event]:
        """Return events that spend an action; after the last one the next side activates."""
        left = unit.count("actions_left")
        if not left:
            return []
        events: list[Event] = [StateCounted(unit=unit.id, state="actions_left", change=-1)]
        return events if left > 1 else [*events, *self.pass_activation(board.after(events), unit.side)]

    def pass_activation(self, board: Board, side: str) -> list[Event]:
        """Return the events after the last action of a side, or of one of its units."""
        return turns.pass_on(board, side)

    def must_finish(self, board: Board, unit: Unit) -> None:
        """Raise RuleError where another unit of the side has to finish first."""
        turns.check_own_unit_ended(board, unit, self.section)

    def end_go(self, board: Board, side: str) -> list[Event]:
        """Return the events by which a side ends its activations."""
        return turns.end_activation(board, side)

    def go_note(self, board: Board) -> list[Text]:
        """Return the sentences about the active units or the next side to activate."""
        return turns.go_note(board)

    def settle(self, board: Board) -> list[Event]:
        """Return events that follow automatically after every entry.

        Destroyed units keep no markers. Actions belong to this turn's activation, and a unit with some left continues.
        A side without units left to act does not hold up the turn.
        """
        units = board.game.units.values()
        events = [event for unit in units for event in clear_fallen(board, unit)]
        left = [unit for unit in units if unit.alive and unit.has("actions_left") and not unit.has("activated")]
        events += [event for unit in left for event in mark(unit, actions_left=None)]
        then, holder = board.after(events), board.game.holder
        going = turns.active_units(then)
        if holder is None and going:
            return [*events, *turns.hand_to(then, going[0].side)]
        if holder is None or turns.waiting_units(then, holder) or any(unit.side == holder for unit in going):
            return events
        return [*events, *self.pass_activation(then, holder)]


@dataclass(frozen=True)
class SideAfterSide(Alternate):
    """A side activates its units one after the other, until none is left or it stops; then the next one does."""

    def pass_activation(self, board: Board, side: str) -> list[Event]:
        able = turns.active_units(board, side) or turns.waiting_units(board, side)
        return turns.hand_to(board, side) if able else self.next_side_events(board, side)

    def next_side_events(self, board: Board, side: str) -> list[Event]:
        """Return the events that make the next side active: one with units left that has not stopped."""
        game = board.game
        left = {
            unit.side
            for unit in turns.active_units(board) or turns.waiting_units(board)
            if not game.tally(turns.PASSED, unit.side)
        }
        holder = turns.next_side(game.order, side, left)
        return [TurnAdvanced(turn=game.turn, order=game.order, holder=holder)] if game.order else []

    def must_finish(self, board: Board, unit: Unit) -> None:
        """Let any unit begin: `unfinished_warnings` names the actions that are lost."""

    def end_go(self, board: Board, side: str) -> list[Event]:
        events = [*turns.forfeit_actions(turns.active_units(board, side)), *turns.mark_passed(board, side)]
        return [*events, *self.next_side_events(board.after(events), side)]


@dataclass(frozen=True)
class WhileObeyed(SideAfterSide):
    """A side activates units for as long as they obey: one that disobeys has no actions, and the next side goes."""

    def disobey(self, board: Board, unit: Unit) -> list[Event]:
        """Return the events of a unit that has not obeyed."""
        events = [*turns.forfeit_actions(turns.active_units(board)), *mark(unit, activated=1, actions_left=None)]
        return [*events, *self.next_side_events(board.after(events), unit.side)]


# The orders.


class _AlternateOrder(Order[Tables, Rulings]):
    """An order within this turn order: `turns` is the value of its system."""

    turns: ClassVar[Alternate]


class RollForInitiative(_AlternateOrder[Tables, Rulings]):
    """`/initiative`: every side rolls; the order of play follows from the outcome."""

    key, title, needs = "initiative", Text("Initiative"), ()
    no_modifiers: ClassVar[tuple[Text, str]]
    """The sentence that refuses a modifier, and its section."""

    def checks(self) -> None:
        self.must_have_sides()
        refuse_if(self.request.modifier or self.request.modifiers, *self.no_modifiers)
        self.warn(*turns.second_roll_warnings(self.board), repeat=True)

    def must_have_sides(self) -> None:
        """Raise RuleError if there are too few sides, or too many."""
        turns.sides_rolling(self.board, self.turns.section)

    def rank_sides(self, played: Played) -> Sequence[str]:
        """Return the sides in the order in which they go: that of the roll."""
        order: tuple[int, ...] = played.outcome.order
        return [self.board.game.sides[place] for place in order]

    def after(self, now: Board[Tables, Rulings], played: Sequence[Played]) -> Iterable[Event]:
        order = tuple(self.rank_sides(played[0]))
        # If the initiative is rolled again in the middle of a turn, a unit keeps its actions.
        busy = next((unit.side for unit in turns.active_units(now)), None)
        yield TurnAdvanced(turn=now.game.turn, order=order, holder=busy or turns.first_waiting_side(now, order))

    def notes(self, now: Board[Tables, Rulings], played: Sequence[Played]) -> Iterable[Text]:
        return self.turns.go_note(now)

    def headline(self) -> Text:
        return Text("Initiative of {word} {turn}", word=Term(self.turns.word), turn=self.board.game.turn)


class Activation(_AlternateOrder[Tables, Rulings]):
    """`/activate`: the active side activates a unit, each once a turn."""

    key, title, doing = "activate", Text("Activate"), Text("activate")

    def checks(self) -> None:
        board, unit, section = self.board, self.unit, self.turns.section
        if unit.has("activated"):
            self.warn(self.turns.second_activation_warnings(unit), repeat=True)
        else:
            self.turns.must_finish(board, unit)
        self.warn(*self.turns.unfinished_warnings(board, unit))
        self.warn(*turns.not_rolled_warnings(board, unit, section), *turns.out_of_go_warnings(board, unit, section))

    def after(self, now: Board[Tables, Rulings], played: Sequence[Played]) -> Iterable[Event]:
        return self.turns.begin_activation(now, now.unit(self.unit.id))

    def ends(self) -> Iterable[Ends]:
        return turns.ended_actions(self.board, self.unit.side)

    def notes(self, now: Board[Tables, Rulings], played: Sequence[Played]) -> Iterable[Text]:
        unit, n = now.unit(self.unit.id), self.turns.actions
        if not (unit.alive and unit.has("actions_left")):
            return self.turns.go_note(now)
        if unit.has("hidden"):  # its options, with inches and dice, would reveal its type
            return ()
        values: dict[str, Value] = {"unit": unit.ref, "actions": Listed(self.choices(now, unit), "or")}
        if n == 2:
            return (Text("Two actions for {unit}: {actions}.", **values),)
        return (Plural("{n} action for {unit}: {actions}.", "{n} actions for {unit}: {actions}.", n, **values),)

    def choices(self, now: Board[Tables, Rulings], unit: Unit) -> Sequence[Text]:
        """Return sentences about the unit's options for its actions."""
        return now.system.may(now, unit)

    def headline(self) -> Text:
        return Text("{unit}: activation", unit=self.unit.ref)


class UnitAction(_AlternateOrder[Tables, Rulings]):
    """An action of an active unit."""

    repeats: ClassVar[bool] = False
    """True if an extra action repeats a roll, for which the opponent is asked."""

    def checks(self) -> None:
        if bent := self.turns.out_of_go(self.board, self.unit):
            self.warn(*bent, repeat=self.repeats and self.unit.has("activated"))

    def after(self, now: Board[Tables, Rulings], played: Sequence[Played]) -> Iterable[Event]:
        return self.turns.spend_action(now, now.unit(self.unit.id))

    def notes(self, now: Board[Tables, Rulings], played: Sequence[Played]) -> Iterable[Text]:
        if not (self.unit.has("activated") or now.game.order):
            yield self.reminder()
        yield from self.turns.go_note(now)

    def reminder(self) -> Text:
        """Return the note for a unit that acts without activation, if no warning has mentioned it."""
        return Text("{unit} has not been activated yet.", unit=self.unit.ref)


class NextTurn(_AlternateOrder[Tables, Rulings]):
    """`/turn next`: clears the states that end with the turn; warns while units have actions left or wait."""

    key, title, needs = "turn next", Text("Next turn"), ()
    asks: ClassVar[Text | None] = None
    """The sentence that asks for the initiative, if it is not the usual one."""

    def checks(self) -> None:
        self.warn(
            *turns.forfeit_texts(self.board), *turns.not_acted_warnings(self.board, turns.waiting_units(self.board))
        )

    def after(self, now: Board[Tables, Rulings], played: Sequence[Played]) -> Iterable[Event]:
        return turns.next_turn(now)

    def ends(self) -> Iterable[Ends]:
        return turns.ended_actions(self.board, self.request.side or "")

    def notes(self, now: Board[Tables, Rulings], played: Sequence[Played]) -> Iterable[Text]:
        return (turns.roll_note(now, self.asks),)

    def headline(self) -> Text:
        return Text("Turn {turn}", turn=self.board.game.turn + 1)


class EndOfGo(_AlternateOrder[Tables, Rulings]):
    """`/turn end`: a unit forfeits the rest of its actions; without an active unit, the side is done."""

    key, title, needs = "turn end", Text("End your turn"), ()

    def checks(self) -> None:
        side = turns.require_active_side(self.board, self.request.side, self.turns.section)
        if not turns.active_units(self.board, side):
            turns.must_have_taker(side, turns.waiting_units(self.board), self.turns.section)
        self.warn(*turns.forfeit_texts(self.board, side))

    def after(self, now: Board[Tables, Rulings], played: Sequence[Played]) -> Iterable[Event]:
        return self.turns.end_go(now, turns.require_active_side(self.board, self.request.side, self.turns.section))

    def notes(self, now: Board[Tables, Rulings], played: Sequence[Played]) -> Iterable[Text]:
        return self.turns.go_note(now)

    def headline(self) -> Text:
        return Text(
            "{side}'s turn is over", side=turns.require_active_side(self.board, self.request.side, self.turns.section)
        )
