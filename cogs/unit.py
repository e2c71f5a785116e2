"""`/unit` and `/marker`: manual changes to units and their markers."""

from __future__ import annotations

from collections.abc import Awaitable
from dataclasses import replace

from discord import app_commands
from discord.ext import commands

from bot.errors import Refusal
from bot.game.registry import ActiveGame
from bot.resolution.result import CommandResult
from bot.services.play.seals import LONGEST_PLACE, SaltedText
from cogs.components.play.figure_buttons import set_figure
from cogs.components.play.outcome import outcome_reply, show_result
from cogs.components.play.seals import announce_apart
from cogs.components.play.table_menu import card_reply
from cogs.components.setup.cards import PrintCards
from cogs.interactions import autocomplete, unit_options
from cogs.interactions.built_command import private_command, slash_command
from cogs.interactions.context import Context
from cogs.interactions.options import ARRIVAL, parse_arrival, parse_code
from cogs.rendering.reply import Reply
from cogs.rendering.units import unit_line, units_in_order
from rules.kernel.text import N_, Text
from rules.kit.reserves import terms_text

Named = app_commands.Range[str, 1, 100]
Side = app_commands.Range[str, 1, 60]
Reason = app_commands.Range[str, 1, 500]
Weapons = app_commands.Range[str, 1, 300]


async def _unit_id(ctx: Context, unit: str, or_reserve: bool = False) -> str:
    """Return the id of a typed unit on the table, or in reserve too; raise Refusal."""
    game = (await ctx.services.games.from_memory(ctx.call.where)).game
    return ctx.unit(game.with_reserves() if or_reserve else game, unit).id


