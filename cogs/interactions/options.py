"""The typed options of a command, parsed into the values that the services take."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from typing import Any

import discord

from bot.game.people import side_played_by
from bot.game.registry import ActiveGame
from bot.services.play.roster import ReserveTerms
from bot.services.record.file_reader import Upload
from cogs.interactions.context import Context
from rules.command.choices import match_name, parse_inches
from rules.command.choices import parse_code as complete_code
from rules.kernel.errors import BadFacts
from rules.kernel.facts import Choice
from rules.kernel.request import Request
from rules.kernel.text import N_, Text
from rules.kernel.wording import Ruler

_TENTH = Decimal("0.1")


def upload_of(file: discord.Attachment) -> Upload:
    """Return an attached file, which is fetched when it is needed."""
    return Upload(file.filename, file.size, file.read)


ARRIVAL = N_("In reserve, not on the table: the turn, such as 3, or the roll, such as 4+.")
"""Description of the option that `parse_arrival` parses."""
_ARRIVAL = re.compile(r"(?:(?P<roll>\d{1,2}) ?\+)?[^\d+]*(?P<turn>\d{1,3})?[^\d+]*")


def parse_arrival(text: str | None) -> ReserveTerms | None:
    """Parse the arrival of a unit in reserve: "3", "turn 3", "4+", "4+ from 2"; None for none. Raise BadFacts."""
    if text is None:
        return None
    found = _ARRIVAL.fullmatch(text.strip())
    turn, roll = (found["turn"], found["roll"]) if found else (None, None)
    if not (turn or roll) or (turn and not int(turn)):
        raise BadFacts([Text("reserve: give the turn, such as 3, or the roll, such as 4+, or both: 4+ from 2.")])
    return ReserveTerms(int(turn or 1), int(roll) if roll else None)


def parse_codes(text: str | None) -> tuple[str, ...]:
    """Parse codes separated by commas, as players write them: "Aimed fire, same area"."""
    return tuple(map(parse_code, filter(str.strip, (text or "").split(","))))


def parse_code(text: str) -> str:
    """Return the code of a phrase as players write it: "Aimed fire"."""
    return "_".join(text.lower().split())


def split_per_target(text: str | None) -> tuple[str, ...]:
    """Split values given target by target, separated by "/"."""
    return tuple(part.strip() for part in text.split("/")) if text and text.strip() else ()


def parse_lengths(text: str | None, ruler: Ruler) -> tuple[Decimal, ...]:
    """Parse distances in the unit of the table into inches; raise BadFacts."""
    return tuple(parse_inches(part, ruler) for part in split_per_target(text))


def all_choices(live: ActiveGame, option: str) -> list[Choice]:
    """Return every choice of an option, such as "situations", over all commands of the game's system."""
    commands = (*live.system.commands.values(), *live.system.acts.values())
    return list({one.code: one for command in commands for one in getattr(command, option)}.values())


def parse_situations(live: ActiveGame, text: str | None) -> tuple[str, ...]:
    """Parse the situations of a command that is not known yet; their lengths are in inches."""
    known, ruler = all_choices(live, "situations"), live.board.ruler
    return tuple(complete_code(one, known, ruler) for one in parse_codes(text))


def distances_as_typed(distances: Sequence[Decimal], ruler: Ruler) -> str:
    """Return distances as they are typed at such a table."""
    return "/".join(f"{Decimal(ruler.said(one)).quantize(_TENTH).normalize():f}" for one in distances)


def parse_request_options(ctx: Context, live: ActiveGame, command: str, given: dict[str, Any]) -> Request:
    """Parse typed options into a request; raise Refusal for missing units, BadFacts for other errors."""
    game = live.game
    request = Request(
        command=command,
        unit=ctx.units(game, given.get("unit")),
        target=ctx.units(game, given.get("target")),
        distance=parse_lengths(given.get("distance"), live.board.ruler),
        cover=split_per_target((given.get("cover") or "").lower()),
        firers=split_per_target(given.get("firers")),
        situation=parse_codes(given.get("situation")),
        action=_parse_action(ctx, live, command, given.get("action") or ""),
        weapon=given.get("weapon"),
        terrain=parse_codes(given.get("terrain")),
        extra=parse_codes(given.get("extra")),
        count=given.get("count"),
        modifier=given.get("modifier"),
        modifiers=split_per_target(given.get("modifiers")),
        side=side_played_by(live.game, ctx.caller.id),
    )
    found = live.system.acts.get(request.action or "") if command == "act" else live.system.commands.get(command)
    return found.complete_request(request, live.board.ruler) if found else request


def _parse_action(ctx: Context, live: ActiveGame, command: str, text: str) -> str | None:
    """Return an action by its code, or by its suggested name."""
    code = parse_code(text)
    if command != "act":
        return code or None
    acts = live.system.acts
    names = {key: key for key in acts} | {ctx.me.plain(act.title): key for key, act in acts.items()}
    return match_name(text, names) or code
