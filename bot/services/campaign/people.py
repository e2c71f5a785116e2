"""The members of a campaign, who are players with a roster each, or readers; and handing over rosters and campaigns."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Literal

from bot.errors import Refusal
from bot.game.campaigns import next_number, roster_of
from bot.game.people import OPPONENT, Call, Person, Place
from bot.resolution.campaign_referee import CampaignReferee, NewCampaignEntry, changes_campaign
from bot.services.campaign.command import (
    ChoiceOption,
    FlagOption,
    ManagesOption,
    PersonOption,
    TextOption,
    campaign_command,
)
from bot.store.campaign_tables import CampaignInfo
from rules.campaign.campaign import Campaign, CampaignEvent
from rules.campaign.people_events import (
    MOST_WORDS,
    ArbitratorNamed,
    CampaignTold,
    MemberLeft,
    PlayerJoined,
    RosterHandedOver,
)
from rules.command.force import Titled
from rules.kernel.errors import RuleError
from rules.kernel.facts import validate
from rules.kernel.text import N_, Text

LOG = logging.getLogger(__name__)
NAMES = ("Red", "Blue", "Green", "Yellow", "White", "Black", "Grey", "Brown")
"""Names of rosters whose players give none: never a person's name, because people may ask to be forgotten."""


class CampaignPeople:
    """Manages the members of campaigns; rosters stay when members leave."""

    def __init__(self, referee: CampaignReferee) -> None:
        self.referee = referee

    @campaign_command(
        "join",
        N_("Join a campaign with a roster of your own."),
        shows="joined",
        roster=TextOption(N_("A name for your roster; empty: a colour."), most=60),
        side=TextOption(N_("On a ladder or a map: the side you join."), "sides", most=60),
        force=TextOption(N_("A force to enlist at once."), "forces"),
        player=PersonOption(N_("Another player to add (arbitrator only).")),
        reader=FlagOption(N_("Only read along, without a roster.")),
    )
    @changes_campaign
    def join(
        self,
        campaign: Campaign,
        call: Call,
        roster: str = "",
        side: str = "",
        player: Person | None = None,
        reader: bool = False,
    ) -> NewCampaignEntry:
        """Join with a new roster, or as a reader without one; the arbitrator may bring others in.

        `side` is the end of a ladder, or the part of a map, that the roster plays for. A roster without a name is named
        after the first unused colour.
        """
        if reader:
            event = PlayerJoined(player=call.who.id, name=call.who.name)
            return NewCampaignEntry("campaign join", [event], Text("{who} follows the campaign", who=call.who.name))
        who = player or call.who
        named = validate(Titled, {"name": roster}).name if roster.strip() else ""
        part = validate(Titled, {"name": side}).name if side.strip() else ""
        called = named or free_name(campaign)
        own = _find_side(campaign, part)
        event = PlayerJoined(player=who.id, name=who.name, roster=next_roster(campaign), called=called, side=own)
        title = Text("{who} joins the campaign with {roster}", who=who.name, roster=called)
        return NewCampaignEntry("campaign join", [event], title)

    @changes_campaign
    def add_note(self, campaign: Campaign, call: Call, text: str) -> NewCampaignEntry:
        """Add a note by the caller to the story of the campaign."""
        words = " ".join(text.split())
        if not words:
            raise RuleError(Text("Write 1 to {most} characters.", most=MOST_WORDS))
        return NewCampaignEntry("note", [CampaignTold(text=words)], Text("A note"))

    @campaign_command(
        "leave",
        N_("Leave a campaign; another player can take over your roster."),
        player=PersonOption(N_("Another player (arbitrator only).")),
    )
    @changes_campaign
    def leave(self, campaign: Campaign, call: Call, player: Person | None = None) -> NewCampaignEntry:
        """Leave the campaign; the roster waits for a new player."""
        who = player or call.who
        title = Text("{who} leaves the campaign", who=member_name(campaign, who))
        return NewCampaignEntry("campaign leave", [MemberLeft(player=who.id)], title)

    @campaign_command(
        "handover",
        N_("Give a roster, or the campaign itself, to another player."),
        player=PersonOption(N_("The player who takes it over.")),
        what=ChoiceOption(N_("Your roster, or the campaign as its arbitrator."), ("roster", "campaign")),
        roster=TextOption(N_("A roster other than yours (arbitrator only)."), "rosters"),
        manages=ManagesOption(),
    )
    @changes_campaign
    def hand_over(
        self,
        campaign: Campaign,
        call: Call,
        player: Person,
        roster: str = "",
        what: Literal["roster", "campaign", ""] = "",
        manages: bool = False,
    ) -> NewCampaignEntry:
        """Hand over a roster to another player, who joins, or the campaign to a member, who becomes its arbitrator.

        Players hand over their own roster, the arbitrator any. With `manages`, the caller manages the server and can
        replace an arbitrator who has left it.
        """
        if what not in ("roster", ""):
            title = Text("{player} is now the arbitrator", player=campaign.member(player.id).name)
            named = ArbitratorNamed(player=player.id, by_server=manages and call.who.id != campaign.arbitrator)
            notes = [Text("The server's managers decided that.")] if named.by_server else []
            return NewCampaignEntry("campaign arbitrator", [named], title, notes)
        found = roster_of(campaign, call.who.id, roster)
        if not (what or roster.strip()):
            raise Refusal(
                Text(
                    "Say what {player} takes over: `what:roster` for {roster}, `what:campaign` for the campaign.",
                    player=member_name(campaign, player),
                    roster=found.name,
                )
            )
        taken = RosterHandedOver(roster=found.id, player=player.id)
        title = Text("{player} takes over {roster}", player=member_name(campaign, player), roster=found.name)
        joins = [] if player.id in campaign.members else [PlayerJoined(player=player.id, name=player.name)]
        return NewCampaignEntry("campaign handover", [*joins, taken], title)

    # Forgetting

    async def leave_all(self, who: Person) -> None:
        """Remove a person from every campaign before they are forgotten; another member becomes arbitrator, if any."""
        for one in await self.referee.record.people.campaigns_with(who.id):
            try:
                await self._leave_campaign(who, one.campaign)
            except Exception:  # no fault of a campaign may prevent a person from being forgotten
                LOG.warning(
                    "a person could not leave a campaign before being forgotten",
                    exc_info=True,
                    extra={"campaign": one.campaign.id},
                )

    async def _leave_campaign(self, who: Person, info: CampaignInfo) -> None:
        def plan(campaign: Campaign) -> NewCampaignEntry:
            heir = _heir(campaign, who.id) if campaign.arbitrator == who.id else None
            events: list[CampaignEvent] = [ArbitratorNamed(player=heir)] if heir else []
            title = Text("{who} leaves the campaign", who=campaign.members[who.id].name)
            return NewCampaignEntry("campaign leave", [*events, MemberLeft(player=who.id)], title)

        campaign = (await self.referee.campaigns.open(info.id)).campaign
        alone = campaign.arbitrator == who.id and _heir(campaign, who.id) is None
        if who.id in campaign.members and not campaign.over and not alone:
            await self.referee.write(Call(who, Place(info.guild_id, "")), info.id, plan)

    def forget_copies(self) -> None:
        """Drop all campaigns in memory, because names have been removed from the record."""
        self.referee.campaigns.forget_all()


