"""The words for a pasted list: its units, assumptions and skipped lines."""

from __future__ import annotations

from typing import Any

import pytest

from cogs.rendering.army_list import describe_unit, list_lines, meaning_choices, word_text
from cogs.rendering.text import Reader
from data.systems import system_of, vocabulary
from data.texts import language
from rules.command import army_list
from rules.command.army_list import ArmyList, read_list
from rules.command.list_types import Unknown
from rules.command.list_words import Kind, Meaning
from tests.rows import for_each


def shown(text: str) -> list[str]:
    system = system_of("fubar")
    return list_lines(Reader(language("en")), system, read_list(system, vocabulary("fubar"), text))


def test_equal_units_are_shown_once_and_assumptions_below_their_line() -> None:
    assert shown("3 Tanks\n2 IFV\nMarine Captain") == [
        "• 3 × Tank, 1 heavy cannon, 1 heavy MG",
        "• 2 × IFV, 1 light cannon, 1 LMG",
        "• Marine Captain (Marines), 5 models, 4 assault rifles, 1 RPG",
        "↳ 'Marine Captain' is read as Marines.",
    ]


def test_of_a_long_list_the_first_lines_are_shown_and_the_others_counted() -> None:
    lines = shown("\n".join(["Tank"] * 42))
    assert (len(lines), lines[-1]) == (41, "… and 2 more lines")
    assert len(shown("\n".join(["Tank"] * 40))) == 40


@for_each(
    ("given", "said"),
    [
        ({"type": "marines"}, "Marines, 5 models, 4 assault rifles, 1 RPG"),
        (
            {"type": "marines", "name": "A*le", "models": 1, "weapons": [{"name": "lmg"}, {"name": "rpg", "count": 2}]},
            "A\\*le (Marines), 1 LMG, 2 RPGs",
        ),
        ({"type": "of_a_later_release", "name": "Ghosts"}, "Ghosts"),
        ({"name": "Ghosts", "models": 2, "points": 1, "states": {"hidden": 1}}, "Ghosts, 2 models, hidden, 1 point"),
        (
            {"name": "Ghosts", "points": 90, "profile": {"level": "green", "crew": 3, "medic": True, "word": "w" * 41}},
            "Ghosts, level: green, crew: 3, medic: yes, word: wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww, 90 points",
        ),
    ],
)
def test_a_line_of_a_force_is_told_by_what_differs(given: dict[str, Any], said: str) -> None:
    assert Reader(language("en"))(describe_unit(system_of("fubar"), given)) == said


def test_of_the_skipped_lines_as_many_are_shown_as_fit_on_two() -> None:
    def skipped(*lines: str) -> list[str]:
        return list_lines(Reader(language("en")), system_of("fubar"), ArmyList("", "", (), lines))

    assert skipped("one *line*", "two") == ["-# Skipped: one \\*line\\* · two"]
    whole = ("x" * 231, "abc")
    assert skipped(*whole) == [f"-# Skipped: {whole[0]} · abc"]
    assert skipped(*whole, "more") == [f"-# Skipped: {whole[0]} · abc … and 1 more line"]
    assert skipped("x" * 232, "abc") == [f"-# Skipped: {'x' * 232} … and 1 more line"]
    assert skipped("y" * 300, "abc") == [f"-# Skipped: {'y' * 240}"]


def test_the_meanings_of_a_word_are_named() -> None:
    system, words = system_of("fubar"), Reader(language("en"))
    codes = ("unit:marines", "word:", "word:skip", "weapon:rpg", "state:on_guard", "nonsense")
    assert [words(word_text(system, "x*y", code)) for code in codes] == [
        "“x\\*y” = Marines",
        "“x\\*y” = nothing",
        "“x\\*y” = nothing",
        "“x\\*y” = RPG",
        "“x\\*y” = on guard",
        "“x\\*y” = nothing",
    ]


MARINES, RPG = Meaning("unit", "marines"), Meaning("weapon", "rpg")


@pytest.mark.parametrize(
    ("kind", "nearest", "labels"),
    [
        ("unit", (MARINES, army_list.ABOVE), ["Marines", "It belongs to the line above", "Leave the unit out"]),
        ("weapon", (RPG,), ["RPG", "Leave it out"]),
        ("word", (army_list.ONE, army_list.ALL), ["one has it", "all have it"]),
    ],
)
def test_a_unit_or_weapon_that_is_not_known_may_be_left_out(
    kind: Kind, nearest: tuple[Meaning, ...], labels: list[str]
) -> None:
    words = Reader(language("en"))
    found = meaning_choices(system_of("fubar"), Unknown("x", kind, nearest))
    assert [words(label) for _, label in found] == labels
    assert [meaning for meaning, _ in found][: len(nearest)] == list(nearest)
