"""An assault before the first die: its facts, who may strike, and what that comes to in numbers (Melee)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

from pydantic import Field

from rules.action import Book
from rules.errors import RuleError
from rules.facts import Facts, Flag
from rules.openfire_ww2.contact import Side, shots, useless
from rules.openfire_ww2.contact import side as in_contact
from rules.openfire_ww2.facts import must_stand
from rules.openfire_ww2.fighters import AnyFighter, Fighter
from rules.openfire_ww2.sections import GRENADES, MELEE, WEAPON_TYPES
from rules.openfire_ww2.shooting import must_see
from rules.openfire_ww2.strokes import Stroke
from rules.openfire_ww2.terror import Nerves
from rules.table import Decision, Offer
from rules.text import N_, Joined, Role, Sentence, Text


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
ATTACKER, DEFENDER = Role("attacker", article=True), Role("defender", article=True)


def plan(facts: Assault, book: Book) -> AssaultPlan:
    """Raises RuleError for an assault that nobody sees, that nobody is left for, or that can harm nobody."""
    must_see(facts.sight)
    must_stand(facts.attacker.body, ATTACKER)
    must_stand(facts.defender.body, DEFENDER)
    _one_grenade(facts.attacker)
    _one_grenade(facts.defender)
    attacker = in_contact(facts.attacker, facts.defender, "attacker", book)
    if not attacker.blows.blows:
        raise _powerless(facts)
    return AssaultPlan(
        attacker,
        in_contact(facts.defender, facts.attacker, "defender", book),
        shots(facts.defender, facts.attacker, book) if facts.defender_shoots else None,
        book.rulings.charge_stopped == "pinned_stops",
    )


def _one_grenade(fighter: AnyFighter) -> None:
    if sum(group.teams for group in fighter.groups if group.weapon.grenade) > 1:
        raise RuleError(Text("A squad throws one grenade a turn."), GRENADES)


def _powerless(facts: Assault) -> RuleError:
    """The defender may be without a weapon; the attacker has to strike with something."""
    armed = [group.weapon for group in facts.attacker.groups if group.teams * group.weapon.rof]
    reasons = [useless(weapon, facts.defender.body) for weapon in armed]
    if not reasons:
        return RuleError(Sentence(Text("{unit} has no weapon left to fight with.", unit=ATTACKER)), MELEE)
    why = Joined(dict.fromkeys(reason for reason in reasons if reason), "; ")
    refusal = Text("{unit} cannot harm its target: {harmless}.", unit=ATTACKER, harmless=why)
    return RuleError(Sentence(refusal), WEAPON_TYPES)


def too_big(plan: AssaultPlan) -> Text | None:
    """Exact odds are worked out for up to 60 dice a side."""
    most = max(sum(one.blows.dice(one.men(0))) for one in (plan.attacker, plan.defender))
    most = max(most, sum(plan.shot.dice(plan.defender.men(0))) if plan.shot else 0)
    return Text("Exact odds go up to 60 dice a side; there are {most} here.", most=most) if most > 60 else None
