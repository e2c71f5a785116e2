"""The unit behind a card does not change what its enemy and an onlooker read, are offered and are refused.

The same opening is played with one type of unit after another behind the card: in any number, with any weapons, weak or
strong: two that have nothing in common.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

from discord import app_commands

from tests.cogs.table import Loaded, Table, services_on, sitting
from tests.cogs.test_campaign_cards import Seen, squads

CARD = "u3"
"""Behind the two of Red that lie open; the first of Blue follows it."""
KINDS: Sequence[dict[str, Any]] = (
    {
        "type": "heavy_weapons",
        "models": 12,
        "weapons": [{"name": "hmg"}, {"name": "rifle", "count": 11}],
        "profile": {"skill": 3},
        "points": 90,
    },
    {"type": "line_rifles", "models": 1, "weapons": [], "profile": {"skill": 5}, "medic": True},
)
OF_ONE_SKILL = tuple(kind | {"profile": {"skill": 4}} for kind in KINDS)
"""Those who throw as many dice as one another for being shot at."""
SHOT = {"distance": "9", "cover": "open"}
Play = Callable[[Table, Seen], Awaitable[None]]


async def texts_of_evening(folder: Path, kind: dict[str, Any], play: Play) -> list[str]:
    """Return the texts that Bob (Blue) and Cyd (a reader) see in an evening with that kind of card."""
    file, dice = folder / "evening.sqlite", Loaded()
    file.unlink(missing_ok=True)
    services = await services_on(file, dice, "run1")
    async with sitting(services, dice, file) as table:
        seen, card = Seen(table), kind | {"name": "Shadow", "states": {"hidden": 1}}
        await table.done(table.ann, "/game new", system="opreb", name="Ambush")
        await table.done(table.ann, "/game join", side="Red")
        await table.done(table.bob, "/game join", side="Blue")
        await load_units(table, table.ann, [*squads("Able", "Baker"), card])
        await load_units(table, table.bob, squads("Xavier", "Yoke"))
        assert (await table.unit("Shadow")).id == CARD
        await play(table, seen)
        seen.channels()
        return seen.lines


async def load_units(table: Table, who: Any, units: Sequence[dict[str, Any]]) -> None:
    force = json.dumps({"name": "Force", "system": "opreb", "units": units}).encode()
    await table.done(who, "/force load", file=("force.json", force))


async def the_same(folder: Path, kinds: Sequence[dict[str, Any]], play: Play) -> None:
    first, other = [await texts_of_evening(folder, kind, play) for kind in kinds]
    assert len(first) == len(other) > 50
    for one, two in zip(first, other, strict=True):
        assert one == two


async def ask_everything(table: Table, seen: Seen, *people: Any) -> None:
    for who in people:
        for command, given in TOLD:
            await seen.say(who, command, **given)
        told = await seen.say(who, "/stats")
        await seen.told("Every unit", await table.click(who, told, "Every unit"))


TOLD: Sequence[tuple[str, dict[str, Any]]] = (
    *((command, {}) for command in ("/game status", "/unit list", "/log show", "/game board", "/luck", "/waiting")),
    *((command, {}) for command in ("/game victory", "/game setup", "/why", "/force export", "/force cards")),
    *(("/export", {"format": one}) for one in ("json", "csv", "markdown", "html")),
)
"""What tells of the game."""
TRIED: Sequence[tuple[str, dict[str, Any]]] = (
    ("/odds", {"attacker": "u4"}),
    ("/odds", {"attacker": "u4", **SHOT}),
    ("/odds", {"attacker": CARD, "target": "u4", **SHOT}),
    ("/fire", {"attacker": "u4", "target": CARD, "preview": True, **SHOT}),
    ("/fire", {"attacker": "u4", "target": f"{CARD}, u1", **SHOT}),
    ("/fire", {"attacker": CARD, "target": "u4, u5", **SHOT}),
    ("/fire", {"attacker": CARD, "target": "u4", "firers": "1 hmg", **SHOT}),
    ("/fire", {"attacker": "u4", "target": CARD, "distance": "9", "cover": "mixed"}),
    *(("/unit edit", {"unit": CARD, "field": one, "value": "1"}) for one in ("models", "starting", "skill", "points")),
    ("/marker set", {"unit": CARD, "marker": "wounds", "count": 1}),
    *((one, {"unit": CARD}) for one in ("/unit show", "/unit remove", "/activate", "/move", "/morale")),
    *(("/act", {"unit": CARD, "action": one}) for one in ("tac_move", "position", "rally")),
)
"""What is refused, or comes to nothing that is told."""


async def ask_suggestions(table: Table, seen: Seen) -> None:
    """Every option of every command, with the card filled in wherever else a unit goes.

    Options with the same suggestions in every command are asked for once.
    """
    bot: Any = table.env.bot
    asked = set[str]()
    for command in bot.tree.walk_commands():
        if not isinstance(command, app_commands.Command) or command.qualified_name.startswith("campaign"):
            continue
        names = {one.name for one in command.parameters}
        for option in (one for one in command.parameters if one.autocomplete and one.name not in asked):
            asked |= {option.name} & {"campaign", "force", "game", "side", "system"}
            tried = list[dict[str, str]]()
            for filled in ({}, {"unit": CARD, "attacker": "u4", "target": CARD}, {"unit": "u4", "attacker": CARD}):
                but = {name: value for name, value in filled.items() if name in names - {option.name}}
                if but in tried:
                    continue
                tried.append(but)
                found = await table.type(table.bob, command.qualified_name, option.name, "", **but)
                seen.add(f"types {command.qualified_name} {option.name} {but}", str(found))


async def test_the_type_of_a_card_changes_nothing_for_other_players(tmp_path: Path) -> None:
    """It does not affect nominations for the initiative, offers, refusals, counts or suggestions, nor its removal."""

    async def play(table: Table, seen: Seen) -> None:
        await seen.say(table.bob, "/initiative")
        for command, given in (("/activate", {}), ("/act", {"action": "position"}), ("/move", {})):
            told = await table.say(table.ann, command, unit=CARD, **given)
            await seen.told(command, await table.click(table.ann, told, "Anyway") if told.warned else told)
            told = await seen.say(table.bob, "/activate", unit="u4")
            await seen.told("anyway", await table.click(table.bob, told, "Anyway") if told.warned else told)
            await seen.say(table.bob, "/undo")
        await ask_everything(table, seen, table.cyd)
        for command, given in TRIED:
            await seen.say(table.bob, command, **given)
        await ask_suggestions(table, seen)
        await seen.told("removed", await table.done(table.ann, "/unit remove", unit=CARD))
        await ask_everything(table, seen, table.bob)

    await the_same(tmp_path, KINDS, play)


async def test_a_shot_at_a_card_says_the_same_of_as_many_dice(tmp_path: Path) -> None:
    async def play(table: Table, seen: Seen) -> None:
        """Behind a wall, so that nothing is asked; then from so near that it hits more than there may be."""
        for distance in ("9", "2"):
            told = await seen.say(table.bob, "/fire", attacker="u4", target=CARD, distance=distance, cover="hard")
            assert not told.refused
        await ask_everything(table, seen, table.bob)
        await seen.say(table.bob, "/amend", cover="light")
        await seen.say(table.bob, "/undo")

    await the_same(tmp_path, OF_ONE_SKILL, play)
