"""Questions as text: addressee, rolls so far, the question itself, the effect of the deadline; and their end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from bot.game.questions import (
    AnsweredRoll,
    ConsentQuestion,
    DecisionQuestion,
    DiceQuestion,
    FactsQuestion,
    ObjectionQuestion,
    OfferedOption,
    Question,
    WarningQuestion,
)
from bot.resolution.cancel import CancelledCommand
from bot.resolution.questions import OpenQuestion
from cogs.rendering import phone
from cogs.rendering.dice_line import rolls_by_kind
from cogs.rendering.fit import Part, Shorter, fit
from cogs.rendering.reply import REFUSED, Reply
from cogs.rendering.result import note_line
from cogs.rendering.rolls import (
    NOTE,
    RollView,
    earlier_roll_line,
    earlier_roll_total,
    ledger_line,
    needed_text,
    spaced_faces,
)
from cogs.rendering.sides import mark_in_game, signed_side
from cogs.rendering.table_lines import sync_lines
from cogs.rendering.text import Reader
from rules.kernel.facts import Ask
from rules.kernel.text import NOTHING, Listed, Sentence, Text


def question_reply(words: Reader, asked: OpenQuestion, buttons: Sequence[Any], room: int = phone.MOST) -> Reply:
    """Return a question for its addressees, shortened to fit into `room` pixels on a phone."""
    return _mark_side(words, asked, _unmarked_reply(words.at(asked.live.board), asked, buttons, room), room)


def _mark_side(words: Reader, asked: OpenQuestion, reply: Reply, room: int) -> Reply:
    """Mark a public question with the colour of the side asked, and its name in the footer if it fits."""
    game = asked.live.game
    sides = {game.players[id].side for id in asked.people if id in game.players}
    side = getattr(asked.question, "side", None) or (sides.pop() if len(sides) == 1 else None)
    if reply.private or side is None:
        return reply
    accent = mark_in_game(game, side).accent
    if _height(reply.title, reply.text.split("\n"), reply.ping) > room:
        return replace(reply, colour=accent)
    return replace(reply, footer=words.plain(signed_side(game, side)), colour=accent)


def _height(title: str, lines: Sequence[str], ping: str | None) -> int:
    """Return the height of a question without controls in pixels, with the line of the mention."""
    return phone.headed_height(title, lines, phone.MENTION if ping else 0)


def _unmarked_reply(words: Reader, asked: OpenQuestion, buttons: Sequence[Any], room: int) -> Reply:
    match asked.question:
        case DiceQuestion() | DecisionQuestion():
            return _side_question_reply(words, asked, asked.question, buttons, room)
        case ConsentQuestion():
            return _consent_reply(words, asked, asked.question, buttons, room)
        case ObjectionQuestion():
            return _objection_reply(words, asked, asked.question, buttons)
        case WarningQuestion() as question:
            lines = [words.say("The game has moved on since you were asked. Now:")] if question.moved else []
            lines += [f"**{words(question.about)}**"] if question.about else []
            lines += [*sync_lines(words, question.changes), *(note_line(words, note) for note in question.notes)]
            text = "\n".join([*lines, *_warning_lines(words, asked, question)])
            return Reply(words.say("Please confirm"), text, private=True, buttons=tuple(buttons), colour=REFUSED)
        case FactsQuestion(asks=asks):
            return missing_reply(words, asks, buttons)
        case _:
            raise TypeError(f"a {asked.question.kind} is shown with what is looked at")


def missing_reply(words: Reader, asks: Sequence[Ask], buttons: Sequence[Any]) -> Reply:
    """Return the questions for missing facts, for the player who gave the command."""
    text = "\n".join(f"• {words(ask.question)}" for ask in asks)
    return Reply(words.say("Something is missing"), text, private=True, buttons=tuple(buttons), colour=REFUSED)


def _side_question_reply(
    words: Reader, asked: OpenQuestion, question: DiceQuestion | DecisionQuestion, buttons: Sequence[Any], room: int
) -> Reply:
    """Return a roll or a decision for its addressee."""
    who = _addressees(asked) or question.side or Text("You")
    title = words.say("{who}: {question}", who=who, question=question_head(question))
    about = [f"**{words(question.about)}**"] if question.about else []
    if isinstance(question, DiceQuestion):
        title = words.say("{who}, {question}", who=who, question=question_head(question))
        before, throws = tuple(f"{roll.key} " for roll in question.so_far), asked.live.system.throws
        again = [throws.named(one.key).kind for one in question.throws if one.key.startswith(before)]
        if "initiative" in again:
            about = [" ".join([*about, words.say("A tie: roll again.")])]
    ping = mentioned_player(asked)
    explained, asks = _question_lines(words, question)
    # Faces and explanations are dropped first. Totals, options and the deadline always stay.
    so_far = question.so_far
    rolls = [RollView(words, roll, asked.live.system) for roll in so_far]
    totals = (
        Shorter(1, lambda: _total_lines(words, so_far)),
        Shorter(
            3,
            lambda: min(
                _total_lines(words, so_far), [rolls_by_kind(words, rolls)] if rolls else [], key=phone.row_count
            ),
        ),
    )
    parts = [Part(_roll_lines(words, asked, so_far), totals), Part(explained, (Shorter(2, lambda: asks),))]
    # What explains the dice to roll follows the heading: below other dice it would explain those.
    parts = parts[::-1] if isinstance(question, DiceQuestion) else parts
    parts = [Part(about), *parts, Part(_deadline_lines(words, asked))]
    lines, _ = fit(parts, lambda lines, _: _height(title, lines, ping) <= room + phone.FOOT, fill=False)
    return Reply(title, "\n".join(lines), buttons=tuple(buttons), ping=ping)


def _question_lines(words: Reader, question: DiceQuestion | DecisionQuestion) -> tuple[list[str], list[str]]:
    """Return the lines of the question besides its heading, with explanations and without."""
    if isinstance(question, DecisionQuestion):
        offers = [offer for offer in question.offers if offer.prospects]
        return [_offer_line(words, one) for one in offers], [_offer_line(words, one, short=True) for one in offers]
    ahead = [
        words.say("then {count}d{sides} ({label})", count=one.count, sides=one.sides, label=one.label)
        for one in question.ahead
    ]
    # The ledger of the score needed is for readers who know the unit.
    known = words.knows(question.unit)
    ledger = ledger_line(words, question.throw.ledger, question.throw.needed) if known else ""
    return [*([f"{NOTE}{ledger}"] if ledger else []), *ahead], [" · ".join(ahead)] if ahead else []


_SEEN = 12
"""Most faces shown one by one before a question; for more, the totals."""


def _roll_lines(words: Reader, asked: OpenQuestion, so_far: Sequence[AnsweredRoll]) -> list[str]:
    """Return the rolls made so far."""
    if sum(len(roll.faces) for roll in so_far) <= _SEEN:
        return [earlier_roll_line(words, roll, asked.live.system) for roll in so_far]
    return _total_lines(words, so_far)


def subject_lines(words: Reader, asked: OpenQuestion) -> list[str]:
    """Return the subject of a roll or decision and the rolls so far, or a request for consent."""
    question = asked.question
    if isinstance(question, ConsentQuestion):
        return [consent_text(words, asked)]
    if not isinstance(question, DiceQuestion | DecisionQuestion):
        return []
    about = [words(question.about)] if question.about else []
    return [*about, *_roll_lines(words, asked, question.so_far)]


def _total_lines(words: Reader, so_far: Sequence[AnsweredRoll]) -> list[str]:
    return ["🎲 " + " · ".join(earlier_roll_total(words, roll) for roll in so_far)] if so_far else []


def _addressees(asked: OpenQuestion) -> Listed:
    players = asked.live.game.players
    return Listed([players[id].name for id in asked.people if id in players], "or")


def mentioned_player(asked: OpenQuestion) -> str | None:
    """Return the id of the player whom the question mentions, unless they have turned mentions off."""
    first = asked.people[0]
    # The bot as a player has an id that does not exist in Discord.
    return first if first.isdecimal() and first not in asked.live.game.uncalled else None


def question_head(question: Question) -> Text:
    """Return the question in one line."""
    match question:
        case DecisionQuestion():
            return question.question
        case DiceQuestion(throw=roll):
            values: dict[str, Any] = {"count": roll.count, "sides": roll.sides, "label": roll.label}
            if roll.needed is None:
                return Text("roll {count}d{sides}: {label}", **values)
            return Text("roll {count}d{sides}: {label} on {needed}", **values, needed=needed_text(roll.needed))
        case ConsentQuestion():
            return question.wish
        case _:
            return Text("go on anyway?")


def _offer_line(words: Reader, offer: OfferedOption, short: bool = False) -> str:
    """Return an option and its prospects."""
    label = offer.short_text if short else offer.label
    return words.say("• {label}: about {prospects}", label=label, prospects=offer.prospects)


def _deadline_lines(words: Reader, asked: OpenQuestion) -> list[str]:
    if asked.row.deadline is None:
        return []
    if isinstance(asked.question, ConsentQuestion):
        happens = asked.question.silence == "yes"
        then = words.say("Without an answer it is done") if happens else words.say("Without an answer it lapses")
    elif asked.live.game.timeout[1] == "umpire":
        then = words.say("Without an answer the umpire decides")
    else:
        then = words.say("Without an answer the default is taken")
    return [f"{then} <t:{int(asked.row.deadline)}:R>."]


def _warning_lines(words: Reader, asked: OpenQuestion, question: WarningQuestion | ObjectionQuestion) -> list[str]:
    """Return the rules that are bent, the system's remark on that, and the sides that must agree."""
    anyway = asked.live.system.anyway
    lines = [f"• {words(warning)}" for warning in question.warnings]
    lines += [words(anyway)] if anyway and lines else []
    if question.warnings:
        lines.append(words.say("Nothing is recorded yet. Go on anyway?"))
    elif question.about:
        lines.append(words.say("Nothing is recorded yet."))
    else:
        lines.append(words.say("You can go on now. Nothing is recorded yet."))
    if question.others:
        lines.append(words.say("{sides} must agree too.", sides=Listed(question.others)))
    return lines