class UnitCog(commands.GroupCog, group_name="unit", group_description=N_("Units, one by one.")):
    """`/unit`: add, show, correct and remove units."""

    @slash_command(
        N_("Add a ready-made unit, or several of them."),
        name=N_("Its name."),
        profile=(N_("Its type."), autocomplete.unit_types),
        side=(N_("Its side."), autocomplete.sides),
        models=N_("Number of models."),
        count=N_("Number of such units."),
        hidden=N_("A card on the table, hidden."),
        place=N_("Its position: sealed until the unit is revealed."),
        reserve=ARRIVAL,
    )
    async def add(
        self,
        ctx: Context,
        name: str,
        profile: Named,
        side: Side | None = None,
        models: app_commands.Range[int, 1, 100] | None = None,
        count: app_commands.Range[int, 1, 20] = 1,
        hidden: bool = False,
        place: app_commands.Range[str, 1, LONGEST_PLACE] | None = None,
        reserve: app_commands.Range[str, 1, 30] | None = None,
    ) -> Reply:
        arrival, kind = parse_arrival(reserve), parse_code(profile)

        def add_unit(kept: SaltedText | None = None) -> Awaitable[CommandResult]:
            digest = kept.digest if kept else ""
            return ctx.services.roster.add(ctx.call, name, kind, side, models, count, hidden, digest, arrival)

        if not (hidden or place):
            return show_result(ctx, await add_unit())
        return await announce_apart(
            ctx, await (ctx.services.seals.change_with_seal(ctx.call, place, add_unit) if place else add_unit())
        )

    @private_command(N_("A unit, its states and its options."), unit=(N_("The unit."), unit_options.units_or_reserves))
    async def show(self, ctx: Context, unit: Named) -> Reply:
        live = await ctx.game()
        return await card_reply(ctx, live, ctx.unit(live.game.with_reserves(), unit))

    @slash_command(
        N_("Correct a unit: models, hit points, weapons, side, name and more."),
        unit=(N_("The unit."), unit_options.units_or_reserves),
        field=(N_("What to change."), autocomplete.fields),
        value=N_("Its new value."),
        reason=N_("The reason, for the log."),
    )
    async def edit(self, ctx: Context, unit: Named, field: Named, value: str, reason: Reason | None = None) -> Reply:
        unit_id = await _unit_id(ctx, unit, or_reserve=True)
        return await outcome_reply(
            ctx, ctx.services.unit_corrections.edit(ctx.call, unit_id, parse_code(field), value, reason or "")
        )

    @slash_command(N_("Remove a unit from the game."), unit=(N_("The unit."), unit_options.units_or_reserves))
    async def remove(self, ctx: Context, unit: Named) -> Reply:
        return await outcome_reply(
            ctx, ctx.services.unit_corrections.remove(ctx.call, await _unit_id(ctx, unit, or_reserve=True))
        )

    @slash_command(
        N_("Put a unit into reserve: it comes to the table later."),
        unit=(N_("The unit."), unit_options.units_or_reserves),
        turn=N_("The turn in which it arrives, or from which it rolls."),
        roll=N_("The number that one die must show, each turn, such as 4."),
    )
    async def reserve(
        self,
        ctx: Context,
        unit: Named,
        turn: app_commands.Range[int, 1, 100] | None = None,
        roll: app_commands.Range[int, 2, 20] | None = None,
    ) -> Reply:
        unit_id = await _unit_id(ctx, unit, or_reserve=True)
        return await outcome_reply(ctx, ctx.services.reserves.put_aside(ctx.call, unit_id, turn, roll))

    @slash_command(
        N_("A unit in reserve comes to the table, or rolls for it."),
        unit=(N_("The unit in reserve."), unit_options.reserves),
        dice=N_("Your own die. Empty: as usual for your side."),
    )
    async def arrive(self, ctx: Context, unit: Named, dice: app_commands.Range[str, 1, 100] | None = None) -> Reply:
        live = await ctx.game()
        if not live.game.reserves:
            raise Refusal(Text("No unit is in reserve. Put one there: `/unit reserve`."))
        waiting = {id: one.unit for id, one in live.game.reserves.items()}
        unit_id = ctx.unit(replace(live.game, units=waiting), unit).id
        return await outcome_reply(ctx, ctx.services.reserves.arrive(ctx.call, live, unit_id, dice or ""))

    @slash_command(
        N_("Split models off a unit as a new one."),
        unit=(N_("The unit."), unit_options.units),
        models=N_("How many models go."),
        weapons=N_("Weapons that go, such as: 3 rifle, 1 lmg. Empty: their share."),
    )
    async def split(
        self, ctx: Context, unit: Named, models: app_commands.Range[int, 1, 99], weapons: Weapons | None = None
    ) -> Reply:
        unit_id = await _unit_id(ctx, unit)
        return await outcome_reply(ctx, ctx.services.divisions.split(ctx.call, unit_id, models, weapons or ""))

    @slash_command(
        N_("Join two units of a side and kind into one."),
        unit=(N_("The unit."), unit_options.units),
        other=(N_("The unit that becomes part of it."), unit_options.units),
    )
    async def join(self, ctx: Context, unit: Named, other: Named) -> Reply:
        ids = await _unit_id(ctx, unit), await _unit_id(ctx, other)
        return await outcome_reply(ctx, ctx.services.divisions.join(ctx.call, *ids))

    @slash_command(
        N_("Name a figure in a unit, a leader or hero, and record its fate."),
        unit=(N_("The unit."), unit_options.units),
        name=(N_("The figure's name."), unit_options.named_figures),
        note=N_("A note about it."),
        fallen=N_("It has fallen."),
        to=(N_("Another unit that it goes to."), unit_options.units),
        remove=N_("It has no name any more."),
    )
    async def figure(
        self,
        ctx: Context,
        unit: Named,
        name: app_commands.Range[str, 1, 60],
        note: app_commands.Range[str, 1, 200] | None = None,
        fallen: bool | None = None,
        to: Named | None = None,
        remove: bool = False,
    ) -> Reply:
        live = await ctx.services.games.from_memory(ctx.call.where)
        found, other = ctx.unit(live.game, unit).id, ctx.unit(live.game, to).id if to else ""
        return await set_figure(ctx, live, found, name, note=note, fallen=fallen, to=other, remove=remove)

    @private_command(N_("Every unit of a side, or of all."), side=(N_("One side only."), autocomplete.sides))
    async def list(self, ctx: Context, side: Side | None = None) -> Reply:
        live, words = await ctx.game(), ctx.me
        sides = [one for one in live.game.sides if side is None or one.casefold() == side.casefold()]
        lines = {one: _unit_lines(ctx, live, one) for one in sides}
        if not any(lines.values()):
            none = Text("No units here yet.")
            raise Refusal(Text("{side} has no units here.", side=side) if side else none)
        if side:
            return Reply(words(sides[0]), "\n".join(lines[sides[0]]), private=True)
        text = "\n\n".join("\n".join((f"__{words(one)}__", *units)) for one, units in lines.items())
        buttons = (PrintCards(live.info.id).button(words.plain.say("Cards to print")),)
        return Reply(words.say("Units"), text, private=True, buttons=buttons)


def _unit_lines(ctx: Context, live: ActiveGame, side: str) -> list[str]:
    """Return a line per unit, those that may still act first, and last those in reserve with their terms."""
    board, words = live.board, ctx.me.at(live.board)
    lines = [unit_line(words, board, unit) for unit in units_in_order(board, live.game.units_of_side(side))]
    for one in live.game.reserves.values():
        if one.unit.side == side:
            terms = words(Text("in reserve: {terms}", terms=terms_text(board, one)))
            lines.append(f"{unit_line(words, board, one.unit)} · {terms}")
    return lines


class MarkerCog(
    commands.GroupCog, group_name="marker", group_description=N_("Correct the record where the table differs.")
):
    """`/marker`: markers corrected, and logged as corrections."""

    @slash_command(
        N_("Set a marker of a unit to what is on the table."),
        unit=(N_("The unit."), unit_options.units),
        marker=(N_("The marker."), autocomplete.markers),
        count=N_("How many; 1 or 0 for on or off."),
        reason=N_("The reason, for the log."),
    )
    async def set(
        self,
        ctx: Context,
        unit: Named,
        marker: Named,
        count: app_commands.Range[int, 0, 100],
        reason: Reason | None = None,
    ) -> Reply:
        found = await _unit_id(ctx, unit)
        return await outcome_reply(
            ctx, ctx.services.unit_corrections.mark(ctx.call, found, marker, count, reason or "")
        )


async def setup(bot: commands.Bot) -> None:
    await bot.add_cog(UnitCog())
    await bot.add_cog(MarkerCog())
