"""Printable cards as files: of the units in a game, of a force, of a campaign's roster."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence

from bot.errors import Refusal
from bot.game.people import Person, knows
from bot.game.permissions import side_of
from bot.game.registry import ActiveGame
from bot.services.campaign.battle_setup import unit_in_game
from cogs.components.controls import GameId, handles_click
from cogs.components.play.stale_controls import require_current_game
from cogs.interactions.context import Context
from cogs.rendering.campaign.entry import honour_text, state_parts
from cogs.rendering.reply import Reply, file_stem
from cogs.rendering.report.cards import Sheet, cards_file, reference_cards, unit_cards
from cogs.rendering.report.reader import ReportReader
from data.systems import system_of
from rules.campaign.campaign import Campaign
from rules.campaign.roster import Roster
from rules.campaign.visibility import visible_campaign
from rules.command.force import Force, muster_units, specs
from rules.command.system import Board
from rules.game.events import UnitPlaced
from rules.game.game import Game
from rules.game.unit import Unit
from rules.kernel.text import Joined, Listed, Text, Value, counted


class PrintCards(GameId, what="cards"):
    """A button for the caller's cards, nine on a sheet of A4."""


Besides = Mapping[str, Sequence[tuple[Value, Value]]]
"""Further lines of a card, by the id of its unit."""


def own_units(live: ActiveGame, who: Person) -> list[Unit]:
    """Return the units of a player's side; for an umpire without a side, all known units. Raise Refusal if none."""
    player = live.game.players.get(who.id)
    every = player is not None and player.umpire and not player.side
    side = None if every else side_of(live.game, who, None)
    found = [one for one in live.game.units.values() if side in (None, one.side) and knows(live.board, who.id, one)]
    if not found:
        raise Refusal(Text("No units on the table yet. Add some: `/force load` or `/unit add`."))
    return found


def force_on_table(board: Board, force: Force) -> tuple[Board, list[Unit]]:
    """Return the table with a force's units placed as in this game, and those units; raise BadFacts."""
    game = Game(rulings=dict(board.game.rulings))
    units = muster_units(board.system, game, force.name, specs(board.system, force))
    for unit in units:
        game.apply(UnitPlaced(unit=unit))
    return board._replace(game=game), units


async def table_link(ctx: Context, live: ActiveGame) -> str:
    """Return the link in the QR code of a card: to the game's board, else to its channel, or to the local table."""
    posted = await ctx.services.live_boards.message_of(live.info.id)
    message = f"/{posted.message}" if posted and posted.channel == live.info.channel_id else ""
    return ctx.services.address or f"https://discord.com/channels/{live.info.guild_id}/{live.info.channel_id}{message}"


@handles_click(PrintCards, private=True)
async def show_cards(ctx: Context, click: PrintCards) -> Reply:
    return await game_cards(ctx, await require_current_game(ctx, click), Sheet())


async def game_cards(ctx: Context, live: ActiveGame, sheet: Sheet) -> Reply:
    """Return the cards of the caller's units in a game, each with a code that links to the game."""
    sheet = sheet._replace(link=await table_link(ctx, live))
    return await cards_reply(ctx, live.board, own_units(live, ctx.caller), sheet, live.info.name)


async def cards_reply(
    ctx: Context, board: Board, units: Sequence[Unit], sheet: Sheet, name: str, more: Besides | None = None
) -> Reply:
    """Return the file with the cards of the units and a summary of their rules."""
    words, plain = ctx.me, ctx.me.plain
    reader = ReportReader(words.language, board, ctx.caller.id).plain
    title = plain.say("Cards of {name}", name=name)

    def build() -> bytes:
        cards = [*unit_cards(reader, board, units, sheet, more or {}), *reference_cards(reader, board, sheet)]
        return cards_file(reader, title, cards, sheet)

    content = await asyncio.to_thread(build)
    stem = file_stem(name, "units")
    how = words.say(
        "{units}, then the rules in short. Open it in a browser and print at 100 %.",
        units=counted(len(units), "card", "cards"),
    )
    file = (f"{stem}-cards.html", content, plain.say("Cards to print: {name}.", name=name))
    return Reply(words.say("Cards of {name}", name=name), how, private=True, file=file, unrecorded=True)


async def roster_cards(ctx: Context, campaign: Campaign, roster: Roster | None, sheet: Sheet) -> Reply:
    """Return the cards of a roster's units as they would enter a battle, with their honours; raise Refusal."""
    if roster is None:
        raise Refusal(Text("Whose roster? Use `roster:`."))
    seen, system, game = visible_campaign(campaign, ctx.caller.id), system_of(campaign.system), Game()
    units, more = list[Unit](), dict[str, Sequence[tuple[Value, Value]]]()
    for one in seen.units_of_roster(roster.id):
        units.append(unit_in_game(seen, one, system, game, roster.name))
        game.apply(UnitPlaced(unit=units[-1]))
        about: list[tuple[Value, Value]] = [(Text("Campaign"), Joined(list(state_parts(seen, one)), " · "))]
        about += [(Text("Honours"), Listed([honour_text(it.key) for it in one.honours]))] if one.honours else []
        more[units[-1].id] = about
    if not units:
        raise Refusal(Text("{roster} has no units yet.", roster=roster.name))
    return await cards_reply(ctx, Board.of(game, system), units, sheet, roster.name, more)
