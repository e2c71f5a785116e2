"""`/odds`: one shot as a picture and in words that agree with it."""

from __future__ import annotations

import io
from collections.abc import Mapping
from decimal import Decimal
from itertools import product
from typing import Any

from PIL import Image

from bot.settings import Detail
from rules.kernel.request import Request
from rules.kernel.wording import ENGLISH
from tests.cogs.components.play.test_control_row import menus
from tests.cogs.table import Table, Told

SHOT = {"attacker": "Regular section", "target": "Militia", "distance": "20", "situation": "walk"}


async def picture(told: Told) -> tuple[bytes, str]:
    """Return the attached picture and its description."""
    [attached] = [one for message in told.messages for one in message.attachments]
    assert attached.filename == "odds.png"
    return await attached.read(), attached.description


async def test_the_text_names_the_main_outcome_and_so_does_the_description_of_the_picture(demo: Table) -> None:
    told = await demo.done(demo.ann, "/odds", **SHOT)
    content, described = await picture(told)
    assert described.startswith("Casualties: 2.03 on average; exactly 0 ")
    assert described.replace("\u00a0", " ") in told.lines
    image = Image.open(io.BytesIO(content))
    assert (image.format, image.width) == ("PNG", 800)
    assert len(content) < 40_000


async def test_odds_are_three_lines_about_effects_for_the_caller_alone_and_offer_an_enemy_no_shot(demo: Table) -> None:
    """Menus and a button were offered to the player shot at, and refused."""
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
    assert told.buttons == ("Fire", "Details", "Change …")
    full = await demo.click(demo.ann, told, "Details")
    assert full.private
    assert "hits: 1+ " in full.text
    await picture(full)
    assert menus(told)
    foe = await demo.done(demo.bob, "/odds", **SHOT)
    assert not menus(foe)
    assert foe.buttons == ("Details",)


async def test_outcomes_with_the_same_effect_are_one(demo: Table) -> None:
    """A saved hit has the same effect as no hit."""
    demo.services.details.usual = "short"
    live = await demo.live()
    ids = {unit.name: unit.id for unit in live.game.units.values()}
    request = Request("fire", unit=(ids["Marines"],), target=(ids["Militia"],), distance=(Decimal(10),))
    (one,) = await demo.services.odds.odds(demo.call(demo.ann), request)
    assert one.effects is not None
    nothing = sum(
        p for outcome, p in one.summary.likeliest if not {"suppressed", "casualties"} & _remaining_names(outcome)
    )
    assert 1 - one.effects.some >= nothing
    effects = [tuple(sorted(effect.items())) for effect, _ in one.effects.likeliest]
    assert len(set(effects)) == len(effects)
    assert all(set(effect) <= {"suppressed", "casualties"} for effect, _ in one.effects.likeliest)


def _remaining_names(outcome: Mapping[str, Any]) -> set[str]:
    return {name for name, value in outcome.items() if value}


async def test_the_odds_of_an_entry_have_their_picture_and_are_short_too(demo: Table) -> None:
    told = await demo.done(demo.ann, "/fire", **SHOT)
    _, described = await picture(await demo.click(demo.bob, told, "Odds"))
    assert described.startswith("Casualties: ")
    demo.services.details.usual = "short"
    short = await demo.click(demo.bob, told, "Odds")
    assert len(short.lines) == 3
    await picture(await demo.click(demo.bob, short, "Details"))


async def test_odds_have_the_picture_that_was_asked_for(demo: Table) -> None:
    cases: tuple[tuple[Detail, bool | None, bool], ...] = (
        ("short", None, False),
        ("short", True, True),
        ("full", None, True),
        ("full", False, False),
    )
    for detail, chart, drawn in cases:
        demo.services.details.usual = detail
        asked = {} if chart is None else {"chart": chart}
        told = await demo.done(demo.ann, "/odds", **SHOT, **asked)
        found = [one.filename for message in told.messages for one in message.attachments]
        assert found == ["odds.png"] * drawn, (detail, chart)
        assert ("Details" in told.buttons) == (detail == "short")


async def test_the_option_describes_short_odds_correctly(demo: Table) -> None:
    """Empty: yes; short odds have it behind Details."""
    demo.services.details.usual = "short"
    told = await demo.done(demo.ann, "/odds", **SHOT)
    await picture(await demo.click(demo.ann, told, "Details"))
    compared = await demo.done(demo.ann, "/odds", attacker="Regular section", distance="20")
    assert [one for message in compared.messages for one in message.attachments]
    none = await demo.done(demo.ann, "/odds", attacker="Regular section", distance="20", chart=False)
    assert not [one for message in none.messages for one in message.attachments]


# A value that represents a list


async def _begin_demo(table: Table, system: str) -> tuple[str, str]:
    """Begin a demo of that system; return a unit of Red that can shoot, and an enemy."""
    await table.done(table.ann, "/game demo", system=system)
    await table.done(table.ann, "/game join", side="Red")
    await table.done(table.bob, "/game join", side="Blue")
    live = await table.live()
    red, blue = ([one for one in live.game.units.values() if one.side == side] for side in ("Red", "Blue"))
    return next(one.name for one in red if live.system.armed(one)), blue[0].name


async def test_a_list_of_situations_is_offered_and_accepted_only_where_a_form_with_some_shows_it(table: Table) -> None:
    unit, target = await _begin_demo(table, "opreb")
    first = ENGLISH((await table.live()).system.commands["fire"].situations[0].typed)
    shot = {"attacker": unit, "target": target, "distance": "6", "situation": "…"}
    commands = (
        ("/odds", shot),
        ("/odds", {"attacker": unit, "situation": "…"}),
        ("/odds", {"attacker": unit, "target": target, "situation": "…"}),
        ("/fire", {**shot, "preview": True}),
    )
    details: tuple[Detail, ...] = ("short", "full")
    for detail, (command, given) in product(details, commands):
        table.services.details.usual = detail
        said = await table.refused(table.ann, command, **given)
        assert "Which situations apply?" in said, command
        assert first in said.replace("\\", ""), command
    bare = {"attacker": unit, "target": target}
    assert "…" not in [value for _, value in await table.type(table.ann, "/odds", "situation", **bare)]
    assert "…" not in [value for _, value in await table.type(table.ann, "/fire", "situation", **bare, preview=True)]
    offered = await table.type(table.ann, "/fire", "situation", **bare)
    assert offered[0] == ("Situation… (choose from a list)", "…")
    form = await table.say(table.ann, "/fire", **shot)
    assert form.form, form.whole
    said = await table.refused(table.ann, "/activate", unit=unit, situation="…")
    assert "has no situations" in said
