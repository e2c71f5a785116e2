"""Results in few lines, which is the default, and what becomes of the rest of them."""

from __future__ import annotations

from textwrap import wrap

import pytest

from cogs.rendering.short_result import MOST, WIDE, rows
from cogs.rendering.sides import mark_of
from tests.cogs.table import Table, Told


@pytest.fixture
async def short(demo: Table) -> Table:
    demo.services.details.usual = "short"
    return demo


async def _shot(table: Table) -> Told:
    await table.done(table.ann, "/activate", unit="Marines", action="aimed_fire", dice="6")
    table.dice.next(6, 6, 6, 5, 1, 1, 1, 1, 1)
    shot = {"attacker": "Marines", "target": "Militia", "distance": "10"}
    return await table.done(table.ann, "/fire", **shot, firers="4 assault_rifle")


async def test_a_shot_says_what_to_do_with_the_figures_first_and_no_ledger(short: Table) -> None:
    told = await _shot(short)
    heading, to_do, *rest = told.lines
    assert heading == "**Marines → Militia**"
    assert to_do.startswith("📌 **Militia: ")
    assert rows(told.lines) <= MOST
    assert any("to hit" in line for line in rest)
    assert told.lines[-1].startswith("🔴 Red · #")
    assert not {"↳", "Ruling"} & set(told.text.split())


async def test_what_a_short_result_leaves_out_is_behind_why(short: Table) -> None:
    told = await _shot(short)
    assert "veteran" not in told.text
    why = await short.click(short.ann, told, "Why?")
    assert "Fired: 4 assault rifles." in why.text
    assert "+4: veteran" in why.text
    assert "Ruling: allocation" in why.text


async def test_who_chooses_full_gets_every_number_in_every_game_and_after_a_restart(short: Table) -> None:
    assert (await short.done(short.bob, "/game detail", mode="full")).private
    await short.restart()
    short.services.details.usual = "short"
    told = await short.done(short.bob, "/activate", unit="Militia", dice="5")
    assert "↳ 5+ (green activation)" in told.text
    assert told.title == "Militia: activation"
    await short.services.details.looked_up(str(short.bob.id))
    assert short.services.details.of(str(short.bob.id)) == "full"
    assert await short.services.record.remember(f"detail {short.bob.id}") == "full"
    await short.done(short.bob, "/game detail", mode="short")
    assert short.services.details.of(str(short.bob.id)) == "short"


async def test_whoever_is_forgotten_leaves_no_choice_behind(short: Table) -> None:
    await short.done(short.bob, "/game detail", mode="full")
    await short.services.record.forget_person(str(short.bob.id))
    assert await short.services.record.remember(f"detail {short.bob.id}") is None


async def test_a_message_of_a_side_is_in_its_colour(short: Table) -> None:
    red = await short.done(short.ann, "/activate", unit="Marines", dice="6")
    blue = await short.done(short.bob, "/activate", unit="Militia", dice="6")
    colours = [told.messages[0].embeds[0].colour.value for told in (red, blue)]
    assert colours == [mark_of(("Red", "Blue"), side).accent for side in ("Red", "Blue")]


def test_sides_are_marked_by_the_colour_they_are_called_by_or_by_two_that_differ() -> None:
    assert [mark_of(("Blue", "Red"), side).sign for side in ("Red", "Blue")] == ["🔴", "🔵"]
    assert [mark_of(("Romans", "Gauls"), side).sign for side in ("Romans", "Gauls")] == ["🔵", "🟠"]
    assert [mark_of(("Romans", "Blue"), side).sign for side in ("Romans", "Blue")] == ["🟠", "🔵"]
    assert mark_of(("Red",), None).sign == ""


@pytest.mark.parametrize(
    "line", ["", "short", "w" * 38, "w" * 39, "w" * 100, " ".join(["word"] * 20), "a\tb" * 10, "**bold** " * 5, "a\nb"]
)
def test_a_line_takes_as_many_rows_as_it_is_wrapped_into(line: str) -> None:
    shown = line.replace("**", "")
    for _ in range(2):
        assert rows([line]) == (len(wrap(shown, WIDE)) or 1)
