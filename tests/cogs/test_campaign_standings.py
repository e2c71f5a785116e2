"""The standings at the table: the criterion that settled a tie, and battles after a change of points."""

from __future__ import annotations

import pytest

from tests.cogs import warring
from tests.cogs.table import Table

WORTH = "A battle counts what it was worth when it was signed (ruling points from)."


async def win_battle(table: Table) -> None:
    """Red wins a major victory over Blue."""
    await warring.fight_battle(table)
    await warring.roll_for_report(table)
    await table.done(table.ann, "/campaign edit result", margin="major", winner="Red")
    for who in (table.ann, table.bob):
        await table.done(who, "/campaign sign")


async def places(table: Table) -> tuple[list[str], str]:
    told = await table.done(table.cyd, "/campaign standings")
    return [line for line in told.lines if line.startswith("**")], f"{told.text}\n{told.footer}"


@pytest.mark.usefixtures("enlisted")
async def test_of_as_many_points_fewer_battles_come_first(table: Table) -> None:
    await table.done(table.cyd, "/campaign join", roster="Green")
    await win_battle(table)
    await table.done(table.ann, "/campaign award", roster="Green", points=3)
    lines, said = await places(table)
    assert lines[0].startswith("**1.** Green: **3 points**")
    assert lines[1].startswith("**2.** Red: **3 points**")
    assert "ranked lower: more battles fought (ruling ties)" in lines[1]
    assert "ties: fewer battles" in said
    await table.done(table.ann, "/campaign rulings", name="ties", value="more_battles")
    lines, said = await places(table)
    assert lines[0].startswith("**1.** Red: **3 points**")
    assert "ranked lower: fewer battles fought (ruling ties)" in lines[1]
    assert "ties: more battles" in said


@pytest.mark.usefixtures("enlisted")
async def test_a_change_of_points_counts_from_then_on_and_says_so(table: Table) -> None:
    await win_battle(table)
    assert WORTH not in (await places(table))[1]
    told = await table.done(table.ann, "/campaign rulings", name="points_major", value="5")
    assert "It applies to battles signed from now on (ruling points from)." in told.text
    lines, said = await places(table)
    assert lines[0].startswith("**1.** Red: **3 points**")
    assert WORTH in said
    await win_battle(table)
    assert (await places(table))[0][0].startswith("**1.** Red: **8 points**")
    await table.done(table.ann, "/campaign rulings", name="points_from", value="all")
    lines, said = await places(table)
    assert lines[0].startswith("**1.** Red: **10 points**")
    assert WORTH not in said


async def test_br_the_rulings_of_campaigns_are_shown_with_their_values(table: Table) -> None:
    await warring.join_campaign(table)
    told = await table.done(table.bob, "/campaign rulings")
    for line in ("○ **open wounds**: settle.", "○ **ties**: fewer battles.", "○ **points from**: now."):
        assert line in told.text
    await table.done(table.ann, "/campaign rulings", name="open_wounds", value="vanish")
    assert "● **open wounds**: vanish." in (await table.done(table.bob, "/campaign rulings")).text
    said = await table.refused(table.ann, "/campaign rulings", name="ties", value="nobody")
    assert said.endswith("Ties: there is no 'nobody'; choose fewer battles or more battles.")
    told = await table.done(table.ann, "/campaign rulings", name="Open wounds", value="Settle")
    assert told.title == "Ruling: open wounds is settle"
    told = await table.done(table.ann, "/campaign rulings", name="Ties", value="more")
    assert told.title == "Ruling: ties is more battles"
