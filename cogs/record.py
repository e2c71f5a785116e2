"""The record: undo, the log, and why a result was what it was."""

from __future__ import annotations

from typing import Any

from discord import app_commands
from discord.ext import commands

from bot.game.lookup import unit_named
from bot.game.registry import ActiveGame
from bot.game.role_names import Names, label_in_names, names_of
from cogs.components.entry_buttons import Interaction, does
from cogs.components.outcome import calling
from cogs.components.question_view import come_to
from cogs.interactions import autocomplete
from cogs.interactions.autocomplete import services_of
from cogs.interactions.message import Reply
from cogs.interactions.options import distances, listed_codes, per_target
from cogs.interactions.respond import reply
from cogs.rendering.result import chosen, marked, number, rulings_line, safe, signed, summed, told_decisions, whose
from rules.entry import Entry, Play, Throwing
from rules.resolve import book_of
from rules.text import counted, say


class Record(commands.Cog):
    """What has happened, and taking it back."""

    @app_commands.command(description="Take back the last entry; its dice come out again first.")
    @app_commands.describe(entry="The entry's number; empty: the last one.")
    async def undo(self, interaction: Interaction, entry: app_commands.Range[int, 1, 999_999] | None = None) -> None:
        await reply(interaction, _undo(interaction, entry))

    @app_commands.command(description="Something was forgotten: play the last throw again with it, and the same dice.")
    @app_commands.describe(
        entry="The entry's number; empty: the last one with dice.",
        situation="What was forgotten; several after commas.",
        cover="The cover there was; one per target separated by /.",
        distance="The distance it was; one per target separated by /.",
        firers="What fired: 4 infantry_rifle, 1 lmg.",
        count="How many it were.",
    )
    @app_commands.autocomplete(situation=autocomplete.any_of("situations"), cover=autocomplete.any_of("covers"))
    async def amend(
        self,
        interaction: Interaction,
        entry: app_commands.Range[int, 1, 999_999] | None = None,
        situation: app_commands.Range[str, 1, 200] | None = None,
        cover: app_commands.Range[str, 1, 200] | None = None,
        distance: app_commands.Range[str, 1, 200] | None = None,
        firers: app_commands.Range[str, 1, 200] | None = None,
        count: app_commands.Range[int, 0, 100] | None = None,
    ) -> None:
        given = {"situation": situation, "cover": cover, "distance": distance, "firers": firers, "count": count}
        await reply(interaction, _amend(interaction, entry, given))

    @app_commands.command(description="Why a result was what it was: every number with its rule.")
    @app_commands.describe(entry="The entry's number; empty: the last one with dice.")
    async def why(self, interaction: Interaction, entry: app_commands.Range[int, 1, 999_999] | None = None) -> None:
        await reply(interaction, _why(interaction, entry), private=True)


class Log(commands.GroupCog, group_name="log", group_description="What has happened in this game."):
    """The roll log."""

    @app_commands.command(description="The last entries of this game.")
    @app_commands.describe(
        last="How many.", unit="About one unit.", player="Of one player (name).", kind="Of one command, such as fire."
    )
    @app_commands.autocomplete(unit=autocomplete.units, kind=autocomplete.kinds, player=autocomplete.players)
    async def show(
        self,
        interaction: Interaction,
        last: app_commands.Range[int, 1, 50] = 10,
        unit: app_commands.Range[str, 1, 100] | None = None,
        player: app_commands.Range[str, 1, 100] | None = None,
        kind: app_commands.Range[str, 1, 40] | None = None,
    ) -> None:
        await reply(interaction, _log(interaction, last, unit, player, kind))


async def _undo(interaction: Interaction, entry: int | None) -> Reply:
    return come_to(interaction, await services_of(interaction).corrections.undo(calling(interaction), entry))


@does("undo")
async def undo_entry(interaction: Interaction, game: str, number: int) -> Reply:
    return come_to(interaction, await services_of(interaction).corrections.undo(calling(interaction), number, game))


async def _amend(interaction: Interaction, entry: int | None, given: dict[str, Any]) -> Reply:
    services, call = services_of(interaction), calling(interaction)
    live = await services.games.at(call.where)
    facts = {
        "situation": listed_codes(given["situation"]),
        "cover": per_target((given["cover"] or "").lower()),
        "distance": distances(given["distance"], live.info.units),
        "firers": per_target(given["firers"]),
        "count": given["count"],
    }
    return come_to(interaction, await services.corrections.amend(call, entry, facts))


