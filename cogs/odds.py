"""Chances: of a shot before it is taken, and of one that was."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from discord import app_commands
from discord.ext import commands

from bot.services.odds import Chances
from cogs.components.entry_buttons import Interaction, does
from cogs.components.outcome import calling
from cogs.components.question_view import DiceButton
from cogs.interactions import autocomplete
from cogs.interactions.autocomplete import services_of
from cogs.interactions.message import Reply
from cogs.interactions.options import requested
from cogs.interactions.respond import reply
from cogs.rendering.result import safe
from rules.commands import Request
from rules.sampling import GAMES
from rules.serialise import means, rows
from rules.text import amount, listed, say, spoken

Text = app_commands.Range[str, 1, 200]
MOST_ROWS = 10
NOTHING = (False, None, 0, "none", [])
"""Values that say that something did not happen."""
RARE = Fraction(1, 20)
"""A number that is smaller than this on average has no line of its own."""


class OddsCog(commands.Cog):
    """Exact chances from the live board; nothing is recorded."""

    @app_commands.command(description="The chances of a shot, exactly, from the board as it stands.")
    @app_commands.describe(
        attacker="The unit that fires.",
        target="The target, or several after commas.",
        distance="Inches (11.5, 30cm).",
        cover="The target's cover.",
        firers="What fires: 4 infantry_rifle, 1 lmg. Empty: all that can.",
        situation="What else counts here; several after commas.",
    )
    @app_commands.autocomplete(
        attacker=autocomplete.units,
        target=autocomplete.targets,
        cover=autocomplete.choices_of("fire", "covers"),
        firers=autocomplete.weapons,
        situation=autocomplete.choices_of("fire", "situations"),
    )
    async def odds(
        self,
        interaction: Interaction,
        attacker: Text,
        target: app_commands.Range[str, 1, 600],
        distance: Text | None = None,
        cover: Text | None = None,
        firers: Text | None = None,
        situation: Text | None = None,
    ) -> None:
        given: dict[str, Any] = {"unit": attacker, "target": target, "distance": distance}
        given |= {"cover": cover, "firers": firers, "situation": situation}
        await reply(interaction, chances(interaction, "fire", **given))


async def chances(interaction: Interaction, command: str, private: bool = False, **given: Any) -> Reply:
    """The chances of a command with these options."""
    services, call = services_of(interaction), calling(interaction)
    live = await services.games.at(call.where)
    request = requested(live, call.who.id, command, given)
    said = told(await services.odds.odds(call, request), private)
    waits = await services.questions.ready(call, request)
    return replace(said, buttons=(DiceButton("go", waits.row.id, waits.row.step),))


@does("odds")
async def odds_before(interaction: Interaction, game: str, number: int) -> Reply:
    """What the chances of an entry were, on the board before it."""
    services, call = services_of(interaction), calling(interaction)
    entry = await services.history.of_game(call, game, number)
    board = await services.history.board_before(call, number)
    return told(await services.odds.odds(call, Request.of(entry.request), board), True)


def told(found: list[Chances], private: bool) -> Reply:
    """Each action's numbers: the mean, at least so many, and the likeliest outcomes."""
    pieces = [line for one in found for line in _one(one, several=len(found) > 1)]
    about = (
        say("Exact") if all(one.exact for one in found) else say("About so: {games:,} games were played", games=GAMES)
    )
    return Reply(
        say("Odds: {title}", title=safe(found[0].title)),
        "\n".join(pieces),
        say("{about}; nothing is recorded.", about=about),
        private=private,
    )


