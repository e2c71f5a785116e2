"""Texts of an opponent: an order in a player's words, its reason, and the options considered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.command.legality import command_of
from rules.command.opponent_table import Stance
from rules.command.system import Board
from rules.kernel.text import NOTHING, Joined, Sentence, Text
from rules.opponent.choice import ChosenOrder, Decided, RankedOption
from rules.opponent.options import Option
from rules.opponent.sight import Intent, Moved
from rules.opponent.view import Worth

STANCE_TEXTS: Mapping[Stance, Text] = {
    "balanced": Text("Compares the likely effect with the danger."),
    "careful": Text("Stays in cover and out of danger."),
    "reckless": Text("Moves closer and shoots first."),
    "hold": Text("Stays where it is, above all at objectives."),
}
"""Description of each stance in a line, the usual one first."""
MOST_TOLD = 6
"""Most options that are shown for one order."""


def order_text(board: Board, option: Option) -> Text:
    """Return the instruction for the table, in one sentence."""
    request, move = option.request, option.move
    if move is not None:
        return _move_text(board, option, move)
    command = command_of(board, request)
    title = command.title if command else NOTHING
    if not request.unit:
        labels = [one.label for one in command.actions if one.code == request.action] if command else []
        return Text("{order}.", order=labels[0] if labels else title)
    unit = board.unit(request.unit[0])
    if request.target:
        target = board.unit(request.target[0])
        return Text("{unit}: {order} at {target}.", unit=unit.ref, order=title, target=target.ref)
    labels = [one.label for one in command.actions_of(board, unit) if one.code == request.action] if command else []
    if labels:
        return Text("{unit}: {order}, {action}.", unit=unit.ref, order=title, action=labels[0])
    return Text("{unit}: {order}.", unit=unit.ref, order=title)


def _move_text(board: Board, option: Option, move: Moved) -> Text:
    unit, inches = board.unit(option.unit).ref, move.inches
    match move.intent:
        case Intent.COVER:
            return Text(
                "{unit}: move up to {inches}″ into the nearest cover, if possible with an enemy in sight.",
                unit=unit,
                inches=inches,
            )
        case Intent.OBJECTIVE:
            return Text("{unit}: move up to {inches}″ to the nearest objective.", unit=unit, inches=inches)
        case Intent.NEAREST:
            return Text(
                "{unit}: move up to {inches}″ toward the nearest enemy, through cover if there is any.",
                unit=unit,
                inches=inches,
            )
        case Intent.CONTACT:
            to = board.unit(move.toward).ref
            return Text("{unit}: move up to {inches}″ into contact with {target}.", unit=unit, inches=inches, target=to)
        case Intent.HIDE:
            return Text("{unit}: move up to {inches}″ out of sight of every enemy.", unit=unit, inches=inches)
        case Intent.BACK:
            away = board.unit(move.toward).ref
            return Text("{unit}: move up to {inches}″ away from {target}.", unit=unit, inches=inches, target=away)
        case _:
            to = board.unit(move.toward).ref
            return Text(
                "{unit}: move up to {inches}″ toward {target}, through cover if there is any.",
                unit=unit,
                inches=inches,
                target=to,
            )


def _then_text(board: Board, option: Option) -> Text:
    """Return the unit's likely next option, in a few words."""
    request, move, command = option.request, option.move, command_of(board, option.request)
    if move is not None:
        return _short_move(board, move)
    title = command.title if command else NOTHING
    if request.target:
        return Text("{order} at {target}.", order=title, target=board.unit(request.target[0]).ref)
    return Text("{order}.", order=title)


def _short_move(board: Board, move: Moved) -> Text:
    match move.intent:
        case Intent.COVER:
            return Text("into cover.")
        case Intent.OBJECTIVE:
            return Text("to an objective.")
        case Intent.HIDE:
            return Text("out of sight.")
        case Intent.NEAREST:
            return Text("toward the nearest enemy.")
        case Intent.CONTACT:
            return Text("into contact with {target}.", target=board.unit(move.toward).ref)
        case Intent.BACK:
            return Text("away from {target}.", target=board.unit(move.toward).ref)
        case _:
            return Text("toward {target}.", target=board.unit(move.toward).ref)


