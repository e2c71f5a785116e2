"""Explanations of results: every roll with its ledger, and the rule in the bot's own words."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from bot.game.registry import ActiveGame
from bot.services.record.luck import Ranks
from cogs.rendering.reply import Reply
from cogs.rendering.rolls import (
    RollView,
    decision_line,
    group_sum_text,
    needed_text,
    rank_lines,
    shown_decisions,
    spaced_faces,
)
from cogs.rendering.rulings import rulings_line
from cogs.rendering.text import Reader, reason_lines
from rules.command.system import System
from rules.game.entry import Entry
from rules.kernel.action import ActionSet
from rules.kernel.dice import Cause, Line
from rules.kernel.plays import Play, RecordedRoll
from rules.kernel.resolve import stored_ruleset
from rules.kernel.roll_kinds import rolling_unit
from rules.kernel.text import Text, Typed

Causes = Mapping[Cause, int]
"""Numbers of the entries that set states."""


def explanation(words: Reader, live: ActiveGame, entry: Entry, causes: Causes, ranks: Ranks) -> Reply:
    """Return every roll of an entry with its ledger and rule section, then the rule in the bot's own words.

    `causes` are the entries that set the states in the ledgers; `ranks` are the percentiles of its plays.
    """
    words = words.at(live.board)
    lines: list[str] = []
    for play, rank in zip(entry.plays, ranks, strict=True):
        lines += _play_lines(words, live, play, causes, rank)
    if used := dict.fromkeys(name for play in entry.plays for name in play.leaned):
        lines[-1:] = [rulings_line(words, stored_ruleset(live.system, entry.rulings).rulings, used), ""]
    for topic in {play.topic: play for play in entry.plays}.values():
        lines += topic_lines(words, live.system, topic)
    lines += _further_facts(words, live, entry)
    if not lines:
        lines = [words.say("No dice and no rule: changed by hand.")]
    footer = words.plain.say(
        "Entry {number} · {system} {version}",
        number=entry.number,
        system=Typed(live.system.name),
        version=Text(entry.version),
    )
    return Reply(words(entry.shown_title), "\n".join(lines), footer, private=True)


def _further_facts(words: Reader, live: ActiveGame, entry: Entry) -> list[str]:
    """Return the further facts of an entry that a short result leaves out."""
    lines = [words(one) for one in entry.because]
    lines += [f"• {words(one)}" for one in entry.weighed]
    lines += [words(note) for note in entry.notes]
    lines += [words.say("Done anyway: {warning}", warning=warning) for warning in entry.warnings]
    lines += reason_lines(words, entry, live.game.undone)
    return ["", *lines] if lines and entry.plays else lines


def _play_lines(words: Reader, live: ActiveGame, play: Play, causes: Causes, rank: Fraction | None) -> list[str]:
    lines = [f"**{words(play.text)}**"] if play.text else []
    for roll in play.throws:
        # The ledger of a unit hidden from the reader would reveal it.
        known = roll if words.knows(rolling_unit(play, roll)) else roll.model_copy(update={"ledger": ()})
        lines += roll_lines(words, known, causes, live.system)
    lines += [decision_line(words, made) for made in shown_decisions(live.system, play)]
    lines += rank_lines(words, play, rank)
    return [*lines, ""]


def roll_lines(words: Reader, roll: RecordedRoll, causes: Causes, system: System | None = None) -> list[str]:
    """Return a roll with its faces and its ledger, each line with its rule section."""
    view = RollView(words, roll, system)
    head = f"🎲 {words(roll.label)}: {view.dice}"
    head += f" → {view.result}" if view.result and not view.is_counted else ""
    head += words.say(" ({source}, d{sides})", source=view.source, sides=roll.sides)
    if roll.queued:
        head += words.say(" (rolled before: {faces})", faces=spaced_faces(roll.bot_faces[: roll.queued]))
    groups = dict.fromkeys(line.of for line in roll.ledger)
    return [head, *(line for of in groups for line in _sum_lines(words, roll, of, causes))]


def _sum_lines(words: Reader, roll: RecordedRoll, of: str, causes: Causes) -> list[str]:
    """Return the ledger lines for the score needed, the number of dice or the total, and their sum."""
    lines = [line for line in roll.ledger if line.of == of]
    total = sum(line.value for line in lines)
    end = group_sum_text(roll.needed, of, total)
    if of == "needed" and roll.needed:
        end = Text("{needed} needed", needed=needed_text(roll.needed))
    return [*(_ledger_line(words, line, causes) for line in lines), f"= {words(end)}"]


def _ledger_line(words: Reader, line: Line, causes: Causes) -> str:
    entry = causes.get(line.cause) if line.cause else None
    if entry is None:
        return words.say("· {value:+}: {why} ({rule})", value=line.value, why=line.why, rule=line.rule)
    return words.say(
        "· {value:+}: {why}, by entry {entry} ({rule})", value=line.value, why=line.why, entry=entry, rule=line.rule
    )


def topic_lines(words: Reader, of: ActionSet, play: Play) -> list[str]:
    """Return the rule that a play followed, in the bot's own words."""
    topic = of.topics.get(play.topic)
    if not topic:
        return []
    section = "" if words(topic.title) == topic.section else f" ({topic.section})"
    return [f"__{words(topic.title)}__{section}", words(topic.text)]
