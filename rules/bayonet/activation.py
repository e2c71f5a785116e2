"""`/initiative`, `/activate` and `/turn`: the order of the bounds, their steps, and their ends (Bounds)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import NamedTuple

from rules.bayonet import tables
from rules.bayonet.figures import may_do, may_shoot
from rules.bayonet.turn import BOUNDS, FIGHTING, SHOOTING, SUFFERED, TURNS, begin_bound, end_bound, wrong_bound_text
from rules.command import turns
from rules.command.effects import clear_states, mark
from rules.command.order import refuse_if
from rules.command.planned import Planned
from rules.game.events import Event, StateCounted, TurnAdvanced
from rules.game.unit import Unit
from rules.kernel.action import Played
from rules.kernel.contests import RollOrder
from rules.kernel.facts import Choice, Facts
from rules.kernel.request import Request, changed
from rules.kernel.table import Table
from rules.kernel.text import Listed, Sentence, Text, Value, ask_note, counted
from rules.kit.contest import ContestRule, SidesFacts


class BayonetInitiative(ContestRule[SidesFacts, tables.BayonetTables, tables.BayonetRulings]):
    """A die per side; ties are rolled again."""

    key, topic, section = "initiative", "bounds", BOUNDS

    def contenders(self) -> Sequence[Value]:
        return self.facts.contenders

    def describe(self, played: Played[RollOrder]) -> Text:
        return Text("Order of the bounds: {order}.", order=Listed(self.contest.in_order(played.outcome), "then"))


class BayonetRollForInitiative(tables.Order):
    """`/initiative`: a die for every side, in the order in which they joined."""

    key, title, needs = BayonetInitiative.key, BayonetInitiative.title, ()

    def checks(self) -> None:
        turns.sides_rolling(self.board, BOUNDS)
        modifiers = Text("The order of the bounds has no modifiers: leave it empty.")
        refuse_if(self.request.modifier or self.request.modifiers, modifiers, BOUNDS)
        self.warn_if(self.board.game.order, Text("The order of the bounds has already been rolled."), repeat=True)

    def rolls(self) -> Iterable[Planned]:
        sides = self.board.game.sides
        yield BayonetInitiative.plan_roll({"sides": len(sides), "names": sides})

    def after(self, now: tables.Board, played: Sequence[Played]) -> Iterable[Event]:
        """Return events that start the bound of the first side with figures left."""
        places: tuple[int, ...] = played[0].outcome.order
        order = tuple(self.board.game.sides[place] for place in places)
        first = turns.next_side(order, None, now.game.living_sides()) or order[0]
        begins = TurnAdvanced(turn=now.game.turn, order=order, holder=first)
        return [*TURNS.let_go(now), begins, *begin_bound(now, first)]

    def notes(self, now: tables.Board, played: Sequence[Played]) -> Iterable[Text]:
        return bound_note(now)

    def headline(self) -> Text:
        return Text("Initiative: {sides}", sides=Listed(list(self.board.game.sides)))


def bound_note(board: tables.Board) -> list[Text]:
    """Return the sentence on the side whose bound it is; nothing before the first bound."""
    holder = TURNS.current_side(board)
    return [ask_note(Text("{holder}'s bound: moves, enemy shots, then fights.", holder=holder))] if holder else []


# A figure acts in its side's bound: no dice, nothing to fail.


class BayonetActivateFacts(Facts):
    """Facts of an activation: none."""


class BayonetActivateOutcome(NamedTuple):
    """An empty outcome."""


class BayonetActivate(tables.BayonetRule[BayonetActivateFacts, BayonetActivateOutcome]):
    """A figure may act in its side's bound."""

    key, title, topic = "activate", Text("Activate"), "bounds"

    def play(self, table: Table) -> BayonetActivateOutcome:
        return BayonetActivateOutcome()

    def describe(self, played: Played[BayonetActivateOutcome]) -> Text:
        return Text("It acts in its side's bound; Bayonet has no test for it.")


