"""Who activates first, by a skill test of the unit that each side nominates (Initiative)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from pydantic import Field

from rules.command.effects import able
from rules.command.system import Planned
from rules.game.unit import Unit
from rules.kernel.action import Played
from rules.kernel.contests import too_many_sides
from rules.kernel.errors import BadFacts, RuleError
from rules.kernel.facts import Facts
from rules.kernel.table import Table, Then, then
from rules.kernel.text import N_, Listed, Sentence, Text, Value, counted
from rules.kit import alternate
from rules.opreb.facts import Skilled
from rules.opreb.pools import Pool, bangs, pins_leaned, skill_test
from rules.opreb.tables import Rule, Rulings, Tables
from rules.opreb.turn import TURNS
from rules.opreb.weapons import skill_dice, skilled


class Nominated(Skilled):
    """The unit that a side nominates, under the name of the side."""

    name: str | None = Field(default=None, max_length=60, title=N_("Side"))


class InitiativeFacts(Facts):
    """The facts of an initiative roll: the unit that each side nominates."""

    sides: tuple[Nominated, ...] = Field(min_length=2, max_length=20, title=N_("Sides"))


class InitiativeOutcome(NamedTuple):
    """Place of the winner among the sides in the facts."""

    winner: int


class Initiative(Rule[InitiativeFacts, InitiativeOutcome]):
    """One skill test a side; those tied for the most bangs roll again, or by ruling the first of them wins."""

    key, title, topic = "initiative", Text("Initiative"), "initiative"
    indices = ("winner",)

    def plan(self) -> None:
        sides = self.facts.sides
        self.names = tuple(unit.name or Text("side {number}", number=number) for number, unit in enumerate(sides, 1))
        self.tests = tuple(map(self._test, range(len(sides)), self.names, sides))
        self.rerolls_ties = self.book.rulings.initiative_tie == "rethrow"
        self.rulings_used = pins_leaned(sides, self.book)

    def _test(self, side: int, name: Value, unit: Nominated) -> Pool:
        label = Text("initiative of {side}", side=name)
        return skill_test(f"initiative {side + 1}", label, "unit", unit, self.book, TURNS.section, side)

    def play(self, table: Table) -> Then[InitiativeOutcome]:
        return then(self._contest, tuple(range(len(self.tests))))

    def _contest(self, table: Table, sides: tuple[int, ...]) -> InitiativeOutcome | Then[InitiativeOutcome]:
        best = table.play(self._rolled, sides, 0, ())
        if len(best) == 1 or not self.rerolls_ties:
            return InitiativeOutcome(best[0])
        return then(self._contest, best)

    def _rolled(
        self, table: Table, left: tuple[int, ...], most: int, best: tuple[int, ...]
    ) -> tuple[int, ...] | Then[tuple[int, ...]]:
        """The sides with the most bangs, rolled a side at a time, so that odds keep the leaders only."""
        if not left:
            return best
        side = left[0]
        rolled = bangs(table, self.tests[side])
        if rolled > most or not best:
            return then(self._rolled, left[1:], rolled, (side,))
        return then(self._rolled, left[1:], most, (*best, side) if rolled == most else best)

    def rulings_used_in(self, played: Played[InitiativeOutcome]) -> Iterable[str]:
        """The ruling on ties decided something if the first rolls were tied at the top."""
        first = [step.got for step in played.steps[: len(self.tests)]]
        return ("initiative_tie",) if first.count(max(first)) > 1 else ()

    def describe(self, played: Played[InitiativeOutcome]) -> Text:
        side = played.outcome.winner
        got = [step.got for step in played.steps if step.throw.side == side][-1]
        rolled = counted(got, "bang", "bangs")
        return Sentence(Text("{side} activates first with {bangs}.", side=self.names[side], bangs=rolled))

    def too_big(self) -> Text | None:
        """The ways in which sides can tie double with each."""
        return too_many_sides(len(self.tests), 8)


class RollForInitiative(alternate.RollForInitiative[Tables, Rulings]):
    """`/initiative`: a skill test by the unit each side nominates: those named, else the best that lies open."""

    turns, several = TURNS, ("unit",)
    no_modifiers = Text("A skill test has no modifiers; more dice are the only advantage."), "Concepts › Bang dice"

    def checks(self) -> None:
        super().checks()
        self.nominated()

    def rolls(self) -> Iterable[Planned]:
        sides = tuple(skilled(unit) | {"name": unit.side[:60]} for unit in self.nominated())
        yield Initiative.planned({"sides": sides})

    def ranked(self, played: Played) -> Sequence[str]:
        """The winner first, then the others in turn from there."""
        sides, first = self.board.game.sides, played.outcome.winner
        return *sides[first:], *sides[:first]

    def headline(self) -> Text:
        units = Listed([unit.with_side for unit in self.nominated()])
        return Text("Initiative of turn {turn}: {units}", turn=self.board.game.turn, units=units)

    def nominated(self) -> list[Unit]:
        """The unit of each side; raises RuleError for a side that has none, BadFacts for two of one side."""
        named = [able(self.board.unit(id), Text("be nominated")) for id in self.request.unit]
        found: list[Unit] = []
        for side in self.board.game.sides:
            mine = [unit for unit in named if unit.side == side]
            if len(mine) > 1:
                names = Listed([unit.ref for unit in mine])
                raise BadFacts([Text("unit: {side} nominates one unit, not {units}", side=side, units=names)])
            found.append(mine[0] if mine else self._best(side))
        return found

    def _best(self, side: str) -> Unit:
        """The unit that rolls the most skill dice, and of those the one with the fewest pinned markers; a card only
        where there is nothing else, and whatever it is: that it is the best would tell what it is.
        """
        living = [unit for unit in self.board.game.of_side(side) if unit.alive]
        if not living:
            raise RuleError(Text("{side} has no unit left to nominate.", side=side), TURNS.section)
        shown = [unit for unit in living if not unit.has("hidden")]
        dice = {unit.id: skill_dice(self.board, unit) for unit in shown}
        return max(shown or living, key=lambda unit: (dice.get(unit.id, 0), -unit.count("pinned")))
