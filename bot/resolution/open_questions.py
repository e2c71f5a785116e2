"""Open questions: warnings about them, and units that have to wait for an answer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.errors import Refusal
from bot.game.permissions import people_asked
from bot.game.questions import (
    QUESTION,
    ConsentQuestion,
    DecisionQuestion,
    DiceQuestion,
    Question,
)
from bot.game.registry import ActiveGame
from bot.resolution.pending_command import PendingCommand, Resolve
from bot.resolution.result import OpenQuestion
from bot.store.tables import Pending
from rules.kernel.request import Request, group_of
from rules.kernel.text import NOTHING, Joined, Listed, Text, UnitRef


def objections(live: ActiveGame, request: Request, rows: Iterable[Pending]) -> tuple[Text, ...]:
    """Return the warnings about a turn command: one for each open question."""
    return waiting_lines(live, rows) if group_of(request.command) == "turn" else ()


def waiting_lines(live: ActiveGame, rows: Iterable[Pending]) -> tuple[Text, ...]:
    """Return a line for each question: the players it waits for, and its subject."""
    return tuple(
        Text("Waiting for {players}: {question}", players=players_asked(live, row), question=_question_subject(row))
        for row in rows
    )


def involvement_warnings(live: ActiveGame, request: Request, rows: Sequence[Pending]) -> list[Text]:
    """Return the warnings for a command that involves a unit with an open question."""
    return [
        Text("{unit} is still part of an open question to {players}.", unit=UnitRef(id), players=one)
        for id in dict.fromkeys((*request.unit, *request.target))
        for one in [players_asked(live, row) for row in rows if id in _units_involved(row)][:1]
    ]


def must_be_settled(live: ActiveGame, unit: str, questions: Iterable[OpenQuestion]) -> None:
    """Raise Refusal for a unit that is part of an open question, because changing the unit would alter the question."""
    found = next((one.row for one in questions if unit in _units_involved(one.row)), None)
    if found is not None:
        raise Refusal(
            Text(
                "{unit} is part of a question to {players} ({question}). Answer it or cancel it first: `/waiting`.",
                unit=UnitRef(unit),
                players=players_asked(live, found),
                question=_question_subject(found),
            )
        )


def players_asked(live: ActiveGame, row: Pending) -> Listed | Text:
    """Return the names of the players who may answer."""
    asked = people_asked(live.game, QUESTION.validate_python(row.question), row.asked_by)
    names = [live.game.players[id].name for id in asked if id in live.game.players]
    return Listed(names, "or") or Text("a player")


def _units_involved(row: Pending) -> set[str]:
    """Return the units that a question involves: by its roll or decision, or by its command."""
    question = QUESTION.validate_python(row.question)
    command = PendingCommand.from_stored({"command": row.command}).command
    asked = getattr(question, "unit", None)
    return {
        *([asked] if asked else []),
        *((*command.request.unit, *command.request.target) if isinstance(command, Resolve) else ()),
    }


def _question_subject(row: Pending) -> Text:
    question: Question = QUESTION.validate_python(row.question)
    match question:
        case DiceQuestion(throw=roll, about=about):
            return Joined((roll.label, about), ", ")
        case DecisionQuestion(question=text, about=about):
            return Joined((text, about), ", ")
        case ConsentQuestion(wish=wish):
            return wish
        case _:
            return Joined((Text("go on anyway?"), getattr(question, "about", NOTHING)), " ")
