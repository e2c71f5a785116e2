"""Cards to print and cut: each shows a unit's current state, with boxes to tick. A summary of the rules follows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from cogs.rendering import phone
from cogs.rendering.report.html_file import render_page
from cogs.rendering.report.reader import ReportReader
from cogs.rendering.units import profile_texts, state_text, units_in_order, weapon_numbers
from rules.command.system import Board
from rules.game.unit import Unit
from rules.kernel.action import State
from rules.kernel.request import Request, changed
from rules.kernel.text import NOTHING, Heading, Joined, Term, Text, Value, several_of

Size = Literal[9, 6]
Paper = Literal["A4", "Letter"]
ROOM: Mapping[Size, int] = {9: 24, 6: 18}
"""Rows of text on a card, by the number of cards on a sheet; a row holds as much text as one on a phone."""
_MOST_BOXES, _SPARE = 24, 4
"""Most boxes in a row, and least boxes of a counted marker."""
_HEADING = 4
"""Rows taken by a heading, which may have two lines in larger print."""
_ACROSS = 2
"""Number of markers side by side."""


class Boxes(NamedTuple):
    """A row of boxes to tick, each ticked already or not."""

    name: str
    ticked: Sequence[bool]


class CardLine(NamedTuple):
    """A line of a card: its subject, set apart, and its text."""

    about: str
    text: str = ""


class Card(NamedTuple):
    """The content of a card, from its heading down to the code that links to its table."""

    title: str
    about: str = ""
    models: Sequence[Boxes] = ()
    markers: Sequence[Boxes] = ()
    lines: Sequence[CardLine] = ()
    code: str = ""


class Sheet(NamedTuple):
    """The layout of cards on paper, and the address behind the code on each, if there is one."""

    size: Size = 9
    paper: Paper = "A4"
    link: str = ""


def unit_cards(
    words: ReportReader,
    board: Board,
    units: Iterable[Unit],
    sheet: Sheet,
    more: Mapping[str, Sequence[tuple[Value, Value]]],
) -> list[Card]:
    """Return the cards of the units; `more` are additional lines by unit id, such as honours."""
    words, code = words.at(board), _qr_code(sheet.link)
    cards = list[Card]()
    for unit in units_in_order(board, units):
        about = words(Joined([unit.side, *profile_texts(board, unit)], " · "))
        told = (*_card_lines(board, unit), *more.get(unit.id, ()))
        lines = [CardLine(words(name), words(text)) for name, text in told]
        boxes = _model_boxes(words, unit)
        card = Card(words(Heading(unit.ref)), about, boxes, _marker_boxes(words, board, unit), lines, code)
        cards += _split_card(words, card, ROOM[sheet.size])
    return cards


def _card_lines(board: Board, unit: Unit) -> Iterator[tuple[Value, Value]]:
    """Yield a unit's moves, a line per weapon with its numbers, scores needed, states without boxes, and origins."""
    if moves := list(_moves(board, unit)):
        yield Text("Moves"), Joined(moves, " · ")
    for weapon in board.system.armed(unit):
        yield several_of(weapon.count, weapon.name), weapon_numbers(board, weapon)
    if needed := board.system.numbers(board, unit):
        yield Text("Numbers"), Joined(needed, ", ")
    states = board.system.states
    for name, value in unit.states.items():
        if name in states and not states[name].quiet and not _is_box(states[name]):
            yield state_text(board, name, value), NOTHING
    for figure in unit.standing_figures:
        yield Text("★ {figure}", figure=figure.name), figure.note
    if unit.origins:
        yield Text("From earlier battles"), Joined(unit.origins.values(), "; ")


