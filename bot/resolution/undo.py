"""Undoing an entry, by laws: what may be undone, which dice return, and whose consent it takes.

`LAWS` refuse an undo, and `CONSENT` names the groups that must agree, each in order. Which entry is undone, and what
depends on it, is in `dependencies.py`. An undo is an entry of its own: the game is played again without the undone one,
and the events of the undo return its dice and keep what later entries did.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from bot import errors
from bot.dice.bot_dice import next_dice_lines, own_roll_text
from bot.dice.returned import bot_faces, recorded_roller
from bot.game import permissions
from bot.game.people import Call, umpires
from bot.game.questions import ConsentQuestion, WarningQuestion
from bot.game.registry import ActiveGame
from bot.resolution import dependencies, undo_notes
from bot.resolution.pending_command import PendingCommand, QuestionRaised, Undo
from bot.resolution.result import CommandResult, objects_sync, table_sync
from bot.resolution.without_entry import Lasting, Undoing, undo_entry
from bot.store.forgetting import is_alias
from bot.store.tables import State
from rules.command.rank import tests_of
from rules.command.system import Board
from rules.game.entry import NOTE, Entry
from rules.game.game import Game
from rules.kernel.text import Joined, Listed, Plural, Sentence, Text, UnitRef


def resolve_undo(
    live: ActiveGame, call: Call, attempt: PendingCommand, entries: Sequence[Entry], at: float, lasting: Lasting
) -> tuple[CommandResult, State | None]:
    """Return the undo as an entry, and the new state of the game; raise Refusal, or QuestionRaised for consent."""
    assert isinstance(attempt.command, Undo)
    entry = dependencies.find_entry_to_undo(entries, attempt.command.entry)
    if entry.command == NOTE:
        return CommandResult(live.info.id, _undo_note(live, call, entry, at), live.board, live.board), None
    about = Undoing(live, call, attempt, entries, entry, at, lasting)
    for law in LAWS:
        law.check(about)
    without = about.without
    notes = (*_notes(about), *without.dice, *attempt.notes)
    _require_consent(about, notes)
    undo = without.undo.model_copy(update={"notes": notes})
    state: State | None = None
    if entry.command == "game end" and live.info.state == "ended":
        state = "running"
    elif entry.command == "game pause":
        state = "running" if live.info.state == "paused" else "paused"
    return CommandResult(live.info.id, undo, live.board, without.board), state


def _require_consent(about: Undoing, notes: Sequence[Text]) -> None:
    """Raise QuestionRaised for the groups that have not agreed yet, or for a caller who is shown the changes first."""
    live, attempt, entry, after = about.live, about.attempt, about.entry, about.without.board
    assert isinstance(attempt.command, Undo)
    asked = [(law, group) for law in CONSENT for group in law.groups(about)]
    groups = [group for _, group in asked]
    waiting = attempt.with_changes(command=attempt.command.model_copy(update={"entry": entry.number}))
    plain = bool(asked) and all(law.of_units for law, _ in asked) and not _has_harmed_caller(about)
    require_groups_agreed(waiting, groups, _undo_proposal(entry), live.board, after, notes, plain)
    if attempt.command.says_first and not attempt.agreed and attempt.shown_at != live.game.number:
        turned = (live.game.turn, live.game.phase) != (after.game.turn, after.game.phase)
        things = sum(map(len, objects_sync(live.board, after)))
        if len(table_sync(live.board, after)) + things + turned < 2:
            return
        raise QuestionRaised(_preview_question(live, attempt, entry, after, notes), waiting)


# What may be undone.


def _must_be_open(about: Undoing) -> None:
    if about.live.info.state == "ended" and (about.later or about.entry.command != "game end"):
        raise errors.GameOver(about.live.info.id, about.live.info.system)


def _must_bind_no_other_record(about: Undoing) -> None:
    if about.entry.command in about.lasting:
        raise errors.Refusal(about.lasting[about.entry.command])


def _must_be_last_pause(about: Undoing) -> None:
    if about.entry.command == "game pause" and about.later:
        raise errors.Refusal(Text("The game has moved on since. Use `/game pause` again."))


def _must_seat_no_forgotten_person(about: Undoing) -> None:
    now, number = about.live.game, about.entry.number
    if any(is_alias(id) and id not in now.players for id in about.without.game.players):
        raise errors.Refusal(
            Text("Entry {number} stays: the player who left with it has deleted their data.", number=number)
        )


@dataclass(frozen=True)
class Law:
    """A condition of an undo; `check` raises Refusal."""

    name: str
    check: Callable[[Undoing], None]


LAWS = (
    Law("a game that is over is resumed first", _must_be_open),
    Law("an entry on which another record depends stays", _must_bind_no_other_record),
    Law("a pause is undone only as the last entry", _must_be_last_pause),
    Law(
        "an entry on which later ones depend stays",
        lambda about: dependencies.require_independent(about.entries, about.entry),
    ),
    Law(
        "a change of turn stays once its turn is played",
        lambda about: dependencies.require_nothing_played_since(about.entries, about.entry),
    ),
    Law("a forgotten player does not return", _must_seat_no_forgotten_person),
    Law(
        "a state that a later entry set stays",
        lambda about: dependencies.require_states_kept(about.entries, about.entry, about.without.follows),
    ),
)


# Whose consent it takes.


def _groups_of_reopening(about: Undoing) -> Sequence[str]:
    """Return the groups that must agree to reopen a finished game: see `groups_for_reopening`.

    If dice rolled for a question wait and would be used next, all other groups must agree, too.
    """
    if about.entry.command != "game end":
        return ()
    others = about.others if about.without.returned.unsettled_faces else ()
    return (*others, *permissions.groups_for_reopening(about.live.game, about.call.who))


def _groups_of_affected(about: Undoing) -> Sequence[str]:
    """Return the sides whose units change, or that rolled dice in the entry: own dice could show any faces next time.

    Before the first roll, no player is asked.
    """
    live, entry = about.live, about.entry
    if not _has_rolled(live.game):
        return ()
    rolling = {recorded_roller(live.game, entry, play, roll) for play in entry.plays for roll in play.throws}
    sides = dependencies.changed_sides(live.board, about.without.board) | rolling
    return [one for one in about.others if one.removeprefix("side:") in sides]


def _groups_of_second_chance(about: Undoing) -> Sequence[str]:
    """Return all other groups if the caller could gain: by another result, or by the bot's dice next in line.

    All others agree to those dice here, once.
    """
    gains = _has_rolled(about.live.game) and (_has_harmed_caller(about) or bot_faces(about.live.game, about.entry))
    return about.others if gains else ()


def _has_rolled(game: Game) -> bool:
    """True if dice were rolled in a game, or wait to be used."""
    return bool(game.plays or any(game.queues.values()))


def _has_harmed_caller(about: Undoing) -> bool:
    """True if the entry harmed the caller's units, one of them failed a test, or own dice of the caller were used.

    Then the caller could profit from an undo, as the result could differ.
    """
    live, entry, game = about.live, about.entry, about.live.game
    mine = {permissions.require_seated(game, about.call.who).side, entry.side} - {None}
    tested = (game.units.get(id) or game.departed.get(id) for id, passed in tests_of(entry, live.system) if not passed)
    if any(unit is not None and unit.side in mine for unit in tested):
        return True
    rolls = [(recorded_roller(game, entry, play, roll), roll) for play in entry.plays for roll in play.throws]
    own = any(side in mine and len(roll.bot_faces) < len(roll.faces) for side, roll in rolls)
    return own or bool(mine & dependencies.harmed_sides(about.without.board, live.board))


@dataclass(frozen=True)
class Consent:
    """Groups that must agree to an undo; `of_units` if they agree to the changes of the units alone."""

    name: str
    groups: Callable[[Undoing], Sequence[str]]
    of_units: bool = False


CONSENT = (
    Consent(
        "the side of an entry agrees to its undo, and all sides once others followed",
        lambda about: permissions.groups_for_undo(about.live.game, about.call.who, about.entry, not about.later),
    ),
    Consent(
        "a person agrees to a seat that changes",
        lambda about: permissions.groups_for_reseating(about.live.game, about.without.game, about.call.who),
    ),
    Consent(
        "all sides agree once hidden units were revealed",
        lambda about: (
            about.others if isinstance(about.attempt.command, Undo) and about.attempt.command.laid_open else ()
        ),
    ),
    Consent("those who agreed to the end agree to go on", _groups_of_reopening),
    Consent("all sides agree to a second chance of the caller", _groups_of_second_chance, of_units=True),
    Consent("a side agrees whose units change or who rolled", _groups_of_affected, of_units=True),
)


# The entry, and what is said about it.


def _undo_note(live: ActiveGame, call: Call, entry: Entry, at: float) -> Entry:
    """Return the undo of a story note, by its author or an umpire; raise Refusal for other callers."""
    if entry.undoes is not None:
        raise errors.Refusal(dependencies.NEVER["undo"])
    if entry.by != call.who.id and call.who.id not in umpires(live.game):
        raise errors.Refusal(Text("Only its author or the umpire can undo it."))
    title = Text("Undone: a note (entry {number})", number=entry.number)
    return undo_entry(live, call, entry, at).model_copy(update={"command": NOTE, "title": title})


def _preview_question(
    live: ActiveGame, attempt: PendingCommand, entry: Entry, after: Board, notes: Sequence[Text]
) -> WarningQuestion:
    """Return the question that shows a caller the changes of their undo."""
    return WarningQuestion(
        warnings=(),
        act=Text("Undo"),
        at=live.game.number,
        moved=attempt.shown_at is not None,
        about=Sentence(_undo_proposal(entry)),
        changes=tuple(table_sync(live.board, after)),
        notes=tuple(notes),
    )


def _undo_proposal(entry: Entry) -> Text:
    """Return the proposal to undo an entry; for a shot, with its targets."""
    targets = entry.request.get("target") or ()
    if entry.command == "fire" and targets:
        return Text("undo the shot at {targets}", targets=Listed([UnitRef(id) for id in targets]))
    return Text("undo “{title}”", title=entry.shown_title)


def require_groups_agreed(
    attempt: PendingCommand,
    groups: Iterable[str],
    wish: Text,
    before: Board,
    after: Board,
    notes: Sequence[Text],
    plain: bool,
) -> None:
    """Raise QuestionRaised for groups that have not agreed yet, with the proposal and the changes on the table.

    `plain` is True if these changes are the whole effect, and no other action can follow in its place.
    """
    missing = tuple(one for one in dict.fromkeys(groups) if one not in attempt.agreed)
    if missing:
        changes = tuple(table_sync(before, after))
        harmed, helped = dependencies.harmed_sides(before, after), dependencies.harmed_sides(after, before)
        sides = {one: one.removeprefix("side:") for one in missing} if plain else {}
        unharmed = tuple(one for one, side in sides.items() if side not in harmed and helped <= {side})
        question = ConsentQuestion(wish=wish, groups=missing, changes=changes, notes=tuple(notes), unharmed=unharmed)
        raise QuestionRaised(question, attempt)


def _notes(about: Undoing) -> tuple[Text, ...]:
    """Return instructions for moved figures, and notes on invisible changes and on later entries that stay."""
    live, entry, later, after = about.live, about.entry, about.later, about.without.board.game
    notes = [
        *undo_notes.put_back_notes(undo_notes.units_moved_by([entry]), undo_notes.units_moved_by(later), after),
        *undo_notes.unmarked_notes(live.board, live.board._replace(game=after)),
    ]
    if entry.undoes is not None:
        notes.append(Text("This also undoes entry {undoes}, which it replaced.", undoes=entry.undoes))
    notes += next_dice_lines(bot_faces(live.game, entry))
    for one in about.without.kept:
        rolls = [(laid, roll) for laid in one.throws for roll in entry.plays[laid.nth].throws if roll.key == laid.key]
        faces = Joined([own_roll_text(roll, laid.faces) for laid, roll in rolls], " / ")
        notes.append(Text("Own dice kept for the same command: {faces}.", faces=faces))
    if later:
        numbers = Listed([one.number for one in later])
        notes.append(
            Plural(
                "Entry {numbers} stays as it is.", "Entries {numbers} stay as they are.", len(later), numbers=numbers
            )
        )
    return tuple(notes)
