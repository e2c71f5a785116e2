"""Reports on the bot's units: the entries after which they are still valid, and what shots add to them."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal

from bot.game.people import OPPONENT
from rules.game.entry import ASIDE, Entry
from rules.kernel.text import NOTHING, kind_of
from rules.opponent.sight import Sight

CONTACT = Decimal(2)
"""Inches assumed between two units after close combat, as the loser may have stepped back."""


STILL = ("activate", "initiative", "turn phase", "turn end", "turn next", "score", *ASIDE)
"""Commands that move no figure, unless their result has an instruction for the models."""


SHOTS = ("fire", "morale")
"""Commands that move figures only by dice or a choice: the target may fall back."""


def moves_no_figure(entry: Entry) -> bool:
    """True if an entry moves no figure, so that reports on units are still valid.

    An undo may move figures back, and an activation that names an action may include a move.
    """
    told = any(play.moves for play in entry.plays) or any(kind_of(note) == "table" for note in entry.notes)
    if told or entry.undoes is not None:
        return False
    if entry.command in SHOTS:
        return not any(
            play.decisions or any(name.endswith("inches") and value for name, value in play.outcome.items())
            for play in entry.plays
        )
    return entry.command in STILL and "action" not in (entry.request if entry.command == "activate" else {})


def keeps_reports(entry: Entry) -> bool:
    """True if reports on units are still valid after an entry.

    A shot of the bot changes them no more with the players' dice than with its own, after which it plays on at once.
    """
    return moves_no_figure(entry) or (entry.by == OPPONENT.id and entry.command in SHOTS)


def without_instruction(entry: Entry) -> Entry | None:
    """Return a move of the bot without its instruction, which was carried out before; None for any other entry."""
    if entry.by != OPPONENT.id or entry.command != "move" or entry.rolls_dice:
        return None
    told = {"moves": (), "text": NOTHING, "brief": None}
    return entry.model_copy(update={"plays": tuple(one.model_copy(update=told) for one in entry.plays)})


def learn_from_shots(sight: Sight, entries: Iterable[Entry]) -> Sight:
    """Return the knowledge with the distances and covers given in the enemy's shots and assaults."""
    for entry in entries:
        unit, targets = (entry.request.get("unit") or ("",))[0], entry.request.get("target") or ()
        far, covers = entry.request.get("distance") or (), entry.request.get("cover") or ()
        if entry.command == "assault" and entry.plays:
            sight = sight.with_pairs(unit, dict.fromkeys(targets, CONTACT))
        elif entry.command == "fire" and entry.plays and len(far) == len(targets):
            sight = sight.with_pairs(
                unit, {one: Decimal(str(inches)) for one, inches in zip(targets, far, strict=True)}
            )
            sight = sight.with_cover(dict(zip(targets, covers, strict=False)))
    return sight
