"""What levels and injuries make of a unit's profile in a battle, with reasons for ledgers; and how it gains levels."""

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
from rules.kernel.facts import Facts, Flag, Models, one_of
from rules.kernel.table import Table
from rules.kernel.text import N_, NOTHING, Joined, Text


def level_at(experience: int, levels: Sequence[int]) -> int:
    """How many of the `levels` it reaches; each is the experience that one takes, the lowest first."""
    return sum(experience >= needed for needed in levels)


class Gain(NamedTuple):
    """What a level gave: the trait, its value since then, and the name of that value."""

    level: int
    trait: str
    value: object
    says: Text


class Promoted(NamedTuple):
    """A profile with all that its level gives, and each gain in order."""

    profile: dict[str, object]
    gains: tuple[Gain, ...] = ()


def promoted(gives: Gives, profile: Profile, level: int, choices: Mapping[int, str] | None = None) -> Promoted:
    """The profile as it was enlisted, made better once for each level, never past the best.

    `choices` has the trait that was chosen for a level. Without one, or where it is at its best, the first that can
    still get better counts.
    """
    found = Promoted(dict(profile))
    for one in range(1, level + 1):
        for choice in gives:
            found = _raised(found, choice, one, (choices or {}).get(one))
    return found


def _raised(so_far: Promoted, choice: tuple[Better, ...], level: int, chosen: str | None) -> Promoted:
    open_ = _open(choice, so_far.profile)
    better = next((one for one in open_ if one.trait == chosen), open_[0] if open_ else None)
    if better is None:
        return so_far
    value = better.after(so_far.profile)
    gain = Gain(level, better.trait, value, better.says(value))
    return Promoted({**so_far.profile, better.trait: value}, (*so_far.gains, gain))


def _open(choice: tuple[Better, ...], profile: Profile) -> list[Better]:
    return [one for one in choice if one.after(profile) is not None]


class LevelOption(NamedTuple):
    """One of several things that a level can give: the trait, and what its value would be."""

    trait: str
    says: Text


def options(
    gives: Gives, profile: Profile, level: int, choices: Mapping[int, str] | None = None
) -> tuple[LevelOption, ...]:
    """What a player may choose from for that level, with what was chosen for those before; nothing where all is clear.

    `profile` is the one that was enlisted.
    """
    before = promoted(gives, profile, level - 1, choices).profile
    several = [_open(choice, before) for choice in gives if len(choice) > 1]
    return tuple(LevelOption(one.trait, one.says(one.after(before))) for among in several for one in among)


def choose(
    gives: Gives, profile: Profile, level: int, wish: str, choices: Mapping[int, str] | None = None
) -> dict[int, str]:
    """The choices with this one made; raises BadFacts for what that level cannot give."""
    one_of("choice", wish, [option.trait for option in options(gives, profile, level, choices)])
    return {**(choices or {}), level: wish}


# Why a unit is what it is: words for the traits that battles have changed, as ledgers name them.

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
    """A battle of a campaign by its number, counted from 1: "the second battle"."""
    return Text(_NTH[number - 1]) if 1 <= number <= len(_NTH) else Text("battle {number}", number=number)


def by_level(gains: Sequence[Gain], since: Mapping[int, int]) -> dict[str, Text]:
    """The reason of each trait that levels have raised; `since` has the number of the battle that brought a level."""
    return {gain.trait: _since(gain.says, since.get(gain.level)) for gain in gains}


def _since(says: Text, battle: int | None) -> Text:
    if battle is None:
        return Text("{trait} by experience", trait=says)
    return Text("{trait} since {battle}", trait=says, battle=nth_battle(battle))


# What injuries of earlier battles take off a unit: a value of each rule system (Aftermath › Injuries).


class Hurt(NamedTuple):
    """An injury that a unit has not got over: its kind, what it adds (less than 0), and the number of its battle."""

    kind: str
    modifier: int
    battle: int | None = None


