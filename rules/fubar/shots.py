"""`/fire`: one target or a volley at several, at figures or at vehicles, from the state of the board (Firing)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import cast

from rules.command.effects import mark
from rules.command.planned import Planned
from rules.fubar.activation_state import chosen_action
from rules.fubar.board_facts import is_vehicle, unit_facts, units_aboard, vehicle_facts
from rules.fubar.facts import Shooters
from rules.fubar.fire import FubarFire, FubarFireFacts
from rules.fubar.firing_action import is_out_of_actions
from rules.fubar.shooting import FubarShot, fire_points
from rules.fubar.shot_checks import ShotChecks
from rules.fubar.shot_situations import COVERS_OF_TARGET, SITUATIONS, parse_facing
from rules.fubar.tables import Board
from rules.fubar.vehicle import FireAtVehicle, VehicleFacts
from rules.game.events import Event
from rules.game.unit import Unit
from rules.kernel.action import Played
from rules.kernel.facts import validate
from rules.kernel.text import NOTHING, Joined, Text, UnitRef, several_of


class FubarShoot(ShotChecks):
    """`/fire`: all targets are named before the first die."""

    key, title, doing, done_to = FubarFire.key, FubarFire.title, Text("fire"), Text("be a target")
    needs, several, covers, situation_rows = ("unit", "target", "distance"), ("target",), COVERS_OF_TARGET, SITUATIONS

    # Its rolls and changes.

    def rolls(self) -> Iterable[Planned]:
        request, shooting = self.request, self._make_shooting()
        for at, target in enumerate(self.targets):
            distance = request.value_for(request.distance, at, Decimal(0))
            named = request.value_for(request.firers, at, "")
            chosen = shooting.fire(named, distance)
            decided = {
                "fire_from_inside": self.unit.has("aboard"),
                "best_weapon_survives": shooting.is_picked_by_ruling(named),
                "fire_into_close_combat": bool(self._close_combat_objection(target)),
            }
            rulings_used = tuple(ruling for ruling, so in decided.items() if so)
            shot = self._plan_shot(target, distance, chosen, request.value_for(request.cover, at, "none"))
            yield shot._replace(rulings_used=rulings_used)

    def _plan_shot(self, target: Unit, distance: Decimal, shooters: list[Shooters], cover: str) -> Planned:
        attacker = self.unit
        facts: dict[str, object] = {
            "attacker": unit_facts(attacker),
            "shooters": tuple(shooters),
            "distance": distance,
            "cover": cover,
            "action": self.action,
        }
        if is_vehicle(target):
            facts |= self.asked_facts(VehicleFacts) | {
                "vehicle": vehicle_facts(self.board, target),
                "facing": parse_facing(target, self.request),
                "already": target.words("effects_this_turn"),
            }
            inside = {f"passengers {n}": unit.id for n, unit in enumerate(units_aboard(self.board, target), 1)}
            roles = {"attacker": attacker.id, "vehicle": target.id, **inside}
            return Planned(FireAtVehicle.key, validate(VehicleFacts, facts), roles)
        hidden = target.word("action")
        facts |= self.asked_facts(FubarFireFacts) | {
            "target": unit_facts(target),
            "target_action": hidden if hidden in ("duck_and_weave", "gone_to_ground") else None,
        }
        return FubarFire.plan_roll(facts, attacker=attacker, target=target)

    def after(self, now: Board, played: Sequence[Played]) -> Iterable[Event]:
        """Return events that spend the action once for all targets, or mark a reaction."""
        if self.request.has_situation("reaction"):
            return mark(self.unit, reacted=1)
        aims = self.action != "on_guard"
        return mark(self.unit, fired=1) + (mark(self.unit, action=self.action) if aims else [])

    # Its texts and its form.

    def notes(self, now: Board, played: Sequence[Played]) -> Iterable[Text]:
        """Yield the weapons that fired and reached the target."""
        rows = now.tables.weapons
        for planned, target in zip(self.plays, self.targets, strict=True):
            shot = cast(FubarShot, planned.facts)
            reached = [one for one in shot.shooters if one.count and fire_points(rows[one.weapon], shot.distance)]
            fired = Joined([several_of(one.count, one.weapon) for one in reached], ", ")
            at = Text(" at {target}", target=target.ref) if len(self.plays) > 1 else NOTHING
            yield Text("Fired{at}: {fired}.", at=at, fired=fired)

    def headline(self) -> Text:
        targets = Joined(map(UnitRef, self.request.target), ", ")
        return Text("{attacker} → {unit}", attacker=self.unit.ref, unit=targets)

    def usual(self) -> Sequence[str]:
        """Return Aimed Fire for a unit without a chosen action."""
        if not self.request.unit or chosen_action(self.board, self.unit) or is_out_of_actions(self.board, self.unit):
            return ()
        return ("aimed_fire",)
