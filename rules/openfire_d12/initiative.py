"""The initiative: as many dice each as there are players; `/initiative`, and two actions by `/activate`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from pydantic import Field, model_validator

from rules.command.order import refuse_if
from rules.command.planned import Ends, Planned
from rules.game.unit import Unit
from rules.kernel.action import Played
from rules.kernel.contests import RollOrder
from rules.kernel.dice import Line
from rules.kernel.facts import Facts
from rules.kernel.text import N_, Text, Value
from rules.kit import alternate
from rules.kit.contest import ContestRule
from rules.openfire_d12.actions import TURNS, may_do, unplaced_warnings
from rules.openfire_d12.attributes import DIE
from rules.openfire_d12.facts import Name
from rules.openfire_d12.leaving import UnitOrder, lost_attack_warnings
from rules.openfire_d12.tables import Board, D12Rulings, D12Tables

SECTION = "Battle Stage › Determine Initiative Order"


class D12InitiativeFacts(Facts):
    """Facts of an initiative roll."""

    players: int = Field(strict=True, ge=2, le=6, title=N_("Players"))
    names: tuple[Name, ...] = Field(
        default=(), max_length=6, title=N_("Their names"), description=N_("In order, or none.")
    )

    @model_validator(mode="after")
    def _check_numbers(self) -> D12InitiativeFacts:
        if self.names and len(self.names) != self.players:
            raise ValueError(
                Text(
                    "names: give one name for each of {players} players, not {count}",
                    count=len(self.names),
                    players=self.players,
                )
            )
        return self


class D12Initiative(ContestRule[D12InitiativeFacts, D12Tables, D12Rulings]):
    """A roll of one die per player by each player; ties are rolled again."""

    key, details, section, die = "initiative", ("totals",), SECTION, DIE

    @property
    def dice(self) -> int:
        return self.facts.players

    def contenders(self) -> Sequence[Value]:
        players = range(1, self.facts.players + 1)
        return self.facts.names or [Text("player {number}", number=number) for number in players]

    def label(self, name: Value) -> Text:
        return Text("initiative of {player}", player=name)

    def ledger(self, at: int) -> tuple[Line, ...]:
        return (Line(Text("one per player"), self.facts.players, SECTION, "dice"),)

    def too_big(self) -> Text | None:
        return None

    def detail(self, played: Played[RollOrder]) -> Mapping[str, object]:
        """Return the totals by player; after ties, the last ones."""
        totals = {step.throw.side: step.got for step in played.steps}
        return {"totals": [totals[player] for player in range(len(self.contest.throws))]}


class D12RollForInitiative(alternate.RollForInitiative[D12Tables, D12Rulings]):
    """`/initiative`: the sides roll in the order in which they joined."""

    turns = TURNS
    no_modifiers = Text("The core rules have no initiative modifiers: leave it empty."), SECTION

    def must_have_sides(self) -> None:
        refused = Text("Initiative needs two to six sides. Add them with `/game join` or `/force load`.")
        refuse_if(not 2 <= len(self.board.game.sides) <= 6, refused, SECTION)

    def rolls(self) -> Iterable[Planned]:
        sides = self.board.game.sides
        yield D12Initiative.plan_roll({"players": len(sides), "names": sides})


class D12ActivateUnit(UnitOrder, alternate.Activation[D12Tables, D12Rulings]):
    """`/activate`: the unit gets two actions, without dice (Alternate Activations)."""

    turns = TURNS

    def checks(self) -> None:
        super().checks()
        self.warn(*lost_attack_warnings(self.board, self.unit.id), *unplaced_warnings(self.unit))

    def ends(self) -> Iterable[Ends]:
        return TURNS.ended_actions(self.board, self.unit, "activate")

    def choices(self, now: Board, unit: Unit) -> Sequence[Text]:
        return may_do(now, unit)
