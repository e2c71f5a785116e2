"""`/move`: the move of a unit's leader, and free attacks by enemies that it leaves (Moving Units; Actions)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pydantic import Field

from rules.command.effects import clear_states
from rules.command.movement import MovementOutcome, reasons_in_brackets
from rules.command.planned import Planned
from rules.game.events import Event
from rules.game.unit import Unit
from rules.kernel.action import Played
from rules.kernel.errors import RuleError
from rules.kernel.facts import Choice, Flag, validate
from rules.kernel.plays import Shift
from rules.kernel.table import Table
from rules.kernel.text import N_, NOTHING, Joined, Text, counted
from rules.kit.moving import MoveRule
from rules.openfire_d12 import board_facts, leaving
from rules.openfire_d12.actions import go_note
from rules.openfire_d12.facts import D12UnitFacts, must_live
from rules.openfire_d12.inches import ACTIONS, RUSH, MovePath, advice, check_may_move, inches_of, rulings_used
from rules.openfire_d12.moving_action import MovingAction
from rules.openfire_d12.tables import Board, D12Rulings, D12Tables, MoveAction


class D12MovementFacts(MovePath):
    """Facts of a move."""

    unit: D12UnitFacts = Field(title=N_("Unit"))
    action: MoveAction = Field(title=N_("Action"))
    leaves_assault_range: Flag = Field(
        default=False, title=N_("Leaves an enemy's assault range"), description=N_("1″ around the enemy's bases.")
    )


class D12Movement(MoveRule[D12MovementFacts, D12Tables, D12Rulings]):
    """A move; an enemy whose assault range is left decides on its free attack before the unit is moved."""

    key, decisions = "movement", (leaving.FREE_ATTACK,)

    def plan(self) -> None:
        facts, unit = self.facts, self.facts.unit
        must_live(unit, "unit")
        check_may_move(unit, facts.action)
        if facts.action == "rush" and facts.leaves_assault_range:
            raise RuleError(Text("A unit in an enemy's assault range may not rush."), RUSH)
        self.why = inches_of(unit, facts.action, facts, self.book)
        self.advice = advice(unit, facts)
        self.rulings_used = rulings_used(unit, facts, self.book)

    def play(self, table: Table) -> MovementOutcome:
        if self.facts.leaves_assault_range:
            table.decide(leaving.FREE_ATTACK)
        return MovementOutcome(self.inches)

    def moves(self, played: Played[MovementOutcome]) -> Iterable[Shift]:
        """Yield the move without the reasons for its inches."""
        if inches := played.outcome.inches:
            yield Shift("unit", inches, most=True)

    def describe(self, played: Played[MovementOutcome]) -> Text:
        first = Text("First the enemy's free attack.") if leaving.has_free_attack(played.made) else NOTHING
        far = Text("Up to {inches}″{reasons}.", inches=played.outcome.inches, reasons=reasons_in_brackets(self.why))
        return Joined((first, far, self.advice))


class D12MoveUnit(MovingAction):
    """`/move`: an Advance unless a Rush is named."""

    key, title, doing, asked_in = "move", Text("Move"), Text("move"), "extra"
    actions = (
        Choice("advance", Text("Advance, MOV"), Text("Advance")),
        Choice("rush", Text("Rush, MOV − 2″"), Text("Rush")),
    )
    terrain = (
        Choice("slow", Text("Slow: MOV − 2″")),
        Choice("climb", Text("A climb: say how many levels")),
        Choice("rough", Text("Rough: no stopping on it")),
        Choice("dangerous", Text("Dangerous: one die per model")),
    )
    extra = (
        *leaving.CHOICES,
        *(
            Choice(f"levels_up={n}", Text("{levels} up: {inches}″", levels=counted(n, "level", "levels"), inches=n))
            for n in range(1, 7)
        ),
        *(Choice(f"levels_down={n}", Text("{levels} down", levels=counted(n, "level", "levels"))) for n in range(1, 7)),
        Choice("ends_rough", Text("Ends on rough ground")),
        Choice("ends_climbing", Text("Ends on a climb")),
    )

    @property
    def action_key(self) -> MoveAction:
        return "rush" if self.request.action == "rush" else "advance"

    def checks(self) -> None:
        unit, near = self.unit, board_facts.enemies_close_to(self.board, self.unit)
        if self.action_key == "rush" and near:
            why = Text("{unit} is in the assault range of {enemy} and may not rush.", unit=unit.ref, enemy=near[0].ref)
            raise RuleError(why, RUSH)
        check_may_move(board_facts.unit_facts(unit), self.action_key)
        super().checks()
        if "ends_rough" in self.request.extra:
            self.warn(Text("{unit} may not end its move on rough ground (Terrain › Rough).", unit=unit.ref))
        if "ends_climbing" in self.request.extra:
            second = N_("{unit} ends on a climb: allowed only if a second move goes on (Terrain › Climbable).")
            self.warn(Text(second, unit=unit.ref))
        if not self.is_warned:
            leaving.enemies_left(self.board, unit, self.asked_in, self.said)

    def _make_facts(self, leaves: bool) -> D12MovementFacts:
        levels = dict(said.split("=") for said in reversed(self.request.extra) if said.startswith("levels_"))
        facts = {"unit": board_facts.unit_facts(self.unit), "action": self.action_key, "terrain": self.request.terrain}
        facts |= {code: int(n) for code, n in levels.items()}
        return validate(D12MovementFacts, facts | {"leaves_assault_range": leaves})

    def rolls(self) -> Iterable[Planned]:
        """Yield the move, once for each enemy that decides about a free attack."""
        facts = self._make_facts(bool(self.strikers))
        for enemy in self.strikers:
            yield D12Movement.plan_roll(facts, unit=self.unit, defender=enemy)
        if not self.strikers:
            yield D12Movement.plan_roll(facts, unit=self.unit)
        yield from self.ground_test()

    def inches(self) -> int | None:
        """Return the distance, equal within and out of an assault range; None for 0, which is still an action."""
        return D12Movement(self._make_facts(False), self.board.book).inches or None

    def _free_attackers(self, played: Sequence[Played]) -> list[Unit]:
        """Return the enemies left behind that take their free attacks."""
        return [enemy for enemy, one in zip(self.strikers, played, strict=False) if leaving.has_free_attack(one.made)]

    def after(self, now: Board, played: Sequence[Played]) -> Iterable[Event]:
        """Return events that spend the action, which cancels earlier free attacks, and then grant new ones."""
        unit = now.unit(self.unit.id)
        gone = [enemy.id for enemy in self.units_left_behind] if unit.alive else None
        events = [*clear_states(now, unit, "move"), *self.moved_events(), *board_facts.leave_ranges(now, unit, gone)]
        events += super().after(now.after(events), played)
        return [*events, *leaving.grant_free_attacks(now.after(events), self.unit, self._free_attackers(played))]

    def notes(self, now: Board, played: Sequence[Played]) -> Iterable[Text]:
        yield from board_facts.passengers_note(self.board, now, [self.unit.id])
        yield from board_facts.staying_notes(now, now.unit(self.unit.id))
        for enemy in self.units_left_behind:
            if enemy not in self.strikers:
                harmless = N_("{enemy} makes no free attack: it has 2 suppression tokens or no weapon of range 1″.")
                yield Text(harmless, enemy=enemy.ref)
        yield from leaving.strike_note(self._free_attackers(played))
        yield from self.due_note()
        yield from go_note(now)

    def headline(self) -> Text:
        return Text("{unit}: {action}", unit=self.unit.ref, action=ACTIONS[self.action_key])
