"""Fire: to hit, to kill, units within the blast, and the nerve of squads with losses (Shooting; Terror).

The faces needed and their modifiers are computed in `rules/openfire_ww2/aiming.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import prod
from operator import add, attrgetter
from typing import NamedTuple

from rules.kernel.action import Aim, Played, up_to
from rules.kernel.plays import Effect, Shift
from rules.kernel.table import Table, Then, then
from rules.kernel.text import N_, NOTHING, Joined, Role, Sentence, Text, counted
from rules.openfire_ww2 import shooting, victims
from rules.openfire_ww2.aiming import harmless_reason
from rules.openfire_ww2.blast import Burst, Nearby, Other, bystanders, roll_caught
from rules.openfire_ww2.roll_kinds import Called, faces_of, got_of
from rules.openfire_ww2.tables import WW2Rule, results_of, too_many_text
from rules.openfire_ww2.terror import Nerve, Nerves, nerve_text, terror

_NERVES = ("none", "passed", "pinned", "falls_back")


class WW2FireOutcome(NamedTuple):
    """Result of a shot: men of a squad, hit points of a vehicle, and units within the blast."""

    shots: int
    hits: int
    kills: int
    men_left: int
    hp_lost: int
    immobilised: bool
    engine_damaged: bool
    weapons_destroyed: int
    knocked_out: bool
    terror: Nerves
    others: tuple[Other, ...]


class WW2Fire(WW2Rule[shooting.WW2Shot, WW2FireOutcome]):
    """To hit weapon by weapon, to kill in the same order, then the units within the blast, then Terror.

    `grenades` and `heavies` are subsets of the `volleys`.
    """

    key, title, topic = "fire", Text("Fire"), "shooting"

    def plan(self) -> None:
        shot, book, target = self.facts, self.book, self.facts.target
        shooting.check_may_shoot(shot)
        speak, self.silent = shooting.firing_groups(
            shot, book.rulings, lambda group: harmless_reason(group.weapon, target)
        )
        self.firing = {place for place, _ in speak}
        bursting = [place for place, group in speak if group.weapon.bursts and shot.bystanders]
        self.volleys = tuple(
            shooting.volley(shot, book, place, group, bursting.index(place) if place in bursting else None)
            for place, group in speak
        )
        self.parts = tuple(then(shooting.roll_volley, one) for one in self.volleys)
        self.shots = sum(one.shots for one in self.volleys)
        kinds = [group.weapon for _, group in speak]
        self.grenades = [one for one, weapon in zip(self.volleys, kinds, strict=True) if weapon.grenade]
        self.heavies = [one for one, weapon in zip(self.volleys, kinds, strict=True) if shooting.is_suppressing(weapon)]
        called = Called(
            "terror", Text("Terror of {unit}", unit=Role(target.name) if target.name else shooting.TARGET), "defender"
        )
        self.victim = victims.victim(target, "target", book, called, shot.facing, shot.target_state)
        several = len(shot.weapons) > 1
        named = [(place, shot.weapons[place]) for place in bursting]
        self.bystanders = bystanders(
            shot.bystanders,
            [
                Burst(one.weapon, at + 1, shooting.weapon_label(at, one)) if several else Burst(one.weapon)
                for at, one in named
            ],
            book,
        )
        self.rulings_used = shooting.moved_rulings(shot)
        if hull := self.victim.hull:  # hit points of a vehicle, then its further damage
            damage = attrgetter("weapons_destroyed", "immobilised", "engine_damaged")
            self.goal = Aim("hp_lost", attrgetter("hp_lost"), lambda outcome: sum(damage(outcome)), hull.hp)
        elif nerve := self.victim.nerve:  # men of a squad, then its nerve; a passed test is no better than none
            self.goal = Aim(
                "kills", attrgetter("kills"), lambda outcome: max(1, _NERVES.index(outcome.terror)), nerve.men
            )

    def play(self, table: Table) -> WW2FireOutcome:
        counts: int = table.together(add, *self.parts)
        if self.victim.nerve:
            return self._resolve_at_squad(table, self.victim.nerve, counts)
        assert self.victim.hull
        hits, kills = shooting.count_at(counts, shooting.HITS), shooting.count_at(counts, shooting.KILLS)
        done = self.victim.hull.damage(hits, kills, shooting.count_at(counts, shooting.SIXES))
        others = _short_results(table.together(add, *self._roll_near(counts))) if self.bystanders else ()
        return WW2FireOutcome(self.shots, hits, kills, 0, *done, "none", others)

    def _resolve_at_squad(self, table: Table, nerve: Nerve, counts: int) -> WW2FireOutcome:
        kills, heavy = (
            min(shooting.count_at(counts, shooting.KILLS), nerve.men),
            bool(shooting.count_at(counts, shooting.HEAVY)),
        )
        others: tuple[Other, ...] = ()
        if self.bystanders:
            result, *rest = table.together(add, then(_delay_target, nerve, kills, heavy), *self._roll_near(counts))
            others = _short_results(rest)
        else:
            result = table.play(terror, nerve, kills, heavy) if kills or heavy else "none"
        left = nerve.men - kills
        return WW2FireOutcome(
            self.shots, shooting.count_at(counts, shooting.HITS), kills, left, 0, False, False, 0, False, result, others
        )

    def _roll_near(self, counts: int) -> list[Then[tuple[Nearby]]]:
        return [then(roll_caught, one, shooting.blasts(counts)) for one in self.bystanders]

    def effects(self, played: Played[WW2FireOutcome]) -> Iterator[Effect]:
        """Yield men lost, hull damage and Terror markers, for the target and the units within the blast."""
        outcome = played.outcome
        yield from self.victim.effects(outcome.kills, outcome.terror, _damage_of(outcome))
        for one, other in zip(self.bystanders, outcome.others, strict=True):
            yield from one.effects(other, played)

    def moves(self, played: Played[WW2FireOutcome]) -> Iterator[Shift]:
        """Yield squads that fall back, the target first."""
        yield from self.victim.moves(played.outcome.terror)
        for one, other in zip(self.bystanders, played.outcome.others, strict=True):
            yield from one.victim.moves(other.terror)

    def describe(self, played: Played[WW2FireOutcome]) -> Text:
        return Joined((self._describe_losses(played.outcome), *self._describe_others(played)))

    def _describe_others(self, played: Played[WW2FireOutcome]) -> list[Text]:
        """Return the fate of others, and the silent weapons."""
        others = zip(self.bystanders, played.outcome.others, strict=True)
        return [*(one.sentence(other, played) for one, other in others), *(one.sentence for one in self.silent)]

    def short_text(self, played: Played[WW2FireOutcome]) -> Text | None:
        """Return the order of losses, the squad's nerve, and others: figures and dice show the rest."""
        outcome = played.outcome
        if not (outcome.kills or outcome.hp_lost):
            return None
        first = Text("The nearest to the shooter first.") if outcome.kills and outcome.men_left else NOTHING
        return Joined((first, Sentence(nerve_text(outcome.terror)), *self._describe_others(played)))

    def _describe_losses(self, outcome: WW2FireOutcome) -> Text:
        if not outcome.shots:
            return Sentence(Text("{target} cannot be hit, by the grid.", target=shooting.TARGET))
        shots, hits = counted(outcome.shots, "shot", "shots"), counted(outcome.hits, "hit", "hits")
        if not outcome.hits:
            return Text("{shots}, {hits}.", shots=shots, hits=hits)
        hull, nerve = self.victim.hull, self.victim.nerve
        became = _damage_of(outcome).sentence(hull.hp) if hull else _describe_men_lost(outcome)
        done = Text("{shots}, {hits}: {became}.", shots=shots, hits=hits, became=became)
        return Joined((done, Sentence(nerve.sentence(outcome.terror)) if nerve else NOTHING))

    def rulings_used_in(self, played: Played[WW2FireOutcome]) -> Iterator[str]:
        outcome, hull = played.outcome, self.victim.hull
        if any(_count_hits(one, played) for one in self.grenades):
            yield "grenade_kill"
        if self.victim.nerve and not outcome.kills and any(_count_hits(one, played) for one in self.heavies):
            yield "heavy_fire_pins"
        if hull:
            sixes = faces_of(played, (one.to_kill.sixes for one in self.volleys)).count(6)
            yield from hull.rulings_used(outcome.hits, outcome.kills, sixes)
        burst = sum(
            shooting.count(_count_hits(one, played), one.blast) for one in self.volleys if one.blast is not None
        )
        for one, other in zip(self.bystanders, outcome.others, strict=True):
            yield from one.rulings_used(other, burst, played)

    def too_big(self) -> Text | None:
        """Refuse odds of more than 100 dice at a squad, 60 at a vehicle; units within a blast multiply the outcomes."""
        shots, most = self.shots, 100 if self.victim.nerve else 60
        if refused := up_to(most, shots, N_("Exact odds of this shot go up to {most} dice; this one has {n}.")):
            return refused
        near = prod(results_of(shots, one.victim.most) for one in self.bystanders)
        return too_many_text(near * (shots + 1) * (shots + 2)) if self.bystanders else None


def _short_results(others: Iterable[Nearby]) -> tuple[Other, ...]:
    return tuple(other.short_form for other in others)


def _delay_target(table: Table, nerve: Nerve, kills: int, heavy: bool) -> Then[tuple[Nerves]]:
    """Delay the target's Terror test until the dice to kill the units within the blast are rolled."""
    return then(_roll_target_nerve, nerve, kills, heavy)


def _roll_target_nerve(table: Table, nerve: Nerve, kills: int, heavy: bool) -> tuple[Nerves]:
    return (table.play(terror, nerve, kills, heavy),)


def _damage_of(outcome: WW2FireOutcome) -> victims.Damage:
    return victims.Damage(*outcome[4:9])


def _describe_men_lost(outcome: WW2FireOutcome) -> Text:
    lost = victims.men_lost(outcome.kills)
    if not outcome.kills:
        return lost
    if not outcome.men_left:
        return Text("{casualties}, wiped out", casualties=lost)
    return Text("{casualties}, the nearest to the shooter first; {men} left", casualties=lost, men=outcome.men_left)


def _count_hits(volley: shooting.Volley, played: Played) -> int:
    """Count the hits of one kind of weapon in this play."""
    return got_of(played, volley.to_hit.throw, volley.shots)
