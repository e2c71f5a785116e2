"""The chance of a result this good or better: the same number for every roller and in every place."""

from __future__ import annotations

import re

from tests.cogs.table import Table, Told
from tests.cogs.test_play_openfire_d12_attacks import EVADE
from tests.cogs.test_play_opreb import MILITIA, SCOUTS, colony
from tests.cogs.undoing import undo_entry

__all__ = ["colony"]

TAKE_IT = "Do not evade"
SHOT = {"attacker": "Regular section", "target": "Militia", "distance": "20", "situation": "walk"}
NINE = "5 5 6 1 1 1 1 1 1"
LINE = re.compile("^↳ Chance of this or better: (.+ %)$", re.MULTILINE)


def lines_of_rank(told: Told) -> list[str]:
    return LINE.findall(told.text)


async def test_three_hits_of_nine_are_met_or_beaten_in_three_of_five_cases(demo: Table) -> None:
    """More than three in 6883 of 19683 ways, three in 5376: 62 %. An explanation says the same."""
    demo.dice.next(*map(int, NINE.split()))
    told = await demo.done(demo.ann, "/fire", **SHOT)
    assert lines_of_rank(told) == ["62 %"]
    assert lines_of_rank(await demo.click(demo.bob, told, "Why?")) == ["62 %"]
    assert lines_of_rank(await demo.say(demo.bob, "/why")) == ["62 %"]


async def test_an_amended_shot_is_ranked_by_its_new_facts(demo: Table) -> None:
    """At 6+ one hit of nine or more: 80.6 of 100 ways. Own dice are ranked like the bot's."""
    assert lines_of_rank(await demo.done(demo.ann, "/fire", **SHOT, dice=NINE)) == ["62 %"]
    told = await demo.done(demo.ann, "/amend", cover="soft")
    assert lines_of_rank(told) == ["81 %"]
    assert lines_of_rank(await demo.say(demo.bob, "/why")) == ["81 %"]


async def test_of_the_worst_result_no_chance_is_named(demo: Table) -> None:
    """It or a better one is certain."""
    assert lines_of_rank(await demo.done(demo.ann, "/fire", **SHOT, dice="1 1 1 1 1 1 1 1 1")) == []
    assert lines_of_rank(await demo.say(demo.bob, "/why")) == []


async def test_more_than_twenty_dice_are_left_to_why(demo: Table) -> None:
    await demo.done(demo.ann, "/unit edit", unit="Regular section", field="models", value="21")
    await demo.done(demo.ann, "/unit edit", unit="Regular section", field="weapons", value="21 infantry_rifle")
    told = await demo.done(demo.ann, "/fire", **SHOT)
    assert len((await demo.entry()).plays[0].throws[0].faces) > 20
    assert lines_of_rank(told) == []
    assert len(lines_of_rank(await demo.say(demo.ann, "/why"))) == 1


async def test_a_volley_is_ranked_target_by_target(demo: Table) -> None:
    volley = SHOT | {"target": "Militia, Planet defence squad", "firers": "3 assault_rifle / 3 assault_rifle"}
    assert len(lines_of_rank(await demo.done(demo.ann, "/fire", **volley))) == 2


async def test_a_shot_is_ranked_under_the_choice_that_was_made(core: Table) -> None:
    """Ten dice at 7+ against Defence: a hit is more or less lucky against a target that evaded."""
    shares: list[float] = []
    for choice in (TAKE_IT, EVADE):
        core.dice.next(*[12] * 10)
        asked = await core.done(core.ann, "/fire", attacker="Line squad", target="Turncoats", distance="14")
        told = await core.click(core.bob, asked, choice)
        [share] = lines_of_rank(await core.say(core.ann, "/why"))
        assert lines_of_rank(told) == [share]
        shares.append(float(share.removesuffix(" %")))
        if choice == TAKE_IT:
            await undo_entry(core)
    assert shares[0] != shares[1]


async def test_a_shot_at_a_card_has_none_for_those_who_do_not_know_it(colony: Table) -> None:
    card = (await colony.unit(SCOUTS)).id.lstrip("u")
    shot = {"attacker": MILITIA, "target": f"card {card}", "distance": "15", "cover": "hard"}
    told = await colony.done(colony.bob, "/fire", **shot)
    assert lines_of_rank(told) == []
    assert lines_of_rank(await colony.say(colony.bob, "/why")) == []
    assert len(lines_of_rank(await colony.say(colony.ann, "/why"))) == 1
