"""What was typed into the options of a command, turned into what the services takes."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from bot.game.lookup import units_named
from bot.game.registry import ActiveGame
from rules.commands import Request
from rules.game import Game
from rules.parsing import inches
from rules.text import say


def listed_codes(text: str | None) -> tuple[str, ...]:
    """Codes separated by commas, as people write them: "Aimed fire, same area"."""
    return tuple("_".join(part.lower().split()) for part in (text or "").split(",") if part.strip())


def per_target(text: str | None) -> tuple[str, ...]:
    """Values given target by target, separated by "/"."""
    return tuple(part.strip() for part in text.split("/")) if text and text.strip() else ()


def distances(text: str | None, units: str) -> tuple[Decimal, ...]:
    """Distances in inches, or in centimetres where the game counts in them; raises BadFacts."""
    found = per_target(text)
    return tuple(inches(part if units == "inches" or not part[-1:].isdigit() else f"{part}cm") for part in found)


def requested(live: ActiveGame, who: str, command: str, given: dict[str, Any]) -> Request:
    """What was typed as a request; raises Refusal for units that are not there, BadFacts for the rest."""
    game = live.game
    player = game.players.get(who)
    return Request(
        command=command,
        unit=ids(game, given.get("unit")),
        target=ids(game, given.get("target")),
        distance=distances(given.get("distance"), live.info.units),
        cover=per_target((given.get("cover") or "").lower()),
        firers=per_target(given.get("firers")),
        situation=listed_codes(given.get("situation")),
        action=_action(live, command, given.get("action")),
        weapon=given.get("weapon"),
        terrain=listed_codes(given.get("terrain")),
        extra=listed_codes(given.get("extra")),
        count=given.get("count"),
        modifier=given.get("modifier"),
        side=player.side if player else None,
    )


def ids(game: Game, text: str | None) -> tuple[str, ...]:
    return tuple(unit.id for unit in units_named(game, text)) if text and text.strip() else ()


def _action(live: ActiveGame, command: str, text: str | None) -> str | None:
    """An action by its code, or by the name that suggestions show."""
    code = "_".join((text or "").lower().split())
    if command == "act":
        titles = {title.lower(): key for key, act in live.system.acts.items() for title in (act.title, say(act.title))}
        return titles.get((text or "").strip().lower(), code)
    return code or None
