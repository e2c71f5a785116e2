"""Cards to print and cut: a unit on each as it stands, with boxes to tick, and the rules of its system in short."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from cogs.rendering import phone
from cogs.rendering.report.html_file import page
from cogs.rendering.report.reader import ReportReader
from cogs.rendering.units import facts_of, in_order, numbers_of, state_text
from rules.command.system import Board
from rules.game.unit import Unit
from rules.kernel.action import State
from rules.kernel.text import NOTHING, Heading, Joined, Plural, Term, Text, Value, several

Size = Literal[9, 6]
Paper = Literal["A4", "Letter"]
ROOM: Mapping[Size, int] = {9: 24, 6: 18}
"""Rows of text on a card, of so many on a sheet; a row takes as much text as one on a phone."""
_MOST_BOXES, _SPARE = 24, 4
"""Boxes in a row, and those that a counted marker has at least."""
_HEADING = 4
"""Rows that a heading takes: it may have two lines of its own, in larger print."""
_ACROSS = 2
"""Markers beside each other."""


class Boxes(NamedTuple):
    """Boxes to tick in a row, and whether each is ticked already."""

    name: str
    ticked: Sequence[bool]


class CardLine(NamedTuple):
    """A line of a card: what it is about, set apart, and what is said of that."""

    about: str
    text: str = ""


class Card(NamedTuple):
    """What stands on a card, from its heading down to the code that leads to its table."""

    title: str
    about: str = ""
    models: Sequence[Boxes] = ()
    markers: Sequence[Boxes] = ()
    lines: Sequence[CardLine] = ()
    code: str = ""


class Sheet(NamedTuple):
    """How cards are laid on paper, and the address behind the code on each; none where there is nothing to lead to."""

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
    """The cards of those units; what is told of one besides, such as its honours, is in `more` by its id."""
    words, code = words.at(board), _code(sheet.link)
    made = [_card(words, board, unit, code, more.get(unit.id, ())) for unit in in_order(board, units)]
    return [part for card in made for part in _dealt(words, card, ROOM[sheet.size])]


def _card(words: ReportReader, board: Board, unit: Unit, code: str, more: Sequence[tuple[Value, Value]]) -> Card:
    profile = facts_of(board.system.profile, unit.profile)
    profile += [Text("Medic")] if unit.medic else []
    profile += [Plural("{n} point", "{n} points", unit.points)] if unit.points else []
    about = words(Joined([unit.side, *profile], " · "))
    told = [CardLine(words(about), words(text)) for about, text in (*_told(board, unit), *more)]
    return Card(words(Heading(unit.ref)), about, _models(words, unit), _markers(words, board, unit), told, code)


def _told(board: Board, unit: Unit) -> Iterator[tuple[Value, Value]]:
    """A line a weapon with its numbers, what the unit needs, the states that no box can show, where it comes from."""
    for weapon in board.system.armed(unit):
        yield several(weapon.count, weapon.name), numbers_of(board, weapon)
    if needed := board.system.numbers(board, unit):
        yield Text("Numbers"), Joined(needed, ", ")
    states = board.system.states
    for name, value in unit.states.items():
        if name in states and not states[name].quiet and not _is_box(states[name]):
            yield state_text(board, name, value), NOTHING
    if unit.origins:
        yield Text("From earlier battles"), Joined(unit.origins.values(), "; ")


def _models(words: ReportReader, unit: Unit) -> list[Boxes]:
    """A box for each model, those out of action ticked, and one for each hit point that is left."""
    found: list[Boxes] = []
    if unit.starting <= _MOST_BOXES and not (unit.starting == 1 and unit.hp):
        found.append(_boxes(words.say("Models"), unit.starting - unit.models, unit.starting))
    if 0 < sum(unit.hp) <= _MOST_BOXES:
        found.append(_boxes(words.say("Hit points"), 0, sum(unit.hp)))
    return found or [Boxes(words.say("Models {models} of {starting}", models=unit.models, starting=unit.starting), ())]


def _markers(words: ReportReader, board: Board, unit: Unit) -> list[Boxes]:
    """A box for each marker of the rules that is on or off, several for one that is counted."""
    states = [one for one in board.system.states.values() if _is_box(one)]
    return [
        _boxes(words.plain(Term(one.name)), unit.count(one.name), 1 if one.holds == "flag" else _SPARE)
        for one in states
    ]


def _is_box(state: State) -> bool:
    return state.marker and state.holds in ("flag", "count")


def _boxes(name: str, ticked: int, most: int) -> Boxes:
    return Boxes(name, [at < ticked for at in range(min(max(ticked, most), _MOST_BOXES))])


def reference_cards(words: ReportReader, board: Board, sheet: Sheet) -> list[Card]:
    """The rules in short: each topic in our own words."""
    topics = board.system.topics.values()
    lines = [CardLine(words(one.title), words(one.text)) for one in topics]
    return _dealt(words, Card(words.say("{system} in short", system=board.system.name), lines=lines), ROOM[sheet.size])


def _dealt(words: ReportReader, card: Card, room: int) -> list[Card]:
    """A card whose lines are more than it has room for goes on upon the next."""
    taken = _HEADING + phone.rows([card.about]) + len(card.models) + -(-len(card.markers) // _ACROSS)
    parts, left = [card._replace(lines=())], room - taken
    for line in card.lines:
        need = phone.rows([f"**{line.about}** {line.text}"])
        if need > left and parts[-1].lines:
            on = words.say("{name} (continued)", name=card.title)
            parts, left = [*parts, Card(on)], room - _HEADING
        parts[-1] = parts[-1]._replace(lines=[*parts[-1].lines, line])
        left -= need
    return parts


def cards_file(words: ReportReader, title: str, cards: Sequence[Card], sheet: Sheet) -> bytes:
    """The page with all cards, ready to be printed."""
    sheets = [cards[at : at + sheet.size] for at in range(0, len(cards), sheet.size)]
    values: dict[str, Any] = {"title": title, "language": words.language.code, "sheets": sheets, "sheet": sheet}
    return page("cards.html.jinja", **values)


def _code(link: str) -> str:
    """A QR code as the picture of an SVG in an address of its own; empty without a link."""
    if not link:
        return ""
    # Loaded with the first card.
    import segno

    return segno.make(link, error="m", micro=False).svg_data_uri(border=2)
