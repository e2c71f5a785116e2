"""Facts about units, weapons and attacks that all actions of Open Fire's core rules share."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Annotated, Literal

from pydantic import ConfigDict, Field, model_validator

from rules.game.after_battle import Gives, lower_to
from rules.game.unit import Unit, UnitSpec, profile_reader
from rules.kernel.errors import RuleError
from rules.kernel.facts import LENGTH, Count, Facts, Flag, Inches, Models, validate
from rules.kernel.text import N_, Role, Sentence, Text

Score = Annotated[int, Field(strict=True, ge=1, le=12)]
"""An attribute for tests: the face needed on a d12, 1 to 12."""

Tokens = Annotated[int, Field(strict=True, ge=0, le=2)]
"""Suppression tokens: 0 to 2."""

HitPoints = Annotated[int, Field(strict=True, ge=1, le=100)]
"""Hit points of an undamaged model: 1 to 100."""

Cover = Literal["none", "light", "heavy"]
Sight = Literal["clear", "obscured", "blocked"]

Name = Annotated[str, Field(strict=True, max_length=60)]


class D12UnitFacts(Facts):
    """A unit: its profile, and its present hit points and suppression (Models and Units)."""

    model_config = ConfigDict(serialize_by_alias=True)

    skl: Score = Field(title=N_("SKL"), description=N_("Battle Skill, 1 to 12."))
    defence: Score = Field(alias="def", title=N_("DEF"), description=N_("Defence, 1 to 12."))
    cmd: Score = Field(title=N_("CMD"), description=N_("Command, 1 to 12."))
    mov: Count = Field(title=N_("MOV"), description=N_("Movement in inches."))
    hp: tuple[Count, ...] = Field(
        max_length=100, title=N_("Hit points"), description=N_("Per model, the leader last; 0 is out of the game.")
    )
    max_hp: HitPoints = Field(title=N_("Full hit points"), description=N_("Of a model that is not damaged."))
    suppression: Tokens = Field(default=0, title=N_("Suppression tokens"))
    stealth: Count = Field(default=0, title=N_("Stealth"), description=N_("Subtracted from the dice of attacks on it."))
    heavy_armour: Count = Field(
        default=0, title=N_("Heavy Armour"), description=N_("Subtracted from the DMG and PRC of attacks on it.")
    )
    fearless: Flag = Field(default=False, title=N_("Fearless"), description=N_("May re-roll Command tests."))
    flying: Flag = Field(default=False, title=N_("Flying"), description=N_("Terrain does not affect its moves."))
    vehicle: Flag = Field(default=False, title=N_("Vehicle"), description=N_("May not Rush."))
    scout: Flag = Field(default=False, title=N_("Scout"), description=N_("Deploys after all armies."))
    transport: Count = Field(default=0, title=N_("Transport"), description=N_("Models it can carry."))

    @model_validator(mode="after")
    def _check_numbers(self) -> D12UnitFacts:
        over = [at for at, hp in enumerate(self.hp) if hp > self.max_hp]
        if over:
            raise ValueError(
                Text(
                    "hp: model {model} has {hp}, more than max_hp {max_hp}",
                    model=over[0],
                    hp=self.hp[over[0]],
                    max_hp=self.max_hp,
                )
            )
        return self

    @property
    def models(self) -> int:
        """Models that are still in the game."""
        return sum(hp > 0 for hp in self.hp)


class WeaponKind(Facts):
    """A kind of weapon (Models and Units › Weapons). The name is for the explanation only."""

    rng_min: Inches = Field(default=Decimal(0), title=N_("Minimum range"), description=N_("In inches."))
    rng: Inches = Field(title=N_("RNG"), description=N_("Maximum range in inches."))
    att: Count = Field(title=N_("ATT"), description=N_("Dice that a model rolls."))
    dmg: Count = Field(title=N_("DMG"), description=N_("Hit points that a hit takes."))
    prc: Count = Field(default=0, title=N_("PRC"), description=N_("Piercing."))
    longshot: Flag = Field(
        default=False, title=N_("Longshot"), description=N_("Up to twice the range with one die at -1.")
    )
    impact: Flag = Field(default=False, title=N_("Impact"), description=N_("A free attack after an Assault."))
    name: Name = Field(default="", title=N_("Name"))

    @model_validator(mode="after")
    def _check_numbers(self) -> WeaponKind:
        if self.rng_min > self.rng:
            raise ValueError(Text("rng_min: {rng_min} is more than rng {rng}", rng_min=self.rng_min, rng=self.rng))
        return self


class AttackingModels(Facts):
    """Models that attack with one kind of weapon; a model uses one weapon in an attack."""

    weapon: WeaponKind = Field(title=N_("Weapon"))
    models: Models = Field(title=N_("Models"), description=N_("Models that attack with it."))


def must_live(unit: D12UnitFacts, part: str) -> None:
    """Raise RuleError if no model of the unit with that part is left."""
    if not unit.models:
        gone = Text("{unit} has no models left.", unit=Role(part, article=True))
        raise RuleError(Sentence(gone), "Models and Units")


# A unit of the core rules in a force file, and the benefits of levels in a campaign (Profiles).


class D12Profile(Facts):
    """The permanent facts of a unit; only its hit points, models and states change in play."""

    mov: Annotated[Count, LENGTH] = Field(title=N_("MOV"), description=N_("Movement in inches."))
    skl: Score = Field(title=N_("SKL"), description=N_("Battle Skill, 1 to 12."))
    defence: Score = Field(title=N_("DEF"), description=N_("Defence, 1 to 12."))
    cmd: Score = Field(title=N_("CMD"), description=N_("Command, 1 to 12."))
    hp: HitPoints = Field(title=N_("HP"), description=N_("Hit points of every model."))
    stealth: Count = Field(default=0, title=N_("Stealth"))
    heavy_armour: Count = Field(default=0, title=N_("Heavy Armour"))
    fearless: Flag = Field(default=False, title=N_("Fearless"))
    flying: Flag = Field(default=False, title=N_("Flying"))
    vehicle: Flag = Field(default=False, title=N_("Vehicle"))
    scout: Flag = Field(default=False, title=N_("Scout"))
    transport: Count = Field(default=0, title=N_("Transport"), description=N_("Models it can carry."))


profile = profile_reader(D12Profile)


def muster_unit(unit: Unit) -> Unit:
    """Complete a unit that enters the table: hit points per model, waiting scouts (Profiles; Deploy Scouts)."""
    states = unit.states | ({"scout_waiting": 1} if profile(unit).scout else {})
    hp = unit.hp or (profile(unit).hp,) * unit.models
    return unit.model_copy(update={"hp": hp, "states": states})


def recount_unit(unit: Unit, field: str) -> Unit:
    """Return the unit after a manual change of its models or hit points.

    Damaged models are removed first and the leader, the last in the list, last (Remove Casualties). Added models have
    full hit points.
    """
    if field == "hp" and unit.hp:
        living = sum(map(bool, unit.hp))
        return unit.model_copy(update={"models": living, "starting": max(unit.starting, living)})
    if field != "models" or not unit.hp:
        return unit
    full, points = profile(unit).hp, list(unit.hp)
    living = [at for at, hp in enumerate(points) if hp]
    gone = [at for at in reversed(range(len(points))) if not points[at]]
    first_hit = sorted(living, key=lambda at: (at == len(points) - 1, points[at] >= full))
    for at in first_hit[: max(0, len(living) - unit.models)]:
        points[at] = 0
    for at in gone[: max(0, unit.models - len(living))]:
        points[at] = full
    return unit.model_copy(update={"hp": ((full,) * (unit.models - len(points)) + tuple(points))})


def is_vehicle(unit: Unit) -> bool:
    return profile(unit).vehicle


# The core rules in campaigns: the benefits of each level.


def levels(units: Mapping[str, UnitSpec]) -> Gives:
    """Return SKL, CMD or DEF improved by one, never past the best ready-made unit; lower is better."""

    def best(trait: str) -> int:
        return min((getattr(validate(D12Profile, unit.profile), trait) for unit in units.values()), default=1)

    return (
        (
            lower_to(D12Profile, "skl", best("skl"), lambda n: Text("SKL {n}", n=n)),
            lower_to(D12Profile, "cmd", best("cmd"), lambda n: Text("CMD {n}", n=n)),
            lower_to(D12Profile, "defence", best("defence"), lambda n: Text("DEF {n}", n=n)),
        ),
    )


# The attackers with their weapons, and the visible and covered parts of the target (Making Attacks).


class VisibleModels(Facts):
    """Numbers of models of the target by visibility from the attacker's leader."""

    clear: Models = Field(default=0, title=N_("Clear"), description=N_("All of the model is seen."))
    obscured: Models = Field(
        default=0, title=N_("Obscured"), description=N_("Part is hidden, or all is in obscuring terrain.")
    )
    blocked: Models = Field(default=0, title=N_("Blocked"), description=N_("Nothing of it is seen."))

    @property
    def most(self) -> Sight:
        """Visibility of the whole unit: the most frequent one; obscured if two are equal (Seeing a Model)."""
        counts: dict[Sight, int] = {"clear": self.clear, "obscured": self.obscured, "blocked": self.blocked}
        best = max(counts.values())
        found: list[Sight] = [sight for sight, count in counts.items() if count == best]
        return found[0] if len(found) == 1 else "obscured"


