"""Assault: the defender may shoot first, the attacker strikes, who is left strikes back, then Terror (Melee)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from pydantic import Field

from rules.action import Action, Book, Played
from rules.dice import total
from rules.effect import Effect
from rules.errors import RuleError
from rules.facts import Facts, Flag
from rules.openfire_ww2.aiming import cannot_harm
from rules.openfire_ww2.contact import Fighter, Side, Stroke, shots, side, struck
from rules.openfire_ww2.facts import must_stand
from rules.openfire_ww2.hulls import Damage
from rules.openfire_ww2.sections import MELEE, WEAPON_TYPES
from rules.openfire_ww2.shooting import must_see
from rules.openfire_ww2.steps import faces_of, got_of
from rules.openfire_ww2.terror import Nerves, nerve_effects, shaken_again, terror, told
from rules.table import Decision, Offer, Table, Then, then
from rules.text import N_, NOTHING, Joined, Role, Sentence, Text, Value, counted


class Assault(Facts):
    """The facts of an assault."""

    attacker: Fighter = Field(title=N_("Attacker"))
    defender: Fighter = Field(title=N_("Defender"))
    defender_shoots: Flag = Field(default=True, title=N_("The defender may shoot before contact"))
    sight: Literal["clear", "hidden", "smoke"] = Field(default="clear", title=N_("Line of sight"))


class AssaultOutcome(NamedTuple):
    """Losses of each side, men or hit points; whether it came to contact; and the last Terror of each."""

    attacker_casualties: int
    defender_casualties: int
    charge: Literal["contact", "stopped"]
    attacker_terror: Nerves
    defender_terror: Nerves


@dataclass(frozen=True, eq=False, slots=True)
class AssaultPlan:
    """An assault in numbers."""

    attacker: Side
    defender: Side
    shot: Stroke | None
    stops: bool
    leaned: tuple[str, ...] = ()


def _yes(text: str) -> bool:
    if text not in ("yes", "no"):
        raise ValueError(text)
    return text == "yes"


def _offers(*_: int) -> tuple[Offer, ...]:
    return Offer("yes", Text("shoot before they are in contact")), Offer("no", Text("hold fire"))


STAND_AND_SHOOT = Decision[bool](
    name="stand_and_shoot",
    by="defender",
    question=Text("Do the defenders shoot before contact?"),
    options=("yes", "no"),
    default="yes",
    read=_yes,
    rule=MELEE,
    offers=_offers,
)


_ATTACKER, _DEFENDER = Role("attacker", article=True), Role("defender", article=True)


def plan(facts: Assault, book: Book) -> AssaultPlan:
    """Raises RuleError for an assault that nobody sees, that nobody is left for, or that can harm nobody."""
    must_see(facts.sight)
    must_stand(facts.attacker, _ATTACKER)
    must_stand(facts.defender, _DEFENDER)
    harmless = cannot_harm(facts.attacker.weapon, facts.defender)
    if harmless:
        refusal = Text("{unit} cannot harm its target: {harmless}.", unit=_ATTACKER, harmless=harmless)
        raise RuleError(Sentence(refusal), WEAPON_TYPES)
    shot = shots(facts.defender, facts.attacker, book) if facts.defender_shoots else None
    return AssaultPlan(
        side(facts.attacker, facts.defender, "attacker", book),
        side(facts.defender, facts.attacker, "defender", book),
        shot,
        book.rulings.charge_stopped == "pinned_stops",
    )


def assault(table: Table, plan: AssaultPlan) -> Then[AssaultOutcome]:
    """The defender's shots come first, if it may shoot and does."""
    if not plan.shot or not table.decide(STAND_AND_SHOOT):
        return then(_contact, plan, 0, "none")
    lost, heavy = table.play(struck, plan.shot, plan.defender.men(0))
    return then(_charge, plan, lost, heavy)


def _charge(table: Table, plan: AssaultPlan, lost: int, heavy: bool) -> AssaultOutcome | Then[AssaultOutcome]:
    """A charger that is pinned or driven back is stopped, by ruling; one with nobody left surely is."""
    nerve = plan.attacker.nerve
    result: Nerves = table.play(terror, nerve, lost, heavy) if nerve else "none"
    shaken = plan.stops and result in ("pinned", "falls_back")
    if shaken or lost == plan.attacker.size:
        return AssaultOutcome(lost, 0, "stopped", result, "none")
    return then(_contact, plan, lost, result)


def _contact(table: Table, plan: AssaultPlan, lost: int, nerves: Nerves) -> Then[AssaultOutcome]:
    down, _ = table.play(struck, plan.attacker.blows, plan.attacker.men(lost))
    return then(_struck_back, plan, lost, nerves, down)


def _struck_back(table: Table, plan: AssaultPlan, lost: int, nerves: Nerves, down: int) -> Then[AssaultOutcome]:
    left = plan.defender.men(down)
    back = table.play(struck, plan.defender.blows, left)[0] if left else 0
    return then(_over, plan, lost, nerves, down, min(back, plan.attacker.size - lost))


