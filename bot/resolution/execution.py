"""Plays an order's actions one after the other, each on the board that the last one left, with everybody's dice."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any, NamedTuple

from bot.dice.sources import Dice, Lying, Seen, TableDice, Thrown
from bot.errors import Refusal, Warned
from bot.game.people import Call
from bot.game.permissions import may_command, seated
from bot.game.registry import ActiveGame
from bot.game.role_names import Names, in_names, names_of
from bot.resolution.attempt import Attempt, QuestionRaised
from bot.resolution.ownership import side_deciding, side_throwing, unit_of
from rules.commands import Board, Command, Planned, Request, ResolvedCommand, changes
from rules.dice import Successes, Throw
from rules.errors import DecisionNeeded, DiceNeeded
from rules.events import Event
from rules.odds import Odds
from rules.resolve import Resolution, resolve
from rules.serialise import line, means
from rules.system import Action
from rules.table import Faces, Offer
from rules.text import listed, say, spoken

MOST_WEIGHED = 8
"""Options whose prospects are worked out."""
MOST_AHEAD = 24
"""So many throws after the one that is asked for go into the same form; looking further ahead takes too long."""


class Done(NamedTuple):
    """An order played to its end: what came of it, and the board with it."""

    resolutions: list[Resolution]
    events: list[Event]
    board: Board
    notes: tuple[str, ...]


def command_of(live: ActiveGame, request: Request) -> Command:
    """The system's own command; raises Refusal for one it does not have, saying what it has."""
    system = live.system
    commands: Mapping[str, Command] = system.acts if request.command == "act" else system.commands
    key = request.action or "" if request.command == "act" else request.command
    if key in commands:
        return commands[key]
    if key in system.absent:
        raise Refusal(say(system.absent[key]))
    if request.command == "act":
        raise Refusal(
            say(
                "{system} has no action {key!r}; it has {acts}.",
                system=system.name,
                key=key,
                acts=", ".join(system.acts) or say("none"),
            )
        )
    raise Refusal(say("{system} has no `/{key}`.", system=system.name, key=key))


def planned(live: ActiveGame, call: Call, attempt: Attempt) -> ResolvedCommand:
    """The order for a request by somebody who may give it; raises Refusal, RuleError, BadFacts, Warned."""
    board, request = live.board, attempt.request
    if not any(board.game.lent.get(id) == call.who.id for id in request.unit):
        seated(board.game, call.who)
    if board.game.over:
        raise Refusal(say("This game has ended; `/game reopen` goes on with it."))
    if live.info.state == "paused":
        raise Refusal(say("This game is paused; `/game pause` goes on with it."))
    _still_here(board, request)
    if attempt.pending is None:
        for id in request.unit:
            may_command(board.game, call.who, board.unit(id).side, id)
    order = command_of(live, request).ordered(board, request)
    if order.warnings and not attempt.anyway:
        for play in order.plays:
            board.system.actions[play.action].plan(play.facts, board.book)
        raise Warned(order.warnings)
    return order


def _still_here(board: Board, request: Request) -> None:
    """Raises Refusal for units that have left since the request was made."""
    if any(id not in board.game.units for id in (*request.unit, *request.target)):
        raise Refusal(say("A unit of this command is no longer in the game."))


def play_out(board: Board, order: ResolvedCommand, attempt: Attempt, bot: Dice, again: Lying | None = None) -> Done:
    """Raises QuestionRaised at the first question without an answer, BadDice for faces that do not fit.

    `again` are the throws of an entry that is amended.
    """
    resolutions: list[Resolution] = []
    events: list[Event] = []
    kept = {(one.nth, one.label): one for one in board.game.kept.get(bot.command, ())}
    dice = TableDice(
        bot, lambda _: None, list(attempt.thrown), attempt.typed, attempt.otherwise, again=again or {}, kept=kept
    )
    choices = {name: list(values) for name, values in attempt.choices.items()}
    for nth, plan in enumerate(order.plays):
        dice.nth, dice.hands = nth, _hands(board, plan, attempt)
        try:
            one = _resolved(board, plan, dice, choices, attempt)
        except Seen as seen:
            raise QuestionRaised("consent", _seen_question(order, seen), None, _so_far(attempt, dice)) from None
        for made in one.played.made:
            if len(choices.get(made.name, ())) > (0 if attempt.asks else 1):
                choices[made.name].pop(0)
        more = changes(board, one.effects, plan.roles)
        resolutions.append(one)
        events += more
        board = board.after(more)
    dice.finish()
    changed = (
        (say("The rules have changed since the question was asked; some dice were asked anew."),)
        if dice.changed
        else ()
    )
    return Done(resolutions, events, board, (*attempt.notes, *changed))