# Reasons: the greatest part of its worth, then the unit's next option.


def reason(board: Board, ordered: ChosenOrder) -> Text:
    """Return the reason for an order, in a sentence or two."""
    chosen = ordered.chosen
    why = _greatest_part(chosen.gain)
    lines = [why] if why else []
    if chosen.then:
        lines.append(Text("Then, if it goes well: {order}", order=_then_text(board, chosen.then[0])))
    return Joined(lines)


def method_remarks(ordered: ChosenOrder) -> list[Text]:
    """Return remarks on the method, if it was not by exact odds alone."""
    lines: list[Text] = []
    if ordered.face:
        lines.append(Text("The die chose it from {n} equally good orders.", n=len(ordered.ties)))
    if ordered.hurried:
        lines.append(Text("There was no time to compare everything."))
    if not ordered.chosen.exact:
        lines.append(Text("The odds are estimated."))
    return lines


def _greatest_part(gain: Worth) -> Text:
    lead, attack, danger, ground = (round(100 * part) for part in gain)
    best = max(lead, attack, danger, ground)
    if best <= 0:
        return NOTHING
    if best == lead:
        return Text("Expected gain: {n} % of a side's strength.", n=lead)
    if best == danger:
        return Text("Less danger for its side: {n} % of its strength.", n=danger)
    if best == attack:
        return Text("Prepares a stronger attack: {n} % of the enemy's strength.", n=attack)
    return Text("Gains ground.")


def choices(board: Board, weighed: Sequence[RankedOption]) -> list[Text]:
    """Return the options considered, the best first, each with its gain in percent of a side's strength, by part.

    Options of the same value share a line.
    """
    groups = dict[tuple[int, ...], list[RankedOption]]()
    for one in weighed:
        groups.setdefault(tuple(round(100 * part) for part in (one.gain.total, *one.gain)), []).append(one)
    return [_choice_text(board, gain, alike) for gain, alike in list(groups.items())[:MOST_TOLD]]


def _choice_text(board: Board, gain: Sequence[int], alike: Sequence[RankedOption]) -> Text:
    total, lead, attack, danger, ground = gain
    parts = [Text("now {n:+} %", n=lead)] if lead else []
    parts += [Text("next attack {n:+} %", n=attack)] if attack else []
    if danger:
        safer = Text("{n} % less danger", n=danger)
        parts.append(safer if danger > 0 else Text("{n} % more danger", n=-danger))
    parts += [Text("ground {n:+} %", n=ground)] if ground else []
    others = len(alike) - 1
    order: Text = order_text(board, alike[0].option)
    if others:
        order = Joined([order, Text("{n} more like it.", n=others)], " ")
    text = Text("{total:+} %: {order}", total=total, order=order)
    return Joined([text, Sentence(Joined(parts, ", "))], " ") if parts else text


def faces_text(board: Board, ordered: ChosenOrder) -> list[Text]:
    """Return the order for each face of the die that chooses among orders."""
    ties = enumerate(ordered.ties, 1)
    return [Text("{face}: {order}", face=face, order=order_text(board, one.weighed.option)) for face, one in ties]


# Decisions within a play.


def decision_reason(labels: Mapping[str, Text], side: str, decided: Decided) -> Text:
    """Return the reason for a decision, with the names of its choices."""
    label = labels.get(decided.value, Text(decided.value))
    others = [decided.worth[one] for one in decided.worth if one != decided.value]
    if not others:
        return Text("{side} decides: {choice}, without a comparison.", side=side, choice=label)
    more = round(100 * (decided.worth[decided.value] - max(others)))
    if more <= 0:
        return Text("{side} decides: {choice}. No choice is better.", side=side, choice=label)
    return Text(
        "{side} decides: {choice}. {n} % of a side's strength better than the next best.",
        side=side,
        choice=label,
        n=more,
    )


def decision_choices(labels: Mapping[str, Text], decided: Decided) -> list[Text]:
    """Return the choices considered for a decision, the best first."""
    best = sorted(decided.worth, key=lambda one: -decided.worth[one])
    return [
        Text("{total:+} %: {choice}", total=round(100 * decided.worth[one]), choice=labels.get(one, Text(one)))
        for one in best[:MOST_TOLD]
    ]
