"""A campaign as it stands, a frozen value: its members, rosters and battles; and the base of every campaign event."""

from __future__ import annotations

from typing import ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field

from rules.campaign.report import Margin, Report
from rules.campaign.roster import CampaignUnit, Deed, Roster
from rules.campaign.tables import EARLIER, Terms, terms_of
from rules.campaign.territories import Territory
from rules.game.unit import Value
from rules.kernel.errors import RuleError, RulesError
from rules.kernel.text import Listed, Plural, Text

# A battle of a campaign: whose, where, for what, how far it has come, and its report.

Stage = Literal["fighting", "ended", "reported", "settled", "off"]
"""Fought now, over without a report, reported and not signed yet, counting, or called off."""


class BattleSide(BaseModel):
    """A roster in a battle: the side it plays in the game, and its units there by their ids in the campaign."""

    model_config = ConfigDict(frozen=True)

    roster: str
    side: str
    units: dict[str, str] = Field(default_factory=dict[str, str])


class Battle(BaseModel):
    """A battle by the game it is played as. `settled` is the report that its rosters stand by, if one was signed.

    `signed` are the rosters that have signed the report as it stands, with whoever did it; `decided` says that the
    arbitrator settled it.
    """

    model_config = ConfigDict(frozen=True)

    id: str
    game: str
    channel: str = ""
    scenario: str = ""
    territory: str = ""
    held_by: str = ""
    """The side that held the territory when the battle began."""
    attacker: str = ""
    sides: tuple[BattleSide, ...] = ()
    unplaced: dict[str, int] = Field(default_factory=dict[str, int])
    """Figures that its rosters had not placed when it began."""
    stage: Stage = "fighting"
    report: Report | None = None
    signed: dict[str, str] = Field(default_factory=dict[str, str])
    led_by: dict[str, str] = Field(default_factory=dict[str, str])
    """Who led each roster when the battle was first reported."""
    signers: dict[str, str] = Field(default_factory=dict[str, str])
    """Who signs for each roster, whoever leads it by now: its player when the report was made or opened again."""
    last_version: int = 0
    """The last version that its report has had: none is ever signed for another."""
    settled: Report | None = None
    points: dict[Margin, int] = Field(default_factory=dict[Margin, int])
    """What each result was worth in the standings when the battle was first signed."""
    holders: dict[str, str] = Field(default_factory=dict[str, str])
    """Who held each territory then, before the battle counted."""
    first: Report | None = None
    """The report as it was first signed, once another one has been signed in its place."""
    first_settled_at: int = 0
    """The entry that settled it first."""
    decided: bool = False
    number: int = 0
    """The entry that began it."""
    settled_at: int = 0
    """The entry that settled it last."""

    @property
    def open(self) -> bool:
        """Whether its units are away: it is being fought, or its report is not signed yet for the first time."""
        return self.settled is None and self.stage != "off"

    @property
    def rosters(self) -> tuple[str, ...]:
        return tuple(side.roster for side in self.sides)

    def side_of(self, roster: str) -> BattleSide | None:
        return next((side for side in self.sides if side.roster == roster), None)

    def land_then(self, key: str, land: Territory) -> Territory:
        """A territory with whoever held it when the battle was first signed, if it was."""
        return land.model_copy(update={"holder": self.holders[key]}) if key in self.holders else land

    def has(self, unit: str) -> bool:
        return any(unit in side.units for side in self.sides)

    def unit_of(self, game_unit: str) -> str | None:
        """The unit of the campaign behind one of the game, if it is one."""
        return next((id for side in self.sides for id, there in side.units.items() if there == game_unit), None)

    def after(self, **changes: object) -> Battle:
        return self.model_copy(update=changes)

    def read_anew(self) -> Battle:
        """This battle, with a report that waits for signatures made a version that nobody has read yet."""
        if self.report is None or self.stage != "reported":
            return self
        version = self.last_version + 1
        return self.after(report=self.report.model_copy(update={"version": version}), last_version=version)


# The campaign as a whole.

Shape = Literal["league", "ladder", "map"]


class Member(BaseModel):
    """A person of a campaign; a reader plays no roster."""

    model_config = ConfigDict(frozen=True)

    id: str
    name: str
    reader: bool = False


class StoryWords(BaseModel):
    """What a person has said for the story of the campaign, by the entry in which they did."""

    model_config = ConfigDict(frozen=True)

    number: int
    by: str
    text: str