class Hindered(NamedTuple):
    """A profile with what its injuries take off, and the reason by trait."""

    profile: dict[str, object]
    origins: dict[str, Text]


def hindered(injuries: Injuries, profile: Profile, hurts: Iterable[Hurt]) -> Hindered:
    """The profile of a unit that goes into battle hurt. Injuries do not add up: the worst of them counts.

    What the profile does not have stays away, and nothing gets better by it.
    """
    worst = min(hurts, key=lambda hurt: hurt.modifier, default=None)
    if worst is None:
        return Hindered(dict(profile), {})
    has = {trait: profile[trait] for trait in injuries.traits if profile.get(trait) is not None}
    less = {trait: min(value, max(injuries.least, value + worst.modifier)) for trait, value in has.items()}
    reasons = {trait: _reason(injuries, worst, less[trait] - was) for trait, was in has.items() if less[trait] != was}
    return Hindered({**profile, **less}, reasons)


def _reason(injuries: Injuries, hurt: Hurt, change: int) -> Text:
    says = injuries.says.get(hurt.kind, Text("hurt"))
    if hurt.battle is None:
        return Text("{injury}: {change:+}", injury=says, change=change)
    return Text("{injury} in {battle}: {change:+}", injury=says, battle=nth_battle(hurt.battle), change=change)


def together(*origins: Mapping[str, Text]) -> dict[str, Text]:
    """The reasons of each trait side by side: what a level gave, and what an injury takes off again."""
    traits = dict.fromkeys(trait for one in origins for trait in one)
    return {trait: Joined([one[trait] for one in origins if trait in one], ", ") for trait in traits}


# A unit of a roster as it goes into a battle: its profile with levels and injuries, and the reasons for ledgers.


class Campaigning(Protocol):
    """What a rule system says of units that go from battle to battle."""

    @property
    def levels(self) -> Gives: ...
    @property
    def injuries(self) -> Injuries: ...


class Fielded(NamedTuple):
    """The profile a unit fights by, and by trait what made it so: `Unit.profile` and `Unit.origins`."""

    profile: dict[str, object]
    origins: dict[str, Text]


def fielded(
    system: Campaigning,
    profile: Profile,
    level: int = 0,
    choices: Mapping[int, str] | None = None,
    since: Mapping[int, int] | None = None,
    hurts: Iterable[Hurt] = (),
) -> Fielded:
    """A unit that was enlisted with that profile. `choices` has the trait chosen for a level, `since` its battle."""
    better = promoted(system.levels, profile, level, choices)
    worse = hindered(system.injuries, better.profile, hurts)
    return Fielded(worse.profile, together(by_level(better.gains, since or {}), worse.origins))


# A unit of a roster as it enters the game of a battle: what is left of it, with its level and its injuries.


class Entering(NamedTuple):
    """A unit as it enters a game, and for each trait that battles have changed the reason that ledgers name."""

    spec: UnitSpec
    origins: dict[str, Text]


def entering(campaign: Campaign, unit: CampaignUnit, system: System) -> Entering:
    """The unit as it goes into its next battle."""
    found = fielded(system, unit.profile, unit.level, unit.choices, unit.since, _hurts(campaign, unit))
    return Entering(unit.spec.model_copy(update={"profile": found.profile}), found.origins)


def _hurts(campaign: Campaign, unit: CampaignUnit) -> list[Hurt]:
    battles = {id: nth for nth, id in enumerate(campaign.battles, 1)}
    return [Hurt(one.key, one.modifier, battles.get(one.battle)) for one in unit.injuries]


# The experience that a unit gains in a battle, and the level it reaches by it (Aftermath › Experience).

EXPERIENCE = "Aftermath › Experience"
MOST_EXPERIENCE = 1000

Earned = Annotated[int, Field(strict=True, ge=0, le=MOST_EXPERIENCE)]
"""Experience of a unit: 0 to 1000."""


