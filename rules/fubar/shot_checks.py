"""Legality of `/fire`: its targets, the stance of the unit, and the facts to ask for (Firing)."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

from rules.command.turns import rolls_initiative
from rules.fubar.activation_state import has_moved, opponents, shot_objections
from rules.fubar.board_facts import crewless_texts, is_vehicle
from rules.fubar.firing_action import firing_action, is_out_of_actions
from rules.fubar.shooting import FIRING
from rules.fubar.shot_situations import parse_facing
from rules.fubar.tables import Order, WeaponRow
from rules.fubar.weapons_used import Shooting, fires_unasked
from rules.game.unit import Unit, keep_with
from rules.kernel.errors import RuleError
from rules.kernel.facts import MissingFacts
from rules.kernel.text import N_, Listed, Term, Text


class ShotChecks(Order):
    """A shot as far as it is judged before its dice."""

    action: str
    """The action by which it fires, set by `checks`."""

    def checks(self) -> None:
        board, request = self.board, self.request
        self.action, objections = self._stance()
        for target in self.targets:
            self._check_target(target)
        self.warn(*objections)
        if board.rulings.fire_into_close_combat == "warned":
            for target in self.targets:
                self.warn(*self._close_combat_objection(target))
        if request.distance or request.firers:
            return
        # Before distances are known, ask for the firers and a vehicle's facing. At 0″ every weapon reaches. The firers
        # need not be named if only the longest weapons raise the question, nor for a shot with a warning anyway.
        if not fires_unasked(board, self.unit, self.action, request.has_situation("mounted")):
            self._ask_for_firers()
        for vehicle in () if self.is_warned else filter(is_vehicle, self.targets):
            parse_facing(vehicle, request)

    def _check_target(self, target: Unit) -> None:
        reaction = self.request.has_situation("reaction")
        # A reaction can still hit units that got in this turn.
        if target.has("aboard") and not (reaction and target.has("boarded")):
            inside = Text("{target} is inside a vehicle: fire at the vehicle.", target=target.ref)
            raise RuleError(inside, "Vehicles")
        if self.request.target.count(target.id) > 1:  # a figure takes one result a bout, so that is one roll
            twice = Text("{unit} is named twice: fire at it with all weapons at once.", unit=target.ref)
            raise RuleError(twice, FIRING)
        if self.board.rulings.fire_into_close_combat == "refused":
            for refused in self._close_combat_objection(target):
                raise RuleError(refused, "Close Combat")

    def _close_combat_objection(self, target: Unit) -> tuple[Text, ...]:
        """Return the objection to a target in close combat; a reaction happens while its target still moves."""
        fighting = [] if self.request.has_situation("reaction") else opponents(self.board, target)
        if not fighting:
            return ()
        into = N_("{target} is in close combat with {enemies}. By ruling nobody fires into that ({ruling}).")
        enemies, ruling = Listed([enemy.ref for enemy in fighting]), Term("fire_into_close_combat")
        return (Text(into, target=target.ref, enemies=enemies, ruling=ruling),)

    def _stance(self) -> tuple[str, tuple[Text, ...]]:
        """Return the action by which the unit fires, and the objections to its place and its turn.

        Menus ask for it dozens of times, without situations; it follows from the unit and how the turns are counted.
        """

        def stance() -> tuple[str, tuple[Text, ...]]:
            return firing_action(board, unit, self.request), tuple(self._objections())

        board, unit = self.board, self.unit
        if self.request.situation:
            return stance()
        return keep_with(unit, board.book, (ShotChecks, bool(board.game.order), rolls_initiative(board)), stance)

    def _objections(self) -> Iterator[Text]:
        board, unit = self.board, self.unit
        # The rules do not mention fire out of a vehicle, so a ruling decides.
        if unit.has("aboard") and board.rulings.fire_from_inside == "no":
            inside = N_("{unit} is inside a vehicle, and those inside do not fire (ruling: {ruling}).")
            yield Text(inside, unit=unit.ref, ruling=Term("fire_from_inside"))
        yield from crewless_texts(unit)
        if self.request.has_situation("reaction"):
            if unit.has("engaged_with"):
                yield Text("{unit} is in close combat.", unit=unit.ref)
            for still in [target for target in self.targets if not has_moved(board, target)]:
                stood = N_("{target} has not moved this turn: a reaction is fire at movement (Activation › On Guard).")
                yield Text(stood, target=still.ref)
            return
        yield from shot_objections(board, unit)
        if self.request.has_situation("aimed_fire") and is_out_of_actions(board, unit):
            yield Text("It fires without the +1 of Aimed Fire, which is an action (Activation).")

    def _ask_for_firers(self) -> None:
        try:
            self._make_shooting().choose("")
        except MissingFacts as missing:
            if not self.is_warned:
                farthest = max((row.range for row in self.rows), default=0)
                try:
                    self._make_shooting(farthest).choose("")
                except RuleError:
                    raise missing from None

    def _make_shooting(self, distance: int = 0) -> Shooting:
        mounted = self.request.has_situation("mounted")
        return Shooting(self.board.book, self.unit, self.action, mounted, Decimal(distance))

    @property
    def rows(self) -> list[WeaponRow]:
        rows = self.board.tables.weapons
        return [rows[one.name] for one in self.unit.weapons]
