"""The orders of the bot: the time for one, what only players can see about it, and its reasons for the record."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from time import thread_time

from bot.errors import Refusal
from bot.game.people import OPPONENT
from bot.game.questions import DecisionQuestion
from bot.game.registry import ActiveGame
from bot.resolution.manual_changes import NewEntry
from bot.resolution.pending_command import Reasons
from bot.resolution.result import OpenQuestion
from rules.command.legality import command_of
from rules.command.system import Board
from rules.kernel.errors import BadFacts, RuleError
from rules.kernel.facts import Ask, MissingFacts
from rules.kernel.plays import Play, RecordedRoll
from rules.kernel.request import Request
from rules.kernel.text import Text
from rules.opponent.choice import ChosenOrder, Decided
from rules.opponent.decide import Opponent
from rules.opponent.options import Option, forfeit_request
from rules.opponent.sight import Sight
from rules.opponent.words import (
    choices,
    decision_choices,
    decision_reason,
    faces_text,
    method_remarks,
    order_text,
    reason,
)


def side_question(board: Board, request: Request) -> Ask | None:
    """Return the question about a vehicle's side that an order leaves open; None if there is none."""
    command = command_of(board, request)
    try:
        if command is not None:
            command.plan(board, request)
    except MissingFacts as missing:
        return next((ask for ask in missing.asks if ask.seen), None)
    except (RuleError, BadFacts):
        pass
    return None


def without_sides(board: Board, request: Request) -> Request:
    """Return the request without the sides of vehicles."""
    for code in request.situation:
        rest = replace(request, situation=tuple(one for one in request.situation if one != code))
        ask = side_question(board, rest)
        if ask is not None and code in {one.code for one in ask.choices}:
            return without_sides(board, rest)
    return request


def with_struck_side(board: Board, order: Request, side: str) -> Request:
    """Return an order with the side of the vehicle that it strikes; raise Refusal if that is no answer to it."""
    asked = side_question(board, order)
    if asked is None or side not in {one.code for one in asked.choices}:
        raise Refusal(ORDER_OVER)
    return replace(order, situation=(*order.situation, side))


ORDER_OVER = Text("That order is over. Ask the bot for its next one.")


UNWILLING = Text("Adjutant does not agree: its side would lose by it, or it gives a second chance.")


ORDER = "order"
"""Key of the command, the play and the roll of a die that chooses among orders."""


def order_reasons(live: ActiveGame, ordered: ChosenOrder) -> Reasons:
    """Return the reasons for an order, the inches assumed for a reported range, and the rejected alternatives."""
    told, distance = reason(live.board, ordered), ordered.request.distance
    far = [Text("The distance was given as a range and counts as about {n}″.", n=n) for n in distance if n]
    return Reasons(
        (*((told,) if told else ()), *far, *method_remarks(ordered)), tuple(choices(live.board, ordered.weighed))
    )


def decision_reasons(question: DecisionQuestion, decided: Decided) -> Reasons:
    """Return the reasons for a decision, and the value of each choice."""
    labels = {offer.value: offer.label for offer in question.offers}
    told = decision_reason(labels, question.side or OPPONENT.name, decided)
    return Reasons((told,), tuple(decision_choices(labels, decided)))


def order_die(live: ActiveGame, side: str, ordered: ChosenOrder, faces: tuple[int, ...]) -> NewEntry:
    """Return the entry of a die that chooses among orders: the meaning of each face, and the result."""
    n = len(ordered.ties)
    roll = RecordedRoll(key=ORDER, label=Text("which order"), by="unit", sides=n, faces=faces, source="bot", side=side)
    order = order_text(live.board, ordered.order_for_face(faces[0]).chosen.option)
    said = Text("{n} orders are equally good; the die chose: {order}", n=n, order=order)
    play = Play(action=ORDER, facts={}, throws=(roll,), text=said)
    reasons = Reasons((), tuple(faces_text(live.board, ordered)))
    return NewEntry(ORDER, (), Text("A die for an order"), side=side, plays=(play,), reasons=reasons)


SECONDS = 0.15
"""Seconds of work on one order; after that, the best option examined so far is chosen."""


def only_forfeits_actions(asked: OpenQuestion, warned: Sequence[Text]) -> bool:
    """True if ending an activation wastes actions and raises no other warning.

    The bot does this only if nothing else is left, because the game would otherwise stop.
    """
    request, board = asked.pending_command().request, asked.live.board
    return request == forfeit_request(board, request.side) and set(warned) <= {
        *board.system.commands["turn end"](board, request).judge()
    }


def order_in_time(opponent: Opponent, board: Board, sight: Sight, refused: Sequence[Option]) -> ChosenOrder | None:
    """Return the bot's order; its time limit is measured in thread time, so that a busy machine does not affect it."""
    end = thread_time() + SECONDS
    return replace(opponent, late=lambda: thread_time() >= end).order(board, sight, refused)
