"""Commands typed without their target: their form opens, and typed options are neither lost nor asked again."""

from __future__ import annotations

from typing import Any

import pytest

from tests.cogs.table import Table, Told
from tests.taps.thumb import band_of, fields_of


def form_values(told: Told) -> dict[str, Any]:
    """Return the values that the form of an answer holds, by field."""
    return {
        one["custom_id"]: [each["value"] for each in one.get("options", ()) if each.get("default")] or one.get("value")
        for one in fields_of(told)
    }


def band(told: Told) -> list[str]:
    """Return the value of the form's range band at 9 inches."""
    field = next(one for one in fields_of(told) if one["custom_id"] == "distance")
    return [band_of(field["options"], "9")]


async def test_what_is_typed_without_a_target_is_kept_for_the_shot_or_its_odds(demo: Table) -> None:
    """(Issue 38) The target is asked for, the dice are not asked again; the form that odds open rolls nothing.

    Dice too long for a form wait with the command.
    """
    await demo.done(demo.ann, "/activate", unit="Marines", dice="6")
    form = await demo.say(demo.ann, "/fire", attacker="Marines", distance="9", cover="soft")
    assert form_values(form)["distance"] == band(form)
    assert form_values(form)["cover"] == ["soft"]
    before = await demo.last()
    form = await demo.say(demo.ann, "/fire", attacker="Marines", preview=True)
    told = await demo.fill(demo.ann, form, target=[(await demo.unit("Militia")).id], distance=band(form))
    assert told.private
    assert "Fire" in told.buttons
    assert await demo.last() == before
    many = " ".join("6" * 101)
    form = await demo.say(demo.ann, "/fire", attacker="Marines", firers="1 assault_rifle", dice=many)
    assert "dice" not in form_values(form)
    told = await demo.fill(demo.ann, form, target=[(await demo.unit("Militia")).id], distance="9")
    assert told.title == "99 faces too many after to hit"
    form = await demo.say(demo.ann, "/fire", attacker="Marines", firers="1 assault_rifle", dice="6 1")
    assert form_values(form)["dice"] == "6 1"
    militia = (await demo.unit("Militia")).id
    told = await demo.fill(demo.ann, form, target=[militia], distance=band(form))
    assert told.title == "Marines → Militia", told.whole
    entry = await demo.entry()
    assert entry.request["firers"] == ["1 assault_rifle"]
    assert [one.faces for one in entry.plays[0].throws] == [(6, 1)]
    assert {one.source for one in entry.plays[0].throws} == {"physical"}


@pytest.mark.parametrize("faces", ["1 1 1 1 1 / 1 1", ""])
async def test_an_assault_typed_without_a_target_asks_for_it(demo: Table, faces: str) -> None:
    await demo.done(demo.ann, "/activate", unit="Marines", dice="6", action="assault")
    typed = {"dice": faces} if faces else {}
    form = await demo.say(demo.ann, "/assault", attacker="Marines", **typed)
    assert form_values(form).get("dice") == (faces or None)
    told = await demo.fill(demo.ann, form, target=[(await demo.unit("HMG team")).id])
    assert (await demo.entry()).command == "assault", told.whole
    assert ("physical" in {one.source for one in (await demo.entry()).plays[0].throws}) == bool(faces)
