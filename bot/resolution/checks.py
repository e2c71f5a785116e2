"""Why was I asked, why was I refused? `CHECKS` are the questions that every command meets, in this order.

A command comes to its dice once it has passed them all. Each is asked once, of the game as it stands under its lock,
and anew where somebody else wrote first. The first that stops the command has the word: a Refusal says who else may, or
what to do; MissingFacts becomes a form, Warned a question to whoever gave the command, and QuestionRaised one to the
other side. An answer sends the command through them again, so that it meets what has changed meanwhile; but who may
give it, and whether its unit is free, is not asked again of a command that waited for a side.

An undo and an amendment meet those that name their kind, and then what later entries say (`dependencies.py`). Whose
word a change by hand needs is known to its planner (`by_hand.py`). Who may do what is told in `bot/game/RIGHTS.md`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal, NamedTuple

from pydantic import TypeAdapter

from bot.errors import MovedOn, Refusal, Warned
from bot.game.people import Call
from bot.game.permissions import asked_of, may_command, may_decide, other_sides, seated
from bot.game.questions import (
    ACTIONS_LEFT,
    DONE,
    NOT_YET,
    QUESTION,
    ConsentQuestion,
    DecisionQuestion,
    DiceQuestion,
    ObjectionQuestion,
    OfferAsked,
    Question,
    WarningQuestion,
)
from bot.game.registry import ActiveGame
from bot.resolution.attempt import Attempt, QuestionRaised, Resolve
from bot.resolution.execution import command_of, in_units
from bot.resolution.result import OpenQuestion
from bot.store.tables import Pending
from rules.command.system import Board, Ends, ResolvedCommand
from rules.kernel.request import Request, group_of
from rules.kernel.text import Joined, Listed, Text, UnitRef


@dataclass
class GivenCommand:
    """A command as somebody gives it; `waiting` are the questions to sides that are open beside it."""

    live: ActiveGame
    call: Call
    attempt: Attempt
    waiting: Sequence[Pending] = ()

    @property
    def request(self) -> Request:
        return self.attempt.request

    @cached_property
    def command(self) -> ResolvedCommand:
        """What it comes to, with what speaks against it; raises Refusal, MissingFacts, BadFacts, RuleError."""
        found = command_of(self.live.system, self.request).ordered(self.live.board, self.request)
        more = objections(self.live, self.request, self.waiting)
        return replace(found, warnings=(*found.warnings, *more)) if more else found

    @cached_property
    def must_agree(self) -> tuple[str, ...]:
        """The groups that have not agreed to what is done again, or, where the table wants it so, to what bends a rule;
        nobody where one plays alone.
        """
        bent = self.for_others
        if self.attempt.anyway or not bent:
            return ()
        found = other_sides(self.live.game, self.call.who)
        return tuple(group for group in found if not set(bent) <= set(self.attempt.allowed.get(group, ())))

    @property
    def for_others(self) -> tuple[Text, ...]:
        """The warnings that the other sides have to agree to."""
        return self.command.warnings if self.live.game.consent else self.command.rethrows


# The checks. Each raises what stops the command.


def must_be_as_shown(given: GivenCommand) -> None:
    """Raises MovedOn for a control that counted only as long as nothing followed."""
    as_of, game = given.attempt.as_of, given.live.game
    if as_of is not None and not game.happened <= as_of <= game.number:
        raise MovedOn


def must_be_here(given: GivenCommand) -> None:
    """Raises Refusal for units that have left since the request was made."""
    all_here(given.live.board, given.request)


def must_be_seated(given: GivenCommand) -> None:
    """Raises Refusal for somebody who is not at the table, and was given none of the units either."""
    game, id = given.live.game, given.call.who.id
    units = given.request.unit if isinstance(given.attempt.command, Resolve) else ()
    if not any(game.lent.get(unit) == id for unit in units):
        seated(game, given.call.who)


def must_not_be_over(given: GivenCommand) -> None:
    if given.live.game.over:
        raise Refusal(Text("This game has ended; `/game reopen` resumes it."))


def must_not_be_paused(given: GivenCommand) -> None:
    if given.live.info.state == "paused":
        raise Refusal(Text("This game is paused; `/game pause` resumes it."))


def must_be_theirs(given: GivenCommand) -> None:
    """Raises Refusal for somebody who may not give a command to these units, or pass the turn for the table."""
    game, who = given.live.game, given.call.who
    if group_of(given.request.command) == "turn":
        may_decide(game, who)
    for id in given.request.unit:
        may_command(game, who, game.units[id].side, id)


class StillWaiting(Refusal):
    """A command of a unit, one of whose commands waits; `row` is the question that comes first."""

    def __init__(self, text: Text, row: Pending) -> None:
        super().__init__(text)
        self.row = row


def must_be_free(given: GivenCommand) -> None:
    """Raises StillWaiting for a command of a unit that has one waiting.

    Of a command that no unit gives, such as the throw for the initiative, the same one waits once. Units that are
    only targets are free.
    """
    for row in given.waiting:
        waits, busy = _waits(row), None
        if waits is not None:
            busy = next((id for id in given.request.unit if id in waits.unit), None)
        if busy is not None or (waits is not None and _same(given.request, waits)):
            raise StillWaiting(_why(given.live, busy, row), row)


_RESOLVE: TypeAdapter[Resolve] = TypeAdapter(Resolve)


def _waits(row: Pending) -> Request | None:
    """The command of the rules that waits with a question; none for a wish to take something back."""
    return _RESOLVE.validate_python(row.command).request if row.command["kind"] == "resolve" else None


def _same(one: Request, other: Request) -> bool:
    """Whether both are the same command, which no unit gives."""
    return not (one.unit or other.unit) and (one.command, one.action) == (other.command, other.action)


def _why(live: ActiveGame, unit: str | None, row: Pending) -> Text:
    players = players_asked(live, row)
    if unit is None:
        return Text("This command was given already and waits for {players}: answer it or cancel it.", players=players)
    return Text(
        "{unit} has a command that waits for {players}: answer it or cancel it first.",
        unit=UnitRef(unit),
        players=players,
    )


def must_be_legal(given: GivenCommand) -> None:
    """Raises RuleError, BadFacts or Refusal for what the rules do not have, MissingFacts for what they have to know."""
    _ = given.command


def must_be_meant(given: GivenCommand) -> None:
    """Raises Warned for warnings that nobody has gone on from; before that what the rules refuse in its actions."""
    live, command = given.live, given.command
    warned = objected(live, given.attempt, command.warnings, given.must_agree)
    if warned is None:
        return
    for play in command.plays:
        with in_units(play.roles):
            live.system.actions[play.action].plan(play.facts, live.board.book)
    raise warned


def must_be_done(given: GivenCommand) -> None:
    """Raises QuestionRaised where a command ends actions that another side has left, until that side says that it is
    done; the person's own sides and an umpire are not asked. Raises Refusal once a side has said that it is not.
    """
    answers = given.attempt.choices.get(ACTIONS_LEFT, ())
    for nth, end in enumerate(_of_others(given)):
        if nth >= len(answers) and given.attempt.asks:
            raise QuestionRaised(_done(given, end), given.attempt)
        if NOT_YET in answers[nth : nth + 1]:
            raise Refusal(Text("{side} is not done: {left}", side=end.side, left=end.left))


def _of_others(given: GivenCommand) -> list[Ends]:
    """The actions that it would end of sides whose players have to be asked."""
    asked = other_sides(given.live.game, given.call.who)
    return [end for end in given.command.ends if f"side:{end.side}" in asked]


def _done(given: GivenCommand, end: Ends) -> DecisionQuestion:
    return DecisionQuestion(
        side=end.side,
        name=ACTIONS_LEFT,
        question=Text("are you done? {left}", left=end.left),
        offers=(OfferAsked(value=DONE, label=Text("Done")), OfferAsked(value=NOT_YET, label=Text("Not yet"))),
        default=DONE,
        about=given.command.title,
        so_far=given.attempt.thrown,
    )


def must_be_agreed(given: GivenCommand) -> None:
    """Raises QuestionRaised where another side has to agree."""
    if given.must_agree:
        raise QuestionRaised(_consent(given), given.attempt)


def _consent(given: GivenCommand) -> ConsentQuestion:
    command, attempt = given.command, given.attempt
    again = Text("do this again: {title}", title=command.title)
    return ConsentQuestion(
        unit=next(iter(attempt.request.unit), None),
        groups=given.must_agree,
        wish=again if command.rethrows else Text("bend a rule: {title}", title=command.title),
        notes=given.for_others,
        warnings=given.for_others,
        so_far=attempt.thrown,
    )


# The pipeline.

Kind = Literal["resolve", "undo", "amend", "hand"]
EVERY: tuple[Kind, ...] = ("resolve", "undo", "amend", "hand")


class Check(NamedTuple):
    """A question that commands of some kinds meet, and `once`: not again when they have waited for a side."""

    name: str
    ask: Callable[[GivenCommand], None]
    of: tuple[Kind, ...] = ("resolve",)
    once: bool = False


CHECKS = (
    Check("as it was shown", must_be_as_shown, EVERY),
    Check("units are here", must_be_here),
    Check("somebody at the table", must_be_seated, ("resolve", "undo", "amend"), once=True),
    Check("game goes on", must_not_be_over, ("resolve", "amend")),
    Check("not paused", must_not_be_paused),
    Check("theirs to command", must_be_theirs, once=True),
    Check("unit is free", must_be_free, once=True),
    Check("legal", must_be_legal),
    Check("meant in spite of what the rules object to", must_be_meant),
    Check("the other side agrees", must_be_agreed),
    Check("the other side is done", must_be_done),
)


def check(given: GivenCommand) -> None:
    """Raises what the first check says that stops the command."""
    attempt = given.attempt
    for one in CHECKS:
        if attempt.command.kind in one.of and not (one.once and attempt.accepted):
            one.ask(given)


# What is checked of other commands too.


def all_here(board: Board, request: Request) -> None:
    """Raises Refusal for units that have left since the request was made."""
    if any(id not in board.game.units for id in (*request.unit, *request.target)):
        raise Refusal(Text("A unit of this command is no longer in the game."))


def must_be_confirmed(live: ActiveGame, attempt: Attempt, warnings: Sequence[Text], groups: Sequence[str] = ()) -> None:
    """Raises Warned for warnings that nobody has gone on from: all of them where the game has gone on meanwhile."""
    warned = objected(live, attempt, warnings, groups)
    if warned is not None:
        raise warned


def objected(live: ActiveGame, attempt: Attempt, warnings: Sequence[Text], groups: Sequence[str]) -> Warned | None:
    """Return what the player has to see before the command goes on; None if it may.

    An "anyway" is about what it was shown with. Where the game has gone on since, all warnings are shown anew if there
    is a new one, if none is left, or if the command moves the turn, which may be another one by now.
    """
    moved = attempt.shown_at not in (None, live.game.number)
    fresh = () if attempt.anyway else tuple(one for one in warnings if one not in attempt.confirmed)
    if not fresh and not (moved and (not warnings or _moves_the_turn(attempt))):
        return None
    others = [group.partition(":")[2] for group in groups]
    return Warned(warnings if moved else fresh, others, live.game.number, moved)


def _moves_the_turn(attempt: Attempt) -> bool:
    return isinstance(attempt.command, Resolve) and group_of(attempt.request.command) in ("turn", "initiative")


# What an answer adds to a command.


def agreed_to(attempt: Attempt, question: ConsentQuestion, groups: Sequence[str]) -> Attempt:
    """The command once these groups have agreed to it."""
    if not question.warnings:
        return attempt.but(agreed=(*attempt.agreed, *groups))
    more = {group: (*attempt.allowed.get(group, ()), *question.warnings) for group in groups}
    return attempt.but(allowed={**attempt.allowed, **more})


def confirmed(attempt: Attempt, question: WarningQuestion | ObjectionQuestion) -> Attempt:
    """The command once somebody goes on from these warnings."""
    return attempt.but(confirmed=(*attempt.confirmed, *question.warnings), shown_at=question.at)


# Questions that are open: who is warned of them, and whose unit has to wait for its answer.


def objections(live: ActiveGame, request: Request, rows: Iterable[Pending]) -> tuple[Text, ...]:
    """Warnings against a command of the turn: one for every question that is open."""
    return waiting_lines(live, rows) if group_of(request.command) == "turn" else ()


def waiting_lines(live: ActiveGame, rows: Iterable[Pending]) -> tuple[Text, ...]:
    """Whom each question waits for, and what it asks."""
    return tuple(
        Text("Waiting for {players}: {question}", players=players_asked(live, row), question=_asked(row))
        for row in rows
    )


def touching(live: ActiveGame, request: Request, rows: Sequence[Pending]) -> list[Text]:
    """Warnings that a command touches a unit whose question is open."""
    return [
        Text("{unit} is still part of an open question to {players}.", unit=UnitRef(id), players=one)
        for id in dict.fromkeys((*request.unit, *request.target))
        for one in [players_asked(live, row) for row in rows if id in _units(row)][:1]
    ]


def must_be_settled(live: ActiveGame, unit: str, questions: Iterable[OpenQuestion]) -> None:
    """Raises Refusal for a unit that is part of an open question, and names it: what the question is about would be
    another thing afterwards.
    """
    found = next((one.row for one in questions if unit in _units(one.row)), None)
    if found is not None:
        raise Refusal(
            Text(
                "{unit} is part of an open question to {players} ({question}): answer or cancel it first, `/waiting`.",
                unit=UnitRef(unit),
                players=players_asked(live, found),
                question=_asked(found),
            )
        )


def players_asked(live: ActiveGame, row: Pending) -> Listed | Text:
    """The names of the players who may answer."""
    asked = asked_of(live.game, QUESTION.validate_python(row.question), row.asked_by)
    names = [live.game.players[id].name for id in asked if id in live.game.players]
    return Listed(names, "or") or Text("somebody")


def _units(row: Pending) -> set[str]:
    """The units that a question is about: whose throw or choice it is, and those of its command."""
    question, command = QUESTION.validate_python(row.question), Attempt.of({"command": row.command}).command
    asked = getattr(question, "unit", None)
    return {
        *([asked] if asked else []),
        *((*command.request.unit, *command.request.target) if isinstance(command, Resolve) else ()),
    }


def _asked(row: Pending) -> Text:
    question: Question = QUESTION.validate_python(row.question)
    match question:
        case DiceQuestion(throw=throw, about=about):
            return Joined((throw.label, about), ", ")
        case DecisionQuestion(question=text, about=about):
            return Joined((text, about), ", ")
        case ConsentQuestion(wish=wish):
            return wish
        case ObjectionQuestion(about=about):
            return Joined((Text("go on anyway?"), about), " ")
        case _:
            return Text("go on anyway?")
