"""`/odds`: one shot in a picture and in words that say the same."""

from __future__ import annotations

import io

from PIL import Image

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