def _resolved(
    board: Board, plan: Planned, dice: TableDice, choices: Mapping[str, list[str]], attempt: Attempt
) -> Resolution:
    action, names = board.system.actions[plan.action], names_of(board.game.units, plan.roles)
    try:
        found = resolve(board.system, action, plan.facts, board.book, dice, choices, attempt.asks)
        return found._replace(text=in_names(found.text, names))
    except DiceNeeded as needed:
        side = side_throwing(board, plan, needed.throw, attempt.request.side)
        unit = None if needed.throw.side is not None else unit_of(plan, needed.throw.by)
        question = _dice_question(needed) | {"unit": unit, "names": names}
        raise QuestionRaised("dice", question, side, _so_far(attempt, dice)) from None
    except DecisionNeeded as needed:
        side = side_deciding(board, plan, needed.decision)
        question = _decision_question(needed, _prospects(action, needed, choices), names)
        question |= {"unit": unit_of(plan, needed.decision.by), "names": names}
        raise QuestionRaised("decision", question, side, _so_far(attempt, dice)) from None


def _seen_question(order: ResolvedCommand, seen: Seen) -> dict[str, Any]:
    faces = " ".join(map(str, seen.faces))
    return {
        "question": say("use dice already seen ({faces}) for another command: {title}", faces=faces, title=order.title),
        "groups": [*seen.groups],
    }


def _so_far(attempt: Attempt, dice: TableDice) -> Attempt:
    return replace(attempt, thrown=list(dice.thrown), typed=dice.left() or None)


def _hands(board: Board, plan: Planned, attempt: Attempt) -> Any:
    """Whose dice each throw of this action is made with, as the sides agreed."""

    def hands(throw: Throw[Any]) -> str | None:
        side = side_throwing(board, plan, throw, attempt.request.side)
        if side is not None and attempt.own and attempt.own[0] == side:
            return attempt.own[1]
        return board.game.dice.get(side or "")

    return hands


class _Thrown(Exception):
    """The bot would throw here: nothing beyond is known."""


def known_ahead(board: Board, order: ResolvedCommand, stopped: QuestionRaised) -> list[Mapping[str, Any]]:
    """Further throws of the same side whose size does not depend on the one that is asked for.

    Found by playing on with the lowest faces there are, and with the highest: what is asked for both times is sure.
    """
    found: list[Mapping[str, Any]] = []
    low = high = stopped.attempt
    question: Mapping[str, Any] = stopped.question
    while len(found) < MOST_AHEAD:
        low, high = _with_faces(low, question, 1), _with_faces(high, question, question["sides"])
        first, second = _asked_next(board, order, low), _asked_next(board, order, high)
        if first is None or second is None or not first.side == second.side == stopped.side:
            break
        if dict(first.question) != dict(second.question):
            break
        question = first.question
        found.append(question)
    return found


def _with_faces(attempt: Attempt, question: Mapping[str, Any], face: int) -> Attempt:
    faces = [face] * question["count"]
    thrown = Thrown(label=question["label"], sides=question["sides"], faces=faces, source="physical", queued=0)
    return replace(attempt, thrown=[*attempt.thrown, thrown])


def _asked_next(board: Board, order: ResolvedCommand, attempt: Attempt) -> QuestionRaised | None:
    def nothing(throw: Throw[Any], count: int, label: str) -> Faces:
        raise _Thrown

    try:
        play_out(board, order, attempt, Dice(nothing, {}))
    except QuestionRaised as stopped:
        return stopped if stopped.kind == "dice" else None
    except _Thrown:
        return None
    return None


def _dice_question(needed: DiceNeeded) -> dict[str, Any]:
    throw = needed.throw
    return {
        "counts": isinstance(throw.reading, Successes),
        "label": needed.label,
        "count": needed.count,
        "sides": throw.sides,
        "needed": throw.needed,
        "ledger": [line(one) for one in throw.ledger],
    }


def _prospects(action: Action, needed: DecisionNeeded, choices: Mapping[str, list[str]]) -> dict[str, str]:
    """What each option comes to on average from here, in the numbers that differ between them."""
    values = [offer.value for offer in _offers(needed)]
    if needed.frame is None or len(values) > MOST_WEIGHED:
        return {}
    weighed: dict[str, dict[str, Fraction]] = {}
    open_ended = False
    for value in values:
        dist = Odds({**choices, needed.decision.name: [value]}).after(needed.frame)
        open_ended |= len(dist.weights) > 1
        weighed[value] = means(action, dist)
    if not open_ended:
        return {}
    first, *rest = weighed.values()
    told = [name for name in first if name not in action.asides]
    differ = [name for name in told if any(other.get(name) != first[name] for other in rest)]
    return {value: listed([_average(name, found[name]) for name in differ]) for value, found in weighed.items()}


def _average(name: str, value: Fraction) -> str:
    exact = value.denominator == 1
    return f"{int(value) if exact else f'{float(value):.1f}'} {spoken(name)}"


def _offers(needed: DecisionNeeded) -> tuple[Offer, ...]:
    decision = needed.decision
    return decision.offers(*needed.situation) or tuple(Offer(option, option) for option in decision.options)


def _decision_question(needed: DecisionNeeded, prospects: Mapping[str, str], names: Names) -> dict[str, Any]:
    decision = needed.decision
    offers = [[offer.value, in_names(offer.label, names)] for offer in _offers(needed)]
    return {
        "prospects": dict(prospects),
        "name": decision.name,
        "question": in_names(say(decision.question), names),
        "offers": offers,
        "default": decision.default,
        "rule": decision.rule,
    }
