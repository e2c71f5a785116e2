"""The event loop stays free: while one player's input is handled, others are answered."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator
from time import thread_time
from typing import Any

from discord.app_commands import Group

from data.systems import vocabulary
from tests.cogs.heartbeat import LONGEST, TRIES, heartbeat, is_to_be_tried
from tests.cogs.table import Table

FAR = {"attacker": "Horde", "target": "Mob", "distance": "20"}
NEAR = {"attacker": "Marines", "target": "Militia", "distance": "10"}
BOMB = "a" + ".a" * 4_000 + " = 1\n"
"""Some tenths of a second for a parser: many times what may hold the loop, and no longer than it takes to see that."""

EVENING: tuple[tuple[str, dict[str, Any]], ...] = (
    ("/game demo", {}),
    ("/game join", {"side": "Red"}),
    ("/unit add", {"name": "Horde", "profile": "militia", "side": "Red", "models": 100}),
    ("/unit add", {"name": "Mob", "profile": "militia", "side": "Blue", "models": 100}),
    ("/unit edit", {"unit": "Horde", "field": "weapons", "value": "100 lmg"}),
    ("/unit edit", {"unit": "Mob", "field": "weapons", "value": "100 lmg"}),
    ("/marker set", {"unit": "Horde", "marker": "suppressed", "count": 30}),
    ("/marker set", {"unit": "Mob", "marker": "suppressed", "count": 30}),
    ("/initiative", {}),
    ("/activate", {"unit": "Marines"}),
    ("/move", {"unit": "Marines"}),
    ("/fire", NEAR),
    ("/amend", {"cover": "soft"}),
    ("/fire", FAR),
    ("/fire", FAR | {"preview": True}),
    ("/odds", FAR),
    ("/odds", NEAR),
    ("/odds", {"attacker": "Horde, Marines"}),
    ("/assault", {"attacker": "Horde", "target": "Mob"}),
    ("/morale", {"unit": "Mob"}),
    ("/act", {"action": "withdraw", "unit": "Militia", "target": "Marines"}),
    ("/why", {}),
    ("/undo", {}),
    ("/waiting", {}),
    ("/turn phase", {"phase": "shooting"}),
    ("/turn next", {}),
    ("/turn end", {}),
    ("/unit show", {"unit": "Horde"}),
    ("/unit list", {}),
    ("/unit split", {"unit": "Horde", "models": 40}),
    ("/unit join", {"unit": "Horde", "other": "Horde 2"}),
    ("/unit figure", {"unit": "Horde", "name": "*" * 60, "note": "x " * 100}),
    ("/unit reserve", {"unit": "Mob", "roll": 4}),
    ("/unit arrive", {"unit": "Mob"}),
    ("/game scenario", {"goal": "hold the ford", "turns": 6}),
    ("/unit remove", {"unit": "Mob"}),
    ("/place add", {"kind": "minefield", "label": "42"}),
    ("/place remove", {"label": "42"}),
    ("/score", {"points": 3, "side": "Red", "why": "a hill"}),
    ("/force list", {}),
    ("/force words", {}),
    ("/force save", {"name": "Mine"}),
    ("/force export", {}),
    ("/force cards", {}),
    ("/force remove", {"force": "Mine"}),
    ("/force load", {"side": "Red", "file": ("bomb.toml", BOMB.encode())}),
    ("/force load", {"side": "Red", "file": ("deep.json", b"[" * 60_000)}),
    ("/game status", {}),
    ("/game board", {}),
    ("/game setup", {}),
    ("/game victory", {}),
    ("/game dice", {"mode": "bot"}),
    ("/game mentions", {"mode": "off"}),
    ("/game consent", {"mode": "on"}),
    ("/game consent", {"mode": "off"}),
    ("/game detail", {"mode": "full"}),
    ("/game pause", {}),
    ("/game pause", {}),
    ("/rulings show", {}),
    ("/rules topic", {"topic": "firing"}),
    ("/help", {}),
    ("/roll", {"dice": "20d100"}),
    ("/setup check", {}),
    ("/note", {"text": "x " * 250}),
    ("/log show", {}),
    ("/stats", {}),
    ("/luck", {}),
    ("/fairness show", {}),
    ("/fairness reveal", {}),
    ("/fairness verify", {}),
    *(("/export", {"format": format}) for format in ("html", "markdown", "csv", "json")),
    ("/game end", {}),
    ("/game review", {}),
    ("/game reopen", {}),
    ("/game end", {}),
    ("/campaign new", {"name": "War", "system": "fubar", "shape": "map"}),
    ("/campaign join", {}),
    ("/campaign enlist", {"force": "raiders"}),
    ("/campaign enlist", {"file": ("bomb.toml", BOMB.encode())}),
    ("/campaign roster", {}),
    ("/campaign unit", {"unit": "Marines"}),
    ("/campaign battle start", {"against": "Red"}),
    ("/campaign battle list", {}),
    ("/campaign report", {}),
    ("/campaign standings", {}),
    ("/campaign log", {}),
    ("/campaign rulings", {}),
    ("/campaign export", {}),
    ("/campaign export", {"format": "csv"}),
    ("/campaign export", {"format": "html"}),
    ("/campaign export", {"format": "html", "anonymous": True}),
    ("/rules campaign", {"topic": "recovery"}),
    ("/rules aftermath", {"lost": 20}),
    ("/campaign import", {"file": ("deep.json", b"[" * 60_000)}),
    ("/campaign edit undo", {"entry": 2}),
    ("/campaign end", {}),
    ("/privacy show", {}),
    ("/privacy export", {}),
    ("/privacy delete", {}),
)


LIGHT = {
    "/system add",  # see test_system.py
    "/system list",
    "/system show",
    "/system remove",
    "/force write",
    "/game new",
    "/game opponent",
    "/game leave",
    "/game umpire",
    "/game delegate",
    "/game move",
    "/game timeout",
    "/game clock",
    "/seal new",
    "/seal open",
    "/rulings set",
    "/objective hold",
    "/objective free",
    "/log channel",
    *(
        f"/campaign {name}"
        for name in ("leave", "handover", "rename", "rest", "dismiss", "reinforce", "level", "award")
    ),
    *(f"/campaign {name}" for name in ("throw", "sign")),
    *(f"/campaign battle {name}" for name in ("field", "withdraw", "off")),
    *(f"/campaign edit {name}" for name in ("result", "unit", "figures", "field")),
    *(f"/arbiter {name}" for name in ("decide", "reopen", "status", "figures", "points", "transfer", "opponent")),
    "/Undo this",
    "/Why?",
    "/Add to the story",
    "/Correct …",
}
"""They set one thing, or name a person or a channel; or write to a campaign as others do that are measured."""


async def _time_command(table: Table, command: str, options: dict[str, Any]) -> tuple[float, str]:
    with heartbeat() as beat:
        told = await table.say(table.ann, command, **options)
        if told.buttons[1:] == ("Cancel",):
            told = await table.click(table.ann, told, told.buttons[0])
    assert told.title != "Sorry", (command, told.text)
    return beat.longest, beat.where


async def test_no_command_holds_the_loop(table: Table) -> None:
    slow: dict[int, tuple[float, str]] = dict.fromkeys(range(len(EVENING)), (LONGEST + 1, ""))
    for _ in range(TRIES):
        for nth, (command, options) in enumerate(EVENING):
            slow[nth] = min(slow[nth], await _time_command(table, command, options))
        if max(slow.values())[0] <= LONGEST:
            return
    assert not {EVENING[nth][0]: found for nth, found in slow.items() if found[0] > LONGEST}


def _names(commands: Iterable[Any], before: str = "") -> Iterator[str]:
    for one in commands:
        name = f"{before}/{one.name}" if not before else f"{before} {one.name}"
        yield from _names(one.commands, name) if isinstance(one, Group) else (name,)


async def test_the_evening_has_every_command_but_those_that_only_set_something(table: Table) -> None:
    bot: Any = table.env.bot
    every = set(_names(bot.tree.get_commands()))
    assert every - {command for command, _ in EVENING} == LIGHT


async def test_clicks_block_no_other_request_either(demo: Table) -> None:
    told = await demo.done(demo.ann, "/fire", **NEAR)
    for label in ("Why?", "Odds", "Again"):
        tries = list[float]()
        while is_to_be_tried(tries):
            with heartbeat() as beat:
                await demo.click(demo.ann, told, label)
            tries.append(beat.longest)
        assert min(tries) <= LONGEST, label


async def test_the_heartbeat_measures_a_blocked_loop() -> None:
    with heartbeat() as beat:
        await asyncio.sleep(0)
        until = thread_time() + 2 * LONGEST
        while thread_time() < until:
            pass
        await asyncio.sleep(0)
    assert beat.longest > LONGEST


async def test_a_log_of_long_lines_blocks_no_other_request(table: Table) -> None:
    """By pages, and where it catches up in another channel."""
    await table.done(table.ann, "/game demo")
    marines = (await table.unit("Marines")).id
    for count in range(40):
        edit = table.services.unit_corrections.edit
        await edit(table.call(table.ann), marines, "models", str(count % 5), "*" * 450)
    tries = list[float]()
    while is_to_be_tried(tries):
        with heartbeat() as beat:
            told = await table.done(table.ann, "/log show", last=50)
            await table.click(table.ann, told, "Older")
            where = table.guild.create_text_channel("log")
            await table.done(table.ann, "/log channel", channel=where)
            await table.env.advance_time(4)
            await table.done(table.ann, "/log channel", off=True)
        tries.append(beat.longest)
    assert min(tries) <= LONGEST


async def test_the_first_weapons_of_a_unit_block_no_other_request(demo: Table) -> None:
    """Their names in all languages are read once, which takes a third of a second."""
    vocabulary.cache_clear()
    with heartbeat() as beat:
        await demo.done(demo.ann, "/unit edit", unit="Marines", field="weapons", value="4 lmg")
    assert beat.longest <= LONGEST, beat.where
