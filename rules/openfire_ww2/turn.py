"""A side's turn has two phases in either order; `/turn phase`, `end` and `next`, with their effects.

(Turn sequence)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rules.command.effects import clear_states, mark
from rules.command.planned import Planned
from rules.command.turns import next_turn, not_acted_warnings
from rules.game import events
from rules.game.unit import Unit
from rules.kernel.action import Played
from rules.kernel.errors import RuleError
from rules.kernel.facts import Choice
from rules.kernel.request import Request
from rules.kernel.text import N_, NOTHING, Listed, Note, Term, Text, ask_note, counted
from rules.openfire_ww2 import board_facts, own_turn
from rules.openfire_ww2.aiming import harmless_reason
from rules.openfire_ww2.facts import order_name, profile
from rules.openfire_ww2.land_shells import ROUNDS, is_supporting_by_shells
from rules.openfire_ww2.morale import DueTests
from rules.openfire_ww2.movement import WW2MoveUnit
from rules.openfire_ww2.objectives import majority_events, majority_note, release_objectives
from rules.openfire_ww2.shooting import silent_reason
from rules.openfire_ww2.shots import other_target_warnings
from rules.openfire_ww2.tables import Board, Order

PHASES = ("movement", "combat")
TURN = "Turn sequence"
_COUNTED = ("buttoned", "barraged")
"""States that count down at the end of each turn of the unit's own side."""
_MEANS = {
    "movement": Text("Units only move; manoeuvres and orders are possible."),
    "combat": Text("Units only fight; manoeuvres and orders are possible."),
}


class _TurnOrder(Order):
    needs = ()

    def must_be_own_turn(self, side: str | None) -> None:
        """Raise RuleError once every side has had its turn, and in the turn of another side."""
        game, asked = self.board.game, self.request.side
        if game.order and game.holder is None:
            raise RuleError(Text("Every side has had its turn: `/turn next`."), TURN)
        if side is not None and asked and side != asked:
            other = N_("It is {holder}'s turn, not {side}'s. `/turn end` ends it.")
            raise RuleError(Text(other, holder=side, side=asked), TURN)


class GoToPhase(_TurnOrder):
    """`/turn phase`: if no turn has begun, the issuer's side becomes active; each phase comes once per turn."""

    key, title, needs = "turn phase", Text("Go to a phase"), ("action",)
    actions = (Choice("movement", Text("Movement phase")), Choice("combat", Text("Combat phase")))

    @property
    def phase(self) -> str:
        return self.request.action or ""

    @property
    def side(self) -> str | None:
        game = self.board.game
        return game.holder or self.request.side or next(iter(game.sides), None)

    def checks(self) -> None:
        """Warn of a repeated phase; naming the first phase again changes nothing."""
        game, side = self.board.game, self.side
        self.must_be_own_turn(game.holder)
        had = [name for name in PHASES if side and game.tally(name, side)]
        if self.phase in had and not (game.phase == self.phase and len(had) == 1):
            again = N_("{side} has already had its {phase} phase this turn (Turn sequence).")
            self.warn(Text(again, side=side or "", phase=Term(self.phase)))

    def after(self, now: Board, played: Sequence[Played]) -> Iterator[events.Event]:
        """Yield events that record the phases of a side until its turn is over."""
        if self.side:
            yield events.PointsScored(side=self.side, points=1, tally=self.phase)
        yield _turn_to(now, self.side, self.phase)

    def notes(self, now: Board, played: Sequence[Played]) -> Iterable[Text]:
        return (_MEANS[self.phase],)

    def headline(self) -> Text:
        whose = self.side or Text("no player")
        if self.phase == "movement":
            return Text("{side}: movement phase", side=whose)
        return Text("{side}: combat phase", side=whose)


