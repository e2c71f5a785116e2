"""Questions that still wait: who is warned of them, and who must settle their own before going on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.errors import Refusal
from bot.game.permissions import asked_of
from bot.game.questions import (
    QUESTION,
    ConsentQuestion,
    DecisionQuestion,
    DiceQuestion,
    ObjectionQuestion,
    Question,
)
from bot.game.registry import ActiveGame
from bot.resolution.attempt import Attempt, Resolve
from bot.resolution.result import OpenQuestion
from bot.store.tables import Pending
from rules.kernel.request import Request, group_of
from rules.kernel.text import Joined, Listed, Text, UnitRef


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
