"""Evenings of a system without a bot: random commands on a board, and the rules' answers as lines of text."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from random import Random
from typing import Any

from data import system_of
from data.files import sample_forces
from rules.command.at_fault import options_at_fault
from rules.command.effects import changes, initial_rulings, settle_board
from rules.command.force import muster_units, specs
from rules.command.legality import Legality, best_legality, command_of, legality_of
from rules.command.next_steps import Step, steps
from rules.command.planned import CommandPlan, Planned
from rules.command.split_fire import can_split
from rules.command.system import Board
from rules.command.turn_steps import turn_steps
from rules.game.entry import Entry
from rules.game.events import Event, UnitPlaced
from rules.game.game import Game
from rules.game.table_events import SidesNamed
from rules.game.unit import Unit
from rules.kernel.action import Action, Played, main_outcome
from rules.kernel.dice import Line, Roll
from rules.kernel.distribution import chance_of_each_effect
from rules.kernel.errors import RulesError
from rules.kernel.facts import MissingFacts
from rules.kernel.plays import Play
from rules.kernel.request import Request
from rules.kernel.resolve import Choices, odds, parse_choices, resolve
from rules.kernel.serialise import play_of, to_plain
from rules.kernel.table import Faces
from rules.kernel.wording import ENGLISH
from rules.opponent.forecast import chance_roller
from tests.soak import orders

SIDES = ("Red", "Blue")
ORDERS = 100
SEEDS = {"fubar": 0, "bayonet": 3, "openfire_d12": 5, "opreb": 7, "openfire_ww2": 1}
"""The seed out of eight with the highest coverage of the system."""
ASKED, DRAWN, BENT = 3, 12, 0.4
"""Most forms filled in, most commands drawn to find a legal one, and the rate of confirmed warnings."""


def empty_board(key: str) -> Board:
    """Return a game of a system without units."""
    system, game = system_of(key), Game()
    for event in (*initial_rulings(system), SidesNamed(sides=SIDES)):
        game.apply(event)
    return Board.of(game, system)


def board_of(key: str) -> Board:
    """Return a game of a system's sample forces at its beginning."""
    board = empty_board(key)
    system, game = board.system, board.game
    for side, force in zip(SIDES, system.about.demo, strict=True):
        for unit in muster_units(system, game, side, specs(system, sample_forces(key)[force]), None):
            game.apply(UnitPlaced(unit=unit))
    return board


def first_entry(board: Board) -> Entry:
    """Return the entry with which a game begins."""
    units = [UnitPlaced(unit=unit) for unit in board.game.units.values()]
    events = (*initial_rulings(board.system), SidesNamed(sides=SIDES), *units)
    return Entry(number=0, command="game demo", by="", at=0.0, events=events)


@cache
def evening(key: str) -> Evening:
    """Return an evening of a system, played once per process."""
    found = Evening(board_of(key), Random(f"{key} {SEEDS.get(key, 0)}"))
    found.play(ORDERS)
    return found