class EndTurn(_TurnOrder):
    """`/turn end`: the next side starts with its Terror tests."""

    key, title = "turn end", Text("End your turn")

    @property
    def side(self) -> str | None:
        return self.board.game.holder or self.request.side

    def checks(self) -> None:
        self.must_be_own_turn(self.side)
        if self.side is None:
            raise RuleError(Text("Whose turn has ended? Choose whose turn it is with `/turn phase`."), TURN)
        self.warn(*_warn_left_behind(self.board, (self.side,)))

    def rolls(self) -> Iterable[Planned]:
        """Return the tests of the next side with units left; none after the last side."""
        assert self.side
        order = _turn_to(self.board, self.side).order
        self.following = next(iter(_living_sides(self.board, order[order.index(self.side) + 1 :])), None)
        self.tests = DueTests(self.board, [self.following] if self.following else [])
        return self.tests.rolls()

    def after(self, now: Board, played: Sequence[Played]) -> Iterator[events.Event]:
        assert self.side
        yield from _end_turns(now, (self.side,))
        yield _turn_to(now.after([_turn_to(now, self.side)]), self.following)
        yield from _start_turns(now, [self.following] if self.following else [])
        yield from self.tests.after(now, played)

    def notes(self, now: Board, played: Sequence[Played]) -> Iterator[Text]:
        yield from self.tests.notes(now, played)
        yield _ask_next(now)

    def headline(self) -> Text:
        return Text("{side}'s turn is over", side=self.side or "")


class WW2NextTurn(_TurnOrder):
    """`/turn next`: a side that has not had a turn forfeits it."""

    key, title = "turn next", Text("Next turn")

    def checks(self) -> None:
        """Warn of idle units, and of sides that have not ended their turn themselves."""
        ending = _unended_sides(self.board)
        done = ("moved_this_turn", "fired", "acted", "retreating")
        kept = ("pinned", "buttoned", "barraged", "towed_by", "set_up_position", "hull_down")
        units = [unit for unit in _units_of(self.board, ending) if unit.alive]
        idle = [unit for unit in units if not any(unit.has(state) for state in (*done, *kept))]
        self.warn(*not_acted_warnings(self.board, idle), *_warn_left_behind(self.board, ending))

    def rolls(self) -> Iterable[Planned]:
        begins = _first_side(self.board)
        self.first = (begins,) if begins else self.board.game.sides
        self.tests = DueTests(self.board, self.first)
        return self.tests.rolls()

    def after(self, now: Board, played: Sequence[Played]) -> Iterator[events.Event]:
        game = now.game
        yield from majority_events(now)
        yield from _end_turns(now, _unended_sides(now))
        yield from (event for event in next_turn(now) if getattr(event, "state", None) not in _COUNTED)
        for unit in _units_of(now, game.sides):  # the effects of this turn's acts on the next turn
            yield from mark(unit, moved_last_turn=1) if unit.has("moved_this_turn") else ()
            yield from mark(unit, lay_before=1) if unit.has("hit_the_dirt") else ()
        yield events.TurnAdvanced(turn=game.turn + 1, order=game.order, holder=_first_side(now))
        yield from _start_turns(now, self.first)
        yield from self.tests.after(now, played)

    def notes(self, now: Board, played: Sequence[Played]) -> Iterator[Text]:
        yield from self.tests.notes(now, played)
        yield _ask_next(now)
        yield from majority_note(self.board)

    def headline(self) -> Text:
        return Text("Turn {turn}", turn=self.board.game.turn + 1)


def _warn_left_behind(board: Board, sides: Sequence[str]) -> Iterator[Text]:
    """Yield the warnings of units of these sides that still have to fall back, or to fire as ordered."""
    for unit in _units_of(board, sides):
        yield from (*own_turn.duty_warnings(unit), *other_target_warnings(board, unit, ()))


def _units_of(board: Board, sides: Sequence[str]) -> list[Unit]:
    return [unit for unit in board.game.units.values() if unit.side in sides]


def _living_sides(board: Board, sides: Sequence[str]) -> list[str]:
    """Return the sides that have living units."""
    living = {unit.side for unit in board.game.living}
    return [side for side in sides if side in living]


def _first_side(board: Board) -> str | None:
    """Return the side that starts a turn: the first in the order with living units, else the first."""
    order = board.game.order
    return next(iter((*_living_sides(board, order), *order)), None)


