"""Assault: the defender may shoot first, the attacker strikes, the survivors strike back, then Terror (Melee)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from pydantic import Field

from rules.kernel.action import Played, up_to
from rules.kernel.dice import total
from rules.kernel.errors import RuleError
from rules.kernel.facts import Facts, Flag
from rules.kernel.plays import Effect, Shift
from rules.kernel.table import Decision, Offer, Table, Then, read_either, then
from rules.kernel.text import N_, NOTHING, Joined, Role, Sentence, Text, Value, counted
from rules.openfire_ww2 import contact, facts, terror
from rules.openfire_ww2.roll_kinds import faces_of, got_of
from rules.openfire_ww2.shooting import must_see
from rules.openfire_ww2.tables import WW2Rule
from rules.openfire_ww2.victims import Damage, fate

ATTACKER, DEFENDER = Role("attacker", article=True), Role("defender", article=True)


class WW2AssaultFacts(Facts):
    """Facts of an assault."""

    attacker: facts.Fighter = Field(title=N_("Attacker"))
    defender: facts.Fighter = Field(title=N_("Defender"))
    defender_shoots: Flag = Field(default=True, title=N_("The defender may shoot before contact"))
    sight: Literal["clear", "hidden", "smoke"] = Field(default="clear", title=N_("Line of sight"))


class WW2AssaultOutcome(NamedTuple):
    """Losses of each side in men or hit points, contact or not, and the last Terror result of each."""

    attacker_casualties: int
    defender_casualties: int
    charge: Literal["contact", "stopped"]
    attacker_terror: terror.Nerves
    defender_terror: terror.Nerves

    def is_won(self) -> bool:
        return self.defender_casualties > self.attacker_casualties

    def is_lost(self) -> bool:
        return self.attacker_casualties > self.defender_casualties


class Hit(NamedTuple):
    """A kind of weapon that hit, and its hits; `who` is the side that used it."""

    who: str
    stroke: contact.Stroke
    blow: contact.WW2Blow
    hits: int


STAND_AND_SHOOT = Decision[bool](
    name="stand_and_shoot",
    by="defender",
    question=Text("Shoot before contact?"),
    options=("yes", "no"),
    default="yes",
    read=read_either(),
    rule=facts.MELEE,
    offers=lambda *_: (Offer("yes", Text("shoot first")), Offer("no", Text("hold fire"))),
)


class WW2Assault(WW2Rule[WW2AssaultFacts, WW2AssaultOutcome]):
    """An assault; `shot` is the defender's shooting before contact, if any; by ruling it may stop a charge."""

    key, title, topic, decisions = "assault", Text("Assault"), "melee", (STAND_AND_SHOOT,)
    fight = ((Text("it loses more"), WW2AssaultOutcome.is_won), (Text("you do"), WW2AssaultOutcome.is_lost))

    def plan(self) -> None:
        given, book = self.facts, self.book
        attacker, defender = given.attacker, given.defender
        must_see(given.sight)
        facts.must_not_be_destroyed(attacker.body, ATTACKER)
        facts.must_not_be_destroyed(defender.body, DEFENDER)
        for fighter in (attacker, defender):
            if sum(group.teams for group in fighter.groups if group.weapon.grenade) > 1:
                raise RuleError(Text("A squad throws one grenade per turn."), facts.GRENADES)
        self.attacker = contact.side(attacker, defender, "attacker", book)
        if not self.attacker.blows.blows:
            armed = [group.weapon for group in attacker.groups if group.teams * group.weapon.rof]
            raise powerless_error(armed, defender.body)
        self.defender = contact.side(defender, attacker, "defender", book)
        self.shot = contact.shots(defender, attacker, book) if given.defender_shoots else None
        self.stops = book.rulings.charge_stopped == "pinned_stops"

    # The rule.

    def play(self, table: Table) -> Then[WW2AssaultOutcome]:
        if not self.shot or not table.decide(STAND_AND_SHOOT):
            return then(self._play_contact, 0, 0, "none")
        done = table.play(contact.roll_blows, self.shot, self.defender.men(0), 0)
        return then(self._play_charge, done.lost, done.gone, done.heavy)

    def _play_charge(
        self, table: Table, lost: int, gone: int, heavy: bool
    ) -> WW2AssaultOutcome | Then[WW2AssaultOutcome]:
        """Stop a charger that is pinned or driven back, by ruling, or one without men left."""
        nerve = self.attacker.victim.nerve
        result: terror.Nerves = table.play(terror.terror, nerve, lost, heavy) if nerve else "none"
        shaken = self.stops and result in ("pinned", "falls_back")
        if shaken or lost == self.attacker.size:
            return WW2AssaultOutcome(lost, 0, "stopped", result, "none")
        return then(self._play_contact, lost, gone, result)

    def _play_contact(self, table: Table, lost: int, gone: int, nerves: terror.Nerves) -> Then[WW2AssaultOutcome]:
        """Roll the attacker's blows with its remaining men and weapons."""
        down = table.play(contact.roll_blows, self.attacker.blows, self.attacker.men(lost), gone)
        return then(self._strike_back, lost, nerves, down.lost, down.gone)

    def _strike_back(
        self, table: Table, lost: int, nerves: terror.Nerves, down: int, gone: int
    ) -> Then[WW2AssaultOutcome]:
        """Roll the defender's blows with its remaining men and weapons."""
        left = self.defender.men(down)
        back = table.play(contact.roll_blows, self.defender.blows, left, gone) if left else contact.NOT_STRUCK
        return then(self._roll_terror, lost, nerves, down, min(back.lost, self.attacker.size - lost))

    def _roll_terror(self, table: Table, lost: int, nerves: terror.Nerves, down: int, back: int) -> WW2AssaultOutcome:
        """Roll Terror for squads with losses in contact and survivors; the last test of a side counts."""
        attacker, defender = self.attacker.victim.nerve, self.defender.victim.nerve
        again: terror.Nerves = "none"
        if attacker and back:
            pinned = nerves == "pinned" or (attacker.pinned and nerves != "passed")
            again = table.play(terror.test_again, attacker, lost, back, pinned)
        other: terror.Nerves = table.play(terror.terror, defender, down) if defender and down else "none"
        return WW2AssaultOutcome(lost + back, down, "contact", nerves if again == "none" else again, other)

    # Its changes.

    def _sides_with_results(self, outcome: WW2AssaultOutcome) -> Iterator[tuple[contact.WW2Side, int, terror.Nerves]]:
        """Yield each side with its losses and its Terror result."""
        yield self.attacker, outcome.attacker_casualties, outcome.attacker_terror
        yield self.defender, outcome.defender_casualties, outcome.defender_terror

    def effects(self, played: Played[WW2AssaultOutcome]) -> Iterator[Effect]:
        for side, lost, result in self._sides_with_results(played.outcome):
            yield from side.victim.effects(lost, result, self._vehicle_damage(side, lost, played))

    def moves(self, played: Played[WW2AssaultOutcome]) -> Iterator[Shift]:
        """Yield the moves of sides that fall back after the blows, or whose charge is driven back."""
        for side, _, result in self._sides_with_results(played.outcome):
            yield from side.victim.moves(result)

    def _vehicle_damage(self, side: contact.WW2Side, lost: int, played: Played) -> Damage | None:
        """Return the damage to a vehicle by all blows at it."""
        hull = side.victim.hull
        return hull.lost(lost, self._count_sixes(side, played)) if hull else None

    def _count_sixes(self, side: contact.WW2Side, played: Played) -> int:
        rolls = (blow.to_kill.sixes for stroke in self._blows_at(side) for blow in stroke.blows)
        return faces_of(played, rolls).count(6)

    def _blows_at(self, side: contact.WW2Side) -> list[contact.Stroke]:
        if side is self.defender:
            return [self.attacker.blows]
        return [*([self.shot] if self.shot else []), self.defender.blows]

    def destroyed(self, side: contact.WW2Side, played: Played) -> int:
        """Return the number of weapons that a vehicle has lost."""
        damage = self._vehicle_damage(side, 0, played)
        return damage.weapons_destroyed if damage else 0

    # Its texts.

    def describe(self, played: Played[WW2AssaultOutcome]) -> Text:
        told: list[Text] = [Sentence(self._describe_losses(played.outcome))]
        for side, lost, result in self._sides_with_results(played.outcome):
            damage, nerve = self._vehicle_damage(side, lost, played), side.victim.nerve
            if damage and any(damage[1:]):  # beyond hit points
                told.append(fate(Role(side.who), damage.sentence(side.size)))
            elif nerve:
                told.append(_nerves_text(side, nerve.sentence(result)))
        return Joined(told)

    def short_text(self, played: Played[WW2AssaultOutcome]) -> Text | None:
        """Return the shaken sides; the table shows the losses. None if there were no losses."""
        outcome = played.outcome
        if not (outcome.attacker_casualties or outcome.defender_casualties):
            return None
        stopped = Text("The charge is stopped.") if outcome.charge == "stopped" else NOTHING
        squads = [one for one in self._sides_with_results(outcome) if one[0].victim.nerve and one[2] != "passed"]
        return Joined((stopped, *(_nerves_text(side, terror.nerve_text(result)) for side, _, result in squads)))

    def _describe_losses(self, outcome: WW2AssaultOutcome) -> Text:
        said: dict[str, Value] = {"attacker": ATTACKER, "defender": DEFENDER}
        said["losses"] = _losses_text(self.attacker, outcome.attacker_casualties)
        if outcome.charge == "stopped":
            return Text("{attacker} loses {losses} to the shots of {defender}. The charge is stopped.", **said)
        if not (outcome.attacker_casualties or outcome.defender_casualties):
            return Text("No losses")
        said["defender_losses"] = _losses_text(self.defender, outcome.defender_casualties)
        return Text("{attacker} loses {losses}, {defender} loses {defender_losses}.", **said)

    # The rulings, and the weapons that burst.

    def rulings_used_in(self, played: Played[WW2AssaultOutcome]) -> dict[str, None]:
        return dict.fromkeys(self._used_rulings(played))

    def _used_rulings(self, played: Played[WW2AssaultOutcome]) -> Iterator[str]:
        hits = self.hits(played)
        if self._is_shaken_by_shots(played):
            yield "charge_stopped"
        if self._is_unharmed_by_heavy(hits, played):
            yield "heavy_fire_pins"
        squads = [(one.blows, one.men(0)) for one in (self.attacker, self.defender) if not one.victim.hull]
        differ = any(blows.dice_by_team(men) != blows.dice_by_man(men) for blows, men in squads)
        if played.outcome.charge == "contact" and differ:
            yield "melee_rof"
        if any(hit.blow.weapon.grenade for hit in hits):
            yield "grenade_kill"
        for side in (self.attacker, self.defender):
            if hull := side.victim.hull:
                at = [hit for hit in hits if hit.stroke in self._blows_at(side)]
                kills = sum(got_of(played, hit.blow.to_kill.sixes)[0] for hit in at if hit.blow.to_kill.sixes)
                yield from hull.rulings_used(sum(hit.hits for hit in at), kills, self._count_sixes(side, played))

    def _is_shaken_by_shots(self, played: Played) -> bool:
        """True if the charger's nerve failed before contact, and men were left to go in."""
        nerve, outcome = self.attacker.victim.nerve, played.outcome
        tests = [step for step in played.steps if nerve and step.throw.key == nerve.called.key]
        failed = any(step.got > total(step.throw.ledger) for step in tests)
        return failed or (outcome.charge == "stopped" and outcome.attacker_terror == "pinned")

    def _is_unharmed_by_heavy(self, hits: list[Hit], played: Played) -> bool:
        """True if heavy weapons hit the charger and killed none of its men."""
        if not self.shot or not self.attacker.victim.nerve:
            return False
        shot = [hit.blow for hit in hits if hit.stroke is self.shot]
        kills = any(got_of(played, blow.to_kill.throw, int(blow.to_kill.sure)) for blow in shot)
        return any(blow.heavy for blow in shot) and not kills

    def hits(self, played: Played) -> list[Hit]:
        """Return the weapons that hit: shots, blows, and return blows, in order."""
        fired = any(made.value == "yes" for made in played.made)
        contact = played.outcome.charge == "contact"
        back = contact and played.outcome.defender_casualties < self.defender.size
        strokes = (
            (self.shot, self.defender, fired),
            (self.attacker.blows, self.attacker, contact),
            (self.defender.blows, self.defender, back),
        )
        found: list[Hit] = []
        for stroke, side, made in strokes:
            if not (stroke and made):
                continue
            for at, blow in enumerate(stroke.blows):
                to_kill = blow.to_kill.throw or blow.to_kill.sixes
                if blow.to_hit.throw or not blow.to_hit.is_possible:
                    hits = got_of(played, blow.to_hit.throw)
                else:  # A in the grid: it hits without a roll, with the dice rolled to kill, or else all its dice
                    hits = len(faces_of(played, [to_kill])) if to_kill else stroke.dice(side.men(0))[at]
                found.append(Hit(side.who, stroke, blow, hits))
        return [hit for hit in found if hit.hits]

    def too_big(self) -> Text | None:
        """Return the refusal of exact odds for more than 60 dice per side."""
        dice = max(sum(one.blows.dice(one.men(0))) for one in (self.attacker, self.defender))
        dice = max(dice, sum(self.shot.dice(self.defender.men(0))) if self.shot else 0)
        return up_to(60, dice, N_("Exact odds go up to {most} dice per side; this one has {n}."))


def powerless_error(
    armed: Sequence[facts.WeaponType], enemy: facts.Squad | facts.WW2Vehicle | facts.WW2Profile
) -> RuleError:
    """Return the refusal for an attacker without a useful weapon; the defender may be unarmed."""
    reasons = [contact.useless_reason(weapon, enemy) for weapon in armed]
    if not reasons:
        return RuleError(Sentence(Text("{unit} has no weapon left to fight with.", unit=ATTACKER)), facts.MELEE)
    why = Joined(dict.fromkeys(reason for reason in reasons if reason), "; ")
    refusal = Text("{unit} cannot harm its target: {harmless}.", unit=ATTACKER, harmless=why)
    return RuleError(Sentence(refusal), facts.WEAPON_TYPES)


def _losses_text(side: contact.WW2Side, lost: int) -> Text:
    return counted(lost, "HP", "HP") if side.victim.hull else counted(lost, "man", "men")


def _nerves_text(side: contact.WW2Side, nerves: Text) -> Text:
    return Sentence(Text("{unit}: {nerves}.", unit=Role(side.who), nerves=nerves)) if nerves else NOTHING
