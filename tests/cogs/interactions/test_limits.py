"""Discord's limits, to the letter."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogs.interactions import limits
from tests.rows import for_each

lines = st.lists(st.text("ab c", max_size=30), max_size=12)


@pytest.mark.parametrize("most", [limits.DESCRIPTION, 10])
def test_a_text_that_just_fits_is_one_message_and_a_letter_more_makes_two(most: int) -> None:
    first, second = "a" * (most // 2), "b" * (most - most // 2 - 1)
    assert limits.split_text(f"{first}\n{second}", most) == [f"{first}\n{second}"]
    assert limits.split_text(f"{first}\n{second}b", most) == [first, f"{second}b"]
    assert limits.split_text("a" * most, most) == ["a" * most]
    assert limits.split_text("a" * (most + 1), most) == ["a" * most, "a"]
    assert limits.split_text("a" * most + "\n", most) == ["a" * most]


@given(lines, st.integers(1, 40))
def test_pieces_fit_and_nothing_is_lost(lines: list[str], most: int) -> None:
    text = "\n".join(lines)
    pieces = limits.split_text(text, most)
    assert all(len(piece) <= most for piece in pieces)
    assert "".join(pieces).replace("\n", "") == text.replace("\n", "")
    assert pieces


@given(lines)
def test_lines_stay_whole_where_they_can_and_no_message_is_wasted(lines: list[str]) -> None:
    """Only blank lines at the beginning of a message are dropped."""
    pieces = limits.split_text("\n".join(lines), 30)
    assert [line for piece in pieces for line in piece.split("\n") if line] == [line for line in lines if line]
    for piece, then in pairwise(pieces):
        assert len(piece) + 1 + len(then.partition("\n")[0]) > 30


@given(st.text(max_size=20), st.integers(1, 20))
def test_a_shortened_text_ends_with_an_ellipsis(text: str, most: int) -> None:
    short = limits.shorten(text, most)
    assert len(short) <= most
    assert short == text if len(text) <= most else short.endswith("…")


def test_the_first_of_many_suggestions() -> None:
    assert limits.first_choices(range(30)) == list(range(25))
    assert limits.first_choices("abc") == ["a", "b", "c"]


DOCUMENTED = {
    "message": {"CONTENT": 2000, "FILES": 10, "NONCE": 25, "EMBEDS": 10, "ALL_EMBEDS": 6000, "ALT_TEXT": 1024},
    "embed": {"TITLE": 256, "DESCRIPTION": 4096, "FOOTER": 2048, "AUTHOR": 256},
    "field of an embed": {"EMBED_FIELDS": 25, "EMBED_FIELD_NAME": 256, "EMBED_FIELD_VALUE": 1024},
    "command": {"CHOICES": 25, "CHOICE": 100, "COMMAND_DESCRIPTION": 100, "MENU": 32},
    "component": {"BUTTON_LABEL": 80, "PLACEHOLDER": 150, "CUSTOM_ID": 100, "BUTTONS": 25, "ROW": 5, "ROWS": 5},
    "form": {"MODAL_TITLE": 45, "MODAL_LABEL": 45, "MODAL_FIELDS": 5, "TICKED": 10},
    "field of a form": {"DESCRIPTION_OF_FIELD": 100, "FIELD_PLACEHOLDER": 100, "FIELD_TEXT": 4000},
}


@for_each("of", DOCUMENTED)
def test_each_limit_is_the_number_that_discord_documents(of: str) -> None:
    assert {name: getattr(limits, name) for name in DOCUMENTED[of]} == DOCUMENTED[of]


def test_no_limit_of_discord_is_missing_from_the_table() -> None:
    known = {name for names in DOCUMENTED.values() for name in names} | {"MOST_PARTS"}
    assert {name for name, value in vars(limits).items() if name.isupper() and isinstance(value, int)} == known
