"""`/assault`: a charge into melee, with its weapons, losses and blasts (Melee)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import cast

from rules.command.effects import mark, require_alive, require_enemies
from rules.command.planned import Planned
from rules.game.events import Event
from rules.game.unit import Unit
from rules.kernel.action import Played
from rules.kernel.errors import RuleError
from rules.kernel.facts import Ask, Choice, MissingFacts
from rules.kernel.text import N_, Joined, Note, Plural, Sentence, Term, Text
from rules.openfire_ww2 import assault, board_facts, own_turn, shots, weapons_used
from rules.openfire_ww2.contact import WW2Side, useless_reason
from rules.openfire_ww2.facts import MELEE, WEAPON_TYPES, WeaponType, profile
from rules.openfire_ww2.movement import WW2Movement
from rules.openfire_ww2.objectives import ask_objectives
from rules.openfire_ww2.tables import Board, Order

LEFT_BY_CHARGING = ("set_up_position", "hull_down")
CHARGER_SIDES = (
    Choice("charger_front", Text("The charging vehicle's front is hit")),
    Choice("charger_side", Text("The charging vehicle's side is hit")),
    Choice("charger_rear", Text("The charging vehicle's rear is hit")),
    Choice("charger_top", Text("The charging vehicle's top is hit")),
)
CHARGER_FACINGS = tuple(one.code for one in CHARGER_SIDES)
_BE_ASSAULTED = Text("be assaulted")
_FAR = Ask("distance", Text("how far is the target?"))


class Charge(Order):
    """`/assault`: a charge at one enemy unit."""

    key, title, doing = assault.WW2Assault.key, assault.WW2Assault.title, Text("charge")
    needs = ("unit", "target")
    situations = (
        Choice("no_shots", Text("The defender cannot shoot before contact")),
        *shots.SIDES,
        *CHARGER_SIDES,
        *shots.HIDDEN,
    )

    # Legality.

    def checks(self) -> None:
        board, unit = self.board, self.unit
        board_facts.check_may_fight(board, unit)
        self._must_be_free_to_charge()
        self.warn(*own_turn.fight_warnings(board, unit))
        if not self.request.target:
            return
        require_enemies(unit, require_alive(self.target, _BE_ASSAULTED))
        self.warn(*shots.other_target_warnings(board, unit, [self.target]))
        mine = self.mine
        if mine.silent and not mine.chosen:
            raise RuleError(Joined(mine.silent), WEAPON_TYPES)
        if not mine.chosen:
            raise RuleError(Text("{unit} has no weapon left to fight with.", unit=unit.ref), MELEE)
        if self._is_harmless(unit, mine, self.target):
            if self.request.situation:
                shots.must_be_possible(board, [self._assault_plan])
            # Menus check many targets, so nothing is planned.
            refusal = assault.powerless_error(self._weapon_kinds(unit, mine), profile(self.target))
            raise refusal.with_units({"attacker": unit.id})
        self._check_reach()
        if not self.is_warned and (asks := self._ask_sides()):
            self._require_answers(asks)

    def _must_be_free_to_charge(self) -> None:
        """Raise RuleError for a unit that cannot charge; a position is left by charging."""
        unit, stops = self.unit, [state for state in own_turn.holding_states(self.unit) if state not in own_turn.LYING]
        if stops:
            kept = Text("{unit} cannot charge: {state}.", unit=unit.ref, state=Term(stops[0]))
            raise RuleError(kept, own_turn.STOPS[stops[0]])
        if unit.has("retreating"):
            raise RuleError(Text("{unit} is falling back and cannot charge.", unit=unit.ref), MELEE)

    def _weapon_kinds(self, unit: Unit, arms: weapons_used.StrikingArms) -> list[WeaponType]:
        return [board_facts.weapon_of(self.board, unit, name) for name in arms.chosen]

    def _is_harmless(self, unit: Unit, arms: weapons_used.StrikingArms, enemy: Unit) -> bool:
        return all(useless_reason(weapon, profile(enemy)) for weapon in self._weapon_kinds(unit, arms))

    def _check_reach(self) -> None:
        """Warn of a charge beyond its reach in the open; roads extend it, which the bot does not know.

        Overdrive is for one phase: its inches are spent by a move in the movement phase.
        """
        unit, distance = self.unit, next(iter(self.request.distance), None)
        if distance is None:
            return
        driven = unit.has("moved_this_turn") and unit.word("manoeuvre") != "overdrive"
        states = ("hit_the_dirt", "engine_damaged") if driven else ("hit_the_dirt", "overdrive", "engine_damaged")
        extra = ("charge", *filter(unit.has, states))
        reach = WW2Movement.of(self.board, {"kind": profile(unit).kind, "extra": extra}).inches
        if distance > reach:
            far = N_("A charge of {unit} reaches {reach}″ in the open; the enemy is {distance}″ away (Melee).")
            self.warn(Text(far, unit=unit.ref, reach=reach, distance=distance))

    def _ask_sides(self) -> list[Ask]:
        """Return questions for the side hit on a charged vehicle, and on a charging one that can be harmed."""
        asks = shots.ask_facing(self.request, [self.target])
        unit = self.unit
        code = self.request.single_situation(CHARGER_FACINGS)
        if board_facts.is_vehicle(unit) and not code and not self._is_harmless(self.target, self.theirs, unit):
            question = Text("which side of {target} is hit?", target=unit.ref)
            asks.append(Ask("situation", question, CHARGER_SIDES, seen=True))
        return asks

    def _require_answers(self, asks: list[Ask]) -> None:
        """Raise MissingFacts for facts that only the players know, RuleError if known facts forbid the charge."""
        if self.request.distance or self.request.situation:
            shots.must_be_possible(self.board, [self._assault_plan])
        if asks := [*([] if self.request.distance else [_FAR]), *asks]:
            raise MissingFacts(asks)

    # Its rolls and changes.

    @cached_property
    def mine(self) -> weapons_used.StrikingArms:
        """The charger's weapons."""
        return weapons_used.arms(self.board, self.unit, self.target)

    @cached_property
    def theirs(self) -> weapons_used.StrikingArms:
        return weapons_used.arms(self.board, self.target, self.unit)

    @cached_property
    def _assault_plan(self) -> Planned:
        request, unit, enemy = self.request, self.unit, self.target
        charger = (request.single_situation(CHARGER_FACINGS) or "charger_front").removeprefix("charger_")
        mine = self._fighter_facts(unit, "attacker", self.mine, charger)
        left = [state for state in _states(unit) if state not in LEFT_BY_CHARGING]
        theirs = self._fighter_facts(enemy, "defender", self.theirs, request.single_situation(shots.FACINGS) or "front")
        facts = {
            "attacker": mine | {"states": left},
            "defender": theirs | {"states": _states(enemy)},
            "defender_shoots": not request.has_situation("no_shots"),
            "sight": request.single_situation(shots.SIGHTS) or "clear",
        }
        return assault.WW2Assault.plan_roll(facts, attacker=unit, defender=enemy)

    def _fighter_facts(self, unit: Unit, part: str, arms: weapons_used.StrikingArms, facing: str) -> board_facts.Fields:
        known = {"name": part, "wpn": profile(unit).wpn, "facing": facing}
        return board_facts.target(unit) | known | arms.facts(self.board, unit)

    def rolls(self) -> Iterable[Planned]:
        self._require_answers(self._ask_sides())
        return [self._assault_plan]

    def after(self, now: Board, played: Sequence[Played]) -> Iterator[Event]:
        """Yield events of the charge, a move in any case; it ends a position under every ruling."""
        unit = now.unit(self.unit.id)
        yield from own_turn.moves(now, unit)
        yield from mark(unit, fired=1)
        yield from mark(unit, **{state: None for state in LEFT_BY_CHARGING if unit.has(state)})
        if unit.has("concentrate_fire"):
            yield from mark(unit, concentrate_fire=None, manoeuvre=None)
        for one, used in ((self.unit, self.mine), (self.target, self.theirs)):
            if any(now.tables.weapons[name].grenade for name in used.chosen):  # one a turn
                yield from mark(now.unit(one.id), grenade_thrown=1)
        yield from own_turn.apply_tests(now, self._results(played))

    def _results(self, played: Sequence[Played]) -> list[tuple[str, str]]:
        """Return the units with the results of their last Terror tests."""
        outcome = played[0].outcome
        return [(self.unit.id, outcome.attacker_terror), (self.target.id, outcome.defender_terror)]

    # Its texts and its form.

    def notes(self, now: Board, played: Sequence[Played]) -> Iterator[Text]:
        rule, [done] = assault.WW2Assault(cast(assault.WW2AssaultFacts, self._assault_plan.facts), now.book), played
        yield self._describe_weapons(rule)
        yield from (*self.mine.silent, *self.theirs.silent)
        for unit, side in ((self.unit, rule.attacker), (self.target, rule.defender)):
            yield from shots.lost_weapons(now.unit(unit.id), rule.destroyed(side, done))
        bursts = dict[tuple[str, int], assault.Hit]()
        for hit in (one for one in rule.hits(done) if one.blow.weapon.bursts):
            # A gun that hits before contact and in it bursts at the same unit.
            same = (hit.who, hit.blow.place)
            bursts[same] = hit._replace(hits=hit.hits + (bursts[same].hits if same in bursts else 0))
        yield from (self._ask_about_burst(hit, len(bursts) == 1) for hit in bursts.values())
        yield from own_turn.ask_free_objectives(now, self._results(played))
        yield from ask_objectives(now, now.unit(self.unit.id))

    def _describe_weapons(self, rule: assault.WW2Assault) -> Text:
        """Return the weapons of each side, without those that cannot harm the enemy."""
        mine = weapons_used.weapons_text(_useful_weapons(self.mine, rule.attacker))
        said = {"attacker": self.unit.ref, "weapon": mine, "defender": self.target.ref}
        if not (theirs := _useful_weapons(self.theirs, rule.defender)):
            return Text("{attacker} fought with {weapon}; {defender} had no weapon to strike back.", **said)
        both = N_("{attacker} fought with {weapon}, {defender} with {other_weapon}.")
        return Text(both, other_weapon=weapons_used.weapons_text(theirs), **said)

    def _ask_about_burst(self, hit: assault.Hit, alone: bool) -> Note:
        """Return the question about units nearby, as after any explosion (Explosions)."""
        sides = ((self.unit, self.mine, self.target), (self.target, self.theirs, self.unit))
        by, arms, at = sides[hit.who == "defender"]
        asked = Plural(
            "{weapon} hit: who is near {target}?",
            "{weapon}, {n} hits: who is near {target}?",
            hit.hits,
            weapon=hit.blow.name,
            target=at.ref,
        )
        return shots.blast(Sentence(asked), by, hit.blow.name, list(arms.chosen)[hit.blow.place], hit.hits, alone)

    def headline(self) -> Text:
        return Text("Assault: {attacker} → {defender}", attacker=self.unit.ref, defender=self.target.ref)

    def distance_asked(self) -> Ask | None:
        """Return the question for every charge: from too far away it is pointless."""
        return _FAR

    def suits(self, code: str) -> bool:
        """True unless the code is a facing of a unit without facings."""
        if code in CHARGER_FACINGS:
            return not self.request.unit or board_facts.is_vehicle(self.unit)
        return code not in shots.FACINGS or not self.request.target or board_facts.is_vehicle(self.target)


def _useful_weapons(arms: weapons_used.StrikingArms, side: WW2Side) -> weapons_used.Chosen:
    places = [blow.place for blow in side.blows.blows]
    return {name: count for place, (name, count) in enumerate(arms.chosen.items()) if place in places}


def _states(unit: Unit) -> tuple[str, ...]:
    return (*board_facts.shooter_states(unit), *board_facts.target_states(unit))