class Campaign(BaseModel):
    """Everything the record says about one campaign after entry `number`."""

    model_config = ConfigDict(frozen=True)

    number: int = 0
    format: int = 1
    """How the last entry is recorded: what was decided since format 1 counts for later entries only."""
    begun_in: int = 1
    """The format of the entry that began it: its rulings are those that campaigns had then."""
    id: str = ""
    name: str = ""
    system: str = ""
    shape: Shape = "league"
    server: str = ""
    arbitrator: str | None = None
    members: dict[str, Member] = Field(default_factory=dict[str, Member])
    rosters: dict[str, Roster] = Field(default_factory=dict[str, Roster])
    units: dict[str, CampaignUnit] = Field(default_factory=dict[str, CampaignUnit])
    battles: dict[str, Battle] = Field(default_factory=dict[str, Battle])
    territories: dict[str, Territory] = Field(default_factory=dict[str, Territory])
    rulings: dict[str, Value] = Field(default_factory=dict[str, Value])
    battle_rulings: dict[str, Value] = Field(default_factory=dict[str, Value])
    """Rulings of the rule system that its battles begin with."""
    levels: tuple[int, ...] = (4, 10, 18)
    steps: int = 0
    """How many steps a ladder has."""
    over: bool = False
    winner: str | None = None
    returned: dict[str, tuple[int, ...]] = Field(default_factory=dict[str, tuple[int, ...]])
    """Faces of undone throws of the bot, by the need they were thrown for: it draws them again."""
    kept: dict[str, tuple[int, ...]] = Field(default_factory=dict[str, tuple[int, ...]])
    """A player's own faces of undone throws: the bot throws no others in their place."""
    undone: tuple[int, ...] = ()
    story: tuple[StoryWords, ...] = ()
    """What people have said of it in their own words, the oldest first."""

    @property
    def terms(self) -> Terms:
        return terms_of(self.rulings if self.begun_in > 1 else {**EARLIER, **self.rulings})

    @property
    def colours(self) -> dict[str, str]:
        """The colour of each side: that of the first roster that plays it."""
        return {one.side: one.colour for one in reversed(self.rosters.values())}

    @property
    def begun(self) -> bool:
        return bool(self.id)

    def after(self, **changes: object) -> Campaign:
        return self.model_copy(update=changes)

    def at(self, number: int, format: int) -> Campaign:
        """The campaign at an entry that is about to be added."""
        return self.after(number=number, format=format)

    # What it becomes with one thing in place of another

    def with_member(self, member: Member) -> Campaign:
        return self.after(members={**self.members, member.id: member})

    def with_roster(self, roster: Roster) -> Campaign:
        return self.after(rosters={**self.rosters, roster.id: roster})

    def with_unit(self, *units: CampaignUnit) -> Campaign:
        return self.after(units=self.units | {unit.id: unit for unit in units})

    def with_battle(self, battle: Battle) -> Campaign:
        return self.after(battles={**self.battles, battle.id: battle})

    # What is asked of it; each raises RuleError for what is not there

    def member(self, player: str) -> Member:
        if player not in self.members:
            raise RuleError(Text("That person has not joined this campaign; `/campaign join` comes first."))
        return self.members[player]

    def roster(self, id: str) -> Roster:
        if id not in self.rosters:
            raise RuleError(Text("There is no such roster in this campaign; `/campaign roster` lists them."))
        return self.rosters[id]

    def unit(self, id: str) -> CampaignUnit:
        if id not in self.units:
            raise RuleError(Text("There is no such unit in this campaign; `/campaign roster` lists them."))
        return self.units[id]

    def battle(self, id: str) -> Battle:
        if id not in self.battles:
            raise RuleError(Text("There is no such battle in this campaign; `/campaign battle list` lists them."))
        return self.battles[id]

    # What is found in it

    def of_player(self, player: str) -> Roster | None:
        return next((one for one in self.rosters.values() if one.player == player), None)

    def of_roster(self, roster: str, gone: bool = False) -> tuple[CampaignUnit, ...]:
        """The units of a roster, those that have left it for good too if asked for."""
        return tuple(unit for unit in self.units.values() if unit.roster == roster and (gone or not unit.gone))

    def fights(self, unit: str) -> Battle | None:
        """The battle that a unit is away in."""
        return next((one for one in self.battles.values() if one.open and one.has(unit)), None)

    def of_game(self, game: str) -> Battle | None:
        return next((one for one in self.battles.values() if one.game == game), None)

    def settled_battles(self) -> tuple[Battle, ...]:
        """Battles that count, in the order in which they were first begun."""
        return tuple(one for one in self.battles.values() if one.settled is not None)

    def fit(self, roster: str) -> tuple[CampaignUnit, ...]:
        """The units that a roster may field now."""
        return tuple(unit for unit in self.of_roster(roster) if self.keeps_away(unit) is None)

    def all_away(self, roster: str) -> Text | None:
        """Why a roster has no unit to field because of its other battles, with their numbers; None where it has one, or
        none at all for other reasons.
        """
        units = self.of_roster(roster)
        away = {battle.id for unit in units if (battle := self.fights(unit.id))}
        if not away or self.fit(roster):
            return None
        numbers = [str(number) for number, id in enumerate(self.battles, 1) if id in away]
        return Plural(
            "All units of {roster} that could come are in battle {numbers}: end it and sign its report first.",
            "All units of {roster} that could come are in battles {numbers}: end them and sign their reports first.",
            len(numbers),
            roster=self.rosters[roster].name,
            numbers=Listed(numbers),
        )

    def keeps_away(self, unit: CampaignUnit) -> Text | None:
        """Why a unit cannot be fielded now, as a sentence; None where it can."""
        if unit.gone or unit.status == "captured":
            return Text("{unit} is lost, captured or dismissed; choose another unit.", unit=unit.name)
        if battle := self.fights(unit.id):
            number = list(self.battles).index(battle.id) + 1
            return Text(
                "{unit} fights battle {number}; end it and sign its report first.", unit=unit.name, number=number
            )
        if unit.resting:
            return Text("{unit} rests; use `/campaign rest` to call it back.", unit=unit.name)
        if unit.models < 1:
            return Text("{unit} has nobody who can fight; place figures in it first.", unit=unit.name)
        if unit.status == "recovering" and self.terms.recovering_fight == "no":
            return Text("{unit} is recovering and misses this battle; choose another unit.", unit=unit.name)
        return None


