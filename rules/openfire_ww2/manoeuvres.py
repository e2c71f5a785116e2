"""Manoeuvres: an Initiative test instead of moving or fighting, and its execution (Manoeuvres)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from operator import add, attrgetter
from typing import ClassVar, NamedTuple

from rules.command.effects import mark, require_alive
from rules.command.system import Planned
from rules.game.events import Event
from rules.kernel.action import Aim, Played, up_to
from rules.kernel.errors import RuleError
from rules.kernel.facts import Ask, Choice, MissingFacts
from rules.kernel.plays import Effect
from rules.kernel.request import Request
from rules.kernel.table import Table, then
from rules.kernel.text import N_, Joined, Sentence, Term, Text, ask_note, counted
from rules.openfire_ww2.aiming import NO_KILL
from rules.openfire_ww2.artillery import guns_of
from rules.openfire_ww2.board_facts import (
    Fields,
    armed,
    check_may_fight,
    check_may_shell,
    is_vehicle,
    move_of,
    shooter,
    shooter_states,
    target,
    target_states,
)
from rules.openfire_ww2.facts import FiringTeams, WW2Vehicle, order_name, profile, section_of
from rules.openfire_ww2.initiative import initiative_test
from rules.openfire_ww2.own_turn import (
    STOPS,
    act_warnings,
    fight_warnings,
    out_of_turn_warnings,
    second_test_warnings,
    stopping_states,
)
from rules.openfire_ww2.shooting import (
    HITS,
    WW2Shot,
    check_may_shoot,
    count_at,
    firing_groups,
    moved_rulings,
    roll_volley,
    volley,
)
from rules.openfire_ww2.shots import HIDDEN, SIGHTS
from rules.openfire_ww2.tables import Board, Order, WW2Rule
from rules.openfire_ww2.weapons_used import firers, groups, weapons_text


class Manoeuvre(Order):
    """An act of a unit by itself; `then` is the instruction after a passed test, if there is one."""

    doing: ClassVar[Text] = Text("manoeuvre")
    by_vehicles: ClassVar[bool] = False
    moves: ClassVar[bool] = False
    then: ClassVar[Text | None] = None

    def checks(self) -> None:
        """Raise RuleError for an impossible manoeuvre, and warn; a second test is a repeat."""
        self.must_suit()
        if self.moves and (stops := stopping_states(self.board, self.unit, leaves=True)):
            stays = Text("{unit} cannot move: {state}.", unit=self.unit.ref, state=Term(stops[0]))
            raise RuleError(stays, STOPS[stops[0]])
        again = second_test_warnings(self.board, self.unit, self.key)
        for said in act_warnings(self.board, self.unit, self.key):
            self.warn(said, repeat=said in again)

    def must_suit(self) -> None:
        """Raise RuleError for a kind of unit that cannot do the manoeuvre."""
        vehicle = is_vehicle(self.unit)
        if vehicle == self.by_vehicles and profile(self.unit).kind != "gun":
            return
        wrong = N_("{unit} cannot do that: {manoeuvre} is for infantry only.")
        if vehicle:
            wrong = N_("{unit} cannot do that: {manoeuvre} is not for vehicles.")
        if self.by_vehicles:
            wrong = N_("{unit} cannot do that: {manoeuvre} is for vehicles only.")
        raise RuleError(Text(wrong, unit=self.unit.ref, manoeuvre=order_name(self.key)), section_of(self.key))

    def rolls(self) -> Iterable[Planned]:
        yield initiative_test(self.unit, self.key)

    def after(self, now: Board, played: Sequence[Played]) -> Iterator[Event]:
        if played[0].outcome.passed and self.then:
            yield from mark(now.unit(self.unit.id), manoeuvre=self.key)

    def notes(self, now: Board, played: Sequence[Played]) -> Iterator[Text]:
        if played[0].outcome.passed and self.then:
            yield ask_note(self.then, *self.execution_button())

    def execution_button(self) -> tuple[Text, Request]:
        """Return the label of the button and the command that carries it out."""
        if self.moves:
            return Text("Move"), Request("move", (self.unit.id,))
        label = Text("{command} …", command=order_name(self.key))
        return label, Request("act", (self.unit.id,), action="scatter" if self.key == "barrage" else self.key)

    def headline(self) -> Text:
        return Text("{unit}: {order}", unit=self.unit.ref, order=order_name(self.key))


class HitTheDirt(Manoeuvre):
    key, title = "hit_the_dirt", order_name("hit_the_dirt")

    def after(self, now: Board, played: Sequence[Played]) -> Iterator[Event]:
        """Yield the event that records that it took cover in this turn."""
        unit = now.unit(self.unit.id)
        if played[0].outcome.passed and unit.has("lay_before"):
            yield from mark(unit, lay_before=None)


class SetUpPosition(Manoeuvre):
    key, title = "set_up_position", order_name("set_up_position")


class Sprint(Manoeuvre):
    key, title, moves = "sprint", order_name("sprint"), True
    then = Text("It moves now, +2″, in either phase.")


class Barrage(Manoeuvre):
    key, title = "barrage", order_name("barrage")
    then = Text("It fires now: three rounds.")

    def must_suit(self) -> None:
        guns = guns_of(self.board, self.unit)
        if not guns:
            without = Text("{unit} has no artillery: only artillery fires a barrage.", unit=self.unit.ref)
            raise RuleError(without, section_of(self.key))
        check_may_fight(self.board, self.unit)
        check_may_shell(self.board, self.unit, guns[0])


class Overdrive(Manoeuvre):
    key, title, by_vehicles, moves = "overdrive", order_name("overdrive"), True, True
    then = Text("It moves now, +3″.")

    def notes(self, now: Board, played: Sequence[Played]) -> Iterator[Text]:
        """Yield no button for a move in the combat phase, in which the inches are for a charge."""
        if played[0].outcome.passed and now.game.phase == "combat":
            yield Text("A charge in this phase gets +3″.")
        else:
            yield from super().notes(now, played)


class HullDown(Manoeuvre):
    key, title, by_vehicles = "hull_down", order_name("hull_down"), True


# Fire at a vehicle's vision slits, to make its crew close them (Manoeuvres › Button Vehicle).

BUTTON = section_of("button_vehicle")


class ButtonOutcome(NamedTuple):
    """Hits, and True if they were more than half of the shots."""

    hits: int
    buttoned: bool


def _infantry_only_text(group: FiringTeams) -> Text | None:
    return None if group.weapon.domain == "infantry_weapon" else Text("only infantry weapons can button up a vehicle")


class Button(WW2Rule[WW2Shot, ButtonOutcome]):
    """The rolls to hit of a Button Vehicle manoeuvre, after its Initiative test."""

    key, title, topic = "button_vehicle", Text("Button up a vehicle"), "manoeuvres"
    goal = Aim("hits", attrgetter("hits"))

    def plan(self) -> None:
        shot, book = self.facts, self.book
        check_may_shoot(shot)
        if not isinstance(shot.target, WW2Vehicle):
            raise RuleError(Text("Only vehicles can be buttoned up."), BUTTON)
        speak, self.silent = firing_groups(shot, book.rulings, _infantry_only_text)
        volleys = [replace(volley(shot, book, place, group), to_kill=NO_KILL) for place, group in speak]
        self.parts, self.shots = [then(roll_volley, one) for one in volleys], sum(one.shots for one in volleys)
        self.rulings_used = moved_rulings(shot)

    def play(self, table: Table) -> ButtonOutcome:
        hits = count_at(table.together(add, *self.parts), HITS)
        return ButtonOutcome(hits, hits * 2 > self.shots)

    def effects(self, played: Played[ButtonOutcome]) -> Iterable[Effect]:
        yield Effect("target", "buttoned", int(played.outcome.buttoned))

    def describe(self, played: Played[ButtonOutcome]) -> Text:
        hits, shots = counted(played.outcome.hits, "hit", "hits"), counted(self.shots, "shot", "shots")
        result = N_("{hits} of {shots}: not buttoned up.")
        if played.outcome.buttoned:
            result = N_("{hits} of {shots}: buttoned up. It cannot move or shoot for a turn.")
        return Joined((Sentence(Text(result, hits=hits, shots=shots)), *(one.sentence for one in self.silent)))

    def too_big(self) -> Text | None:
        """Return the refusal of exact odds for more than 100 dice."""
        return up_to(100, self.shots, N_("Exact odds of this shot go up to {most} dice; this one has {n}."))


class ButtonVehicle(Manoeuvre):
    """`/act button_vehicle`: the Initiative test first; after it is passed, the shots at the vision slits."""

    key, title, doing = Button.key, Text("Button Vehicle"), Text("fire")
    then = Text("Now name the vehicle and its distance.")
    situations = (
        Choice("partial", Text("The vehicle is in partial cover")),
        Choice("full", Text("The vehicle is in full cover")),
        *HIDDEN,
    )

    @property
    def is_passed(self) -> bool:
        return self.unit.word("manoeuvre") == self.key

    def checks(self) -> None:
        if not self.is_passed:
            super().checks()
            return
        asks = {"target": Text("which vehicle?"), "distance": Text("how far is the target?")}
        missing = [Ask(option, question) for option, question in asks.items() if not getattr(self.request, option)]
        if missing:
            raise MissingFacts(missing)
        require_alive(self.target, Text("be a target"))
        check_may_fight(self.board, self.unit)
        if not is_vehicle(self.target):
            no_vehicle = Text("{unit} is not a vehicle: only vehicles can be buttoned up.", unit=self.target.ref)
            raise RuleError(no_vehicle, BUTTON)
        self.warn(*fight_warnings(self.board, self.unit, self.key))

    def must_suit(self) -> None:
        super().must_suit()
        foes = [one for one in self.board.game.units.values() if one.alive and one.side != self.unit.side]
        if not any(is_vehicle(one) or one.has("hidden") for one in foes):
            raise RuleError(Text("No enemy has a vehicle."), BUTTON)

    def rolls(self) -> Iterable[Planned]:
        if not self.is_passed:
            return super().rolls()
        board, unit, at, distance = self.board, self.unit, self.target, self.request.distance[0]
        self.chosen = firers(
            board, unit, at, self.request.weapon or ", ".join(self._all_infantry_weapons()), distance, {}
        )
        facts: Fields = {
            "shooter": shooter(unit),
            "weapons": groups(board, unit, self.chosen),
            "distance": distance,
            "target": target(at),
            "cover": self.request.single_situation(("partial", "full")) or "none",
            "moved": move_of(board, unit),
            "sight": self.request.single_situation(SIGHTS) or "clear",
            "shooter_state": [state for state in shooter_states(unit) if state != "concentrate_fire"],
            "target_state": target_states(at),
        }
        return [Button.plan_roll(facts, attacker=unit, target=at)]

    def _all_infantry_weapons(self) -> list[str]:
        """Return all infantry weapons except grenades and artillery, with at most as many teams as men."""
        rows, men = self.board.tables.weapons, 1_000 if is_vehicle(self.unit) else self.unit.models
        found: list[str] = []
        for weapon in armed(self.unit):
            row, teams = rows[weapon.name], min(weapon.count, men)
            if row.domain == "infantry_weapon" and not row.grenade and row.mobility != "artillery" and teams:
                found.append(f"{teams} {weapon.name}")
                men -= teams
        return found

    def after(self, now: Board, played: Sequence[Played]) -> Iterator[Event]:
        """Yield events that button the vehicle up for its next turn, counted in ends of its own turns."""
        if not self.is_passed:
            yield from super().after(now, played)
            return
        unit = now.unit(self.unit.id)
        yield from mark(unit, fired=1, manoeuvre=None, carried_out="shots")
        if played[0].outcome.buttoned:
            known = now.game.holder is not None and not out_of_turn_warnings(now, unit)
            yield from mark(now.unit(self.target.id), buttoned=1 if known else 2)

    def notes(self, now: Board, played: Sequence[Played]) -> Iterator[Text]:
        if not self.is_passed:
            yield from super().notes(now, played)
            return
        yield Text("Fired: {weapons}.", weapons=weapons_text(self.chosen))

    def headline(self) -> Text:
        if not self.is_passed:
            return super().headline()
        return Text("{unit} → vision slits of {target}", unit=self.unit.ref, target=self.target.ref)


MANOEUVRES = (HitTheDirt, SetUpPosition, Sprint, Barrage, Overdrive, HullDown, ButtonVehicle)
