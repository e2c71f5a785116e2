"""Who goes first: as many dice each as there are players; `/initiative`, and two actions by `/activate`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from pydantic import Field, model_validator

from rules.command.planned import Ends, Planned
from rules.command.turns import ends_own_first
from rules.game.events import Event
from rules.game.unit import Unit
from rules.kernel.action import Played
from rules.kernel.contests import Contest, ThrowOrder, contest, contest_told
from rules.kernel.dice import Line, Throw, Total
from rules.kernel.facts import Facts
from rules.kernel.table import Table
from rules.kernel.text import N_, Text, Value
from rules.kit import alternate
from rules.kit.order import refuse_if
from rules.openfire_d12.actions import ACTIVATIONS, TURNS, begun, may_do, out_of_turn, taken_over
from rules.openfire_d12.attributes import DIE
from rules.openfire_d12.facts import Name
from rules.openfire_d12.leaving import UnitOrder
from rules.openfire_d12.tables import Board, Rule, Rulings, Tables

SECTION = "Battle Stage › Determine Initiative Order"


class InitiativeFacts(Facts):
    """The facts of an initiative roll."""

    players: int = Field(strict=True, ge=2, le=6, title=N_("Players"))
    names: tuple[Name, ...] = Field(
        default=(), max_length=6, title=N_("Their names"), description=N_("In order, or none.")
    )

    @model_validator(mode="after")
    def _adds_up(self) -> InitiativeFacts:
        if self.names and len(self.names) != self.players:
            raise ValueError(Text("names: {count} for {players} players", count=len(self.names), players=self.players))
        return self


class Initiative(Rule[InitiativeFacts, ThrowOrder]):
    """As many dice for each player as there are players; ties roll again."""

    key, title, topic, details = "initiative", Text("Initiative"), "initiative", ("totals",)

    def plan(self) -> None:
        players = self.facts.players
        names = self.facts.names or tuple(Text("player {number}", number=at) for at in range(1, players + 1))
        self.contest = Contest(names, tuple((self._roll(at, name), players, 0) for at, name in enumerate(names)))

    def _roll(self, player: int, name: Value) -> Throw[int]:
        ledger = (Line(Text("one for each player"), self.facts.players, SECTION, "dice"),)
        label = Text("initiative of {player}", player=name)
        return Throw(f"initiative {player + 1}", label, "unit", DIE, Total(), None, ledger, SECTION, player)

    def play(self, table: Table) -> ThrowOrder:
        return contest(table, self.contest)

    def describe(self, played: Played[ThrowOrder]) -> Text:
        return contest_told(self.contest, played)

    def detail(self, played: Played[ThrowOrder]) -> Mapping[str, object]:
        """Sums by player; of those who rolled again, the last."""
        totals = {step.throw.side: step.got for step in played.steps}
        return {"totals": [totals[player] for player in range(len(self.contest.throws))]}


class RollForInitiative(alternate.RollForInitiative[Tables, Rulings]):
    """`/initiative`: the sides roll in the order in which they sat down."""

    turns = TURNS
    no_modifiers = Text("The core rules have no modifiers of the initiative."), SECTION

    def must_have_sides(self) -> None:
        refused = Text("Initiative needs two to six sides: use `/game join` or `/force load`.")
        refuse_if(not 2 <= len(self.board.game.sides) <= 6, refused, SECTION)

    def rolls(self) -> Iterable[Planned]:
        sides = self.board.game.sides
        yield Initiative.planned({"players": len(sides), "names": sides})

    def ranked(self, played: Played) -> Sequence[str]:
        order: tuple[int, ...] = played.outcome.order
        return [self.board.game.sides[place] for place in order]


class ActivateUnit(UnitOrder, alternate.Activation[Tables, Rulings]):
    """`/activate`: no dice, the unit has two actions (Alternate Activations)."""

    turns = TURNS

    def checks(self) -> None:
        if self.unit.has("activated"):
            self.warn(TURNS.again(self.unit), repeat=True)
        else:
            ends_own_first(self.board, self.unit, ACTIVATIONS)
        self.warn(*out_of_turn(self.board, self.unit))

    def after(self, now: Board, played: Sequence[Played]) -> Iterable[Event]:
        return begun(now, now.unit(self.unit.id))

    def ends(self) -> Iterable[Ends]:
        return taken_over(self.board, self.unit, "activate")

    def choices(self, now: Board, unit: Unit) -> Sequence[Text]:
        return may_do(now, unit)
