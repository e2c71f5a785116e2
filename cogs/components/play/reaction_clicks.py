"""Clicks on reactions: a unit reacts to an entry, or, at the end of a bound, to everything done in it."""

from __future__ import annotations

from collections.abc import Sequence

from bot.errors import Refusal
from bot.game.permissions import require_commander
from bot.game.registry import ActiveGame
from cogs.components.controls import ControlId, EntryId, chosen_option, handles_click, parse_number
from cogs.components.play.outcome import carry_out
from cogs.components.play.reaction_menu import (
    LateMenu,
    React,
    ReactAny,
    ReactLate,
    ReactMenu,
    open_reactions,
    reaction_menu,
    target_menu,
)
from cogs.components.play.stale_controls import require_current_game
from cogs.components.play.unit_menu import PAGE
from cogs.interactions.context import Context
from cogs.rendering.reply import Reply, choice_reply
from rules.command.planned import Reaction
from rules.kernel.text import Text

TOO_LATE = Text("Too late to react to that.")


@handles_click(React)
async def carry_out_reaction(ctx: Context, click: React) -> Reply:
    """Carry out the reaction of a unit to an entry, if it is still possible; ask for facts only the players know."""
    return await _react(ctx, click, await _reactions_to_entry(ctx, click), click.unit)


@handles_click(ReactMenu)
async def choose_reaction(ctx: Context, click: ReactMenu) -> Reply:
    """Carry out the reaction of the chosen unit to an entry."""
    live = await require_current_game(ctx, click)
    return await _handle_choice(ctx, live, click, await _reactions_to_entry(ctx, click))


@handles_click(ReactAny, private=True)
async def show_reactions(ctx: Context, click: ReactAny) -> Reply:
    """Show the menu of the caller's units that may react to an entry."""
    live, reactions = await require_current_game(ctx, click), await _reactions_to_entry(ctx, click)
    return _reaction_menu_reply(ctx, live, ReactMenu(click.game, click.number), _own_reactions(ctx, live, reactions))


@handles_click(LateMenu)
async def choose_late_reaction(ctx: Context, click: LateMenu) -> Reply:
    """Carry out the late reaction of the chosen unit to a bound."""
    live = await require_current_game(ctx, click)
    return await _handle_choice(ctx, live, click, _own_reactions(ctx, live, live.system.late_reactions(live.board)))


async def _handle_choice(ctx: Context, live: ActiveGame, click: EntryId, reactions: Sequence[Reaction]) -> Reply:
    """Carry out the chosen reaction, or show another page of the menu."""
    value = chosen_option(ctx)
    if value.startswith(PAGE):
        return _reaction_menu_reply(ctx, live, click, reactions, parse_number(value.removeprefix(PAGE)))
    unit, _, target = value.partition("/")
    return await _react(ctx, click, reactions, unit, target)


@handles_click(ReactLate, private=True)
async def show_late_reactions(ctx: Context, click: ReactLate) -> Reply:
    """Show the menu of the caller's units that may react to this bound."""
    live = await require_current_game(ctx, click)
    own = _own_reactions(ctx, live, live.system.late_reactions(live.board))
    return _reaction_menu_reply(ctx, live, LateMenu(click.game, click.number), own)


def _own_reactions(ctx: Context, live: ActiveGame, reactions: Sequence[Reaction]) -> list[Reaction]:
    """Return the reactions of units that the caller commands; raise Refusal if there are none."""
    mine, refusal = list[Reaction](), Refusal(TOO_LATE)
    for one in reactions:
        try:
            require_commander(live.game, ctx.caller, live.game.units[one.unit].side, one.unit)
        except Refusal as error:
            refusal = error
        else:
            mine.append(one)
    if not mine:
        raise refusal
    return mine


async def _reactions_to_entry(ctx: Context, click: EntryId) -> Sequence[Reaction]:
    """Return the reactions to the entry of a click; raise Refusal if it was undone or its turn is over."""
    entry = await ctx.services.history.of_game(ctx.call, click.game, click.number)
    live = await ctx.game()
    if entry.number in live.game.undone:
        raise Refusal(Text("This was undone: there is nothing to react to."))
    before = await ctx.services.history.board_before(ctx.call, entry.number)
    if before.game.turn != live.game.turn:
        raise Refusal(TOO_LATE)
    return open_reactions(live.board, entry)


async def _react(ctx: Context, click: EntryId, reactions: Sequence[Reaction], unit: str, target: str = "") -> Reply:
    """Carry out a unit's reaction, or first show the menu of its targets if there are several."""
    live = await ctx.game()
    mine = [one for one in reactions if one.unit == unit and target in ("", *one.request.target)]
    if not mine:
        raise Refusal(TOO_LATE)
    require_commander(live.game, ctx.caller, live.game.units[unit].side, unit)
    if len(mine) == 1:
        return await carry_out(ctx, mine[0].request)
    words = ctx.me.at(live.board)
    menu = target_menu(words, live.board, mine, (click.game, click.number))
    return choice_reply(words, menu, title=words.say("Which target?"))


def _reaction_menu_reply(
    ctx: Context, live: ActiveGame, about: ControlId, reactions: Sequence[Reaction], page: int = 0
) -> Reply:
    words = ctx.me.at(live.board)
    menu = reaction_menu(words, live.board, reactions, about, page)
    return choice_reply(words, menu, title=words.say("Who is reacting?"))