def _one(one: Chances, several: bool) -> list[str]:
    lines = [f"**{safe(say(one.action.title))}**"] if several else []
    lines += [say("Assuming: {assumed}.", assumed=safe(", ".join(one.assumed)))] if one.assumed else []
    if not _only_once(one):
        lines += [say("On average: {averages}", averages=averages)] if (averages := _averages(one)) else []
        lines += [_at_least(one, name) for name in _counted_fields(one)]
    lines += [say("Most likely:")]
    ranked = _ranked(one)
    lines += [f"`{percent(p):>6}` {outcome}" for outcome, p in ranked[:MOST_ROWS]]
    if len(ranked) > MOST_ROWS:
        rest = sum((p for _, p in ranked[MOST_ROWS:]), Fraction(0))
        lines.append(
            say("`{percent:>6}` one of {others} others", percent=percent(rest), others=len(ranked) - MOST_ROWS)
        )
    return lines


def _ranked(one: Chances) -> list[tuple[str, Fraction]]:
    """The outcomes in words, likeliest first; those that read the same are one."""
    same = _same(one)
    found: dict[str, Fraction] = {}
    for outcome, p in rows(one.dist):
        words = _outcome(_without(outcome, same))
        found[words] = found.get(words, Fraction(0)) + p
    return sorted(found.items(), key=lambda row: -row[1])


def _same(one: Chances) -> set[str]:
    """Fields that are the same whatever happens, and so say nothing; and the action's asides."""
    first, *others = (outcome._asdict() for outcome in one.dist.weights)
    same = {name for name, value in first.items() if all(other[name] == value for other in others)} if others else set()
    return {*same, *one.action.asides}


def _without(found: Mapping[str, Any], names: set[str]) -> dict[str, Any]:
    return {name: value for name, value in found.items() if name not in names}


def _only_once(one: Chances) -> bool:
    """Whether each of several things happens once or not at all: then the list of outcomes says everything."""
    counts = [_without(outcome._asdict(), _same(one)).values() for outcome in one.dist.weights]
    return all(len(values) > 1 and all(type(value) is int and value <= 1 for value in values) for values in counts)


def _averages(one: Chances) -> str:
    averages = _without(means(one.action, one.dist), _same(one)).items()
    return listed([f"{float(value):.2f} {spoken(name)}" for name, value in averages if value])


def _counted_fields(one: Chances) -> list[str]:
    """The numbers that vary from play to play."""
    found: dict[str, set[Any]] = {}
    for outcome in one.dist.weights:
        for name, value in outcome._asdict().items():
            if isinstance(value, int) and name not in (*one.action.indices, *one.action.asides):
                found.setdefault(name, set()).add(value)
    averages = means(one.action, one.dist)
    return [name for name, values in found.items() if len(values) > 1 and averages.get(name, 1) > RARE]


def _at_least(one: Chances, name: str) -> str:
    """The chance of at least so many, for as many as there can be."""
    weights: dict[int, int] = {}
    for outcome, weight in one.dist.weights.items():
        value = int(getattr(outcome, name))
        weights[value] = weights.get(value, 0) + weight
    if isinstance(getattr(next(iter(one.dist.weights)), name), bool):
        return f"{spoken(name)}: {percent(Fraction(weights.get(1, 0), one.dist.total))}"
    tops = sorted(weights)[1:7]
    parts = [f"{n}+ {percent(Fraction(sum(w for v, w in weights.items() if v >= n), one.dist.total))}" for n in tops]
    return f"{spoken(name)}: {', '.join(parts)}"


def percent(p: Fraction) -> str:
    """A chance in percent; certain and impossible are said only of what is so."""
    if p in (0, 1):
        return f"{int(p * 100)} %"
    return f"{min(99.9, max(0.1, float(p) * 100)):.1f} %"


def _outcome(outcome: dict[str, Any]) -> str:
    shown = [_value(name, value) for name, value in outcome.items() if value not in NOTHING]
    return listed(shown) or say("nothing")


def _value(name: str, value: Any) -> str:
    if value is True:
        return spoken(name)
    if isinstance(value, str):
        return f"{spoken(name)}: {spoken(value)}"
    if isinstance(value, list):
        each = [_outcome(one) if isinstance(one, dict) else str(one) for one in value]
        return f"{spoken(name)} {'/'.join(each)}"
    return amount(value, name)


async def setup(bot: commands.Bot) -> None:
    await bot.add_cog(OddsCog())
