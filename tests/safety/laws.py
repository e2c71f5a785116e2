"""Laws of fairness: each yields the violations by two cheats, while the honest player agrees to nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from bot.dice.returned import Lot, ReturnedDice, WaitingDie, bot_faces
from bot.game.people import knows
from bot.game.permissions import same_command
from bot.game.questions import (
    QUESTION,
    ConsentQuestion,
    DecisionQuestion,
    DiceQuestion,
    ObjectionQuestion,
    WarningQuestion,
)
from bot.resolution.cancel import fresh_faces
from bot.resolution.pending_command import PendingCommand
from bot.store.tables import Pending
from rules.game.entry import Entry
from rules.game.game import Game
from rules.game.unit import Unit
from rules.kernel.plays import Play, RecordedRoll
from rules.kernel.request import Request
from rules.kernel.text import Text
from tests.safety.table import BLUE, BOB, CHEATS, RED, Sight
from tests.soak.whose_word import without_a_policy

Face = tuple[int, int]
"""Size and face of a die."""
Law = Callable[[Sight], Iterable[str]]
LAWS: list[Law] = []


def law(found: Law) -> Law:
    LAWS.append(found)
    return found


def entries_in_force(sight: Sight) -> Iterator[Entry]:
    return (entry for entry in sight.entries if entry.number not in sight.after.game.undone)


def of_cheats(sight: Sight) -> Iterator[Entry]:
    """Yield the new entries of the cheats with dice."""
    return (entry for entry in sight.new if entry.plays and sight.who is not BOB)


# Dice


def all_waiting(game: Game) -> Counter[Face]:
    return Counter((sides, die.face) for sides, dice in ReturnedDice.in_game(game).queues.items() for die in dice)


def _in_questions(game: Game, rows: Iterable[Pending]) -> Counter[Face]:
    found: Counter[Face] = Counter()
    for row in rows:
        attempt = PendingCommand.from_stored({**row.answers, "command": row.command})
        found.update((sides, face) for (_, sides), faces in fresh_faces(game, attempt).items() for face in faces)
    return found


def in_play(sight: Sight) -> Counter[Face]:
    """Return every die of the bot in valid entries, waiting, or in open questions."""
    stand = Counter(
        (throw.sides, face)
        for entry in entries_in_force(sight)
        for play in entry.plays
        for throw in play.throws
        for face in throw.bot_faces
    )
    return stand + all_waiting(sight.after.game) + _in_questions(sight.after.game, sight.open)


@law
def no_die_vanishes(sight: Sight) -> Iterator[str]:
    """Check that every die of the bot is in a valid entry, waiting, or in a question, exactly once."""
    made, there = Counter(sight.all_made), in_play(sight)
    if made != there:
        yield f"gone: {dict(made - there)}, from nowhere: {dict(there - made)}"


def _throws(entry: Entry) -> Iterator[tuple[Play, RecordedRoll]]:
    return ((play, throw) for play in entry.plays for throw in play.throws)


def _side_of(sight: Sight, entry: Entry, play: Play, throw: RecordedRoll) -> str | None:
    unit = sight.before.game.units.get(play.roles.get(throw.by, ""))
    return throw.side or (unit.side if unit else entry.side)


@law
def seen_dice_come_out_next(sight: Sight) -> Iterator[str]:
    """Check that seen dice are used before all others of their side, in the order of drawing.

    Dice of the same command come first. Another command uses them only with the other side's consent, which Bob gives
    only by undoing, cancelling or refusing himself. Dice in a question stay unchanged when further dice start waiting.
    """
    lay = _answered_rolls(sight)
    for entry in (one for one in sight.new if one.plays):
        command, taken = same_command(Request.of(entry.request)), Counter[Lot]()
        for play, throw in _throws(entry):
            side = _side_of(sight, entry, play, throw)
            if side is None or entry.undoes is not None or (throw.key, throw.faces) in lay:
                continue
            wait = _dice_waiting_for(sight, entry, side, throw, command)[taken[side, throw.sides] :]
            drawn = wait[: len(throw.bot_faces)]
            taken[side, throw.sides] += len(drawn)
            if drawn and throw.bot_faces[: len(drawn)] != tuple(die.face for die in drawn):
                yield f"entry {entry.number}: {throw.bot_faces} were thrown while {drawn} wait"
            if side == BLUE or sight.who is BOB:
                continue
            if any(die.command != command and not die.line for die in drawn):
                yield f"entry {entry.number}: seen dice of another command were used"
            if wait and not throw.bot_faces and throw.faces and throw.key not in _kept_rolls(sight, command):
                yield f"entry {entry.number}: own dice were taken while {wait} wait"


def _dice_waiting_for(
    sight: Sight, entry: Entry, side: str, throw: RecordedRoll, command: str
) -> tuple[WaitingDie, ...]:
    """Return the waiting dice of a side for a command, in order of use.

    If the side only answers the enemy's command, dice without an agreement are limited to its own.
    """
    dice = ReturnedDice.in_game(sight.before.game).of(side, throw.sides)
    mine = entry.side in (side, None)
    in_order = sorted(dice, key=lambda die: die.command != command)
    return tuple(die for die in in_order if mine or die.line or die.command == command)


Asked = tuple[str, str, str, int, int]
"""A question about a die: the addressees, the question, the die's side, size and position in the order of drawing."""


