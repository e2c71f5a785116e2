"""What a result asks for stands in its short answer, and beside it a button that does it, filled in."""

from __future__ import annotations

from typing import Any

import pytest

from tests.cogs.table import Table, Told
from tests.taps.thumb import fields_of

BLAST = "Hand grenade: 1 hit. Is anybody else within 1″? `/act blast`, count 1."
GRENADE = {"attacker": "Engineers", "target": "Rifle team 2", "distance": "3", "firers": "hand_grenade"}


@pytest.fixture
async def short(ww2: Table) -> Table:
    ww2.services.details.usual = "short"
    return ww2


def menu(told: Told, id: str) -> dict[str, Any]:
    return next(one for one in fields_of(told) if one["custom_id"] == id)


async def _thrown(table: Table) -> Told:
    return await table.done(table.ann, "/fire", **GRENADE, dice="5 / 6")


async def test_a1_a_burst_stands_in_the_short_answer_with_its_button(short: Table) -> None:
    told = await _thrown(short)
    assert BLAST in told.lines
    assert told.buttons[:5] == ("Hand grenade: within 1″ …", "Undo", "Why?", "Odds", "Again")
    form = await short.click(short.ann, told, "Hand grenade: within 1″ …")
    assert not any(one.get("default") for one in menu(form, "target")["options"]), "nobody is likelier than another"
    friend, foe = [await short.unit(name) for name in ("Rifle squad", "Sniper")]
    done = await short.fill(short.ann, form, target=[foe.id, friend.id])
    assert done.title or done.text
    request = (await short.entry()).request
    assert (request["action"], request["count"], request["weapon"]) == ("blast", 1, "hand_grenade")
    assert set(request["target"]) == {foe.id, friend.id}
