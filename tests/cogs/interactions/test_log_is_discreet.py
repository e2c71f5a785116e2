"""The log has the names of commands and options, and never typed text, not even for an error."""

from __future__ import annotations

import json
import logging
from typing import Any

import pytest

from bot.logs import JsonFormatter
from tests.cogs.faulty import CALLBACK, CHANNEL, command, cut_connection, raw
from tests.cogs.table import Table

TYPED = "Geheimplan"


async def test_the_log_holds_only_names(demo: Table, caplog: pytest.LogCaptureFixture) -> None:
    """Commands, clicks and forms that are refused, fail, cannot be answered, or are none; and suggestions."""
    with caplog.at_level(logging.DEBUG):
        await _do_everything(demo)
    lines = [JsonFormatter([]).format(record) for record in caplog.records if record.levelno >= logging.INFO]
    assert [line for line in lines if TYPED.casefold() in line.casefold()] == []
    said = [json.loads(line)["what"] for line in lines]
    assert any(one.endswith("of game status") for one in said)
    assert "no answer to score: " in "\n".join(said)


async def _do_everything(table: Table) -> None:
    def broken(channel: str) -> Any:
        raise ValueError(f"{TYPED} and what else was typed")

    await table.say(table.ann, "/unit show", unit=TYPED)
    await raw(table, table.ann, 2, command("nothing", unit=TYPED))
    await raw(table, table.ann, 2, command("unit show", another=TYPED))
    await raw(table, table.ann, 2, command("undo", entry=TYPED))
    await raw(table, table.ann, 3, {"custom_id": f"adj1:{TYPED}:1", "component_type": 2})
    await raw(table, table.ann, 5, {"custom_id": f"adj1:faces:{TYPED}:1", "components": []})
    with cut_connection(table, times=9):
        table.env.inject_error("POST", CHANNEL, status=403, code=50013, times=None)
        record = command("score", side="Red", why=TYPED)
        record["options"].append({"name": "points", "type": 4, "value": 1})
        await raw(table, table.ann, 2, record, times=2)
    table.env.backend.faults.clear()
    table.env.inject_error("POST", CALLBACK, status=404, code=10062, times=1)
    await table.type(table.ann, "/unit show", "unit", TYPED)
    table.services.games.require_game = broken  # pyright: ignore[reportAttributeAccessIssue] — a fault of ours, whose words quote
    await table.say(table.ann, "/game status")
    await table.say(table.ann, "/unit show", unit=TYPED)
    del table.services.games.require_game