def dice_in_question(game: Game, row: Pending) -> Iterator[Asked]:
    """Yield the dice that a question for consent names to each addressee.

    These are dice not discussed before, and dice that forbid rolling own dice before them.
    """
    question = QUESTION.validate_python(row.question)
    if not isinstance(question, ConsentQuestion) or question.dice is None:
        return
    about = question.dice
    command = same_command(PendingCommand.from_stored({**row.answers, "command": row.command}).request)
    for die in ReturnedDice.in_game(game).of(about.side, about.sides):
        strange = not die.line and die.command != command
        if strange if about.why == "seen" else die.line != "behind":
            yield from ((group, about.why, about.side, about.sides, die.drawn) for group in question.groups)


def _dice_by_row(game: Game, rows: Iterable[Pending]) -> dict[str, set[Asked]]:
    return {row.id: {*dice_in_question(game, row)} for row in rows}


def answered_dice(sight: Sight) -> set[Asked]:
    """Return the dice whose question was answered in this step; a "No" counts for all addressees."""
    if not sight.said.endswith((": agree", ": agrees", ": refuses")):
        return set()
    before, after = (
        _dice_by_row(board.game, rows) for board, rows in ((sight.before, sight.asked), (sight.after, sight.open))
    )
    return {one for id, asked in before.items() for one in asked - after.get(id, set())}


def repeated_questions(sight: Sight, answered: Collection[Asked]) -> Iterator[str]:
    """Yield questions about dice that were answered already."""
    before = _dice_by_row(sight.before.game, sight.asked)
    for id, asked in _dice_by_row(sight.after.game, sight.open).items():
        yield from (f"asked again about {one}" for one in asked - before.get(id, set()) if one in answered)


@law
def no_face_is_seen_before_its_use_is_settled(sight: Sight) -> Iterator[str]:
    """Check that an undo queues only its own dice, as named in its question, with consent."""
    came = _in_line(sight.after.game) - _in_line(sight.before.game)
    undo = next((entry for entry in sight.new if entry.command == "undo"), None)
    if not came or undo is None:
        return
    row = next((one for one in sight.still if one.settled == undo.number), None)
    question = QUESTION.validate_python(row.question) if row else None
    if row is None or not isinstance(question, ConsentQuestion):
        yield f"{dict(came)} are next in line, and nobody was asked"
        return
    seats = {player.id: player.side for player in sight.before.game.players.values()}
    asker, agreed = seats.get(row.asked_by), {*row.answers.get("agreed", ()), f"side:{seats.get(sight.who.id)}"}
    silent = {f"side:{side}" for side in seats.values() if side not in (None, asker)} - agreed
    if silent:
        yield f"{dict(came)} are next in line, and {silent} have not agreed"
    taken = next(one for one in sight.entries if one.number == undo.undoes)
    named = Counter((sides, face) for (_, sides), faces in _dice_taken_back(sight, taken).items() for face in faces)
    if Counter((sides, die.face) for sides, die in came.elements()) != named or not any(
        map(_names_dice, question.notes)
    ):
        yield f"{dict(came)} are next in line, and {dict(named)} were named"