def _unended_sides(board: Board) -> tuple[str, ...]:
    """Return the sides whose turn was not ended by `/turn end`; all of them if turns were not tracked."""
    game = board.game
    if not game.order:
        return game.sides
    return game.order[game.order.index(game.holder) :] if game.holder in game.order else ()


def _turn_to(board: Board, holder: str | None, phase: str | None = None) -> events.TurnAdvanced:
    """Return the same game turn with another active side or phase; the first active side starts the order."""
    game = board.game
    order = game.order or ((holder, *(side for side in game.sides if side != holder)) if holder else ())
    return events.TurnAdvanced(turn=game.turn, order=order, holder=holder, phase=phase)


def _end_turns(board: Board, sides: Sequence[str]) -> Iterator[events.Event]:
    """Yield the events that end the turns of sides: phases are reset, and states that count turns go down by one."""
    for side in sides:
        for phase in PHASES:
            if had := board.game.tally(phase, side):
                yield events.PointsScored(side=side, points=-had, tally=phase)
    for unit in _units_of(board, sides):
        for state in _COUNTED:
            if unit.has(state):
                yield events.StateCounted(unit=unit.id, state=state, change=-1)


def _start_turns(board: Board, sides: Sequence[str]) -> Iterator[events.Event]:
    """Yield the events that start the turns of sides: Hold the Line ends; by ruling, positions and Hit the Dirt too."""
    brief = board.rulings.states_last == "next_turn"
    for unit in _units_of(board, sides):
        yield from (
            one
            for one in clear_states(board, unit, "turn_start")
            if brief or getattr(one, "state", "") not in own_turn.LYING
        )


def _ask_next(board: Board) -> Note:
    """Return the question for the phase of the active side, or for the next turn."""
    game, first = board.game, GoToPhase.actions[0]
    if game.order and not game.holder:
        return ask_note(Text("Every side has had its turn."), WW2NextTurn.title, Request("turn next"))
    whose = Text("{holder}'s turn: which phase?", holder=game.holder) if game.holder else Text("Whose turn is it?")
    return ask_note(whose, first.label, Request("turn phase", action=first.code))


# Automatic changes of a board: destroyed units have no markers, tow no guns and are not the target of any order.


def settle(board: Board) -> list[events.Event]:
    """Return events that follow automatically after every entry, including those made by hand."""
    return [
        *(event for unit in board.game.units.values() for event in _settle_unit(board, unit)),
        *release_objectives(board),
    ]


def _settle_unit(board: Board, unit: Unit) -> Iterator[events.Event]:
    wrecked = unit.has("knocked_out") and unit.alive and unit.hp
    if wrecked:
        yield events.LossesTaken(unit=unit.id, hp=(0,))
    if wrecked or not unit.alive:  # a wreck's permanent markers stay
        known = board.system.states
        fleeting = [name for name in unit.states if name in known and known[name].cleared_by]
        also = ("towed_by", "manoeuvre", "fell_back", "ordered_back", "lay_before")
        yield from mark(unit, **dict.fromkeys(name for name in fleeting if known[name].marker or name in also))
        return
    if _is_gone(board, unit.word("towed_by")):
        yield from mark(unit, towed_by=None)
    if _is_gone(board, unit.word("concentrate_fire")):
        ordered = unit.word("manoeuvre") == "concentrate_fire"
        yield from mark(unit, concentrate_fire=None, **({"manoeuvre": None} if ordered else {}))
    if unit.has("fell_back") and not unit.has("retreating"):  # if it fails again, it falls back again
        yield from mark(unit, fell_back=None)
    if (unit.has("pinned") or unit.has("retreating")) and board_facts.is_vehicle(
        unit
    ):  # not even by hand: vehicles have no MOR
        yield from mark(unit, pinned=None, retreating=None)
    if unit.models < unit.count("nerve_tested"):  # new losses: another test (Terror)
        yield from mark(unit, nerve_tested=None)
    if unit.has("lay_before") and not unit.has("hit_the_dirt"):
        yield from mark(unit, lay_before=None)


