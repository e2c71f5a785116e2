"""`/odds`: one shot in a picture and in words that say the same."""

from __future__ import annotations

import io
from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from PIL import Image

from rules.request import Request
from tests.cogs.table import Table, Told

SHOT = {"attacker": "Regular section", "target": "Militia", "distance": "20", "situation": "walk"}


async def picture(told: Told) -> tuple[bytes, str]:
    """The attached picture and its description."""
    [attached] = [one for message in told.messages for one in message.attachments]
    assert attached.filename == "odds.png"
    return await attached.read(), attached.description


async def test_the_main_outcome_stands_in_the_text_and_describes_the_picture(demo: Table) -> None:
    told = await demo.done(demo.ann, "/odds", **SHOT)
    content, described = await picture(told)
    assert described.startswith("Casualties: 2.03 on average; exactly 0 ")
    assert described in told.lines
    image = Image.open(io.BytesIO(content))
    assert (image.format, image.width) == ("PNG", 800)
    assert len(content) < 40_000


async def test_the_picture_can_be_left_out(demo: Table) -> None:
    told = await demo.done(demo.ann, "/odds", **SHOT, chart=False)
    assert not [one for message in told.messages for one in message.attachments]
    assert "Casualties: 2.03 on average" in told.text


async def test_the_odds_of_an_entry_have_their_picture(demo: Table) -> None:
    told = await demo.done(demo.ann, "/fire", **SHOT)
    _, described = await picture(await demo.click(demo.bob, told, "Odds"))
    assert described.startswith("Casualties: ")


async def test_odds_are_three_lines_about_effects_for_whoever_asks_alone(demo: Table) -> None:
    demo.services.details.usual = "short"
    told = await demo.done(demo.ann, "/odds", **SHOT)
    assert told.private
    assert len(told.lines) == 3
    some, likely, average = told.lines
    assert some.startswith("`█")
    assert some.endswith(" some effect")
    assert likely.startswith("Most likely: ")
    assert average.startswith("On average: ")
    assert not {"hits", "saved"} & set(told.text.split())
    assert told.buttons == ("Fire with these settings", "Details")
    full = await demo.click(demo.ann, told, "Details")
    assert full.private
    assert "hits: 1+ " in full.text
    await picture(full)


async def test_outcomes_with_the_same_effect_are_one(demo: Table) -> None:
    """A hit that was saved leaves what no hit leaves."""
    demo.services.details.usual = "short"
    live = await demo.live()
    ids = {unit.name: unit.id for unit in live.game.units.values()}
    request = Request("fire", unit=(ids["Marines"],), target=(ids["Militia"],), distance=(Decimal(10),))
    (one,) = await demo.services.odds.odds(demo.call(demo.ann), request)
    assert one.effects is not None
    nothing = sum(p for outcome, p in one.summary.likeliest if not {"suppressed", "casualties"} & _left(outcome))
    assert 1 - one.effects.some >= nothing
    effects = [tuple(sorted(effect.items())) for effect, _ in one.effects.likeliest]
    assert len(set(effects)) == len(effects)
    assert all(set(effect) <= {"suppressed", "casualties"} for effect, _ in one.effects.likeliest)


def _left(outcome: Mapping[str, Any]) -> set[str]:
    return {name for name, value in outcome.items() if value}


async def test_the_odds_of_an_entry_are_short_too(demo: Table) -> None:
    told = await demo.done(demo.ann, "/fire", **SHOT)
    demo.services.details.usual = "short"
    short = await demo.click(demo.bob, told, "Odds")
    assert len(short.lines) == 3
    await picture(await demo.click(demo.bob, short, "Details"))
