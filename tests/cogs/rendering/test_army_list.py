"""The words for a pasted list: its units, assumptions and skipped lines."""

from __future__ import annotations

from cogs.rendering.army_list import MOST_SHOWN, list_lines
from cogs.rendering.text import Reader
from data.systems import system_of, vocabulary
from data.texts import language
from rules.command.army_list import read_list


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
    lines = shown("\n".join(["Tank"] * (MOST_SHOWN + 2)))
    assert (len(lines), lines[-1]) == (MOST_SHOWN + 1, "… and 2 more lines")
    assert len(shown("\n".join(["Tank"] * MOST_SHOWN))) == MOST_SHOWN
