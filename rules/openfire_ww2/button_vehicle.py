"""Fire at a vehicle's vision slits, to make its crew close them (Manoeuvres › Button Vehicle)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from operator import add, attrgetter
from typing import NamedTuple

from rules.command.effects import mark, require_alive
from rules.command.planned import Planned
from rules.game.events import Event
from rules.kernel import action
from rules.kernel.errors import RuleError
from rules.kernel.facts import Ask, Choice, MissingFacts
from rules.kernel.plays import Effect
from rules.kernel.table import Table, then
from rules.kernel.text import N_, Joined, Sentence, Text, counted
from rules.openfire_ww2 import board_facts, shooting, weapons_used
from rules.openfire_ww2.aiming import NO_KILL
from rules.openfire_ww2.facts import WW2Vehicle, section_of
from rules.openfire_ww2.manoeuvres import Manoeuvre
from rules.openfire_ww2.own_turn import fight_warnings, out_of_turn_warnings
from rules.openfire_ww2.shots import HIDDEN, SIGHTS
from rules.openfire_ww2.tables import Board, WW2Rule

BUTTON = section_of("button_vehicle")


class ButtonOutcome(NamedTuple):
    """Hits, and True if they were more than half of the shots."""

    hits: int
    buttoned: bool


class Button(WW2Rule[shooting.WW2Shot, ButtonOutcome]):
    """The rolls to hit of a Button Vehicle manoeuvre, after its Initiative test."""

    key, title, topic = "button_vehicle", Text("Button up a vehicle"), "manoeuvres"
    goal = action.Aim("hits", attrgetter("hits"))

    def plan(self) -> None:
        shot, book = self.facts, self.book
        shooting.check_may_shoot(shot)
        if not isinstance(shot.target, WW2Vehicle):
            raise RuleError(Text("Only vehicles can be buttoned up."), BUTTON)
        other = Text("only infantry weapons can button up a vehicle")
        speak, self.silent = shooting.firing_groups(
            shot, book.rulings, lambda group: None if group.weapon.domain == "infantry_weapon" else other
        )
        volleys = [replace(shooting.volley(shot, book, place, group), to_kill=NO_KILL) for place, group in speak]
        self.parts, self.shots = [then(shooting.roll_volley, one) for one in volleys], sum(one.shots for one in volleys)
        self.rulings_used = shooting.moved_rulings(shot)

    def play(self, table: Table) -> ButtonOutcome:
        hits = shooting.count_at(table.together(add, *self.parts), shooting.HITS)
        return ButtonOutcome(hits, hits * 2 > self.shots)

    def effects(self, played: action.Played[ButtonOutcome]) -> Iterable[Effect]:
        yield Effect("target", "buttoned", int(played.outcome.buttoned))

    def describe(self, played: action.Played[ButtonOutcome]) -> Text:
        hits, shots = counted(played.outcome.hits, "hit", "hits"), counted(self.shots, "shot", "shots")
        result = N_("{hits} of {shots}: not buttoned up.")
        if played.outcome.buttoned:
            result = N_("{hits} of {shots}: buttoned up. It cannot move or shoot for a turn.")
        return Joined((Sentence(Text(result, hits=hits, shots=shots)), *(one.sentence for one in self.silent)))

    def too_big(self) -> Text | None:
        """Return the refusal of exact odds for more than 100 dice."""
        return action.up_to(100, self.shots, N_("Exact odds of this shot go up to {most} dice; this one has {n}."))


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
        board_facts.check_may_fight(self.board, self.unit)
        if not board_facts.is_vehicle(self.target):
            no_vehicle = Text("{unit} is not a vehicle: only vehicles can be buttoned up.", unit=self.target.ref)
            raise RuleError(no_vehicle, BUTTON)
        self.warn(*fight_warnings(self.board, self.unit, self.key))

    def must_suit(self) -> None:
        super().must_suit()
        foes = self.board.game.enemies_of(self.unit.side)
        if not any(board_facts.is_vehicle(one) or one.has("hidden") for one in foes):
            raise RuleError(Text("No enemy has a vehicle."), BUTTON)
        rows = [self.board.tables.weapons[weapon.name] for weapon in board_facts.armed(self.unit)]
        if not any(row.domain == "infantry_weapon" and row.mobility != "artillery" for row in rows):
            unfit = Text("{unit} has no weapon that can fire at vision slits.", unit=self.unit.ref)
            raise RuleError(unfit, BUTTON)

    def rolls(self) -> Iterable[Planned]:
        if not self.is_passed:
            return super().rolls()
        board, unit, at, distance = self.board, self.unit, self.target, self.request.distance[0]
        self.chosen = weapons_used.firers(
            board, unit, at, self.request.weapon or ", ".join(self._all_infantry_weapons()), distance, {}
        )
        facts: board_facts.Fields = {
            "shooter": board_facts.shooter(unit),
            "weapons": weapons_used.groups(board, unit, self.chosen),
            "distance": distance,
            "target": board_facts.target(at),
            "cover": self.request.single_situation(("partial", "full")) or "none",
            "moved": board_facts.move_of(board, unit),
            "sight": self.request.single_situation(SIGHTS) or "clear",
            "shooter_state": [state for state in board_facts.shooter_states(unit) if state != "concentrate_fire"],
            "target_state": board_facts.target_states(at),
        }
        return [Button.plan_roll(facts, attacker=unit, target=at)]

    def _all_infantry_weapons(self) -> list[str]:
        """Return all infantry weapons except grenades and artillery, with at most as many teams as men."""
        rows, men = self.board.tables.weapons, self.unit.models
        found: list[str] = []
        for weapon in board_facts.armed(self.unit):
            row, teams = rows[weapon.name], min(weapon.count, men)
            if row.domain == "infantry_weapon" and not row.grenade and row.mobility != "artillery" and teams:
                found.append(f"{teams} {weapon.name}")
                men -= teams
        return found

    def after(self, now: Board, played: Sequence[action.Played]) -> Iterator[Event]:
        """Yield events that button the vehicle up for its next turn, counted in ends of its own turns."""
        if not self.is_passed:
            yield from super().after(now, played)
            return
        unit = now.unit(self.unit.id)
        yield from mark(unit, fired=1, manoeuvre=None, carried_out="shots")
        if played[0].outcome.buttoned:
            known = now.game.holder is not None and not out_of_turn_warnings(now, unit)
            yield from mark(now.unit(self.target.id), buttoned=1 if known else 2)

    def notes(self, now: Board, played: Sequence[action.Played]) -> Iterator[Text]:
        if not self.is_passed:
            yield from super().notes(now, played)
            return
        yield Text("Fired: {weapons}.", weapons=weapons_used.weapons_text(self.chosen))

    def headline(self) -> Text:
        if not self.is_passed:
            return super().headline()
        return Text("{unit} → vision slits of {target}", unit=self.unit.ref, target=self.target.ref)
