"""Events of a campaign itself: begun, joined, left, ruled on, ended; and grants and changes by its arbitrator."""

from __future__ import annotations

from typing import ClassVar, Literal

from pydantic import Field

from rules.campaign.campaign import (
    Campaign,
    CampaignEvent,
    Member,
    Shape,
    StoryWords,
    UndoneBy,
    check_arbitrator,
    check_begun,
    check_leads,
)
from rules.campaign.roster import LEVELS, Roster
from rules.campaign.tables import Terms
from rules.campaign.territories import Territory, map_of
from rules.game.tabletop import next_colour
from rules.game.unit import Name, Value
from rules.kernel.errors import RuleError
from rules.kernel.facts import require_one_of, validate
from rules.kernel.text import Listed, Plural, Text

STEPS = 7
MOST_STEPS = 99
MOST_WORDS = 500
"""Most letters of a note for the story of a campaign."""
MOST_ROSTERS = 50


class CampaignBegun(CampaignEvent):
    """A campaign begins, with its issuer as arbitrator. `territories` is its map, `steps` its ladder."""

    undone_by: ClassVar[UndoneBy] = "nobody"
    kind: Literal["begun"] = "begun"
    id: str = Field(min_length=1)
    name: Name
    system: str
    shape: Shape = "league"
    server: str = ""
    arbitrator: str
    player: str
    """Name of the arbitrator."""
    levels: tuple[int, ...] = LEVELS
    steps: int = STEPS
    territories: dict[str, Territory] = Field(default_factory=dict[str, Territory])

    def check(self, campaign: Campaign, by: str) -> None:
        if campaign.is_begun:
            raise RuleError(Text("This campaign has already started. Give a new one another name."))
        if list(self.levels) != sorted({one for one in self.levels if one > 0}):
            raise RuleError(Text("Each level needs more experience than the one before it, and more than 0."))
        if self.shape == "ladder" and (not 3 <= self.steps <= MOST_STEPS or self.steps % 2 == 0):
            raise RuleError(
                Text(
                    "A ladder needs an odd number of steps, 3 to {most}, not {steps}.",
                    most=MOST_STEPS,
                    steps=self.steps,
                )
            )
        if self.shape == "map" and not self.territories:
            raise RuleError(
                Text("A campaign on a map needs one: attach a file with territories, or use the sample map.")
            )
        if self.shape == "map":
            lands = {key: one.model_dump() for key, one in self.territories.items()}
            map_of({"name": self.name, "territories": lands})

    def apply(self, campaign: Campaign, by: str) -> Campaign:
        return campaign.with_changes(
            id=self.id,
            begun_in=campaign.format,
            name=self.name,
            system=self.system,
            shape=self.shape,
            server=self.server,
            arbitrator=self.arbitrator,
            members={self.arbitrator: Member(id=self.arbitrator, name=self.player, reader=True)},
            levels=self.levels,
            steps=self.steps if self.shape == "ladder" else 0,
            territories=dict(self.territories) if self.shape == "map" else {},
        )


class PlayerJoined(CampaignEvent):
    """A player joins, with a roster of their own or as a reader."""

    kind: Literal["joined"] = "joined"
    player: str
    name: str
    roster: str = ""
    """Id of their roster; empty for a reader."""
    called: Name | None = None
    """Name of that roster; None for the player's name."""
    side: str = ""

    def check_details(self, campaign: Campaign, by: str) -> None:
        if by not in (self.player, campaign.arbitrator):
            raise RuleError(Text("People join themselves, or the arbitrator adds them."))
        if not self.roster:
            if self.player in campaign.members:
                raise RuleError(Text("{name} is already in this campaign.", name=self.name))
            return
        if campaign.roster_of_player(self.player):
            raise RuleError(Text("{name} already has a roster in this campaign.", name=self.name))
        if self.roster in campaign.rosters:
            raise RuleError(Text("That roster is already in this campaign. Take it over instead."))
        if len(campaign.rosters) >= MOST_ROSTERS:
            raise RuleError(
                Text("A campaign can have at most {most} rosters. Take one over instead.", most=MOST_ROSTERS)
            )
        taken = {roster.name.casefold() for roster in campaign.rosters.values()}
        if (self.called or self.name).casefold() in taken:
            raise RuleError(Text("There is already a roster named {name}. Choose another name.", name=self._name))
        sides = {roster.side for roster in campaign.rosters.values()}
        if campaign.shape == "ladder" and len(sides | {self.side or self._name}) > 2:
            raise RuleError(Text("Both sides of the ladder are taken. Join one of them."))

    @property
    def _name(self) -> str:
        return self.called or self.name

    def apply(self, campaign: Campaign, by: str) -> Campaign:
        joined = campaign.with_member(Member(id=self.player, name=self.name, reader=not self.roster))
        if not self.roster:
            return joined
        side = self.side or self._name
        colour = next_colour(self._name, [one.colour for one in campaign.rosters.values()])
        roster = Roster(id=self.roster, name=self._name, player=self.player, side=side, colour=colour)
        return joined.with_roster(roster)


