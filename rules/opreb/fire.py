"""Small arms fire: bangs against bangs, the defender's answer, wounds and pinned markers (Small arms fire)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from decimal import ROUND_CEILING
from operator import attrgetter
from typing import Literal, NamedTuple, cast

from pydantic import Field, model_validator

from rules.command.effects import mark
from rules.command.system import Planned
from rules.game.events import Event
from rules.kernel.action import Aim, Played, up_to
from rules.kernel.dice import Line, Roll
from rules.kernel.errors import RuleError
from rules.kernel.facts import Facts, Flag, Inches, validate
from rules.kernel.plays import Effect, Shift
from rules.kernel.table import Table, Then, then
from rules.kernel.text import N_, NOTHING, Joined, Listed, Role, Sentence, Term, Text, Value, counted, several_of
from rules.opreb import fall_back, pools
from rules.opreb.facts import (
    Attacker,
    FiringModels,
    NearestCover,
    Support,
    TargetSquad,
    must_have_models,
    without_default,
)
from rules.opreb.fall_back import CONVERSION, GO, MORALE, cover_now, inches_of, position
from rules.opreb.pools import (
    Pool,
    bangs,
    crews_fire,
    is_held,
    morale_test,
    must_fire,
    pin_rulings_used,
    pool,
    skill_test,
)
from rules.opreb.tables import BEST_TIER, Board, Cover, OprebRule
from rules.opreb.turn import OprebUnitAction
from rules.opreb.weapons import firers, has_small_arms, shooters, skilled, squad_band, support


class OprebFireFacts(Facts):
    """Facts of small arms fire."""

    attacker: Attacker = Field(title=N_("Attacker"))
    shooters: tuple[FiringModels, ...] = Field(max_length=20, title=N_("Models firing"))
    support: tuple[Support, ...] = Field(max_length=20, title=N_("Support weapons"))
    distance: Inches = Field(title=N_("Distance"), description=N_("Inches to the target."))
    target: TargetSquad = Field(title=N_("Target"))
    lowers_tier: Flag = Field(default=False, title=N_("Blast or exceptional weapon"), description=N_("One tier worse."))
    flanked: Flag = Field(
        default=False, title=N_("Flanked"), description=N_("Clear sight round the wall to more than half the models.")
    )
    nearest_cover: NearestCover | None = Field(default=None, title=N_("Nearest cover to fall back to"))
    short_of_it: Literal["open", "light"] = Field(
        default="open",
        title=N_("If it falls short"),
        description=N_("Its cover if it falls short. Empty: the cover it had."),
        json_schema_extra=without_default,
    )
    sight: Literal["clear", "blocked"] = Field(default="clear", title=N_("Line of sight"))

    @model_validator(mode="before")
    @classmethod
    def _fill_short_of_it(cls, given: object) -> object:
        """Fill in the cover short of the nearest one: the target's own, but light instead of hard."""
        if not isinstance(given, dict) or "short_of_it" in given:
            return given  # pyright: ignore[reportUnknownVariableType] — of any type: the fields validate it
        facts = cast("dict[str, object]", given)
        target: object = facts.get("target")
        cover: object = cast("dict[str, object]", target).get("cover") if isinstance(target, dict) else None
        return facts | {"short_of_it": "open" if cover == "open" else "light"}


class OprebFireOutcome(NamedTuple):
    """Damage, the defender's answer to it, and the markers; cover and tier after any fall back."""

    damage: int
    fell_back: bool
    fall_back_inches: int
    cover: Cover
    tier: int
    wounds: int
    pinned: int