class ActivateFigure(tables.Order):
    """`/activate`: a figure acts in its side's bound, or shoots in another; before the first, it starts one."""

    key, title, doing, offered = BayonetActivate.key, Text("Act"), Text("act"), False

    def checks(self) -> None:
        board, side = self.board, self.unit.side
        if not TURNS.has_go(board, side):
            its_bound = TURNS.current_side(board) == side
            self.warn(others_step_text(board, side) if its_bound else wrong_bound_text(board, self.unit))

    def rolls(self) -> Iterable[Planned]:
        yield BayonetActivate.plan_roll({}, unit=self.unit)

    def after(self, now: tables.Board, played: Sequence[Played]) -> Iterable[Event]:
        game, side, acted = now.game, self.unit.side, mark(self.unit, acted=1)
        if game.holder:
            return acted
        order = game.order or tuple(dict.fromkeys((side, *game.sides)))
        return [*acted, TurnAdvanced(turn=game.turn, order=order, holder=side), *begin_bound(now, side)]

    def notes(self, now: tables.Board, played: Sequence[Played]) -> Iterable[Text]:
        unit = now.unit(self.unit.id)
        if may := may_do(now, unit):
            yield Sentence(Text("{unit} may: {actions}", unit=unit.ref, actions=Listed(may, "or")))
        else:
            yield Text("{unit} cannot act now.", unit=unit.ref)
        yield from bound_note(now)

    def headline(self) -> Text:
        return Text("{unit} acts", unit=self.unit.ref)


# The steps of a bound: its moves end, the shots of the other sides end, the bound ends.


def _ready_shooters(board: tables.Board, side: str) -> list[Unit]:
    """Return the figures of a side that may shoot."""
    return [unit for unit in board.game.units_of_side(side) if unit.alive and may_shoot(unit)]


def _shooters(board: tables.Board, but: str | None = None) -> list[str]:
    """Return the sides with figures that may shoot and that are not done yet."""
    return [side for side in TURNS.reacting_sides(board) if side != but and _ready_shooters(board, side)]


def step_label(board: tables.Board) -> Text:
    """Return the label for the end of the current step of the bound."""
    if TURNS.is_first(board):
        return Text("Moves are done")
    if TURNS.is_older_game(board):
        return Text("Shots are done")
    return Text("{side}: shots are done", side=board.game.holder or "")


def end_label(board: tables.Board) -> Text:
    """Return the label for the end of the bound, with its side."""
    side = TURNS.current_side(board)
    return Text("End of {side}'s bound", side=side) if side else EndGo.title


def others_step_text(board: tables.Board, side: str) -> Text:
    """Return the sentence for a side that acts in another side's step, or ends it."""
    values = {"holder": board.game.holder or "", "side": side}
    if TURNS.is_answered(board):
        return Text("{holder} shoots now, not {side}.", **values)
    return Text("It is {holder}'s bound, not {side}'s.", **values)


class NextBound(tables.Order):
    """`/turn next`: ends the bound. Before the first one, it ends the states that end with any bound."""

    key, title, needs, same_as = "turn next", Text("Next bound"), (), "turn end"

    def checks(self) -> None:
        waiting = [unit for side in TURNS.reacting_sides(self.board) for unit in _ready_shooters(self.board, side)]
        if waiting:
            units = turns.by_side(waiting)
            self.warn(Text("May still shoot in this bound: {units} ({section}).", units=units, section=BOUNDS))

    def after(self, now: tables.Board, played: Sequence[Played]) -> Iterable[Event]:
        events = [*TURNS.let_go(now), *(event for unit in now.game.units.values() for event in _end_effects(now, unit))]
        events += TURNS.end_turn_events(now)
        board = now.after(events)
        return [*events, *begin_bound(board, board.game.holder)]

    def notes(self, now: tables.Board, played: Sequence[Played]) -> Iterable[Text]:
        lasting = [unit.ref for unit in now.game.living if any(map(unit.has, SUFFERED))]
        if lasting and now.rulings.suppressed_lasts == "manual":
            yield Text("Still suppressed or fleeing, by ruling: {units}.", units=Listed(lasting))
        whose = Text("Whose bound is it? Roll for it, or act with a figure.")
        yield from bound_note(now) or [turns.roll_note(now, whose)]

    def headline(self) -> Text:
        holder, turn = TURNS.current_side(self.board), self.board.game.turn
        if holder is None:
            return Text("Bound {turn} is over", turn=turn)
        return Text("Bound {turn} of {holder} is over", holder=holder, turn=turn)


def _end_effects(board: tables.Board, unit: Unit) -> list[Event]:
    """Return the events of a bound's end: its own ends a figure's earlier effects, an enemy's its spent actions."""
    holder = TURNS.current_side(board)
    events = clear_states(board, unit, "turn_end", (*SUFFERED, "recovers"))
    events += end_bound(board, unit) if holder in (None, unit.side) else []
    if holder is None or holder != unit.side:
        events += clear_states(board, unit, "turn_start", ("reloading",))
        events += [StateCounted(unit=unit.id, state="reloading", change=-1)] if unit.has("reloading") else []
    return events