class D12FireFacts(Facts):
    """Facts of an attack on one target."""

    attacker: D12UnitFacts = Field(title=N_("Attacker"))
    weapons: tuple[AttackingModels, ...] = Field(min_length=1, max_length=20, title=N_("Weapons attacking"))
    distance: Inches = Field(
        title=N_("Distance"), description=N_("Inches from the attacker's leader to the nearest model.")
    )
    target: D12UnitFacts = Field(title=N_("Target"))
    los: Sight = Field(
        default="clear", title=N_("Line of sight"), description=N_("Of the attacker's leader, to the unit.")
    )
    seen: VisibleModels | None = Field(
        default=None, title=N_("Models seen"), description=N_("Give these instead of one line of sight.")
    )
    cover: Cover = Field(default="none", title=N_("Target's cover"), description=N_("The best cover it has."))
    covered: Models | None = Field(
        default=None, title=N_("Models in cover"), description=N_("If only some have it; empty means all.")
    )
    in_assault_range: Flag = Field(
        default=False, title=N_("Enemy in assault range"), description=N_("Of the attacker: 1″ from its bases.")
    )
    free: Flag = Field(
        default=False, title=N_("Free attack"), description=N_("Costs no action: by Impact, or when an enemy leaves.")
    )

    @model_validator(mode="after")
    def _check_numbers(self) -> D12FireFacts:
        if self.covered is not None and self.covered > self.target.models:
            raise ValueError(
                Text(
                    "covered: {covered} of {models} models cannot be in cover",
                    covered=self.covered,
                    models=self.target.models,
                )
            )
        if self.seen is None:
            return self
        if self.los != "clear":
            raise ValueError(Text("seen: give the line of sight or the counts, not both"))
        counted = self.seen.clear + self.seen.obscured + self.seen.blocked
        if not 0 < counted <= self.target.models:
            raise ValueError(
                Text(
                    "seen: {counted} models are counted, the target has {models}",
                    counted=counted,
                    models=self.target.models,
                )
            )
        return self

    @property
    def sight(self) -> Sight:
        return self.seen.most if self.seen else self.los

    @property
    def partly_covered(self) -> bool:
        """True if some models have cover and others have none."""
        return self.cover != "none" and self.covered is not None and 0 < self.covered < self.target.models