class OprebFire(OprebRule[OprebFireFacts, OprebFireOutcome]):
    """Small arms fire: attacker pool, defender pool, morale check, tac-move, conversion."""

    key, title, topic = "fire", Text("Small arms fire"), "fire"
    decisions, hidden_fields = (MORALE, GO), ("fall_back_inches", "cover", "tier")
    goal = Aim("wounds", attrgetter("wounds"), attrgetter("damage"))

    def plan(self) -> None:
        facts, book, target = self.facts, self.book, self.facts.target
        must_have_models(target.models, "target")
        if facts.sight == "blocked":
            raise RuleError(Text("The line of sight is blocked: choose another target."), pools.ACTION)
        band, has_chosen = pools.band_of(facts.attacker, facts.shooters, book)
        self.attack = pools.attack(facts.attacker, facts.shooters, facts.support, book)
        self.defence = pools.defence(target, facts.distance, band, book)
        self.morale, self.need = morale_test(target, book), book.rulings.morale_bangs
        self.tac_move = skill_test("tac_move", Text("tac-move"), "defender", target, book, "Infantry movement")
        self.held = is_held(target.pinned, book)
        self._plan_positions()
        self.defender_converts = self._conversion(
            "defender", Text("defender conversion"), Text("a bang turns a wound into a pinned marker")
        )
        self.attacker_converts = self._conversion(
            "attacker", Text("attacker conversion"), Text("a bang turns a pinned marker into a wound")
        )
        if (self.answers == "nothing" or self.held) and self.stays.tier == BEST_TIER:
            self.goal = Aim("pinned", attrgetter("pinned"))
        self.rulings_used = (
            *(("mixed_bands",) if has_chosen else ()),
            *(("support_crew",) if any(group.crew for group in facts.support) else ()),
            *pin_rulings_used((facts.attacker, target), book),
        )

    def _plan_positions(self) -> None:
        """Plan the target's position, its answer to damage, and its position after a fall back (Fall back)."""
        facts, book, target, nearest = self.facts, self.book, self.facts.target, self.facts.nearest_cover
        cover, worse = cover_now(target, facts.flanked), int(facts.lowers_tier)
        self.answers: Literal["morale", "choice", "nothing"] = "nothing"
        if cover == "open":
            self.answers = "morale"
        elif cover == "light" and nearest and nearest.kind == "hard":
            self.answers = "choice"
        self.better = target.in_position + target.hidden
        self.stays = position(cover, book, better=self.better, worse=worse)
        self.near = int(nearest.distance.to_integral_value(ROUND_CEILING)) if nearest else 0
        self.reaches = position(nearest.kind if nearest else facts.short_of_it, book, worse=worse)
        self.falls_short = position(facts.short_of_it, book, worse=worse)

    def _conversion(self, by: str, label: Text, does: Text) -> Roll[int]:
        """Build the roll of one die per point of damage; `does` describes the effect of a bang (Damage conversion)."""
        roll = pool(f"{by}_conversion", label, by, (), self.book, CONVERSION).throw
        return roll._replace(ledger=(Line(does, self.book.tables.bang, CONVERSION),))

    def play(self, table: Table) -> Then[OprebFireOutcome]:
        damage = table.together(_excess_bangs, then(bangs, self.attack), then(bangs, self.defence))
        return then(self._play_damage, damage)

    def _play_damage(self, table: Table, damage: int) -> OprebFireOutcome | Then[OprebFireOutcome]:
        """Play the defender's answer to damage (Fall back)."""
        if not damage:
            return OprebFireOutcome(0, False, 0, self.stays.cover, self.stays.tier, 0, 0)
        if self.answers == "nothing" or self.held:
            return then(self._apply_damage, damage, 0)
        if self.answers == "choice":
            goes = table.decide(GO, self.near)
            return then(self._play_fall_back, damage) if goes else then(self._apply_damage, damage, 0)
        tests = table.decide(MORALE, self.morale.dice, self.need)
        return then(self._play_morale, damage) if tests else then(self._play_fall_back, damage)

    def _play_morale(self, table: Table, damage: int) -> Then[OprebFireOutcome]:
        holds = bangs(table, self.morale) >= self.need
        return then(self._apply_damage, damage, 0) if holds else then(self._play_fall_back, damage)

    def _play_fall_back(self, table: Table, damage: int) -> Then[OprebFireOutcome]:
        return then(self._apply_damage, damage, inches_of(bangs(table, self.tac_move), self.book.tables))

    def _apply_damage(self, table: Table, damage: int, inches: int) -> OprebFireOutcome:
        """Turn each damage into a wound or a pinned marker, by the tier (Damage conversion)."""
        there = self.stays
        if inches:
            there = self.reaches if self.facts.nearest_cover and inches >= self.near else self.falls_short
        if there.tier == 1:
            wounds = damage - table.roll(self.defender_converts, damage)
        elif there.tier == 2:
            wounds = table.roll(self.attacker_converts, damage)
        else:
            wounds = 0 if there.tier else damage
        return OprebFireOutcome(damage, inches > 0, inches, there.cover, there.tier, wounds, damage - wounds)

    def effects(self, played: Played[OprebFireOutcome]) -> Iterable[Effect]:
        """Return the markers, and the end of being in position or hidden after a fall back."""
        outcome, target = played.outcome, self.facts.target
        yield Effect("target", "wounds", outcome.wounds)
        yield Effect("target", "pinned", outcome.pinned)
        yield Effect("target", "in_position", -int(outcome.fell_back and target.in_position))
        yield Effect("target", "hidden", -int(outcome.fell_back and target.hidden))

    def moves(self, played: Played[OprebFireOutcome]) -> Iterable[Shift]:
        """Return the fall back with its direction (Fall back)."""
        outcome, near = played.outcome, self.facts.nearest_cover
        if not outcome.fell_back:
            return
        if near is None:
            way = Text("away from the shooter")
        elif outcome.fall_back_inches >= near.distance:
            way = Text("away from the shooter, into {cover}", cover=Text(_COVERS[near.kind]))
        else:
            way = Text("toward {cover}, away from the shooter", cover=Text(_COVERS[near.kind]))
        yield Shift("target", outcome.fall_back_inches, way)

    def rulings_used_in(self, played: Played[OprebFireOutcome]) -> Iterable[str]:
        """Return the rulings that decided; a unit held by its pinned markers does not test its morale."""
        if self.held:
            return ("pin_effect",) if self.answers != "nothing" and played.outcome.damage else ()
        return ("morale_bangs",) if _bangs_of(self.morale, played) is not None else ()

    def describe(self, played: Played[OprebFireOutcome]) -> Text:
        outcome, theirs = played.outcome, _bangs_of(self.defence, played) or 0
        bangs = counted(_bangs_of(self.attack, played) or 0, "bang", "bangs")
        if not outcome.damage:
            return Text("No damage: {bangs} against {theirs}.", bangs=bangs, theirs=theirs)
        damage = Text("{damage} damage: {bangs} against {theirs}.", damage=outcome.damage, bangs=bangs, theirs=theirs)
        markers_placed = [counted(outcome.wounds, "wound", "wounds")] if outcome.wounds else []
        markers_placed += [counted(outcome.pinned, "pinned", "pinned")] if outcome.pinned else []
        markers = Text(
            "{unit} at tier {tier} ({why}): {markers}.",
            unit=Role("target", article=True),
            tier=outcome.tier,
            why=self._tier(outcome),
            markers=Joined(markers_placed, ", ") or Text("no effect"),
        )
        return Joined((damage, self._describe_answer(played), Sentence(markers)))

    def short_text(self, played: Played[OprebFireOutcome]) -> Text | None:
        """Return the target's answer if it stayed; the markers and the dice show the rest."""
        if not played.outcome.damage:
            return None
        return NOTHING if played.outcome.fell_back else self._describe_answer(played)

    def _tier(self, outcome: OprebFireOutcome) -> Text:
        """Return the tier as a sum of its cover and the shifts (Damage conversion)."""
        target, lowered, there = self.facts.target, self.facts.lowers_tier, not outcome.fell_back
        base = self.book.tables.tiers[outcome.cover]
        shifts = [Text("in position +1")] if there and target.in_position else []
        shifts += [Text("hidden +1")] if there and target.hidden else []
        shifts += [Text("blast or exceptional weapon −1")] if lowered else []
        shifts += [Text("never below 0 or above 3")] if base + there * self.better - lowered != outcome.tier else []
        cover = Text(_COVERS[outcome.cover])
        return Joined((Text("{cover} {tier}", cover=cover, tier=base), *shifts), ", ") if shifts else cover

    def _describe_answer(self, played: Played[OprebFireOutcome]) -> Text:
        """Return the target's answer, with direction and inches of a fall back."""
        outcome, tested = played.outcome, _bangs_of(self.morale, played)
        if self.held and self.answers == "morale":
            return Text("It is pinned and cannot fall back.")
        if not outcome.fell_back:
            return (
                NOTHING if tested is None else Text("Morale holds ({bangs}).", bangs=counted(tested, "bang", "bangs"))
            )
        why = Text("It falls back by choice.") if tested is None else Text("Morale breaks: it falls back.")
        return Joined((why, self._describe_fall_back(outcome)))

    def _describe_fall_back(self, outcome: OprebFireOutcome) -> Text:
        """Return the inches of the fall back and the cover at its end."""
        inches, near = outcome.fall_back_inches, self.facts.nearest_cover
        values: dict[str, Value] = {"inches": inches, "in_cover": Text(_INSIDE[outcome.cover])}
        if not near:
            return Text("It moves {inches}″ and ends {in_cover}.", **values)
        values |= {"cover": Text(_COVERS[near.kind]), "distance": near.distance}
        if inches >= near.distance:
            return Text("It moves {inches}″ and reaches {cover}, {distance}″ away.", **values)
        return Text("It moves {inches}″ and stops short of {cover} ({distance}″ away), {in_cover}.", **values)

    def too_big(self) -> Text | None:
        """Return a refusal above 200 dice per side, the limit of exact odds."""
        dice = max(self.attack.dice, self.defence.dice)
        return up_to(200, dice, N_("Exact odds go up to {most} dice per side; this one has {n}."))