def _dice_taken_back(sight: Sight, taken: Entry) -> Mapping[Lot, Sequence[int]]:
    """Return the dice that an undo queues: the dice of the entry, or all waiting ones for the end of a game."""
    game = sight.before.game
    return ReturnedDice.in_game(game).unsettled_faces if taken.command == "game end" else bot_faces(game, taken)


def _names_dice(note: Text) -> bool:
    return "rolls these dice next" in note.msgid or "These dice come next" in note.msgid


def _in_line(game: Game) -> Counter[tuple[int, WaitingDie]]:
    queues = ReturnedDice.in_game(game).queues
    return Counter((sides, die) for sides, dice in queues.items() for die in dice if die.line)


def _answered_rolls(sight: Sight) -> set[tuple[str, tuple[int, ...]]]:
    """Return the rolls in the questions that this step has answered."""
    over = {row.id for row in sight.asked} - {row.id for row in sight.open}
    attempts = (
        PendingCommand.from_stored({**row.answers, "command": row.command}) for row in sight.asked if row.id in over
    )
    return {(thrown.key, thrown.faces) for attempt in attempts for thrown in attempt.thrown}


def _kept_rolls(sight: Sight, command: str) -> set[str]:
    """Return the rolls of an undone command whose own dice are kept on the table."""
    return {laid.key for laid in sight.before.game.kept.get(command, ())}


@law
def an_amendment_rolls_nothing(sight: Sight) -> Iterator[str]:
    """Check that an amendment rolls no new dice."""
    for entry in of_cheats(sight):
        if entry.undoes is not None and sight.made:
            yield f"entry {entry.number}: {sight.made} dice were thrown for an amendment"


@law
def nothing_is_rolled_again(sight: Sight) -> Iterator[str]:
    """Check that initiative and activations are rolled once per turn."""
    for entry in of_cheats(sight):
        if (
            entry.undoes is None
            and entry.command in ONCE
            and any(
                _same_roll(entry, other)
                for other in sight.entries
                if other.number < entry.number and _this_turn(sight, other)
            )
        ):
            yield f"entry {entry.number}: {entry.command} was thrown again"


ONCE = ("initiative", "activate")


def _same_roll(entry: Entry, other: Entry) -> bool:
    same = other.command == entry.command and other.request.get("unit") == entry.request.get("unit")
    thrown = any(play.throws for play in other.plays)
    return same and thrown and other.request.get("side") == entry.request.get("side")


def _this_turn(sight: Sight, other: Entry) -> bool:
    turns = [one.number for one in sight.entries if one.command in TURNS and one.number not in sight.after.game.undone]
    return other.number > max(turns, default=0) and other.number not in sight.after.game.undone


TURNS = ("turn next", "turn end", "turn phase")


# The other side


@law
def the_other_side_answers_for_itself(sight: Sight) -> Iterator[str]:
    """Check that only Bob answers questions to Blue."""
    if sight.who is BOB:
        return
    after = {row.id: row for row in sight.still}
    for row in sight.asked:
        question = QUESTION.validate_python(row.question)
        mine = isinstance(question, DiceQuestion | DecisionQuestion) and question.side == BLUE and not question.umpire
        if mine and (after[row.id].step > row.step or after[row.id].settled):
            yield f"{sight.who.name} answered for Blue: {question.kind}"


@law
def what_the_other_side_did_stays(sight: Sight) -> Iterator[str]:
    """Check that Bob's entries are not undone, and his units not changed by an undo or amendment."""
    if sight.who is BOB:
        return
    for entry in sight.new:
        old = next((one for one in sight.entries if one.number == entry.undoes), None)
        if old is not None and old.by == BOB.id:
            yield f"entry {entry.number} takes back what Bob did"
        if entry.command == "undo" and _blue(sight.before.game) != _blue(sight.after.game):
            yield f"entry {entry.number}: an undo changes units of Blue"
        if old is not None and entry.command != "undo" and _worse(sight):
            yield f"entry {entry.number}: an amendment costs Blue more"


