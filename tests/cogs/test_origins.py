"""The history of a unit, named where it counts: in the ledger of a roll, before and after it, and in `/why`."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.game.questions import DiceQuestion
from bot.resolution.manual_changes import NewEntry
from data import systems
from rules.campaign.levels import level_origins, promote
from rules.game.after_battle import raise_to
from rules.game.events import UnitPlaced
from rules.kernel.dice import Line, Trait
from rules.kernel.facts import Facts
from rules.kernel.text import Text
from rules.kernel.wording import ENGLISH
from tests.cogs.beginnings import beginning
from tests.cogs.table import Table
from tests.sixth import SIXTH


async def veteran(table: Table, unit: str, level: int, system: str = "fubar") -> None:
    """Begin the next battle of a unit with a level from its second one."""
    found = await table.unit(unit)
    gains = promote(systems.system_of(system).levels, found.profile, level)
    origins = level_origins(gains.gains, dict.fromkeys(range(1, level + 1), 2))
    live = await table.live()
    placed = UnitPlaced(unit=found.model_copy(update={"profile": gains.profile, "origins": origins}))
    async with live.lock:
        await table.services.referee.note(live, table.call(table.ann), NewEntry("unit edit", [placed], Text("Placed")))


@beginning
async def fought(table: Table) -> None:
    """Two sections of FUBAR; Red's reached a level in the second battle of its campaign."""
    await table.done(table.ann, "/game new", system="fubar")
    for side in ("Red", "Blue"):
        await table.done(table.ann, "/unit add", name=f"{side} section", profile="regular_section", side=side)
    await veteran(table, "Red section", 1)


SHOT: dict[str, Any] = {"attacker": "Red section", "target": "Blue section", "distance": "10", "cover": "none"}


async def test_a_level_is_named_where_dice_are_asked_for_and_in_the_record(fought: Table) -> None:
    await fought.done(fought.ann, "/activate", unit="Red section", action="aimed_fire", dice="6")
    activation = (await fought.entry()).plays[0].throws[0].ledger[0]
    assert ENGLISH(activation.why) == "veteran activation (veteran since the second battle)"
    assert (activation.value, activation.traits) == (3, ())
    assert "veteran activation (veteran since the second battle)" in (await fought.say(fought.ann, "/why")).text
    asked = await fought.done(fought.ann, "/fire", dice="ask", **SHOT)
    assert "veteran since the second battle" in asked.text
    (open_,) = await fought.services.questions.open_questions(fought.call(fought.ann))
    assert isinstance(open_.question, DiceQuestion)
    [needed, *_] = open_.question.throw.ledger
    assert ENGLISH(needed.why) == "veteran (veteran since the second battle)"
    assert needed.traits == ()


async def test_and_on_the_page_of_the_unit_but_not_of_one_without_a_story(fought: Table) -> None:
    shown = await fought.say(fought.ann, "/unit show", unit="Red section")
    assert "From earlier battles: veteran since the second battle" in shown.lines
    assert "From earlier" not in (await fought.say(fought.ann, "/unit show", unit="Blue section")).text
    await fought.done(fought.ann, "/activate", unit="Blue section", action="walk", dice="6")
    assert "since" not in (await fought.say(fought.ann, "/why")).text


async def test_a_trait_put_right_by_hand_has_no_story(fought: Table) -> None:
    await fought.done(fought.ann, "/unit edit", unit="Red section", field="armour", value="light")
    assert (await fought.unit("Red section")).origins
    await fought.done(fought.ann, "/unit edit", unit="Red section", field="level", value="elite")
    assert (await fought.unit("Red section")).origins == {}


async def test_its_story_outlives_a_restart(fought: Table) -> None:
    before = await fought.unit("Red section")
    await fought.restart()
    assert await fought.unit("Red section") == before


class Skilled(Facts):
    skill: int = 6


def _with_levels(monkeypatch: pytest.MonkeyPatch) -> None:
    """The sixth system, with a profile, levels and a line of its ledger that comes from a trait."""
    levels = ((raise_to(Skilled, "skill", 8, lambda n: Text("skill {n}", n=n)),),)
    system: Any = SIXTH
    shoot = system.actions["shoot"]

    def plan(facts: Any, book: Any) -> Any:
        made = shoot.plan(facts, book)
        ledger = (*made.throw.ledger, Line(Text("skill"), 0, "Shooting", traits=(Trait("skill"),)))
        return type(made)(made.throw._replace(ledger=ledger), made.dice, made.targets)

    leveled = replace(system, levels=levels, profile=Skilled, actions={"shoot": replace(shoot, plan=plan)})
    monkeypatch.setattr(systems, "SYSTEMS", (*systems.SYSTEMS, leveled))


@pytest.mark.parametrize("with_levels", [False, True])
async def test_a_sixth_system_works_without_levels_and_with(
    table: Table, monkeypatch: pytest.MonkeyPatch, with_levels: bool
) -> None:
    if with_levels:
        _with_levels(monkeypatch)
    else:
        monkeypatch.setattr(systems, "SYSTEMS", (*systems.SYSTEMS, SIXTH))
    await table.done(table.ann, "/game new", system="sixth")
    for side in ("Red", "Blue"):
        await table.done(table.ann, "/unit add", name=f"{side} band", profile="band", side=side)
    await veteran(table, "Red band", 2, "sixth")
    assert (await table.unit("Red band")).profile == ({"skill": 8} if with_levels else {})
    await table.done(table.ann, "/fire", attacker="Red band", target="Blue band", dice="8 6 5 1 7 2")
    told = [ENGLISH(line.why) for line in (await table.entry()).plays[0].throws[0].ledger]
    assert told[2:] == (["skill (skill 8 since the second battle)"] if with_levels else [])
