"""Actions of a file whose rules are in Python, as an installed package has them."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import NamedTuple

import pytest
from pydantic import BaseModel

from bot.dice.provable import seeded_dice
from data.system_registry import recorded_version
from rules.command.effects import mark
from rules.command.planned import Planned
from rules.files.replaced import MixedRuleset, replace_actions
from rules.files.rolls import FileTables
from rules.files.ruleset import FileRuleset
from rules.files.system import read_system
from rules.files.trial import SelfPlay, begin
from rules.kernel.action import Played
from rules.kernel.errors import RuleError
from rules.kernel.facts import Count, Facts
from rules.kernel.plays import Effect
from rules.kernel.request import bare_request, changed
from rules.kernel.table import Table
from rules.kernel.text import Text
from rules.kernel.wording import ENGLISH
from rules.kit import alternate
from rules.kit.rule import Rule
from tests.rules.files.test_faults import TEXTS
from tests.rules.files.test_read_system import TEXT
from tests.rules.table import Sitting

read = read_system(TEXT.encode(), "battle_forge.toml")
assert isinstance(read, FileRuleset)
FILE: FileRuleset = read


class RallyFacts(Facts):
    shock: Count


class Rallied(NamedTuple):
    shock_removed: int


class Rally(Rule[RallyFacts, Rallied, FileTables, BaseModel]):
    """All shock comes off, without dice."""

    key, title, topic = "rally", Text("Rally"), "activate"

    def play(self, table: Table) -> Rallied:
        return Rallied(self.facts.shock)

    def effects(self, played: Played[Rallied]) -> Iterable[Effect]:
        yield Effect("unit", "shock", -played.outcome.shock_removed)

    def describe(self, played: Played[Rallied]) -> Text:
        return Text("It takes heart.")


class RallyUnit(alternate.UnitAction[FileTables, BaseModel]):
    key, title, doing, turns = "rally", Text("Rally"), Text("rally"), FILE.turns

    def checks(self) -> None:
        super().checks()
        if not self.unit.count("shock"):
            raise RuleError(Text("{unit} has no shock.", unit=self.unit.ref), "Rally")

    def rolls(self) -> Iterable[Planned]:
        yield Rally.plan_roll({"shock": self.unit.count("shock")}, unit=self.unit)


class Shoot(FILE.orders["fire"]):
    """The shot of the file, which a unit with a focus token may not take."""

    def checks(self) -> None:
        super().checks()
        if self.unit.has("focus"):
            raise RuleError(Text("{unit} waits.", unit=self.unit.ref), "Shooting")


class Rush(FILE.orders["rush"]):
    def checks(self) -> None:
        raise RuleError(Text("Nobody rushes."), "Actions")


MIXED = replace_actions(FILE, (RallyUnit, Shoot, Rush), (Rally,))


def refusal_of(system: FileRuleset, command: str, **states: int) -> str:
    """Return the sentence that refuses a command of a storm troop, which has these states."""
    board, _ = begin(system)
    unit, foe = (next(iter(board.game.units_of_side(side))) for side in ("Red", "Blue"))
    board = board.after(mark(unit, activated=1, actions_left=2, **states))
    order = {**system.commands, **system.acts}[command]
    request = changed(bare_request(command), unit=(unit.id,), action="rush" if command == "move" else None)
    try:
        order(board, changed(request, target=(foe.id,)) if command == "fire" else request).judge()
    except RuleError as error:
        return ENGLISH(error.text)
    return ""


def test_an_order_in_python_replaces_the_one_of_the_file() -> None:
    assert refusal_of(FILE, "rally") == "u1 has no shock to remove."
    assert refusal_of(MIXED, "rally") == "u1 has no shock."
    assert not refusal_of(MIXED, "rally", shock=2)
    assert Sitting(MIXED).play("rally", {"shock": 3}, []).played.outcome == Rallied(3)


def test_an_order_derived_from_a_file_keeps_the_conditions_of_the_file() -> None:
    assert not refusal_of(MIXED, "fire")
    assert refusal_of(MIXED, "fire", focus=1) == "u1 waits."
    assert refusal_of(MIXED, "fire", in_contact=1) == "u1 is in contact and can only fight."


def test_a_kind_of_move_is_replaced_too() -> None:
    assert not refusal_of(FILE, "move")
    assert refusal_of(MIXED, "move") == "Nobody rushes."


def test_a_kind_of_move_may_have_nothing_of_the_file() -> None:
    class Sprint(alternate.UnitAction[FileTables, BaseModel]):
        key, title, turns = "rush", Text("Sprint"), FILE.turns

    assert refusal_of(replace_actions(FILE, (Sprint,)), "move") == ""
    assert refusal_of(replace_actions(FILE, (Sprint,)), "move", in_contact=1) == ""


def test_an_action_of_a_file_without_moves_is_replaced() -> None:
    tiny = read_system(TEXTS["tiny"].encode(), "tiny.toml")
    assert isinstance(tiny, FileRuleset)

    class Wait(tiny.orders["wait"]):
        title = Text("Stand")

    assert ENGLISH(replace_actions(tiny, (Wait,)).acts["wait"].title) == "Stand"


def test_a_unit_is_offered_the_actions_written_in_python() -> None:
    board, _ = begin(MIXED)
    unit = board.unit("u1")
    fresh = board.after(mark(unit, activated=1, actions_left=2))
    assert "Rally" not in map(ENGLISH, MIXED.may(fresh, fresh.unit(unit.id)))
    board = board.after(mark(unit, activated=1, actions_left=2, shock=1))
    offered = [ENGLISH(one) for one in MIXED.may(board, board.unit("u1"))]
    assert "Rally" in offered
    assert not [one for one in offered if one.startswith("Rush")]


def test_its_trial_games_hold() -> None:
    found = SelfPlay(
        replace_actions(FILE, (RallyUnit, Shoot), (Rally,)), Random(1).randrange, seeded_dice(bytes(32))
    ).play(2)
    assert {one.says: one.faults for one in found if one.faults} == {}


def test_only_actions_and_rules_of_the_file_are_replaced() -> None:
    class Pray(RallyUnit):
        key = "pray"

    with pytest.raises(ValueError, match="no action pray to replace: its actions are fire, fight"):
        replace_actions(FILE, (Pray,))

    class Prayer(Rally):
        key = "prayer"

    with pytest.raises(ValueError, match="no rule prayer to replace"):
        replace_actions(FILE, (), (Prayer,))


def test_its_games_record_no_file_since_the_file_alone_would_play_otherwise() -> None:
    assert isinstance(MIXED, MixedRuleset)
    assert recorded_version(MIXED) == "core rules"
    assert recorded_version(FILE).startswith("core rules (")
    assert (FILE.is_base, MIXED.is_base) == (True, False)
    assert MIXED.files == ()