def _moves(board: Board, unit: Unit) -> Iterator[Value]:
    """Yield the ways in which a unit may move, each with its inches, or with the rule's text if they are rolled."""
    move = board.system.commands.get("move")
    if move is None:
        return
    base = Request("move", (unit.id,), side=unit.side)
    ways = [(one.name, one.label, changed(base, action=one.code)) for one in move.actions_of(board, unit)]
    for name, label, request in ways or [(move.title, move.title, base)]:
        if inches := move.on(board, request).inches():
            yield Text("{action} {inches}″", action=name or label, inches=inches)
        elif not name:
            yield label


def _model_boxes(words: ReportReader, unit: Unit) -> list[Boxes]:
    """Return a box for each model, those out of action ticked, and for each hit point of the whole unit, in rows."""
    boxes = list[Boxes]()
    if unit.starting > _MOST_BOXES:
        boxes = [Boxes(words.say("Models {models} of {starting}", models=unit.models, starting=unit.starting), ())]
    elif unit.starting > 1 or not unit.hp:
        boxes = [_tick_boxes(words.say("Models"), unit.starting - unit.models, unit.starting)]
    each, left = unit.profile.get("hp"), sum(unit.hp)
    every = max(left, unit.starting * each if isinstance(each, int) else 0) if unit.hp else 0
    ticked = [at < every - left for at in range(every)]
    rows = [ticked[at : at + _MOST_BOXES] for at in range(0, every, _MOST_BOXES)]
    return boxes + [Boxes("" if nth else words.say("Hit points"), row) for nth, row in enumerate(rows)]


def _marker_boxes(words: ReportReader, board: Board, unit: Unit) -> list[Boxes]:
    """Return a box for each marker that the kind of unit can have, several for a counted one."""
    field = board.system.profile.model_fields.get("kind")
    kind = unit.profile.get("kind") or (field.default if field else None)
    states = [one for one in board.system.states.values() if _is_box(one) and (not one.kinds or kind in one.kinds)]
    return [
        _tick_boxes(words.plain(Term(one.name)), unit.count(one.name), 1 if one.holds == "flag" else _SPARE)
        for one in states
    ]


def _is_box(state: State) -> bool:
    return state.marker and state.holds in ("flag", "count")


def _tick_boxes(name: str, ticked: int, most: int) -> Boxes:
    return Boxes(name, [at < ticked for at in range(min(max(ticked, most), _MOST_BOXES))])


def reference_cards(words: ReportReader, board: Board, sheet: Sheet) -> list[Card]:
    """Return the summary of the rules: each topic in the bot's own words."""
    topics = board.system.topics.values()
    lines = [CardLine(words(one.title), words(one.text)) for one in topics]
    return _split_card(
        words, Card(words.say("{system} in short", system=board.system.name), lines=lines), ROOM[sheet.size]
    )


def _split_card(words: ReportReader, card: Card, room: int) -> list[Card]:
    """Split a card with too many lines into several."""
    taken = _HEADING + phone.row_count([card.about]) + len(card.models) + -(-len(card.markers) // _ACROSS)
    parts, left = [card._replace(lines=())], room - taken
    for line in card.lines:
        need = phone.row_count([f"**{line.about}** {line.text}"])
        if need > left and parts[-1].lines:
            on = words.say("{name} (continued)", name=card.title)
            parts, left = [*parts, Card(on)], room - _HEADING
        parts[-1] = parts[-1]._replace(lines=[*parts[-1].lines, line])
        left -= need
    return parts


def cards_file(words: ReportReader, title: str, cards: Sequence[Card], sheet: Sheet) -> bytes:
    """Return the page with all cards, ready to be printed."""
    sheets = [cards[at : at + sheet.size] for at in range(0, len(cards), sheet.size)]
    values: dict[str, Any] = {"title": title, "language": words.language.code, "sheets": sheets, "sheet": sheet}
    return render_page("cards.html.jinja", **values)


def _qr_code(link: str) -> str:
    """Return a QR code as an SVG data URI; empty without a link."""
    if not link:
        return ""
    # Imported with the first card.
    import segno

    return segno.make(link, error="m", micro=False).svg_data_uri(border=2)
