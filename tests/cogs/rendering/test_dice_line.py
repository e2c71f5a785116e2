"""Rolls on one line: a roll-off, rolls by kind with notes on own dice, and free rolls with struck dice."""

from __future__ import annotations

from typing import Any

from bot.dice.parsing import RolledDice, parse_loose_rolls
from cogs.rendering.dice_line import (
    dice_notation,
    free_roll_line,
    line_with_faces,
    roll_off_line,
    rolls_by_kind,
    totals_line,
    unlabelled_line,
)
from cogs.rendering.rolls import RollView
from cogs.rendering.text import Reader
from data import system_of
from data.texts import language
from rules.game.entry import Entry
from rules.kernel.dice import Line, Need
from rules.kernel.plays import RecordedRoll
from rules.kernel.text import Text
from tests.rows import for_each

WORDS = Reader(language("en"))
INITIATIVE = Entry(number=1, command="initiative", by="1", at=0)


def rolled(faces: str, side: str | None = None, key: str = "initiative", **more: Any) -> RollView:
    given: dict[str, Any] = {
        "label": Text(key.replace("_", " ")),
        "by": "attacker",
        "sides": 6,
        "source": "bot",
        **more,
    }
    roll = RecordedRoll(key=key, faces=tuple(map(int, faces.split())), side=side, **given)
    return RollView(WORDS, roll, system_of("fubar"))


def plus(n: int) -> dict[str, Any]:
    return {"ledger": (Line(Text("leader"), n, "rule", of="total"),)}


HITS: dict[str, Any] = {"needed": Need(5)}


@for_each(
    ("rolls", "line"),
    [
        ([rolled("4", "Red"), rolled("2", "Blue")], "Red 4, Blue 2"),
        ([rolled("4", "Red"), rolled("2", "")], ""),
        ([rolled("4", "Red"), rolled("2", None)], ""),
        (
            [rolled("4", "Red"), rolled("4", "Blue"), rolled("6", "Red"), rolled("2", "Blue")],
            "Tie, 4 each. Roll again: Red 6, Blue 2",
        ),
        ([rolled("4", "Red"), rolled("3", "Blue"), rolled("6", "Red"), rolled("2", "Blue")], ""),
        (
            [rolled("4", "Red", result=4, **plus(1)), rolled("5", "Blue"), rolled("6", "Red"), rolled("2", "Blue")],
            "Tie, 5 each. Roll again: Red 6, Blue 2",
        ),
        ([rolled("3 5", "Red"), rolled("2", "Blue", result=2, **plus(2))], "Red 3+5, Blue 2 → 4"),
        ([rolled("5 1", "Red", **HITS), rolled("6 5", "Blue", **HITS)], "Red 5 1, Blue 6 5"),
        (
            [rolled("5 1", "GI 2", source="physical"), rolled("6", "Blue", source="physical")],
            "GI 2: 5+1 (own dice), Blue 6 (own die)",
        ),
        (
            [rolled("5 5 1", "Red", source="counted", result=2, **HITS), rolled("1", "Blue")],
            "Red 2 of 3 (own dice, counted), Blue 1",
        ),
        (
            [rolled("5 5 1", "Red", source="counted", **HITS), rolled("1", "Blue")],
            "Red 5 5 1 (own dice, counted), Blue 1",
        ),
        ([], ""),
    ],
)
def test_a_roll_off_names_its_ties_and_the_dice_of_each_side(rolls: list[RollView], line: str) -> None:
    assert roll_off_line(WORDS, INITIATIVE, rolls) == line
    assert roll_off_line(WORDS, INITIATIVE.model_copy(update={"command": "fire"}), rolls) == ""


def test_a_roll_shows_its_faces_and_whose_dice_they_are() -> None:
    assert line_with_faces(rolled("6 5 1", key="to_hit", **HITS, result=2)) == "to hit, 5+: **6** **5** 1 → 2"
    assert (
        line_with_faces(rolled("6", key="to_hit", **HITS, result=1, source="physical")) == "to hit, 5+, own dice: **6**"
    )


SHOT = [
    rolled("6 5 1", key="to_hit mg", **HITS),
    rolled("6 1", key="to_hit rifles", **HITS),
    rolled("6", key="saves", **HITS),
]


