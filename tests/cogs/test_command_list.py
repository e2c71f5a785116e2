"""The commands as registered with Discord, word for word in `commands.txt`, so that a file shows each change.

With ADJUTANT_TEST_WRITE=1 the file is written again; read the diff before you commit it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bot.client import Adjutant
from tests.cogs.table import Table

KEPT = Path(__file__).with_name("commands.txt")
SILENT = {"None", "[]", "False"}
ASIDE = {"name", "description", "options", "type"}


def lines(path: str, command: dict[str, Any]) -> Iterator[str]:
    """Yield a command or an option, then those inside it."""
    rest = {key: value for key, value in command.items() if key not in ASIDE and "locali" not in key}
    rest["choices"] = [f"{one['name']}={one['value']}" for one in command.get("choices", [])]
    marks = " ".join(f"{key}={rest[key]}" for key in sorted(rest) if str(rest[key]) not in SILENT)
    yield f"{path} ({command['type']}): {command.get('description', '')} {marks}".rstrip()
    for inner in command.get("options", []):
        yield from lines(f"{path} {inner['name']}", inner)


async def test_the_commands_sent_to_discord_are_those_of_the_list(table: Table) -> None:
    bot = table.env.bot
    assert isinstance(bot, Adjutant)
    tree = bot.tree
    found = sorted((one.to_dict(tree) for one in tree.get_commands()), key=lambda one: (one["type"], one["name"]))
    now = [line for one in found for line in lines(f"/{one['name']}", one)]
    if os.environ.get("ADJUTANT_TEST_WRITE"):
        KEPT.write_text("\n".join(now) + "\n", encoding="utf-8")
    numbers = [line for line in now if " (4): " in line or " (10): " in line]
    assert [line for line in numbers if "max_value=" not in line and "choices=" not in line] == []
    assert now == KEPT.read_text(encoding="utf-8").splitlines()
