"""Players' own dice of an undone or amended entry: they are kept until the same command uses them."""

from __future__ import annotations

from collections.abc import Sequence

from bot.dice.bot_dice import format_faces, own_roll_text
from bot.dice.parsing import first_faces, leading_words, parse_words
from bot.dice.returned import NOBODY, earlier_places
from bot.errors import Refusal
from bot.game.questions import AnsweredRoll
from rules.command.planned import Planned
from rules.game.dice_events import OwnDiceKept
from rules.game.entry import Entry
from rules.game.game import Game
from rules.kernel.plays import Laid, Play, RecordedRoll
from rules.kernel.table import check_faces
from rules.kernel.text import Joined, Text


def rolls_of_entry(entry: Entry) -> dict[tuple[int, str], Laid]:
    """Return the rolls of an entry with their faces."""
    return {
        (nth, roll.key): Laid(
            nth=nth, key=roll.key, sides=roll.sides, faces=roll.faces, source=roll.source, added=roll.added
        )
        for nth, play in enumerate(entry.plays)
        for roll in play.throws
    }


def own_rolls(entry: Entry) -> list[Laid]:
    """Return the rolls of an entry with faces that a player read off the table."""
    return [laid for laid in rolls_of_entry(entry).values() if laid.source == "physical"]


def own_faces(entry: Entry) -> tuple[int, ...]:
    """Return the faces of the players' own dice of an entry, in order."""
    return tuple(face for laid in own_rolls(entry) for face in laid.own_faces)


def corrected_rolls(
    entry: Entry, own: Sequence[int] | None, plays: Sequence[Play | Planned]
) -> dict[tuple[int, str], Laid]:
    """Return the rolls of an entry for its amended plays; `own` are the corrected faces of own dice, if any."""
    found, left = rolls_of_entry(entry), list(own_faces(entry) if own is None else own)
    for laid in own_rolls(entry):
        mine, left = left[: len(laid.own_faces)], left[len(laid.own_faces) :]
        faces = (*mine, *laid.faces[len(laid.own_faces) :])
        found[laid.nth, laid.key] = laid.model_copy(update={"faces": faces})
    places = enumerate(earlier_places(plays, entry.plays))
    return {(nth, key): laid for nth, was in places for (old, key), laid in found.items() if old == was}


def parse_own_dice(entry: Entry, text: str, die: int) -> tuple[int, ...]:
    """Return typed faces to replace all own dice of an entry.

    Raises Refusal for an entry without own dice, BadDice for another number of dice than before.
    """
    rolls, words = own_rolls(entry), leading_words(parse_words(text, die) or ())
    labels = {(nth, roll.key): roll.label for nth, play in enumerate(entry.plays) for roll in play.throws}
    found: list[int] = []
    for laid in rolls:
        faces, left = first_faces(words, laid.sides, len(laid.own_faces))
        check_faces(faces, laid.sides, labels[laid.nth, laid.key])
        found, words = [*found, *faces], list(left)
    wanted = sum(len(laid.own_faces) for laid in rolls)
    if not wanted:
        raise Refusal(Text("Entry {number} has no real dice.", number=entry.number))
    if len(found) != wanted or words:
        raise Refusal(
            Text(
                "Entry {number} has these real dice: {faces}. Enter as many, in the same order.",
                number=entry.number,
                faces=" / ".join(format_faces(laid.own_faces) for laid in rolls),
            )
        )
    return tuple(found)


def unused_own_rolls(before: Entry, entry: Entry) -> tuple[AnsweredRoll, ...]:
    """Return players' own dice of an entry that its amendment does not use: they count as rolled."""
    found: list[AnsweredRoll] = []
    places, rolls = earlier_places(before.plays, entry.plays), rolls_of_entry(entry)
    for (nth, key), laid in rolls_of_entry(before).items():
        was = places[nth]
        now = None if was is None else rolls.get((was, key))
        used = now.faces if now is not None else ()
        faces = laid.own_faces[len(used) :]
        if not faces or laid.own_faces[: len(used)] != used or (used and laid.source == "counted"):
            continue
        roll = next(one for one in before.plays[nth].throws if one.key == key)
        rolled = AnsweredRoll(key=key, label=roll.label, sides=laid.sides, faces=faces, source=laid.source)
        more = {"nth": nth, "side": roll.side or NOBODY, "needed": roll.needed}
        found.append(rolled.model_copy(update=more))
    return tuple(found)


def keep_own_dice(entry: Entry, command: str) -> tuple[OwnDiceKept, ...]:
    """Return the players' own dice of an undone entry, for when the same command is issued again."""
    own = tuple(
        laid.model_copy(update={"faces": laid.own_faces, "added": 0})
        for laid in rolls_of_entry(entry).values()
        if laid.source != "bot"
    )
    return (OwnDiceKept(command=command, throws=own),) if own else ()


def drop_kept_own_dice(game: Game, command: str) -> tuple[OwnDiceKept, ...]:
    """Return the event that removes the own dice kept for this command, if any."""
    return (OwnDiceKept(command=command),) if command in game.kept else ()


def own_dice_notes(game: Game, command: str, plays: Sequence[Play]) -> tuple[Text, ...]:
    """Return a line for the players if their own dice from before an undo were used again."""
    rolls = reused_own_dice(game, command, plays)
    if not rolls:
        return ()
    faces = Joined([own_roll_text(roll, roll.faces) for roll in rolls], " / ")
    return (Text("Your own dice from before the undo are used again: {faces}.", faces=faces),)


def reused_own_dice(game: Game, command: str, plays: Sequence[Play]) -> list[RecordedRoll]:
    """Return the rolls of these plays in which players' own dice from before an undo were used again."""
    return [
        roll
        for laid in game.kept.get(command, ())
        if laid.nth < len(plays)
        for roll in plays[laid.nth].throws
        if roll.key == laid.key and roll.source == laid.source and roll.faces == laid.faces[: len(roll.faces)]
    ]
