"""Questions to a player: decisions as buttons or a menu, dice by a form. Each carries the id of the waiting command, so
that it outlives a restart; who may answer is asked of the record on every click.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Self

import discord
from discord.ext import commands

from bot.resolution.questions import OpenQuestion
from bot.resolution.result import CommandResult
from cogs.components.dice_form import dice_form, typed_in
from cogs.components.outcome import Interaction, calling, shown
from cogs.interactions import limits
from cogs.interactions.autocomplete import services_of
from cogs.interactions.message import Reply
from cogs.interactions.respond import REFUSED, reply
from cogs.rendering.question import dropped, question
from cogs.rendering.result import safe
from rules.text import say, unsaid

ID = r"(?P<id>[0-9a-f]{16}):(?P<step>[0-9]{1,4})"
_LABELS = {
    "dice": unsaid("Enter dice"),
    "roll": unsaid("Bot throws"),
    "anyway": unsaid("Anyway"),
    "facts": unsaid("Fill in"),
    "go": unsaid("Fire with these settings"),
    "drop": unsaid("Drop it"),
    "show": unsaid("Show"),
}
_STYLES = {"anyway": discord.ButtonStyle.danger, "drop": discord.ButtonStyle.secondary}
_WORDS: dict[str, Callable[[OpenQuestion], Reply]] = {}
_FACTS: list[Callable[[OpenQuestion], discord.ui.Modal]] = []
_FORM = re.compile(rf"adj1:faces:{ID}")


def worded(kind: str) -> Callable[[Callable[[OpenQuestion], Reply]], Callable[[OpenQuestion], Reply]]:
    """Names the function that words one kind of question."""

    def named(words: Callable[[OpenQuestion], Reply]) -> Callable[[OpenQuestion], Reply]:
        _WORDS[kind] = words
        return words

    return named


def facts_form(make: Callable[[OpenQuestion], discord.ui.Modal]) -> Callable[[OpenQuestion], discord.ui.Modal]:
    """Names the function that makes the form for missing facts."""
    _FACTS.append(make)
    return make


class PickButton(discord.ui.DynamicItem[discord.ui.Button[Any]], template=rf"adj1:pick:{ID}:(?P<nth>[0-9]{{1,2}})$"):
    """One option of a decision."""

    def __init__(self, id: str, step: int, nth: int, label: str = "") -> None:
        self.about = (id, step, nth)
        super().__init__(
            discord.ui.Button(
                label=limits.short(label, limits.BUTTON_LABEL) or "…",
                custom_id=f"adj1:pick:{id}:{step}:{nth}",
                style=discord.ButtonStyle.primary,
            )
        )

    @classmethod
    async def from_custom_id(cls, interaction: Interaction, item: Any, match: re.Match[str], /) -> Self:
        return cls(match["id"], int(match["step"]), int(match["nth"]))

    async def callback(self, interaction: Interaction) -> None:
        id, step, nth = self.about
        await reply(interaction, _picked(interaction, id, step, nth), retire=True)


class PickMenu(discord.ui.DynamicItem[discord.ui.Select[Any]], template=rf"adj1:menu:{ID}$"):
    """A decision with more options than buttons have room for."""

    def __init__(self, id: str, step: int, labels: tuple[str, ...] = ()) -> None:
        self.about = (id, step)
        options = [
            discord.SelectOption(label=limits.short(label, 100), value=str(nth))
            for nth, label in enumerate(limits.choices(labels))
        ]
        super().__init__(
            discord.ui.Select(
                custom_id=f"adj1:menu:{id}:{step}",
                options=options or [discord.SelectOption(label="…", value="0")],
                placeholder=say("Choose"),
            )
        )

    @classmethod
    async def from_custom_id(cls, interaction: Interaction, item: Any, match: re.Match[str], /) -> Self:
        return cls(match["id"], int(match["step"]))

    async def callback(self, interaction: Interaction) -> None:
        id, step = self.about
        values: list[str] = (interaction.data or {}).get("values", ["0"])  # type: ignore[assignment]
        await reply(interaction, _picked(interaction, id, step, int(values[0])), retire=True)


class DiceButton(
    discord.ui.DynamicItem[discord.ui.Button[Any]],
    template=rf"adj1:(?P<what>dice|roll|anyway|facts|go|list|drop|show):{ID}$",
):
    """Opens a form, lets the bot throw, goes on anyway, carries out what was looked at, or shows a question again."""

    def __init__(self, what: str, id: str, step: int, number: int | None = None) -> None:
        self.about = (what, id, step)
        style = _STYLES.get(what, discord.ButtonStyle.primary)
        label = say(_LABELS[what]) + (f" {number}" if number is not None else "")
        super().__init__(discord.ui.Button(label=label, custom_id=f"adj1:{what}:{id}:{step}", style=style))

    @classmethod
    async def from_custom_id(cls, interaction: Interaction, item: Any, match: re.Match[str], /) -> Self:
        return cls(match["what"], match["id"], int(match["step"]))

    async def callback(self, interaction: Interaction) -> None:
        what, id, step = self.about
        if what in ("dice", "facts"):
            await reply(interaction, _form(interaction, id, step), private=True)
        elif what in _WORK:
            await reply(interaction, _WORK[what](interaction, id, step), retire=True)
        else:
            faces = "roll" if what == "roll" else None
            await reply(interaction, _answered(interaction, id, step, faces), retire=True)


def come_to(interaction: Interaction, result: CommandResult | OpenQuestion) -> Reply:
    """What a command has come to: its result, or the question at which it waits."""
    if isinstance(result, CommandResult):
        return shown(interaction, result)
    services = services_of(interaction)
    said = asked(result)

    async def stands(message: int) -> None:
        await services.record.posted(result.row.id, str(interaction.channel_id), str(message))

    return replace(said, sent=stands) if not said.private else said


def asked(waits: OpenQuestion) -> Reply:
    """The question in words, with what has been thrown on the way to it, for the one person it is meant for."""
    row = waits.row
    if row.kind in _WORDS:
        return _WORDS[row.kind](waits)
    if row.kind == "anyway":
        lines = [f"• {safe(warning)}" for warning in row.question["warnings"]]
        text = "\n".join([*lines, say("Nothing is recorded yet. Go on anyway?")])
        buttons = (DiceButton("anyway", row.id, row.step),)
        return Reply(say("Is that right?"), text, private=True, buttons=buttons, colour=REFUSED)
    if row.kind == "facts":
        lines = [f"• {safe(question)}" for _, question, _ in row.question["asks"]]
        buttons = (DiceButton("facts", row.id, row.step),)
        form = _FACTS[-1](waits)
        return Reply(
            say("Something is missing"), "\n".join(lines), private=True, buttons=buttons, form=form, colour=REFUSED
        )
    return question(waits, _buttons(waits))


def _buttons(waits: OpenQuestion) -> tuple[discord.ui.Item[Any], ...]:
    row = waits.row
    drop = DiceButton("drop", row.id, row.step)
    if row.kind == "dice":
        return (DiceButton("dice", row.id, row.step), DiceButton("roll", row.id, row.step), drop)
    labels = tuple(label for _, label in row.question["offers"])
    if len(labels) > 5:
        return (PickMenu(row.id, row.step, labels), drop)
    return (*(PickButton(row.id, row.step, nth, label) for nth, label in enumerate(labels)), drop)


async def _picked(interaction: Interaction, id: str, step: int, nth: int) -> Reply:
    services, call = services_of(interaction), calling(interaction)
    row = await services.record.pending(id)
    offers = row.question.get("offers", []) if row else []
    choice = offers[nth][0] if nth < len(offers) else None
    return come_to(interaction, await services.questions.answer(call, id, step, choice=choice))


async def _answered(interaction: Interaction, id: str, step: int, faces: str | None) -> Reply:
    return come_to(
        interaction, await services_of(interaction).questions.answer(calling(interaction), id, step, faces=faces)
    )


async def _go(interaction: Interaction, id: str, step: int) -> Reply:
    return come_to(interaction, await services_of(interaction).questions.go(calling(interaction), id, step))


async def _dropped(interaction: Interaction, id: str, step: int) -> Reply:
    return dropped(
        await services_of(interaction).cancellation.drop(calling(interaction), id, step), calling(interaction)
    )


async def _shown_again(interaction: Interaction, id: str, step: int) -> Reply:
    """The question once more, where its message was deleted or is far up; the buttons of both work."""
    live, row = await services_of(interaction).questions.opened(calling(interaction), id, step)
    return come_to(interaction, OpenQuestion(live, row))


_WORK = {"go": _go, "drop": _dropped, "show": _shown_again}


async def _form(interaction: Interaction, id: str, step: int) -> Reply:
    """The form with a field for every throw that is known; raises Refusal for the wrong person."""
    call = calling(interaction)
    row = await services_of(interaction).questions.may(call, id, step)
    if row.kind == "facts":
        return Reply(form=_FACTS[-1](OpenQuestion(await services_of(interaction).games.at(call.where), row)))
    return Reply(form=dice_form(row))


async def _filled_in(interaction: Interaction, id: str, step: int, data: dict[str, Any]) -> Reply:
    row = await services_of(interaction).questions.may(calling(interaction), id, step)
    return await _answered(interaction, id, step, typed_in(row, data))


class Prompts(commands.Cog):
    """Takes in the forms. The library forgets forms at a restart; their ids carry all that is needed."""

    @commands.Cog.listener()
    async def on_interaction(self, interaction: Interaction) -> None:
        data: dict[str, Any] = dict(interaction.data or {})
        match = _FORM.fullmatch(str(data.get("custom_id", "")))
        if interaction.type is discord.InteractionType.modal_submit and match:
            await reply(interaction, _filled_in(interaction, match["id"], int(match["step"]), data), retire=True)


async def setup(bot: commands.Bot) -> None:
    bot.add_dynamic_items(PickButton, PickMenu, DiceButton)
    await bot.add_cog(Prompts())
