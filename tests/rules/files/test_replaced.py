"""Actions of a file whose rules are in Python, as an installed package has them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import count
from random import Random
from typing import NamedTuple

import pytest
from pydantic import BaseModel

from bot.dice.provable import seeded_dice
from data.system_registry import recorded_version
from rules.command.effects import mark
from rules.command.planned import Planned
from rules.command.system import Board
from rules.files.replaced import MixedRuleset, replace_actions
from rules.files.rolls import FileTables
from rules.files.ruleset import FileRuleset
from rules.files.system import read_system
from rules.files.trial import SelfPlay, begin
from rules.game.events import Event
from rules.kernel.action import Played
from rules.kernel.dice import Roll, Successes
from rules.kernel.errors import RuleError
from rules.kernel.facts import Count, Facts
from rules.kernel.plays import Effect
from rules.kernel.request import bare_request, changed
from rules.kernel.table import Table
from rules.kernel.text import Text
from rules.kernel.wording import ENGLISH
from rules.kit import alternate
from rules.kit.rule import Rule
from tests.rows import for_each
from tests.rules.files.test_faults import TEXTS
from tests.rules.files.test_read_system import TEXT
from tests.rules.table import Sitting

read = read_system(TEXT.encode(), "battle_forge.toml")
assert isinstance(read, FileRuleset)
FILE: FileRuleset = read
small = read_system(TEXTS["tiny"].encode(), "tiny.toml")
assert isinstance(small, FileRuleset)
TINY: FileRuleset = small


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
    class Wait(TINY.orders["wait"]):
        title = Text("Stand")

    assert ENGLISH(replace_actions(TINY, (Wait,)).acts["wait"].title) == "Stand"


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


# Faults of rules in Python that trial games find.


class WaitFacts(Facts):
    models: Count


class Waited(NamedTuple):
    times: int


def waiting(flaw: str) -> FileRuleset:
    """Return the rules of a small file whose units wait in Python, with such a flaw."""
    counted = count(1)
    luck = Roll("luck", Text("luck"), "unit", 6, Successes(4), None, (), "Luck")

    class Wait(Rule[WaitFacts, Waited, FileTables, BaseModel]):
        key, title, topic = "wait", Text("Wait"), "wait"

        def play(self, table: Table) -> Waited:
            table.roll(luck, next(counted) if flaw == "dice" else 1)
            return Waited(next(counted) if flaw == "outcome" else 0)

        def describe(self, played: Played[Waited]) -> Text:
            return Text("it waits" if flaw == "words" else "It waits.")

        def too_big(self) -> Text | None:
            return Text("Too many.") if flaw == "odds" else None

    class WaitOrder(alternate.UnitAction[FileTables, BaseModel]):
        key, title, turns = "wait", Text("Wait"), TINY.turns

        def rolls(self) -> Iterable[Planned]:
            yield Wait.plan_roll({"models": self.unit.models}, unit=self.unit)

        def after(self, now: Board, played: Sequence[Played]) -> Iterable[Event]:
            if flaw == "record":  # a change without an event
                now.game.units[self.unit.id] = now.unit(self.unit.id).model_copy(update={"models": 1})
            return super().after(now, played)

    return replace_actions(TINY, (WaitOrder,), (Wait,))


@for_each(
    ("flaw", "says", "fault"),
    [
        ("outcome", "dice of a player give", "the same dice give {'times': 2}, and gave {'times': 1}"),
        ("outcome", "chances add up", "Waited(times=1) was rolled, and has no chance"),
        ("dice", "dice of a player give", "the same dice are refused: "),
        ("words", "every number has its reasons", "this is no sentence: it waits"),
        ("record", "an undo gives back", "after an undo the game is another one"),
        ("record", "an undo gives back", "the record of the game adds up to another one"),
    ],
)
def test_trial_games_find_what_rules_in_python_do_wrong(flaw: str, says: str, fault: str) -> None:
    found = SelfPlay(waiting(flaw), Random(1).randrange, seeded_dice(bytes(32))).play(1, 15)
    [check] = [one for one in found if one.says.startswith(says)]
    assert any(fault in one for one in check.faults), check.faults


def test_odds_that_the_rules_refuse_are_not_looked_at() -> None:
    found = SelfPlay(waiting("odds"), Random(1).randrange, seeded_dice(bytes(32)))
    requests = [one.says for one in found.play(1, 15) if one.faults]
    assert (requests, found.counts["odds"] < found.counts["plays"]) == ([], True)


def test_a_game_that_cannot_go_on_is_a_fault() -> None:
    kept = {key: one for key, one in TINY.commands.items() if not key.startswith(("turn", "initiative"))}
    checks = SelfPlay(replace(TINY, commands=kept), Random(1).randrange, seeded_dice(bytes(32))).play(1)
    [fault] = [fault for one in checks for fault in one.faults]
    assert fault.endswith("Guards: nothing can be done after it")


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
