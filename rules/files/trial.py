"""Trial games of a system file, without the bot: the properties of every system are checked after each command."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, NamedTuple

from rules.command import effects, tries
from rules.command.force import muster_units, specs
from rules.command.legality import Legality, best_legality, command_of
from rules.command.planned import CommandPlan
from rules.command.system import Board
from rules.files.file_system import FileSystem
from rules.game.entry import Entry, play_back
from rules.game.events import Event, UnitPlaced
from rules.game.game import Game
from rules.game.table_events import SidesNamed
from rules.kernel import serialise
from rules.kernel.action import Played
from rules.kernel.errors import RulesError
from rules.kernel.facts import MissingFacts
from rules.kernel.play_faults import play_faults
from rules.kernel.plays import Play
from rules.kernel.request import Request, changed
from rules.kernel.resolve import Resolution, odds, resolve
from rules.kernel.table import Given, Roller
from rules.kernel.wording import ENGLISH

Pick = Callable[[int], int]
"""Returns a random number below the given one."""
GAMES, COMMANDS = 5, 60
COMMANDS_OF_TURN = 12
"""Commands after which a game goes on to its next turn, if it has not by itself."""
ODDS_CHECKED = 60
"""Plays whose exact odds are compared with their dice."""
MENU_INTERVAL = 5
"""Commands between two checks of the menus."""
ENDLESS_AFTER = 6
"""How often a state must have been set without an end to count as endless."""
SIDES = ("Red", "Blue")
MOST_LABEL = 80
"""Characters that Discord shows on a button."""
DISTANCES = tuple(map(Decimal, (1, 4, 8, 12, 18, 24, 36)))


class TrialCheck(NamedTuple):
    """One property of a system: a sentence, the number of cases checked, and the faults found, each with its place."""

    says: str
    looked_at: int
    faults: Sequence[str]


def begin(system: FileSystem) -> tuple[Board, Entry]:
    """Return a game of the demo's forces, and the entry that begins it."""
    game = Game()
    events: list[Event] = [*effects.initial_rulings(system), SidesNamed(sides=SIDES)]
    for side, force in zip(SIDES, system.about.demo, strict=True):
        board = game.with_events(events)
        events += [
            UnitPlaced(unit=one) for one in muster_units(system, board, side, specs(system, system.forces[force]))
        ]
    entry = Entry(number=1, command="game demo", by="", at=0.0, events=tuple(events))
    entry.apply(game)
    return Board.of(game, system), entry