def member_name(campaign: Campaign, person: Person) -> str:
    """Return the name that the campaign knows a person by, so that its record contains no second name."""
    member = campaign.members.get(person.id)
    return member.name if member else person.name


def next_roster(campaign: Campaign) -> str:
    """Return the id of the next roster; an undone roster's id is not reused."""
    return f"r{next_number(campaign.rosters)}"


def free_name(campaign: Campaign) -> str:
    taken = {one.name.casefold() for one in campaign.rosters.values()}
    numbered = (f"{name} {number}" for number in range(2, 100) for name in NAMES)
    return next(name for name in (*NAMES, *numbered) if name.casefold() not in taken)


def _find_side(campaign: Campaign, named: str) -> str:
    """Return the side as the campaign spells it; on a map without one, the first unclaimed part."""
    known = [one.side for one in campaign.rosters.values()]
    holders = [one.holder for one in campaign.territories.values() if one.holder]
    parts: Sequence[str] = list(dict.fromkeys((*known, *holders)))
    if named:
        return next((one for one in parts if one.casefold() == named.casefold()), named)
    return next((one for one in dict.fromkeys(holders) if one not in known), "")


def _heir(campaign: Campaign, but: str) -> str | None:
    others = [one for one in campaign.members.values() if one.id not in (but, OPPONENT.id)]
    return next((one.id for one in others if not one.reader), others[0].id if others else None)
