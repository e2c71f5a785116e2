"""Games of FUBAR in which Red goes first, up to a unit's activation from the board, which some sixty tests continue."""

from __future__ import annotations

from dataclasses import replace

from cogs.tasks.live_board import EVERY
from tests.cogs.beginnings import beginning
from tests.cogs.followed import boards
from tests.cogs.shown import Told
from tests.cogs.table import Table


async def board(table: Table) -> Told:
    if not boards(table):
        await table.done(table.ann, "/game board")
    await table.env.advance_time(EVERY)
    return table.now(boards(table)[-1])


async def activated(demo: Table) -> Told:
    """The section is activated from the board, by two taps."""
    await demo.done(demo.ann, "/initiative", dice="6 1")
    demo.dice.next(6)
    return await demo.pick(demo.ann, await board(demo), "Regular section", "Activate")


def newest(table: Table) -> Told:
    """Return the newest message of the channel, be it private, with its controls."""
    told = table.now(max(table.env.backend.messages[table.channel.id].values(), key=lambda one: one.id))
    return replace(told, text=told.text.replace("\u00a0", " "))


@beginning
async def section(demo: Table) -> None:
    """The regular section is activated."""
    await activated(demo)


async def open_split_form(demo: Table, shown: Told | None = None) -> Told:
    """The section, whose activation is `shown`, fires at the militia and the HMG team: who of it at whom?"""
    form = await demo.pick(demo.ann, shown or await activated(demo), "Split fire …", "Regular section at")
    told = await demo.fill(demo.ann, form, target=["u5", "u7"], distance=["12in"], cover=["soft"])
    assert told.title == "Who fires at whom?"
    assert told.private
    return told


@beginning
async def split(section: Table) -> None:
    await open_split_form(section, newest(section))


@beginning
async def section_shortly(demo: Table) -> None:
    """The regular section is activated; results are short."""
    demo.services.details.usual = "short"
    await activated(demo)


@beginning
async def red_first(demo: Table) -> None:
    """Results are short."""
    demo.services.details.usual = "short"
    await demo.done(demo.ann, "/initiative", dice="6 1")


@beginning
async def marines_go(red_first: Table) -> None:
    """The marines are activated; results are short."""
    red_first.services.details.usual = "short"
    red_first.dice.next(6)
    await red_first.pick(red_first.ann, await board(red_first), "Marines", "Activate")