@dataclass
class SelfPlay:
    """Games of a system with itself; `pick` chooses commands and `roller` rolls."""

    system: FileSystem
    pick: Pick
    roller: Roller
    faults: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    counts: Counter[str] = field(default_factory=Counter[str])
    board: Board = field(init=False)
    entries: list[Entry] = field(default_factory=list[Entry])
    possible: set[str] = field(default_factory=set[str])
    """Commands and actions that a unit could take at least once."""
    orders: Counter[str] = field(default_factory=Counter[str])
    begun: Counter[str] = field(default_factory=Counter[str])
    ended: Counter[str] = field(default_factory=Counter[str])
    place: str = ""

    def play(self, games: int = GAMES, commands: int = COMMANDS) -> Sequence[TrialCheck]:
        """Play some games and return their findings."""
        for game in range(games):
            self.board, first = begin(self.system)
            self.entries = [first]
            for nth in range(commands):
                request = self._next_request(nth)
                if request is None or self.board.game.over:
                    break
                self.place = f"game {game + 1}, command {nth + 1}, {tries.typed_words(request, self.board)}"
                self._carry_out(request)
                if nth % MENU_INTERVAL == 0:
                    self.counts["menus"] += 1
                    units = list(self.board.game.units.values())
                    for fault in tries.misdeclared_commands(self.board, [units[nth // MENU_INTERVAL % len(units)]]):
                        self._note("menus", f"{self.place}: {fault}")
            self.counts["undo"] += 1
            if _state(play_back(self.entries)) != _state(self.board.game):
                self._note("undo", f"{self.place}: the record of the game adds up to another one")
        return self._checks(games, commands)

    # A command.

    def _next_request(self, nth: int) -> Request | None:
        """Return a command that may be given: of a unit, or else of the turn."""
        every = {
            one.command: one
            for one in tries.turn_requests(self.board)
            if best_legality(self.board, one) < Legality.ILLEGAL
        }
        turn = [one for one in every.values() if best_legality(self.board, one) <= Legality.NEEDS_INPUT]
        if not self.board.game.order and "initiative" in every:
            return every["initiative"]
        if nth % COMMANDS_OF_TURN == COMMANDS_OF_TURN - 1 and "turn next" in every:
            return every["turn next"]
        units = self.board.game.living
        while units:
            unit = units.pop(self.pick(len(units)))
            found = [
                one
                for one in tries.requests(self.board, unit)
                if best_legality(self.board, one) <= Legality.NEEDS_INPUT
            ]
            self.possible |= {one.action or one.command for one in found} | {one.command for one in found}
            if found:
                drawn = [found[self.pick(len(found))] for _ in range(3)]
                rare = min(drawn, key=lambda one: self.orders[one.action or one.command])
                self.orders[rare.action or rare.command] += 1
                return rare
        turn = turn or [*every.values()]  # with a warning: the actions that a unit cannot use are forfeited
        if not turn and len({unit.side for unit in self.board.game.living}) > 1:
            self._note("games", f"{self.place}: nothing can be done after it")
        return turn[self.pick(len(turn))] if turn else None

    def _carry_out(self, request: Request) -> None:
        self.counts["games"] += 1
        try:
            order = self._plan(request)
            if order is not None:
                self._play(request, order)
        except RulesError as error:
            self.counts["refused"] += 1
            if "distance" not in getattr(command_of(self.board, request), "needs", ()):
                self._note("menus", f"{self.place}: offered, and refused: {ENGLISH(error.text)}")
        except Exception as error:  # any exception in a stranger's rules is a fault of the file, with its place
            self._note("games", f"{self.place}: {type(error).__name__}: {error}")

    def _plan(self, request: Request) -> CommandPlan | None:
        """Return a planned command with answers to its questions."""
        command = command_of(self.board, request)
        assert command
        if "distance" in command.needs:
            request = changed(request, distance=(DISTANCES[self.pick(len(DISTANCES))],))
        for _ in range(4):
            try:
                return command.plan(self.board, request)
            except MissingFacts as missing:
                for ask in missing.asks:
                    value: Any = ask.choices[self.pick(len(ask.choices))].code if ask.choices else Decimal(4)
                    before = getattr(request, ask.option)
                    request = changed(request, **{ask.option: (value,) if isinstance(before, tuple) else value})
        return None

    def _play(self, request: Request, order: CommandPlan) -> None:
        before, events, plays, played = self.board, list[Event](), list[Play](), list[Played]()
        for one in order.plays:
            action = self.system.actions[one.action]
            found = resolve(self.system, action, one.facts, self.board.book, self.roller)
            self.counts["plays"] += 1
            for fault in play_faults(self.system, found):
                self._note("plays", f"{self.place}: {fault}")
            self._check_own_dice(one.facts, found)
            self._check_odds(one.facts, found)
            more = effects.changes(self.board, found.effects, one.roles)
            self.board = self.board.after(more)
            events += more
            plays.append(serialise.play_of(found, one.roles, self.board.origins(one.roles)))
            played.append(found.played)
        more = effects.settle_board(self.board, order.after(self.board, played))
        self.board = self.board.after(more)
        number = len(self.entries) + 1
        entry = Entry(
            number=number,
            command=request.command,
            by="",
            at=0.0,
            side=request.side,
            request=request.to_stored(),
            plays=tuple(plays),
            events=(*events, *more),
        )
        self.entries.append(entry)
        for id, unit in self.board.game.units.items():
            old = before.game.units[id]
            for name in {*unit.states, *old.states}:
                self.begun[name] += unit.count(name) > old.count(name) or (unit.has(name) and not old.has(name))
                self.ended[name] += unit.count(name) < old.count(name) or (old.has(name) and not unit.has(name))
        if number % MENU_INTERVAL == 0:
            self.counts["undo"] += 1
            gone = Entry(number=number + 1, command="undo", by="", at=0.0, undoes=number)
            if _state(play_back([*self.entries, gone])) != _state(before.game):
                self._note("undo", f"{self.place}: after an undo the game is another one")

    # Checks.

    def _note(self, check: str, fault: str) -> None:
        self.faults.setdefault(check, []).append(fault)

    def _check_own_dice(self, facts: Any, found: Resolution) -> None:
        """Check that the same faces, rolled by a player, have the same result."""
        self.counts["dice"] += 1
        action = found.action
        choices = {made.name: [made.value] for made in found.played.made}
        given = Given([face for step in found.played.steps for face in step.faces])
        try:
            again = resolve(self.system, action, facts, self.board.book, given, choices)
            given.finish()
        except RulesError as error:
            self._note("dice", f"{self.place}: the same dice are refused: {ENGLISH(error.text)}")
            return
        same, was = serialise.outcome_of(again), serialise.outcome_of(found)
        if (same, again.effects) != (was, found.effects):
            self._note("dice", f"{self.place}: the same dice give {same}, and gave {was}")

    def _check_odds(self, facts: Any, found: Resolution) -> None:
        """Check that the chances of an action add up to 1 and include the rolled outcome."""
        if self.counts["odds"] >= ODDS_CHECKED or not found.played.steps:
            return
        choices = {made.name: [made.value] for made in found.played.made}
        try:
            chances = odds(found.action, facts, self.board.book, choices).fractions()
        except RulesError:
            return  # too many outcomes: the bot refuses their odds too
        self.counts["odds"] += 1
        if sum(chances.values()) != 1:
            self._note("odds", f"{self.place}: the chances add up to {sum(chances.values())}")
        if found.played.outcome not in chances:
            self._note("odds", f"{self.place}: {found.played.outcome} was rolled, and has no chance")

    def _checks(self, games: int, commands: int) -> Sequence[TrialCheck]:
        actions = {*self.system.acts, *(key for key, one in self.system.commands.items() if "unit" in one.needs)}
        actions |= {way.code for one in self.system.commands.values() if "unit" in one.needs for way in one.actions}
        never = [f"{key}: no unit could take it" for key in sorted(actions - self.possible)]
        by_hand = {name for name, state in self.system.states.items() if "manual" in state.cleared_by}
        lasting = [
            f"{name}: set {self.begun[name]} times, and never ended"
            for name in sorted(self.begun.keys() - by_hand)
            if self.begun[name] >= ENDLESS_AFTER and not self.ended[name]
        ]
        say: list[tuple[str, str]] = [
            ("games", f"{games} games of {commands} commands go on without a fault"),
            ("plays", "every number has its reasons, every result is a sentence"),
            ("menus", "menus offer what may be done, and nothing else"),
            ("dice", "dice of a player give what the same dice of the bot give"),
            ("odds", "chances add up to 1, and what was rolled is among them"),
            ("undo", "an undo gives back the game before, and the record adds up to the game"),
        ]
        texts = [*long_labels(self.system)]
        return [
            TrialCheck("every action can be taken", len(actions), never),
            TrialCheck("every state that is set ends", len(self.begun), lasting),
            *(TrialCheck(says, self.counts[key], self.faults.get(key, ())) for key, says in say),
            TrialCheck("texts fit on the buttons of Discord", 1, texts),
        ]


def long_labels(system: FileSystem) -> Iterator[str]:
    """Yield titles of commands, choices and markers, and their translations, that do not fit on a button."""
    commands = (*system.commands.values(), *system.acts.values())
    titles = {ENGLISH(text) for one in commands for text in (one.title, *(way.label for way in one.actions))}
    for language, texts in {"": dict.fromkeys(titles, ""), **system.rows.texts}.items():
        for said, other in texts.items():
            shown = other or said
            if said in titles and len(shown) > MOST_LABEL:
                where = f"texts.{language}: " if language else ""
                yield f"{where}{shown!r} has {len(shown)} letters, {MOST_LABEL} at most"


def _state(game: Game) -> tuple[object, ...]:
    return dict(game.units), game.turn, game.order, game.holder, game.phase
