"""`/fire`: attacks on one target or several; free attacks by Impact and on leaving units."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from decimal import Decimal
from functools import cached_property
from typing import NamedTuple

from rules.command.effects import add_words, mark
from rules.command.planned import Ends, Planned
from rules.game.events import Event
from rules.game.unit import Unit
from rules.kernel.action import Played
from rules.kernel.errors import RuleError
from rules.kernel.facts import Ask, Choice, MissingFacts, validate
from rules.kernel.text import N_, Listed, Term, Text, UnitRef
from rules.openfire_d12 import board_facts, weapons
from rules.openfire_d12.actions import RoundAction, go_note, unplaced_warnings
from rules.openfire_d12.facts import D12FireFacts
from rules.openfire_d12.fire import D12Fire
from rules.openfire_d12.inches import ADVANCE
from rules.openfire_d12.leaving import must_be_left, use_free_attack
from rules.openfire_d12.shooting import ASSAULT_RANGE, ATTACK, must_be_steady
from rules.openfire_d12.tables import Board, Order

IMPACT = "Special Rules › Impact"
SIGHTS = ("clear", "obscured", "blocked")
SITUATIONS = (
    Choice("obscured", Text("Obscured line of sight: −3")),
    Choice("blocked", Text("Line of sight blocked")),
    Choice("in_assault_range", Text("An enemy in assault range (1″)")),
    Choice("impact", Text("Free attack by Impact, after an Assault")),
    Choice("free", Text("Free attack at a unit that leaves the assault range")),
    *(Choice(f"covered={n}", Text("Models of the target in cover: {n}", n=n)) for n in range(1, 6)),
    *(
        Choice(f"seen_{sight}={n}", Text("Models {sight}: {n}", sight=Term(sight), n=n))
        for sight in SIGHTS
        for n in range(1, 5)
    ),
)
COVERS = (
    Choice("none", Text("None"), Text("in the open")),
    Choice("light", Text("Light: +1 on Defence tests"), Text("light cover")),
    Choice("heavy", Text("Heavy: +3 on Defence tests"), Text("heavy cover")),
)
_AT_HAND = ("in_assault_range", "impact", "free")
"""Situations in which the target is in assault range."""
_AT_ONE = Decimal(ASSAULT_RANGE)
_FAR = Ask("distance", Text("how far is the target?"))


class D12Shot(NamedTuple):
    """The attack on one target, with the attackers and their weapons."""

    target: Unit
    facts: D12FireFacts
    armed: list[weapons.Armed]

    @property
    def is_within(self) -> bool:
        """True if the target is close enough to be in assault range."""
        return self.facts.distance <= ASSAULT_RANGE


class FireAtTargets(RoundAction):
    """`/fire`: all targets are named before the first die."""

    key, title, doing, done_to = D12Fire.key, D12Fire.title, Text("attack"), Text("be a target")
    needs, several, declared = ("unit", "target"), ("target",), True
    situations, covers = SITUATIONS, COVERS

    @property
    def action_key(self) -> str:
        return "attack"

    @cached_property
    def free_attack(self) -> str | None:
        """The kind of free attack, if it is one."""
        return self.request.single_situation(("free", "impact"))

    @cached_property
    def near_enemies(self) -> list[Unit]:
        """The enemies in whose assault range the unit is."""
        return board_facts.enemies_close_to(self.board, self.unit)

    @property
    def is_near(self) -> bool:
        """True if the target is in assault range, so that only weapons of range 1″ can attack it."""
        return bool(self.near_enemies) or any(map(self.request.has_situation, _AT_HAND))

    def checks(self) -> None:
        board, unit, distance = self.board, self.unit, self.request.distance
        targets = self.targets
        for target in targets if self.free_attack == "free" else ():
            must_be_left(unit, target)
        must_be_steady(board_facts.unit_facts(unit))
        for target in targets:
            if self.near_enemies and target not in self.near_enemies and self.free_attack != "free":
                enemies = Listed([enemy.ref for enemy in self.near_enemies])
                only = N_("{attacker} has {enemies} in assault range and may attack nobody else.")
                raise RuleError(Text(only, attacker=unit.ref, enemies=enemies), ATTACK)
        aim = weapons.WeaponNeeds(
            distance[0] if distance else _AT_ONE, bool(self.near_enemies), self.request.has_situation("impact")
        )
        weapons.must_be_armed(board, unit, aim)
        if self.free_attack is None:
            super().checks()
        elif self.free_attack == "impact":
            self._check_impact()
        for shot in self.shots if distance else ():
            if shot.is_within and not shot.facts.in_assault_range:
                values = {"target": shot.target.ref, "attacker": unit.ref, "section": ATTACK}
                near = N_("{target} is within 1″ of {attacker}: attack it only with weapons of range 1″ ({section}).")
                self.warn(Text(near, **values))
        for target in targets:
            self.warn(*unplaced_warnings(target))

    def _check_impact(self) -> None:
        """Warn unless the free attack of Impact is the first after an Assault, on an enemy still there."""
        unit, done = self.unit, self.unit.words("actions_done")
        if "assault" not in done:
            self.warn(Text("{unit} has made no Assault this round ({section}).", unit=unit.ref, section=IMPACT))
        elif "impact" in done:
            over = N_(
                "{unit} has made its free attack, or another unit has been activated since its Assault ({section})."
            )
            self.warn(Text(over, unit=unit.ref, section=IMPACT))
        elif not self.near_enemies:
            gone = Text("{unit} has no enemy left in its assault range ({section}).", unit=unit.ref, section=IMPACT)
            self.warn(gone)

    @cached_property
    def shots(self) -> list[D12Shot]:
        """The attack on each target; no weapon and no model attacks twice."""
        shots: list[D12Shot] = []
        for at, target in enumerate(self.targets):
            used = [one for shot in shots for one in shot.armed]
            shots.append(self._make_shot(target, at, used))
        return shots

    def _make_shot(self, target: Unit, at: int, used: list[weapons.Armed]) -> D12Shot:
        request = self.request
        distance = request.value_for(request.distance, at, None)
        if distance is None and not self.is_near:
            raise MissingFacts([_FAR])
        aim = weapons.WeaponNeeds(
            _AT_ONE if distance is None else distance, self.is_near, request.has_situation("impact")
        )
        armed = self._arm_attackers(request.value_for(request.firers, at, ""), aim, used)
        if aim.distance <= ASSAULT_RANGE:
            aim = aim._replace(near=aim.near or all(one.weapon.rng <= ASSAULT_RANGE for one in armed))
        facts: dict[str, object] = {
            "attacker": board_facts.unit_facts(self.unit),
            "weapons": tuple(one.group() for one in armed),
            "distance": aim.distance,
            "target": board_facts.unit_facts(target),
            "los": request.single_situation(("obscured", "blocked")) or "clear",
            "cover": request.value_for(request.cover, at, "none"),
            "in_assault_range": aim.near,
            "free": self.free_attack is not None,
        }
        if seen := {sight: n for sight in SIGHTS if (n := request.number(f"seen_{sight}"))}:
            facts["seen"] = seen
        if covered := request.number("covered"):
            facts["covered"] = covered
        return D12Shot(target, validate(D12FireFacts, facts), armed)

    def _arm_attackers(self, text: str, aim: weapons.WeaponNeeds, used: list[weapons.Armed]) -> list[weapons.Armed]:
        """Return the attackers with their weapons.

        Against a target within 1″ that is not stated to be in assault range, weapons of range 1 come first.
        """
        if not text.strip() and aim.distance <= ASSAULT_RANGE and not aim.near:
            with suppress(RuleError):
                return weapons.firers(self.board, self.unit, text, aim._replace(near=True), used)
        return weapons.firers(self.board, self.unit, text, aim, used)

    def rolls(self) -> Iterable[Planned]:
        return [D12Fire.plan_roll(shot.facts, attacker=self.unit, target=shot.target) for shot in self.shots]

    def after(self, now: Board, played: Sequence[Played]) -> Iterable[Event]:
        """Return events that spend the action once for all targets, and update assault ranges."""
        events: list[Event] = []
        for shot in self.shots:
            target = now.unit(shot.target.id)
            if not target.alive:
                events += board_facts.leave_ranges(now.after(events), target)
            elif self._reveals_assault_range(shot):
                events += board_facts.close_in(now.after(events), self.unit, target)
        if self.free_attack == "impact":
            return [*events, *add_words(self.unit, "actions_done", "impact")]
        if self.free_attack == "free":
            return [*events, *use_free_attack(now, self.unit.id, self.request.target)]
        return [*events, *super().after(now.after(events), played)]

    def _reveals_assault_range(self, shot: D12Shot) -> bool:
        """True if the attack itself reveals that a target is in assault range."""
        return shot.facts.in_assault_range and not self.free_attack and shot.target not in self.near_enemies

    def ends(self) -> Iterable[Ends]:
        return () if self.free_attack else super().ends()

    def notes(self, now: Board, played: Sequence[Played]) -> Iterable[Text]:
        yield weapons.weapons_text([one for shot in self.shots for one in shot.armed])
        yield from board_facts.passengers_note(self.board, now, self.request.target)
        yield from go_note(now)

    def headline(self) -> Text:
        targets = Listed([UnitRef(id) for id in self.request.target])
        return Text("{attacker} → {targets}", attacker=self.unit.ref, targets=targets)

    def distance_asked(self) -> Ask | None:
        """Return the question for the distance; None if it attacks within assault range."""
        near = self.request.unit and self.near_enemies
        return None if near or any(map(self.request.has_situation, _AT_HAND)) else _FAR

    def suits(self, code: str) -> bool:
        """True if the situation can apply: enough models in the target, a weapon with Impact, a free attack due.

        A blocked line of sight is never offered.
        """
        unit = self.unit if self.request.unit else None
        name, _, n = code.partition("=")
        if code == "impact":
            return unit is None or any(self.board.tables.weapons[one.name].impact for one in unit.weapons)
        if code == "free":
            return unit is None or unit.has("free_attack_at")
        if name == "covered" or name.startswith("seen_"):
            # For a single model, the cover and the line of sight are enough.
            return not self.request.target or 1 < self.target.models >= int(n)
        return code != "blocked"


class LetGo(Order):
    """`/act let_go`: a unit gives up its free attacks (Advance)."""

    key, title, doing = "let_go", Text("Decline a free attack"), Text("attack")

    def left(self) -> Text:
        """Return the units that have left its assault range."""
        units = self.board.game.units
        return Listed([units[id].ref for id in self.unit.words("free_attack_at") if id in units])

    def checks(self) -> None:
        if not self.left():
            raise RuleError(Text("{unit} has no free attack to decline.", unit=self.unit.ref), ADVANCE)

    def after(self, now: Board, played: Sequence[Played]) -> Iterable[Event]:
        return mark(now.unit(self.unit.id), free_attack_at=None)

    def notes(self, now: Board, played: Sequence[Played]) -> Iterable[Text]:
        return go_note(now)

    def headline(self) -> Text:
        return Text("{unit}: no free attack at {targets}", unit=self.unit.ref, targets=self.left())
