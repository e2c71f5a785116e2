"""A unit's profile in a battle by its levels and injuries, with reasons for ledgers, and its experience."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, NamedTuple, Protocol

from pydantic import Field

from rules.campaign.campaign import Campaign
from rules.campaign.roster import CampaignUnit
from rules.campaign.tables import Book
from rules.command.system import System
from rules.game.after_battle import Better, Gives, Injuries, Profile
from rules.game.unit import UnitSpec
from rules.kernel.action import Action, Played
from rules.kernel.errors import RuleError
from rules.kernel.facts import Facts, Flag, Models, require_one_of
from rules.kernel.table import Table
from rules.kernel.text import N_, NOTHING, Joined, Text


def level_at(experience: int, levels: Sequence[int]) -> int:
    """Return the level for an experience; `levels` are the thresholds, lowest first."""
    return sum(experience >= needed for needed in levels)


class Gain(NamedTuple):
    """A gain from a level: the trait, its new value, and the name of that value."""

    level: int
    trait: str
    value: object
    says: Text


class Promoted(NamedTuple):
    """A profile with all gains from its level, and each gain in order."""

    profile: dict[str, object]
    gains: tuple[Gain, ...] = ()


def promote(gives: Gives, profile: Profile, level: int, choices: Mapping[int, str] | None = None) -> Promoted:
    """Return the enlisted profile, improved once for each level, never past the best.

    `choices` has the trait that was chosen for a level. Without one, or if it is at its best, the first trait that
    can still improve counts.
    """
    promoted = Promoted(dict(profile))
    for one in range(1, level + 1):
        for choice in gives:
            promoted = _promote(promoted, choice, one, (choices or {}).get(one))
    return promoted


def _promote(so_far: Promoted, choice: tuple[Better, ...], level: int, chosen: str | None) -> Promoted:
    open_ = _open_traits(choice, so_far.profile)
    better = next((one for one in open_ if one.trait == chosen), open_[0] if open_ else None)
    if better is None:
        return so_far
    value = better.after(so_far.profile)
    gain = Gain(level, better.trait, value, better.says(value))
    return Promoted({**so_far.profile, better.trait: value}, (*so_far.gains, gain))


def _open_traits(choice: tuple[Better, ...], profile: Profile) -> list[Better]:
    return [one for one in choice if one.after(profile) is not None]


class LevelOption(NamedTuple):
    """One of several options for a level: the trait, and its new value."""

    trait: str
    says: Text


def options(
    gives: Gives, profile: Profile, level: int, choices: Mapping[int, str] | None = None
) -> tuple[LevelOption, ...]:
    """Return the options of a player for that level, given the earlier choices; none if there is no choice.

    `profile` is the enlisted one.
    """
    before = promote(gives, profile, level - 1, choices).profile
    several = [_open_traits(choice, before) for choice in gives if len(choice) > 1]
    return tuple(LevelOption(one.trait, one.says(one.after(before))) for among in several for one in among)


def choose(
    gives: Gives, profile: Profile, level: int, wish: str, choices: Mapping[int, str] | None = None
) -> dict[int, str]:
    """Return the choices with a new one; raise BadFacts for a trait that the level does not offer."""
    require_one_of("choice", wish, [option.trait for option in options(gives, profile, level, choices)])
    return {**(choices or {}), level: wish}


# Origins of traits that battles have changed, in the words of ledgers.

_NTH = (
    N_("the first battle"),
    N_("the second battle"),
    N_("the third battle"),
    N_("the fourth battle"),
    N_("the fifth battle"),
    N_("the sixth battle"),
    N_("the seventh battle"),
    N_("the eighth battle"),
    N_("the ninth battle"),
    N_("the tenth battle"),
)


def nth_battle(number: int) -> Text:
    """Return a battle of a campaign in words, by its number counted from 1: "the second battle"."""
    return Text(_NTH[number - 1]) if 1 <= number <= len(_NTH) else Text("battle {number}", number=number)


def level_origins(gains: Sequence[Gain], since: Mapping[int, int]) -> dict[str, Text]:
    """Return the origin of each trait that levels have raised; `since` maps a level to the battle that brought it."""
    return {
        gain.trait: Text("{trait} since {battle}", trait=gain.says, battle=nth_battle(since[gain.level]))
        if gain.level in since
        else Text("{trait} by experience", trait=gain.says)
        for gain in gains
    }


# Penalties by injuries from earlier battles, which each rule system defines (Aftermath › Injuries).


class Hurt(NamedTuple):
    """An injury that has not healed: its kind, its negative modifier, and the number of its battle."""

    kind: str
    modifier: int
    battle: int | None = None


class Hindered(NamedTuple):
    """A profile with the penalties of its injuries, and the reason by trait."""

    profile: dict[str, object]
    origins: dict[str, Text]


def hinder(injuries: Injuries, profile: Profile, hurts: Iterable[Hurt]) -> Hindered:
    """Return the profile of an injured unit in battle. Injuries do not add up: only the worst counts.

    Traits missing from the profile remain missing, and no value improves.
    """
    worst = min(hurts, key=lambda hurt: hurt.modifier, default=None)
    if worst is None:
        return Hindered(dict(profile), {})
    has = {trait: profile[trait] for trait in injuries.traits if profile.get(trait) is not None}
    less = {trait: min(value, max(injuries.least, value + worst.modifier)) for trait, value in has.items()}
    injury, reasons = injuries.says.get(worst.kind, Text("hurt")), dict[str, Text]()
    for trait, was in has.items():
        if change := less[trait] - was:
            reasons[trait] = Text("{injury}: {change:+}", injury=injury, change=change)
            if worst.battle is not None:
                nth = nth_battle(worst.battle)
                reasons[trait] = Text("{injury} in {battle}: {change:+}", injury=injury, battle=nth, change=change)
    return Hindered({**profile, **less}, reasons)


def merge_origins(*origins: Mapping[str, Text]) -> dict[str, Text]:
    """Join the reasons of each trait: a gain by a level, and a penalty by an injury."""
    traits = dict.fromkeys(trait for one in origins for trait in one)
    return {trait: Joined([one[trait] for one in origins if trait in one], ", ") for trait in traits}


# A unit of a roster in battle: its profile with levels and injuries, and the reasons for ledgers.


class Campaigning(Protocol):
    """The parts of a rule system that concern campaign units."""

    @property
    def levels(self) -> Gives: ...
    @property
    def injuries(self) -> Injuries: ...


class Fielded(NamedTuple):
    """The profile by which a unit fights, and the origin of each trait: `Unit.profile` and `Unit.origins`."""

    profile: dict[str, object]
    origins: dict[str, Text]


def field_profile(
    system: Campaigning,
    profile: Profile,
    level: int = 0,
    choices: Mapping[int, str] | None = None,
    since: Mapping[int, int] | None = None,
    hurts: Iterable[Hurt] = (),
) -> Fielded:
    """Return the fighting profile of a unit that was enlisted with `profile`.

    `choices` maps a level to the trait chosen for it, `since` to the battle that brought it.
    """
    better = promote(system.levels, profile, level, choices)
    worse = hinder(system.injuries, better.profile, hurts)
    return Fielded(worse.profile, merge_origins(level_origins(better.gains, since or {}), worse.origins))


# A unit of a roster entering the game of a battle: its remains, with its level and its injuries.


class Entering(NamedTuple):
    """A unit as it enters a game, and the reason in ledgers for each trait that battles have changed."""

    spec: UnitSpec
    origins: dict[str, Text]


def enter_battle(campaign: Campaign, unit: CampaignUnit, system: System) -> Entering:
    """Return the unit as it enters its next battle."""
    battles = {id: nth for nth, id in enumerate(campaign.battles, 1)}
    hurts = [Hurt(one.key, one.modifier, battles.get(one.battle)) for one in unit.injuries]
    fielded = field_profile(system, unit.profile, unit.level, unit.choices, unit.since, hurts)
    return Entering(unit.spec.model_copy(update={"profile": fielded.profile}), fielded.origins)


# The experience that a unit gains in a battle, and the resulting level (Aftermath › Experience).

EXPERIENCE = "Aftermath › Experience"
MOST_EXPERIENCE = 1000

Earned = Annotated[int, Field(strict=True, ge=0, le=MOST_EXPERIENCE)]
"""Experience of a unit: 0 to 1000."""


class Experience(Facts):
    """Deeds of a unit in a battle, and its present figures. `models` includes the recruits."""

    fought: Flag = Field(default=True, title=N_("Fought"))
    caused_losses: Flag = Field(title=N_("Caused losses"))
    destroyed: Flag = Field(title=N_("Destroyed an enemy unit"))
    objective: Flag = Field(title=N_("Held an objective"), description=N_("At the end of the battle."))
    won: Flag = Field(title=N_("Won"))
    routed: Flag = Field(default=False, title=N_("Routed"), description=N_("Then it earns nothing."))
    before: Earned = Field(default=0, title=N_("Experience before"))
    models: Models = Field(title=N_("Figures"), description=N_("With the recruits."))
    recruits: Models = Field(default=0, title=N_("Recruits"), description=N_("New figures in the unit."))


class ExperienceOutcome(NamedTuple):
    """Experience gained, the new total, and the resulting level: 0 to 3."""

    gained: int
    after: int
    level: int
    level_up: bool


@dataclass(frozen=True, eq=False, slots=True)
class ExperiencePlan:
    """The experience in numbers: the remainder after recruits, and the gain."""

    before: int
    diluted: int
    gained: int
    levels: tuple[int, ...]
    routed: bool
    rulings_used: tuple[str, ...] = ()


_EARNED = ("fought", "caused_losses", "destroyed", "objective", "won")


def plan_experience(facts: Experience, book: Book) -> ExperiencePlan:
    """Plan the experience; raise RuleError for a unit without figures, or with more recruits than figures."""
    row = book.tables.experience
    _require_figures(facts)
    earned = 0 if facts.routed else sum(getattr(row, deed) for deed in _EARNED if getattr(facts, deed))
    diluted = facts.before * (facts.models - facts.recruits) // facts.models
    return ExperiencePlan(
        before=facts.before,
        diluted=diluted,
        gained=min(row.most, earned, MOST_EXPERIENCE - diluted),
        levels=row.levels,
        routed=facts.routed,
    )


def _require_figures(facts: Experience) -> None:
    if not facts.models:
        raise RuleError(Text("No figures are left to learn from it: a unit that is wiped out is lost."), EXPERIENCE)
    if facts.recruits > facts.models:
        wrong = Text(
            "Give at most {models} recruits, not {recruits}: the unit has {models} figures.",
            recruits=facts.recruits,
            models=facts.models,
        )
        raise RuleError(wrong, EXPERIENCE)


def learn(table: Table, plan: ExperiencePlan) -> ExperienceOutcome:
    after = plan.diluted + plan.gained
    level = level_at(after, plan.levels)
    return ExperienceOutcome(plan.gained, after, level, level > level_at(plan.before, plan.levels))


def describe_experience(plan: ExperiencePlan, played: Played[ExperienceOutcome]) -> Text:
    outcome, diluted, level = played.outcome, NOTHING, NOTHING
    if plan.diluted != plan.before:
        diluted = Text(
            "Recruits lower its experience from {before} to {diluted}.", before=plan.before, diluted=plan.diluted
        )
    if outcome.level_up:
        level = Text("Up to level {level}.", level=outcome.level)
    elif outcome.level < level_at(plan.before, plan.levels):
        level = Text("Down to level {level}.", level=outcome.level)
    gained = Text("Experience +{gained}: now {after}.", gained=outcome.gained, after=outcome.after)
    return Joined((diluted, Text("It routed.") if plan.routed else NOTHING, gained, level))


LEARN = Action(
    key="experience",
    title=Text("Experience"),
    topic="experience",
    facts=Experience,
    outcome=ExperienceOutcome,
    plan=plan_experience,
    rule=learn,
    describe=describe_experience,
    indices=("level",),
)
