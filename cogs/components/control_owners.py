"""The players who may use a control, and for whom it changes anything; a phone leaves it out for all others."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache

from bot.errors import Refusal
from bot.game.people import OPPONENT, Person
from bot.game.permissions import require_answerer, require_commander, voices
from bot.game.questions import ConsentQuestion
from bot.game.registry import ActiveGame
from bot.resolution.cancel import require_right_to_drop
from bot.resolution.result import OpenQuestion
from cogs.components.controls import CLICKED, ControlId, OrderId, QuestionId, find_handler, parse_click, parse_request
from cogs.components.play import reaction_menu, unit_menu
from cogs.components.play.control_row import CommandMenu, FoeMenu, ShowNextSteps, TakeStep
from cogs.components.play.entry_buttons import CarryOutRequest
from cogs.components.questions.question_view import AgreeToRequest, CancelCommand, RefuseRequest, ShowQuestion
from cogs.components.setup.setup_wizard import ChooseDice
from rules.command.turn_steps import is_setup_act, waiting_units
from rules.game.entry import Entry, requests_in
from rules.kernel.request import Request

Check = Callable[[Person], object]
"""A function that raises Refusal for a person who may not use a control."""


def control_owners(
    live: ActiveGame,
    asked: Sequence[OpenQuestion],
    entries: Mapping[int, Entry],
    controls: Mapping[str, Sequence[str]],
) -> dict[str, list[str]]:
    """Return the ids of the players who may use each control; controls for all players or for none are left out.

    `controls` are the values of the options of a menu, none for a button, by id; `entries` are those of
    `requesting_entries`, by number.
    """
    players = [Person(one.id, one.name) for one in live.game.players.values() if one.id != OPPONENT.id]
    owners = dict[str, list[str]]()
    for id, values in controls.items():
        about = _read_control(id)
        some = _units_offered(live, entries, about, values)
        checks = _commander_checks(live, some) if some else [*_checks_of(live, asked, entries, about)] if about else []
        passes = any if some else all
        found = [one.id for one in players if not checks or passes(_passes(check, one) for check in checks)]
        if isinstance(about, ChooseDice):
            # A side that rolls those dice already has nothing to choose.
            sides = {id: live.game.players[id].side for id in found}
            found = [id for id, side in sides.items() if not side or live.game.dice.get(side, "bot") != about.mode]
        if found and len(found) < len(players):
            owners[id] = found
    return owners


def requesting_entries(ids: Iterable[str]) -> set[int]:
    """Return the entries whose requested steps or reactions have a button among these, whose id names no unit."""
    return {
        about.number for id in ids if isinstance(about := _read_control(id), CarryOutRequest | reaction_menu.ReactAny)
    }


@lru_cache(1000)
def _read_control(id: str) -> ControlId | None:
    # The controls of all messages are read again at every change.
    click = parse_click(id)
    handler = find_handler(CLICKED, click) if click else None
    try:
        return handler.about.read(click.about) if click and handler else None
    except Refusal:
        return None


def _passes(check: Check, who: Person) -> bool:
    try:
        check(who)
    except Refusal:
        return False
    return True


def _checks_of(
    live: ActiveGame, asked: Sequence[OpenQuestion], entries: Mapping[int, Entry], about: ControlId
) -> Iterable[Check]:
    """Return the checks of permission that a click on a control must pass."""
    if isinstance(about, QuestionId):
        found = next((one for one in asked if (one.row.id, one.row.step) == about.reference), None)
        return [_answer_check(found, about)] if found and not isinstance(about, ShowQuestion) else []
    request = about.request if isinstance(about, TakeStep) else _requested(about, entries)
    if isinstance(about, ShowNextSteps) or (request and request.command in ("turn end", "turn phase")):
        holder = None if live.system.late_reactions(live.board) else live.game.holder
        return [lambda who: require_commander(live.game, who, holder)] if holder else []
    return _commander_checks(live, _units_of(about, entries))


def _commander_checks(live: ActiveGame, ids: Iterable[str]) -> list[Check]:
    units = (live.game.all_units.get(id) for id in ids)
    return [
        lambda who, unit=unit: require_commander(live.game, who, unit.side, unit.id)
        for unit in units
        if unit is not None
    ]


def _units_offered(
    live: ActiveGame, entries: Mapping[int, Entry], about: ControlId | None, values: Iterable[str]
) -> list[str]:
    """Return the units that a control offers; it is for the players who command any of them.

    The steps of the turn and all controls in a menu do not count: a player who waits has no use for its units.
    """
    board = live.board
    match about:
        case reaction_menu.ReactMenu() | CommandMenu() if live.game.holder:
            return [*_units_in(values)]
        case reaction_menu.ReactLate():
            return [one.unit for one in board.system.late_reactions(board)]
        case TakeStep() if not about.request.unit and is_setup_act(board, about.request.action):
            return waiting_units(board, about.request.action)
        case reaction_menu.ReactAny() if about.number in entries:
            return [one.unit for one in reaction_menu.open_reactions(board, entries[about.number])]
        case _:
            return []


def _units_in(values: Iterable[str]) -> Iterable[str]:
    """Yield the units that the options of a menu order."""
    for value in values:
        step = value.removeprefix(unit_menu.STEP)
        if step != value:
            yield from parse_request(step).unit
        else:
            yield value.lstrip(f"{unit_menu.SPLIT}{unit_menu.ODDS}").partition("/")[0]


def _answer_check(asked: OpenQuestion, about: QuestionId) -> Check:
    game, question, asker = asked.live.game, asked.question, asked.row.asked_by
    if isinstance(about, CancelCommand):
        return lambda who: require_right_to_drop(asked, who)
    if isinstance(question, ConsentQuestion) and isinstance(about, AgreeToRequest | RefuseRequest):
        return lambda who: voices(game, who, question.groups, asker)
    return lambda who: require_answerer(game, who, question, asker)


def _requested(about: ControlId, entries: Mapping[int, Entry]) -> Request | None:
    """Return the step that a note of an entry requests, if a control takes it."""
    if not isinstance(about, CarryOutRequest) or about.number not in entries:
        return None
    return requests_in(entries[about.number]).get(about.nth, (None, None))[1]


def _units_of(about: ControlId, entries: Mapping[int, Entry]) -> Sequence[str]:
    """Return the units that a control orders."""
    if isinstance(about, CarryOutRequest):
        request = _requested(about, entries)
        return request.unit if request else ()
    if isinstance(about, OrderId):
        return about.request.unit
    return (about.unit,) if isinstance(about, reaction_menu.React | FoeMenu) else ()
