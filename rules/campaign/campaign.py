"""The state of a campaign, a frozen value (members, rosters, battles), and the base of all campaign events."""

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

# A battle of a campaign: its sides, game, prize, stage and report.

Stage = Literal["fighting", "ended", "reported", "settled", "off"]
"""Being fought, over without a report, reported but not signed yet, settled, or called off."""


class BattleSide(BaseModel, frozen=True):
    """A roster in a battle: its side in the game, and its units there by their campaign ids."""

    roster: str
    side: str
    units: dict[str, str] = Field(default_factory=dict[str, str])


class Battle(BaseModel, frozen=True):
    """A battle by the game in which it is played. `settled` is the signed report that counts, if any.

    `signed` maps the rosters that have signed the current report to the signer. `decided` is True if the arbitrator
    settled it.
    """

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
    """Player of each roster when the battle was first reported."""
    signers: dict[str, str] = Field(default_factory=dict[str, str])
    """Signer for each roster: its player when the report was made or reopened, even if it has another one now."""
    last_version: int = 0
    """The last version of its report; a signature never counts for another version."""
    settled: Report | None = None
    points: dict[Margin, int] = Field(default_factory=dict[Margin, int])
    """Points for each result in the standings when the battle was first signed."""
    holders: dict[str, str] = Field(default_factory=dict[str, str])
    """Holder of each territory then, before the battle counted."""
    first: Report | None = None
    """The report that was signed first, once another one has replaced it."""
    first_settled_at: int = 0
    """The entry that first settled it."""
    decided: bool = False
    number: int = 0
    """The entry that began it."""
    settled_at: int = 0
    """The entry that last settled it."""

    @property
    def open(self) -> bool:
        """True while its units are away: it is being fought, or its report was never signed."""
        return self.settled is None and self.stage != "off"

    @property
    def rosters(self) -> tuple[str, ...]:
        return tuple(side.roster for side in self.sides)

    def side_of(self, roster: str) -> BattleSide | None:
        return next((side for side in self.sides if side.roster == roster), None)

    def territory_when_signed(self, key: str, land: Territory) -> Territory:
        """Return a territory with its holder when the battle was first signed, if it was."""
        return land.model_copy(update={"holder": self.holders[key]}) if key in self.holders else land

    def has(self, unit: str) -> bool:
        return any(unit in side.units for side in self.sides)

    def unit_of(self, game_unit: str) -> str | None:
        """Return the campaign unit of a game unit, if there is one."""
        return next((id for side in self.sides for id, there in side.units.items() if there == game_unit), None)

    def with_changes(self, **changes: object) -> Battle:
        return self.model_copy(update=changes)

    def with_new_version(self) -> Battle:
        """Return this battle with a new version of a report that waits for signatures."""
        if self.report is None or self.stage != "reported":
            return self
        version = self.last_version + 1
        return self.with_changes(report=self.report.model_copy(update={"version": version}), last_version=version)


# The campaign as a whole.

Shape = Literal["league", "ladder", "map"]


class Member(BaseModel, frozen=True):
    """A member of a campaign; a reader plays no roster."""

    id: str
    name: str
    reader: bool = False


class StoryWords(BaseModel, frozen=True):
    """A member's words for the story of the campaign, with the entry that added them."""

    number: int
    by: str
    text: str


