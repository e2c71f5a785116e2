"""After the start of a game nothing is looked up by typing.

Every page is two taps from the board, and every action on the newest result one or two from that.
"""

from __future__ import annotations

import pytest

from tests.cogs.components.play.test_control_row import board
from tests.cogs.table import Table, Told


@pytest.fixture
async def newest(demo: Table) -> Told:
    """The result of a shot, which is the newest message."""
    await _activate(demo)
    demo.dice.next(*(6,) * 30)
    shot = {"attacker": "Marines", "target": "Militia", "distance": "10", "firers": "2 assault_rifle"}
    return await demo.done(demo.ann, "/fire", **shot)


async def _activate(demo: Table) -> Told:
    demo.services.details.usual = "short"
    await demo.done(demo.ann, "/initiative", dice="6 1")
    demo.dice.next(6)
    return await demo.pick(demo.ann, await board(demo), "Marines", "Activate")


@pytest.mark.parametrize(("button", "said"), [("Log", "Log"), ("Stats", "Statistics of "), ("Luck", "Luck in ")])
async def test_thumb_the_state_of_a_game_is_two_taps_away(demo: Table, newest: Told, button: str, said: str) -> None:
    told = await demo.click(demo.ann, await demo.click(demo.ann, await board(demo), "More …"), button)
    assert told.title.startswith(said), told
    assert told.private


async def test_thumb_its_report_is_two_taps_away(demo: Table, newest: Told) -> None:
    told = await demo.click(demo.ann, await demo.click(demo.ann, await board(demo), "More …"), "Report")
    assert not told.refused, told


async def test_thumb_the_end_asks_who_has_won_two_taps_away(demo: Table, newest: Told) -> None:
    asked = await demo.click(demo.ann, await demo.click(demo.ann, await board(demo), "More …"), "End the game …")
    assert asked.title == "Who has won?"
    assert [one for one in asked.buttons if one.startswith("Red")]


async def test_thumb_a_shot_is_explained_taken_back_or_amended_at_once(demo: Table, newest: Told) -> None:
    assert (await demo.click(demo.ann, newest, "Why?")).private
    amends = newest if "Amend" in newest.buttons else await demo.click(demo.ann, newest, "Why?")
    assert (await demo.click(demo.ann, amends, "Amend")).form
    assert "agree" in (await demo.click(demo.ann, newest, "Undo")).whole


async def test_thumb_the_form_of_a_shot_has_the_chance_of_each_target(demo: Table) -> None:
    """One tap from the activation; nothing is typed to know the odds."""
    form = await demo.click(demo.ann, await _activate(demo), "Fire …")
    assert form.form
    assert "\\xa0%" in str(form.form)
