"""The result of a command: the parts common to all its forms, and the full form with a line for each roll."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from bot.resolution.result import CommandResult
from bot.services.record.luck import ranks_at_once
from cogs.rendering.fairness import last_head_text
from cogs.rendering.reply import Reply
from cogs.rendering.rolls import NOTE, decision_line, needed_text, rank_lines, roll_line, shown_decisions
from cogs.rendering.rulings import rulings_line
from cogs.rendering.sides import mark_in_game
from cogs.rendering.table_lines import steps_on_table
from cogs.rendering.text import Reader, reason_lines
from rules.command.turn_steps import whose_turn
from rules.game.entry import Entry
from rules.kernel.plays import Play, RecordedRoll
from rules.kernel.roll_kinds import rolling_unit
from rules.kernel.text import NOTHING, Joined, Listed, Note, Term, Text, UnitRef, Value, kind_of

# The parts common to all forms of a result, in order; each form decides on the parts between.


class ResultView(NamedTuple):
    """The heading, the steps on the table, and the next turn or the requests of the rules."""

    heading: Text
    table: list[str]
    warnings: list[str]
    """Confirmed warnings."""
    reason: list[str]
    last: list[str]
    side: str | None
    """The side of the entry, or the winner of the initiative."""
    included: Text = NOTHING
    """A note of the entry that the line of the turn includes."""


def result_view(words: Reader, result: CommandResult) -> ResultView:
    """Return the common parts of a result for its readers."""
    entry, game = result.entry, result.after.game
    warnings = [words.say("Done anyway: {warning}", warning=warning) for warning in entry.warnings]
    asked = {words(note): note for note in entry.notes if kind_of(note) == "asks"}
    # An offer to amend the entry does not hold up the game.
    waits = not asked or all(
        isinstance(one, Note) and one.request and one.request.command == "amend" for one in asked.values()
    )
    last = [*asked, *(turn_line(words, result) if waits else ())]
    first = game.order[0] if entry.command == "initiative" and game.order else entry.side
    steps = steps_on_table(words, result)
    return ResultView(result_heading(result), steps, warnings, reason_lines(words, entry), last, first)


def result_heading(result: CommandResult) -> Text:
    """Return the command, or for an activation or morale test with one die its outcome after any re-roll."""
    entry, unit = result.entry, result.entry.request.get("unit") or ()
    rolls = entry.rolls
    kinds = {result.after.system.throws.of(roll).kind for roll in rolls}
    if len(unit) != 1 or len(rolls) > 2 or any(len(roll.faces) != 1 or roll.source == "counted" for roll in rolls):
        return entry.shown_title
    if entry.command == "activate" and kinds == {"activation"} and len(rolls) == 1:
        return _activation_text(UnitRef(unit[0]), rolls[0]) or entry.shown_title
    if entry.command in ("morale", "act") and kinds == {"morale"}:
        return _test_text(entry.shown_title, rolls) or entry.shown_title
    return entry.shown_title


def _activation_text(unit: Text, roll: RecordedRoll) -> Text:
    """Return whether a unit is activated, with its die; empty if no score is needed."""
    if roll.needed is None:
        return NOTHING
    said: dict[str, Value] = {"unit": unit, "face": roll.faces[0], "needed": needed_text(roll.needed)}
    if roll.source != "bot":
        done = Text("{unit}: activated (own {face}, needed {needed})", **said)
        return done if roll.result else Text("{unit}: failed (own {face}, needed {needed})", **said)
    done = Text("{unit}: activated ({face}, needed {needed})", **said)
    return done if roll.result else Text("{unit}: failed ({face}, needed {needed})", **said)


def _test_text(title: Text, rolls: Sequence[RecordedRoll]) -> Text:
    """Return whether a test was passed, with its die and the re-roll; empty if no score is needed."""
    *before, roll = rolls
    if roll.needed is None:
        return NOTHING
    faces = [Text("own {face}", face=one.faces[0]) if one.source != "bot" else one.faces[0] for one in rolls]
    face = Text("{first}, again {face}", first=faces[0], face=faces[-1]) if before else faces[0]
    said: dict[str, Value] = {"title": title, "face": face, "needed": needed_text(roll.needed)}
    done = Text("{title}, passed ({face}, needed {needed})", **said)
    return done if roll.result else Text("{title}, failed ({face}, needed {needed})", **said)


def turn_line(words: Reader, result: CommandResult) -> list[str]:
    """Return the side with the turn, or the step before any turn; nothing for setup commands."""
    said = None if result.after.game.over or not is_played(result) else whose_turn(result.after)
    return [f"**{words(said)}**"] if said else []


def is_amended(entry: Entry) -> bool:
    """True if the entry replaces an earlier one."""
    return entry.undoes is not None and entry.command != "undo"


_ACTS = ("activate", "move", "fire", "assault", "morale", "initiative")


def is_played(result: CommandResult) -> bool:
    """True if the entry is an action of units, which may be shown in short; setup commands never are."""
    entry = result.entry
    return bool(entry.plays) or entry.command in (*_ACTS, *result.after.system.acts)


# A result in full.


def result_reply(words: Reader, result: CommandResult, who: str, buttons: Sequence[Any] = ()) -> Reply:
    """Return the outcome, a line per roll, the steps on the table, and the next turn; `who` is the issuer."""
    entry, words = result.entry, words.at(result.after)
    found, lines = result_view(words, result), list[str]()
    for play, rank in zip(entry.plays, ranks_at_once(result.after.system, entry), strict=True):
        lines += _play_lines(words, result, play, rank)
    if used := dict.fromkeys(name for play in entry.plays for name in play.leaned):
        lines.append(f"{NOTE}{rulings_line(words, result.after.book.rulings, used)}")
    lines += found.table
    lines += [note_line(words, note) for note in entry.notes if kind_of(note) != "asks"]
    lines += [*found.warnings, *found.reason, *found.last]
    if result.head and result.after.game.over:
        lines.append(words(last_head_text(result.head)))
    return Reply(
        words(found.heading),
        "\n".join(lines),
        _result_footer(words.plain, result, who),
        buttons=tuple(buttons),
        colour=mark_in_game(result.after.game, found.side).accent,
    )


def note_line(words: Reader, note: Text) -> str:
    """Return a note of an entry; a step on the table is marked."""
    return f"📌 {words(note)}" if kind_of(note) == "table" else words(note)


def _result_footer(words: Reader, result: CommandResult, who: str) -> str:
    entry, game = result.entry, result.after.game
    player = game.players.get(entry.by)
    # A side is named if the issuer plays it, or plays none.
    is_own_side = player is None or player.side in (None, entry.side)
    return words.say(
        "Entry {number} · {word} {turn} · {player}{side}{again}{head}",
        number=entry.number,
        word=Term(result.after.system.turn),
        turn=game.turn,
        player=player.name if player else who,
        side=Text(" for {side}", side=entry.side) if entry.side and is_own_side else NOTHING,
        again=Text(" · already recorded") if result.again else NOTHING,
        head=Text(" · checksum {head}", head=result.head) if result.head and not game.over else NOTHING,
    )


def unit_name_of_play(words: Reader, entry: Entry, play: Play) -> str:
    """Return the name of the unit that a play concerns, if the entry has several plays."""
    if len(entry.plays) < 2:
        return ""
    target = play.roles.get("target") or play.roles.get("vehicle")
    if not target:
        units = [tuple(one.roles.values()) for one in entry.plays]
        is_each_alone = len(set(units)) == len(units) and all(len(one) == 1 for one in units)
        target = next(iter(play.roles.values())) if is_each_alone else None
    return f"{words(UnitRef(target))}: " if target and not _names_unit_first(play.text, target) else ""


def _play_lines(words: Reader, result: CommandResult, play: Play, rank: Fraction | None) -> list[str]:
    """Return a play with its rolls and decisions; with the unit's name if there are several."""
    name = unit_name_of_play(words, result.entry, play)
    said = f"**{words(play.text)}**" if play.text else ""
    lines = [f"{name}{said}"] if name or said else []
    lines += [
        roll_line(words, roll, words.knows(rolling_unit(play, roll)), result.after.system) for roll in play.throws
    ]
    made = shown_decisions(result.after.system, play)
    lines += [decision_line(words, one) for one in made if one.name not in play.leaned]
    lines += rank_lines(words, play, rank)
    return lines


def _names_unit_first(text: Text, unit: str) -> bool:
    """True if a text names that unit first."""
    match text:
        case UnitRef():
            return text.unit == unit
        case Listed() | Joined():
            first = next(iter(text.items if isinstance(text, Listed) else text.joined), None)
        case _:
            values = text.parts()[-1] if isinstance(text.parts()[-1], dict) else {"": text.parts()[0]}
            first = next(iter(values.values()), None)
    return isinstance(first, Text) and _names_unit_first(first, unit)