class Experience(Facts):
    """What a unit did in a battle, and who is in it now. `models` counts the recruits among them."""

    fought: Flag = Field(default=True, title=N_("Fought"))
    caused_losses: Flag = Field(title=N_("Caused losses"))
    destroyed: Flag = Field(title=N_("Destroyed an enemy unit"))
    objective: Flag = Field(title=N_("Held an objective"), description=N_("At the end of the battle."))
    won: Flag = Field(title=N_("Won"))
    routed: Flag = Field(default=False, title=N_("Routed"), description=N_("Then it earns nothing."))
    before: Earned = Field(default=0, title=N_("Experience before"))
    models: Models = Field(title=N_("Figures"), description=N_("With the recruits."))
    recruits: Models = Field(default=0, title=N_("Recruits"), description=N_("Figures that are new in the unit."))


class ExperienceOutcome(NamedTuple):
    """Experience earned, what it has after it, and its level by that: 0 to 3."""

    gained: int
    after: int
    level: int
    level_up: bool


@dataclass(frozen=True, eq=False, slots=True)
class ExperiencePlan:
    """The experience in numbers: what is left of it after recruits, and what is earned."""

    before: int
    diluted: int
    gained: int
    levels: tuple[int, ...]
    routed: bool
    leaned: tuple[str, ...] = ()


_EARNED = ("fought", "caused_losses", "destroyed", "objective", "won")


def plan_experience(facts: Experience, book: Book) -> ExperiencePlan:
    """Raises RuleError for a unit without figures, or with more recruits than figures."""
    row = book.tables.experience
    _must_add_up(facts)
    earned = 0 if facts.routed else sum(getattr(row, deed) for deed in _EARNED if getattr(facts, deed))
    diluted = facts.before * (facts.models - facts.recruits) // facts.models
    return ExperiencePlan(
        before=facts.before,
        diluted=diluted,
        gained=min(row.most, earned, MOST_EXPERIENCE - diluted),
        levels=row.levels,
        routed=facts.routed,
    )


def _must_add_up(facts: Experience) -> None:
    if not facts.models:
        raise RuleError(
            Text("Nobody is left in the unit to learn from it: a unit that is wiped out is lost."), EXPERIENCE
        )
    if facts.recruits > facts.models:
        wrong = Text(
            "There are {recruits} recruits in a unit of {models}: give at most as many as it has figures.",
            recruits=facts.recruits,
            models=facts.models,
        )
        raise RuleError(wrong, EXPERIENCE)


def learn(table: Table, plan: ExperiencePlan) -> ExperienceOutcome:
    after = plan.diluted + plan.gained
    level = level_at(after, plan.levels)
    return ExperienceOutcome(plan.gained, after, level, level > level_at(plan.before, plan.levels))


def tell_experience(plan: ExperiencePlan, played: Played[ExperienceOutcome]) -> Text:
    outcome = played.outcome
    gained = Text("Experience +{gained}: now {after}.", gained=outcome.gained, after=outcome.after)
    level = Text("Up to level {level}.", level=outcome.level) if outcome.level_up else _fallen(plan, outcome)
    return Joined((_diluted(plan), Text("It routed.") if plan.routed else NOTHING, gained, level))


def _diluted(plan: ExperiencePlan) -> Text:
    if plan.diluted == plan.before:
        return NOTHING
    return Text("Recruits bring its experience from {before} to {diluted}.", before=plan.before, diluted=plan.diluted)


def _fallen(plan: ExperiencePlan, outcome: ExperienceOutcome) -> Text:
    fell = outcome.level < level_at(plan.before, plan.levels)
    return Text("Down to level {level}.", level=outcome.level) if fell else NOTHING


LEARN = Action(
    key="experience",
    title=Text("Experience"),
    topic="experience",
    facts=Experience,
    outcome=ExperienceOutcome,
    plan=plan_experience,
    rule=learn,
    tell=tell_experience,
    indices=("level",),
)
