"""What was typed into the options of a command, turned into what the services take."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import discord

from bot.game.registry import ActiveGame
from bot.services.file_reader import Upload
from cogs.interactions.context import Context
from rules.beginnings import of_names
from rules.parsing import inches
from rules.request import Request


def uploaded(file: discord.Attachment) -> Upload:
    """A file that is attached to a command; it is fetched when its turn comes."""
    return Upload(file.filename, file.size, file.read)


def listed_codes(text: str | None) -> tuple[str, ...]:
    """Codes separated by commas, as people write them: "Aimed fire, same area"."""
    return tuple(map(code_of, filter(str.strip, (text or "").split(","))))


def code_of(text: str) -> str:
    """A code as people write it: "Aimed fire"."""
    return "_".join(text.lower().split())


def per_target(text: str | None) -> tuple[str, ...]:
    """Values given target by target, separated by "/"."""
    return tuple(part.strip() for part in text.split("/")) if text and text.strip() else ()


def distances(text: str | None, units: str) -> tuple[Decimal, ...]:
    """Distances in inches, or in centimetres where the game counts in them; raises BadFacts."""
    found = per_target(text)
    return tuple(inches(part if units == "inches" or not part[-1:].isdigit() else f"{part}cm") for part in found)


def requested(ctx: Context, live: ActiveGame, command: str, given: dict[str, Any]) -> Request:
    """What was typed as a request; raises Refusal for units that are not there, BadFacts for the rest."""
    game = live.game
    player = game.players.get(ctx.caller.id)
    request = Request(
        command=command,
        unit=ctx.units(game, given.get("unit")),
        target=ctx.units(game, given.get("target")),
        distance=distances(given.get("distance"), live.info.units),
        cover=per_target((given.get("cover") or "").lower()),
        firers=per_target(given.get("firers")),
        situation=listed_codes(given.get("situation")),
        action=_action(ctx, live, command, given.get("action")),
        weapon=given.get("weapon"),
        terrain=listed_codes(given.get("terrain")),
        extra=listed_codes(given.get("extra")),
        count=given.get("count"),
        modifier=given.get("modifier"),
        modifiers=per_target(given.get("modifiers")),
        side=player.side if player else None,
    )
    found = live.system.acts.get(request.action or "") if command == "act" else live.system.commands.get(command)
    return found.spelled_out(request) if found else request


def _action(ctx: Context, live: ActiveGame, command: str, text: str | None) -> str | None:
    """An action by its code, or by the name that suggestions show."""
    code = code_of(text or "")
    if command != "act":
        return code or None
    acts = live.system.acts
    names = {key: key for key in acts} | {ctx.me.plain(act.title): key for key, act in acts.items()}
    return of_names(text or "", names) or code