# What every event of a campaign has in common, and who may do what in one.


UndoneBy = Literal["author", "arbitrator", "nobody"]
"""Who may take an event back: its author and the arbitrator, the arbitrator alone, or nobody, where an event of its own
leads back.
"""


class CampaignEvent(BaseModel):
    """Something that has happened in a campaign. `by` is always the person who gave the command."""

    model_config = ConfigDict(frozen=True)
    undone_by: ClassVar[UndoneBy] = "author"

    def check(self, campaign: Campaign, by: str) -> None:
        """Raises RuleError, with what is wrong and what to do, where it cannot happen or `by` may not do it."""
        raise NotImplementedError

    def applied(self, campaign: Campaign, by: str) -> Campaign:
        """The campaign once it has happened; raises RuleError where it speaks of what is not there."""
        raise NotImplementedError

    def applies_to(self, campaign: Campaign, was: Campaign, by: str) -> bool:
        """Whether it could have happened in `campaign` just as it did in `was`, in which an earlier entry stands."""
        return _refused(self, was, by) or not _refused(self, campaign, by)


def _refused(event: CampaignEvent, campaign: Campaign, by: str) -> bool:
    try:
        event.check(campaign, by)
    except RulesError:
        return True
    return False


def going(campaign: Campaign) -> None:
    if not campaign.begun:
        raise RuleError(Text("There is no campaign here yet; begin one with `/campaign new`."))
    if campaign.over:
        raise RuleError(Text("This campaign is over; only its arbitrator can open it again."))


def arbitrates(campaign: Campaign, by: str) -> None:
    if by != campaign.arbitrator:
        raise RuleError(Text("Only the arbitrator of the campaign may do that; ask them."))


def leads(campaign: Campaign, roster: str, by: str) -> None:
    """Raises RuleError unless `by` is the player of the roster, or the arbitrator."""
    if by not in (campaign.roster(roster).player, campaign.arbitrator):
        name = campaign.rosters[roster].name
        raise RuleError(
            Text("The roster {roster} is not yours: its player or the arbitrator has to do that.", roster=name)
        )


def at_home(campaign: Campaign, unit: str) -> CampaignUnit:
    """A unit that is in its roster, and not away in a battle; raises RuleError."""
    found = campaign.unit(unit)
    if found.gone:
        raise RuleError(Text("{unit} has left its roster for good; choose another unit.", unit=found.name))
    if campaign.fights(unit):
        raise RuleError(Text("{unit} is in a battle; end it and sign its report first.", unit=found.name))
    return found


def remembered(campaign: Campaign, unit: CampaignUnit, key: str, battle: str = "", **values: int | str) -> Campaign:
    """The campaign with the unit as it is now, which remembers the entry by which it became so."""
    deed = Deed(key=key, number=campaign.number, battle=battle, values=dict(values))
    return campaign.with_unit(unit.remembering(deed))
