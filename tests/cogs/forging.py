"""Forged clicks, which no client would send."""

from __future__ import annotations

from typing import Any
from weakref import WeakKeyDictionary

from simcord.actors import _component_interaction
from simcord.env import Env

from tests.cogs.table import Table, Told

BUTTON, MENU = 2, 3
_CLICKED = WeakKeyDictionary[Env, dict[int, int]]()
"""The message of each channel that is clicked until a click changes it."""


async def forged(table: Table, who: Any, id: str, values: tuple[str, ...] = ("0",), where: Any = None) -> Told:
    """Click with a forged id, on some message of the bot."""
    stored = await _message_in(table, (where or table.channel).id)
    kind = (
        {"component_type": MENU, "values": list(values)}
        if ":menu:" in id or ":choose:" in id
        else {"component_type": BUTTON}
    )
    data: dict[str, Any] = {"custom_id": id, **kind}
    found = Told.of(await _component_interaction(table.bob if who is None else who, stored, data), stored.id)
    assert found.result.acknowledged, id
    return found


async def _message_in(table: Table, channel_id: int) -> Any:
    """Return a message of the bot without controls."""
    clicked, backend = _CLICKED.setdefault(table.env, {}), table.env.backend
    before = backend.messages[channel_id].get(clicked.get(channel_id, 0))
    if before is None or before.content != "…" or before.embeds or before.components:
        channel: Any = table.env.bot.get_channel(channel_id)
        with table.env._bot_scope():
            clicked[channel_id] = (await channel.send("…")).id
    return backend.get_message(channel_id, clicked[channel_id])


def option_of(told: Told, label: str) -> tuple[str, tuple[str]]:
    """Return the id of a menu with that option, and the option's value, to pick it once its private message is gone."""
    menus = [one for message in told.messages for row in message.components for one in row.get("components", ())]
    options = [(menu["custom_id"], option) for menu in menus for option in menu.get("options", ())]
    return next((id, (option["value"],)) for id, option in options if option["label"] == label)