def confirmation_reply(words: Reader, question: WarningQuestion | ObjectionQuestion) -> Reply:
    """Return a question that has been confirmed, above the recorded result."""
    about = [f"**{words(question.about)}**"] if question.about else []
    lines = [*about, *(f"• {words(warning)}" for warning in question.warnings)]
    return Reply(words.say("Done"), "\n".join(lines), private=True)


def _objection_reply(words: Reader, asked: OpenQuestion, question: ObjectionQuestion, buttons: Sequence[Any]) -> Reply:
    """Return the objections that have arisen since the command was given, for its issuer."""
    lines = [f"**{words(question.about)}**"] if question.about else []
    lines += [earlier_roll_line(words, roll, asked.live.system) for roll in question.so_far]
    lines.append(words.say("The game has moved on since this command was given:"))
    lines += _warning_lines(words, asked, question)
    title = words.say("{names}: go on anyway?", names=_addressees(asked) or Text("A player"))
    return Reply(title, "\n".join(lines), buttons=tuple(buttons), ping=mentioned_player(asked))


def _consent_reply(
    words: Reader, asked: OpenQuestion, question: ConsentQuestion, buttons: Sequence[Any], room: int
) -> Reply:
    """Return a request for consent: its issuer and content, its effects on the table, and the addressees.

    If it does not fit, these are shortened in turn: the note that nothing changes yet, the layout of the notes, and the
    instructions for the figures.
    """
    title = words.say("{names}: do you agree?", names=_addressees(asked) or Text("A player"))
    ping, end = mentioned_player(asked), _deadline_lines(words, asked)
    moved, briefly = (sync_lines(words, question.changes, brief=brief) for brief in (False, True))
    notes = [note_line(words, note) for note in question.notes]
    # Where silence agrees, the deadline has said when it changes.
    calm = [] if end and question.silence == "yes" else [words.say("Nothing changes until you agree.")]
    parts = [
        Part([f"**{consent_text(words, asked)}**"]),
        Part(moved, (Shorter(3, lambda: briefly),)),
        Part(notes, (Shorter(2, lambda: [" ".join(notes)] if notes else []),)),
        Part([earlier_roll_line(words, roll, asked.live.system) for roll in question.so_far]),
        Part(end, (Shorter(3, lambda: [f" {line}" for line in end]),)),
        Part(calm, (Shorter(1, list),)),
    ]
    # With the note there is also the footer.
    lines, _ = fit(parts, lambda lines, rank: _height(title, lines, ping) <= room + (phone.FOOT if rank > 1 else 0))
    return Reply(title, "\n".join(lines), buttons=tuple(buttons), ping=ping)