@dataclass
class Evening:
    """A random game, determined by its seed."""

    board: Board
    chance: Random
    number: int = 0
    lines: list[str] = field(default_factory=list[str])
    entries: list[Entry] = field(default_factory=list[Entry])
    known: dict[str, Sequence[str]] = field(default_factory=dict[str, Sequence[str]])
    bent: float = BENT
    asked: int = ASKED
    roller: Callable[[Roll, int], Faces] | None = None
    """The dice, if they are not random."""
    choices: Sequence[str] = ()
    closely: bool = False
    """True if an order shows all units, the answers to each question, and the form without a unit."""

    def play(self, orders_given: int) -> None:
        for _ in range(orders_given):
            if self.board.game.over:
                break
            self._order(self._drawn())

    def _drawn(self) -> Request:
        """Return a random command, mostly a legal one."""
        drawn = [orders.request(self.board, self.chance) for _ in range(self.chance.choice((1, DRAWN)))]
        return next((one for one in drawn if best_legality(self.board, one) <= Legality.NEEDS_INPUT), drawn[-1])

    def _say(self, word: str, *said: object) -> None:
        self.lines += [f"    {word}: {one}".replace("\n", "\n    ") for one in said if one not in ("", None)]

    def _say_anew(self, word: str, of: str, said: Iterable[str]) -> None:
        """Write facts about a unit or the turn if they have changed."""
        found = tuple(said)
        if found != self.known.get(f"{word} {of}", ()):
            self._say(word, *(found or ("nothing",)))
        self.known[f"{word} {of}"] = found

    def _order(self, request: Request) -> None:
        command = command_of(self.board, request)
        assert command is not None
        self.number += 1
        self.lines.append(f"{self.number}. {_request(request)}")
        if request.unit or "unit" not in command.needs:
            self._say("menus", best_legality(self.board, request).name.lower())
        self._form(request)
        for _ in range(self.asked):
            try:
                found = command.plan(self.board, request)
            except MissingFacts as missing:
                self._say("asked", *(f"{one.option}: {ENGLISH(one.question)}" for one in missing.asks))
                answers = [one for ask in missing.asks for one in ask.choices] if self.closely else []
                self._say("choice", *(f"{one.code}: {ENGLISH(one.label)}" for one in answers))
                self._say("left open", *map(ENGLISH, missing.faults[len(missing.asks) :]))
                request = replace(request, **orders.facts(missing.asks, request, self.chance))
            except RulesError as error:
                self._refused(request, error)
                return
            else:
                self._found(request, found)
                return

    def _form(self, request: Request) -> None:
        """Write the options of a form for the request."""
        command = command_of(self.board, request)
        assert command is not None
        if request.unit or self.closely:
            order = command.on(self.board, request)
            self._say("situations", " ".join(one.code for one in command.situations_of(self.board, request)))
            self._say("usual", " ".join(order.usual()))
            ask = order.distance_asked()
            self._say("distance", ENGLISH(ask.question) if ask else "")
            if self.closely and request.unit:
                self._say("may join", " ".join(unit.id for unit in order.joiners()))
                self._say("blast", order.blast() or "")
            if request.unit and legality_of(self.board, request) is Legality.OK:
                self._say("far", order.inches())

    def _refused(self, request: Request, error: RulesError) -> None:
        self._say("refused", ENGLISH(error.text), getattr(error, "rule", ""))
        self._say("at fault", " ".join(options_at_fault(self.board, request)))
        if request.command == "fire" and can_split(self.board, request):
            self._say("split", "each target gets weapons of its own")

    def _found(self, request: Request, found: CommandPlan) -> None:
        self._say("title", ENGLISH(found.title))
        self._say("warned", *map(ENGLISH, found.warnings))
        self._say("again", *map(ENGLISH, found.repeats))
        self._say("ends", *(f"{one.side}: {ENGLISH(one.left)}" for one in found.ends))
        if found.instead:
            self._say("instead", f"{ENGLISH(found.instead.label)} {_request(found.instead.request)}")
        if found.warnings and self.chance.random() > self.bent:
            return
        before, events, plays = self.board, list[Event](), list[Play]()
        try:
            played = [self._played(request, play, events, plays) for play in found.plays]
        except RulesError as error:
            self.board = before
            self._refused(request, error)
            return
        more = settle_board(self.board, found.after(self.board, played))
        self.board = self.board.after(more)
        self._say("note", *map(ENGLISH, found.notes(self.board, played)))
        self._say("event", *map(event_line, [*events, *more]))
        self._answers(request, before, plays, [*events, *more])
        self._after(request)

    def _played(self, request: Request, play: Planned, events: list[Event], plays: list[Play]) -> Played:
        action, book = self.board.system.actions[play.action], self.board.book
        self._say("facts", play.facts.model_dump_json(exclude_defaults=True), " ".join(play.rulings_used))
        self._odds(play)
        roller = self.roller or chance_roller(self.chance.random)
        found = resolve(self.board.system, action, play.facts, book, roller, self._choices_for(action))
        recorded = play_of(found, play.roles, self.board.origins(play.roles))
        for throw in recorded.throws:
            self._say(
                "throw",
                f"{throw.key} {throw.by} {throw.needed and throw.needed.face}+ {list(throw.faces)} {throw.rule}",
            )
            self._say("because", *map(_ledger_line, throw.ledger))
        self._say("result", ENGLISH(found.text))
        self._say("short", ENGLISH(found.short_text) if found.short_text else "")
        self._say("move", *(f"{one.unit} {one.inches} {ENGLISH(one.way)} {one.most}" for one in recorded.moves))
        self._say(
            "came to", json.dumps(recorded.outcome | dict(found.detail), default=to_plain), " ".join(recorded.leaned)
        )
        more = changes(self.board, found.effects, play.roles)
        events += more
        plays.append(recorded)
        self.board = self.board.after(more)
        return found.played

    def _choices_for(self, action: Action) -> Choices:
        """Return the decisions of an action that are made in advance."""
        names = {one.name for of in self.board.system.actions.values() for one in of.decisions}
        others = names - {one.name for one in action.decisions}
        return parse_choices(action, [one for one in self.choices if one.partition("=")[0] not in others])

    def _odds(self, play: Planned) -> None:
        action = self.board.system.actions[play.action]
        try:
            dist = odds(action, play.facts, self.board.book)
        except RulesError:
            return
        aim = action.aim(action.plan(play.facts, self.board.book))
        main = main_outcome(aim, dist) if aim else None
        if main:
            self._say("odds", f"{main.what} {main.mean} {main.wiped_out}")
        for name, share in chance_of_each_effect(action, dist, main.what if main else None).items():
            self._say("odds", f"{name} {share}")

    def _answers(self, request: Request, before: Board, plays: Sequence[Play], events: Sequence[Event]) -> None:
        """Write the possible reactions of other units."""
        side = before.unit(request.unit[0]).side if request.unit else request.side
        entry = Entry(
            number=self.number,
            command=request.command,
            by="",
            at=0.0,
            side=side,
            request=request.to_stored(),
            plays=tuple(plays),
            events=tuple(events),
            rulings=dict(self.board.game.rulings),
        )
        self.entries.append(entry)
        system = self.board.system
        found = (*system.reactions(self.board, entry), *system.late_reactions(self.board))
        self._say("answer", *(f"{ENGLISH(one.label)} {_request(one.request)}" for one in found))
        further = system.further_reactions(self.board, entry)
        self._say("further answer", *(f"{ENGLISH(one.label)} {_request(one.request)}" for one in further))
        resumed = system.resumed(self.board, entry)
        self._say("goes on", _request(resumed) if resumed else "")

    def _look_at(self, unit: Unit) -> None:
        """Write the state and the options of a unit."""
        system, hp = self.board.system, f" {list(unit.hp)}" if self.closely and unit.hp else ""
        self._say_anew("unit", unit.id, [f"{unit.name} {unit.models} {dict(unit.states)}{hp}"])
        self._say_anew("may", unit.id, map(ENGLISH, system.may(self.board, unit)))
        self._say_anew("needs", unit.id, map(ENGLISH, system.numbers(self.board, unit)))
        self._say_anew("bands", unit.id, (ENGLISH(one.label) for one in system.bands(self.board, unit)))
        self._say_anew("fights", unit.id, system.fights(unit))
        ready = system.ready_to_fire(self.board, unit)
        self._say_anew("ready", unit.id, (f"{one.count} {one.name}" for one in ready))
        self._say_anew("steps", unit.id, map(_step, steps(self.board, unit)))

    def _after(self, request: Request) -> None:
        """Write the state of the unit after a command, and the side to go."""
        game, system = self.board.game, self.board.system
        for id in game.units if self.closely else request.unit:
            if id in game.units:
                self._look_at(game.units[id])
        self._say_anew("whose", "", [ENGLISH(system.whose_go(game))] if game.holder else ())
        self._say_anew("turn", "", map(_step, turn_steps(self.board, game.holder)))
        verdict = system.victory(self.board)
        self._say_anew("ahead", "", [f"{verdict.leader}: {ENGLISH(verdict.reason)}"])


def _step(step: Step) -> str:
    return f"{ENGLISH(step.label)} ({step.legality.name.lower()}) {_request(step.request)}"


def _request(request: Request) -> str:
    kept: Mapping[str, Any] = request.to_stored()
    return " ".join(f"{name}={value}" for name, value in kept.items())


def event_line(event: Event) -> str:
    return f"{type(event).__name__} {event.model_dump_json(exclude_defaults=True)}"


def _ledger_line(line: Line) -> str:
    cause = f" ({line.cause.state} of {line.cause.unit})" if line.cause else ""
    return f"{ENGLISH(line.why)} {line.value} {line.rule}{cause}"
