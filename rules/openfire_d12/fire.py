"""Attack: skill tests, a Defence test per hit, then the damage of the whole attack at once (Actions › Attack)."""

from __future__ import annotations

from collections.abc import Iterable
from operator import add, attrgetter
from typing import NamedTuple

from rules.kernel.action import Aim as Goal
from rules.kernel.action import HitPoints, Played
from rules.kernel.dice import Roll
from rules.kernel.plays import Effect
from rules.kernel.table import Decision, Offer, Table, Then, read_either, then
from rules.kernel.text import NOTHING, Joined, Role, Sentence, Text, counted
from rules.openfire_d12.damage import CASUALTY_ORDER, EVADING, apply_wounds, damage_effects, victims
from rules.openfire_d12.facts import D12FireFacts
from rules.openfire_d12.shooting import GroupAttack, attacks_of, may_evade
from rules.openfire_d12.tables import D12Rule

# A tally is one whole number, so that groups are merged by adding: hits, failed tests, damage.
_BITS = 20
_MASK = (1 << _BITS) - 1
_MOST = 200
_MOST_MIXED = 60


class D12FireOutcome(NamedTuple):
    """Hits, failed Defence tests, damage before any excess, models lost; the target's final hit points and tokens."""

    hits: int
    failed: int
    damage: int
    models_lost: int
    hp: tuple[int, ...]
    suppression: int


def _evade_offers(tokens: int) -> tuple[Offer, ...]:
    return (
        Offer("no", Text("do not evade")),
        Offer(
            "yes",
            Text(
                "evade: +2 Defence, then {tokens}",
                tokens=counted(tokens + 1, "suppression token", "suppression tokens"),
            ),
            Text("evade"),
        ),
    )


EVADE = Decision[bool](
    name="evade",
    by="defender",
    question=Text("Evade with {target}?", target=Role("target", article=True)),
    options=("no", "yes"),
    default="no",
    read=read_either(),
    rule=EVADING,
    offers=_evade_offers,
)


class D12Fire(D12Rule[D12FireFacts, D12FireOutcome]):
    """Skill tests group by group, then Defence tests in the same order; evading costs a token in any case."""

    key, title, topic, decisions = "fire", Text("Attack"), "attack", (EVADE, CASUALTY_ORDER)

    def plan(self) -> None:
        target = self.facts.target
        self.attacks = attacks_of(self.facts, self.book)
        self.may_evade = may_evade(self.facts, self.book)
        self.suppression, self.victims = target.suppression, victims(target, "defender")
        living = [hp for hp in target.hp if hp]
        self.goal = Goal("models_lost", attrgetter("models_lost"), attrgetter("damage"), len(living))
        if len(living) == 1:
            self.goal = Goal("damage", attrgetter("damage"), whole=living[0])

    def play(self, table: Table) -> Then[D12FireOutcome]:
        evading = self.may_evade and table.decide(EVADE, self.suppression)
        tokens = self.suppression + 1 if evading else self.suppression
        groups = tuple(then(_roll_skill, one, one.evading if evading else one.defence) for one in self.attacks)
        return then(self._add_up, tokens, groups)

    def _add_up(self, table: Table, tokens: int, groups: tuple[Then[int], ...]) -> D12FireOutcome:
        tally: int = table.together(add, *groups)
        damage = tally >> 2 * _BITS
        return D12FireOutcome(
            tally & _MASK, tally >> _BITS & _MASK, damage, *apply_wounds(table, self.victims, damage), tokens
        )

    def effects(self, played: Played[D12FireOutcome]) -> Iterable[Effect]:
        outcome = played.outcome
        yield from damage_effects("target", self.victims.hp, outcome.hp, outcome.models_lost)
        yield Effect("target", "suppression", outcome.suppression - self.suppression)

    def defence_results(self, played: Played[D12FireOutcome]) -> list[tuple[GroupAttack, int]]:
        """Return each group whose hits were tested against, with the failed tests."""
        attacks = {attack.defence.key: attack for attack in self.attacks}
        tests = [step for step in played.steps if step.throw.key in attacks]
        return [(attacks[step.throw.key], len(step.faces) - step.got) for step in tests]

    def rulings_used_in(self, played: Played[D12FireOutcome]) -> Iterable[str]:
        """Yield the rulings about Defence tests, once such a test was rolled."""
        groups = [attack for attack, _ in self.defence_results(played)]
        if any(attack.piercing for attack in groups):
            yield "piercing"
        if self.facts.partly_covered and groups:
            yield "mixed_cover"

    def describe(self, played: Played[D12FireOutcome]) -> Text:
        """Return the hits, the failed tests, the losses, and the token for evading."""
        outcome = played.outcome
        evaded = Text("{target} evaded: place a suppression token.", target=Role("target", article=True))
        harm = self._describe_harm(played) if outcome.damage else NOTHING
        hits, tests = Text("No hits."), counted(outcome.failed, "failed Defence test", "failed Defence tests")
        if outcome.hits:
            hits = Text("{hits}, {tests}.", hits=counted(outcome.hits, "hit", "hits"), tests=tests)
        return Joined((hits, harm, Sentence(evaded) if outcome.suppression > self.suppression else NOTHING))

    def _describe_harm(self, played: Played[D12FireOutcome]) -> Text:
        """Return the damage as a sum over the groups, and the losses."""
        sums = [
            Text("{failed} × DMG {damage}", failed=failed, damage=attack.damage)
            for attack, failed in self.defence_results(played)
            if failed
        ]
        return Text(
            "{sum} = {damage} damage, {models} lost.",
            sum=Joined(sums, " + "),
            damage=played.outcome.damage,
            models=counted(played.outcome.models_lost, "model", "models"),
        )

    def short_text(self, played: Played[D12FireOutcome]) -> Text | None:
        """Return no text if figures and tokens show the result."""
        return NOTHING if played.outcome.damage else Text("No damage.")

    def too_big(self) -> Text | None:
        """Return the refusal of exact odds for more than 200 dice of one weapon, or 60 of several."""
        dice = sum(attack.dice for attack in self.attacks)
        if dice <= (_MOST if len(self.attacks) == 1 else _MOST_MIXED):
            return None
        return Text(
            "Exact odds go up to {one} dice of one weapon or {several} of several; this attack has {dice}.",
            one=_MOST,
            several=_MOST_MIXED,
            dice=dice,
        )

    def at_stake(self) -> HitPoints[D12FireOutcome]:
        """Return the hit points of the target, for a player who may evade."""
        before = self.victims.hp

        def lost(outcome: D12FireOutcome) -> int:
            return sum(before) - sum(outcome.hp)

        return HitPoints(sum(before), lost, sum(map(bool, before)) == 1)


def _roll_skill(table: Table, attack: GroupAttack, defence: Roll[int]) -> Then[int]:
    return then(_roll_defence, attack, defence, table.roll(attack.skill, attack.dice))


def _roll_defence(table: Table, attack: GroupAttack, defence: Roll[int], hits: int) -> int:
    failed = hits - table.roll(defence, hits)
    return hits + (failed << _BITS) + (failed * attack.damage << 2 * _BITS)