class Campaign(BaseModel, frozen=True):
    """The state of one campaign after entry `number`."""

    number: int = 0
    format: int = 1
    """Format of the last entry: rules changed after format 1 apply to later entries only."""
    begun_in: int = 1
    """Format of the first entry, which decides the default rulings."""
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
    """Rulings of the rule system with which its battles begin."""
    levels: tuple[int, ...] = (4, 10, 18)
    steps: int = 0
    """Number of steps of a ladder."""
    over: bool = False
    winner: str | None = None
    returned: dict[str, tuple[int, ...]] = Field(default_factory=dict[str, tuple[int, ...]])
    """Faces of undone rolls of the bot, by the need they were rolled for: it draws them again."""
    kept: dict[str, tuple[int, ...]] = Field(default_factory=dict[str, tuple[int, ...]])
    """A player's own faces of undone rolls: the bot rolls no others in their place."""
    undone: tuple[int, ...] = ()
    story: tuple[StoryWords, ...] = ()
    """The members' own words about it, the oldest first."""

    @property
    def terms(self) -> Terms:
        return terms_of(self.rulings if self.begun_in > 1 else {**EARLIER, **self.rulings})

    @property
    def colours(self) -> dict[str, str]:
        """The colour of each side, taken from the first roster that plays it."""
        return {one.side: one.colour for one in reversed(self.rosters.values())}

    @property
    def is_begun(self) -> bool:
        return bool(self.id)

    def with_changes(self, **changes: object) -> Campaign:
        return self.model_copy(update=changes)

    def at_entry(self, number: int, format: int) -> Campaign:
        """Return the campaign at an entry that is about to be added."""
        return self.with_changes(number=number, format=format)

    # Copies with one part replaced

    def with_member(self, member: Member) -> Campaign:
        return self.with_changes(members={**self.members, member.id: member})

    def with_roster(self, roster: Roster) -> Campaign:
        return self.with_changes(rosters={**self.rosters, roster.id: roster})

    def with_unit(self, *units: CampaignUnit) -> Campaign:
        return self.with_changes(units=self.units | {unit.id: unit for unit in units})

    def with_battle(self, battle: Battle) -> Campaign:
        return self.with_changes(battles={**self.battles, battle.id: battle})

    # Look-ups, each of which raises RuleError for an unknown id

    def member(self, player: str) -> Member:
        if player not in self.members:
            raise RuleError(Text("That person is not in this campaign: `/campaign join` first."))
        return self.members[player]

    def roster(self, id: str) -> Roster:
        if id not in self.rosters:
            raise RuleError(Text("There is no such roster in this campaign. See `/campaign roster`."))
        return self.rosters[id]

    def unit(self, id: str) -> CampaignUnit:
        if id not in self.units:
            raise RuleError(Text("There is no such unit in this campaign. See `/campaign roster`."))
        return self.units[id]

    def battle(self, id: str) -> Battle:
        if id not in self.battles:
            raise RuleError(Text("There is no such battle in this campaign. See `/campaign battle list`."))
        return self.battles[id]

    # Searches

    def roster_of_player(self, player: str) -> Roster | None:
        return next((one for one in self.rosters.values() if one.player == player), None)

    def units_of_roster(self, roster: str, gone: bool = False) -> tuple[CampaignUnit, ...]:
        """Return the units of a roster, with `gone` including those that have left it for good."""
        return tuple(unit for unit in self.units.values() if unit.roster == roster and (gone or not unit.is_gone))

    def battle_of_unit(self, unit: str) -> Battle | None:
        """Return the open battle in which a unit is away."""
        return next((one for one in self.battles.values() if one.open and one.has(unit)), None)

    def battle_of_game(self, game: str) -> Battle | None:
        return next((one for one in self.battles.values() if one.game == game), None)

    def settled_battles(self) -> tuple[Battle, ...]:
        """Return the battles that count, in the order in which they were first begun."""
        return tuple(one for one, _ in self.settled_reports())

    def settled_reports(self) -> tuple[tuple[Battle, Report], ...]:
        """Return the battles that count with their reports."""
        return tuple((one, one.settled) for one in self.battles.values() if one.settled is not None)

    def fit(self, roster: str) -> tuple[CampaignUnit, ...]:
        """Return the units that a roster may field now."""
        return tuple(unit for unit in self.units_of_roster(roster) if self.keeps_away(unit) is None)

    def all_away_text(self, roster: str) -> Text | None:
        """Return why a roster has no unit to field because of its other battles, with their numbers.

        None if it has one, or has none for other reasons.
        """
        units = self.units_of_roster(roster)
        away = {battle.id for unit in units if (battle := self.battle_of_unit(unit.id))}
        if not away or self.fit(roster):
            return None
        numbers = [str(number) for number, id in enumerate(self.battles, 1) if id in away]
        return Plural(
            "All fit units of {roster} are in battle {numbers}: end it and sign its report first.",
            "All fit units of {roster} are in battles {numbers}: end them and sign their reports first.",
            len(numbers),
            roster=self.rosters[roster].name,
            numbers=Listed(numbers),
        )

    def keeps_away(self, unit: CampaignUnit) -> Text | None:
        """Return why a unit cannot be fielded now, as a sentence; None if it can."""
        if unit.is_gone or unit.status == "captured":
            return Text("{unit} is lost, captured or dismissed. Choose another unit.", unit=unit.name)
        if battle := self.battle_of_unit(unit.id):
            number = list(self.battles).index(battle.id) + 1
            return Text(
                "{unit} is in battle {number}: end it and sign its report first.", unit=unit.name, number=number
            )
        if unit.resting:
            return Text("{unit} is resting. Call it back with `/campaign rest`.", unit=unit.name)
        if unit.models < 1:
            return Text("{unit} has no figures that can fight. Place some first.", unit=unit.name)
        if unit.status == "recovering" and self.terms.recovering_fight == "no":
            return Text("{unit} is recovering and misses this battle. Choose another unit.", unit=unit.name)
        return None