def _blue(game: Game) -> dict[str, tuple[int, tuple[int, ...], Any]]:
    return {unit.id: (unit.models, unit.hp, dict(unit.states)) for unit in game.units_of_side(BLUE)}


def _worse(sight: Sight) -> bool:
    was = {unit.id: unit for unit in sight.before.game.units_of_side(BLUE)}
    return any(
        _strength_left(unit) < _strength_left(was[unit.id])
        for unit in sight.after.game.units_of_side(BLUE)
        if unit.id in was
    )


def _strength_left(unit: Unit) -> tuple[int, int]:
    return unit.models, sum(unit.hp)


@law
def nobody_agrees_for_the_other_side(sight: Sight) -> Iterator[str]:
    for row in sight.still:
        before = next(one for one in sight.asked if one.id == row.id)
        agreed = set(row.answers.get("agreed", ())) - set(before.answers.get("agreed", ()))
        if sight.who is not BOB and agreed & {f"side:{BLUE}", f"who:{BOB.id}"}:
            yield f"{sight.who.name} agreed for Blue"


@law
def no_question_for_consent_waits_for_ever(sight: Sight) -> Iterator[str]:
    """Check that each has a deadline of at least a day, with a policy.

    Only seats, the umpire and the end of the game may be decided by silence.
    """
    yield from (fault for row in sight.open for fault in without_a_policy(row))


# Seats


@law
def the_other_side_is_its_own(sight: Sight) -> Iterator[str]:
    """Check that Bob alone plays Blue, his hidden units stay hidden, and Red has not won by its own word."""
    game = sight.after.game
    seats = {player.id: player.side for player in game.players.values()}
    if seats.get(BOB.id) != BLUE:
        yield f"Bob sits at {seats.get(BOB.id)}"
    if any(seats.get(cheat.id) == BLUE for cheat in CHEATS):
        yield "a cheat sits at Blue"
    if any(
        knows(sight.after, cheat.id, unit)
        for cheat in CHEATS
        for unit in game.units_of_side(BLUE)
        if unit.has("hidden")
    ):
        yield "a cheat knows what is hidden"
    if game.over and game.winner == RED:
        yield "Red has won by its own word"


@law
def one_question_a_unit(sight: Sight) -> Iterator[str]:
    """Check that no unit acts again before its first command has been answered."""
    acting = Counter(
        unit
        for row in sight.open
        if row.kind in ("dice", "decision") and row.command["kind"] == "resolve"
        for unit in row.command["request"].get("unit", ())
    )
    yield from (f"{unit} waits for {n} answers" for unit, n in acting.items() if n > 1)


@law
def an_anyway_is_for_the_state_it_was_shown_in(sight: Sight) -> Iterator[str]:
    """Check that a confirmation covers only the objections that were shown."""
    for row in sight.asked:
        question, after = QUESTION.validate_python(row.question), next(one for one in sight.still if one.id == row.id)
        objected = isinstance(question, WarningQuestion | ObjectionQuestion)
        if not objected or not after.settled or question.at == sight.before.game.number:
            continue
        entry = next((one for one in sight.new if one.number == after.settled), None)
        shown = {*question.warnings, *PendingCommand.from_stored({**row.answers, "command": row.command}).confirmed}
        if entry is not None and not set(entry.warnings) <= shown:
            yield f"entry {after.settled} by a word to what was shown after entry {question.at}"


@law
def what_is_bent_is_told(sight: Sight) -> Iterator[str]:
    """Check that a command that bends a rule was confirmed by a player who was shown the warning."""
    for entry in of_cheats(sight):
        bent = entry.warnings if entry.undoes is None else ()
        if bent and "anyway" not in sight.said and "answer" not in sight.said:
            yield f"entry {entry.number} bends a rule that nobody was asked about"


@law
def what_both_confirm_is_confirmed_by_both(sight: Sight) -> Iterator[str]:
    """Check that no rule is bent if both sides must confirm, because Bob does not."""
    if sight.before.game.consent != sight.after.game.consent and sight.who is not BOB:
        yield f"{sight.who.name} has set what bending a rule takes"
    for entry in of_cheats(sight):
        if sight.before.game.consent and entry.undoes is None and entry.warnings:
            yield f"entry {entry.number} bends a rule that Bob has not confirmed"
