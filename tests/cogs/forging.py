"""Forged clicks, which no client would send."""

from __future__ import annotations

from typing import Any

from simcord.actors import _component_interaction

from tests.cogs.table import Table, Told

BUTTON, MENU = 2, 3


async def forged(table: Table, who: Any, id: str, values: tuple[str, ...] = ("0",), where: Any = None) -> Told:
    """Click with a forged id, on some message of the bot."""
    channel: Any = table.env.bot.get_channel((where or table.channel).id)  # type: ignore[union-attr]
    with table.env._bot_scope():
        message = await channel.send("…")
    stored = table.env.backend.get_message(message.channel.id, message.id)
    kind = (
        {"component_type": MENU, "values": list(values)}
        if ":menu:" in id or ":choose:" in id
        else {"component_type": BUTTON}
    )
    data: dict[str, Any] = {"custom_id": id, **kind}
    found = Told.of(await _component_interaction(table.bob if who is None else who, stored, data), message.id)
    assert found.result.acknowledged, id
    return found


def option_of(told: Told, label: str) -> tuple[str, tuple[str]]:
    """Return the id of a menu with that option, and the option's value, to pick it once its private message is gone."""
    menus = [one for message in told.messages for row in message.components for one in row.get("components", ())]
    options = [(menu["custom_id"], option) for menu in menus for option in menu.get("options", ())]
    return next((id, (option["value"],)) for id, option in options if option["label"] == label)
