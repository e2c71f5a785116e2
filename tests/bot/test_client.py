"""The ids by which messages mention commands, so that a tap on one begins it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from discord import AppCommandOptionType, AppCommandType
from discord.app_commands import AppCommand

from bot.client import ids_by_name

STATE: Any = SimpleNamespace()


def registered(id: int, name: str, *options: dict[str, Any], type: AppCommandType = AppCommandType.chat_input) -> Any:
    """Return a command as Discord sends it after its registration."""
    sent = {"id": id, "application_id": 1, "name": name, "description": "…", "type": type.value, "options": options}
    return AppCommand(data=sent, state=STATE)  # pyright: ignore[reportArgumentType]


def option(name: str, type: AppCommandOptionType, *options: dict[str, Any]) -> dict[str, Any]:
    return {"name": name, "description": "…", "type": type.value, "options": options}


def test_subcommands_are_mentioned_by_the_id_of_their_command_and_menus_of_messages_by_none() -> None:
    number = option("dice", AppCommandOptionType.integer)
    inner = option("end", AppCommandOptionType.subcommand, number)
    found = ids_by_name(
        [
            registered(1, "roll", number),
            registered(2, "turn", option("next", AppCommandOptionType.subcommand), inner),
            registered(3, "campaign", option("battle", AppCommandOptionType.subcommand_group, inner)),
            registered(4, "Why?", type=AppCommandType.message),
        ]
    )
    assert dict(found) == {"roll": 1, "turn next": 2, "turn end": 2, "campaign battle end": 3}
