"""Names of players: only their visible characters."""

from __future__ import annotations

import pytest

from rules.command.force import Titled
from rules.kernel.errors import BadFacts
from rules.kernel.facts import validate


def reference_name(name: str) -> str:
    return validate(Titled, {"name": name}).name


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("Marines\u200b", "Marines"),
        ("\u202eMarines", "Marines"),
        ("Ma\u2028rines", "Marines"),
        ("Ｍarines", "Marines"),
        ("  3. Zug ", "3. Zug"),
        ("Größe ½", "Größe 1\u20442"),
        ("第二小隊", "第二小隊"),
    ],
)
def test_two_names_that_look_alike_are_alike(typed: str, name: str) -> None:
    assert reference_name(typed) == name


@pytest.mark.parametrize("typed", ["", " ", "\u200b", "\u2800", "***", "a\nb", "a\u0085b", "🙂"])
def test_a_name_has_something_to_read_on_one_line(typed: str) -> None:
    with pytest.raises(BadFacts):
        reference_name(typed)


@pytest.mark.parametrize("letter", ["\u115f", "\u1160", "\u3164", "\uffa0", "\u034f", "\u17b4", "\ufe0f", "\U000e0100"])
def test_a_letter_that_shows_nothing_is_no_part_of_a_name(letter: str) -> None:
    assert reference_name(f"Mar{letter}ines") == "Marines"
    with pytest.raises(BadFacts):
        reference_name(letter * 3)
