"""A request in the id of a button is restored unchanged, or not at all."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bot.errors import Refusal
from cogs.components.controls import OTHER_VERSION, parse_request
from cogs.components.packed_request import is_typeable, pack_request, unpack_request
from cogs.components.play.odds_clicks import GiveCommand, give_command_button
from cogs.interactions.limits import CUSTOM_ID
from cogs.rendering.text import Reader
from data.texts import language
from rules.kernel.request import Request
from rules.kernel.wording import ENGLISH
from tests.cogs.table import Table
from tests.rows import for_each
from tests.turns import examples

RESERVED = ";/:"
MARK = "f" * 8
"""Of a game."""
plain = st.text(st.characters(exclude_characters=RESERVED, exclude_categories=["Cs"]), max_size=12)
number = st.none() | st.integers(-10, 100)


def _requests(words: st.SearchStrategy[str]) -> st.SearchStrategy[Request]:
    """Nothing is one empty word; a volley may leave out what is said of one of its targets."""
    several = st.lists(words, max_size=4).filter(lambda found: found != [""]).map(tuple)
    one = st.none() | words.filter(bool)
    distances = st.lists(st.decimals(allow_nan=False, allow_infinity=False), max_size=3).map(tuple)
    return st.builds(
        Request,
        command=words,
        unit=several,
        target=several,
        distance=distances,
        cover=several,
        firers=several,
        situation=several,
        action=one,
        weapon=one,
        terrain=several,
        extra=several,
        count=number,
        modifier=number,
        side=one,
    )


@settings(max_examples=examples(20))
@given(_requests(plain))
@example(Request("fire", unit=("u1",), target=("u2", "u3"), distance=(Decimal("11.50"),), cover=("soft", "")))
@example(Request("act", count=0, modifier=0))
@example(Request("fire"))
def test_a_request_survives_packing_into_an_id(request_: Request) -> None:
    """It is the same to the last digit; an id contains all of it or nothing."""
    whole = pack_request(request_, 100_000)
    assert whole is not None
    assert ":" not in whole
    assert unpack_request(whole) == request_
    assert [str(inches) for inches in unpack_request(whole).distance] == [str(inches) for inches in request_.distance]
    short = pack_request(request_)
    assert short == (whole if len(whole) <= CUSTOM_ID else None)


SHOT = Request("fire")


@for_each("sign", RESERVED)
@for_each("name", ["unit", "target", "cover", "firers", "situation", "terrain", "extra"])
def test_each_sign_in_each_place(name: str, sign: str) -> None:
    assert pack_request(replace(SHOT, **{name: ("a", f"b{sign}c")})) is None
    assert pack_request(replace(SHOT, **{name: ("a", "bc")})) is not None


@pytest.mark.parametrize("name", ["action", "weapon", "side"])
def test_a_side_may_be_called_anything(name: str) -> None:
    for sign in RESERVED:
        assert pack_request(replace(SHOT, **{name: f"Red{sign}"})) is None
    assert pack_request(replace(SHOT, **{name: "Red & Co. = #1"})) is not None


def test_modifiers_of_sides_have_no_room_in_an_id() -> None:
    assert pack_request(Request("initiative", modifiers=("1", "0"))) is None


def test_a_shot_that_says_everything_usual_fits() -> None:
    shot = Request(
        "fire",
        unit=("u12",),
        target=("u34", "u100"),
        distance=(Decimal("11.5"), Decimal("30")),
        cover=("soft", "moderate"),
        firers=("4 assault_rifle", "1 lmg"),
        situation=("aimed_fire",),
        side="Red",
    )
    assert unpack_request(pack_request(shot) or "") == shot


@pytest.mark.parametrize("text", ["fire;;;;x", "fire;;;;;y", "fire;;;;;;;;ten"])
def test_a_text_that_was_never_packed_is_no_request(text: str) -> None:
    with pytest.raises((ValueError, ArithmeticError)):
        unpack_request(text)


@settings(max_examples=examples(20))
@given(_requests(plain | st.text("x", min_size=60, max_size=200)))
def test_the_button_has_room_for_it_or_there_is_none(request_: Request) -> None:
    go, text = GiveCommand(request_, MARK, 7), pack_request(request_, 100_000)
    assert text is not None
    assert go.fits == (len(f"adj1:go:{text}:{MARK}:7") <= CUSTOM_ID and bool(text))
    if go.fits:
        assert go.id == f"adj1:go:{text}:{MARK}:7"
        with nullcontext() if is_typeable(request_) else pytest.raises(Refusal):
            assert GiveCommand.read((text, MARK, "7")) == go
            assert GiveCommand.read((text, MARK)) == GiveCommand(request_, MARK), "of an earlier version"


# Requests in ids: a client may send any other one


def forged_id(**numbers: Any) -> str:
    return pack_request(Request("act", ("u1",), action="ram", **numbers)) or ""


@for_each(
    "numbers",
    [
        {"count": 0},
        {"count": 100},
        {"modifier": -10},
        {"modifier": 10},
        {"distance": (Decimal(0),)},
        {"distance": (Decimal("7.5"), Decimal(100_000))},
    ],
)
def test_numbers_that_a_command_takes_come_out_of_an_id_as_they_went_in(numbers: dict[str, Any]) -> None:
    wanted = Request("act", ("u1",), action="ram", **numbers)
    assert parse_request(forged_id(**numbers)) == wanted


@for_each(
    "numbers",
    [
        {"count": 101},
        {"count": 999},
        {"count": -1},
        {"modifier": -11},
        {"modifier": 11},
        {"distance": (Decimal(-1),)},
        {"distance": (Decimal(100_001),)},
        {"distance": (Decimal(10), Decimal("NaN"))},
        {"distance": (Decimal("Infinity"),)},
        {"distance": (Decimal("1e-9"),)},
    ],
)
def test_numbers_that_no_command_takes_are_refused(numbers: dict[str, Any]) -> None:
    with pytest.raises(Refusal, match=ENGLISH(OTHER_VERSION)):
        parse_request(forged_id(**numbers))


@for_each("text", ["act;ram;;;x", "act;ram;;;1;y", "act;ram;;;;;u1;;ten", "act;ram;;;1.5", ";;;;" + "9" * 5000])
def test_a_request_with_a_bad_number_is_refused(text: str) -> None:
    with pytest.raises(Refusal):
        parse_request(text)


async def test_a_request_too_large_for_an_id_has_no_button(demo: Table) -> None:
    """Discord refuses the whole message of an id that is too long."""
    live, words = await demo.live(), Reader(language("en"))
    fits = Request("fire", unit=("u1",), target=("u2",))
    assert give_command_button(words, live, fits)
    assert give_command_button(words, live, replace(fits, situation=tuple(f"situation_{n}" for n in range(20)))) is None
