"""Forms for what a command still needs, built from what it asks for and from the choices of the system."""

from __future__ import annotations

import re
from typing import Any

import discord
from discord.ext import commands

from bot.game.registry import ActiveGame
from bot.resolution.questions import OpenQuestion
from cogs.components.outcome import Interaction, calling
from cogs.components.question_view import ID, come_to, facts_form
from cogs.interactions import limits
from cogs.interactions.autocomplete import services_of
from cogs.interactions.message import Reply
from cogs.interactions.options import distances, ids, listed_codes, per_target
from cogs.interactions.respond import reply
from rules.commands import ASK_ME, Choice, Request
from rules.text import capital, say, spelled, unsaid

_FORM = re.compile(rf"adj1:facts:{ID}")
_FREE = {"distance": unsaid("Inches like 10 or 11.5, or 30cm"), "firers": unsaid("Like 4 infantry_rifle, 1 lmg")}
_NUMBER = re.compile(r"-?[0-9]{1,4}")
MOST_FIELDS = 5


@facts_form
def form(waits: OpenQuestion) -> discord.ui.Modal:
    """The facts that are missing, then the cover and the situation where the command has such."""
    row, request = waits.row, Request.of(waits.row.command)
    made = discord.ui.Modal(title=say("What the rules need"), custom_id=f"adj1:facts:{row.id}:{row.step}", timeout=None)
    command = _command(waits.live, request)
    fields = [_asked(nth, *ask) for nth, ask in enumerate(row.question["asks"])]
    asked = {code for ask in row.question["asks"] for code, _ in ask[2]}
    if command and command.covers and not request.cover and "cover" not in {ask[0] for ask in row.question["asks"]}:
        fields.append(_menu("cover", say("Cover"), command.covers, 1))
    situations = [one for one in command.situations if one.code not in asked] if command else []
    if situations:
        fields.append(_menu("situation", say("Situation"), situations, min(len(situations), limits.CHOICES)))
    for field in fields[:MOST_FIELDS]:
        made.add_item(field)
    return made


def _command(live: ActiveGame, request: Request) -> Any:
    acts = request.command == "act"
    return live.system.acts.get(request.action or "") if acts else live.system.commands.get(request.command)


def _asked(nth: int, option: str, question: str, choices: list[list[str]]) -> discord.ui.Label[Any]:
    if choices:
        return _menu(f"{option}:{nth}", question, [Choice(*choice) for choice in choices], 1, required=True)
    return discord.ui.Label(
        text=limits.short(say(capital(spelled(option))), limits.MODAL_LABEL),
        description=limits.short(say(_FREE.get(option, question)), 100),
        component=discord.ui.TextInput(custom_id=f"{option}:{nth}", max_length=200),
    )


def _menu(id: str, text: str, choices: Any, most: int, required: bool = False) -> discord.ui.Label[Any]:
    options = [
        discord.SelectOption(label=limits.short(say(one.label), 100), value=one.code) for one in limits.choices(choices)
    ]
    menu = discord.ui.Select[Any](
        custom_id=id, options=options, min_values=int(required), max_values=most, required=required
    )
    shown = limits.short(text[:1].upper() + text[1:], limits.MODAL_LABEL)
    return discord.ui.Label(text=shown, component=menu)


class Forms(commands.Cog):
    """Takes in the forms; their ids carry all that is needed."""

    @commands.Cog.listener()
    async def on_interaction(self, interaction: Interaction) -> None:
        data: dict[str, Any] = dict(interaction.data or {})
        match = _FORM.fullmatch(str(data.get("custom_id", "")))
        if interaction.type is discord.InteractionType.modal_submit and match:
            await reply(interaction, _filled(interaction, match["id"], int(match["step"]), data))


async def _filled(interaction: Interaction, id: str, step: int, data: dict[str, Any]) -> Reply:
    services, call = services_of(interaction), calling(interaction)
    live = await services.games.at(call.where)
    row = await services.questions.may(call, id, step)
    facts = facts_typed(live, Request.of(row.command), given_in(data))
    return come_to(interaction, await services.questions.fill_in(call, id, step, facts))


def given_in(data: dict[str, Any]) -> dict[str, list[str]]:
    """What was typed and chosen in a form, by option."""
    given: dict[str, list[str]] = {}
    for part in data.get("components", []):
        field = part.get("component") or (part.get("components") or [{}])[0]
        values = field.get("values") or ([field["value"]] if field.get("value") else [])
        given.setdefault(str(field.get("custom_id", "")).partition(":")[0], []).extend(values)
    return given


def facts_typed(live: ActiveGame, request: Request, given: dict[str, list[str]]) -> dict[str, Any]:
    """The fields of the request that the form filled; raises BadFacts or Refusal for what cannot be."""
    facts: dict[str, Any] = {}
    for option, values in given.items():
        text = " ".join(values)
        match option:
            case "distance":
                facts[option] = distances(text, live.info.units)
            case "unit" | "target":
                facts[option] = ids(live.game, text)
            case "cover" | "firers":
                facts[option] = per_target(text)
            case "situation" | "terrain" | "extra":
                facts[option] = (*getattr(request, option), *(code for one in values for code in listed_codes(one)))
            case "count" | "modifier":
                facts[option] = int(text) if _NUMBER.fullmatch(text.strip()) else None
            case _:
                facts[option] = text.strip() or None
    said = facts.get("situation", request.situation)
    facts["situation"] = tuple(code for code in said if code != ASK_ME)
    return {option: value for option, value in facts.items() if value is not None}


async def setup(bot: commands.Bot) -> None:
    await bot.add_cog(Forms())