@for_each(
    ("own", "totals", "by_kind", "bare", "ownerless"),
    [
        (
            (),
            "to hit mg 2 of 3 · to hit rifles 1 of 2 · saves 1 of 1",
            "to hit 3 of 5 · saves 1 of 1",
            "3 of 5 · 6",
            "3 of 5 · 6",
        ),
        (
            (0, 1, 2),
            "to hit mg 2 of 3 · to hit rifles 1 of 2 · saves 1 of 1 (own dice)",
            "to hit 3 of 5 · saves 1 of 1 (own dice)",
            "3 of 5 · 6 (own dice)",
            "3 of 5 · 6",
        ),
        (
            (2,),
            "to hit mg 2 of 3 · to hit rifles 1 of 2 · saves 1 of 1 (own dice)",
            "to hit 3 of 5 · saves 1 of 1 (own dice)",
            "3 of 5 · 6 (own dice)",
            "3 of 5 · 6",
        ),
        (
            (0, 2),
            "to hit mg 2 of 3 · to hit rifles 1 of 2 · saves 1 of 1 (partly own dice)",
            "to hit 3 of 5 · saves 1 of 1 (own dice)",
            "3 of 5 · 6 (own dice)",
            "3 of 5 · 6",
        ),
    ],
)
def test_rolls_are_added_up_by_kind_with_one_note_on_own_dice(
    own: tuple[int, ...], totals: str, by_kind: str, bare: str, ownerless: str
) -> None:
    rolls = [
        RollView(WORDS, one.roll.model_copy(update={"source": "physical"}), one.system) if nth in own else one
        for nth, one in enumerate(SHOT)
    ]
    assert totals_line(WORDS, rolls) == totals
    assert rolls_by_kind(WORDS, rolls) == f"🎲 {by_kind}"
    assert unlabelled_line(WORDS, rolls, whose=True) == bare
    assert unlabelled_line(WORDS, rolls, whose=False) == ownerless


def test_the_rolls_of_two_sides_that_strike_each_other_stay_apart() -> None:
    rolls = [
        rolled("6 1", "Red", "strikes", **HITS),
        rolled("6 5", "Blue 2", "strikes", **HITS),
        rolled("6 1", "Blue 2", "saves", **HITS),
        rolled("6", "Red", "lookup"),
    ]
    assert rolls_by_kind(WORDS, rolls) == "🎲 Red to hit 1 of 2 · Blue 2 to hit 2 of 2 · saves 1 of 2 · lookup 6"
    assert unlabelled_line(WORDS, rolls, whose=True) == "Red 1 of 2 · Blue 2: 2 of 2 · 1 of 2 · Red 6"
    rolls[-1] = rolled("6", None, "lookup")
    assert rolls_by_kind(WORDS, rolls) == "🎲 Red to hit 1 of 2 · Blue 2 to hit 2 of 2 · saves 1 of 2 · lookup 6"


@for_each(
    ("typed", "faces", "notation", "line"),
    [
        ("d6", [((4, True),)], "d6", "4"),
        ("2d6", [((4, True), (3, True))], "2d6", "4 3 = **7**"),
        ("2d20kh1+3", [((4, False), (13, True))], "2d20kh1 + 3", "(~~4~~ 13) + 3 = **16**"),
        ("2d20kl1", [((4, True), (13, False))], "2d20kl1", "4 ~~13~~ = **4**"),
        ("d6-2", [((1, True),)], "d6 − 2", "1 − 2 = **−1**"),
        ("2d6-d4", [((4, True), (3, True)), ((2, True),)], "2d6 − d4", "(4 3) − 2 = **5**"),
    ],
)
def test_a_free_roll_shows_each_die_and_strikes_out_what_does_not_count(
    typed: str, faces: list[tuple[tuple[int, bool], ...]], notation: str, line: str
) -> None:
    [roll] = parse_loose_rolls(typed)
    assert dice_notation(roll) == notation
    found = [RolledDice(dice, one) for dice, one in zip(roll.dice, faces, strict=True)]
    assert free_roll_line(roll, found) == line


def test_a_die_rolled_again_shows_its_first_face() -> None:
    [roll] = parse_loose_rolls("2d6")
    assert free_roll_line(roll, [RolledDice(roll.dice[0], ((5, True), (3, True)), (1, 0))]) == "~~1~~→5 3 = **8**"