_COVERS = {"open": N_("in the open"), "light": N_("light cover"), "hard": N_("hard cover")}
_INSIDE = {"open": N_("in the open"), "light": N_("in light cover"), "hard": N_("in hard cover")}


def _excess_bangs(attacker: int, defender: int) -> int:
    return max(0, attacker - defender)


def _bangs_of(pool: Pool, played: Played) -> int | None:
    """Return the bangs of a pool; None if it was not rolled."""
    return next((step.got for step in played.steps if step.throw.key == pool.throw.key), None)


def button_label(board: Board) -> Text:
    """Return the label of the button that fires; the title is too long for one."""
    return Text("Fire")


class FireAtSquad(OprebUnitAction):
    """`/fire`: small arms fire at one enemy squad."""

    key, title, doing, done_to = OprebFire.key, OprebFire.title, Text("fire"), Text("be a target")
    called = button_label
    needs, several = ("unit", "target", "distance", "cover"), ("target",)
    one_target = Text("Small arms fire targets one enemy squad: name only one."), pools.ACTION
    situation_rows, covers = fall_back.ASKED, fall_back.COVERS

    def checks(self) -> None:
        if not (self.request.firers or has_small_arms(self.board, self.unit)):
            guns = firers(self.board, self.unit, "").support
            must_fire(bool(guns and crews_fire(self.board.book)), bool(guns), self.unit.has("in_position"))
        super().checks()

    def rolls(self) -> Iterable[Planned]:
        self.chosen = firers(self.board, self.unit, self.request.firers[0] if self.request.firers else "")
        self.facts = validate(OprebFireFacts, self._facts())
        yield OprebFire.plan_roll(self.facts, attacker=self.unit, target=self.target)

    def _facts(self) -> dict[str, object]:
        """Return the facts of the shot from the board and the request; raise BadFacts for uncounted mixed cover."""
        board, request, unit, target = self.board, self.request, self.unit, self.target
        band = squad_band(board, unit, self.chosen)
        states = {state: target.has(state) for state in ("in_position", "hidden")}
        cover = {"models": target.models, "cover": fall_back.cover_of(target, request)}
        return self.asked_facts(OprebFireFacts) | {
            "attacker": skilled(unit) | {"band": band, "in_position": unit.has("in_position")},
            "shooters": shooters(board, self.chosen, band),
            "support": support(board, unit, self.chosen),
            "distance": request.distance[0],
            "target": skilled(target) | cover | states,
            "nearest_cover": fall_back.nearest(request),
        }

    def after(self, now: Board, played: Sequence[Played]) -> Iterable[Event]:
        """Reveal the firing unit if it was hidden, and disorganise a target with wound markers."""
        mine, theirs = now.unit(self.unit.id), now.unit(self.target.id)
        if mine.has("hidden"):
            yield from mark(mine, hidden=None)
        if theirs.count("wounds") and not theirs.has("disorganised"):
            yield from mark(theirs, disorganised=1)
        yield from super().after(now, played)

    def notes(self, now: Board, played: Sequence[Played]) -> Iterable[Text]:
        theirs = now.unit(self.target.id)
        yield self._describe_weapons(now)
        if not self.request.has_situation(fall_back.NOTHING_NEAR):
            yield from self._ask_about_cover(played[0].outcome)
        lost = [state for state in ("in_position", "hidden") if self.target.has(state) and not theirs.has(state)]
        if lost:
            yield Text("{unit} is no longer {states}.", unit=theirs.ref, states=Listed(map(Term, lost), "or"))
        yield from super().notes(now, played)

    def _describe_weapons(self, now: Board) -> Text:
        """Return the sentence about the weapons that fired, so that the players can correct it.

        Support weapons out of position do not fire; their crews may.
        """
        small, guns = self.chosen
        in_position = now.unit(self.unit.id).has("in_position")
        fired = [several_of(count, name) for name, count in [*small.items(), *(guns.items() if in_position else ())]]
        crews = guns if crews_fire(self.board.book) else ()
        fired += [Text("the {weapon} crew", weapon=Term(name)) for name in crews]
        return Text("Fired: {weapons}.", weapons=Joined(fired, ", "))

    def _ask_about_cover(self, outcome: OprebFireOutcome) -> Iterable[Text]:
        """Return the question for cover that decides about damage and was not named, with a button to add it."""
        facts = self.facts
        if outcome.damage and not facts.nearest_cover and not is_held(facts.target.pinned, self.board.book):
            yield from fall_back.ask_about_cover(self.target, cover_now(facts.target, facts.flanked), outcome.fell_back)

    def suits(self, code: str) -> bool:
        return fall_back.suits(self.board, self.request, code)

    def headline(self) -> Text:
        return Text("{attacker} → {target}", attacker=self.unit.ref, target=self.target.ref)