def _is_gone(board: Board, id: str | None) -> bool:
    return id is not None and (id not in board.game.units or not board.unit(id).alive)


# A unit's remaining options: inches, weapons and ranges, manoeuvres and orders.


def may_do(board: Board, unit: Unit) -> tuple[Text, ...]:
    """Return the options that are possible now without a warning."""
    if not unit.alive:
        return ()
    if own_turn.test_warnings(unit):
        return (Text("Terror test"),)
    can_fight = not (unit.has("towed_by") or unit.has("buttoned") or board_facts.is_silenced(unit))
    ready = [one.name for one in board_facts.armed(unit) if can_fight and not _is_silent(board, unit, one.name)]
    fire = _describe_fire(board, unit, ready) if can_fight else NOTHING
    commands = profile(unit).officer and not own_turn.act_warnings(board, unit)
    orders = Text("give an order within 12″") if commands else NOTHING
    names = [name for name in _possible_manoeuvres(board, unit, ready) if not own_turn.act_warnings(board, unit, name)]
    if unit.word("manoeuvre") == "button_vehicle" and not own_turn.fight_warnings(board, unit, "button_vehicle"):
        names.append("button_vehicle")
    parts = (_describe_move(board, unit), fire, Listed([order_name(name) for name in names], "or"), orders)
    return tuple(part for part in parts if part)


def _describe_move(board: Board, unit: Unit) -> Text:
    if own_turn.move_warnings(board, unit) or own_turn.stopping_states(board, unit, own_turn.must_move(unit)):
        return NOTHING
    inches = WW2MoveUnit(board, Request("move", (unit.id,))).inches()
    if own_turn.must_fall_back(unit):
        return Text("fall back {inches}″", inches=inches)
    return Text("move {inches}″ in the open", inches=inches)


def _describe_fire(board: Board, unit: Unit, ready: list[str]) -> Text:
    rows = board.tables.weapons
    foes = [profile(foe) for foe in board.game.enemies_of(unit.side)]
    reaches: list[Text] = []
    for name in ready:
        # Shells burst among all units, and smoke harms none.
        shells = rows[name].mobility == "artillery"
        harms = not foes or shells or any(not harmless_reason(rows[name], foe) for foe in foes)
        if harms and not own_turn.fight_warnings(board, unit, "barrage" if shells else "concentrate_fire"):
            reaches.append(Text("{weapon} to {range}″", weapon=Term(name), range=rows[name].rng))
    if is_supporting_by_shells(unit) and not own_turn.fight_warnings(board, unit, "supporting_fire"):
        reaches.append(counted(ROUNDS, "shell", "shells"))
    return Text("fire {weapons}", weapons=Listed(reaches)) if reaches else NOTHING


def _is_silent(board: Board, unit: Unit, name: str) -> bool:
    """True for a second grenade; by ruling also for a heavy weapon on foot after a move, or a mobile one."""
    if board.tables.weapons[name].grenade and unit.has("grenade_thrown"):
        return True
    weapon, when = board_facts.weapon_of(board, unit, name), board_facts.move_of(board, unit)
    if weapon.mobility == "artillery":
        weapon = weapon.model_copy(update={"mobility": "heavy"})
    return silent_reason(weapon, when, board.rulings) is not None


def _possible_manoeuvres(board: Board, unit: Unit, ready: list[str]) -> list[str]:
    """Return the manoeuvres that a unit's kind has and no state prevents; guns have only Barrage."""
    infantry, rows = profile(unit).kind == "infantry", [board.tables.weapons[name] for name in ready]
    names = ["hit_the_dirt", "set_up_position", "sprint"] if infantry else []
    if board_facts.is_vehicle(unit):
        names = ["overdrive", "hull_down"]
    if own_turn.stopping_states(board, unit, leaves=True):
        names = [name for name in names if name not in ("sprint", "overdrive")]
    slits = any(row.domain == "infantry_weapon" and not row.grenade and row.mobility != "artillery" for row in rows)
    names += ["button_vehicle"] * (slits and infantry)
    return names + ["barrage"] * any(row.mobility == "artillery" for row in rows)
