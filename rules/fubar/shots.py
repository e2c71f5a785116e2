"""`/fire`: one target or a volley at several, at figures or at vehicles, from the state of the board (Firing)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from typing import cast

from rules.command.asked import SituationRow
from rules.command.effects import mark
from rules.command.planned import Planned
from rules.command.turns import rolls_initiative
from rules.fubar.activation_state import (
    STANDS,
    chosen_action,
    is_of_this_turn,
    is_on_guard,
    is_out_of_turn,
    opponents,
    shot_objections,
)
from rules.fubar.board_facts import armed, crewless_texts, is_vehicle, unit_facts, units_aboard, vehicle_facts
from rules.fubar.facts import ACTION_NAMES, Shooters, action_name
from rules.fubar.fire import FubarFire, FubarFireFacts
from rules.fubar.shooting import FIRING, FubarShot, fire_points
from rules.fubar.tables import COVERS, Board, Order, WeaponRow
from rules.fubar.vehicle import FireAtVehicle, VehicleFacts
from rules.fubar.weapons_used import Shooting, fires_unasked
from rules.game.events import Event
from rules.game.unit import Unit, Weapon, keep_with
from rules.kernel.action import Played
from rules.kernel.errors import RuleError
from rules.kernel.facts import Ask, Choice, MissingFacts, validate
from rules.kernel.request import Request
from rules.kernel.text import N_, NOTHING, Joined, Listed, Term, Text, UnitRef, several_of

FACINGS = ("front", "side", "rear")
_FIRE_ACTIONS = ("walk", "on_guard", "aimed_fire")


def _is_at_figures(shot: FubarShoot, _: int = 0) -> bool:
    return not shot.request.target or not is_vehicle(shot.target)


def _is_at_vehicle(shot: FubarShoot, _: int) -> bool:
    return not shot.request.target or is_vehicle(shot.target)


def _is_indirect(shot: FubarShoot, _: int) -> bool:
    return any(row.indirect for row in shot.rows)


def _may_walk(shot: FubarShoot, _: int) -> bool:
    """True for figures without a chosen action; a unit that has walked fires so without being asked."""
    board, unit = shot.board, shot.unit
    return not is_vehicle(unit) and chosen_action(board, unit) is None and not _has_walked(board, unit)


def _behind_vehicle_situation(hull: str) -> SituationRow:
    """Return the situation of a target behind a vehicle of that armour, if one is on the board."""

    def is_there(shot: FubarShoot, _: int) -> bool:
        units = shot.board.game.units.values()
        return _is_at_figures(shot) and any(is_vehicle(one) and one.profile.get("hull") == hull for one in units)

    label = Text("Target right behind a vehicle, armour {hull}", hull=Term(hull))
    return SituationRow(f"behind_{hull}", label, "behind_vehicle", hull, is_there)


_NOT_AT_EDGE = Text("No figure of the target within 2″ of its cover's edge")
_ASKED = (
    SituationRow(
        "aimed_fire",
        Text("Aimed Fire: stands still, +1 to hit"),
        applies=lambda shot, _: (
            chosen_action(shot.board, shot.unit) in (None, "aimed_fire")
            and not _is_out_of_actions(shot.board, shot.unit)
        ),
    ),
    SituationRow("walk", Text("On a walk: small arms and thrown grenades only"), applies=_may_walk),
    SituationRow(
        "reaction",
        Text("Reaction from On Guard at enemy movement"),
        "reaction",
        True,
        lambda shot, _: is_on_guard(shot.unit),
    ),
    SituationRow("front", Text("The vehicle's front is hit"), "facing", "front", _is_at_vehicle),
    SituationRow("side", Text("The vehicle's side is hit"), "facing", "side", _is_at_vehicle),
    SituationRow("rear", Text("The vehicle's rear is hit"), "facing", "rear", _is_at_vehicle),
    SituationRow("same_area", Text("Both units in the same area of cover"), "same_area", True, _is_at_figures),
    SituationRow("not_at_edge", _NOT_AT_EDGE, "target_at_edge", False, _is_at_figures),
    SituationRow("no_spotter", Text("No friend sees the target (mortars)"), "spotter", False, _is_indirect),
    SituationRow(
        "mounted",
        Text("Fired from a bunker's mount: one man serves a heavy MG"),
        applies=lambda shot, _: not is_vehicle(shot.unit) and any(row.crew > 1 for row in shot.rows),
    ),
    SituationRow("blocked", Text("Line of sight blocked (mortars may fire)"), "sight", "blocked", _is_indirect),
    *map(_behind_vehicle_situation, ("none", "light", "medium", "heavy", "very_heavy")),
)


_COVERS = tuple(
    Choice(cover, label, name)
    for cover, (label, name) in zip(
        COVERS,
        (
            (Text("None: in the open"), Text("in the open")),
            (Text("Soft: +1 (woods, hedges, wooden houses, rifle pits)"), Text("soft cover")),
            (Text("Moderate: +2 (stone, brick, rubble, trenches)"), Text("moderate cover")),
            (Text("Hard: +3 (bunkers)"), Text("hard cover")),
        ),
        strict=True,
    )
)


class FubarShoot(Order):
    """`/fire`: all targets are named before the first die."""

    key, title, doing, done_to = FubarFire.key, FubarFire.title, Text("fire"), Text("be a target")
    needs, several, covers, situation_rows = ("unit", "target", "distance"), ("target",), _COVERS, _ASKED

    action: str
    """The action by which it fires, set by `checks`."""

    # Legality.

    def checks(self) -> None:
        board, request = self.board, self.request
        self.action, objections = self._stance()
        for target in self.targets:
            self._check_target(target)
        self.warn(*objections)
        if board.rulings.fire_into_close_combat == "warned":
            for target in self.targets:
                self.warn(*self._close_combat_objection(target))
        if not (request.distance or request.firers):
            self._must_be_known()

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
            return _firing_action(board, unit, self.request), tuple(self._objections())

        board, unit = self.board, self.unit
        if self.request.situation:
            return stance()
        return keep_with(unit, board.book, (FubarShoot, bool(board.game.order), rolls_initiative(board)), stance)

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
            for still in [target for target in self.targets if not _has_moved(board, target)]:
                stood = N_("{target} has not moved this turn: a reaction is fire at movement (Activation › On Guard).")
                yield Text(stood, target=still.ref)
            return
        yield from shot_objections(board, unit)
        if self.request.has_situation("aimed_fire") and _is_out_of_actions(board, unit):
            yield Text("It fires without the +1 of Aimed Fire, which is an action (Activation).")

    def _must_be_known(self) -> None:
        """Raise MissingFacts, before distances are known, for the firers and a vehicle's facing.

        At 0″ every weapon reaches. The firers need not be asked for if only the longest weapons raise the question,
        nor for a shot with a warning anyway. Raise RuleError if nothing can fire.
        """
        if not fires_unasked(self.board, self.unit, self.action, self.request.has_situation("mounted")):
            self._ask_for_firers()
        for vehicle in () if self.is_warned else filter(is_vehicle, self.targets):
            _parse_facing(vehicle, self.request)

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
                "facing": _parse_facing(target, self.request),
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

    @property
    def rows(self) -> list[WeaponRow]:
        rows = self.board.tables.weapons
        return [rows[one.name] for one in self.unit.weapons if one.name in rows]

    def usual(self) -> Sequence[str]:
        """Return Aimed Fire for a unit without a chosen action."""
        if not self.request.unit or chosen_action(self.board, self.unit) or _is_out_of_actions(self.board, self.unit):
            return ()
        return ("aimed_fire",)


def _parse_facing(vehicle: Unit, request: Request) -> str:
    facing = request.single_situation(FACINGS)
    if not facing:
        choices = tuple(Choice(facing, Text("Its {facing}", facing=Term(facing))) for facing in FACINGS)
        raise MissingFacts(
            [Ask("situation", Text("which side of {target} is hit?", target=vehicle.ref), choices, seen=True)]
        )
    return facing


# The action by which a unit shoots.


def _firing_action(board: Board, unit: Unit, request: Request) -> str:
    """Return the action by which the unit fires; raise RuleError if none allows it."""
    if request.has_situation("reaction"):
        return _reaction_action(unit)
    named = request.single_situation(_FIRE_ACTIONS)
    done = chosen_action(board, unit)
    if done and named and named != done:
        raise RuleError(
            Text(
                "{unit} has chosen {chosen} this turn, not {action}.",
                unit=unit.ref,
                chosen=action_name(done),
                action=action_name(named),
            ),
            "Activation",
        )
    action = done or named or ("walk" if _has_walked(board, unit) else "aimed_fire")
    if action not in _FIRE_ACTIONS:
        raise RuleError(
            Text("{unit} chose {action} this turn and cannot fire.", unit=unit.ref, action=action_name(action)),
            f"Activation › {ACTION_NAMES.get(action, action)}",
        )
    return "on_guard" if action == "aimed_fire" and _is_out_of_actions(board, unit) else action


def _is_out_of_actions(board: Board, unit: Unit) -> bool:
    """True if the unit has no action left for aiming; a shot in spite of the warning gains no bonus."""
    return is_on_guard(unit) or unit.has("acted") or is_out_of_turn(board, unit) or _has_walked(board, unit)


def _has_walked(board: Board, unit: Unit) -> bool:
    """True if the unit has moved this turn by an unknown action, which for a shot counts as a walk."""
    return unit.has("moved") and is_of_this_turn(board, unit) and not unit.word("action")


def _has_moved(board: Board, target: Unit) -> bool:
    """True if the unit has moved this turn, or has chosen an action with a move, recorded or not."""
    moves = target.has("moved") or target.word("action") not in (None, *STANDS)
    return target.has("boarded") or (moves and is_of_this_turn(board, target))


def _reaction_action(unit: Unit) -> str:
    if not unit.has("on_guard"):
        raise RuleError(Text("{unit} is not On Guard and cannot react.", unit=unit.ref), "Activation › On Guard")
    if unit.has("reacted"):
        raise RuleError(
            Text("{unit} has already reacted this turn: once per turn.", unit=unit.ref), "Activation › On Guard"
        )
    return "on_guard"


def ready_to_fire(board: Board, unit: Unit) -> Sequence[Weapon]:
    """Return the weapons that its action allows; all of them if it cannot fire at all."""
    try:
        shooting = Shooting(board.book, unit, _firing_action(board, unit, Request("fire", (unit.id,))))
    except RuleError:
        return armed(unit)
    return [weapon for weapon in armed(unit) if shooting.allows(weapon.name)]
