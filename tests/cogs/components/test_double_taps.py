"""Two taps so close together that the second is sent before the first is answered."""

from __future__ import annotations

from typing import Any

import pytest
from simcord.results import InteractionResult

from tests.cogs.components.going import newest, section
from tests.cogs.components.play.test_control_row import board
from tests.cogs.faulty import COMPONENT, FORM, payload
from tests.cogs.table import Table, Told

__all__ = ["section"]

BUTTON, MENU = 2, 3


async def at_once(table: Table, *sent: tuple[Any, int, dict[str, Any], Any]) -> list[Told]:
    """Interactions of several people, or of one, that arrive together."""
    made = [payload(table, *one) for one in sent]
    for _, given in made:
        table.env.backend.emit("INTERACTION_CREATE", given)
    await table.env.settle()
    return [
        Told.of(InteractionResult(table.env, record), one[3].id) for (record, _), one in zip(made, sent, strict=True)
    ]


def tap(told: Told, label: str) -> tuple[dict[str, Any], Any]:
    """Return the data that a tap on a button or on a line of a menu sends."""
    for message in told.messages:
        for one in (one for row in message.components for one in row["components"]):
            if one.get("label") == label:
                return {"custom_id": one["custom_id"], "component_type": BUTTON}, message
            for option in one.get("options", ()):
                if option["label"] == label:
                    chosen = {"custom_id": one["custom_id"], "component_type": MENU, "values": [option["value"]]}
                    return chosen, message
    raise AssertionError(label)


async def twice(table: Table, told: Told, label: str) -> list[Told]:
    data, message = tap(told, label)
    return await at_once(table, *[(table.ann, COMPONENT, data, message)] * 2)


async def test_undo_tapped_twice_takes_one_entry_back(section: Table) -> None:
    await section.click(section.ann, newest(section), "Run 12″")
    before = await section.last()
    told = await twice(section, await board(section), "Undo")
    assert (await section.live()).game.undone == frozenset({before})
    assert await section.last() == before + 1
    assert sorted(one.title for one in told)[0] == "The game has moved on"


async def _two_actions(table: Table) -> Told:
    """Return a unit that may repeat an action on purpose."""
    await table.done(table.ann, "/game demo", system="opreb")
    await table.done(table.ann, "/initiative", dice="6 6 6 6 6 / 1 1 1 1")
    return await table.done(table.ann, "/activate", unit="Line rifle squad")


async def test_a_unit_with_two_actions_takes_one_of_them(table: Table) -> None:
    told = await _two_actions(table)
    before = await table.last()
    await twice(table, told, "Move 5″")
    assert await table.last() == before + 1


async def test_a_unit_with_two_actions_fires_once(table: Table) -> None:
    form = await table.pick(table.ann, await _two_actions(table), "Small arms fire: Colonial militia section")
    sent = {"distance": ["8in"], "cover": ["hard"]}
    assert form.form
    rows = [{"type": 18, "component": {"type": 3, "custom_id": id, "values": values}} for id, values in sent.items()]
    data = {"custom_id": form.form["custom_id"], "components": rows}
    before, message = await table.last(), (await board(table)).messages[0]
    await at_once(table, *[(table.ann, FORM, data, message)] * 2)
    assert await table.last() == before + 1


@pytest.mark.parametrize("label", ["Again", "Fire"])
async def test_a_shot_given_once_more_is_given_once(table: Table, label: str) -> None:
    """In Open Rebellion a unit with two actions may fire twice on purpose."""
    await _two_actions(table)
    shot = {"attacker": "Line rifle squad", "target": "Colonial militia section", "distance": "8", "cover": "hard"}
    looked_at = label.startswith("Fire")
    told = await table.say(table.ann, "/fire", **shot, preview=looked_at)
    told = told if looked_at else await table.click(table.ann, told, "Why?")
    before = await table.last()
    titles = {one.title for one in await twice(table, told, label)}
    assert await table.last() == before + 1
    assert "The game has moved on" in titles


@pytest.mark.parametrize("label", ["Again", "Fire"])
async def test_a_second_tap_that_is_handled_after_the_first_gives_nothing(table: Table, label: str) -> None:
    """Seen under load: the second tap on the same button counted as a new command, and the shot was recorded twice."""
    await _two_actions(table)
    shot = {"attacker": "Line rifle squad", "target": "Colonial militia section", "distance": "8", "cover": "hard"}
    told = await table.say(table.ann, "/fire", **shot, preview=label == "Fire")
    told = told if label == "Fire" else await table.click(table.ann, told, "Why?")
    before = await table.last()
    await table.click(table.ann, told, label)
    second = await table.click(table.ann, told, label)
    assert second.title == "The game has moved on"
    assert await table.last() == before + 1


@pytest.mark.parametrize("label", ["Again", "Fire"])
async def test_a_button_of_before_its_entry_was_undone_gives_the_command_once_more(table: Table, label: str) -> None:
    await _two_actions(table)
    shot = {"attacker": "Line rifle squad", "target": "Colonial militia section", "distance": "8", "cover": "hard"}
    told = await table.say(table.ann, "/fire", **shot, preview=label == "Fire")
    told = told if label == "Fire" else await table.click(table.ann, told, "Why?")
    await table.click(table.ann, told, label)
    await table.done(table.ann, "/undo")
    before = await table.last()
    await table.click(table.ann, told, label)
    assert (await table.entry()).command == "fire"
    assert await table.last() == before + 1


async def test_a_button_of_an_earlier_version_still_fires(table: Table) -> None:
    """Its id has no entry after which it was shown."""
    await _two_actions(table)
    shot = {"attacker": "Line rifle squad", "target": "Colonial militia section", "distance": "8", "cover": "hard"}
    told = await table.say(table.ann, "/fire", **shot, preview=True)
    data, message = tap(told, "Fire")
    data["custom_id"] = data["custom_id"].rpartition(":")[0]
    before = await table.last()
    await at_once(table, (table.ann, COMPONENT, data, message))
    assert await table.last() == before + 1