class EndStep(tables.Order):
    """`/turn phase`: the moves are done, or a side has finished shooting."""

    key, title, needs = "turn phase", Text("Go on with the bound"), ("action",)
    actions = (Choice(SHOOTING, Text("Moves are done")), Choice(FIGHTING, Text("Shots are done")))
    called = step_label

    def checks(self) -> None:
        board, action, side = self.board, self.request.action, self.request.side
        first, shooting = TURNS.is_first(board), TURNS.is_answered(board)
        begin = Text("Whose bound is it? Roll for it, or act with a figure.")
        refuse_if(board.game.holder is None, begin, BOUNDS)
        refuse_if(action == SHOOTING and not first, Text("The moves of this bound are done."), BOUNDS)
        early, late = Text("The moves of this bound are not done yet."), Text("The shots of this bound are done.")
        refuse_if(action == FIGHTING and not shooting, early if first else late, BOUNDS)
        refuse_if(side and not TURNS.has_go(board, side), others_step_text(board, side or ""), BOUNDS)

    @property
    def remaining_sides(self) -> list[str]:
        """The sides that shoot after the one that is done."""
        board = self.board
        return [] if TURNS.is_older_game(board) else _shooters(board, board.game.holder)

    @property
    def next_bound(self) -> NextBound | None:
        """The end of the bound, if no side is left to shoot, and the bound's own side cannot fight."""
        board = self.board
        if (
            self.request.action == SHOOTING
            or self.remaining_sides
            or TURNS.current_side(board) in board.game.living_sides()
        ):
            return None
        return NextBound(board, self.request)

    def after(self, now: tables.Board, played: Sequence[Played]) -> Iterable[Event]:
        if self.request.action == SHOOTING:
            return TURNS.start_reactions(now, _shooters(now))
        return (
            self.next_bound.after(now, played)
            if self.next_bound
            else TURNS.pass_to_reactions(now, self.remaining_sides)
        )

    def notes(self, now: tables.Board, played: Sequence[Played]) -> Iterable[Text]:
        """Yield the figures that shoot now, with the cost of opportunity fire; then the side that fights."""
        if self.next_bound:
            yield from self.next_bound.notes(now, played)
            return
        holder = now.game.holder or ""
        if not TURNS.is_answered(now):
            yield ask_note(Text("{side} fights, then its bound ends.", side=holder))
            return
        ready = _ready_shooters(now, holder)
        units = turns.by_side(ready) if len(ready) <= turns.NAMED else counted(len(ready), "unit", "units")
        said, step = Text("{side} shoots: {units}.", side=holder, units=units), Request("turn phase", action=FIGHTING)
        yield ask_note(said, step_label(now), step)
        if any(unit.has("moved") for unit in now.game.units_of_side(TURNS.current_side(now) or "")):
            yield ask_note(Text("Opportunity fire (−1, −2): over half its move seen."))

    def headline(self) -> Text:
        holder = self.board.game.holder or ""
        if self.request.action == SHOOTING:
            return Text("{side}: moves are done", side=holder)
        return Text("{side}: shots are done", side=self.request.side or holder)


class EndGo(tables.Order):
    """`/turn end`: the active side is done with this step: the next one starts, or the bound ends."""

    key, title, needs, same_as = "turn end", Text("End of the bound"), (), "turn phase"
    called = end_label

    @cached_property
    def step(self) -> tables.Order:
        board, request = self.board, self.request
        if TURNS.is_first(board) and _shooters(board):
            return EndStep(board, changed(request, action=SHOOTING))
        if TURNS.is_answered(board) and not TURNS.is_older_game(board):
            return EndStep(board, changed(request, action=FIGHTING))
        return NextBound(board, request)

    def checks(self) -> None:
        side = self.request.side
        refuse_if(side and not TURNS.has_go(self.board, side), others_step_text(self.board, side or ""), BOUNDS)
        self.warn(*self.step.judge())

    def after(self, now: tables.Board, played: Sequence[Played]) -> Iterable[Event]:
        return self.step.after(now, played)

    def notes(self, now: tables.Board, played: Sequence[Played]) -> Iterable[Text]:
        return self.step.notes(now, played)

    def headline(self) -> Text:
        return self.step.headline()