def _over(table: Table, plan: AssaultPlan, lost: int, nerves: Nerves, down: int, back: int) -> AssaultOutcome:
    """Terror of those who lost men in contact and have some left; the last test of a side is what stands."""
    attacker, defender = plan.attacker.nerve, plan.defender.nerve
    again: Nerves = "none"
    if attacker and back:
        pinned = nerves == "pinned" or (attacker.pinned and nerves != "passed")
        again = table.play(shaken_again, attacker, lost, back, pinned)
    other: Nerves = table.play(terror, defender, down) if defender and down else "none"
    return AssaultOutcome(lost + back, down, "contact", nerves if again == "none" else again, other)


def effects(plan: AssaultPlan, played: Played) -> Sequence[Effect]:
    outcome: AssaultOutcome = played.outcome
    return [
        *_side_effects(plan.attacker, outcome.attacker_casualties, outcome.attacker_terror, _blows_at(plan, 0), played),
        *_side_effects(plan.defender, outcome.defender_casualties, outcome.defender_terror, _blows_at(plan, 1), played),
    ]


def _blows_at(plan: AssaultPlan, place: int) -> list[Stroke]:
    """What struck at the attacker (0) or at the defender (1)."""
    return [plan.attacker.blows] if place else [plan.defender.blows, *([plan.shot] if plan.shot else [])]


def _side_effects(side: Side, lost: int, result: Nerves, strokes: Sequence[Stroke], played: Played) -> list[Effect]:
    """A vehicle is struck on the front."""
    if side.hull:
        sixes = faces_of(played, (stroke.to_kill.sixes for stroke in strokes)).count(6)
        destroyed = side.hull.damage(0, 0, sixes).weapons_destroyed
        return side.hull.effects(side.who, Damage(lost, False, False, destroyed, lost == side.size))
    assert side.nerve
    fallen = [Effect(side.who, "models", -lost)] if lost else []
    return [*fallen, *nerve_effects(side.who, result, side.nerve.pinned, side.rallying)]


def tell(plan: AssaultPlan, played: Played) -> Text:
    outcome: AssaultOutcome = played.outcome
    nerves = [_nerves(plan.attacker, outcome.attacker_terror), _nerves(plan.defender, outcome.defender_terror)]
    return Joined((Sentence(_fallen(plan, outcome)), *nerves))


def _fallen(plan: AssaultPlan, outcome: AssaultOutcome) -> Text:
    said: dict[str, Value] = {"attacker": _ATTACKER, "defender": _DEFENDER}
    said["losses"] = _losses(plan.attacker, outcome.attacker_casualties)
    if outcome.charge == "stopped":
        return Text("{attacker} loses {losses} to the shots of {defender}. The charge is stopped.", **said)
    said["defender_losses"] = _losses(plan.defender, outcome.defender_casualties)
    return Text("{attacker} loses {losses}, {defender} loses {defender_losses}.", **said)


def _losses(side: Side, lost: int) -> Text:
    return counted(lost, "HP", "HP") if side.vehicle else counted(lost, "man", "men")


def _nerves(side: Side, result: Nerves) -> Text:
    nerves = told(result, side.inches)
    return Sentence(Text("{unit}: {nerves}.", unit=Role(side.who), nerves=nerves)) if nerves else NOTHING


def leaning(plan: AssaultPlan, played: Played) -> Sequence[str]:
    """The rulings that decided something after the first die."""
    outcome: AssaultOutcome = played.outcome
    found: list[str] = []
    if _shaken_by_shots(plan, played):
        found.append("charge_stopped")
    if _unharmed_by_heavy(plan, played):
        found.append("heavy_fire_pins")
    if outcome.charge == "contact" and any(map(_dice_by_ruling, (plan.attacker, plan.defender))):
        found.append("melee_rof")
    return found


def _shaken_by_shots(plan: AssaultPlan, played: Played) -> bool:
    """Whether the charger's nerve gave way before contact, and somebody was left to go in."""
    tests = [step for step in played.steps if plan.attacker.nerve and step.throw.key == plan.attacker.nerve.called.key]
    failed = any(step.got > total(step.throw.ledger) for step in tests)
    return failed or (played.outcome.charge == "stopped" and played.outcome.attacker_terror == "pinned")


def _unharmed_by_heavy(plan: AssaultPlan, played: Played) -> bool:
    shot, fired = plan.shot, any(made.value == "yes" for made in played.made)
    if not shot or not shot.heavy or not fired or not plan.attacker.nerve:
        return False
    hits = got_of(played, shot.to_hit.throw, int(shot.to_hit.possible))
    return hits > 0 and not got_of(played, shot.to_kill.throw, int(shot.to_kill.sure))


def _dice_by_ruling(side: Side) -> bool:
    blows = side.blows
    return not side.vehicle and blows.per_team * min(blows.teams, side.size) != side.size


def too_big(plan: AssaultPlan) -> Text | None:
    """Exact odds are worked out for up to 60 dice a side."""
    most = max(one.blows.dice(one.men(0)) for one in (plan.attacker, plan.defender))
    most = max(most, plan.shot.dice(plan.defender.men(0)) if plan.shot else 0)
    return Text("Exact odds go up to 60 dice a side; there are {most} here.", most=most) if most > 60 else None


ACTION = Action(
    key="assault",
    title=Text("Assault"),
    topic="melee",
    facts=Assault,
    outcome=AssaultOutcome,
    plan=plan,
    rule=assault,
    tell=tell,
    effects=effects,
    leaning=leaning,
    decisions=(STAND_AND_SHOOT,),
    too_big=too_big,
)