class MemberLeft(CampaignEvent):
    """A member leaves; their roster remains and waits for another player."""

    kind: Literal["left"] = "left"
    player: str

    def check_details(self, campaign: Campaign, by: str) -> None:
        member = campaign.member(self.player)
        if by not in (self.player, campaign.arbitrator):
            raise RuleError(Text("Only {name} or the arbitrator can do that.", name=member.name))
        if self.player == campaign.arbitrator:
            raise RuleError(Text("Name another arbitrator first: a campaign always has one."))

    def apply(self, campaign: Campaign, by: str) -> Campaign:
        members = {id: one for id, one in campaign.members.items() if id != self.player}
        own = {id: one for id, one in campaign.rosters.items() if one.player == self.player}
        freed = {id: one.model_copy(update={"player": None}) for id, one in own.items()}
        return campaign.with_changes(members=members, rosters=campaign.rosters | freed)


class RosterHandedOver(CampaignEvent):
    """A roster gets another player, who has no other roster."""

    undone_by: ClassVar[UndoneBy] = "nobody"
    kind: Literal["handed_over"] = "handed_over"
    roster: str
    player: str

    def check_details(self, campaign: Campaign, by: str) -> None:
        check_leads(campaign, self.roster, by)
        member = campaign.member(self.player)
        if campaign.roster_of_player(self.player):
            raise RuleError(Text("{name} already has a roster in this campaign.", name=member.name))

    def apply(self, campaign: Campaign, by: str) -> Campaign:
        member = campaign.member(self.player).model_copy(update={"reader": False})
        roster = campaign.roster(self.roster).model_copy(update={"player": self.player})
        return campaign.with_member(member).with_roster(roster)


class ArbitratorNamed(CampaignEvent):
    """The campaign gets another arbitrator, by the present one or, with `by_server`, by a server manager."""

    undone_by: ClassVar[UndoneBy] = "nobody"
    kind: Literal["arbitrator"] = "arbitrator"
    player: str
    by_server: bool = False

    def check_details(self, campaign: Campaign, by: str) -> None:
        if not self.by_server:
            check_arbitrator(campaign, by)
        campaign.member(self.player)

    def apply(self, campaign: Campaign, by: str) -> Campaign:
        return campaign.with_changes(arbitrator=self.player)


class CampaignRulingSet(CampaignEvent):
    """A ruling is set for the campaign: one of its own terms, or of its aftermath."""

    undone_by: ClassVar[UndoneBy] = "arbitrator"
    kind: Literal["ruled"] = "ruled"
    name: str
    value: Value

    def check_details(self, campaign: Campaign, by: str) -> None:
        require_one_of("name", self.name, Terms.model_fields)
        validate(Terms, {self.name: self.value})

    def apply(self, campaign: Campaign, by: str) -> Campaign:
        return campaign.with_changes(rulings={**campaign.rulings, self.name: self.value})


class BattleRulingSet(CampaignEvent):
    """A ruling of the rule system is set, with which every battle begins from now on."""

    undone_by: ClassVar[UndoneBy] = "arbitrator"
    kind: Literal["battles_ruled"] = "battles_ruled"
    name: str
    value: Value

    def apply(self, campaign: Campaign, by: str) -> Campaign:
        return campaign.with_changes(battle_rulings={**campaign.battle_rulings, self.name: self.value})


def check_may_tell(campaign: Campaign, by: str) -> None:
    """Raise RuleError for people outside the campaign."""
    if by not in campaign.members:
        raise RuleError(Text("Only members add to the story: `/campaign join`, also as a reader."))


class CampaignTold(CampaignEvent):
    """Words for the story of the campaign, without any effect; empty if their author was erased."""

    kind: Literal["told"] = "told"
    text: str = ""

    def check(self, campaign: Campaign, by: str) -> None:
        check_may_tell(campaign, by)
        if len(self.text) > MOST_WORDS:
            raise RuleError(Text("Write 1 to {most} characters.", most=MOST_WORDS))

    def apply(self, campaign: Campaign, by: str) -> Campaign:
        words = StoryWords(number=campaign.number, by=by, text=self.text)
        return campaign.with_changes(story=(*campaign.story, words)) if self.text else campaign


class CampaignEnded(CampaignEvent):
    """The campaign ends, or is open again; a winner is a roster, the side of a ladder, or None."""

    undone_by: ClassVar[UndoneBy] = "nobody"
    kind: Literal["ended"] = "ended"
    over: bool = True
    winner: str | None = None
    note: str = ""

    def check(self, campaign: Campaign, by: str) -> None:
        if self.over:
            check_begun(campaign)
        check_arbitrator(campaign, by)
        if self.over:
            _check_all_signed(campaign)
        if not self.over and not campaign.over:
            raise RuleError(Text("This campaign is not over."))

    def apply(self, campaign: Campaign, by: str) -> Campaign:
        return campaign.with_changes(over=self.over, winner=self.winner if self.over else None)


def _check_all_signed(campaign: Campaign) -> None:
    """Raise RuleError with the battles whose reports are not signed, or were reopened and not signed again."""
    numbered = list(enumerate(campaign.battles.values(), 1))
    unsigned = [str(nth) for nth, one in numbered if one.open]
    if unsigned:
        raise RuleError(
            Plural(
                "Battle {numbers} has no signed report: sign it or call the battle off first.",
                "Battles {numbers} have no signed report: sign them or call the battles off first.",
                len(unsigned),
                numbers=Listed(unsigned),
            )
        )
    again = [str(nth) for nth, one in numbered if one.stage == "reported"]
    if again and campaign.format > 1:
        raise RuleError(
            Plural(
                "The report of battle {numbers} was opened again and is not signed: sign it first.",
                "The reports of battles {numbers} were opened again and are not signed: sign them first.",
                len(again),
                numbers=Listed(again),
            )
        )
