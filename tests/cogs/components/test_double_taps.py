"""Two taps so close together that the second is sent before the first is answered."""

from __future__ import annotations

from typing import Any

import pytest
from simcord.results import InteractionResult

from tests.cogs.beginnings import beginning
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


@beginning
async def two_actions(table: Table) -> None:
    """A unit that may repeat an action on purpose is activated."""
    await table.done(table.ann, "/game demo", system="opreb")
    await table.done(table.ann, "/initiative", dice="6 6 6 6 6 / 1 1 1 1")
    await table.done(table.ann, "/activate", unit="Line rifle squad")


async def test_a_unit_with_two_actions_takes_one_of_them_or_fires_once(two_actions: Table) -> None:
    form = await two_actions.pick(two_actions.ann, newest(two_actions), "Small arms fire: Colonial militia section")
    sent = {"distance": ["8in"], "cover": ["hard"]}
    assert form.form
    rows = [{"type": 18, "component": {"type": 3, "custom_id": id, "values": values}} for id, values in sent.items()]
    data = {"custom_id": form.form["custom_id"], "components": rows}
    before, message = await two_actions.last(), (await board(two_actions)).messages[0]
    await at_once(two_actions, *[(two_actions.ann, FORM, data, message)] * 2)
    assert await two_actions.last() == before + 1
    card = await two_actions.done(two_actions.ann, "/unit show", unit="Line rifle squad")
    await twice(two_actions, card, "Move 5″")
    assert await two_actions.last() == before + 2


@pytest.mark.parametrize("label", ["Again", "Fire"])
async def test_a_shot_given_once_more_is_given_once(two_actions: Table, label: str) -> None:
    """In Open Rebellion a unit with two actions may fire twice on purpose."""
    shot = {"attacker": "Line rifle squad", "target": "Colonial militia section", "distance": "8", "cover": "hard"}
    looked_at = label.startswith("Fire")
    told = await two_actions.say(two_actions.ann, "/fire", **shot, preview=looked_at)
    told = told if looked_at else await two_actions.click(two_actions.ann, told, "Why?")
    before = await two_actions.last()
    titles = {one.title for one in await twice(two_actions, told, label)}
    assert await two_actions.last() == before + 1
    assert "The game has moved on" in titles


async def test_a_second_tap_that_is_handled_after_the_first_gives_nothing(two_actions: Table) -> None:
    """Seen under load: the second tap on the same button counted as a new command, and the shot was recorded twice."""
    shot = {"attacker": "Line rifle squad", "target": "Colonial militia section", "distance": "8", "cover": "hard"}
    told = await two_actions.click(two_actions.ann, await two_actions.say(two_actions.ann, "/fire", **shot), "Why?")
    before = await two_actions.last()
    await two_actions.click(two_actions.ann, told, "Again")
    second = await two_actions.click(two_actions.ann, told, "Again")
    assert second.title == "The game has moved on"
    assert await two_actions.last() == before + 1


async def test_a_button_of_before_its_entry_was_undone_gives_the_command_once_more(two_actions: Table) -> None:
    """So does one of an earlier version, whose id has no entry after which it was shown."""
    shot = {"attacker": "Line rifle squad", "target": "Colonial militia section", "distance": "8", "cover": "hard"}
    told = await two_actions.say(two_actions.ann, "/fire", **shot, preview=True)
    await two_actions.click(two_actions.ann, told, "Fire")
    await two_actions.done(two_actions.ann, "/undo")
    before = await two_actions.last()
    await two_actions.click(two_actions.ann, told, "Fire")
    assert (await two_actions.entry()).command == "fire"
    assert await two_actions.last() == before + 1
    data, message = tap(told, "Fire")
    data["custom_id"] = data["custom_id"].rpartition(":")[0]
    await at_once(two_actions, (two_actions.ann, COMPONENT, data, message))
    assert await two_actions.last() == before + 2
