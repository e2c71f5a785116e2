"""A blast on its own: an explosive hit, and only then the question who stood within 1 inch (Explosions)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import prod
from operator import add
from typing import NamedTuple

from pydantic import Field

from rules.command.choices import weapon_groups
from rules.command.system import Planned
from rules.game.events import Event
from rules.kernel.action import Played
from rules.kernel.errors import RuleError
from rules.kernel.facts import Count, Facts
from rules.kernel.plays import Effect, Shift
from rules.kernel.table import Table, then
from rules.kernel.text import N_, Joined, Listed, Term, Text, counted
from rules.openfire_ww2.blast import Burst, Bystander, Nearby, bystander_role, bystanders, caught
from rules.openfire_ww2.board_facts import nearby, weapon_facts
from rules.openfire_ww2.facts import EXPLOSIONS, Target, Weapon, bystanders_must_stand
from rules.openfire_ww2.own_turn import freed, steadied
from rules.openfire_ww2.shots import each_once, gone_nearby
from rules.openfire_ww2.tables import Board, Order, Rule, results_of, too_many


class BlastFacts(Facts):
    """The facts of an explosion whose target has been dealt with: who else is within 1 inch of it."""

    weapon: Weapon = Field(title=N_("Weapon"))
    hits: Count = Field(title=N_("Hits"), description=N_("How often it hit its target."))
    bystanders: tuple[Target, ...] = Field(min_length=1, max_length=20, title=N_("Units within the blast"))


class BlastOutcome(NamedTuple):
    """What became of each unit, in the order of the facts."""

    others: tuple[Nearby, ...]


class Blast(Rule[BlastFacts, BlastOutcome]):
    """A kill die a unit for every hit."""

    key, title, topic = "blast", Text("Units within a blast"), "explosions"

    def plan(self) -> None:
        facts = self.facts
        bystanders_must_stand(facts.bystanders)
        self.near = bystanders(facts.bystanders, [Burst(facts.weapon)], self.book)
        self.rulings_used = ("grenade_kill",) if facts.weapon.grenade and facts.hits else ()

    def play(self, table: Table) -> BlastOutcome:
        return BlastOutcome(table.together(add, *(then(caught, one, self.facts.hits) for one in self.near)))

    def _each(self, played: Played[BlastOutcome]) -> Iterable[tuple[Bystander, Nearby]]:
        return zip(self.near, played.outcome.others, strict=True)

    def effects(self, played: Played[BlastOutcome]) -> Iterator[Effect]:
        for one, outcome in self._each(played):
            yield from one.effects(outcome, played)

    def moves(self, played: Played[BlastOutcome]) -> Iterator[Shift]:
        for one, outcome in self._each(played):
            yield from one.victim.moves(outcome.terror)

    def describe(self, played: Played[BlastOutcome]) -> Text:
        return Joined([one.told(outcome, played) for one, outcome in self._each(played)])

    def rulings_used_in(self, played: Played[BlastOutcome]) -> Iterator[str]:
        for one, outcome in self._each(played):
            yield from one.leaning(outcome, self.facts.hits, played)

    def too_big(self) -> Text | None:
        """Each unit multiplies the outcomes."""
        return too_many(prod(results_of(self.facts.hits, one.victim.most) for one in self.near))


class BurstAmong(Order):
    """`/act blast`: `unit` fired, `target` lists those within the blast, `count` is how often it hit, once without it.

    Its hits are known by now: the shooter may have fallen since, in an assault by the very next dice.
    """

    key, title, done_to, anybody = Blast.key, Blast.title, Text("be hit"), True
    needs, several = ("unit", "target"), ("target",)

    def checks(self) -> None:
        each_once(self.board, self.request.target)
        self.weapon = self._weapon(self.request.weapon or "")

    def _weapon(self, text: str) -> str:
        """Return the explosive weapon named, or the only one there is."""
        rows = self.board.tables.weapons
        carried = [weapon.name for weapon in self.unit.weapons if rows[weapon.name].explosive]
        if not carried:
            raise RuleError(Text("{unit} has nothing that explodes.", unit=self.unit.ref), EXPLOSIONS)
        if text.strip():
            return weapon_groups(text, carried)[0][1]
        if len(carried) > 1:
            weapons = Listed([Term(name) for name in carried], "or")
            raise RuleError(Text("Which of them burst: {weapons}?", weapons=weapons), EXPLOSIONS)
        return carried[0]

    @property
    def hits(self) -> int:
        return 1 if self.request.count is None else self.request.count

    def rolls(self) -> Iterable[Planned]:
        weapon, others = weapon_facts(self.board, self.unit, self.weapon), [nearby(unit) for unit in self.targets]
        near = {bystander_role(n): unit for n, unit in enumerate(self.targets, 1)}
        facts = {"weapon": weapon, "hits": self.hits, "bystanders": others}
        yield Blast.planned(facts, attacker=self.unit, **near)

    def _results(self, played: Sequence[Played]) -> list[tuple[str, str]]:
        others = played[0].outcome.others
        return [(id, other.terror) for id, other in zip(self.request.target, others, strict=True)]

    def after(self, now: Board, played: Sequence[Played]) -> Iterable[Event]:
        return steadied(now, self._results(played))

    def notes(self, now: Board, played: Sequence[Played]) -> Iterable[Text]:
        return [*gone_nearby(self.board, now, self.request.target), *freed(now, self._results(played))]

    def headline(self) -> Text:
        hits, units = counted(self.hits, "hit", "hits"), Listed([unit.ref for unit in self.targets])
        return Text("{hits} of {weapon} near {units}", hits=hits, weapon=Term(self.weapon), units=units)
