"""Rolls as their readers see them: dice that count one by one, totals, and dice of which only a count is known."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from bot.game.questions import AnsweredRoll
from cogs.rendering.rolls import (
    RollView,
    decision_line,
    earlier_roll_line,
    earlier_roll_total,
    ledger_line,
    percent_text,
    rank_lines,
    replacement_lines,
    roll_line,
    shown_decisions,
    whole_percent,
)
from cogs.rendering.text import Reader
from data import system_of
from data.texts import language
from rules.command.system import Board
from rules.game.game import Game
from rules.game.unit import Unit
from rules.kernel.dice import Line, Need
from rules.kernel.plays import Play, RecordedRoll
from rules.kernel.resolve import ruleset_of
from rules.kernel.table import Made, Source
from rules.kernel.text import NOTHING, Text
from tests.rows import for_each

WORDS = Reader(language("en"))


def view(faces: tuple[int, ...], needed: Need | None, source: Source = "bot", added: int = 0) -> RollView:
    roll = RecordedRoll(
        key="to_hit",
        label=Text("to hit"),
        by="attacker",
        sides=6,
        faces=faces,
        source=source,
        needed=needed,
        added=added,
    )
    return RollView(WORDS, roll, system_of("fubar"))


@pytest.mark.parametrize(
    ("needed", "dice", "is_pool"),
    [(Need(4), "3 **4**", True), (Need(7, summed=True), "3 4", False), (None, "3 4", False)],
)
def test_only_dice_that_count_one_by_one_are_bold_where_they_succeed(
    needed: Need | None, dice: str, is_pool: bool
) -> None:
    shown = view((3, 4), needed)
    assert (shown.dice, shown.is_pool) == (dice, is_pool)
    assert (shown.kind is not None) == is_pool
    assert shown.successes == (1 if needed else 0)


@for_each(
    ("source", "added", "counted", "own"),
    [
        ("bot", 0, "", ""),
        ("physical", 0, "", "own dice"),
        ("counted", 0, "2 hits of 4", "counted"),
        ("counted", 2, "1 hit of 2", "counted"),
    ],
)
def test_of_counted_dice_the_number_of_hits_is_shown_and_only_the_faces_of_the_bot(
    source: Source, added: int, counted: str, own: str
) -> None:
    shown = view((4, 1, 5, 2), Need(4), source, added)
    assert (shown.counted, shown.own_dice) == (counted, own)
    assert shown.faces == ((4, 1, 5, 2) if source != "counted" else (5, 2)[:added])
    assert shown.is_counted == (source == "counted" and not added)
    unneeded = view((4, 1, 5, 2), None, source, added)
    assert unneeded.counted == (f"no successes of {4 - added}" if source == "counted" else "")


def line(why: str, value: int, of: str = "needed") -> Line:
    return Line(Text(why), value, "rule", of=of)


def recorded(faces: str, needed: Need | None = None, **more: Any) -> RecordedRoll:
    given: dict[str, Any] = {"key": "to_hit", "label": Text("to hit"), "by": "attacker", "sides": 6, "source": "bot"}
    return RecordedRoll(**{**given, "faces": tuple(map(int, faces.split())), "needed": needed, **more})


@for_each(
    ("roll", "shown"),
    [
        (
            recorded("6 5 1", Need(5), result=2),
            ["🎲 to hit, 5+ (bot): **6** **5** 1 → **2**", "to hit 2 of 3", "2 of 3", "2", "2"],
        ),
        (
            recorded("6", Need(5), result=1),
            ["🎲 to hit, 5+ (bot): **6** → **success**", "to hit 6 (5+)", "6", "success", ""],
        ),
        (
            recorded("2", Need(5), result=0),
            ["🎲 to hit, 5+ (bot): 2 → **failure**", "to hit 2 (5+)", "2", "failure", ""],
        ),
        (
            recorded("2", Need(3, at_most=True), result=1),
            ["🎲 to hit, 3 or less (bot): 2 → **success**", "to hit 2 (3 or less)", "2", "success", ""],
        ),
        (
            recorded("4 3", Need(7, summed=True), result=7),
            ["🎲 to hit, 7+ (bot): 4 3 → **7**", "to hit 4+3", "4+3", "7", "7"],
        ),
        (recorded("4", result=4), ["🎲 to hit (bot): 4", "to hit 4", "4", "", ""]),
        (recorded("4 3", result=7), ["🎲 to hit (bot): 4 3 → **7**", "to hit 4+3", "4+3", "7", "7"]),
        (
            recorded("4", result=4, ledger=(line("leader", 2, "total"), line("dark", -1, "total"))),
            ["🎲 to hit (bot): 4 → **5**", "to hit 4 → 5", "4 → 5", "5", "5"],
        ),
        (
            recorded("4", Need(5), result=4, ledger=(line("leader", 1, "total"),)),
            ["🎲 to hit, 5+ (bot): 4 → **5**", "to hit 4 (5+)", "4 → 5", "5", "5"],
        ),
        (
            recorded("4 4 2", Need(4), result=2, source="counted"),
            ["🎲 to hit, 4+ (own dice, counted): 2 successes of 3", "to hit 2 of 3", "2 of 3", "", ""],
        ),
        (
            recorded("4 2 5", Need(4), result=2, source="counted", added=1),
            [
                "🎲 to hit, 4+ (own dice, counted, 1 bot): 1 success of 2 · **5** → **2**",
                "to hit 2 of 3",
                "2 of 3",
                "2",
                "2",
            ],
        ),
        (
            recorded("6 5", Need(5), result=2, source="physical", added=1, rerolled=(1, 2)),
            ["🎲 to hit, 5+ (own dice, 1 bot): **6** **5** (was ~~1 2~~) → **2**", "to hit 2 of 2", "2 of 2", "2", "2"],
        ),
        (
            recorded("6", Need(5), result=1, source="physical"),
            ["🎲 to hit, 5+ (own die): **6** → **success**", "to hit 6 (5+)", "6", "success", ""],
        ),
        (recorded("4 3", key="lookup", label=Text("GI 2")), ["🎲 GI 2 (bot): 4 3", "GI 2: 4+3", "4+3", "", ""]),
    ],
)
def test_a_roll_is_told_in_full_in_short_and_by_its_result(roll: RecordedRoll, shown: list[str]) -> None:
    one = RollView(WORDS, roll, system_of("fubar"))
    told = [roll_line(WORDS, roll, why=False), one.short, one.bare, one.further_result, one.sum_result]
    assert told == shown


@for_each(
    ("needed", "ledger", "shown"),
    [
        (Need(4), (line("green", 4),), ["4+ (green)"]),
        (Need(5), (line("green", 4),), ["5+ (green 4)"]),
        (Need(4, at_most=True), (line("green", 3), line("aimed", 1)), ["4 or less (green 3, aimed +1)"]),
        (None, (line("green", 3), line("aimed", -1)), ["needed 2 (green 3, aimed −1)"]),
        (
            Need(4),
            (line("seasoned", 5), line("aimed", -1), line("2 rifles", 4, "dice"), line("1 MG", 3, "dice")),
            ["7 dice (2 rifles = 4, 1 MG = 3), 4+ (seasoned 5, aimed −1)"],
        ),
        (None, (line("1 rifle", 1, "dice"),), ["1 die (1 rifle)"]),
        (None, (line("leader", 2, "total"),), ["+2 (leader)"]),
        (None, (line("leader", 2, "total"), line("dark", -3, "total")), ["−1 (leader 2, dark −3)"]),
        (None, (line("range", 6, "inches"), line("wind", 2, "inches")), ["inches 8 (range 6, wind +2)"]),
        (None, (line("green", 3),), ["needed 3 (green 3)"]),
        (None, (), [""]),
    ],
)
def test_a_ledger_adds_up_to_its_sum(needed: Need | None, ledger: tuple[Line, ...], shown: str) -> None:
    assert [ledger_line(WORDS, ledger, needed)] == shown


@for_each(
    ("roll", "shown"),
    [
        (
            AnsweredRoll(
                key="to_hit", label=Text("to hit"), sides=6, faces=(6, 1), source="bot", needed=Need(5), result=1
            ),
            ["to hit (bot): **6** 1 → **1**", "to hit 1 of 2"],
        ),
        (
            AnsweredRoll(key="to_hit", label=Text("to hit"), sides=6, faces=(6, 1), source="physical", needed=Need(5)),
            ["to hit (own dice): **6** 1", "to hit 6 1 (own dice)"],
        ),
        (
            AnsweredRoll(
                key="saves", label=Text("saves"), sides=6, faces=(6,), source="physical", needed=Need(5), result=1
            ),
            ["saves (own die): **6**", "saves 6 (own die)"],
        ),
        (
            AnsweredRoll(key="lookup", label=Text("GI 2"), sides=6, faces=(6, 2), source="bot", result=8),
            ["GI 2 (bot): 6 2 → **8**", "GI 2: 6 2"],
        ),
    ],
)
def test_a_roll_before_a_question_is_told_in_a_line_or_a_few_words(roll: AnsweredRoll, shown: list[str]) -> None:
    assert [earlier_roll_line(WORDS, roll, system_of("fubar")), earlier_roll_total(WORDS, roll)] == shown


def play(**more: Any) -> Play:
    return Play(**{"action": "fire", "facts": {}, "roles": {"attacker": "u1"}, "text": Text("2 hits."), **more})


def test_other_results_of_the_same_dice_are_told_roll_by_roll() -> None:
    hits, saves, other = (
        recorded("6 5 1", Need(5)),
        recorded("6", Need(6), key="saves", label=Text("saves")),
        recorded("1"),
    )
    more = recorded("6 5 1", Need(1))
    before = [play(throws=(hits, saves))]
    assert replacement_lines(WORDS, before, [play(throws=(more, saves, other))]) == [
        "to hit: 3 instead of 2",
        "to hit: 0 instead of 2",
        "**2 hits.**",
    ]
    assert replacement_lines(
        WORDS, before, [play(throws=(hits,)), play(text=NOTHING, throws=(recorded("1", key="new"),))]
    ) == ["**2 hits.**"]
    assert replacement_lines(WORDS, before, []) == []
    hidden = Unit(id="u1", name="Scouts", side="Red", models=1, starting=1, states={"hidden": 1})
    opreb = system_of("opreb")
    unknown = Reader(language("en"), Board(Game(units={"u1": hidden}), opreb, ruleset_of(opreb, {})))
    assert replacement_lines(unknown, before, [play(throws=(more,))]) == []
    assert rank_lines(unknown, play(), Fraction(1, 2)) == []


@for_each(
    ("rank", "chance"),
    [
        (Fraction(1, 100), "1 %"),
        (Fraction(1, 101), "1.0 %"),
        (Fraction(1, 5000), "0.1 %"),
        (Fraction(99, 100), "99 %"),
        (Fraction(995, 1000), "99.5 %"),
        (Fraction(99999, 100000), "99.9 %"),
        (Fraction(1, 3), "33 %"),
        (Fraction(1), None),
        (None, None),
    ],
)
def test_the_chance_of_a_result_has_a_decimal_at_either_end(rank: Fraction | None, chance: str | None) -> None:
    lines = [f"↳ Chance of this or better: {chance}".replace(" %", "\u00a0%")] if chance else []
    assert rank_lines(WORDS, play(), rank) == lines


@for_each(
    ("p", "text", "whole"),
    [
        (Fraction(0), "0 %", 0),
        (Fraction(1), "100 %", 100),
        (Fraction(1, 10_000), "0.1 %", 1),
        (Fraction(9_999, 10_000), "99.9 %", 99),
        (Fraction(1, 3), "33.3 %", 33),
    ],
)
def test_only_what_is_certain_has_a_chance_of_nothing_or_a_hundred(p: Fraction, text: str, whole: int) -> None:
    assert (WORDS(percent_text(p)), whole_percent(p)) == (text.replace(" %", "\u00a0%"), whole)


def test_decisions_are_shown_unless_no_player_was_asked_and_they_are_the_usual_ones() -> None:
    system = system_of("fubar")
    unasked = [(name, one) for name, action in system.actions.items() for one in action.decisions if not one.asked]
    assert unasked
    name, decision = unasked[0]
    usual, other = Made(decision.name, "attacker", decision.default), Made(decision.name, "attacker", "x")
    assert shown_decisions(system, play(action=name, decisions=(usual, other))) == [other]
    assert shown_decisions(system, play(action="of a former release", decisions=(usual,))) == [usual]
    assert decision_line(WORDS, Made("split_fire", "attacker", "some_of")) == "Decision, split fire: some of"
    assert decision_line(WORDS, Made("split_fire", "attacker", "2", Text("two"))) == "Decision, split fire: two"
