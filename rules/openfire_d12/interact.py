"""Interact: a unit uses an object on the table, after a test if the object requires one (Actions › Interact)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from pydantic import Field

from rules.command.planned import Planned
from rules.game.events import Event, ObjectPlaced
from rules.game.tabletop import TableObject
from rules.kernel.action import Played
from rules.kernel.errors import BadFacts
from rules.kernel.facts import Ask, Choice, Facts, MissingFacts, Modifier
from rules.kernel.table import Table
from rules.kernel.text import N_, Joined, Sentence, Text
from rules.openfire_d12.actions import RoundAction
from rules.openfire_d12.attribute_test import ATTRIBUTES_ASKED, ON_THE_DIE, parse_test
from rules.openfire_d12.attributes import REROLL, roll_trial, stated_modifier, trial_of
from rules.openfire_d12.board_facts import unit_facts
from rules.openfire_d12.facts import D12UnitFacts, Name, must_live
from rules.openfire_d12.tables import Attribute, Board, D12Rule

INTERACT = "Actions › Interact"


class ObjectTest(Facts):
    """The test that an object requires."""

    attribute: Attribute = Field(title=N_("Attribute"))
    modifier: Modifier = Field(default=0, title=N_("Modifier"), description=N_("Modifier of the die."))


class InteractFacts(Facts):
    """Facts of an Interact action."""

    unit: D12UnitFacts = Field(title=N_("Unit"))
    object: Name = Field(min_length=1, title=N_("Object"), description=N_("An objective or another object."))
    test: ObjectTest | None = Field(default=None, title=N_("Test"), description=N_("If the object asks for one."))


class InteractOutcome(NamedTuple):
    """The outcome of an Interact action."""

    passed: bool


class Interact(D12Rule[InteractFacts, InteractOutcome]):
    """A test if the object requires one; else immediate success."""

    key, title, topic, decisions = "interact", Text("Interact"), "interact", (REROLL,)

    def plan(self) -> None:
        unit, test = self.facts.unit, self.facts.test
        must_live(unit, "unit")
        self.trial = trial_of(unit, test.attribute, stated_modifier(test.modifier), INTERACT) if test else None

    def play(self, table: Table) -> InteractOutcome:
        return InteractOutcome(not self.trial or table.play(roll_trial, self.trial).successes > 0)

    def describe(self, played: Played[InteractOutcome]) -> Text:
        if played.outcome.passed:
            return Sentence(Text("{object}: done.", object=self.facts.object))
        return Sentence(Text("{object}: the test fails, nothing happens.", object=self.facts.object))


class InteractWith(RoundAction):
    """`/act interact`: the object is named as `weapon`; a success takes an objective for the unit's side."""

    key, title, doing, situations = Interact.key, Interact.title, Text("interact"), ATTRIBUTES_ASKED
    counts, is_test = ON_THE_DIE, True

    def checks(self) -> None:
        if not self.request.weapon and not self.board.game.things:
            raise BadFacts([Text("weapon is missing: name the object, such as the label of an objective.")])
        super().checks()
        if not self.is_warned:  # A question must not hide a warning from the menus.
            self._require_object()

    def _require_object(self) -> None:
        if not self.request.weapon:
            objects = [Choice(one.label, Joined((one.label,))) for one in self.board.game.things.values()]
            raise MissingFacts([Ask("weapon", Text("which object?"), tuple(objects))])

    def thing(self) -> TableObject | None:
        """Return the object with the requested label, or the only one whose label begins with it."""
        bare = (self.request.weapon or "").strip().casefold()
        found = [thing for thing in self.board.game.things.values() if thing.label.casefold().startswith(bare)]
        exact = [thing for thing in found if thing.label.casefold() == bare]
        return exact[0] if exact else found[0] if len(found) == 1 else None

    def label(self) -> str:
        thing = self.thing()
        return thing.label if thing else self.request.weapon or ""

    def rolls(self) -> Iterable[Planned]:
        self._require_object()
        facts = {"unit": unit_facts(self.unit), "object": self.label(), "test": parse_test(self.request)}
        yield Interact.plan_roll(facts, unit=self.unit)

    def after(self, now: Board, played: Sequence[Played]) -> Iterable[Event]:
        thing, events = self.thing(), list[Event]()
        if played[0].outcome.passed and thing and thing.kind == "objective":
            events.append(ObjectPlaced(thing=thing.model_copy(update={"holder": self.unit.side})))
        return (*events, *super().after(now.after(events), played))

    def notes(self, now: Board, played: Sequence[Played]) -> Iterable[Text]:
        thing = self.thing()
        there = now.game.things.get(thing.label) if thing else None
        if there and there.holder:
            yield Text("{holder} holds {object}.", holder=there.holder, object=there.label)
        yield from super().notes(now, played)

    def headline(self) -> Text:
        return Text("{unit}: {object}", unit=self.unit.ref, object=self.label())