# The base of all events of a campaign, and the rights of its members.


UndoneBy = Literal["author", "arbitrator", "nobody"]
"""The people who may undo an event: its author and the arbitrator, the arbitrator alone, or nobody if another event
reverses it.
"""


class CampaignEvent(BaseModel):
    """A change of a campaign. `by` is always the issuer of the command."""

    model_config = ConfigDict(frozen=True, defer_build=True)
    undone_by: ClassVar[UndoneBy] = "author"
    arbitrates: ClassVar[bool] = False
    """True if only the arbitrator may do it, as everything that only the arbitrator may undo."""

    def check(self, campaign: Campaign, by: str) -> None:
        """Raise RuleError, with the reason and the remedy, if it is impossible or `by` may not do it."""
        check_begun(campaign)
        if self.arbitrates or self.undone_by == "arbitrator":
            check_arbitrator(campaign, by)
        self.check_details(campaign, by)

    def check_details(self, campaign: Campaign, by: str) -> None:
        """Raise RuleError if it is impossible in a running campaign, or `by` may not do it."""

    def apply(self, campaign: Campaign, by: str) -> Campaign:
        """Return the campaign after the event; raise RuleError for an unknown id."""
        raise NotImplementedError

    def applies_to(self, campaign: Campaign, was: Campaign, by: str) -> bool:
        """True if it can happen in `campaign` exactly as in `was`, which still includes an earlier entry."""
        return _is_refused(self, was, by) or not _is_refused(self, campaign, by)


def _is_refused(event: CampaignEvent, campaign: Campaign, by: str) -> bool:
    try:
        event.check(campaign, by)
    except RulesError:
        return True
    return False


def check_begun(campaign: Campaign) -> None:
    if not campaign.is_begun:
        raise RuleError(Text("This server has no campaign yet. Start one: `/campaign new`."))
    if campaign.over:
        raise RuleError(Text("This campaign is over. Only its arbitrator can resume it."))


def check_arbitrator(campaign: Campaign, by: str) -> None:
    if by != campaign.arbitrator:
        raise RuleError(Text("Only the arbitrator can do that: ask them."))


def check_leads(campaign: Campaign, roster: str, by: str) -> None:
    """Raise RuleError unless `by` is the player of the roster, or the arbitrator."""
    if by not in (campaign.roster(roster).player, campaign.arbitrator):
        name = campaign.rosters[roster].name
        raise RuleError(Text("{roster} is not your roster. Ask its player or the arbitrator.", roster=name))


def unit_at_home(campaign: Campaign, unit: str) -> CampaignUnit:
    """Return a unit that is in its roster and not away in a battle; raise RuleError otherwise."""
    found = campaign.unit(unit)
    if found.is_gone:
        raise RuleError(Text("{unit} has left its roster. Choose another unit.", unit=found.name))
    if campaign.battle_of_unit(unit):
        raise RuleError(Text("{unit} is in a battle: end it and sign its report first.", unit=found.name))
    return found


def remember(campaign: Campaign, unit: CampaignUnit, key: str, battle: str = "", **values: int | str) -> Campaign:
    """Return the campaign with the changed unit, whose history records the current entry."""
    deed = Deed(key=key, number=campaign.number, battle=battle, values=dict(values))
    return campaign.with_unit(unit.with_deed(deed))
