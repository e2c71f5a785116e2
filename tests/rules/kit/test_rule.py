"""A rule as a class becomes the action that everything else reads."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Generic, NamedTuple, TypeVar

import pytest
from pydantic import BaseModel

from rules.game.unit import Unit
from rules.kernel.action import Aim, Given, Played, Ruleset
from rules.kernel.dice import Roll, Successes
from rules.kernel.errors import BadFacts, RuleError
from rules.kernel.facts import Count, Facts
from rules.kernel.odds import Odds
from rules.kernel.plays import Effect
from rules.kernel.table import Faces, Live, Table, Then, then
from rules.kernel.text import Text
from rules.kit.rule import Rule


class Rulings(BaseModel):
    """No rulings."""


BOOK = Ruleset(tables=4, rulings=Rulings())


class StormFacts(Facts):
    """So many men storm."""

    men: Count


class StormOutcome(NamedTuple):
    """Number of figures that got through, and of those that turned back."""

    through: int
    back: int


class Storm(Rule[StormFacts, StormOutcome]):
    """Each man gets through on 4 or more; who did may turn back on the same."""

    key, title, topic = "storm", Text("Storm"), "storm"
    goal = Aim("through", lambda outcome: outcome.through)
    hidden_fields = ("back",)

    def plan(self) -> None:
        if not self.facts.men:
            raise RuleError(Text("Nobody is left to storm."), "Storm")
        needed = Successes(self.book.tables)
        self.roll = Roll("storm", Text("storm"), "unit", 6, needed, None, (), "Storm")
        self.rulings_used = ("storms",)

    def play(self, table: Table) -> Then[StormOutcome]:
        return then(self.turn_back, table.roll(self.roll, self.facts.men))

    def turn_back(self, table: Table, through: int) -> StormOutcome:
        return StormOutcome(through, table.roll(self.roll, through))

    def effects(self, played: Played[StormOutcome]) -> Iterable[Effect]:
        yield Effect("unit", "through", played.outcome.through)
        yield Effect("unit", "back", played.outcome.back)
        yield Effect("unit", "order", to="storm")

    def describe(self, played: Played[StormOutcome]) -> Text:
        return Text("{n} got through.", n=played.outcome.through)


Place = TypeVar("Place")


class AtPlace(Rule[Given, StormOutcome], Generic[Place, Given]):
    """A base with brackets of its own, in another order."""


class Loud:
    """A base that is no rule."""


class NoStorm(Loud, AtPlace[int, StormFacts]):
    """A storm that no figure passes."""

    key, title = "no_storm", Text("No storm")


class NightStorm(Storm):
    """The same, by night."""

    key, title = "night_storm", Text("Storm by night")


def play_storm(*faces: int) -> tuple[Storm, Played[StormOutcome]]:
    plan = Storm.action.plan(StormFacts(men=2), BOOK)
    given = list(faces)
    live = Live(lambda roll, count: Faces(tuple(given.pop(0) for _ in range(count)), "physical"))
    outcome = live.play(Storm.action.rule, plan)
    return plan, Played(outcome, tuple(live.steps), ())


def test_a_rule_takes_its_facts_and_outcome_from_its_brackets_and_so_does_one_that_goes_on_from_it() -> None:
    assert (Storm.action.facts, Storm.action.outcome) == (StormFacts, StormOutcome)
    assert (NightStorm.action.facts, NightStorm.action.outcome) == (StormFacts, StormOutcome)
    assert (NoStorm.action.facts, NoStorm.action.outcome) == (StormFacts, StormOutcome)
    assert (NightStorm.action.key, Storm.action.key) == ("night_storm", "storm")


def test_a_rule_without_facts_and_outcome_is_refused_when_it_is_written() -> None:
    with pytest.raises(TypeError, match="names no facts and outcome"):
        type("Lost", (Rule,), {"key": "lost"})


def test_a_play_and_its_words_come_from_the_instance_that_planned_it() -> None:
    plan, play = play_storm(4, 1, 6)
    assert play.outcome == StormOutcome(1, 1)
    assert Storm.action.describe(plan, play) == Text("{n} got through.", n=1)
    assert (plan.rulings_used, Storm.action.aim(plan), Storm.action.hidden_fields) == (
        ("storms",),
        Storm.goal,
        ("back",),
    )


def test_effects_that_change_nothing_are_dropped() -> None:
    plan, play = play_storm(4, 1, 3)
    assert Storm.action.effects(plan, play) == [Effect("unit", "through", 1), Effect("unit", "order", to="storm")]


def test_odds_merge_histories_that_meet_in_a_method() -> None:
    dist = Odds().of(Storm.action.rule, Storm.action.plan(StormFacts(men=2), BOOK))
    assert dist.weights[StormOutcome(2, 2)] * 16 == dist.total
    assert sum(dist.weights.values()) == dist.total


def test_a_plan_refuses_before_any_die() -> None:
    with pytest.raises(RuleError, match="Nobody is left"):
        Storm.action.plan(StormFacts(men=0), BOOK)


def test_a_planned_roll_names_its_units_and_checks_its_facts() -> None:
    unit = Unit(id="u1", name="Guard", side="Blue", models=3, starting=3)
    planned = Storm.plan_roll({"men": 3}, unit=unit)
    assert (planned.action, planned.facts, planned.roles) == ("storm", StormFacts(men=3), {"unit": "u1"})
    with pytest.raises(BadFacts, match="men"):
        Storm.plan_roll({"men": -1}, unit=unit)
