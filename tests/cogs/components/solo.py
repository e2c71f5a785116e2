"""Games against the bot with few units a side: its work on an order grows with the product of their numbers."""

from __future__ import annotations

from bot.game.people import OPPONENT
from tests.cogs.beginnings import beginning
from tests.cogs.components.going import newest
from tests.cogs.table import Table

KEPT = {
    "fubar": ("Regular section", "Marines", "Commandos", "Militia", "Planet defence squad", "HMG team"),
    "bayonet": ("GI", "Sniper", "Heavy", "Chief", "Irregular", "Gunner", "Light tank"),
}
"""Vehicles of FUBAR take the bot most of its time: some tests have them."""

GUARDS = ("Militia", "Planet defence squad", "HMG team")


async def take_sides(table: Table, system: str, dice: str, *, whole: bool = False) -> None:
    """Ann plays Red and the bot Blue, with those units or the `whole` forces."""
    await table.done(table.ann, "/game demo", system=system)
    for unit in (await table.live()).game.units.values():
        if not whole and unit.name not in KEPT[system]:
            await table.done(table.ann, "/unit remove", unit=unit.name)
    await table.done(table.ann, "/game join", side="Red")
    await table.done(table.ann, "/game opponent", side="Blue")
    await table.done(table.ann, "/initiative", dice=dice)


async def move_in_sight(table: Table) -> None:
    await table.done(table.ann, "/move", unit="GI")
    await table.click(table.ann, await table.done(table.ann, "/turn end"), "Adjutant plays on")


async def walk_past(table: Table, *guards: str) -> None:
    """Ann's Marines walk where units of the bot are On Guard, and may still fire."""
    units = {unit.name: unit.id for unit in (await table.live()).game.units.values()}
    for name in guards:
        bot = table.call(table.ann)._replace(who=OPPONENT)
        await table.services.unit_corrections.mark(bot, units[name], "on_guard", 1)
    table.dice.next(6)
    await table.done(table.ann, "/activate", unit="Marines", action="walk")
    await table.done(table.ann, "/move", unit="Marines")


@beginning
async def bot_first(table: Table) -> None:
    """FUBAR: it is the bot's turn."""
    await take_sides(table, "fubar", "1 6")


@beginning
async def asked(bot_first: Table) -> None:
    """FUBAR: the bot asks what its first unit sees."""
    await bot_first.click(bot_first.ann, newest(bot_first), "Adjutant plays on")


@beginning
async def ann_first(table: Table) -> None:
    """FUBAR: it is Ann's turn."""
    await take_sides(table, "fubar", "6 1")


@beginning
async def bot_bound(table: Table) -> None:
    """Bayonet: the bot moves its figures."""
    await take_sides(table, "bayonet", "1 6")


@beginning
async def bound_asked(bot_bound: Table) -> None:
    """Bayonet: the bot asks what its first figure sees."""
    await bot_bound.click(bot_bound.ann, newest(bot_bound), "Adjutant plays on")


@beginning
async def ann_bound(table: Table) -> None:
    """Bayonet: Ann moves her figures."""
    await take_sides(table, "bayonet", "6 1")


@beginning
async def bot_shoots(ann_bound: Table) -> None:
    """Bayonet: a figure of Ann's has moved, and the bot asks what its figures see before they shoot."""
    await move_in_sight(ann_bound)


@beginning
async def fair_shoots(fair: Table) -> None:
    """As `bot_shoots`, with verifiable dice."""
    await take_sides(fair, "bayonet", "6 1")
    await move_in_sight(fair)


@beginning
async def fair_bound(fair: Table) -> None:
    """Bayonet with verifiable dice: the bot moves its figures."""
    await take_sides(fair, "bayonet", "1 6")


@beginning
async def forces_met(table: Table) -> None:
    """FUBAR with all units: it is Ann's turn."""
    await take_sides(table, "fubar", "6 1", whole=True)


@beginning
async def past_two(forces_met: Table) -> None:
    await walk_past(forces_met, "HMG team", "Technical")


@beginning
async def past_three(forces_met: Table) -> None:
    await walk_past(forces_met, *GUARDS)


@beginning
async def six_enemies(table: Table) -> None:
    """FUBAR: the bot asks what its first unit sees of six enemies."""
    await table.done(table.ann, "/game demo", system="fubar")
    double = await table.say(table.ann, "/force load", force="Raiders", side="Red")
    await table.click(table.ann, double, "Both")
    for unit in (await table.live()).game.units.values():
        if not unit.name.startswith(KEPT["fubar"]):
            await table.done(table.ann, "/unit remove", unit=unit.name)
    await table.done(table.ann, "/game join", side="Red")
    await table.done(table.ann, "/game opponent", side="Blue")
    told = await table.done(table.ann, "/initiative", dice="1 6")
    await table.click(table.ann, told, "Adjutant plays on")
