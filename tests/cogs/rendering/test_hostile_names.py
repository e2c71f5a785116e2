"""Names are arbitrary text: markdown, mentions, novels. They have no effect in any answer."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from typing import Any

from discord.utils import remove_markdown

from tests.cogs.table import Table, Told

EVERYONE = "@everyone"
NOBODY = "<@123456789012345678>"
ROLE = "<@&123456789012345678>"
BOLD = "**_~~||`x`||~~_**"
LINK = "[free](https://evil.example)"
HOSTILE = [EVERYONE, NOBODY, ROLE, BOLD, LINK, "# Title", "> quote", "-# small", "```x```", "`/act` @here", "a\\*b*"]
TOGETHER = f"-# {EVERYONE} {NOBODY} {BOLD} @here", f"{LINK} ```x``` {ROLE}"
"""Names of a unit and a side, as many as have room."""
_MENTION = re.compile(r"@everyone|@here|<@[!&]?\d+>")


def _harmless(told: Told, allowed: str = "") -> None:
    """No mention but that of the player whose turn it is; no markdown of a name left standing."""
    for message in told.messages:
        assert not _MENTION.search(message.content.replace(allowed, "") if allowed else message.content), (
            message.content
        )
        for embed in message.embeds:
            for text in (embed.title or "", embed.description or ""):
                assert not _MENTION.search(text), text
                assert not re.search(r"(?<!\\)\[free", text), text
                assert not re.search(r"(?<!\\)\|\|", text), text
                assert "```" not in text.replace("\\`\\`\\`", ""), text


Say = Callable[..., Awaitable[None]]


async def _everywhere(table: Table, name: str, side: str) -> list[Told]:
    """Return every command that could show the name of a unit, a side, a game or a reason."""
    said: list[Told] = []

    async def say(command: str, /, **options: Any) -> None:
        said.append(await table.say(table.ann, command, **options))
        assert said[-1].title != "Sorry", command

    await _muster(say, name, side)
    units = [unit.id for unit in (await table.live()).game.units.values()]
    await _play_evening(say, name, side, *units)
    await _look_everything_up(say, name, side, *units)
    return said


async def _muster(say: Say, name: str, side: str) -> None:
    await say("/game new", system="fubar", name=name)
    await say("/game new", system="fubar", name=name)
    await say("/game join", side=side)
    await say("/unit add", name=name, profile="marines", side=side)
    await say("/unit add", name=name, profile="ifv", side=side)
    await say("/unit add", name=f"{name} 9"[:60], profile="militia", side="Foe")


async def _play_evening(say: Say, name: str, side: str, one: str, car: str, foe: str) -> None:
    await say("/unit add", name=name, profile=name, side=side)
    await say("/initiative", dice="6 1")
    await say("/activate", unit=one, action="aimed_fire", dice="6")
    await say("/activate", unit=name + "?", action=name)
    await say("/fire", attacker=one, target=foe, distance="10", cover="soft")
    await say("/fire", attacker=one, target=foe, distance="10")
    await say("/fire", attacker=one, target=foe, distance=name, cover=name, firers=name, situation=name, dice=name)
    await say("/fire", attacker=foe, target=car, distance="10")
    await say("/odds", attacker=one, target=foe, distance="10")
    await say("/why")
    await say("/undo")
    await say("/move", unit=car, action="walk")
    await say("/assault", attacker=one, target=foe, distance="3")
    await say("/act", action="board", unit=one, target=car)
    await say("/act", action=name, unit=one)


async def _look_everything_up(say: Say, name: str, side: str, one: str, car: str, foe: str) -> None:
    await say("/game status")
    await say("/unit show", unit=one)
    await say("/unit list", side=side)
    await say("/unit list", side=name)
    await say("/unit edit", unit=foe, field="side", value=f"{side}2"[:60], reason=name)
    await say("/unit edit", unit=foe, field="name", value=name, reason=name)
    await say("/unit edit", unit=foe, field=name, value=name)
    await say("/marker set", unit=foe, marker="suppressed", count=1, reason=name)
    await say("/marker set", unit=foe, marker=name, count=1)
    await say("/rulings set", name=name, value=name)
    await say("/rulings show")
    await say("/rules topic", topic=name)
    await say("/force load", force=name, side=side)
    await say("/turn next")
    await say("/turn end")
    await say("/log show", last=50)
    await say("/log show", unit=name, player=name, kind=name[:40])
    await say("/why", entry=3)
    await say("/unit remove", unit=foe)
    await say("/game end", winner=name, note=name)
    await say("/game end", winner=side, note=name)


async def test_a_name_does_nothing_in_any_answer(table: Table) -> None:
    for told in await _everywhere(table, *TOGETHER):
        _harmless(told, f"<@{table.ann.id}>")


async def test_a_name_reads_as_it_was_written(table: Table) -> None:
    await table.done(table.ann, "/game new", system="fubar")
    for name in HOSTILE:
        await table.done(table.ann, "/unit add", name=name, profile="marines", side="Red")
        told = await table.say(table.ann, "/unit show", unit=name)
        plain = told.title.replace("\u200b", "").replace("\\", "")
        assert plain == name.replace("\\", "") or remove_markdown(told.title).replace("\u200b", "") == name


async def test_three_hundred_letters_are_refused_or_fit(table: Table) -> None:
    await table.done(table.ann, "/game demo")
    for long in (letter * 300 for letter in ("*", "𝕏", " ")):
        for command, options in (
            ("/unit add", {"name": long, "profile": "marines", "side": "Red"}),
            ("/unit edit", {"unit": "Marines", "field": "name", "value": long}),
            ("/unit edit", {"unit": "Marines", "field": "side", "value": long}),
            ("/unit edit", {"unit": "Marines", "field": "level", "value": long}),
            ("/fire", {"attacker": "Marines", "target": long, "distance": "10"}),
            ("/act", {"action": "board", "unit": long, "target": "IFV"}),
        ):
            told = await table.say(table.ann, command, **options)
            assert told.refused or told.form, (command, long[0])


async def test_names_of_sixty_wide_letters_fit_everywhere(table: Table) -> None:
    for told in await _everywhere(table, "*" * 59 + "x", "_" * 59 + "y"):
        _harmless(told)


async def test_a_players_own_name_is_harmless(table: Table) -> None:
    eve = table.guild.add_member(table.env.create_user("eve", global_name="@everyone **x**"))
    for command, options in (
        ("/game demo", {}),
        ("/game join", {"side": "Red"}),
        ("/game status", {}),
        ("/fire", {"attacker": "Marines", "target": "Militia", "distance": "10"}),
        ("/log show", {}),
        ("/game leave", {}),
    ):
        told = await table.say(eve, command, **options)
        _harmless(told)
        assert "**x**" not in told.text + told.title
