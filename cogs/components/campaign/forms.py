"""Forms of a campaign: joining it, and its story."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.errors import Refusal
from bot.resolution.campaign_referee import CampaignResult
from cogs.components.campaign.controls import CampaignId, JoinCampaign, WriteCampaignStory, campaign_of
from cogs.components.campaign.panels import enlistment_reply, entry_reply, hub_reply
from cogs.components.controls import MenuOption, handles_click, handles_form
from cogs.components.forms import Form, menu_field, story_field, text_field
from cogs.components.setup.forces import force_options
from cogs.interactions.context import Context
from cogs.rendering.reply import Reply, refusal_reply
from cogs.rendering.text import Reader
from rules.campaign.campaign import Campaign
from rules.campaign.people_events import MOST_WORDS, PlayerJoined, check_may_tell
from rules.kernel.errors import BadFacts, RuleError
from rules.kernel.text import Text

WORDS = "words"


class JoinForm(CampaignId, what="campenter"):
    """The form for joining a campaign."""


class StoryForm(CampaignId, what="campwords"):
    """The form for a text in the story of a campaign."""


# Texts for the story of a campaign.


async def has_only_campaign(ctx: Context) -> bool:
    """True if the channel has never had a game, but the server has a campaign."""
    game = await ctx.services.record.games.last_in_channel(ctx.call.where.channel)
    return game is None and bool(await ctx.services.campaigns.all(ctx.call))


async def add_campaign_note(ctx: Context, named: str, text: str | None) -> Reply:
    """Add a text to the story of a campaign; without a text, open the form for it."""
    id = (await ctx.services.campaigns.find(ctx.call, named)).info.id
    if text is None:
        return await open_story_form(ctx, WriteCampaignStory(id))
    return entry_reply(ctx, await ctx.services.campaign_people.add_note(ctx.call, id, text))


@handles_click(WriteCampaignStory, private=True)
async def open_story_form(ctx: Context, click: WriteCampaignStory) -> Reply:
    """Open the form for a text in the story, for callers who may send it."""
    campaign = await campaign_of(ctx, click.campaign)
    check_may_tell(campaign, ctx.caller.id)
    title = Text("The story of {campaign}", campaign=campaign.name)
    return Form(ctx.me, title, StoryForm(campaign.id), [story_field(WORDS, MOST_WORDS)]).reply(ctx)


@handles_form(StoryForm)
async def record_campaign_story(ctx: Context, form: StoryForm) -> Reply:
    """Record the text of the story form."""
    text = ctx.submitted_text(WORDS)
    return entry_reply(ctx, await ctx.services.campaign_people.add_note(ctx.call, form.campaign, text))


# Joining a campaign by one form: the name of the roster, its side on a ladder or a map, and its first force.

ROSTER, SIDE, FORCE = "roster", "side", "force"
_OWN = "-"
"""The option for a new side, named like the roster."""


@handles_click(JoinCampaign)
async def open_join_form(ctx: Context, click: JoinCampaign) -> Reply:
    """Open the form for joining; raise Refusal if the caller has a roster already."""
    campaign = await campaign_of(ctx, click.campaign)
    own = campaign.roster_of_player(ctx.caller.id)
    if own is not None:
        raise Refusal(Text("You play {roster} already; tap **My roster** to see it.", roster=own.name))
    return _join_form(ctx.me, campaign, await force_options(ctx, campaign.system)).reply(ctx)


def _join_form(words: Reader, campaign: Campaign, forces: Sequence[MenuOption]) -> Form:
    hint = Text("Leave empty for a colour.")
    fields = [text_field(ROSTER, Text("Name of your roster"), 60, hint=hint, needed=False)]
    if sides := _side_options(words, campaign):
        fields.append(menu_field(SIDE, Text("Your side"), sides, [sides[0].value]))
    if forces:
        fields.append(menu_field(FORCE, Text("Your force (optional)"), forces, needed=False))
    return Form(words, Text("Join {campaign}", campaign=campaign.name), JoinForm(campaign.id), fields)


def _side_options(words: Reader, campaign: Campaign) -> list[MenuOption]:
    """Return the sides to choose from, those without a player first; none in a league, where each roster is a side."""
    if campaign.shape == "league":
        return []
    plain, played = words.plain, [one.side for one in campaign.rosters.values()]
    holders = [one.holder for one in campaign.territories.values() if one.holder]
    known = sorted(dict.fromkeys([*holders, *played]), key=played.count)
    first = {one.side: Text("together with {roster}", roster=one.name) for one in reversed(campaign.rosters.values())}
    found = [MenuOption(one, one, plain(first.get(one, Text("no player yet")))) for one in known]
    if campaign.shape == "map" or len(set(played)) < 2:
        own = MenuOption(plain.say("A side of my own"), _OWN, plain.say("named like your roster"))
        # On a ladder the second player is the other end; on a map most players join a side that holds land.
        found = [*found, own] if campaign.shape == "map" else [own, *found]
    return found


@handles_form(JoinForm)
async def join_campaign(ctx: Context, form: JoinForm) -> Reply:
    """Join the campaign as the form says: with a roster, and its force if one was chosen."""
    id, name, side = form.campaign, ctx.submitted_text(ROSTER), ctx.submitted_text(SIDE)
    result = await ctx.services.campaign_people.join(ctx.call, id, name, await _side_to_record(ctx, id, side, name))
    return await join_reply(ctx, result, ctx.submitted_text(FORCE))


async def _side_to_record(ctx: Context, id: str, side: str, roster: str) -> str:
    """Return the side to record.

    On a map, raise Refusal for a side of the player's own without a name, because the bot would assign an existing
    side.
    """
    if side != _OWN:
        return side
    campaign = await campaign_of(ctx, id)
    if campaign.shape == "map" and not roster.strip():
        raise Refusal(Text("A side of your own has the name of your roster: write one."))
    return roster if campaign.shape == "map" else ""


async def join_reply(ctx: Context, joined: CampaignResult, force: str = "") -> Reply:
    """Return the reply for a player who has just joined, as a reader or with a roster, and enlist its force."""
    [roster] = [event.roster for event in joined.entry.events if isinstance(event, PlayerJoined)]
    if not roster:
        return entry_reply(ctx, joined)
    if not force:
        return hub_reply(ctx, joined)
    # The enlistment is an entry with a source of its own, so that an interaction delivered twice is recorded once.
    ctx.changes.add(joined.info.id)
    enlisting = ctx.services.campaign_rosters.enlist(ctx.call.part(":force"), joined.info.id, force, roster)
    try:
        return enlistment_reply(ctx, await enlisting, joined)
    except (Refusal, RuleError, BadFacts) as error:
        # A force that cannot be enlisted does not undo the joining.
        return replace(refusal_reply(ctx.me, error), unrecorded=False, aloud=hub_reply(ctx, joined))