async def _why(interaction: Interaction, number: int | None) -> Reply:
    live, entry = await services_of(interaction).history.entry(calling(interaction), number)
    return explained(live, entry)


@does("why")
async def why_entry(interaction: Interaction, game: str, number: int) -> Reply:
    services, call = services_of(interaction), calling(interaction)
    entry = await services.history.of_game(call, game, number)
    return explained(await services.games.at(call.where), entry)


def explained(live: ActiveGame, entry: Entry) -> Reply:
    """Every throw of an entry with its ledger and rule section, then the rule in our own words."""
    lines = [safe(note) for note in entry.notes] if not entry.plays else []
    for play in entry.plays:
        names = names_of(live.game.units, play.roles)
        lines += [f"**{safe(play.text)}**"]
        for throw in play.throws:
            lines += _throw(throw, names)
        made = told_decisions(live.system, play)
        lines += [say("Decision: {chosen}", chosen=chosen(one, names)) for one in made]
        lines += (
            [rulings_line(live.system, book_of(live.system, entry.rulings).rulings, play.leaned)] if play.leaned else []
        )
        lines += ["", *_topic(live, play)]
    if not lines:
        lines = [say("No dice and no rule: a change that somebody made by hand.")]
    footer = say(
        "Entry {number} · {system} {version}", number=entry.number, system=live.system.name, version=say(entry.version)
    )
    return Reply(safe(entry.title or entry.command), "\n".join(lines), footer, private=True)


def _throw(throw: Throwing, names: Names) -> list[str]:
    faces = " ".join(marked(throw.faces, throw.needed))
    result = throw.result if summed(throw) is None else summed(throw)
    head = say(
        "🎲 {label}: {faces} ({source} dice, d{sides})"
        if result is None
        else "🎲 {label}: {faces} → {result} ({source} dice, d{sides})",
        label=safe(label_in_names(throw.label, names)),
        faces=faces,
        result=result,
        source=whose(throw.source),
        sides=throw.sides,
    )
    return [head, *(line for of in dict.fromkeys(line["of"] for line in throw.ledger) for line in _sum(throw, of))]


def _sum(throw: Throwing, of: str) -> list[str]:
    """The lines of a throw's ledger about what was needed, the number of dice or the total, and what they come to."""
    lines = [line for line in throw.ledger if line["of"] == of]
    total = sum(line["value"] for line in lines)
    ends = {"needed": say("{needed} needed", needed=throw.needed), "dice": counted(total, "die", "dice")}
    ends["total"] = signed(total)
    told = [f"· {signed(line['value'])}: {safe(line['why'])} ({safe(line['rule'])})" for line in lines]
    return [*told, f"= {ends.get(of) or f'{say(of)} {number(total)}'}"]


def _topic(live: ActiveGame, play: Play) -> list[str]:
    topic = live.system.topics.get(play.topic)
    return [f"__{say(topic.title)}__ ({topic.section})", say(topic.text)] if topic else []


async def _log(interaction: Interaction, last: int, unit: str | None, player: str | None, kind: str | None) -> Reply:
    services, call = services_of(interaction), calling(interaction)
    live = await services.games.at(call.where)
    about = unit_named(live.game, unit).id if unit else ""
    by = next((one.id for one in live.game.players.values() if player in (one.id, one.name)), player or "")
    entries = await services.history.log(call, last, (kind or "").strip().lower(), about, by)
    lines = [_line(live, entry) for entry in entries]
    return Reply(say("Log of {info}", info=safe(live.info.name)), "\n".join(lines) or say("Nothing yet."))


def _line(live: ActiveGame, entry: Entry) -> str:
    """One entry on one line: number, when, who, what came of it; undone ones struck through."""
    name = live.game.players[entry.by].name if entry.by in live.game.players else say("somebody who left")
    what = safe(entry.title or entry.command)
    results = " ".join(safe(play.text) for play in entry.plays)
    dice = " / ".join(f"{' '.join(map(str, t.faces))} ({whose(t.source)})" for play in entry.plays for t in play.throws)
    said = " ".join(filter(None, (f"{what}.", results, f"🎲 {dice}" if dice else "")))
    text = f"**{entry.number}** <t:{int(entry.at)}:t> {safe(name)}: {said}"
    return say("~~{entry}~~ (undone)", entry=text) if entry.number in live.game.undone else text


async def setup(bot: commands.Bot) -> None:
    await bot.add_cog(Record())
    await bot.add_cog(Log())
