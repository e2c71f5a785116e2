"""The log: an entry on one line for a log channel, and on a few short ones for a page."""

from __future__ import annotations

from collections.abc import Iterator

from bot.game.registry import ActiveGame
from bot.services.play.seals import place_text
from bot.services.record.luck import ranks_at_once
from cogs.interactions import limits
from cogs.rendering.clocks import waited_text
from cogs.rendering.rolls import RollView, needed_text, rank_lines, source_text, spaced_faces
from cogs.rendering.sides import signed_side
from cogs.rendering.text import Reader, reason_lines
from rules.game.clocks_and_seals import SealsOpened
from rules.game.entry import Entry
from rules.kernel.text import Text

LONGEST = 1200
"""Most characters of a line; `/why` shows the rest."""


def log_line(words: Reader, live: ActiveGame, entry: Entry) -> str:
    """Return number, time, issuer and side, result and rolls of an entry, struck through if it is undone."""
    results = " ".join(words(play.text) for play in entry.plays)
    title = f"{words(entry.shown_title)}: {results}" if results else f"{words(entry.shown_title)}."
    rolls = (line for lines in _play_lines(words, live, entry) for line in lines)
    parts = [title, *rolls, *_further_parts(words, live, entry)]
    line = limits.shorten(f"{_entry_head(words, live, entry)}  {' · '.join(parts)}", LONGEST)
    return struck_line(words, line) if entry.number in live.game.undone else line


def log_lines(words: Reader, live: ActiveGame, entry: Entry) -> str:
    """Return an entry as `log_line` does, with a line for its title, each result, each roll and each note."""
    lines = [f"{_entry_head(words, live, entry)}  {words(entry.shown_title)}{'' if entry.plays else '.'}"]
    for play, rolls in zip(entry.plays, _play_lines(words, live, entry, "🎲 "), strict=True):
        lines += [words(play.text), *rolls]
    lines += _further_parts(words, live, entry)
    shown = limits.shorten("\n".join(line for line in lines if line), LONGEST).split("\n")
    if entry.number not in live.game.undone:
        return "\n".join(shown)
    return "\n".join([*(f"~~{line}~~" for line in shown[:-1]), struck_line(words, shown[-1])])


def _entry_head(words: Reader, live: ActiveGame, entry: Entry) -> str:
    """Return number, time, issuer and side of an entry."""
    side = f" · {words(signed_side(live.game, entry.side))}" if entry.side else ""
    player = live.game.players.get(entry.by)
    issuer = player.name if player else Text("a former player") if entry.by else Text("the bot")
    return f"{line_head(entry)} {words(issuer)}{side}"


def struck_line(words: Reader, line: str) -> str:
    """Return the line of an undone entry."""
    undone = words.say("(undone)")
    return f"~~{line}~~ {undone}"


def line_head(entry: Entry) -> str:
    """Return the beginning of an entry's line, the same in every language."""
    return f"**{entry.number}** <t:{int(entry.at)}:t>"


def _play_lines(words: Reader, live: ActiveGame, entry: Entry, sign: str = "") -> Iterator[list[str]]:
    """Yield the rolls of each play, each after a `sign`, and its percentile."""
    for play, rank in zip(entry.plays, ranks_at_once(live.system, entry), strict=True):
        lines = list[str]()
        for roll in play.throws:
            needed = f" {words(needed_text(roll.needed))}" if roll.needed else ""
            was = words.say(" (was {faces})", faces=spaced_faces(roll.rerolled)) if roll.rerolled else ""
            counted = roll.source == "counted"
            faces = RollView(words, roll, live.system).dice if counted else spaced_faces(roll.faces)
            source = words(source_text(roll.source, roll.added))
            lines.append(f"{sign}{words(roll.label)}{needed} [{faces}]{was} {source}")
        yield [*lines, *rank_lines(words, play, rank, note="")]


def _further_parts(words: Reader, live: ActiveGame, entry: Entry) -> Iterator[str]:
    """Yield the parts of an entry besides its plays: seals, seats, waiting times, notes and reasons."""
    yield from map(words, seal_texts(entry))
    if entry.command in SEATS:
        yield from map(words, entry.notes)
    if entry.waited:
        yield words(waited_text(entry.waited))
    yield from (words(one) for one in entry.because)
    yield from reason_lines(words, entry, live.game.undone)


SEATS = ("game join", "game leave", "game umpire")
"""Commands about seats: their notes name the permission used and the player replaced."""


def seal_texts(entry: Entry) -> Iterator[Text]:
    """Yield the seals that an entry sets or opens, with their proof, or the revealed positions of units."""
    if entry.command in ("seal new", "seal open"):
        yield from entry.notes
    else:
        opened = (one for event in entry.events if isinstance(event, SealsOpened) for one in event.opened)
        yield from map(place_text, opened)
