"""Named figures under the card of their unit: a form that names one, and a button for the fall of each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bot.game.people import is_card, speaks_for
from bot.game.registry import ActiveGame
from bot.resolution.result import CommandResult
from bot.services.play.named_figures import has_room, lost_models
from cogs.components.controls import Control, GameId, find_by_mark, handles_click, handles_form, mark_of, require_value
from cogs.components.forms import Form, text_field
from cogs.components.play.outcome import show_outcome
from cogs.components.play.seals import announce_apart
from cogs.components.play.stale_controls import require_current_game
from cogs.interactions import limits
from cogs.interactions.context import Context
from cogs.rendering.reply import Reply
from cogs.rendering.text import Reader
from rules.game.unit import LONGEST_FIGURE_NOTE, Unit
from rules.kernel.text import Text

_NAME, _NOTE = "name", "note"


class NameFigure(GameId, what="namefigure"):
    """The button that opens the form for a new named figure of a unit."""

    unit: str


class FigureForm(NameFigure, what="figureform"):
    """The form for a named figure."""


class FigureFalls(GameId, what="figurefalls"):
    """The button that records the fall of a named figure, by the hash of its name."""

    unit: str
    mark: str


def figure_controls(words: Reader, live: ActiveGame, unit: Unit, caller: str) -> Iterator[Control]:
    """Yield the buttons for named figures on the card of a unit, for a player of its side."""
    if not speaks_for(live.game, caller, unit.side):
        return
    if unit.alive and lost_models(unit) > 0:
        for one in unit.standing_figures:
            label = words.plain.say("{figure} has fallen", figure=one.name)
            yield FigureFalls(live.info.id, unit.id, mark_of(one.name)).button(
                limits.shorten(label, limits.BUTTON_LABEL)
            )
    if has_room(unit):
        yield NameFigure(live.info.id, unit.id).button(words.plain.say("Name a figure …"))


async def set_figure(ctx: Context, live: ActiveGame, unit: str, name: str, **given: Any) -> Reply:
    """Name a figure or record its fate; the answer for a card is private, as the command would show the name."""
    found = await ctx.services.named_figures.set(ctx.call, unit, name, **given)
    if isinstance(found, CommandResult) and is_card(live.board, live.game.units[unit]):
        return await announce_apart(ctx, found)
    return show_outcome(ctx, found)


@handles_click(FigureFalls)
async def record_fall(ctx: Context, click: FigureFalls) -> Reply:
    """Record that a named figure has fallen."""
    live = await require_current_game(ctx, click)
    unit = ctx.unit(live.game, click.unit)
    name = require_value(find_by_mark(click.mark, (one.name for one in unit.figures)))
    return await set_figure(ctx, live, unit.id, name, fallen=True)


@handles_click(NameFigure)
async def open_figure_form(ctx: Context, click: NameFigure) -> Reply:
    """Open the form for a new named figure."""
    live = await require_current_game(ctx, click)
    unit = ctx.unit(live.game, click.unit)
    title = Text("A figure of {unit}", unit=unit.ref)
    name, hint = text_field(_NAME, Text("Name"), 60), Text("A leader, a hero, what it carries.")
    note = text_field(_NOTE, Text("Note"), LONGEST_FIGURE_NOTE, hint=hint, needed=False)
    return Form(ctx.me.at(live.board), title, FigureForm(live.info.id, unit.id), [name, note]).reply(ctx)


@handles_form(FigureForm)
async def name_figure(ctx: Context, form: FigureForm) -> Reply:
    """Name the figure of the form."""
    live, name, note = await require_current_game(ctx, form), *map(ctx.submitted_text, (_NAME, _NOTE))
    return await set_figure(ctx, live, ctx.unit(live.game, form.unit).id, name, note=note or None)