def consent_text(words: Reader, asked: OpenQuestion) -> str:
    """Return the request of a player that others must agree to."""
    asker = asked.live.game.players.get(asked.row.asked_by)
    name = asker.name if asker else getattr(asked.question, "asker", "") or Text("A player")
    return words(Sentence(Text("{name} wants to {wish}", name=name, wish=question_head(asked.question))))


def refused_consent_reply(words: Reader, asked: OpenQuestion, who: str) -> Reply:
    """Return the notice that a player has refused consent."""
    text = words.say("Not agreed: nothing changes.")
    return Reply(
        words.say("{name} does not agree", name=who), f"{consent_text(words.at(asked.live.board), asked)} {text}"
    )


def kept_actions_reply(words: Reader, asked: OpenQuestion, who: str) -> Reply:
    """Return the notice that a side keeps the actions that another side's command would have ended."""
    words, question = words.at(asked.live.board), asked.question
    about = getattr(question, "about", NOTHING)
    return Reply(
        words.say("{name} is not done yet", name=who), words.say("Nothing is recorded: {command}.", command=about)
    )


def dropped_command_reply(words: Reader) -> Reply:
    """Return the reply for a command cancelled before other players saw it."""
    return Reply(words.say("Cancelled"), words.say("Nothing is recorded."), private=True, unrecorded=True)


def cancelled_question_reply(words: Reader, found: CancelledCommand, who: str) -> Reply:
    """Return the notice that a question is cancelled, and the future use of its dice."""
    title = words.say("{player} cancelled: {command}", player=who, command=found.about)
    lines = [words.say("Cancelled: nothing is recorded, and no answer is needed.")]
    if found.faces:
        lines.append(words.say("The bot rolls these dice first next time: {faces}.", faces=spaced_faces(found.faces)))
    return Reply(title, "\n".join(lines))
